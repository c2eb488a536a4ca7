//! Taking something somewhere else.

use screen_agent_action::Action;
use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::turn::{Turn, said};
use super::{Move, date, explore};
use crate::ground::find::candidates;
use crate::ground::month::Month;
use crate::ground::place::ALIGNED;
use crate::ground::{Grounded, Wish, only};
use crate::read::{Side, bare};
use crate::words::{Phrase, Token};

/// Most times that one thing is dragged to its place in a list.
const MOST: usize = 2;

/// Drags one thing onto another, or to a place in its list.
pub(crate) fn drag(turn: &mut Turn<'_>, what: &Phrase, to: &Phrase, side: Option<Side>) -> Move {
    // "The next day" is another one once it was moved.
    let mut mine = turn.mine().iter().map(|step| &step.action);
    if let (None, Some(begun)) = (side, mine.find(|action| drags(action))) {
        return turn.once(begun.clone(), "I drag it once more.".to_owned());
    }
    let reference = turn.reference(what);
    let from = match turn.meant(&reference, Wish::Drag) {
        Grounded::One(node) => {
            let alike = super::question::rivals(turn, &reference, Wish::Drag, node);
            let begun = turn.deeds().next().is_some();
            if alike.len() > 1 && !begun && !reference.same {
                return super::question::which(turn, what, &alike);
            }
            node
        }
        Grounded::Several(nodes) => match nodes.iter().find(|node| node.facts.draggable) {
            Some(node) => *node,
            None => return super::question::which(turn, what, &nodes),
        },
        Grounded::Nothing => match entered(turn, what) {
            Some(node) => node,
            None => return explore::explore(turn, what),
        },
    };
    let goal = turn.reference(to);
    if goal.number.is_several() {
        return Move::Stuck(super::finish::not_found(turn, to));
    }
    let target: Option<&Node> = candidates(&turn.scene, &goal, Wish::Any)
        .into_iter()
        .find(|node| node.id != from.id && !to.is_empty())
        .or_else(|| date::day_said(turn, to, from));
    if let Some(side) = side
        && let Some(step) = in_list(turn, from, side, target)
    {
        return step;
    }
    let Some(target) = target else {
        return explore::explore(turn, to);
    };
    turn.once(dragged(from, target), why(from, target))
}

/// "The dentist's appointment": the only entry of a calendar that the words name.
fn entered<'a>(turn: &Turn<'a>, what: &Phrase) -> Option<&'a Node> {
    static KINDS: WordList = WordList::named("kinds of entries in a calendar");
    let shown = Month::of(&turn.scene)?;
    let named = bare(&what.0).iter().filter(|token| !token.is_in(&KINDS));
    let named: Vec<Token> = named.cloned().collect();
    only(shown.called(&named)).map(|event| event.node)
}

fn drags(action: &Action) -> bool {
    matches!(action, Action::DragAndDrop { .. })
}

fn dragged(from: &Node, to: &Node) -> Action {
    Action::DragAndDrop {
        from: from.id.clone(),
        to: to.id.clone(),
    }
}

fn why(from: &Node, to: &Node) -> String {
    format!("I drag {} to {}.", said(from), said(to))
}

/// To its place among those like it; nothing where the other thing is none of them. What is dropped on another takes its
/// place, and those between move up.
fn in_list(turn: &Turn<'_>, from: &Node, side: Side, mark: Option<&Node>) -> Option<Move> {
    let list: Vec<&Node> = turn.nodes().filter(|node| is_beside(from, node)).collect();
    let place = |node: &Node| list.iter().position(|other| other.id == node.id);
    let (own, last) = (place(from)?, list.len().checked_sub(1)?);
    let goal = match (side, mark.and_then(place)) {
        (Side::First, _) => 0,
        (Side::Last, _) => last,
        (Side::Before, Some(at)) => at - usize::from(own < at),
        (Side::After, Some(at)) => at + usize::from(own > at),
        (Side::Before | Side::After, None) => return None,
    };
    if own == goal {
        return Some(Move::Done);
    }
    let tries = turn.mine().iter().filter(|step| drags(&step.action));
    if tries.count() >= MOST {
        let why = format!("{} does not stay where it was dragged to", said(from));
        return Some(Move::Stuck(why));
    }
    let target = list[goal];
    Some(Move::Act(dragged(from, target), why(from, target)))
}

/// Of one list: of one kind, below or beside each other.
fn is_beside(one: &Node, other: &Node) -> bool {
    let aligned = one.rect.zip(other.rect).is_some_and(|(one, other)| {
        (one.x - other.x).abs() < ALIGNED || (one.y - other.y).abs() < ALIGNED
    });
    let (a, b) = (&one.facts, &other.facts);
    one.role == other.role
        && aligned
        && a.draggable == b.draggable
        && a.tag == b.tag
        && a.group == b.group
}
