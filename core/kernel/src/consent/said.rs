//! A person's words, split into those that tell to do something and those that do not.
//!
//! Plain English, read with a few rules: an order begins a sentence, or follows a comma, `and`,
//! `then`, `please`, `want to`, `can you`, `by`. What is negated, asked or supposed is no order.
//! What stands in quotes is a name or a value, never an order.

use super::fold::{is_apostrophe, is_unseen, word as fold, words as split};
use super::label::is_number;
use super::list::lists;

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
    /// Nothing before it in the sentence takes it back: no `not`, no `whether`.
    pub(crate) live: bool,
}

/// What stands between words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Comma,
    Colon,
    Stop,
}

enum Piece {
    Word(String, Option<usize>),
    Mark(Mark),
}

/// Splits and marks a text.
pub(crate) fn listen(text: &str) -> Vec<Word> {
    let mut ear = Ear::default();
    for piece in pieces(text) {
        match piece {
            Piece::Word(text, quoted) => ear.hear(text, quoted),
            Piece::Mark(mark) => ear.pause(mark),
        }
    }
    ear.words
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
            pieces.extend(words.map(|word| Piece::Word(word, Some(quotes))));
            quotes += 1;
            at = end + 1;
        } else if c.is_alphanumeric() {
            let end = word_end(&chars, at);
            let word: String = chars.get(at..end).unwrap_or_default().iter().collect();
            pieces.push(Piece::Word(fold(&word), None));
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
        '.' | '!' | '?' if ends => Some(Mark::Stop),
        ';' | '\n' => Some(Mark::Stop),
        ':' => Some(Mark::Colon),
        ',' | '–' | '—' | '&' | '(' | ')' => Some(Mark::Comma),
        '-' if ends => Some(Mark::Comma),
        _ => None,
    }
}

/// Why what follows is no order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Block {
    #[default]
    None,
    /// Until the next comma: a condition or a time.
    Clause,
    /// Until the sentence ends or turns.
    Sentence,
}

#[derive(Default)]
struct Ear {
    words: Vec<Word>,
    sentence: usize,
    block: Block,
    /// An order may not begin here, since something else has.
    underway: bool,
    /// The sentence looks for something; what it says after `to` describes that thing.
    looks: bool,
    described: bool,
}

impl Ear {
    fn pause(&mut self, mark: Mark) {
        match mark {
            Mark::Comma => {
                if self.block == Block::Clause {
                    self.block = Block::None;
                }
            }
            // "Do this: ..." orders; what follows "search for:" is a value.
            Mark::Colon if self.underway && !lists(ANNOUNCES, self.last()) => return,
            Mark::Colon => {}
            Mark::Stop => {
                self.sentence += 1;
                self.block = Block::None;
                self.looks = false;
            }
        }
        self.described = false;
        self.underway = false;
    }

    fn hear(&mut self, text: String, quoted: Option<usize>) {
        if quoted.is_none() {
            self.turn(&text);
        }
        let starts = self.starts_sentence();
        let orders =
            quoted.is_none() && !self.underway && !self.described && self.block == Block::None;
        self.words.push(Word {
            orders,
            live: self.block == Block::None,
            quoted,
            sentence: self.sentence,
            text: text.clone(),
        });
        match quoted {
            None => self.follow(&text, starts),
            Some(_) => self.underway = true,
        }
    }

    fn starts_sentence(&self) -> bool {
        let same = |word: &Word| word.sentence == self.sentence && !is_filler(&word.text);
        !self.words.last().is_some_and(same)
    }

    fn last(&self) -> &str {
        self.words
            .last()
            .filter(|word| word.quoted.is_none() && word.sentence == self.sentence)
            .map_or("", |word| &word.text)
    }

    /// What a word changes before it is itself looked at.
    fn turn(&mut self, word: &str) {
        match word {
            "then" | "but" | "instead" | "rather" => {
                self.block = Block::None;
                self.underway = false;
                self.described = false;
            }
            "no" if lists(CHOICES, self.last()) => {}
            _ if lists(NEGATIONS, word) || lists(QUESTIONS, word) => self.block = Block::Sentence,
            _ if self.block == Block::None && lists(CLAUSES, word) => {
                self.block = Block::Clause;
            }
            _ => {}
        }
        if lists(ASKS, word) && self.starts_sentence() {
            self.block = Block::Sentence;
        }
        // "Do click it" orders; "do I" and "can I" ask.
        let asks_leave = matches!(word, "i" | "we" | "they" | "one" | "anyone" | "someone");
        if asks_leave
            && matches!(
                self.last(),
                "do" | "can" | "could" | "would" | "will" | "may"
            )
        {
            self.block = Block::Sentence;
        }
    }

    /// What a word changes for those after it.
    fn follow(&mut self, word: &str, starts: bool) {
        self.looks |= starts && lists(LOOKS_FOR, word);
        let lead = match word {
            "and" | "or" | "then" | "but" | "by" | "instead" => true,
            "to" => {
                let lead = lists(LEADS_TO, self.last_but_one());
                self.described |= self.looks && !lead;
                lead
            }
            "you" => matches!(
                self.last_but_one(),
                "can" | "could" | "would" | "will" | "should" | "may" | "must"
            ),
            "can" | "may" | "should" | "must" => self.last_but_one() == "you",
            _ => false,
        };
        self.underway = !lead && (self.underway || !is_filler(word));
    }

    fn last_but_one(&self) -> &str {
        let index = self.words.len().checked_sub(2);
        index
            .and_then(|index| self.words.get(index))
            .filter(|word| word.sentence == self.sentence)
            .map_or("", |word| &word.text)
    }
}

const NEGATIONS: &str = "not, dont, never, without, avoid, cannot, cant, wont, shouldnt, mustnt, \
    neither, nor, refrain, except, doesnt, didnt, no";

/// Words after which a sentence asks or tells about something instead of ordering it.
const QUESTIONS: &str = "how, what, why, whether";

/// Words that begin a sentence that asks.
const ASKS: &str = "is, are, was, were, does, did, has, should, may, am";

/// Words after which "no" is an answer: "click yes or no".
const CHOICES: &str = "or, yes, click, press, hit, tap, choose, select, say, answer";

/// Words that begin a condition or a time.
const CLAUSES: &str = "if, when, whenever, once, after, before, until, unless, while, because";

/// Words before a colon that an order follows.
const ANNOUNCES: &str = "this, following, follows, steps, tasks, things, task, order, that";

/// Words that may stand before an order.
const FILLERS: &str = "please, also, now, first, second, third, finally, lastly, next, \
    afterwards, kindly, carefully, quickly, simply, just, only, again, go, ahead, ok, okay, hey, \
    hi, step, can, could, would, will, you, i, we, lets, help, me, must";

/// Words whose `to` begins an order: "I want to", "I need you to", "make sure to".
const LEADS_TO: &str = "want, need, like, have, try, sure, you, going, wish, love, remember, \
    proceed, continue";

/// Verbs that only look.
const LOOKS_FOR: &str = "find, show, tell, list, read, check, locate, look, see, explain, \
    describe, compare, summarize, count, report";

fn is_filler(word: &str) -> bool {
    lists(FILLERS, word) || is_number(word)
}
