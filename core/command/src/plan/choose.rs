//! Choosing in lists and ticking boxes.

use screen_agent_page::{Line, Node, NodeId, Role, State};
use screen_agent_words::WordList;

use super::apply::{Target, apply, apply_named};
use super::click;
use super::every::{every, every_like};
use super::question::which;
use super::turn::{Tried, Turn, click_on, said};
use super::{Move, cell, cover, date, doubt, enter, except, explore, several, slide, value};
use crate::ground::find::{candidates, is_deed};
use crate::ground::items::split;
use crate::ground::kind::Kind;
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Reference, Wish, ground, only};
use crate::ground::{pick, table};
use crate::read::{Touch, bare};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{fold, words};
use crate::words::{Phrase, Token};

static NONE: WordList = WordList::named("words for nothing chosen");

/// Chooses what is listed.
pub(crate) fn choose(turn: &mut Turn<'_>, items: &Phrase, from: Option<&Phrase>, on: bool) -> Move {
    if is_nothing(&items.0) {
        return Move::Done;
    }
    if from.is_none()
        && let Some(boxes) = several::boxes(turn, items)
    {
        return apply(turn, boxes.into_iter().map(Target::Control).collect(), on);
    }
    let opened = turn.memory.own.target.is_some() || !ticks(turn) && is_opened(turn, items);
    if from.is_none() && opened {
        return click::touch(turn, Touch::Click, items);
    }
    if let Some(step) = as_value(turn, items, from) {
        return step;
    }
    if let Some(step) = field_of_value(turn, items) {
        return step;
    }
    if let Some(pattern) = value::pattern(&items.0) {
        return every_like(turn, items, &pattern, on);
    }
    if let Some(step) = every(turn, items, on) {
        return step;
    }
    if let Some(step) = except::tick_all_but(turn, items, on) {
        return step;
    }
    if from.is_none()
        && let Some(node) = cell::tick_box(turn, &turn.reference(items))
    {
        return apply(turn, vec![Target::Control(node)], on);
    }
    if from.is_none()
        && let Some((list, value)) = list_and_value(turn, items)
    {
        return choose(turn, &value, Some(&list), on);
    }
    let list = list(turn, from);
    let parts = split(items, &|text| is_known(turn, text, list));
    match targets(turn, &parts, list) {
        // What only holds the words is no entry of the list that was said.
        Ok(targets)
            if from.is_some()
                && list.is_none()
                && targets.iter().any(|one| holds_more(turn, one)) =>
        {
            Move::Stuck(super::finish::not_found(turn, from.unwrap_or(items)))
        }
        Ok(targets) => match from.and_then(|from| elsewhere(turn, &targets, from)) {
            Some(word) => Move::Stuck(format!("I am not sure what \"{word}\" means here")),
            None => apply_named(turn, targets, on),
        },
        Err(missing) => find_elsewhere(turn, &missing, from, list),
    }
}

/// A control whose name says more than what was to be chosen.
fn holds_more(turn: &Turn<'_>, (target, said): &(Target<'_>, String)) -> bool {
    match target {
        Target::Control(node) if !can_be_ticked(node) => {
            likeness(said, &turn.scene.label(node)) < Some(Likeness::SameWords)
        }
        Target::Control(_) | Target::Entry(..) => false,
    }
}

/// A word of where it is to be chosen that stands nowhere around one of the things.
fn elsewhere(turn: &Turn<'_>, targets: &[(Target<'_>, String)], from: &Phrase) -> Option<String> {
    let from = from.text();
    targets.iter().find_map(|(target, _)| match target {
        Target::Control(node) if node.role.is_checkable() => {
            cover::not_around(turn, node, [from.as_str()])
        }
        Target::Control(_) | Target::Entry(..) => None,
    })
}

/// Chooses an entry of a list that has to be opened for it.
pub(super) fn choose_in(turn: &mut Turn<'_>, entry: &Phrase, list: &Node) -> Move {
    let open = click_on(list);
    let opened = turn.tried(&open) != Tried::Never;
    let text = Reference::of(entry).name;
    if list
        .value
        .as_deref()
        .is_some_and(|value| fold(value) == fold(&text))
    {
        return Move::Done;
    }
    if turn.memory.own.target.is_some() {
        return click::pressed(turn).unwrap_or(Move::Done);
    }
    let offered = |node: &&Node| {
        node.role == Role::Option && likeness(&text, &node.name) >= Some(Likeness::SameWords)
    };
    let mut entries = turn.nodes().filter(offered);
    match (entries.next(), entries.next()) {
        (Some(node), None) => click::aim(turn, Touch::Click, node),
        (None, _) if !opened => Move::Prepare(open, format!("I open {}.", said(list))),
        (None, _) => explore::look_further(turn, entry),
        (Some(_), Some(_)) => Move::Stuck(format!("{} offers \"{text}\" twice", said(list))),
    }
}

