//! What a collection can be made into: one file a type, with what a model is told beside it.
//!
//! A type says what it is, how it may be configured, and which shape its answer must have. The
//! answer itself is a render tree with citations like any other, asked for and read by the turn.

mod briefing;
mod comparison;
mod config;
mod flashcards;
mod key;
mod outline;
mod quiz;
mod report;
mod shape;
mod study;
mod timeline;

use screen_agent_wire::packet::collection::TransformType;
use screen_agent_wire::packet::{Citation, Doc};

pub use config::{Config, Depth, Tone};
pub use key::{SourceMark, dedupe_key};

/// Something that a collection can be made into.
#[derive(Clone, Copy, Debug)]
pub struct Transform {
    /// Its name, as `transform.run` takes it.
    pub name: &'static str,
    /// Its name, as people read it.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub description: &'static str,
    /// What a model is told of it.
    pub guidance: &'static str,
    /// What `count` counts, and within which bounds.
    pub count: Count,
    shape: fn(&Doc) -> Result<(), String>,
}

/// What `count` counts, and within which bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// What is counted, in the plural.
    pub what: &'static str,
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
    /// What it is when nobody says.
    pub usual: u32,
}

impl Transform {
    /// Checks that an answer has the shape of its type and says where its facts come from. What is
    /// wrong comes as a sentence that a model can mend its answer by.
    pub fn check(&self, doc: &Doc, citations: &[Citation]) -> Result<(), String> {
        shape::is_cited(citations)?;
        (self.shape)(doc)
    }

    /// As clients see it.
    pub fn listed(&self) -> TransformType {
        TransformType {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            description: self.description.to_owned(),
        }
    }
}

const ALL: &[Transform] = &[
    comparison::TRANSFORM,
    timeline::TRANSFORM,
    briefing::TRANSFORM,
    report::TRANSFORM,
    outline::TRANSFORM,
    study::TRANSFORM,
    quiz::TRANSFORM,
    flashcards::TRANSFORM,
];

/// Every type.
pub const fn types() -> &'static [Transform] {
    ALL
}

/// The type with this name.
pub fn find(name: &str) -> Option<&'static Transform> {
    ALL.iter().find(|transform| transform.name == name)
}

#[cfg(test)]
mod tests;
