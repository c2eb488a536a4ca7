//! Doing what a control is named after: delete, star, reply, add to cart.

use screen_agent_action::Action;
use screen_agent_action::step::Step;
use screen_agent_gate::consent::SpokenConsent;
use screen_agent_page::{Line, LineKind, Node, Role, State};

use super::apply::{Target, apply};
use super::submit::enter_key;
use super::turn::{Tried, Turn, click_on, said};
use super::{
    Move, choose, claim, click, close, context, cover, create, enter, entry, except, explore,
    owner, rename, sort, terse, undo,
};
use crate::ground::find::{candidates, is_deed, is_grave};
use crate::ground::kind::Kind;
use crate::ground::place::narrow;
use crate::ground::reference::{Number, Place};
use crate::ground::rows::listings;
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Grounded, Reference, Wish, ground, only};
use crate::ground::{pick, table};
use crate::read::{Touch, bare};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{stand_in, words};
use crate::words::number::count_word;
use crate::words::token::text_of;
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

/// Verbs that carry out what is named behind them.
static RUNS: WordList = WordList::named("verbs that carry something out");
static YES: WordList = WordList::named("reply yes");
static NO: WordList = WordList::named("reply no");

/// Finds the control that the verb names, near what it is done to, and clicks it.
pub(crate) fn effect(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Move {
    if turn.memory.own.target.is_some() {
        return confirmed(turn, verb)
            .unwrap_or_else(|| click::touch(turn, Touch::Click, &named(verb)));
    }
    let what = &without_front(turn, what);
    let what = &owner_last(turn, what).unwrap_or_else(|| what.clone());
    if let Some(step) = undo::undo(turn, verb, what) {
        return step;
    }
    if let Some(step) = except::all_but(turn, verb, what) {
        return step;
    }
    if let Some(step) = by_form(turn, verb, what).or_else(|| by_choice(turn, verb, what)) {
        return step;
    }
    let whole = Phrase::of(&format!("{verb} {}", what.text()));
    if let Some(node) = called_so(turn, &whole).or_else(|| maker(turn, verb, what)) {
        return click::aim(turn, Touch::Click, node);
    }
    if let Some(step) = from_menu(turn, verb) {
        return step;
    }
    // Whether "in my basket" orders it is for the gate to say: what is gathered there was said.
    let gathers = verb.starts_with("add to ");
    // "I want it removed" was read as an order, and the gate asks about it by the person's own words.
    let said = [turn.ask.order.text(), &whole.text()];
    if !gathers && !SpokenConsent::of(said).may_mean(verb) {
        return Move::Stuck(format!(
            "\"{verb}\" is nothing to be done on this page, as it is said"
        ));
    }
    let controls = controls(turn, verb);
    if let Some(node) = close::answered(turn, verb, what).filter(|_| controls.is_empty()) {
        return click::aim(turn, Touch::Click, node);
    }
    let mut object = turn.reference(what);
    if let (true, Some(found)) = (object.same, turn.memory.context.clone()) {
        object = Reference::of(&Phrase::of(&found));
    }
    // "Remove it" where nothing was spoken of: what could be meant is for the person to say.
    let of_verb = controls.iter().filter(|node| rank(verb, node) >= 2);
    if object.same && turn.it().is_none() && of_verb.clone().count() > 1 {
        let several: Vec<&Node> = of_verb.copied().collect();
        let whole = Phrase::of(&format!("{verb} {}", what.text()));
        return super::question::which(turn, &whole, &several);
    }
    if what.is_empty() || object.is_bare() || object.same || is_page(turn, &object) {
        return one(turn, verb, what, &controls);
    }
    if let (Some((_, word)), None) = (&object.extreme, pick::pick(&turn.scene, &what.0)) {
        // The list may stand further down.
        let unclear = Move::Stuck(format!("I do not see by what the {word} is told here"));
        return match explore::look_further(turn, what) {
            Move::Stuck(_) => unclear,
            step => step,
        };
    }
    let object = context::item(&object);
    if let Some(step) = beside(turn, verb, what, &object, &controls) {
        return step;
    }
    // What is run may be all that the page holds.
    if let ([node], true) = (controls.as_slice(), RUNS.contains(verb))
        && rank(verb, node) == 3
    {
        turn.memory.own.doubt = Some(format!(
            "nothing says that \"{}\" is what it runs",
            what.text()
        ));
        return click::aim(turn, Touch::Click, node);
    }
    // What was gone to is the one.
    if !turn.memory.own.went
        && let Some(question) = several_listed(turn, verb, what, &object)
    {
        return question;
    }
    // What was filled in is kept where it stands: going to what bears the noun would lose it.
    let keeps = verb == "save" && !turn.memory.filled.is_empty();
    if turn.memory.own.went || keeps {
        return one(turn, verb, what, &controls);
    }
    open_first(turn, verb, what, &object, &controls)
}

/// "Ask Ann from the notes" where the notes are what is in front: what is done to it needs no place.
fn without_front(turn: &Turn<'_>, what: &Phrase) -> Phrase {
    let lead = what
        .0
        .iter()
        .rposition(|token| token.is_any(&["from", "off"]));
    let Some((thing, [_, place @ ..])) = lead.map(|at| what.0.split_at(at)) else {
        return what.clone();
    };
    let place = Phrase::slice(bare(place)).text();
    let front = |node: &Node| {
        node.role == Role::Tab
            && node.is(State::Selected)
            && likeness(&place, &node.name) >= Some(Likeness::SameWords)
    };
    match !thing.is_empty() && turn.nodes().any(front) {
        true => Phrase::slice(thing),
        false => what.clone(),
    }
}

/// The control that stands beside what it is done to, or one for each of several.
fn beside(
    turn: &mut Turn<'_>,
    verb: &str,
    what: &Phrase,
    object: &Reference,
    controls: &[&Node],
) -> Option<Move> {
    let mut near = narrow(&turn.scene, controls, Place::Row, object).unwrap_or_default();
    if let (true, Some(row)) = (near.is_empty(), table::line_said(&turn.scene, what)) {
        let own = |node: &&Node| turn.scene.line_of(&node.id) == Some(row);
        near = controls.iter().copied().filter(own).collect();
    }
    let mut near = surest(verb, &near);
    let several = object.number.is_several();
    let of_one = || {
        owner::of_object(turn, verb, what, controls).or_else(|| owner::of_chip(turn, verb, object))
    };
    if let (false, Some(node)) = (several, of_one()) {
        return Some(click::aim(turn, Touch::Click, node));
    }
    // "All toppings" are those that stand in the field of that name.
    if let (true, Some(field)) = (several, choose::list_called(turn, &object.name)) {
        near.retain(|node| choose::is_level(node, field));
    }
    // What was pressed for each of them went with it.
    if several && near.is_empty() && owner::presses(turn) {
        return Some(next_opened(turn, what, object).unwrap_or(Move::Done));
    }
    if several && !near.is_empty() {
        if let Some(step) = more_than(verb, what, near.len()) {
            return Some(step);
        }
        let most = match object.number {
            Number::Exactly(count) => count.min(near.len()),
            Number::The | Number::Any | Number::All | Number::Plural => near.len(),
        };
        return Some(turn.next_of(&near[..most]).unwrap_or(Move::Done));
    }
    // "Ana from the owners" does not stand among the readers.
    near.retain(|node| {
        let places = object.places.iter().map(|(_, mark)| mark.whole.as_str());
        cover::not_around(turn, node, places).is_none()
    });
    match near.as_slice() {
        [node] => Some(click::aim(turn, Touch::Click, node)),
        // Of several like it the first is as good, unless it could not be taken back.
        [node, ..] if !near.iter().any(|node| is_grave(&node.name)) => {
            Some(click::aim(turn, Touch::Click, node))
        }
        _ => None,
    }
}

/// "Delete both rehearsals", where each is opened and the page asks about it: the next one of those that are left.
fn next_opened(turn: &mut Turn<'_>, what: &Phrase, object: &Reference) -> Option<Move> {
    /// Most that are opened one by one.
    const MOST: usize = 12;
    let accepts = |step: &&Step| matches!(step.action, Action::AcceptDialog { .. });
    turn.mine().last().filter(accepts)?;
    let done = turn.mine().iter().filter(accepts).count();
    let left = candidates(&turn.scene, &context::item(object), Wish::Touch);
    let most = match object.number {
        Number::Exactly(count) => count,
        _ => MOST,
    };
    let next = left.first().copied()?;
    if done >= most {
        let why = format!(
            "more is left of \"{}\" than I delete one by one",
            what.text()
        );
        return (most == MOST).then_some(Move::Stuck(why));
    }
    let why = format!("I open {}, the next one.", said(next));
    Some(Move::Prepare(click_on(next), why))
}

/// What takes more than to press a control: a new name, a form to fill in, a list to write into.
fn by_form(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    if verb == "rename" {
        return rename::rename(turn, what);
    }
    if verb == "compose" && has_message_fields(turn) {
        return Some(Move::Done);
    }
    let plain = !verb.contains(' ');
    if !adds(verb) {
        let makes = matches!(verb, "register" | "record" | "insert");
        return makes.then(|| create::create(turn, verb, what)).flatten();
    }
    let made = plain.then(|| create::create(turn, verb, what)).flatten();
    let began =
        turn.tried(&enter_key()) != Tried::Never || plain && entry::of_field(turn, what).is_some();
    made.or_else(|| began.then(|| entry::by_writing(turn, what, &[]).unwrap_or(Move::Done)))
}

/// What a list, the head of a column or a box does: sorting, filtering, adding to what is chosen, accepting.
fn by_choice(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    // "Remove all completed items" is what "Clear completed" does.
    let empties = claim::deletes(verb) && turn.reference(what).number == Number::All;
    if let Some(node) = empties.then(|| enter::clears(turn, what)).flatten() {
        return Some(click::aim(turn, Touch::Click, node));
    }
    if let Some(step) = by_list(turn, verb, what) {
        return Some(step);
    }
    if let Some(list) = verb.strip_prefix("add to ").map(Phrase::of)
        && choose::list_called(turn, &Reference::of(&list).whole).is_some()
    {
        return Some(choose::choose(turn, what, Some(&list), true));
    }
    if let Some((entry, list)) = taken_out(verb, what)
        && (choose::holds_entry(turn, &Reference::of(&list).whole, &entry)
            || turn.memory.own.picked.contains(&entry.text()))
    {
        if let Some(node) = owner::of_chip(turn, verb, &Reference::of(&entry)) {
            return Some(click::aim(turn, Touch::Click, node));
        }
        return Some(choose::choose(turn, &entry, Some(&list), false));
    }
    if matches!(verb, "filter" | "view")
        && let Some(node) = terse::pressed(turn, what)
    {
        return Some(click::aim(turn, Touch::Click, node));
    }
    if verb == "filter"
        && let Some(step) = filtered(turn, what)
    {
        return Some(step);
    }
    if verb == "sort"
        && let Some(step) = sort::sort(turn, what)
    {
        return Some(step);
    }
    let node = box_called(turn, verb, what).or_else(|| box_offering(turn, verb, what))?;
    Some(apply(turn, vec![Target::Control(node)], true))
}

/// "Remove Onions from the toppings": the entry, and its list.
pub(super) fn taken_out(verb: &str, what: &Phrase) -> Option<(Phrase, Phrase)> {
    let from = what.0.iter().rposition(|token| token.is("from"));
    let from = from.filter(|_| matches!(verb, "remove" | "delete"))?;
    let (entry, list) = (&what.0[..from], &what.0[from + 1..]);
    Some((Phrase::slice(entry), Phrase::slice(list)))
}

/// What was pressed brought up a question, with a button named after the verb that was not there before: "Delete this
/// note? Keep, Delete".
fn confirmed(turn: &Turn<'_>, verb: &str) -> Option<Move> {
    let last = turn.mine().last()?;
    let evidence = &last
        .verdict
        .as_ref()
        .filter(|verdict| verdict.met)?
        .evidence;
    // A link to what cannot be taken back leads to a page that asks: "Yes, I'm sure".
    let asks = claim::deletes(verb) && evidence.iter().any(|note| note.starts_with("another page"));
    let is_new = |node: &Node| {
        let mark = format!("new: {} ", node.id.as_str());
        asks || evidence.iter().any(|note| note.starts_with(&mark))
    };
    // Where the page asks whether to cancel something, "Cancel" takes back the question.
    let is_no = NO.contains(verb);
    let agrees = |node: &Node| match is_no {
        true => words(&node.name).iter().all(|word| YES.contains(word)),
        false => {
            rank(verb, node) == 3
                || asks && words(&node.name).first().is_some_and(|word| word == "yes")
        }
    };
    let mut asked = turn
        .nodes()
        .filter(|node| node.role == Role::Button && is_new(node) && agrees(node));
    let (node, other) = (asked.next()?, asked.next());
    let action = click_on(node);
    (other.is_none() && turn.tried(&action) == Tried::Never)
        .then(|| Move::Act(action, format!("The page asks; I click {}.", said(node))))
}

/// Several listed things are what is said: which one is for the person to say.
fn several_listed(
    turn: &mut Turn<'_>,
    verb: &str,
    what: &Phrase,
    object: &Reference,
) -> Option<Move> {
    let picked =
        pick::of_reference(&turn.scene, object).filter(|picked| picked.entries.len() > 1)?;
    let nodes: Vec<&Node> = picked
        .entries
        .iter()
        .filter_map(|entry| entry.nodes.first().copied())
        .collect();
    let whole = Phrase::of(&format!("{verb} {}", what.text()));
    (nodes.len() > 1).then(|| super::question::which(turn, &whole, &nodes))
}

/// The fields of a message stand open already.
fn has_message_fields(turn: &Turn<'_>) -> bool {
    let called = |name: &str| {
        turn.nodes().any(|node| {
            node.role.takes_text()
                && likeness(name, &turn.scene.label(node)) >= Some(Likeness::Synonym)
        })
    };
    called("to") || called("subject")
}

/// "Sort by price": a list that is called after the verb, and offers what is asked.
fn by_list(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    let object = Reference::of(what)
        .places
        .first()
        .map_or_else(|| Reference::of(what), |(_, place)| place.clone());
    let (node, option) = turn
        .nodes()
        .filter(|node| is_ready(node) && likeness(verb, &turn.scene.label(node)).is_some())
        .find_map(|node| {
            let best = node
                .facts
                .options
                .iter()
                .filter_map(|option| Some((likeness(&object.whole, option)?, option)));
            // The first of equals, as a list puts the usual first.
            best.rev()
                .max_by_key(|(like, _)| *like)
                .map(|(_, option)| (node, option.clone()))
        })?;
    Some(enter::fill(turn, node, &option))
}

/// "Filter the orders by the status Paid": what bears the value under that name, or the field of the name.
fn filtered(turn: &mut Turn<'_>, what: &Phrase) -> Option<Move> {
    let by = what.0.iter().position(|token| token.is("by"))?;
    let mut rest = bare(&what.0[by + 1..]).to_vec();
    rest.retain(|token| !token.is_mark(":"));
    let mut cuts =
        (1..rest.len()).map(|at| (Phrase::slice(&rest[..at]), Phrase::slice(&rest[at..])));
    cuts.find_map(|(name, value)| {
        let bears = |node: &&Node| {
            is_ready(node)
                && !is_field(node)
                && likeness(&value.text(), &node.name) >= Some(Likeness::SameWords)
                && is_under(turn, node, &name.text())
        };
        if let Some(node) = only(turn.nodes().filter(bears)) {
            return Some(click::aim(turn, Touch::Click, node));
        }
        let known = only(turn.fields_called(&name.text())).is_some()
            || choose::list_called(turn, &name.text()).is_some();
        known.then(|| enter::enter(turn, &value, None, Some(&name)))
    })
}

/// The line above it that holds no control says this name.
fn is_under(turn: &Turn<'_>, node: &Node, name: &str) -> bool {
    let lines = turn.scene.screen.lines();
    let above = turn
        .scene
        .line_of(&node.id)
        .map_or(&[][..], |line| &lines[..line]);
    let head = above
        .iter()
        .rev()
        .find(|line| line.nodes().next().is_none());
    head.is_some_and(|head| cover::adds_nothing(name, &head.words()))
}

/// "Accept the terms": the only box that says so.
pub(super) fn box_called<'a>(turn: &Turn<'a>, verb: &str, what: &Phrase) -> Option<&'a Node> {
    let said = format!("{verb} {}", Reference::of(what).whole);
    let says = |node: &&Node| {
        let like = likeness(&said, &turn.scene.label(node));
        node.role.is_checkable() && is_ready(node) && like.is_some()
    };
    only(turn.nodes().filter(says)).filter(|_| !what.is_empty())
}