/// The entry that a list without a name of its own shows as chosen, alone in the line under these words.
pub(super) fn shown_under<'a>(turn: &Turn<'a>, words: &str) -> Option<&'a Node> {
    let lines = turn.scene.screen.lines();
    let headed = |node: &&Node| {
        let line = turn.scene.line_of(&node.id);
        let alone = line.is_some_and(|at| lines[at].nodes().count() == 1);
        let above = line.and_then(|at| lines.get(at.checked_sub(1)?));
        let says = |above: &Line| {
            let bare = above.nodes().next().is_none();
            bare && likeness(words, &above.words()) >= Some(Likeness::SameWords)
        };
        let chosen = node.role == Role::Option && node.is(State::Selected);
        chosen && alone && above.is_some_and(says)
    };
    only(turn.nodes().filter(headed))
}

fn is_nothing(items: &[Token]) -> bool {
    matches!(items, [token] if token.is_any(&["nothing", "none"]))
        || items.iter().all(|token| token.is_in(&NONE))
            && items
                .iter()
                .any(|token| token.is_any(&["none", "nothing", "no"]))
}

/// "Select the first row" where a row has nothing to choose: what opens it is clicked, once.
fn is_opened(turn: &Turn<'_>, items: &Phrase) -> bool {
    let found = pick::ground(&turn.scene, &turn.reference(items), Wish::Choose);
    matches!(found, Some(Grounded::One(node)) if matches!(node.role, Role::Link | Role::Row))
}

/// "Select 04/12/2016 as the date", "select 7 with the slider": a value for a field.
fn as_value(turn: &mut Turn<'_>, items: &Phrase, from: Option<&Phrase>) -> Option<Move> {
    let field = turn.reference(from?);
    // "Choose Delft as the city of Ann Lee".
    if matches!(enter::find(turn, &field), Grounded::Nothing) && cell::meant(turn, &field).is_some()
    {
        return Some(enter::enter(turn, items, None, from));
    }
    let items = &without_noun(items);
    let slider = field.is_kind(Kind::Slider) || field.is_kind(Kind::Spinner);
    let dated = date::is_date(turn, &items.text());
    if slider || dated || enter::is_text_kind(&field) {
        if slider
            && !turn
                .nodes()
                .any(|node| node.role == Role::Slider || node.role.takes_text())
        {
            return Some(slide::by_keys(turn, &field, &items.text()));
        }
        let nodes = candidates(&turn.scene, &field, Wish::Fill);
        if !nodes.is_empty() || dated {
            return Some(enter::enter(turn, items, None, from));
        }
    }
    None
}

/// "a quantity of 2": a field that is called so, and its value.
fn field_of_value(turn: &mut Turn<'_>, items: &Phrase) -> Option<Move> {
    let of = items.0.iter().position(|token| token.is("of"))?;
    let (name, value) = (
        Reference::read(&items.0[..of]),
        Phrase::slice(&items.0[of + 1..]),
    );
    if value.is_empty() || name.whole.is_empty() {
        return None;
    }
    let named =
        |node: &&Node| likeness(&name.whole, &turn.scene.label(node)) >= Some(Likeness::SameWords);
    let node = candidates(&turn.scene, &name, Wish::Fill)
        .into_iter()
        .find(|node| named(node) && !node.role.is_checkable())?;
    Some(enter::fill(turn, node, &value.text()))
}

