//! Taking something somewhere else.

use screen_agent_words::PhraseTable;
use serde::Deserialize;
use std::sync::LazyLock;

use super::clause::Clause;
use super::lead::bare;
use crate::words::number::amount;
use crate::words::token::begun_by;
use crate::words::{Phrase, Token};

/// Where in its list a thing is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    /// Before another one.
    Before,
    /// After another one.
    After,
    /// Before all others.
    First,
    /// After all others.
    Last,
}

static SIDES: LazyLock<PhraseTable<Side>> =
    LazyLock::new(|| PhraseTable::named("sides of a place"));
static ENDS: LazyLock<PhraseTable<Side>> = LazyLock::new(|| PhraseTable::named("ends of a list"));

/// "Cook above Wash", "Serve to the top": what is taken, to which side, and of what.
pub(super) fn beside(tokens: &[Token]) -> Option<(&[Token], Side, &[Token])> {
    (1..tokens.len().saturating_sub(1)).find_map(|at| {
        let (what, rest) = tokens.split_at(at);
        // "Over to Monday" goes there; "over Monday" stands above it.
        if goes_over(rest) {
            return None;
        }
        if let Some((side, used)) =
            begun_by(&SIDES, &rest[0].low, rest).filter(|(_, used)| *used < rest.len())
        {
            return Some((what, side, &rest[used..]));
        }
        let end = bare(&rest[1..]);
        let (side, used) = begun_by(&ENDS, &end.first()?.low, end)?;
        let list = match &end[used..] {
            [] => &[][..],
            [of, list @ ..] if of.is_any(&["of", "in"]) => list,
            _ => return None,
        };
        rest[0]
            .is_any(&["to", "at", "on"])
            .then_some((what, side, list))
    })
}

fn goes_over(tokens: &[Token]) -> bool {
    matches!(tokens, [over, to, ..] if over.is("over") && to.is_any(&["to", "onto", "into"]))
}

/// "Drag A to B", "drag A onto B".
pub(crate) fn drag(tokens: &[Token]) -> Vec<Clause> {
    if let Some((what, side, mark)) = beside(tokens) {
        return vec![Clause::Drag {
            what: Phrase::slice(what),
            to: Phrase::slice(mark),
            side: Some(side),
        }];
    }
    let turn = (1..tokens.len().saturating_sub(1))
        .rev()
        .find(|&at| tokens[at].is_any(&["onto", "into"]))
        .or_else(|| {
            (1..tokens.len().saturating_sub(1)).find(|&at| {
                tokens[at].is_any(&["to", "on", "over", "inside"]) && !goes_over(&tokens[at..])
            })
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
            } else if at >= 2 && goes_over(&tokens[at - 1..]) {
                at - 1
            } else {
                at
            };
            Clause::Drag {
                what: Phrase::slice(&tokens[..end.max(1)]),
                to: Phrase::slice(&tokens[at + 1..]),
                side: None,
            }
        }
        None => Clause::Effect {
            verb: "move".into(),
            what: Phrase::slice(tokens),
        },
    }]
}
