//! Taking something somewhere else.

use super::clause::Clause;
use crate::words::number::amount;
use crate::words::{Phrase, Token};

/// "Drag A to B", "drag A onto B".
pub(crate) fn drag(tokens: &[Token]) -> Vec<Clause> {
    let turn = (1..tokens.len().saturating_sub(1))
        .rev()
        .find(|&at| tokens[at].is_any(&["onto", "into"]))
        .or_else(|| {
            (1..tokens.len().saturating_sub(1))
                .find(|&at| tokens[at].is_any(&["to", "on", "over", "inside"]))
        });
    vec![match turn {
        // "Move the slider to 5" sets a value.
        Some(at) if matches!(&tokens[at + 1..], [value] if amount(&value.text).is_some() && !value.quoted()) => {
            Clause::Enter {
                value: Phrase::slice(&tokens[at + 1..]),
                label: None,
                field: Some(Phrase::slice(&tokens[..at])),
            }
        }
        Some(at) => {
            let end = if tokens[at - 1].is_any(&["it", "them"]) && at >= 2 {
                at - 2
            } else {
                at
            };
            Clause::Drag {
                what: Phrase::slice(&tokens[..end.max(1)]),
                to: Phrase::slice(&tokens[at + 1..]),
            }
        }
        None => Clause::Effect {
            verb: "move".into(),
            what: Phrase::slice(tokens),
        },
    }]
}
