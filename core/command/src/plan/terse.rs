//! Words without a verb that the page itself explains: a field with its value, what is to be pressed, the row that the
//! next words are about.

use screen_agent_page::{Node, Role};

use super::turn::Turn;
use super::{Move, cell, choose, click, cover, doubt, effect, enter, rename, swap};
use crate::ground::find::is_grave;
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Reference, only, table};
use crate::read::{Clause, Touch, is_no_value};
use crate::words::likeness::{Likeness, likeness};
use crate::words::{Phrase, Token};

/// What the words come to on this page, if anything.
pub(super) fn by_page(turn: &mut Turn<'_>, words: &Phrase) -> Option<Move> {
    if let Some((field, value)) = field_and_value(turn, words) {
        return Some(enter::enter(turn, &value, None, Some(&field)));
    }
    if let Some(step) = changed(turn, words) {
        return Some(step);
    }
    // What is taken to be something is for a model to say, where there is one.
    if turn.ask.backed {
        return None;
    }
    if let Some(node) = pressed(turn, words) {
        let like = likeness(&words.text(), &node.name);
        if like < Some(Likeness::SameWords) && !cover::says_wholly(words, &node.name) {
            let taken = format!("\"{}\" was taken to be \"{}\"", words.text(), node.name);
            turn.memory.own.doubt = Some(taken);
        }
        return Some(click::aim(turn, Touch::Click, node));
    }
    if let Some(node) = named_by_verb(turn, words) {
        let left = Phrase::slice(&words.0[1..]).text();
        turn.memory.own.doubt = Some(format!("nothing on the page is called \"{left}\""));
        return Some(click::aim(turn, Touch::Click, node));
    }
    None
}

/// "Monday -> Thursday", "plan.md -> old.md": a phrase of a text, or a name.
fn changed(turn: &mut Turn<'_>, words: &Phrase) -> Option<Move> {
    let points = |token: &Token| matches!(token.text.as_str(), "->" | "→");
    let at = words.0.iter().position(points)?;
    let (old, new) = (
        Phrase::slice(&words.0[..at]),
        Phrase::slice(&words.0[at + 1..]),
    );
    if old.is_empty() || new.is_empty() || new.0.iter().any(points) {
        return None;
    }
    let verb = format!("add to {}", new.text());
    let adds = turn
        .nodes()
        .any(|node| likeness(&verb, &node.name) >= Some(Likeness::Synonym));
    if adds || turn.memory.own.target.is_some() {
        return Some(effect::effect(turn, &verb, &old));
    }
    swap::phrase_of_text(turn, &old, &new).or_else(|| rename::to_like(turn, &old, &new))
}

/// "Bo Clay, salary 2500": the row that the next words are about.
pub(super) fn row_of_next(turn: &mut Turn<'_>, words: &Phrase) -> Option<Move> {
    let next = turn.reading.clauses.get(turn.memory.at + 1)?;
    let goes_on = matches!(next, Clause::Unread { .. } | Clause::Enter { .. });
    let row = Reference::of(words).whole;
    (goes_on && table::has_row(&turn.scene, &row)).then(|| {
        turn.memory.context = Some(row);
        Move::Done
    })
}

/// "lowest price 50": as many of the words as name one field, and what is left.
fn field_and_value(turn: &Turn<'_>, words: &Phrase) -> Option<(Phrase, Phrase)> {
    let cuts = (1..words.0.len()).rev();
    let parts = cuts.map(|at| (Phrase::slice(&words.0[..at]), Phrase::slice(&words.0[at..])));
    // "Name the patient" is an order, "name Ann" is not.
    let literal = |first: &Token| {
        let begins = |c: char| c.is_uppercase() || c.is_ascii_digit();
        first.quoted() || first.text.starts_with(begins)
    };
    let is_value =
        |value: &Phrase| !is_no_value(&value.0) && literal(&value.0[0]) && value.0.len() <= 3;
    parts
        .filter(|(_, value)| is_value(value))
        .find(|(field, value)| names_field(turn, field, value))
}

fn names_field(turn: &Turn<'_>, field: &Phrase, value: &Phrase) -> bool {
    let reference = Reference::of(field);
    let mut named = turn.fields_called(&reference.whole);
    named.retain(|node| !node.role.is_checkable());
    only(named).is_some()
        || cell::meant(turn, &reference).is_some()
        || choose::list_called(turn, &reference.whole).is_some()
        || choose::shown_under(turn, &reference.whole).is_some()
        || enter::of_group(turn, &reference, &value.text()).is_some()
}

/// "Run the script": a button is called by the verb alone.
fn named_by_verb<'a>(turn: &Turn<'a>, words: &Phrase) -> Option<&'a Node> {
    let (verb, rest) = words.0.split_first()?;
    if !rest.first()?.is_any(&["the", "this", "it"]) || rest.len() > 2 {
        return None;
    }
    let called = |node: &&Node| {
        node.role == Role::Button
            && is_ready(node)
            && !is_grave(&node.name)
            && likeness(&verb.text, &node.name) >= Some(Likeness::Folded)
    };
    only(turn.nodes().filter(called))
}

/// The only control that bears these words, or begins with them.
pub(super) fn pressed<'a>(turn: &Turn<'a>, words: &Phrase) -> Option<&'a Node> {
    let reference = Reference::of(words);
    let mut places = reference.places.iter();
    let elsewhere = places.any(|(_, place)| !cover::adds_nothing(&place.whole, ""));
    if reference.name.is_empty() || reference.same || elsewhere {
        return None;
    }
    let bears = |node: &&Node| {
        let like = likeness(&reference.whole, &node.name);
        let kind = |node: &Node| {
            let mut kinds = reference.kinds.iter();
            !reference.kinds.is_empty()
                && kinds.any(|kind| crate::ground::kind::fit(*kind, node) >= 2)
                && likeness(&reference.name, &node.name) >= Some(Likeness::SameWords)
        };
        !is_field(node)
            && !matches!(node.role, Role::Scroll)
            && is_ready(node)
            && !is_grave(&node.name)
            && (like >= Some(Likeness::Within)
                || likeness(&reference.head, &node.name) >= Some(Likeness::Within)
                || kind(node)
                || cover::says_wholly(words, &node.name))
    };
    let found: Vec<&Node> = turn.nodes().filter(bears).collect();
    let surest = |node: &&&Node| likeness(&reference.whole, &node.name) >= Some(Likeness::Folded);
    let sure: Vec<&Node> = found.iter().filter(surest).copied().collect();
    match (&sure[..], &found[..]) {
        ([node], _) => Some(node),
        ([], [node]) if doubt::is_alone(turn, &reference, node) => Some(node),
        _ => None,
    }
}
