//! Fields that offer entries while one types.

use screen_agent_action::Action;
use screen_agent_page::{Node, Role};

use super::Move;
use super::enter::surely;
use super::turn::{Tried, Turn, click_on, press, said};
use super::value::Pattern;
use crate::ground::scene::is_ready;
use crate::words::likeness::likeness;

/// Most looks at a field that has not offered anything yet.
const LOOKS: usize = 2;

/// Takes the entry that is offered for what was typed, where the field offers some.
pub(crate) fn confirm(turn: &mut Turn<'_>, field: &Node, text: &str) -> Move {
    let offered = offered(turn, field);
    let Some(entry) = offered
        .iter()
        .find(|node| surely(likeness(text, &node.name)))
    else {
        return Move::Done;
    };
    let action = click_on(entry);
    if turn.tried(&action) != Tried::Never {
        return Move::Done;
    }
    Move::Act(
        action,
        format!("I take {} from what is offered.", said(entry)),
    )
}

/// Types the start, looks at what is offered, and takes what fits.
pub(crate) fn by_pattern(turn: &mut Turn<'_>, field: &Node, pattern: &Pattern) -> Move {
    if turn.memory.own.taken.is_some() {
        return taken(turn, field, pattern);
    }
    if let Some(option) = field
        .facts
        .options
        .iter()
        .find(|option| pattern.fits(option))
    {
        let option = option.clone();
        return super::enter::fill(turn, field, &option);
    }
    let entry = offered(turn, field)
        .into_iter()
        .find(|node| pattern.fits(node.name.trim()));
    if let Some(entry) = entry {
        turn.memory.own.taken = Some(entry.name.clone());
        return Move::Act(click_on(entry), format!("{} fits; I take it.", said(entry)));
    }
    type_start(turn, field, pattern)
}

/// The entry was clicked: the field should hold it now.
fn taken(turn: &mut Turn<'_>, field: &Node, pattern: &Pattern) -> Move {
    if field
        .value
        .as_deref()
        .is_some_and(|value| pattern.fits(value))
    {
        turn.memory.filled.push(field.id.as_str().to_owned());
        return Move::Done;
    }
    let name = turn.memory.own.taken.clone().unwrap_or_default();
    super::enter::fill(turn, field, &name)
}

fn type_start(turn: &mut Turn<'_>, field: &Node, pattern: &Pattern) -> Move {
    let probe = [&pattern.starts, &pattern.holds, &pattern.ends]
        .into_iter()
        .find(|part| !part.is_empty())
        .cloned()
        .unwrap_or_default();
    let action = Action::SetValue {
        id: field.id.clone(),
        text: probe.clone(),
    };
    if turn.tried(&action) == Tried::Never {
        return Move::Prepare(
            action,
            format!("I type \"{probe}\" and look at what is offered."),
        );
    }
    let looks = turn.memory.own.looks;
    if looks < LOOKS {
        turn.memory.own.looks += 1;
        return match looks {
            0 => Move::Prepare(
                Action::Wait { seconds: 1.0 },
                "I wait for what is offered.".into(),
            ),
            _ => Move::Prepare(
                press("ArrowDown"),
                "I ask the field for its entries.".into(),
            ),
        };
    }
    // Nothing is offered: what was typed may be all there is to it.
    if pattern.fits(&probe) {
        turn.memory.filled.push(field.id.as_str().to_owned());
        return Move::Done;
    }
    Move::Stuck(format!("{} offers nothing that fits", said(field)))
}

/// What a field offers: entries of a list that stands open.
fn offered<'a>(turn: &Turn<'a>, field: &Node) -> Vec<&'a Node> {
    let below = |node: &Node| match (field.rect, node.rect) {
        (Some(field), Some(node)) => {
            node.y + node.h > field.y && node.x < field.x + field.w + 200.0
        }
        _ => true,
    };
    turn.nodes()
        .filter(|node| node.id != field.id && is_ready(node) && below(node))
        .filter(|node| {
            matches!(node.role, Role::Option | Role::MenuItem)
                || (node.role == Role::Generic
                    && node
                        .facts
                        .tag
                        .as_deref()
                        .is_none_or(|tag| matches!(tag, "li" | "div" | "a" | "span")))
        })
        .collect()
}
