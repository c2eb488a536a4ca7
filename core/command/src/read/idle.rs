//! Words that stand where a value could, and are none.

use crate::words::{Phrase, Token};

use super::clause::Clause;
use super::enter::is_pattern;

/// Particles and adverbs that a sentence may end with: "put the name in", "search for it there".
const TRAILING: &[&str] = &[
    "in",
    "on",
    "out",
    "up",
    "off",
    "down",
    "over",
    "into",
    "onto",
    "to",
    "there",
    "here",
    "again",
    "too",
    "now",
    "then",
    "accordingly",
    "correctly",
    "properly",
    "away",
    "through",
    "together",
    "first",
    "instead",
    "afterwards",
    "needed",
    "required",
    "necessary",
];
/// Pronouns that do not say what is meant; "it" may be what was read before.
const PRONOUNS: &[&str] = &[
    "he",
    "she",
    "they",
    "him",
    "me",
    "us",
    "you",
    "we",
    "i",
    "who",
    "what",
    "something",
    "anything",
    "everything",
    "nothing",
    "somebody",
    "someone",
    "anyone",
    "hers",
    "theirs",
    "mine",
    "yours",
    "same",
];
/// Names for values.
const LABELS: &[&str] = &[
    "username",
    "user",
    "password",
    "email",
    "e-mail",
    "name",
    "names",
    "first",
    "last",
    "full",
    "phone",
    "city",
    "country",
    "age",
    "zip",
    "address",
    "date",
    "number",
    "code",
    "value",
    "values",
    "title",
    "person",
    "product",
    "item",
    "price",
    "term",
    "query",
    "keyword",
    "data",
    "details",
    "text",
    "word",
    "words",
    "result",
    "credentials",
    "information",
    "company",
];
/// Words that make a label no value either.
const AROUND: &[&str] = &["the", "a", "an", "and", "or", "your", "my", "all"];
/// What the page tells is a value, wherever these words stand.
const POINTS: &[&str] = &[
    "shown",
    "displayed",
    "written",
    "appears",
    "visible",
    "says",
];
/// Words that point back to what was said or found before.
const BACK: &[&str] = &[
    "that", "this", "those", "these", "his", "her", "their", "its",
];

/// True for words that are no value: they end in a particle or an adverb, or are a pronoun.
pub(super) fn is_no_value(tokens: &[Token]) -> bool {
    let words: Vec<&Token> = tokens.iter().filter(|token| token.word()).collect();
    let (Some(last), false) = (words.last(), is_literal(tokens)) else {
        return false;
    };
    last.is_any(TRAILING) || words.len() == 1 && last.is_any(PRONOUNS)
}

/// True for words that only name a value: "the name", "username and password".
pub(super) fn is_only_label(tokens: &[Token]) -> bool {
    let mut words = tokens.iter().filter(|token| token.word()).peekable();
    words.peek().is_some()
        && !is_literal(tokens)
        && words.all(|word| (word.is_any(LABELS) || word.is_any(AROUND)) && word.text == word.low)
}

/// True for words that point back to something: "that person".
pub(super) fn points_back(tokens: &[Token]) -> bool {
    !is_literal(tokens) && tokens.len() > 1 && tokens[0].is_any(BACK)
}

fn is_literal(tokens: &[Token]) -> bool {
    is_pattern(tokens)
        || tokens
            .iter()
            .any(|token| token.quoted() || token.is_any(POINTS))
}

/// A clause that asks for something and does not say what.
pub(super) fn unread(tokens: &[Token]) -> Clause {
    Clause::Unread {
        words: Phrase::slice(tokens),
    }
}