/// "Subscribe to the newsletter" where a box is called Newsletter, and nothing is called after the verb.
fn box_offering<'a>(turn: &Turn<'a>, verb: &str, what: &Phrase) -> Option<&'a Node> {
    static WANTS: WordList = WordList::named("verbs for what a box offers");
    let what = match what.0.split_first()? {
        (to, rest) if to.is_any(&["to", "for", "with"]) => rest,
        _ => &what.0[..],
    };
    let name = Reference::read(what).whole;
    let called = |node: &&Node| {
        let like = likeness(&name, &turn.scene.label(node)) >= Some(Likeness::SameWords);
        node.role.is_checkable() && is_ready(node) && like
    };
    let wants = WANTS.contains(verb) && controls(turn, verb).is_empty();
    only(turn.nodes().filter(called)).filter(|_| wants)
}

/// Verbs that may mean to write into a list.
fn adds(verb: &str) -> bool {
    verb.starts_with("add") || matches!(verb, "create" | "post")
}

fn named(verb: &str) -> Phrase {
    Phrase::of(verb)
}

/// "Add to cart", "sort by price": a control bears the whole phrase.
fn called_so<'a>(turn: &Turn<'a>, whole: &Phrase) -> Option<&'a Node> {
    let text = whole.text();
    only(
        turn.nodes().filter(|node| {
            is_ready(node) && likeness(&text, &node.name) >= Some(Likeness::SameWords)
        }),
    )
}

