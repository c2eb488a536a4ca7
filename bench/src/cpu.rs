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

/// CPU milliseconds that all processes of this machine took so far.
pub fn machine_ms() -> f64 {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    let first = stat.lines().next().unwrap_or_default();
    let ticks = first.split_whitespace().skip(1).take(8).enumerate();
    // All but those in which nothing ran, or waited for a disk.
    let busy = ticks.filter(|(nth, _)| !matches!(nth, 3 | 4));
    let busy = busy.filter_map(|(_, ticks)| ticks.parse::<f64>().ok());
    busy.sum::<f64>() * 1000.0 / TICKS
}

/// Memory of a process and all its descendants, in MB; what several share is counted once.
pub fn tree_mb(root: u32) -> f64 {
    let one = |pid: &u32| {
        let told = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        let line = told.lines().find(|line| line.starts_with("Pss:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok()
    };
    descendants(root).iter().filter_map(one).sum::<f64>() / 1024.0
}

/// CPU milliseconds of a process so far, and of all below it that have ended.
pub fn whole_ms(pid: u32) -> f64 {
    process_ms(&pid.to_string()).unwrap_or(0.0) + waited_for_ms(pid).unwrap_or(0.0)
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

/// CPU milliseconds of a server and of the browsers that it started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// The server's, and of what it ran and waited for.
    pub own_ms: f64,
    /// Of its browsers.
    pub browser_ms: f64,
}

impl Spent {
    /// What came to it.
    pub fn since(self, before: Self) -> Self {
        Self {
            own_ms: self.own_ms - before.own_ms,
            browser_ms: self.browser_ms - before.browser_ms,
        }
    }

    /// A share of it.
    pub fn a(self, count: usize) -> Self {
        Self {
            own_ms: self.own_ms / count as f64,
            browser_ms: self.browser_ms / count as f64,
        }
    }
}

/// What was spent so far by a process and by all that bear a mark in their environment, wherever they went, and by browsers below
/// them. The first is named since it may have written a title over its environment.
pub fn spent_by(process: Option<u32>, name: &str, mark: &str) -> Spent {
    let mark = format!("{name}={mark}");
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let marked = all.filter_map(|entry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let environment = fs::read(entry.path().join("environ")).ok()?;
        let mut variables = environment.split(|byte| *byte == 0);
        variables.any(|one| one == mark.as_bytes()).then_some(pid)
    });
    let mut tree: Vec<u32> = marked.chain(process).flat_map(descendants).collect();
    tree.sort_unstable();
    tree.dedup();
    let mut spent = Spent::default();
    for pid in tree {
        // By what it runs: a process may call itself what it likes.
        let program = fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let own = process_ms(&pid.to_string()).unwrap_or(0.0);
        if name.starts_with("chrom") {
            spent.browser_ms += own;
        } else {
            spent.own_ms += own + waited_for_ms(pid).unwrap_or(0.0);
        }
    }
    spent
}

/// CPU milliseconds of children that a process has waited for: they are gone.
fn waited_for_ms(pid: u32) -> Option<f64> {
    let fields = fields(&pid.to_string())?;
    let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(ticks * 1000.0 / TICKS)
}
