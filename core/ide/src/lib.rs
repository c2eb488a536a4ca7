//! The IDE surface: what a screen holds, what may happen on it, and how that becomes scenarios, flows and calls. Each task
//! is a function from a typed input to a typed output; what a model proposes is read into the same types and judged by
//! the same rules.

#![allow(missing_docs, reason = "a field whose name says it all needs no line")]

pub mod answer;
pub mod capabilities;
pub mod document;
pub mod figma;
pub mod ingest;
pub mod intent;
pub mod merge;
pub mod model;
pub mod report;
pub mod task;
pub mod trace;

mod expr;
mod flow;
mod gherkin;
mod toast;
mod ui;

pub use answer::{IdeMeans, Job, ProposedBy};