/// "Archive the plan" on the page of Plan B: the page itself is meant.
fn is_page(turn: &Turn<'_>, object: &Reference) -> bool {
    let plain = object.places.is_empty() && object.ordinal.is_none() && object.extreme.is_none();
    let heads = |line: &Line| line.kind == LineKind::Heading(1);
    let title = only(turn.scene.lines().filter(|(_, line)| heads(line)));
    let called = |title: String| likeness(&object.name, &title) >= Some(Likeness::Start);
    plain && title.is_some_and(|(_, line)| called(line.words()))
}

/// "Create a new folder": the button is called after what it makes.
fn maker<'a>(turn: &Turn<'a>, verb: &str, what: &Phrase) -> Option<&'a Node> {
    let new = what.0.iter().position(|token| token.is("new"))?;
    let noun = Phrase::slice(&what.0[new + 1..]).text();
    let makes = claim::brings(verb) && bare(&what.0[..new]).is_empty();
    let whole = ["new", "add", "create"].map(|lead| Phrase::of(&format!("{lead} {noun}")));
    let mut whole = whole.iter().filter(|_| makes);
    whole.find_map(|whole| called_so(turn, whole))
}

/// "Run all cells": the menu that is called after the verb holds what bears the whole phrase.
fn from_menu(turn: &Turn<'_>, verb: &str) -> Option<Move> {
    let holds =
        |node: &&Node| node.role == Role::MenuItem && node.facts.popup.is_some() && is_ready(node);
    let menu = only(
        turn.nodes()
            .filter(holds)
            .filter(|node| rank(verb, node) == 3),
    )?;
    let open = click_on(menu);
    let why = format!("I open {}.", said(menu));
    (turn.tried(&open) == Tried::Never).then_some(Move::Prepare(open, why))
}

