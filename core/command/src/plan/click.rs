//! Touching things.

use screen_agent_action::Action;
use screen_agent_action::origin::same_address;
use screen_agent_gate::consent::SpokenConsent;
use screen_agent_page::{Node, NodeId, Role, State};
use screen_agent_words::WordList;

use super::apply::is_set;
use super::question::{rivals, which};
use super::turn::{Tried, Turn, click_on, said};
use super::{Move, choose, claim, context, explore};
use crate::ground::find::{candidates, leads_on};
use crate::ground::items::split;
use crate::ground::kind::Kind;
use crate::ground::number::number_of;
use crate::ground::reference::Number;
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Reference, Wish, ground, only};
use crate::read::{Clause, Touch};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::fold;
use crate::words::number::Ordinal;
use crate::words::{Phrase, Token};

/// A click, where "click the options A and B" may mean to choose.
pub(crate) fn click(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let reference = turn.reference(what);
    if is_option_of_list(turn, &reference) {
        return choose::choose(turn, what, None, true);
    }
    touch(turn, Touch::Click, what)
}

/// Only an entry of a list that opens outside the page is called so.
fn is_option_of_list(turn: &Turn<'_>, reference: &Reference) -> bool {
    if reference.name.is_empty()
        || !matches!(
            ground(&turn.scene, reference, Wish::Touch),
            Grounded::Nothing
        )
    {
        return false;
    }
    turn.nodes().any(|node| {
        node.facts
            .options
            .iter()
            .any(|option| likeness(&reference.name, option) >= Some(Likeness::SameWords))
    })
}

/// Touches what is meant: one, several in turn, or what has to be looked for first.
pub(crate) fn touch(turn: &mut Turn<'_>, how: Touch, what: &Phrase) -> Move {
    let reference = turn.reference(what);
    if turn.memory.own.target.is_some() {
        return after_touch(turn, how, what, &reference);
    }
    if reference.same {
        return match turn.it() {
            Some(node) => aim(turn, how, node),
            None => Move::Stuck("I do not know what \"it\" is".into()),
        };
    }
    if what.is_empty() {
        return Move::Stuck("it was not said what to click".into());
    }
    if many(&reference) || in_order(what) {
        return each(turn, how, what, &reference);
    }
    // "The third page" is told by its number, where pages are numbered, and is nothing else that stands third.
    let page = reference.name.eq_ignore_ascii_case("page") && reference.ordinal.is_some();
    if let Some(node) = by_number(turn, how, &reference).filter(|_| page) {
        return aim(turn, how, node);
    }
    match ground(&turn.scene, &reference, wish(how)) {
        Grounded::One(node) if page && node.role != Role::Link => {
            elsewhere(turn, how, what, &reference)
        }
        Grounded::Several(nodes) => match context::near_context(turn, &nodes) {
            Some(node) => aim(turn, how, node),
            None => which(turn, what, &nodes),
        },
        Grounded::One(node) if has_twins(turn, &reference, node) => {
            let twins = candidates(&turn.scene, &reference, wish(how));
            let near = context::near_context(turn, &twins).unwrap_or(node);
            aim(turn, how, near)
        }
        Grounded::One(node) => {
            let rivals = rivals(turn, &reference, wish(how), node);
            if rivals.is_empty() {
                aim(turn, how, node)
            } else {
                which(turn, what, &rivals)
            }
        }
        Grounded::Nothing => elsewhere(turn, how, what, &reference),
    }
}

/// True when another control is called the same, so that what was found before decides.
fn has_twins(turn: &Turn<'_>, reference: &Reference, node: &Node) -> bool {
    turn.memory.context.is_some()
        && reference.ordinal.is_none()
        && turn
            .nodes()
            .any(|other| other.id != node.id && other.name == node.name && other.role == node.role)
}

fn wish(how: Touch) -> Wish {
    match how {
        Touch::Focus => Wish::Fill,
        Touch::Click | Touch::Double | Touch::Right | Touch::Hover => Wish::Touch,
    }
}

fn many(reference: &Reference) -> bool {
    reference.number.is_several()
}

