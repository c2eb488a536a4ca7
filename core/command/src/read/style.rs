//! How a text is to look: "make "X" bold", "underline the word X in the note".

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::Deserialize;

use super::amend::and_field;
use super::clause::Clause;
use super::lead::bare;
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
}

static STYLES: LazyLock<PhraseTable<Style>> =
    LazyLock::new(|| PhraseTable::named("styles of a text"));
static STYLING: WordList = WordList::named("verbs that style a text");
static PARTS: WordList = WordList::named("words for a part of a text");

/// The style that these tokens begin with, and how many tokens it takes.
pub(crate) fn style_at(tokens: &[Token]) -> Option<(Style, usize)> {
    begun_by(&STYLES, &tokens.first()?.low, tokens)
}

/// The clause, where a phrase is quoted or called one: what is only described is no phrase.
pub(super) fn styled(tokens: &[Token]) -> Option<Clause> {
    let (style, text, field) = style_first(tokens).or_else(|| style_behind(tokens))?;
    let text = match bare(text) {
        [quote] if quote.quoted() => std::slice::from_ref(quote),
        [part, text @ ..] if part.is_in(&PARTS) && !text.is_empty() => text,
        _ => return None,
    };
    let field = bare(field);
    Some(Clause::Style {
        style,
        text: Phrase::slice(text),
        field: (!field.is_empty()).then(|| Phrase::slice(field)),
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
