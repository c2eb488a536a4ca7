//! What other programs record, and what they replay: the common subset of each, both ways.

pub mod playwright;
pub mod recorder;

mod script;
mod taken;

use taken::Taken;