/// What can be done with a thing may stand in the menu that it has under the other button.
fn by_other_button(turn: &Turn<'_>, what: &Phrase) -> Option<Move> {
    let item = match ground(
        &turn.scene,
        &context::item(&turn.reference(what)),
        Wish::Touch,
    ) {
        Grounded::One(node) if !is_field(node) && is_ready(node) => node,
        Grounded::One(_) | Grounded::Several(_) | Grounded::Nothing => return None,
    };
    let id = item.id.clone();
    let action = Action::RightClick { id };
    let named = !what.is_empty() && turn.tried(&action) == Tried::Never;
    named.then(|| Move::Prepare(action, format!("I open the menu of {}.", said(item))))
}

/// Every control that the verb names, or that is called something like it.
pub(super) fn controls<'a>(turn: &Turn<'a>, verb: &str) -> Vec<&'a Node> {
    turn.nodes()
        .filter(|node| is_ready(node) && !is_field(node) && rank(verb, node) > 0)
        .collect()
}

/// How surely a control is named after a verb: by it alone, with it as the first word, by another word.
fn rank(verb: &str, node: &Node) -> u8 {
    let first = words(&node.name).into_iter().next().unwrap_or_default();
    let begins = || first == verb;
    // "Remove" where the page says "Delete".
    let deletes = || claim::deletes(verb) && claim::deletes(&first);
    match likeness(verb, &node.name) {
        Some(Likeness::Exact | Likeness::Folded | Likeness::SameWords) => 3,
        _ if begins() => 2,
        Some(Likeness::Synonym | Likeness::Start) => 1,
        _ if deletes() => 1,
        _ => 0,
    }
}

