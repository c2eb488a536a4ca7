//! Words that stand where a value could, and are none.

use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

use super::clause::Clause;
use super::enter::is_pattern;

/// Particles and adverbs that a sentence may end with: "put the name in", "search for it there".
static TRAILING: WordList = WordList::named("idle trailing");
/// Pronouns that do not say what is meant; "it" may be what was read before.
static PRONOUNS: WordList = WordList::named("idle pronouns");
/// Names for values.
static LABELS: WordList = WordList::named("idle labels");
/// Words that make a label no value either.
static AROUND: WordList = WordList::named("idle around");
/// What the page tells is a value, wherever these words stand.
static POINTS: WordList = WordList::named("idle points");
/// Words that point back to what was said or found before.
static BACK: WordList = WordList::named("idle back");

/// True for words that are no value: they end in a particle or an adverb, or are a pronoun.
pub(crate) fn is_no_value(tokens: &[Token]) -> bool {
    let words: Vec<&Token> = tokens.iter().filter(|token| token.word()).collect();
    let (Some(last), false) = (words.last(), is_literal(tokens)) else {
        return false;
    };
    last.is_in(&TRAILING) || words.len() == 1 && last.is_in(&PRONOUNS)
}

/// True for words that only name a value: "the name", "username and password".
pub(super) fn is_only_label(tokens: &[Token]) -> bool {
    let mut words = tokens.iter().filter(|token| token.word()).peekable();
    words.peek().is_some()
        && !is_literal(tokens)
        && words.all(|word| (word.is_in(&LABELS) || word.is_in(&AROUND)) && word.text == word.low)
}

/// True for words that point back to something: "that person".
pub(super) fn points_back(tokens: &[Token]) -> bool {
    !is_literal(tokens) && tokens.len() > 1 && tokens[0].is_in(&BACK)
}

fn is_literal(tokens: &[Token]) -> bool {
    is_pattern(tokens)
        || tokens
            .iter()
            .any(|token| token.quoted() || token.is_in(&POINTS))
}

/// A clause that asks for something and does not say what.
pub(super) fn unread(tokens: &[Token]) -> Clause {
    Clause::Unread {
        words: Phrase::slice(tokens),
    }
}