/// "the language Greek": a list that is called so, and what is to be chosen in it.
fn list_and_value(turn: &Turn<'_>, items: &Phrase) -> Option<(Phrase, Phrase)> {
    /// Most words of a list's name.
    const LONGEST: usize = 5;
    let words = bare(&items.0);
    let cuts = (1..words.len().min(LONGEST + 1)).rev();
    let mut parts = cuts.map(|at| (Phrase::slice(&words[..at]), Phrase::slice(&words[at..])));
    let named = |text: &str, node: &Node| {
        likeness(text, &turn.scene.label(node)) >= Some(Likeness::SameWords)
    };
    let whole = |node: &Node| named(&Reference::of(items).whole, node);
    if turn.nodes().any(whole) {
        return None;
    }
    parts.find(|(list, _)| {
        let text = Reference::of(list).whole;
        list_called(turn, &text).is_some()
    })
}

/// The only list of this name.
pub(super) fn list_called<'a>(turn: &Turn<'a>, text: &str) -> Option<&'a Node> {
    let named = |node: &&Node| {
        is_list(node) && likeness(text, &turn.scene.label(node)) >= Some(Likeness::SameWords)
    };
    only(turn.nodes().filter(named))
}

/// True where this entry of a list stands chosen beside its field, and nothing there takes it away.
pub(super) fn holds_entry(turn: &Turn<'_>, list: &str, entry: &Phrase) -> bool {
    let name = Reference::of(entry).name;
    let beside = |field: &Node| {
        turn.nodes().any(|node| {
            is_level(node, field) && likeness(&name, &node.name) >= Some(Likeness::SameWords)
        })
    };
    list_called(turn, list).is_some_and(beside)
}

/// What stands chosen before a list that is written into.
pub(super) fn entries_before<'a>(turn: &Turn<'a>, field: &Node) -> Vec<&'a Node> {
    /// Farthest that one stands from the next, in pixels.
    const GAP: f64 = 40.0;
    let writes = is_list(field) && field.role.takes_text() && field.facts.options.is_empty();
    let Some(mut from) = field.rect.map(|rect| rect.x).filter(|_| writes) else {
        return Vec::new();
    };
    let entry = |node: &&Node| node.role == Role::Button && is_level(node, field);
    let mut entries: Vec<&Node> = turn.nodes().rev().filter(entry).collect();
    entries.retain(|node| {
        let near = node
            .rect
            .filter(|one| one.x < from && from - one.x - one.w < GAP);
        from = near.map_or(from, |one| one.x);
        near.is_some()
    });
    entries.reverse();
    entries
}

/// True where it stands beside the field.
pub(super) fn is_level(node: &Node, field: &Node) -> bool {
    let rects = node.rect.zip(field.rect);
    rects.is_some_and(|(one, field)| (one.y - field.y).abs() < field.h.max(one.h))
}

/// What offers entries, or may once it is opened.
pub(super) fn is_list(node: &Node) -> bool {
    node.role == Role::Select || !node.facts.options.is_empty() || doubt::opens(node)
}

/// "the date 5 May" → 5 May.
fn without_noun(items: &Phrase) -> Phrase {
    let rest: Vec<Token> = items
        .0
        .iter()
        .skip_while(|token| token.is_any(&["the", "a", "date", "time", "value", "number", "day"]))
        .cloned()
        .collect();
    if rest.is_empty() {
        items.clone()
    } else {
        Phrase(rest)
    }
}

/// The list that was named, if it is in view.
fn list<'a>(turn: &Turn<'a>, from: Option<&Phrase>) -> Option<&'a Node> {
    let reference = Reference::of(from?);
    let found = candidates(&turn.scene, &reference, Wish::Any);
    let lists: Vec<&Node> = found.into_iter().filter(|node| is_list(node)).collect();
    match lists.as_slice() {
        [one] => Some(one),
        _ => lists.first().copied().filter(|_| reference.is_particular()),
    }
}

pub(super) fn options<'a>(turn: &Turn<'a>, list: Option<&'a Node>) -> Vec<(&'a Node, &'a String)> {
    turn.nodes()
        .filter(|node| list.is_none_or(|list| list.id == node.id))
        .flat_map(|node| node.facts.options.iter().map(move |option| (node, option)))
        .collect()
}

fn is_known(turn: &Turn<'_>, text: &str, list: Option<&Node>) -> bool {
    let sure = |name: &str| fold(text) == fold(name);
    turn.nodes()
        .any(|node| Wish::Choose.fit(node) > 0 && sure(&turn.scene.label(node)))
        || options(turn, list).iter().any(|(_, option)| sure(option))
}

