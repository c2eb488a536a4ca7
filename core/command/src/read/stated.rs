//! What is to be done, said of the thing that it is done to: "the lamp should be deleted", "I need the lamp gone", "the lamp can go",
//! "lamp - delete". It is put into the order that it comes to, so that everything behind reads one shape.

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::de::IgnoredAny;

use super::lead::bare;
use crate::words::Token;
use crate::words::token::{begun_by, spaced, tokenise, without_marks_behind};
use crate::words::verb::{Verb, participle, verb_at};

static ASKING: WordList = WordList::named("words that begin a question");
static MODALS: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("words before what is to be done with it"));
static WISHES: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("wishes before what is to be done with it"));
static SURE: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("words for making sure"));
/// What goes is removed.
static GOES: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("words for what is to go"));
static DELETES: WordList = WordList::named("verbs that delete");
/// Words that make no order of a sentence: who does it, or when.
static BARRED: WordList = WordList::named("words that make no order of a statement");
/// Words that may stand behind what is done.
static BEHIND: WordList = WordList::named("words behind what is to be done");

/// The order that a statement comes to; nothing where it is no statement of that kind.
pub(super) fn as_order(segment: &[Token]) -> Option<Vec<Token>> {
    let said = without_marks_behind(super::without_courtesy(segment));
    let asks = said.first().is_some_and(|first| first.is_in(&ASKING))
        || segment.last().is_some_and(|last| last.is_mark("?"));
    let sure = used(&SURE, said).unwrap_or_default();
    if asks || said[sure..].iter().any(|token| token.is_in(&BARRED)) {
        return None;
    }
    ensured(said)
        .or_else(|| going(said))
        .or_else(|| passive(said))
        .or_else(|| wanted(said))
        .or_else(|| behind(said))
}

fn used(table: &PhraseTable<IgnoredAny>, tokens: &[Token]) -> Option<usize> {
    begun_by(table, &tokens.first()?.low, tokens).map(|(_, used)| used)
}

fn order(verb: &str, what: &[Token], rest: &[Token]) -> Option<Vec<Token>> {
    let named = bare(what)
        .iter()
        .any(|token| token.word() || token.quoted());
    // "I have to go", "we should be added": of those who speak nothing is made an order.
    let person =
        matches!(bare(what), [one] if one.is_any(&["i", "we", "he", "she", "they", "everyone"]));
    // "Tea should be included in the basket": it is added to it.
    let to = tokenise("to");
    let (to, rest) = match rest {
        [lead, rest @ ..] if verb == "add" && lead.is("in") => (&to[..], rest),
        rest => (&[][..], rest),
    };
    (named && !person).then(|| spaced([&tokenise(verb), what, to, rest].concat()))
}

/// "Make sure that the lamp is deleted", "make sure that the lamp is on": it should be.
fn ensured(said: &[Token]) -> Option<Vec<Token>> {
    let state = &said[used(&SURE, said)?..];
    let is = (1..state.len()).find(|&at| state[at].is_any(&["is", "are"]));
    let Some(at) = is else {
        return (state.len() > 2 && verb_at(state).is_none()).then(|| state.to_vec());
    };
    let should = spaced([&state[..at], &tokenise("should be"), &state[at + 1..]].concat());
    passive(&should).or(Some(should))
}

/// "The lamp can go", "I need the lamp gone".
fn going(said: &[Token]) -> Option<Vec<Token>> {
    let ends = |at: &usize| used(&GOES, &said[*at..]) == Some(said.len() - at);
    let at = (1..said.len()).find(ends)?;
    let what = &said[..at];
    let what = &what[used(&WISHES, what).unwrap_or_default()..];
    order("remove", what, &[])
}

/// "The lamp should be deleted", "the level has to be raised to 5".
fn passive(said: &[Token]) -> Option<Vec<Token>> {
    (1..said.len()).find_map(|at| {
        let modal = used(&MODALS, &said[at..])?;
        let done = said.get(at + modal)?;
        order(
            &participle(&done.low)?,
            &said[..at],
            &said[at + modal + 1..],
        )
    })
}

/// "I want the lamp removed", "have the date changed to 5 May".
fn wanted(said: &[Token]) -> Option<Vec<Token>> {
    let from = used(&WISHES, said)?;
    let at = (from + 1..said.len()).find(|&at| {
        let next = said.get(at + 1);
        let ends = next.is_none_or(|next| next.is_in(&BEHIND) || next.joins());
        ends && said[at].word() && participle(&said[at].low).is_some()
    })?;
    let to = said[from].is("to");
    order(
        &participle(&said[at].low).filter(|_| !to)?,
        &said[from..at],
        &said[at + 1..],
    )
}

/// "Lamp - delete", "lamp: remove".
fn behind(said: &[Token]) -> Option<Vec<Token>> {
    let [what @ .., mark, verb] = said else {
        return None;
    };
    let parts = mark.joins() || matches!(mark.text.as_str(), "-" | "–" | "—" | "->" | "→");
    let acts = matches!(
        verb_at(std::slice::from_ref(verb)),
        Some((Verb::Effect | Verb::Check | Verb::Uncheck | Verb::Open, 1))
    );
    let alone = verb_at(what).is_none() || verb.is_in(&DELETES);
    (parts && acts && alone)
        .then(|| order(&verb.low, what, &[]))
        .flatten()
}
