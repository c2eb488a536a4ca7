//! The audit log: what is written down, how rows hang on each other, how marks are signed, and how
//! all of it is checked.
//!
//! Every row bears the hash of the row before it, and every few seconds the last row is signed: a
//! mark. Whoever changes, removes or reorders a row breaks the chain there; whoever makes the chain
//! anew from there on breaks the next mark. `docs/audit.md` has the formula, to be checked by hand.
//!
//! Nothing here reads a clock or draws a random number: time and key come from the shell.

mod encode;
mod entry;
mod key;
mod mark;
mod ocsf;
mod row;
mod verify;

#[cfg(test)]
mod tests;

pub use entry::{Entry, Kind, LONGEST_TEXT};
pub use key::{BadKey, KeyId, PublicKey, SigningKey, is_signed, trusted};
pub use mark::Mark;
pub use ocsf::ocsf;
pub use row::{BadLine, Hash, LogRow};
pub use verify::{Fault, LogSummary, Verifier};