/// The action for a touch.
pub(crate) fn action(how: Touch, id: &NodeId) -> Action {
    let id = id.clone();
    match how {
        Touch::Click => Action::Click { id },
        Touch::Double => Action::DoubleClick { id },
        Touch::Right => Action::RightClick { id },
        Touch::Hover => Action::Hover { id },
        Touch::Focus => Action::Focus { id },
    }
}

/// Menus that hold further entries open under the pointer; a click might choose them instead.
fn opens_by_pointer(turn: &Turn<'_>, node: &Node) -> bool {
    let leads_on = matches!(
        turn.reading.clauses.get(turn.memory.at + 1),
        Some(Clause::Touch {
            how: Touch::Click,
            ..
        })
    );
    leads_on
        && node.role == Role::MenuItem
        && (node.facts.popup.is_some() || node.is(State::Collapsed))
}

/// Touches this one; what is already as it should be is left alone.
pub(crate) fn aim(turn: &mut Turn<'_>, how: Touch, node: &Node) -> Move {
    let taken_back = SpokenConsent::of([turn.ask.order.text()]).takes_back(&node.name);
    if taken_back || turn.forbidden(&node.name) {
        return Move::Stuck(format!("you said not to touch {}", said(node)));
    }
    turn.remember(node);
    // To press the star that is chosen takes it back.
    if node.role == Role::Radio && is_set(turn, node) {
        return Move::Done;
    }
    let how = if how == Touch::Click && opens_by_pointer(turn, node) {
        turn.memory.own.hover = true;
        Touch::Hover
    } else {
        how
    };
    turn.memory.own.target = Some(node.id.clone());
    let verb = match how {
        Touch::Click => "I click",
        Touch::Double => "I double-click",
        Touch::Right => "I right-click",
        Touch::Hover => "I hover over",
        Touch::Focus => "I put the cursor into",
    };
    Move::Act(action(how, &node.id), format!("{verb} {}.", said(node)))
}

/// What came of pressing what the words of the clause name, where that was done.
pub(super) fn pressed(turn: &Turn<'_>) -> Option<Move> {
    let id = turn.memory.own.target.clone()?;
    let why = "I click it again.".to_owned();
    Some(turn.once(Action::Click { id }, why))
}

/// The touch was proposed: it is done, it failed and can be tried once more, or it never happened.
fn after_touch(turn: &mut Turn<'_>, how: Touch, what: &Phrase, reference: &Reference) -> Move {
    let target = turn.memory.own.target.clone();
    let target = target.unwrap_or_else(|| NodeId::new(""));
    let how = if turn.memory.own.hover {
        Touch::Hover
    } else {
        how
    };
    let tried = action(how, &target);
    match turn.tried(&tried) {
        Tried::Met | Tried::Unseen if many(reference) || in_order(what) => {
            each(turn, how, what, reference)
        }
        Tried::Met | Tried::Unseen => twice(turn, &tried).unwrap_or(Move::Done),
        Tried::Failed if turn.tries(&tried) >= 2 => Move::Stuck(turn.last_failure()),
        Tried::Otherwise => Move::Stuck(turn.last_failure()),
        Tried::Failed | Tried::Never => {
            turn.memory.own.target = None;
            touch(turn, how, what)
        }
    }
}

/// "Open X", where a click only chose it, as in a list of files: it is opened by two.
fn twice(turn: &Turn<'_>, once: &Action) -> Option<Move> {
    let Action::Click { id } = once else {
        return None;
    };
    let node = turn.scene.screen.node(id)?;
    let tag = node.facts.tag.as_deref().unwrap_or_default();
    let native = matches!(
        tag,
        "a" | "button" | "input" | "select" | "summary" | "label"
    );
    let leads_on = matches!(
        node.role,
        Role::Link | Role::Tab | Role::MenuItem | Role::Option
    );
    let step = turn.mine().last()?;
    let verdict = step.verdict.as_ref()?;
    let own = format!("changed: {} ", id.as_str());
    let small = ["address: the same", "focus: ", "client: ", own.as_str()];
    let is_small = |note: &String| small.iter().any(|small| note.starts_with(small));
    let brought = verdict.evidence.is_empty() || !verdict.evidence.iter().all(is_small);
    let stayed = same_address(&step.url, &turn.ask.seen.url);
    let chosen = claim::is_to_open(turn) && stayed && !brought && !native && !leads_on;
    let action = Action::DoubleClick { id: id.clone() };
    let fresh = chosen && turn.tried(&action) == Tried::Never;
    fresh.then(|| {
        Move::Act(
            action,
            format!("A click only chose it; I double-click {}.", said(node)),
        )
    })
}

