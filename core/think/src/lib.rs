//! What a model is asked, and the rules that its answers are made into: one file a question, with its prompt beside it.
//!
//! No model is called here, and nothing that one answers is trusted: an answer is read into a type, bounded, and
//! judged by rules.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![allow(missing_docs, reason = "a field whose name says it all needs no line")]

pub mod file;
pub mod judgement;
pub mod knowledge;
pub mod models;
pub mod plan;
pub mod question;
pub mod reason;
pub mod recollect;
pub mod search;
pub mod skill;
pub mod tries;

pub use judgement::{Judgement, OutOfView};
pub use plan::Health;
pub use question::{Brief, Critique, Picture, Prompt, Thought, Topic, prompt, read};
