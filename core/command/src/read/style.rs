//! How a text is to look: "make "X" bold", "underline the word X in the note".

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::Deserialize;

use super::amend::and_field;
use super::clause::Clause;
use super::lead::bare;
use super::passage::{Passage, passage};
use crate::words::token::begun_by;
use crate::words::{Phrase, Token};

/// What editors can make of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Style {
    Bold,
    Italic,
    Underline,
    Strike,
    Code,
    Bullets,
    Numbers,
    Heading1,
    Heading2,
    Heading3,
}

impl Style {
    /// True for what is done to whole lines.
    pub const fn is_of_lines(self) -> bool {
        !matches!(
            self,
            Self::Bold | Self::Italic | Self::Underline | Self::Strike | Self::Code
        )
    }
}

static STYLES: LazyLock<PhraseTable<Style>> =
    LazyLock::new(|| PhraseTable::named("styles of a text"));
static STYLING: WordList = WordList::named("verbs that style a text");
static PARTS: WordList = WordList::named("words for a part of a text");

/// The style that these tokens begin with, and how many tokens it takes.
pub(crate) fn style_at(tokens: &[Token]) -> Option<(Style, usize)> {
    begun_by(&STYLES, &tokens.first()?.low, tokens)
}

/// The clause, where a part of a text is told; `last` is the clause before it.
pub(super) fn styled(tokens: &[Token], last: Option<&Clause>) -> Option<Clause> {
    if let Some(clause) = taken_back(tokens, last) {
        return Some(clause);
    }
    let (style, text, field) = style_first(tokens).or_else(|| style_behind(tokens))?;
    let (text, inside) = part(style, text, last)?;
    let field = if field.is_empty() {
        bare(inside)
    } else {
        bare(field)
    };
    Some(Clause::Style {
        style,
        text,
        on: true,
        field: (!field.is_empty()).then(|| Phrase::slice(field)),
    })
}

/// A quotation, what is called a text or a part of one, "it" for what was given a look before or for all, or a name.
fn part<'a>(
    style: Style,
    text: &'a [Token],
    last: Option<&Clause>,
) -> Option<(Passage, &'a [Token])> {
    if let [it] = text
        && it.is_any(&["it", "that", "this"])
    {
        return match last {
            Some(Clause::Style { text, .. }) => Some((text.clone(), &[])),
            _ => style.is_of_lines().then(|| (Passage::whole(), &[][..])),
        };
    }
    // "Bold on the plumber".
    let (led, text) = match text {
        [on, text @ ..] if on.is_any(&["on", "for"]) => (true, text),
        text => (false, text),
    };
    if let Some(found) = passage(text) {
        return Some(found);
    }
    let named = |token: &Token| token.word() && token.text.starts_with(char::is_uppercase);
    let words = match bare(text) {
        [quote] if quote.quoted() => std::slice::from_ref(quote),
        [part, text @ ..] if part.is_in(&PARTS) && !text.is_empty() => text,
        words if led && !words.is_empty() => words,
        name if !name.is_empty() && name.len() == text.len() && name.iter().all(named) => name,
        _ => return None,
    };
    Some((Passage::words(words), &[]))
}

/// "Undo the italics", where the clause before gave something that look.
fn taken_back(tokens: &[Token], last: Option<&Clause>) -> Option<Clause> {
    let (undo, rest) = tokens.split_first()?;
    let (style, used) = style_at(bare(rest))?;
    let Clause::Style {
        style: given,
        text,
        field,
        ..
    } = last?
    else {
        return None;
    };
    let same = undo.is_any(&["undo", "remove", "revert"]) && style == *given;
    (same && bare(rest).len() == used).then(|| Clause::Style {
        style,
        text: text.clone(),
        on: false,
        field: field.clone(),
    })
}

/// "Underline X (in FIELD)".
fn style_first(tokens: &[Token]) -> Option<(Style, &[Token], &[Token])> {
    let (style, used) = style_at(tokens)?;
    let (text, field) = and_field(&tokens[used..]);
    Some((style, text, field))
}

/// "Make X (in FIELD) bold", "set X in italics (in FIELD)".
fn style_behind(tokens: &[Token]) -> Option<(Style, &[Token], &[Token])> {
    let (verb, rest) = tokens.split_first()?;
    if !verb.is_in(&STYLING) {
        return None;
    }
    let (at, (style, used)) = (1..rest.len())
        .rev()
        .find_map(|at| Some((at, style_at(&rest[at..])?)))?;
    let before = match &rest[..at] {
        [before @ .., a] if a.is_any(&["a", "an"]) => before,
        before => before,
    };
    let before = match before {
        [before @ .., lead] if lead.is_any(&["in", "as", "into"]) => before,
        before => before,
    };
    let (text, inside) = and_field(before);
    match &rest[at + used..] {
        [] => Some((style, text, inside)),
        [lead, field @ ..] if lead.is_any(&["in", "on", "within"]) => Some((style, before, field)),
        _ => None,
    }
}
