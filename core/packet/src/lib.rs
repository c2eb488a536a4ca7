//! The packet surface's turn, as data: what is asked is packed for a model, what it answers is
//! read, checked and put through the gate, and what tools came to goes back to it.
//!
//! Pure, like all of `core/`: `advance(run, event) -> (run, effects)`; a runner performs the
//! effects and feeds what comes of them back.

pub mod read;
pub mod run;

pub mod inquiry;
mod moment;

pub mod cite;
pub mod pack;
pub mod prompt;
pub mod quoted;

pub mod engines;
pub mod transform;

pub mod replay;

#[cfg(test)]
mod testing;
