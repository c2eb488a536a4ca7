//! What may stand behind a command: courtesy, what it is for, what stood there before.

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::de::IgnoredAny;

use super::lead;
use crate::words::Token;
use crate::words::number::count_word;
use crate::words::token::{begun_by, spaced, without_marks_behind};
use crate::words::verb::{Verb, verb_at};

static BEHIND: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("courtesy behind"));
static REASONS: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("words before a reason"));
static SOURCES: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("sources that pick nothing out"));
static DELETES: WordList = WordList::named("verbs that delete");
static SIGNS: WordList = WordList::named("signs that delete");
static WHOLE: WordList = WordList::named("wholes");
static WHOLES: WordList = WordList::named("what all is listed in");
static MEANS: WordList = WordList::named("means that pick nothing out");
static ANY: WordList = WordList::named("words for any things");

/// The command without what is said behind it and asks for nothing: "... for me?", "... so that I can read it", "... instead of Y".
pub(super) fn without_tail(mut tokens: &[Token]) -> &[Token] {
    let Some((verb, used)) = verb_at(tokens).filter(|(verb, _)| *verb != Verb::Tell) else {
        // What is asked may be about the page as such.
        return without_source(tokens).unwrap_or(tokens);
    };
    tokens = without_question_mark(tokens);
    if DELETES.contains(&tokens[0].low)
        && let Some(rest) = without_sign(tokens).filter(|rest| rest.len() > used)
    {
        tokens = rest;
    }
    if let Some(rest) = without_place(tokens).filter(|rest| rest.len() > used) {
        tokens = rest;
    }
    // "Delete Ann from the list": where else would it be.
    if DELETES.contains(&tokens[0].low)
        && let [rest @ .., from, the, whole] = tokens
        && from.is_any(&["from", "off"])
        && is_whole(&[the.clone(), whole.clone()])
        && rest.len() > used
    {
        tokens = rest;
    }
    // Behind a text without quotation marks, every word may belong to it.
    let writes = matches!(
        verb,
        Verb::Enter | Verb::Effect | Verb::Search | Verb::Replace
    );
    let mut from = used + 1;
    if writes {
        match tokens.iter().rposition(Token::quoted) {
            Some(quote) => from = from.max(quote + 1),
            None => return tokens,
        }
    }
    let behind = |table: &PhraseTable<IgnoredAny>, at: usize| {
        begun_by(table, &tokens[at].low, &tokens[at..]).map(|(_, words)| words)
    };
    let ends = |at: usize| behind(&BEHIND, at).is_some_and(|words| at + words == tokens.len());
    let replaces = matches!(verb, Verb::Set | Verb::Choose | Verb::Fill);
    let instead = |at: usize| {
        replaces
            && tokens[at].is_any(&["instead", "rather"])
            && tokens
                .get(at + 1)
                .is_some_and(|next| next.is_any(&["of", "than"]))
    };
    let cut =
        (from..tokens.len()).find(|&at| ends(at) || behind(&REASONS, at).is_some() || instead(at));
    let kept = &tokens[..cut.unwrap_or(tokens.len())];
    without_marks_behind(kept)
}

/// "Take it off?"
pub(super) fn without_question_mark(tokens: &[Token]) -> &[Token] {
    match tokens {
        [order @ .., mark] if mark.is_mark("?") => lead::without_courtesy(order),
        order => order,
    }
}

/// "Remove his row with the cross at its end": the sign only says how.
fn without_sign(tokens: &[Token]) -> Option<&[Token]> {
    let at = (1..tokens.len()).find(|&at| {
        let [with, the, sign, ..] = &tokens[at..] else {
            return false;
        };
        with.is_any(&["with", "using", "by"]) && the.is("the") && sign.is_in(&SIGNS)
    })?;
    Some(&tokens[..at])
}

/// What is said before "in the calendar", "with the API", "in the whole table": the page, as such.
pub(super) fn without_place(tokens: &[Token]) -> Option<&[Token]> {
    let (rest, lead) = before_page(tokens)?
        .split_last()
        .map(|(lead, rest)| (rest, lead))?;
    let leads = lead.is_any(&["with", "through", "via", "using", "on", "in", "by"]);
    leads.then(|| without_marks_behind(rest))
}

/// What is said before "according to this form".
fn without_source(tokens: &[Token]) -> Option<&[Token]> {
    let said = before_page(tokens)?;
    let ends = |at: &usize| {
        let lead = &said[*at..];
        begun_by(&SOURCES, &lead[0].low, lead).is_some_and(|(_, used)| used == lead.len())
    };
    let at = (1..said.len()).find(ends)?;
    Some(without_marks_behind(&said[..at]))
}

/// "The list", "our catalogue": all that is there.
pub(super) fn is_whole(place: &[Token]) -> bool {
    matches!(lead::bare(place), [whole] if whole.is_in(&WHOLES))
}

/// "In the table", "the page": the page, as such.
pub(super) fn is_page(tokens: &[Token]) -> bool {
    let here = matches!(tokens, [lead, ..] if lead.is_any(&["in", "on", "with", "for"]));
    before_page(tokens).is_some_and(|rest| rest.len() == usize::from(here))
}

/// What is said before "the form", "this page", "the whole table" at the end.
fn before_page(tokens: &[Token]) -> Option<&[Token]> {
    let (noun, rest) = without_marks_behind(tokens).split_last()?;
    let rest = match rest {
        [rest @ .., whole] if whole.is_in(&WHOLE) => rest,
        rest => rest,
    };
    let (the, rest) = rest.split_last()?;
    (noun.is_in(&MEANS) && the.is_any(&["the", "this"])).then_some(rest)
}

/// "Add three things to the list: A, B and C": the things in the place of their number.
pub(super) fn enumerated(tokens: &[Token]) -> Option<Vec<Token>> {
    let colon = tokens.iter().position(|token| token.is_mark(":"))?;
    let (order, things) = (&tokens[..colon], &tokens[colon + 1..]);
    let (_, used) = verb_at(order)?;
    let at = (used..order.len()).find(|&at| order[at].is_in(&ANY))?;
    let counted = |token: &Token| {
        count_word(&token.low).is_some_and(|count| count > 1)
            || token.is_any(&["following", "these", "the", "few", "some"])
    };
    let first = (used..at)
        .rev()
        .take_while(|&at| counted(&order[at]))
        .last()?;
    let listed = things
        .iter()
        .filter(|token| token.quoted() || token.word())
        .count();
    if listed < 2 || first != used {
        return None;
    }
    let behind = &order[at + 1..];
    let manner = behind.iter().position(|token| token.is_mark(","));
    let behind = &behind[..manner.unwrap_or(behind.len())];
    Some(spaced([&order[..first], things, behind].concat()))
}
