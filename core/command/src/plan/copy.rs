//! Taking a text over from the page.

use screen_agent_action::Action;
use screen_agent_page::Node;

use super::turn::{Tried, Turn, said};
use super::{Move, explore};
use crate::answer;
use crate::ground::find::candidates;
use crate::ground::scene::is_field;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::words::Phrase;

/// From this length on a value may have been cut by the client.
const CUT: usize = 40;
/// A client reads no more of a text than this.
const LONGEST: usize = 2_000;

/// Reads a text and remembers it.
pub(crate) fn copy(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    if let Some(node) = source(turn, what) {
        return match whole(turn, node) {
            Ok(text) => {
                turn.memory.read = Some(text);
                turn.memory.filled.push(node.id.as_str().to_owned());
                Move::Done
            }
            Err(step) => step,
        };
    }
    match answer::value(&turn.scene, what) {
        Some(text) => {
            turn.memory.read = Some(text);
            Move::Done
        }
        None => explore::explore(turn, what),
    }
}

/// The field or control whose text is meant.
pub(crate) fn source<'a>(turn: &Turn<'a>, what: &Phrase) -> Option<&'a Node> {
    let mut reference = turn.reference(what);
    // "the text of the box": the box is what is meant.
    let inner = reference
        .places
        .iter()
        .find(|(_, place)| !place.is_bare())
        .map(|(_, place)| place.clone());
    if let (Some(inner), true) = (inner, says_text(&reference)) {
        reference = inner;
    }
    let filled = |node: &&Node| {
        is_field(node) && node.value.as_deref().is_some_and(|value| !value.is_empty())
    };
    match ground(&turn.scene, &reference, Wish::Fill) {
        Grounded::One(node) if filled(&node) => return Some(node),
        _ => {}
    }
    let named = candidates(&turn.scene, &reference, Wish::Fill)
        .into_iter()
        .find(filled);
    named.or_else(|| {
        let mut all = turn
            .nodes()
            .filter(|node| node.role.takes_text())
            .filter(filled);
        let first = all.next()?;
        (all.next().is_none() && says_text(&reference)).then_some(first)
    })
}

fn says_text(reference: &Reference) -> bool {
    matches!(
        reference.name.as_str(),
        "" | "text" | "content" | "contents" | "value"
    ) || reference.whole.starts_with("text")
}

/// The whole text of a field: what the client told, or what a query reads where it may have been cut.
pub(crate) fn whole(turn: &Turn<'_>, node: &Node) -> Result<String, Move> {
    let told = node.value.clone().unwrap_or_else(|| node.name.clone());
    match told.chars().count() < CUT {
        true => Ok(told),
        false => in_lines(turn, node, told),
    }
}

/// The text as a query reads it, in its lines; what was told where none can.
pub(crate) fn in_lines(turn: &Turn<'_>, node: &Node, told: String) -> Result<String, Move> {
    let action = Action::GetText {
        id: node.id.clone(),
    };
    let read = turn
        .mine()
        .iter()
        .rev()
        .find(|step| step.action == action)
        .and_then(|step| step.report.state.clone());
    match (read, turn.tried(&action)) {
        (Some(text), _) if text.chars().count() >= LONGEST => Err(Move::Stuck(format!(
            "the text of {} is too long for me to take over whole",
            said(node)
        ))),
        (Some(text), _) => Ok(text),
        (None, Tried::Never) => Err(Move::Act(
            action,
            format!("I read the whole text of {}.", said(node)),
        )),
        (None, _) => Ok(told),
    }
}
