//! Spec 004: what an IDE asks, and what it is answered. One request opens a trace; a task computes something about a
//! screen; the reply says it in words, as artifacts, and as actions that the IDE may carry out.

pub mod artifact;
pub mod capabilities;
pub mod chat;
pub mod cli_action;
pub mod document;
pub mod figma;
pub mod intent;
pub mod key;
pub mod plan;
pub mod problem;
pub mod registry;
pub mod reply;
pub mod report;
pub mod request;
pub mod task;
pub mod trace;

pub use reply::IdeReply;
pub use request::IdeRequest;
pub use task::IdeTask;

/// The version of the envelope that is spoken.
pub const ENVELOPE_VERSION: &str = "v1";