/// Those that are named after the verb most surely.
pub(super) fn surest<'a>(verb: &str, nodes: &[&'a Node]) -> Vec<&'a Node> {
    let best = nodes.iter().map(|node| rank(verb, node)).max();
    nodes
        .iter()
        .filter(|node| Some(rank(verb, node)) == best)
        .copied()
        .collect()
}

/// "Add 3 pots to my basket": one press adds one of them.
fn more_than(verb: &str, what: &Phrase, there: usize) -> Option<Move> {
    let [first, _, ..] = bare(&what.0) else {
        return None;
    };
    let count = count_word(&first.low).filter(|count| *count > there)?;
    let why = format!("I do not see where {count} of them can be asked for");
    verb.starts_with("add to ").then_some(Move::Stuck(why))
}

/// "Ann's trip", where a row is Ann's: the trip of Ann.
fn owner_last(turn: &Turn<'_>, what: &Phrase) -> Option<Phrase> {
    let owned = |token: &Token| token.low.ends_with("'s") || token.low.ends_with("’s");
    let at = what.0.iter().position(owned)?;
    let (owner, thing) = what.0.split_at(at + 1);
    let owner = text_of(owner);
    let owner = words(owner.get(..owner.rfind(['\'', '’'])?)?);
    let listings = listings(&turn.scene);
    let tables = listings
        .iter()
        .filter(|listing| !listing.columns.is_empty());
    let rows = tables.flat_map(|listing| &listing.entries);
    let row = only(rows.filter(|row| stand_in(&owner, &words(&row.title))))?;
    (!thing.is_empty()).then(|| Phrase::of(&format!("the {} of {}", text_of(thing), row.title)))
}