/// What every part means; the first part that means nothing in view is the error.
fn targets<'a>(
    turn: &mut Turn<'a>,
    parts: &[Phrase],
    list: Option<&'a Node>,
) -> Result<Vec<(Target<'a>, String)>, Missing> {
    let mut targets = Vec::new();
    for part in parts {
        // What was chosen in a list that closes stands elsewhere by now, as what would take it back.
        if list.is_some_and(|list| list.facts.options.is_empty()) && is_chosen(turn, part) {
            continue;
        }
        match target(turn, part, list) {
            Ok(target) => targets.push((target, part.text())),
            // What was chosen before may have left the view since.
            Err(Missing::Nothing(_)) if is_chosen(turn, part) => {}
            Err(missing) => return Err(missing),
        }
    }
    Ok(targets)
}

/// Why a part has no target.
enum Missing {
    /// Nothing in view is called so.
    Nothing(Phrase),
    /// Several are.
    Several(Phrase, Vec<NodeId>),
}

fn target<'a>(
    turn: &Turn<'a>,
    part: &Phrase,
    list: Option<&'a Node>,
) -> Result<Target<'a>, Missing> {
    // "Add Milk and tick it": not the field that it was written into.
    let written = turn.written().filter(|_| turn.reference(part).same);
    let part = &written.as_deref().map_or_else(|| part.clone(), Phrase::of);
    let reference = turn.reference(part);
    // A row is chosen by its box, whatever else of that name can be pressed in it.
    if let (true, Some(node)) = (reference.is_kind(Kind::Row), box_of_row(turn, part)) {
        return Ok(Target::Control(node));
    }
    // An entry of a list is chosen, and not ticked.
    let entry = best_option(turn, &reference, list).filter(|_| list.is_some() || !ticks(turn));
    if list.is_some()
        && let Some((_, node, option)) = entry
    {
        return Ok(Target::Entry(node, option));
    }
    let found = turn.meant(&reference, Wish::Choose);
    let like_of = |node: &Node| {
        let label = turn.scene.label(node);
        likeness(&reference.name, &label).max(likeness(&reference.whole, &label))
    };
    // What is ticked is a box, and nothing else of that name.
    let pressed =
        |node: &Node| node.role == Role::Button && like_of(node) >= Some(Likeness::SameWords);
    let found = match found {
        Grounded::One(node) if ticks(turn) && !can_be_ticked(node) && !pressed(node) => {
            Grounded::Nothing
        }
        // To choose "people" is not to press "Add a person".
        Grounded::One(node)
            if node.role == Role::Button
                && is_deed(&node.name)
                && like_of(node) < Some(Likeness::SameWords) =>
        {
            Grounded::Nothing
        }
        // What was chosen already stands before its list, and is no entry of it.
        Grounded::One(node)
            if list.is_some_and(|list| {
                entries_before(turn, list)
                    .iter()
                    .any(|one| one.id == node.id)
            }) =>
        {
            Grounded::Nothing
        }
        // What only holds the words elsewhere is no entry of this list.
        Grounded::One(node)
            if list.is_some()
                && !can_be_ticked(node)
                && like_of(node) < Some(Likeness::SameWords) =>
        {
            Grounded::Nothing
        }
        found => found,
    };
    match (found, entry) {
        (Grounded::One(node), Some((like, list, option))) if Some(like) > like_of(node) => {
            let _ = node;
            Ok(Target::Entry(list, option))
        }
        (Grounded::One(node), _) => Ok(Target::Control(node)),
        (_, Some((_, list, option))) => Ok(Target::Entry(list, option)),
        (Grounded::Several(nodes), None) => {
            let ids = nodes.iter().map(|node| node.id.clone()).collect();
            Err(Missing::Several(part.clone(), ids))
        }
        (Grounded::Nothing, None) => {
            match box_of_row(turn, part).or_else(|| of_group(turn, part)) {
                Some(node) => Ok(Target::Control(node)),
                None => Err(Missing::Nothing(part.clone())),
            }
        }
    }
}

/// True where the words speak of ticks.
fn ticks(turn: &Turn<'_>) -> bool {
    static TICKS: WordList = WordList::named("verbs that tick");
    turn.part().first().is_some_and(|verb| TICKS.contains(verb))
}

fn can_be_ticked(node: &Node) -> bool {
    // A link may be marked as where one is.
    let marked = node.role != Role::Link
        && [State::Checked, State::Selected, State::Pressed]
            .iter()
            .any(|state| node.is(*state));
    node.role.is_checkable() || node.role == Role::Option || marked
}

