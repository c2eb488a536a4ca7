//! A person's words, split into those that tell to do something and those that do not.
//!
//! Plain English, read with a few rules: an order begins a sentence, or follows a comma, `and`,
//! `then`, `please`, `want to`, `can you`, `by`. What is negated, asked or supposed is no order.
//! What stands in quotes is a name or a value, never an order.

use super::label::is_number;
use super::sentence::SentenceReader;
use screen_agent_words::WordList;
use screen_agent_words::fold::{is_apostrophe, is_unseen, word as fold, words as split};

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, letters and digits.
    pub(crate) text: String,
    /// Which quoted piece it belongs to.
    pub(crate) quoted: Option<usize>,
    /// Which sentence it belongs to.
    pub(crate) sentence: usize,
    /// An order could begin here.
    pub(crate) orders: bool,
    /// Nothing in its sentence takes it back: no `not`, no `whether`, no question mark.
    pub(crate) live: bool,
    /// It is written with a capital.
    pub(crate) capital: bool,
    /// A slash joins it to the next.
    pub(crate) slashed: bool,
}

impl Word {
    /// Written as names are.
    pub(super) fn is_name(&self) -> bool {
        self.capital && self.quoted.is_none()
    }
}

/// What stands between words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Comma,
    Colon,
    Slash,
    Stop,
    /// A question mark.
    Asks,
    /// The end of a line.
    Line,
}

enum Piece {
    Word(String, Option<usize>, bool),
    Mark(Mark),
}

/// Splits and marks a text.
pub(crate) fn read_words(text: &str) -> Vec<Word> {
    let mut reader = SentenceReader::default();
    for piece in pieces(text) {
        match piece {
            Piece::Word(text, quoted, capital) => reader.word(text, quoted, capital),
            Piece::Mark(mark) => reader.mark(mark),
        }
    }
    reader.take_back_if_retracted();
    reader.words
}

/// The quote that closes what this one opens.
fn closing(open: char) -> Option<char> {
    match open {
        '"' => Some('"'),
        '“' | '”' => Some('”'),
        '‘' => Some('’'),
        '\'' => Some('\''),
        '`' => Some('`'),
        '«' => Some('»'),
        _ => None,
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let chars: Vec<char> = text.chars().filter(|c| !is_unseen(*c)).collect();
    let mut pieces = Vec::new();
    let mut quotes = 0;
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        if let Some(end) = quoted_until(&chars, at) {
            let inside: String = chars.get(at + 1..end).unwrap_or_default().iter().collect();
            let words = split(&inside).into_iter();
            pieces.extend(words.map(|word| Piece::Word(word, Some(quotes), true)));
            quotes += 1;
            at = end + 1;
        } else if c.is_alphanumeric() {
            let end = word_end(&chars, at);
            let word: String = chars.get(at..end).unwrap_or_default().iter().collect();
            let capital = c.is_uppercase();
            pieces.push(Piece::Word(fold(&word), None, capital));
            at = end;
        } else {
            pieces.extend(mark(&chars, at).map(Piece::Mark));
            at += 1;
        }
    }
    pieces
}

/// Where a quoted piece that begins here ends. An apostrophe inside a word opens nothing.
fn quoted_until(chars: &[char], at: usize) -> Option<usize> {
    let close = closing(*chars.get(at)?)?;
    let before = at.checked_sub(1).and_then(|index| chars.get(index));
    if before.is_some_and(|c| c.is_alphanumeric()) {
        return None;
    }
    let ends = |index: &usize| {
        let after = chars.get(index + 1);
        let inside_a_word = is_apostrophe(close) && after.is_some_and(|c| c.is_alphanumeric());
        chars.get(*index) == Some(&close) && !inside_a_word
    };
    (at + 1..chars.len()).find(ends)
}

fn word_end(chars: &[char], at: usize) -> usize {
    let mut end = at;
    while let Some(c) = chars.get(end) {
        let inner = is_apostrophe(*c) && chars.get(end + 1).is_some_and(|c| c.is_alphanumeric());
        if !c.is_alphanumeric() && !inner {
            break;
        }
        end += 1;
    }
    end
}

/// A full stop ends a sentence only before space; inside `a.example` it does not.
fn mark(chars: &[char], at: usize) -> Option<Mark> {
    let ends = chars.get(at + 1).is_none_or(|c| !c.is_alphanumeric());
    match chars.get(at)? {
        '?' if ends => Some(Mark::Asks),
        '.' | '!' if ends => Some(Mark::Stop),
        ';' => Some(Mark::Stop),
        '\n' => Some(Mark::Line),
        ':' => Some(Mark::Colon),
        '/' => Some(Mark::Slash),
        ',' | '–' | '—' | '&' | '(' | ')' => Some(Mark::Comma),
        '-' if ends => Some(Mark::Comma),
        _ => None,
    }
}

pub(super) fn is_filler(word: &str) -> bool {
    FILLERS.contains(word) || is_number(word)
}

/// Words that may stand before an order.
static FILLERS: WordList = WordList::named("said fillers");
