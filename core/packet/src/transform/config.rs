//! How something is to be made: how deep, how much of it, in which tone.

use std::fmt::Write as _;

use screen_agent_wire::invalid::Invalid;
use serde_json::{Map, Value};

use super::Transform;

/// How something is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// How deep it goes.
    pub depth: Depth,
    /// How much of it there is, in what its type counts.
    pub count: u32,
    /// How it sounds.
    pub tone: Tone,
}

screen_agent_words::worded! {
    /// How deep something goes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Depth {
        /// Only what matters most.
        Brief = "brief",
        /// As usual.
        #[default]
        Standard = "standard",
        /// With its details.
        Deep = "deep",
    }
}

screen_agent_words::worded! {
    /// How something sounds.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Tone {
        /// As a newspaper would.
        #[default]
        Neutral = "neutral",
        /// As in a report to a board.
        Formal = "formal",
        /// As among friends.
        Friendly = "friendly",
        /// In short sentences and common words.
        Plain = "plain",
    }
}

impl Config {
    /// Reads the configuration of a type. What is absent is as usual; an unknown key is an error.
    pub fn read(transform: &Transform, config: &Map<String, Value>) -> Result<Self, Invalid> {
        let mut read = Self {
            depth: Depth::default(),
            count: transform.count.usual,
            tone: Tone::default(),
        };
        for (key, value) in config {
            match key.as_str() {
                "depth" => read.depth = word(key, value, Depth::ALL, Depth::word)?,
                "tone" => read.tone = word(key, value, Tone::ALL, Tone::word)?,
                "count" => read.count = count(transform, value)?,
                _ => return Err(fault(key, "expected depth, count or tone")),
            }
        }
        Ok(read)
    }

    /// What a model is told of it, a line each.
    pub fn told(&self, transform: &Transform) -> String {
        let mut lines = String::new();
        let _ = writeln!(
            lines,
            "- Give about {} {}; fewer where the sources hold no more.",
            self.count, transform.count.what
        );
        let _ = writeln!(lines, "- Depth: {}.", self.depth.told());
        let _ = writeln!(lines, "- Tone: {}.", self.tone.told());
        lines
    }

    /// The same configuration in the same letters, however it was written down.
    pub(super) fn canonical(&self) -> String {
        format!(
            "depth={};count={};tone={}",
            self.depth.word(),
            self.count,
            self.tone.word()
        )
    }
}

impl Depth {
    const fn told(self) -> &'static str {
        match self {
            Self::Brief => "only what matters most, a phrase or a sentence each",
            Self::Standard => "what a reader needs who has not seen the sources",
            Self::Deep => "with figures, reasons, and where the sources disagree",
        }
    }
}

impl Tone {
    const fn told(self) -> &'static str {
        match self {
            Self::Neutral => "neutral, without judgement of your own",
            Self::Formal => "formal",
            Self::Friendly => "friendly, speaking to the reader",
            Self::Plain => "plain: short sentences and common words",
        }
    }
}

fn word<T: Copy>(
    key: &str,
    value: &Value,
    all: &[T],
    spell: impl Fn(T) -> &'static str,
) -> Result<T, Invalid> {
    let wanted = value.as_str().unwrap_or_default();
    let found = all.iter().copied().find(|one| spell(*one) == wanted);
    found.ok_or_else(|| {
        let words: Vec<&str> = all.iter().map(|one| spell(*one)).collect();
        fault(key, &format!("expected one of {}", words.join(", ")))
    })
}

fn count(transform: &Transform, value: &Value) -> Result<u32, Invalid> {
    let bounds = transform.count;
    let within = |count: &u32| (bounds.least..=bounds.most).contains(count);
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    count.filter(within).ok_or_else(|| {
        let why = format!(
            "expected {} to {} {}",
            bounds.least, bounds.most, bounds.what
        );
        fault("count", &why)
    })
}

fn fault(key: &str, why: &str) -> Invalid {
    Invalid::new(format!("config.{key}"), why)
}