fn one(turn: &mut Turn<'_>, verb: &str, what: &Phrase, controls: &[&Node]) -> Move {
    if let Some(step) = more_than(verb, what, 1) {
        return step;
    }
    let brought = controls.iter().copied();
    let brought: Vec<&Node> = brought
        .filter(|node| owner::is_brought(turn, node))
        .collect();
    match surest(verb, &brought).as_slice() {
        [] => by_other_button(turn, what).unwrap_or_else(|| {
            // The page of what is meant is looked through before it is left.
            let further = turn
                .memory
                .own
                .went
                .then(|| explore::look_further(turn, &named(verb)));
            match further {
                Some(step @ Move::Prepare(..)) => step,
                _ => explore::explore(turn, &named(verb)),
            }
        }),
        [node] => click::aim(turn, Touch::Click, node),
        several => super::question::which(
            turn,
            &Phrase::of(&format!("{verb} {}", what.text())),
            several,
        ),
    }
}

/// What it is done to has to be opened or chosen first.
fn open_first(
    turn: &mut Turn<'_>,
    verb: &str,
    what: &Phrase,
    object: &Reference,
    controls: &[&Node],
) -> Move {
    let plain = object.kinds.iter().all(|kind| matches!(kind, Kind::Thing));
    let vague = object.name.is_empty() && object.places.is_empty() && object.ordinal.is_none();
    if vague && controls.is_empty() {
        return explore::explore(turn, &named(verb));
    }
    let item = match ground(&turn.scene, &context::item(object), Wish::Touch) {
        Grounded::One(node) => Some(node),
        Grounded::Several(nodes) => nodes.first().copied(),
        // "The third one" is not the first that could be.
        Grounded::Nothing if object.ordinal.is_some() => None,
        Grounded::Nothing => candidates(&turn.scene, object, Wish::Choose)
            .first()
            .copied(),
    };
    if item.is_none()
        && adds(verb)
        && let Some(step) = entry::by_writing(turn, what, controls)
    {
        return step;
    }
    // What a button does is no way to what is meant, and a link that only stands there is none of what is counted.
    let listed = |node: &Node| {
        let line = turn.scene.line_of(&node.id);
        let line = line.and_then(|line| turn.scene.screen.lines().get(line));
        line.is_some_and(|line| matches!(line.kind, LineKind::Row | LineKind::Item))
    };
    let opens = |node: &&Node| match node.role {
        Role::Scroll => false,
        Role::Button => !is_deed(&node.name),
        Role::Link if object.name.is_empty() => listed(node),
        _ => true,
    };
    let Some(node) = item.filter(opens) else {
        return match controls {
            // There is only one thing on this page that it can be done to.
            [node] if plain && object.name.is_empty() => click::aim(turn, Touch::Click, node),
            _ => explore::explore(turn, what),
        };
    };
    // Which of those that are called alike it is done to is for the person to say.
    let alike = super::question::rivals(turn, object, Wish::Touch, node);
    if alike.len() > 1 && !object.number.is_several() {
        let whole = Phrase::of(&format!("{verb} {}", what.text()));
        return super::question::which(turn, &whole, &alike);
    }
    // A tick may be a deed of its own: what only shows under the pointer is looked for first.
    if node.role.is_checkable() && controls.is_empty() {
        turn.memory.own.went = true;
        turn.remember(node);
        let id = node.id.clone();
        let why = format!("I point at {}, to see what goes with it.", said(node));
        return Move::Prepare(Action::Hover { id }, why);
    }
    turn.memory.own.went = true;
    let id = node.id.clone();
    turn.remember(node);
    Move::Prepare(
        Action::Click { id },
        format!("I open {} first.", said(node)),
    )
}
