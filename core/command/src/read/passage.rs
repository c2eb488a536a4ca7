//! Which part of a text is meant: a phrase that is quoted, a line by its number, a sentence by what it is about.

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::Deserialize;

use super::amend::and_field;
use super::lead::bare;
use crate::words::number::{Ordinal, count_word, ordinal};
use crate::words::token::begun_by;
use crate::words::{Phrase, Token};

/// What a text is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    Line,
    Sentence,
    /// Some words of it.
    #[serde(skip)]
    Words,
    /// All of it.
    #[serde(skip)]
    Whole,
}

/// By what it is told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum By {
    /// The words that it is made of.
    Text(Phrase),
    /// Words that stand in it.
    Theme(Phrase),
    Number(Ordinal),
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Passage {
    pub unit: Unit,
    pub by: By,
}

impl Passage {
    /// These very words.
    pub fn words(tokens: &[Token]) -> Self {
        Self::of(Unit::Words, By::Text(Phrase::slice(tokens)))
    }

    /// The whole text.
    pub fn whole() -> Self {
        Self::of(Unit::Whole, By::Number(Ordinal::Nth(1)))
    }

    const fn of(unit: Unit, by: By) -> Self {
        Self { unit, by }
    }
}

/// The unit that a word names.
pub(super) fn unit(token: &Token) -> Option<Unit> {
    static UNITS: LazyLock<PhraseTable<Unit>> =
        LazyLock::new(|| PhraseTable::named("units of a text"));
    let here = std::slice::from_ref(token);
    begun_by(&UNITS, &token.low, here).map(|(unit, _)| unit)
}

/// "The second line of the letter", "the sentence about the meeting", "the line “X”", "the meeting line": the part, and the
/// field that it stands in, where that is said.
pub(crate) fn passage(tokens: &[Token]) -> Option<(Passage, &[Token])> {
    let tokens = bare(tokens);
    numbered(tokens)
        .or_else(|| told(tokens))
        .or_else(|| called(tokens))
}

/// "second line (of FIELD)", "line 2 (of FIELD)".
fn numbered(tokens: &[Token]) -> Option<(Passage, &[Token])> {
    let [first, second, field @ ..] = tokens else {
        return None;
    };
    let (unit, number) = match unit(first) {
        Some(unit) => (unit, Ordinal::Nth(count_word(&second.low)?)),
        None => (unit(second)?, ordinal(&first.low)?),
    };
    let field = match field {
        [] => field,
        [of, field @ ..] if of.is_any(&["of", "in", "from"]) && !field.is_empty() => field,
        _ => return None,
    };
    Some((Passage::of(unit, By::Number(number)), field))
}

/// "line “X” (in FIELD)", "sentence about X", "line that says X".
fn told(tokens: &[Token]) -> Option<(Passage, &[Token])> {
    static ABOUT: WordList = WordList::named("words that lead to what a text says");
    let (noun, rest) = tokens.split_first()?;
    let unit = unit(noun)?;
    let (said, field) = and_field(rest);
    let (theme, said) = match said {
        [lead, said @ ..] if lead.is_in(&ABOUT) => (true, said),
        [that, verb, said @ ..] if that.is_any(&["that", "which"]) => {
            let whole = verb.is_any(&["says", "reads"]);
            let part = verb.is_any(&["mentions", "contains", "has", "holds"]);
            (whole || part).then_some((part, said))?
        }
        [lead, said @ ..] if lead.is_any(&["saying", "reading"]) || lead.is_mark(":") => {
            (false, said)
        }
        said => (false, said),
    };
    let words = match (theme, said) {
        (_, [quote]) if quote.quoted() => said,
        (true, said) => bare(said),
        (false, said) => said,
    };
    let clean = words.iter().all(Token::word) || matches!(words, [_]);
    let by = match theme {
        true => By::Theme(Phrase::slice(words)),
        false => By::Text(Phrase::slice(words)),
    };
    (clean && !words.is_empty()).then(|| (Passage::of(unit, by), field))
}

/// "meeting line (in FIELD)".
fn called(tokens: &[Token]) -> Option<(Passage, &[Token])> {
    /// Most words before the noun.
    const LONGEST: usize = 3;
    let (said, field) = and_field(tokens);
    let (noun, theme) = said.split_last()?;
    let short = (1..=LONGEST).contains(&theme.len()) && theme.iter().all(Token::word);
    let unit = unit(noun).filter(|_| short)?;
    Some((
        Passage::of(unit, By::Theme(Phrase::slice(bare(theme)))),
        field,
    ))
}