/// "The window seat": what is called the one, of those that are headed by the other.
fn of_group<'a>(turn: &Turn<'a>, part: &Phrase) -> Option<&'a Node> {
    let said = Reference::of(part).whole;
    let fits = |node: &&Node| {
        let headed = format!("{} {}", node.name, head_of(turn, node).unwrap_or_default());
        let own = node.role == Role::Radio && is_ready(node);
        let spoken = words(&said);
        let named = words(&node.name).iter().all(|word| spoken.contains(word));
        own && named && cover::adds_nothing(&said, &headed)
    };
    only(turn.nodes().filter(fits))
}

/// What stands before the first of a group, or above it.
pub(super) fn head_of(turn: &Turn<'_>, node: &Node) -> Option<String> {
    let group = node.facts.group.as_ref()?;
    let first = turn
        .nodes()
        .find(|other| other.facts.group.as_ref() == Some(group))?;
    let line = turn.scene.line_of(&first.id)?;
    let inside = turn.scene.screen.text_before(&first.id);
    inside.or_else(|| {
        let above = turn.scene.screen.lines().get(line.checked_sub(1)?)?;
        above.nodes().next().is_none().then(|| above.words())
    })
}

/// The box that chooses the row that is meant.
fn box_of_row<'a>(turn: &Turn<'a>, part: &Phrase) -> Option<&'a Node> {
    // "Active for Ann": a box of that column, and not the one that chooses the row.
    if cell::meant(turn, &turn.reference(part)).is_some() {
        return None;
    }
    let row = table::line_said(&turn.scene, part)?;
    let own = |node: &&Node| is_ready(node) && turn.scene.line_of(&node.id) == Some(row);
    only(table::row_boxes(&turn.scene).into_iter().filter(own))
}

/// The entry of a list that is called so, or stands at that place in it.
fn best_option<'a>(
    turn: &Turn<'a>,
    reference: &Reference,
    list: Option<&'a Node>,
) -> Option<(Likeness, &'a Node, String)> {
    if let (Some(ordinal), Some(list), true) = (reference.ordinal, list, reference.name.is_empty())
    {
        let at = ordinal.index(list.facts.options.len())?;
        return Some((Likeness::Folded, list, list.facts.options[at].clone()));
    }
    let names = [&reference.name, &reference.whole];
    options(turn, list)
        .into_iter()
        .filter_map(|(node, option)| {
            let like = names
                .iter()
                .filter_map(|name| likeness(name, option))
                .max()?;
            Some((like, node, option.clone()))
        })
        .rev()
        .max_by_key(|(like, _, _)| *like)
}

fn is_chosen(turn: &Turn<'_>, part: &Phrase) -> bool {
    turn.memory.own.picked.contains(&part.text())
}

/// What is to be chosen is not in view: the list may have to be opened first.
fn find_elsewhere(
    turn: &mut Turn<'_>,
    missing: &Missing,
    from: Option<&Phrase>,
    list: Option<&Node>,
) -> Move {
    let part = match missing {
        Missing::Several(part, ids) => {
            let nodes: Vec<&Node> = ids
                .iter()
                .filter_map(|id| turn.scene.screen.node(id))
                .collect();
            return which(turn, part, &nodes);
        }
        Missing::Nothing(part) => part,
    };
    let opener = list
        .filter(|list| list.facts.options.is_empty())
        .or_else(|| opener(turn, from));
    if let Some(opener) = opener {
        let action = click_on(opener);
        // A list may close after each choice.
        if turn.tries(&action) <= turn.memory.own.picked.len() {
            return Move::Prepare(action, format!("I open {}.", said(opener)));
        }
    }
    // What is ticked stands on this page; no link of that name leads to it.
    if ticks(turn) {
        return explore::look_further(turn, part);
    }
    explore::explore(turn, part)
}

fn opener<'a>(turn: &Turn<'a>, from: Option<&Phrase>) -> Option<&'a Node> {
    match ground(&turn.scene, &Reference::of(from?), Wish::Touch) {
        Grounded::One(node)
            if !matches!(node.role, Role::Scroll) && node.facts.options.is_empty() =>
        {
            Some(node)
        }
        _ => None,
    }
}
