//! Performs what the packet surface's turn decides: it asks models, performs the server's tools,
//! captures sources, and keeps the history.
//!
//! Like the other runner it decides nothing: `core/packet` does. Everything that a request led to is
//! kept before its answer goes out.

pub mod engines;

mod error;
mod runner;

mod ask;
mod audit;
mod history;
mod perform;
mod repeat;
mod tools;

mod content;
mod source;
mod think;
mod transform;

pub use ask::{Answered, Progress};
pub use content::{Content, ContentFault, Said};
pub use error::{AskError, CaptureFault, TransformFault};
pub use runner::{Link, PacketRunner, Parts, Patience};
pub use source::{AddFault, Added};
