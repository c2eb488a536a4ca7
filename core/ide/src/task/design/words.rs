//! Reading what a screen is to have, word by word.

use super::lexicon::{KnownComponent, component, in_english, page};
use super::{ScreenPart, Wanted};
use crate::ui::tokens::is_among;
use screen_agent_words::quote::capitalised;

/// Components that a text may ask for.
const MOST: usize = 300;
/// Words of a text that are read.
const WORDS: usize = 2_000;

/// Words that ask, and say nothing of what the screen has.
const ASIDE: &str = "a an the and or with for of to in on at by my me please create make build generate design add show page \
    screen form ui view app simple new that has have having containing some below above i";
/// Words that are inputs by themselves.
const FIELDS: [&str; 10] = [
    "email", "password", "username", "phone", "address", "date", "birthday", "amount", "comment",
    "message",
];
/// Words that a button before which they stand says.
const SAID: [&str; 26] = [
    "save", "submit", "cancel", "send", "next", "back", "ok", "delete", "edit", "buy", "continue",
    "close", "confirm", "logout", "share", "upload", "download", "order", "pay", "apply", "reset",
    "start", "stop", "create", "add", "remove",
];

enum Word {
    Quoted(String),
    Plain(String),
}

/// What a text asks for.
pub(in crate::task) fn parts(text: &str) -> Wanted {
    let words = split(text);
    let mut reading = Reading {
        words: &words,
        wanted: Wanted::default(),
        left: Vec::new(),
    };
    let mut at = 0;
    while at < words.len() && reading.wanted.parts.len() < MOST {
        at += reading.word(at);
    }
    reading.finish()
}

fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (at, piece) in text.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(Word::Quoted(piece.trim().to_owned()));
            continue;
        }
        let english = in_english(piece);
        let plain = english
            .split(|c: char| !c.is_alphanumeric() && c != '#' && c != '_')
            .filter(|word| !word.is_empty());
        words.extend(plain.map(|word| Word::Plain(word.to_owned())));
    }
    words.truncate(WORDS);
    words
}

struct Reading<'a> {
    words: &'a [Word],
    wanted: Wanted,
    /// Words that are nothing else: what the screen says.
    left: Vec<String>,
}

