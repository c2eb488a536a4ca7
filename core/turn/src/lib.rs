//! The turn: what a person wants, step by step, decided as data.
//!
//! `advance(task, event) -> (task, notes, next)` is the whole of it. The stages `observe`, `route`,
//! `propose`, `validate`, `gate` and `verify` are plain functions in files of their own; the turn
//! only strings them together. A runner performs the effects and feeds the results back.
//!
//! Unsafe output cannot be written down: `ProposedAction` becomes `ValidAction` only in
//! `validate`, and `AllowedAction` only in `gate`.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![allow(missing_docs, reason = "a field whose name says it all needs no line")]

// What a task is, and what comes in and goes out of a turn.
pub mod event;
pub mod next;
pub mod open_question;
pub mod phase;
pub mod task;

// The turn and its stages, in order.
mod advance;

mod fill;
pub mod negotiate;
pub mod observe;
pub mod route;

pub mod propose;

pub mod blocker;
pub mod verify;

// What the turn does besides.
mod case;

mod blocker_answer;
mod chat;
mod correct;
pub mod lost;
mod obstacle;
pub mod person;
mod phrases;
pub mod secrets;
mod server_actions;

pub mod record;

#[cfg(test)]
mod testing;

pub use advance::advance;
pub use case::gate_case;
