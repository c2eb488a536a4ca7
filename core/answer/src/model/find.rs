//! Objects in what a model wrote: every one that stands on its own.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::mend::mend;
use super::note::Repair;
use super::{compact, unique};
use screen_agent_wire::limits::DEPTH;
use screen_agent_wire::read::deeper_than;

/// Most places at which an object is looked for. Each costs one pass, so that all cost linear time.
const TRIES: usize = 48;

/// An object that was found.
pub(super) struct Found {
    pub(super) object: Map<String, Value>,
    /// What was done to read it.
    pub(super) notes: BTreeSet<Repair>,
    /// It stands in what the model thought.
    pub(super) thought: bool,
}

/// What was found.
#[derive(Default)]
pub(super) struct Search {
    pub(super) found: Vec<Found>,
    /// What stood around the objects.
    pub(super) notes: BTreeSet<Repair>,
    /// Words that stood outside of objects, fences and thinking.
    pub(super) words: String,
    /// Thinking was begun and never ended: what words there are may all be thoughts.
    pub(super) still_thinking: bool,
}

/// Looks for objects. What stands inside a string of one is never looked into.
pub(super) fn search(text: &str) -> Search {
    let mut search = Search::default();
    let mut at = 0;
    let mut tries = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let taken = match next {
            '<' => match Tag::of(rest) {
                Some(tag) if tag.closes => {
                    search.forget_thinking();
                    Some(tag.length)
                }
                Some(tag) => {
                    search.notes.insert(Repair::Thinking);
                    let end = if search.still_thinking {
                        None
                    } else {
                        end_of_thinking(&rest[tag.length..])
                    };
                    search.still_thinking |= end.is_none();
                    Some(tag.length + end.unwrap_or(0))
                }
                None => None,
            },
            '`' if rest.starts_with("```") => {
                search.notes.insert(Repair::Fence);
                Some(fence(rest))
            }
            '{' if tries < TRIES && could_begin(rest) => {
                tries += 1;
                search.object(rest)
            }
            _ => None,
        };
        if taken.is_none() {
            search.words.push(next);
        }
        at += taken.unwrap_or(next.len_utf8());
    }
    if search.words.chars().any(|c| !c.is_whitespace()) {
        search.notes.insert(Repair::Around);
    }
    search
}

impl Search {
    /// Reads an object that begins here; how many bytes it takes, if it can be read.
    fn object(&mut self, rest: &str) -> Option<usize> {
        if let Some((Value::Object(object), used, twice)) = unique::first(rest) {
            if deeper_than(&rest.as_bytes()[..used], DEPTH) {
                return Some(used);
            }
            let notes = twice.then_some(Repair::Twice).into_iter().collect();
            self.add(object, notes);
            return Some(used);
        }
        let mended = mend(rest)?;
        let (Value::Object(object), _, twice) = unique::first(&mended.json)? else {
            return None;
        };
        let mut notes = mended.notes;
        if twice {
            notes.insert(Repair::Twice);
        }
        // What broke off reaches to the end; where it is no packet, one may still begin inside of it.
        let is_answer = object.contains_key("protocol") || compact::is_compact(&object);
        let through = !notes.contains(&Repair::BrokenOff) || is_answer;
        self.add(object, notes);
        through.then_some(mended.used)
    }

    fn add(&mut self, object: Map<String, Value>, notes: BTreeSet<Repair>) {
        self.found.push(Found {
            object,
            notes,
            thought: false,
        });
    }

    /// What came before was thinking, the beginning of which the model did not write.
    fn forget_thinking(&mut self) {
        self.notes.insert(Repair::Thinking);
        self.words.clear();
        for found in &mut self.found {
            found.thought = true;
        }
    }
}

/// A mark around thinking.
struct Tag {
    length: usize,
    closes: bool,
}

impl Tag {
    fn of(text: &str) -> Option<Self> {
        let (closes, name) = match text.strip_prefix("</") {
            Some(name) => (true, name),
            None => (false, text.strip_prefix('<')?),
        };
        let word = ["thinking>", "think>", "thought>"]
            .into_iter()
            .find(|word| {
                name.get(..word.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(word))
            })?;
        Some(Self {
            length: text.len() - name.len() + word.len(),
            closes,
        })
    }
}

/// Where thinking ends, its closing mark included.
fn end_of_thinking(text: &str) -> Option<usize> {
    text.match_indices("</").find_map(|(at, _)| {
        let tag = Tag::of(&text[at..])?;
        Some(at + tag.length)
    })
}

/// How many bytes a fence takes: its marks and the name of its language.
fn fence(text: &str) -> usize {
    let name = text.trim_start_matches('`');
    let word = name
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(name.len());
    text.len() - name.len() + word
}

/// True where an object may begin: a key follows, or its end. Braces in prose are passed over.
fn could_begin(text: &str) -> bool {
    let inner = text[1..].trim_start();
    match inner.chars().next() {
        Some('"' | '“' | '„' | '”' | '\'' | '«' | '}' | '/') => true,
        Some(c) if c.is_alphabetic() || c == '_' => {
            let after = inner.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            after.trim_start().starts_with(':')
        }
        _ => false,
    }
}
