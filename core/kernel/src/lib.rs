//! The turn: what a person wants, step by step, decided as data.
//!
//! `advance(task, event) -> (task, effects)` is the whole of it. The stages `observe`, `route`,
//! `propose`, `validate`, `gate` and `verify` are plain functions in files of their own; the turn
//! only strings them together. A runner performs the effects and feeds the results back.
//!
//! Unsafe output cannot be written down: [`pass::Proposed`] becomes [`pass::Valid`] only in
//! `validate`, and [`pass::Allowed`] only in `gate`.

pub mod action;
pub mod address;
pub mod id;

// What a task is, and what comes in and goes out of a turn.
pub mod approval;
pub mod ask;
pub mod effect;
pub mod event;
pub mod expect;
pub mod file;
pub mod pass;
pub mod step;
pub mod task;
pub mod words;

// The turn and its stages, in order.
pub mod turn;

pub mod negotiate;
pub mod observe;
pub mod route;

pub mod propose;
pub mod think;

// What the models think with and about.
pub mod blocker;
pub mod chain;
pub mod mind;
pub mod plan;
pub mod reason;
pub mod recollect;
pub mod search;
pub mod skill;

pub mod validate;

pub mod consent;
pub mod gate;
pub mod origin;

pub mod verify;

// What the turn does besides.
mod chat;
mod correct;
mod given;
mod guidance;
pub mod hear;
mod serve;

pub mod mask;
pub mod quote;
pub mod record;
pub mod veil;

#[cfg(test)]
mod testing;

pub use action::Action;
pub use id::{MessageId, SessionId, TaskId, TenantId, UserId};
pub use turn::advance;
