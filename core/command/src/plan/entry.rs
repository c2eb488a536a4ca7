//! "Add Milk to the list": what is added has to be written first, one thing after the other.

use screen_agent_page::Node;

use super::search::is_search;
use super::submit::enter_key;
use super::turn::Turn;
use super::{Move, choose, claim, click, enter};
use crate::ground::scene::is_ready;
use crate::ground::{Reference, only};
use crate::read::{Touch, bare};
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::text_of;
use crate::words::{Phrase, Token};

/// "Add milk to the list": where what is added has to be written first, one thing after the other.
pub(super) fn by_writing(turn: &mut Turn<'_>, what: &Phrase, controls: &[&Node]) -> Option<Move> {
    let object = Reference::of(what);
    let particular = object.extreme.is_none() && object.ordinal.is_none();
    let own = of_field(turn, what);
    let named = own.as_ref().map_or(what, |(_, values)| values);
    let names = listed_names(named).unwrap_or_else(|| vec![Reference::of(named).name]);
    let named_field = own.is_some();
    let searches = |node: &Node| !named_field && is_search(turn, node);
    let field = own.map_or_else(|| only(turn.text_fields()), |(field, _)| Some(field))?;
    let sends = |node: &Node| {
        node.facts.submits && node.facts.form == field.facts.form && node.frame == field.frame
    };
    // A form with a button of its own is more than a line to write into.
    let is_form = controls.is_empty() && turn.nodes().any(sends);
    if is_form || searches(field) || controls.len() > 1 || object.name.is_empty() || !particular {
        return None;
    }
    // What was added leaves the field empty for the next.
    let Some(name) = names.get(turn.tries(&enter_key())) else {
        return Some(Move::Done);
    };
    match (enter::fill(turn, field, name), controls) {
        (Move::Done, [button]) if names.len() == 1 => Some(click::aim(turn, Touch::Click, button)),
        // A list that is written into, with no button to add: Enter adds.
        (Move::Done, []) => {
            turn.sought = Some(claim::appears(name.clone()));
            let why = format!("I press Enter, which adds \"{name}\".");
            Some(Move::Act(enter_key(), why))
        }
        (Move::Done, _) => None,
        (step, _) => Some(step),
    }
}

/// "the tags "hot" and "dinner"": the field of that name, which entries stand beside, and what is to be added there.
pub(super) fn of_field<'a>(turn: &Turn<'a>, what: &Phrase) -> Option<(&'a Node, Phrase)> {
    /// Most words of a field's name.
    const LONGEST: usize = 3;
    let words = bare(&what.0);
    let called = |name: &str, field: &Node| {
        let entry = |node: &Node| node.id != field.id && choose::is_level(node, field);
        field.role.takes_text()
            && is_ready(field)
            && likeness(name, &turn.scene.label(field)) >= Some(Likeness::SameWords)
            && turn.nodes().any(entry)
    };
    (1..words.len().min(LONGEST + 1)).find_map(|at| {
        let name = text_of(&words[..at]);
        let field = only(turn.nodes().filter(|field| called(&name, field)))?;
        Some((field, Phrase::slice(&words[at..])))
    })
}

/// "the todos Sweep, Dust and Iron", "milk, bread and eggs": each name, where all of them are quoted or begin with a capital
/// letter, or three of few words stand in a row.
fn listed_names(what: &Phrase) -> Option<Vec<String>> {
    /// Most words of one of them in small letters.
    const SHORT: usize = 3;
    let is_name = |token: &Token| token.quoted() || token.text.starts_with(char::is_uppercase);
    let parts = |words: &[Token]| -> Vec<Vec<Token>> {
        let parts = words.split(|token| token.is_mark(",") || token.is("and"));
        let told = parts.filter(|part| !part.is_empty());
        told.map(<[Token]>::to_vec).collect()
    };
    let named = what.0.iter().position(is_name);
    let named = named
        .map(|from| parts(&what.0[from..]))
        .filter(|parts| parts.len() > 1 && parts.iter().all(|part| is_name(&part[0])));
    let parts = named.or_else(|| {
        let listed = what.0.iter().any(|token| token.is_mark(","));
        let parts = parts(bare(&what.0));
        let short = parts.iter().all(|part| part.len() <= SHORT);
        (listed && parts.len() > 2 && short).then_some(parts)
    })?;
    Some(parts.iter().map(|part| text_of(part)).collect())
}
