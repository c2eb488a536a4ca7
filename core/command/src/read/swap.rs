//! Something else in the place of what stands in a text: "it should be 5, not 3", "it is not the plumber but the electrician",
//! "to Mr Nowak instead of Ms Kowalski", "rename rate to price everywhere".

use super::amend::and_field;
use super::clause::{Amend, Clause};
use super::lead::bare;
use crate::words::number::amount;
use crate::words::{Phrase, Token};

/// The clause, where words without a verb tell what is to stand there and what stands there now.
pub(super) fn swapped(tokens: &[Token]) -> Option<Clause> {
    denied(tokens)
        .or_else(|| but(tokens))
        .or_else(|| names(tokens))
}

fn instead(old: &[Token], new: &[Token]) -> Option<Clause> {
    let plain = |part: &[Token]| part.iter().all(|token| token.word() || token.quoted());
    let clean = plain(old) && plain(new) && !old.is_empty() && !new.is_empty() && old != new;
    clean.then(|| Clause::Amend {
        how: Amend::Instead(Phrase::slice(old)),
        text: Phrase::slice(new),
        field: None,
    })
}

/// "RATE should be 5 not 3", "it should be “an hour”, not “half an hour”".
fn denied(tokens: &[Token]) -> Option<Clause> {
    let not = tokens.iter().position(|token| token.is("not"))?;
    let (told, old) = (&tokens[..not], bare(&tokens[not + 1..]));
    let be = (1..told.len().checked_sub(1)?)
        .find(|&at| told[at].is_any(&["should", "must"]) && told[at + 1].is("be"))?;
    let (subject, new) = (bare(&told[..be]), bare(&told[be + 2..]));
    match subject {
        [it] if it.is_any(&["it", "that", "this"]) => instead(old, new),
        // Whose number it is tells which one of them.
        [noun] if noun.word() && new.len() == 1 && old.len() == 1 => {
            amount(&new[0].text).and(amount(&old[0].text))?;
            Some(Clause::Amend {
                how: Amend::InLine {
                    theme: Phrase::slice(subject),
                    old: Some(Phrase::slice(old)),
                },
                text: Phrase::slice(new),
                field: None,
            })
        }
        _ => None,
    }
}

/// "It's not the plumber (I need) but the electrician".
fn but(tokens: &[Token]) -> Option<Clause> {
    let denies = |at: usize| match &tokens[..at] {
        [is] => is.is_any(&["it's", "its"]),
        [it, is] => it.is("it") && is.is_any(&["is", "should"]),
        _ => false,
    };
    let not = (1..tokens.len().min(3)).find(|&at| tokens[at].is("not") && denies(at))?;
    let but = (not + 2..tokens.len()).find(|&at| tokens[at].is("but"))?;
    let end = (but + 1..tokens.len())
        .find(|&at| !tokens[at].word() && !tokens[at].quoted())
        .unwrap_or(tokens.len());
    // Behind the mark stands nothing but courtesy.
    let rest = &tokens[end..];
    let idle = |token: &Token| !token.word() || token.is_any(&["sorry", "please", "thanks"]);
    let old = match bare(&tokens[not + 1..but]) {
        [old @ .., i, need] if i.is_any(&["i", "we"]) && need.word() => old,
        old => old,
    };
    let new = bare(&tokens[but + 1..end]);
    rest.iter().all(idle).then(|| instead(old, new))?
}

/// "Mr Nowak instead of Ms Kowalski": a name in the place of another, whatever leads to it.
fn names(tokens: &[Token]) -> Option<Clause> {
    let at = (1..tokens.len().checked_sub(2)?).find(|&at| {
        tokens[at].is_any(&["instead", "rather"]) && tokens[at + 1].is_any(&["of", "than"])
    })?;
    let named = |token: &Token| {
        token.quoted() || token.word() && token.text.starts_with(char::is_uppercase)
    };
    let (old, new) = (&tokens[at + 2..], &tokens[1..at]);
    let from = new
        .iter()
        .rposition(|token| !named(token))
        .map_or(0, |at| at + 1);
    let led = new.get(from.checked_sub(1)?)?;
    let clean = led.is_any(&["to", "for", "at", "with", "from", "on"]);
    (clean && old.iter().all(named)).then(|| instead(old, &new[from..]))?
}

/// "Rename the variable from rate to price everywhere", "replace rate with price throughout".
pub(super) fn throughout(tokens: &[Token]) -> Option<Clause> {
    let (said, field) = and_field(tokens);
    let [verb, what @ .., everywhere] = said else {
        return None;
    };
    let all = everywhere.is_any(&["everywhere", "throughout"]);
    if !all || !verb.is_any(&["rename", "replace", "change", "substitute"]) {
        return None;
    }
    let to = what
        .iter()
        .rposition(|token| token.is_any(&["to", "with", "by", "into"]))?;
    let (old, new) = (bare(&what[..to]), &what[to + 1..]);
    let old = match old {
        [noun @ .., from, old] if from.is("from") && noun.len() < 3 => std::slice::from_ref(old),
        [noun, old] if noun.is_any(&["variable", "word", "name", "function"]) => {
            std::slice::from_ref(old)
        }
        old => old,
    };
    let ([old], [new]) = (old, new) else {
        return None;
    };
    let field = bare(field);
    Some(Clause::Amend {
        how: Amend::Throughout(Phrase(vec![old.clone()])),
        text: Phrase(vec![new.clone()]),
        field: (!field.is_empty()).then(|| Phrase::slice(field)),
    })
}

/// "Chidi's room from 7 to 8": what is changed, what it is now, and what it is to be.
pub(super) fn exchanged(tokens: &[Token]) -> Option<Clause> {
    let from = (1..tokens.len()).find(|&at| tokens[at].is("from"))?;
    let to = (from + 2..tokens.len()).find(|&at| tokens[at].is("to"))?;
    let (field, old, new) = (
        bare(&tokens[..from]),
        &tokens[from + 1..to],
        &tokens[to + 1..],
    );
    let spans =
        |token: &Token| token.is_any(&["range", "period", "span", "interval", "stay", "trip"]);
    let clean = !field.is_empty() && !new.is_empty() && !field.iter().any(spans);
    clean.then(|| Clause::Exchange {
        field: Phrase::slice(field),
        old: Phrase::slice(bare(old)),
        new: Phrase::slice(new),
    })
}