pub(super) fn in_order(what: &Phrase) -> bool {
    what.0
        .iter()
        .any(|token| token.is_any(&["ascending", "descending", "increasing", "decreasing"]))
        || what.text().to_lowercase().ends_with(" in order")
}

/// Every one that is meant, one after the other.
fn each(turn: &mut Turn<'_>, how: Touch, what: &Phrase, reference: &Reference) -> Move {
    let done = turn.memory.own.touched.clone();
    let mut nodes = candidates(&turn.scene, &plain(reference, what), wish(how));
    sort(turn, what, &mut nodes);
    let count = match reference.number {
        Number::Exactly(count) => count,
        Number::The | Number::Any | Number::All | Number::Plural => nodes.len().max(done.len()),
    };
    let next = nodes.iter().find(|node| !done.contains(&node.id));
    match next {
        Some(node) if done.len() < count => {
            turn.memory.own.touched.push(node.id.clone());
            aim(turn, how, node)
        }
        _ if done.is_empty() => elsewhere(turn, how, what, reference),
        _ => Move::Done,
    }
}

/// The reference without the words that only say in which order.
fn plain(reference: &Reference, what: &Phrase) -> Reference {
    if !in_order(what) {
        return reference.clone();
    }
    let end = what
        .0
        .iter()
        .position(|token| token.is("in"))
        .unwrap_or(what.0.len());
    Reference::read(&what.0[..end])
}

fn sort(turn: &Turn<'_>, what: &Phrase, nodes: &mut Vec<&Node>) {
    let says = |words: &[&str]| what.0.iter().any(|token| token.is_any(words));
    let down = says(&["descending", "decreasing"]);
    if !in_order(what) {
        return;
    }
    if nodes
        .iter()
        .any(|node| number_of(&turn.scene, node).is_some())
    {
        nodes.retain(|node| number_of(&turn.scene, node).is_some());
        nodes.sort_by(|a, b| {
            let (a, b) = (number_of(&turn.scene, a), number_of(&turn.scene, b));
            a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal)
        });
    } else {
        nodes.sort_by_key(|node| node.name.to_lowercase());
    }
    if down {
        nodes.reverse();
    }
}

/// Nothing in view is meant: several names in a row, a later page, or somewhere out of view.
fn elsewhere(turn: &mut Turn<'_>, how: Touch, what: &Phrase, reference: &Reference) -> Move {
    if let Some(node) = by_number(turn, how, reference) {
        return aim(turn, how, node);
    }
    if let Some(node) = either(turn, how, what) {
        return aim(turn, how, node);
    }
    if let Some(next) = list(turn, how, what) {
        return next;
    }
    if let Some(next) = later_page(turn, how, reference) {
        return next;
    }
    if let Some(next) = context::open_context(turn) {
        return next;
    }
    explore::explore(turn, what)
}

/// "page 2", "the second page", "day 14": the number alone is what the control shows.
fn by_number<'a>(turn: &Turn<'a>, how: Touch, reference: &Reference) -> Option<&'a Node> {
    static COUNTED: WordList = WordList::named("click counted");
    let words: Vec<&str> = reference.name.split(' ').collect();
    let number = match (words.as_slice(), reference.ordinal) {
        ([noun, number], None) if COUNTED.contains(noun.to_lowercase().as_str()) => {
            (*number).to_owned()
        }
        ([noun], Some(Ordinal::Nth(n))) if COUNTED.contains(noun.to_lowercase().as_str()) => {
            n.to_string()
        }
        ([number], None) if reference.kinds == [Kind::Number] => (*number).to_owned(),
        _ => return None,
    };
    let plain = Reference {
        whole: number.clone(),
        name: number,
        ..Reference::default()
    };
    let found = candidates(&turn.scene, &plain, wish(how));
    let is_it = |node: &&Node| node.name.trim() == plain.name;
    // "Show page 3", "5 stars".
    let noun = words.first().map(|noun| noun.to_lowercase());
    let noun = noun.filter(|noun| *noun != plain.name).unwrap_or_default();
    let either = [
        format!("{noun} {}", plain.name),
        format!("{} {noun}", plain.name),
    ];
    let says = |node: &&Node| {
        let like = |said: &String| likeness(said, &node.name) >= Some(Likeness::Within);
        !noun.is_empty() && either.iter().any(like) && is_ready(node) && Wish::Touch.fit(node) > 0
    };
    let by_name = || only(turn.nodes().filter(says));
    found.into_iter().find(is_it).or_else(by_name)
}