impl Reading<'_> {
    fn plain(&self, at: usize) -> Option<&str> {
        match self.words.get(at)? {
            Word::Plain(word) => Some(word),
            Word::Quoted(_) => None,
        }
    }

    fn quoted(&self, at: usize) -> Option<String> {
        match self.words.get(at)? {
            Word::Quoted(text) => Some(text.clone()),
            Word::Plain(_) => None,
        }
    }

    /// Reads at a place; gives how many words that took.
    fn word(&mut self, at: usize) -> usize {
        let next = self.plain(at + 1).and_then(component);
        let Some(word) = self.plain(at).map(str::to_owned) else {
            // What is quoted belongs to the component before or behind it.
            return match (next, self.quoted(at)) {
                (Some(known), Some(text)) => self.component(known, text, 1, 2),
                (_, text) => {
                    self.left.extend(text);
                    1
                }
            };
        };
        if let Some(number) = count(&word)
            && let Some(known) = next
        {
            return self.component(known, String::new(), number, 2);
        }
        if let Some(known) = component(&word) {
            return match self.quoted(at + 1) {
                Some(text) => self.component(known, text, 1, 2),
                None => self.component(known, String::new(), 1, 1),
            };
        }
        let is_page = page(&word);
        if let Some(known) = next {
            let says = SAID.contains(&word.as_str()) || is_page.is_some();
            let named = FIELDS.contains(&word.as_str()) || !is_among(ASIDE, &word);
            return match known.kind {
                "button" | "text_button" if says => self.component(known, capitalised(&word), 1, 2),
                "input_field" | "checkbox" | "switch" | "select" if named => {
                    self.component(known, word, 1, 2)
                }
                _ => self.plain_word(&word),
            };
        }
        match is_page {
            Some(known) => {
                self.wanted.page.get_or_insert(known.name);
                for part in &known.parts {
                    self.of_page(part, known.name);
                }
                1
            }
            None => self.plain_word(&word),
        }
    }

    fn plain_word(&mut self, word: &str) -> usize {
        if FIELDS.contains(&word)
            && let Some(input) = component("input")
        {
            self.put(
                input,
                word.to_owned(),
                word == "password",
                format!("the word {word:?}"),
            );
        } else if !is_among(ASIDE, word) && count(word).is_none() {
            self.left.push(word.to_owned());
        }
        1
    }

    fn component(
        &mut self,
        known: &'static KnownComponent,
        label: String,
        number: usize,
        took: usize,
    ) -> usize {
        let why = format!("the word {:?}", known.words[0]);
        let hidden = label == "password";
        for _ in 0..number {
            self.put_again(known, label.clone(), hidden, why.clone());
        }
        took
    }

    /// A part of a kind of page, as the lexicon writes it.
    fn of_page(&mut self, part: &'static str, name: &str) {
        let why = format!("pages of the kind {name:?} have it");
        let (word, label, hidden) = match part.split_once('=') {
            Some((word, label)) => (word, label, false),
            None => match (
                part.strip_suffix('!'),
                part.strip_prefix('?'),
                part.strip_prefix('^'),
            ) {
                (Some(input), _, _) => ("input", input, true),
                (_, Some(box_), _) => ("checkbox", box_, false),
                (_, _, Some(switch)) => ("switch", switch, false),
                _ if component(part).is_some() => (part, "", false),
                _ => ("input", part, false),
            },
        };
        if let Some(known) = component(word) {
            self.put(known, label.to_owned(), hidden, why);
        }
    }

    /// Adds a part, unless there is one that is the same.
    fn put(&mut self, known: &'static KnownComponent, label: String, is_hidden: bool, why: String) {
        let same =
            |part: &&ScreenPart| part.kind == known.kind && part.label.eq_ignore_ascii_case(&label);
        if !self.wanted.parts.iter().any(|part| same(&part)) {
            self.put_again(known, label, is_hidden, why);
        }
    }

    fn put_again(
        &mut self,
        known: &'static KnownComponent,
        label: String,
        is_hidden: bool,
        why: String,
    ) {
        if self.wanted.parts.len() >= MOST {
            return;
        }
        let nth = self
            .wanted
            .parts
            .iter()
            .filter(|part| part.kind == known.kind)
            .count();
        // What says or is called nothing is called as it is.
        let label = match (label.is_empty(), nth) {
            (false, _) => label,
            (true, 0) => capitalised(known.words[0]),
            (true, nth) => format!("{} {}", capitalised(known.words[0]), nth + 1),
        };
        self.wanted.parts.push(ScreenPart {
            kind: known.kind,
            prefix: known.prefix,
            label,
            is_hidden,
            why,
            ..ScreenPart::default()
        });
    }

    fn finish(mut self) -> Wanted {
        let said = std::mem::take(&mut self.left).join(" ");
        // A page of a known kind has a title of its own.
        if let (false, None, Some(text)) = (said.is_empty(), self.wanted.page, component("text")) {
            let why = "words that name no component are what the screen says".to_owned();
            let title = ScreenPart {
                kind: text.kind,
                prefix: text.prefix,
                label: capitalised(&said),
                is_hidden: false,
                why,
                ..ScreenPart::default()
            };
            self.wanted.parts.insert(0, title);
        }
        self.wanted
    }
}

fn count(word: &str) -> Option<usize> {
    const NAMES: [&str; 10] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let named = NAMES.iter().position(|name| *name == word).map(|at| at + 1);
    named
        .or_else(|| word.parse().ok())
        .map(|number: usize| number.min(MOST))
}
