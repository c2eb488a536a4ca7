//! What the benchmarks share: pages on the loopback address, and words on the terminal.

pub mod adversary;
pub mod agent;
pub mod apps;
pub mod cpu;
pub mod episode;
pub mod figure;
pub mod measure;
pub mod others;
pub mod screens;
pub mod served;
pub mod table;

use std::io::Write;
use std::path::Path;

use anyhow::Result;

/// Prints a line; a closed pipe is not our failure.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Every task that MiniWoB++'s pages have, by name.
pub fn miniwob_tasks(pages: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(pages.join("miniwob"))?.flatten();
    let mut tasks: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            Some(name.to_str()?.strip_suffix(".html")?.to_owned())
        })
        .collect();
    tasks.sort();
    Ok(tasks)
}