/// "Yes or OK": whichever there is.
fn either<'a>(turn: &Turn<'a>, how: Touch, what: &Phrase) -> Option<&'a Node> {
    let parts: Vec<&[Token]> = what.0.split(|token| token.is("or")).collect();
    let read: Vec<Reference> = parts.into_iter().map(Reference::read).collect();
    // "the folder or file named X" names one thing of two kinds.
    if read.len() < 2 || read.iter().any(|reference| reference.name.is_empty()) {
        return None;
    }
    read.iter().find_map(
        |reference| match ground(&turn.scene, reference, wish(how)) {
            Grounded::One(node) => Some(node),
            Grounded::Several(_) | Grounded::Nothing => None,
        },
    )
}

/// "click A, B and C": one after the other.
fn list(turn: &mut Turn<'_>, how: Touch, what: &Phrase) -> Option<Move> {
    let known = |text: &str| turn.nodes().any(|node| fold(text) == fold(&node.name));
    let items = split(what, &known);
    let done = turn.memory.own.listed;
    if items.len() < 2 {
        return None;
    }
    let Some(item) = items.get(done) else {
        return Some(Move::Done);
    };
    match ground(&turn.scene, &Reference::of(item), wish(how)) {
        Grounded::One(node) => {
            turn.memory.own.listed += 1;
            let step = aim(turn, how, node);
            turn.memory.own.target = None;
            Some(step)
        }
        Grounded::Several(nodes) => Some(which(turn, item, &nodes)),
        Grounded::Nothing => None,
    }
}

/// The seventh result may stand on the third page.
fn later_page(turn: &mut Turn<'_>, how: Touch, reference: &Reference) -> Option<Move> {
    let Some(Ordinal::Nth(wanted)) = reference.ordinal else {
        return None;
    };
    if !reference
        .kinds
        .iter()
        .any(|kind| matches!(kind, Kind::Finding | Kind::Item | Kind::Link | Kind::Row))
    {
        return None;
    }
    let anyone = Reference {
        ordinal: None,
        ..reference.clone()
    };
    let here = candidates(&turn.scene, &anyone, wish(how));
    let passed = turn.memory.own.passed;
    if passed > 0
        && let Some(node) = wanted.checked_sub(passed + 1).and_then(|at| here.get(at))
    {
        return Some(aim(turn, how, node));
    }
    let next = next_page(turn).filter(|_| !here.is_empty())?;
    turn.memory.own.passed = passed + here.len();
    Some(Move::Prepare(
        click_on(next),
        format!("Number {wanted} is not on this page; I go to the next one."),
    ))
}

/// What leads to the next page of results.
pub(crate) fn next_page<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let usable = |node: &&Node| !node.is(State::Disabled) && !node.covered;
    let mut nodes = turn.nodes().rev().filter(usable);
    nodes
        .find(|node| leads_on(&node.name))
        .or_else(|| next_number(turn).filter(usable))
}

/// Where pages are only numbered, "1 2 3": the link behind the number that is none, which is the page in view.
fn next_number<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|number| *number > 0)
    };
    turn.scene.lines().find_map(|(at, line)| {
        let links = line.nodes().filter_map(|id| turn.scene.screen.node(id));
        let links: Vec<(usize, &Node)> = links
            .filter(|node| node.role == Role::Link)
            .filter_map(|node| Some((number(&node.name)?, node)))
            .collect();
        let shown = turn.scene.spoken(at);
        let mut here = shown.split_whitespace().filter_map(number);
        let here = here.find(|here| !links.iter().any(|(other, _)| other == here))?;
        // One more than the page in view, and no figure that stands in a text.
        let run = links.iter().all(|(other, _)| other.abs_diff(here) < 1_000);
        let next = links.iter().find(|(other, _)| *other == here + 1)?;
        run.then_some(next.1)
    })
}
