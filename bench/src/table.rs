//! The table of a MiniWoB++ run.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::episode::Row;

/// Everything that a run came to.
#[derive(Debug, Serialize)]
pub struct Table {
    /// Who decided.
    pub engine: String,
    /// One row an episode.
    pub rows: Vec<Row>,
    /// One line a task.
    pub summary: BTreeMap<String, Line>,
}

/// One task over its seeds.
#[derive(Debug, Default, Serialize)]
pub struct Line {
    /// Episodes.
    pub episodes: usize,
    /// Episodes with the full reward.
    pub solved: usize,
    /// Steps in all.
    pub steps: usize,
    /// Milliseconds in all.
    pub ms: u64,
    /// Presses that did not land where they were decided.
    pub stray_clicks: usize,
}

impl Table {
    /// Sums the rows up.
    pub fn new(engine: String, rows: Vec<Row>) -> Self {
        let mut summary: BTreeMap<String, Line> = BTreeMap::new();
        for row in &rows {
            let line = summary.entry(row.task.clone()).or_default();
            line.episodes += 1;
            line.solved += usize::from(row.reward >= 1.0);
            line.steps += row.steps;
            line.ms += row.ms;
            line.stray_clicks += row.stray_clicks;
        }
        Self {
            engine,
            rows,
            summary,
        }
    }

    /// The summary as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{:<28} {:>8} {:>7} {:>9} {:>6}",
            "task", "solved", "steps", "ms/step", "stray"
        )];
        for (task, line) in &self.summary {
            let per_step = line.ms as f64 / line.steps.max(1) as f64;
            let solved = format!("{}/{}", line.solved, line.episodes);
            lines.push(format!(
                "{task:<28} {solved:>8} {:>7} {per_step:>9.0} {:>6}",
                line.steps, line.stray_clicks
            ));
        }
        let solved: usize = self.summary.values().map(|line| line.solved).sum();
        let episodes: usize = self.summary.values().map(|line| line.episodes).sum();
        let share = 100.0 * solved as f64 / episodes.max(1) as f64;
        lines.push(format!(
            "{:<28} {:>8} {share:>7.1} %",
            "all",
            format!("{solved}/{episodes}")
        ));
        lines
    }
}
