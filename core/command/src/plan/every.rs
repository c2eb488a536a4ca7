//! Choosing many at once: every box, all but some, all whose names are of a form.

use screen_agent_page::{Line, LineKind, Node, Role};

use super::apply::{Target, apply};
use super::choose::options;
use super::except::{exception, spared};
use super::several::EVERY;
use super::turn::Turn;
use super::{Move, explore, value};
use crate::ground::find::candidates;
use crate::ground::items::split;
use crate::ground::kind::{Kind, fit};
use crate::ground::reference::Number;
use crate::ground::scene::is_ready;
use crate::ground::{Reference, Wish, table};
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};

/// Every box there is, or every one that fits a description.
pub(super) fn every(turn: &mut Turn<'_>, items: &Phrase, on: bool) -> Option<Move> {
    let (named, except) = exception(items);
    // What is spared and bears no box of that very name is told from the rest by its list.
    if !except.is_empty() && !are_boxes(turn, &except) {
        return None;
    }
    let mut reference = turn.reference(&named);
    let count = match reference.number {
        Number::Exactly(count) => count,
        Number::All | Number::Plural => usize::MAX,
        Number::The | Number::Any => return None,
    };
    if !reference.name.is_empty() && !reference.quoted {
        if !except.is_empty() {
            return None;
        }
        let mut boxes = boxes_of_list(turn, &reference);
        if boxes.is_empty() {
            boxes = boxes_called(turn, &reference);
        }
        return (!boxes.is_empty()).then(|| apply(turn, boxes, on));
    }
    let spared = spared(items);
    for kind in &mut reference.kinds {
        // What is ticked is a box, but no field.
        if matches!(kind, Kind::Field | Kind::Thing) {
            *kind = Kind::Checkbox;
        }
    }
    if let Some(step) = rows(turn, &reference, count, on) {
        return Some(step);
    }
    // What was ticked a moment ago is no longer "unchecked"; the rest still is.
    let nodes: Vec<&Node> = candidates(&turn.scene, &reference, Wish::Choose)
        .into_iter()
        .filter(|node| node.role.is_checkable() || node.role == Role::Option)
        .filter(|node| {
            reference.kinds.is_empty() || reference.kinds.iter().any(|kind| fit(*kind, node) >= 2)
        })
        .filter(|node| {
            !spared
                .iter()
                .any(|name| likeness(name, &turn.scene.label(node)) >= Some(Likeness::SameWords))
        })
        // A box that ticks all the others ticks what is spared, too.
        .filter(|node| {
            let label = words(&turn.scene.label(node));
            spared.is_empty() || !label.iter().any(|word| EVERY.contains(word))
        })
        .take(count)
        .collect();
    if nodes.is_empty() {
        return turn.memory.own.every.then_some(Move::Done);
    }
    turn.memory.own.every = true;
    Some(apply(
        turn,
        nodes.into_iter().map(Target::Control).collect(),
        on,
    ))
}

/// True where each of these is the name of a box.
fn are_boxes(turn: &Turn<'_>, names: &Phrase) -> bool {
    let called = |name: &Phrase| {
        let named = Reference::of(name);
        turn.nodes().any(|node| {
            let label = turn.scene.label(node);
            let like = likeness(&named.name, &label).max(likeness(&named.whole, &label));
            node.role.is_checkable() && like >= Some(Likeness::SameWords)
        })
    };
    split(names, &|_| false).iter().all(called)
}

/// "All Paid boxes": those that are called so, where there are several.
fn boxes_called<'a>(turn: &Turn<'a>, reference: &Reference) -> Vec<Target<'a>> {
    let called = |node: &&Node| {
        let label = turn.scene.label(node);
        node.role.is_checkable() && likeness(&reference.name, &label) >= Some(Likeness::SameWords)
    };
    let found = candidates(&turn.scene, reference, Wish::Choose).into_iter();
    let boxes: Vec<Target<'a>> = found.filter(called).map(Target::Control).collect();
    match boxes.len() {
        0 | 1 => Vec::new(),
        _ => boxes,
    }
}

/// "All tasks" of a page of tasks: the box of each item.
fn boxes_of_list<'a>(turn: &Turn<'a>, reference: &Reference) -> Vec<Target<'a>> {
    let noun = singular(&reference.name.to_lowercase());
    let heads = |line: &Line| matches!(line.kind, LineKind::Heading(1));
    let headings = turn.scene.lines().filter(|(_, line)| heads(line));
    let mut names = headings
        .map(|(_, line)| line.words())
        .chain([turn.ask.seen.title.clone()]);
    let is_page = names.any(|name| words(&name).iter().any(|word| singular(word) == noun));
    let item = |node: &&Node| {
        let line = turn
            .scene
            .line_of(&node.id)
            .and_then(|at| turn.scene.screen.lines().get(at));
        let listed = line.is_some_and(|line| line.kind == LineKind::Item);
        node.role.is_checkable() && is_ready(node) && listed
    };
    let all = reference.number == Number::All && reference.places.is_empty() && is_page;
    let boxes = turn.nodes().filter(|_| all).filter(item);
    boxes.map(Target::Control).collect()
}

/// "the first two rows": the boxes that choose the rows, and no other box in them.
fn rows(turn: &mut Turn<'_>, reference: &Reference, count: usize, on: bool) -> Option<Move> {
    if !reference.is_kind(Kind::Row) || reference.kinds.len() > 1 || !reference.places.is_empty() {
        return None;
    }
    let boxes = table::row_boxes(&turn.scene);
    if boxes.is_empty() {
        return None;
    }
    let from = if reference
        .ordinal
        .is_some_and(|ordinal| ordinal.index(2) == Some(1))
    {
        boxes.len().saturating_sub(count)
    } else {
        0
    };
    let nodes = boxes.into_iter().skip(from).take(count);
    Some(apply(turn, nodes.map(Target::Control).collect(), on))
}

/// Every one whose name is of a form: "all that start with A".
pub(super) fn every_like(
    turn: &mut Turn<'_>,
    items: &Phrase,
    pattern: &value::Pattern,
    on: bool,
) -> Move {
    let targets: Vec<Target<'_>> = turn
        .nodes()
        .filter(|node| Wish::Choose.fit(node) == 3 && pattern.fits(turn.scene.label(node).trim()))
        .map(Target::Control)
        .collect();
    let entries: Vec<Target<'_>> = options(turn, None)
        .into_iter()
        .filter(|(_, option)| pattern.fits(option))
        .map(|(node, option)| Target::Entry(node, option.clone()))
        .collect();
    match (targets.is_empty(), entries.is_empty()) {
        (false, _) => apply(turn, targets, on),
        (true, false) => apply(turn, entries, on),
        (true, true) => explore::explore(turn, items),
    }
}
