//! Plain English commands, grounded in what is on the screen.
//!
//! The embedded default behind the proposer's port: no network, no weights, and the same words on
//! the same screen always give the same step. [`propose`] reads the instruction into clauses
//! (`read`), finds what each clause means on the screen (`ground`, `answer`), and decides the next
//! action from what was done so far (`plan`). What it cannot read or find it says, and gives up;
//! it asks where several things fit and a mistake could not be taken back.

mod answer;
mod ground;
mod plan;
mod read;
mod words;

pub use plan::propose;
