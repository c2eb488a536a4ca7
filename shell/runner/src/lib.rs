//! Drives the turn: event in, effects performed, next event.
//!
//! The runner decides nothing: the kernel does. It knows ports, not adapters. A turn is two
//! transactions: one before the first proposer is called, which makes the person's words durable,
//! and one that keeps everything the turn came to before a byte of the answer goes out.

pub mod request;

mod runner;

mod audit;
mod close;
mod open;
mod outstanding;
mod perform;
mod turn;

mod draft;
mod file;
mod given;
mod held;
mod said;
mod sealed;
mod snapshot;

mod export;
mod measure;
mod resume;
mod running;
mod stop;

mod error;

pub use error::TurnError;
pub use measure::{call as measure_call, describe as describe_measures};
pub use request::{Help, TurnAnswer, TurnReply, TurnRequest};
pub use runner::{Parts, Patience, Runner};
