//! CPU time and memory of processes, as Linux counts them in `/proc`.

use std::collections::HashMap;
use std::fs;

/// Clock ticks a second; fixed in Linux's user interface.
const TICKS: f64 = 100.0;

/// CPU milliseconds of this process so far.
pub fn own_ms() -> f64 {
    process_ms("self").unwrap_or(0.0)
}

/// CPU milliseconds of a process and all its descendants so far.
pub fn tree_ms(root: u32) -> f64 {
    let tree = descendants(root);
    tree.iter()
        .filter_map(|pid| process_ms(&pid.to_string()))
        .sum()
}

/// Resident memory of a process, in MB.
pub fn resident_mb(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// CPU milliseconds of a process so far.
pub fn process_ms(pid: &str) -> Option<f64> {
    let fields = fields(pid)?;
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks * 1000.0 / TICKS)
}

/// What follows the command's name in `stat`; field 0 is the state, 1 the parent.
fn fields(pid: &str) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

fn descendants(root: u32) -> Vec<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse::<u32>().ok())
        else {
            continue;
        };
        let parent = fields(&pid.to_string()).and_then(|fields| fields.get(1)?.parse().ok());
        children.entry(parent.unwrap_or(0)).or_default().push(pid);
    }
    let mut tree = vec![root];
    let mut next = 0;
    while next < tree.len() {
        tree.extend(children.remove(&tree[next]).unwrap_or_default());
        next += 1;
    }
    tree
}
