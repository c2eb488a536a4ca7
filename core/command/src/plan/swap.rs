//! Something else in the place of what stands there, where it was not said whether a field or a text holds it.

use screen_agent_words::WordList;

use super::amend::{amend, can_open, editor_opener, meant, open_editor, says_once, told_whole};
use super::passage::{edits, places};
use super::turn::Turn;
use super::{Move, cell, date, enter};
use crate::ground::Grounded;
use crate::ground::held::Held;
use crate::read::{Amend, Clause, and_field, bare};
use crate::words::likeness::{Likeness, likeness};
use crate::words::number::amount;
use crate::words::token::{spaced, tokenise};
use crate::words::{Phrase, Token};

/// "Change coffee to tea in the note", where no field is called coffee: a phrase of the only text that holds it; "change the
/// flour to 300 g": the number of the only line that is about it.
pub(super) fn phrase_of_text(turn: &mut Turn<'_>, old: &Phrase, value: &Phrase) -> Option<Move> {
    let (new, field) = and_field(&value.0);
    let field = (!field.is_empty()).then(|| Phrase::slice(bare(field)));
    let reference = turn.reference(old);
    let new = Phrase::slice(new);
    let how = match is_amount(&new) && amount(&reference.whole).is_none() {
        true => Amend::InLine {
            theme: old.clone(),
            old: None,
        },
        false => Amend::Instead(Phrase::of(&format!("\"{}\"", reference.whole))),
    };
    if !turn.memory.own.amends {
        let begun = turn.memory.own.value.is_some() || !turn.memory.own.fields.is_empty();
        if begun || reference.same || enter::find(turn, &reference) != Grounded::Nothing {
            return None;
        }
        if let Some(step) = begin(turn, &how, &new, field.as_ref()) {
            return Some(step);
        }
    }
    let amends = turn.memory.own.amends && !new.is_empty();
    amends.then(|| amend(turn, &how, &new, field.as_ref()))
}

/// Sees whether a text is what is changed; what has to be done to see it.
fn begin(turn: &mut Turn<'_>, how: &Amend, new: &Phrase, field: Option<&Phrase>) -> Option<Move> {
    let Some(node) = meant(turn, how, field) else {
        let text = turn.scene.all_text();
        let once = match how {
            Amend::Instead(old) => says_once(turn, &old.text()),
            _ => edits(&text, how, &new.text()).is_some(),
        };
        return (once && can_open(turn)).then(|| open_editor(turn, field));
    };
    let value = node.value.as_deref().filter(|value| !value.is_empty())?;
    // Of a time or a date no part is changed.
    let whole = Held::of(value, turn.today);
    if matches!(whole, Some(Held::Day(_) | Held::Time(_) | Held::Range(..))) {
        return None;
    }
    match told_whole(turn, node, matches!(how, Amend::InLine { .. })) {
        Err(step) => Some(step),
        Ok(held) => {
            turn.memory.own.amends = match how {
                Amend::Instead(old) => !places(&held, &old.text()).is_empty(),
                _ => edits(&held, how, &new.text()).is_some(),
            };
            None
        }
    }
}

/// A number, and its unit.
fn is_amount(value: &Phrase) -> bool {
    /// Most letters of a unit.
    const LONGEST: usize = 3;
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    match value.0.as_slice() {
        [number] => digits(&number.text),
        [number, unit] => digits(&number.text) && unit.word() && unit.text.len() <= LONGEST,
        _ => false,
    }
}

/// "Change X from A to B", where X is no field or cell that holds A: a line of a text, or what is wrong.
pub(super) fn exchange(turn: &mut Turn<'_>, field: &Phrase, old: &Phrase, new: &Phrase) -> Move {
    static PLACES: WordList = WordList::named("texts that stand in a field");
    let (value, place) = and_field(&new.0);
    let value = Phrase::slice(value);
    let how = Amend::InLine {
        theme: field.clone(),
        old: Some(old.clone()),
    };
    let known = |token: &Token| token.is_in(&PLACES) || token.is_any(&["table", "list"]);
    if !turn.memory.own.amends {
        // Once it was changed it holds what is new.
        let held = held_as(turn, field).filter(|_| !turn.memory.own.checked);
        if let Some(held) = held {
            if !is_same(turn, &held, &old.text()) {
                let (name, old) = (field.text(), old.text());
                return Move::Stuck(format!("\"{name}\" is \"{held}\", not \"{old}\""));
            }
            turn.memory.own.checked = true;
        }
        let text = bare(place).iter().all(known);
        if text && let Some(step) = begin(turn, &how, &value, None) {
            return step;
        }
    }
    if turn.memory.own.amends {
        return amend(turn, &how, &value, None);
    }
    // A text that tells something else of it is not changed.
    if held_as(turn, field).is_none()
        && let Some(step) = phrase_of_text(turn, field, &value)
    {
        return match turn.memory.own.amends {
            true => Move::Stuck(format!("\"{}\" is not \"{}\"", field.text(), old.text())),
            false => step,
        };
    }
    enter::enter(turn, &value, None, Some(&placed(field, place)))
}

fn placed(field: &Phrase, place: &[Token]) -> Phrase {
    let lead = if place.is_empty() { "" } else { "in" };
    Phrase(spaced([&field.0[..], &tokenise(lead), place].concat()))
}

/// What a field or a cell of this name holds.
fn held_as(turn: &Turn<'_>, field: &Phrase) -> Option<String> {
    let reference = turn.reference(field);
    match enter::find(turn, &reference) {
        Grounded::One(node) => Some(node.value.clone().unwrap_or_default()),
        Grounded::Several(_) => None,
        Grounded::Nothing => cell::meant(turn, &reference).map(|(cell, _)| cell.text.clone()),
    }
}

/// "Change X from A to B", where a field or a cell holds A: a value for it.
pub(super) fn as_entry(turn: &mut Turn<'_>, clause: &Clause) -> Option<Clause> {
    let Clause::Exchange { field, old, new } = clause else {
        return None;
    };
    if turn.memory.own.amends || turn.memory.own.went {
        return None;
    }
    if !turn.memory.own.checked {
        let held = held_as(turn, field)?;
        let in_field = matches!(enter::find(turn, &turn.reference(field)), Grounded::One(_));
        // The table of a page that is opened to be changed is changed there.
        if !is_same(turn, &held, &old.text()) || !in_field && editor_opener(turn).is_some() {
            return None;
        }
        turn.memory.own.checked = true;
    }
    let (value, place) = and_field(&new.0);
    Some(Clause::Enter {
        value: Phrase::slice(value),
        label: None,
        field: Some(placed(field, place)),
    })
}

fn is_same(turn: &Turn<'_>, held: &str, old: &str) -> bool {
    let day = date::read(turn, held);
    likeness(old, held) >= Some(Likeness::Folded)
        || amount(held).is_some() && amount(held) == amount(old) && day.is_none()
        || day.is_some() && day == date::read(turn, old)
}
