//! "Enter the value of each label into its field": every field takes what the page tells under its name.

use screen_agent_page::Node;

use super::Move;
use super::enter::fill;
use super::turn::Turn;
use crate::answer;
use crate::words::Phrase;

/// True when the words ask for one value for each field.
pub(crate) fn asks(value: &Phrase) -> bool {
    value.quotes().is_empty()
        && value.0.iter().any(|token| {
            token.is_any(&[
                "each",
                "corresponding",
                "corresponds",
                "respective",
                "every",
            ])
        })
}

/// Fills every text field with what the page tells under its name.
pub(crate) fn fill_all(turn: &mut Turn<'_>) -> Move {
    let fields: Vec<&Node> = turn.nodes().filter(|node| node.role.takes_text()).collect();
    let mut known = 0;
    for node in fields {
        let label = turn.scene.label(node);
        let Some(text) = answer::value_under(&turn.scene, &label, &node.id) else {
            continue;
        };
        known += 1;
        match fill(turn, node, &text) {
            Move::Done => {}
            other => return other,
        }
    }
    if known == 0 {
        return Move::Stuck("I do not see on the page what belongs into the fields".into());
    }
    Move::Done
}
