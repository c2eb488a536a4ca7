//! What the benchmarks share: pages on the loopback address, and words on the terminal.

pub mod adversary;
pub mod agent;
pub mod apps;
pub mod cpu;
pub mod episode;
pub mod figure;
pub mod measure;
pub mod screens;
pub mod table;

use std::io::Write;

/// Prints a line; a closed pipe is not our failure.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
