//! Changing a text that stands there: adding to it, and putting one phrase in the place of another.

use screen_agent_words::WordList;

use super::clause::{Amend, Clause};
use super::idle::unread;
use super::lead::bare;
use crate::words::{Phrase, Token};

static ENDS: WordList = WordList::named("words for the end of a text");
static STARTS: WordList = WordList::named("words for the start of a text");
static PARTS: WordList = WordList::named("words for a part of a text");
static ADDS: WordList = WordList::named("verbs that add to a text");

/// "Append X to Y", "add X at the end of Y", "put "X" before Y": what is added, and where.
pub(super) fn added(verb: &Token, rest: &[Token]) -> Option<Clause> {
    if !verb.is_in(&ADDS) {
        return None;
    }
    let (how, text, field) = at_an_end(rest)
        .or_else(|| before(rest))
        .or_else(|| verb.is("append").then(|| to(rest)))?;
    // What is listed is no text.
    if field
        .iter()
        .any(|word| word.is_any(&["list", "table", "basket", "cart"]))
    {
        return None;
    }
    let field = bare(field);
    Some(match written(text) {
        Some(text) => Clause::Amend {
            how,
            text,
            field: (!field.is_empty()).then(|| Phrase::slice(field)),
        },
        // "A short summary" is to be composed.
        None => unread(rest),
    })
}

/// "X at the end (of FIELD)".
fn at_an_end(tokens: &[Token]) -> Option<(Amend, &[Token], &[Token])> {
    let small = |token: &&Token| token.is_any(&["the", "very"]);
    let at = (1..tokens.len()).find(|&at| {
        let behind = tokens[at + 1..].iter().find(|token| !small(token));
        tokens[at].is_any(&["at", "to", "on"])
            && behind.is_some_and(|word| word.is_in(&ENDS) || word.is_in(&STARTS))
    })?;
    let end = at + 1 + tokens[at + 1..].iter().take_while(small).count();
    let how = if tokens[end].is_in(&ENDS) {
        Amend::End
    } else {
        Amend::Start
    };
    match &tokens[end + 1..] {
        [] => Some((how, &tokens[..at], &[])),
        [of, field @ ..] if of.is_any(&["of", "in"]) => Some((how, &tokens[..at], field)),
        _ => None,
    }
}

/// "“X” before FIELD", "“X” before “good”".
fn before(tokens: &[Token]) -> Option<(Amend, &[Token], &[Token])> {
    let at = tokens.iter().position(|token| token.is("before"))?;
    let (text, place) = (&tokens[..at], bare(&tokens[at + 1..]));
    if !text.iter().any(Token::quoted) || place.is_empty() {
        return None;
    }
    match place {
        [phrase, rest @ ..] if phrase.quoted() => {
            let field = match rest {
                [lead, field @ ..] if lead.is_any(&["in", "of"]) => field,
                _ => &[],
            };
            Some((Amend::Before(Phrase::slice(&place[..1])), text, field))
        }
        _ => Some((Amend::Start, text, place)),
    }
}

/// "X to FIELD".
fn to(tokens: &[Token]) -> (Amend, &[Token], &[Token]) {
    match (1..tokens.len()).rev().find(|&at| tokens[at].is("to")) {
        Some(at) => (Amend::End, &tokens[..at], &tokens[at + 1..]),
        None => (Amend::End, tokens, &[]),
    }
}

/// "Replace X with Y in FIELD", "replace the whole letter with Y".
pub(super) fn replaced(tokens: &[Token]) -> Clause {
    let Some(at) = (1..tokens.len()).find(|&at| tokens[at].is_any(&["with", "by"])) else {
        return unread(tokens);
    };
    let (new, mut field) = and_field(&tokens[at + 1..]);
    let (old, elsewhere) = and_field(&tokens[..at]);
    if field.is_empty() {
        field = elsewhere;
    }
    match (written(old), written(new)) {
        (Some(old), Some(text)) => Clause::Amend {
            how: Amend::Instead(old),
            text,
            field: (!field.is_empty()).then(|| Phrase::slice(bare(field))),
        },
        (None, Some(value)) if field.is_empty() => Clause::Enter {
            value,
            label: None,
            field: Some(Phrase::slice(whole(old))),
        },
        _ => unread(tokens),
    }
}

/// "the whole letter" → the letter.
fn whole(tokens: &[Token]) -> &[Token] {
    match bare(tokens) {
        [all, rest @ ..] if all.is_any(&["whole", "entire", "complete", "full"]) => rest,
        rest => rest,
    }
}

/// "Y in the note": a phrase, and the field that it stands in.
pub(crate) fn and_field(tokens: &[Token]) -> (&[Token], &[Token]) {
    let led = |at: &usize| {
        let next = tokens.get(at + 1);
        let field =
            next.is_some_and(|next| next.quoted() || bare(&tokens[at + 1..at + 2]).is_empty());
        tokens[*at].is_any(&["in", "on", "within"]) && field
            || tokens[*at].is("under") && next.is_some()
    };
    match (1..tokens.len()).rev().find(led) {
        Some(at) => (&tokens[..at], &tokens[at + 1..]),
        None => (tokens, &[]),
    }
}

/// The text itself: a quotation, or what stands behind a word for a part of a text. Words that only describe one are none.
fn written(tokens: &[Token]) -> Option<Phrase> {
    let mut quotes = tokens.iter().filter(|token| token.quoted());
    if let Some(quote) = quotes.next() {
        return quotes
            .next()
            .is_none()
            .then(|| Phrase::slice(std::slice::from_ref(quote)));
    }
    let words = bare(tokens);
    let determined = words.len() < tokens.len();
    let text = match words {
        [noun, text @ ..] if noun.is_in(&PARTS) && !text.is_empty() => text,
        _ if determined => return None,
        text => text,
    };
    let text = match text {
        [says, text @ ..] if says.is_any(&["saying", "reading"]) || says.is_mark(":") => text,
        text => text,
    };
    (!text.is_empty()).then(|| Phrase::slice(text))
}
