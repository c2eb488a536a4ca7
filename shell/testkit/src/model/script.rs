//! What is answered, and when.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

use crate::log::hold;

/// What comes back for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These words. Where a schema was asked for they have to fit it.
    Says(String),
    /// These words, and the model may write no more.
    Full(String),
    /// These words, after a while.
    Slow(Duration, String),
    /// A status alone, and after how many seconds to come again.
    Status(u16, Option<u64>),
    /// Half of these words; then the connection is gone.
    CutStream(String),
    /// Half of these words; then nothing more, on an open connection.
    Stall(String),
    /// A page that is no completion.
    Garbage,
    /// JSON that no schema allows.
    WrongSchema,
    /// 200 KiB of words.
    TooLong,
    /// Nothing, ever.
    Hang,
    /// A redirect to somewhere else.
    Redirect(String),
}

impl From<&str> for Turn {
    fn from(text: &str) -> Self {
        Self::Says(text.to_owned())
    }
}

impl From<String> for Turn {
    fn from(text: String) -> Self {
        Self::Says(text)
    }
}

impl From<Value> for Turn {
    fn from(value: Value) -> Self {
        Self::Says(value.to_string())
    }
}

/// Answers by topic, then those in order, then those that always hold.
#[derive(Debug, Default)]
pub(crate) struct Script {
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    on: HashMap<String, VecDeque<Turn>>,
    then: VecDeque<Turn>,
    always: HashMap<String, Turn>,
}

impl Script {
    pub(crate) fn on(&self, topic: &str, turn: Turn) {
        let mut lines = hold(&self.lines);
        lines
            .on
            .entry(topic.to_owned())
            .or_default()
            .push_back(turn);
    }

    pub(crate) fn then(&self, turn: Turn) {
        hold(&self.lines).then.push_back(turn);
    }

    pub(crate) fn always(&self, topic: &str, turn: Turn) {
        hold(&self.lines).always.insert(topic.to_owned(), turn);
    }

    pub(crate) fn next(&self, topic: Option<&str>) -> Option<Turn> {
        let mut lines = hold(&self.lines);
        let own = topic
            .and_then(|topic| lines.on.get_mut(topic))
            .and_then(VecDeque::pop_front);
        own.or_else(|| lines.then.pop_front())
            .or_else(|| topic.and_then(|topic| lines.always.get(topic).cloned()))
    }

    pub(crate) fn left_over(&self) -> usize {
        let lines = hold(&self.lines);
        lines.then.len() + lines.on.values().map(VecDeque::len).sum::<usize>()
    }
}
