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
    /// Episodes in which a model was asked.
    pub asked: usize,
    /// Calls of a model.
    pub calls: usize,
    /// Tokens that models read and wrote.
    pub tokens: u64,
    /// Milliseconds that models took.
    pub model_ms: u64,
}

impl Line {
    fn add(&mut self, row: &Row) {
        self.episodes += 1;
        self.solved += usize::from(row.reward >= 1.0);
        self.steps += row.steps;
        self.ms += row.ms;
        self.stray_clicks += row.stray_clicks;
        self.asked += usize::from(row.used.calls > 0);
        self.calls += row.used.calls;
        self.tokens += row.used.tokens;
        self.model_ms += row.used.model_ms;
    }
}

impl Table {
    /// Sums the rows up.
    pub fn new(engine: String, rows: Vec<Row>) -> Self {
        let mut summary: BTreeMap<String, Line> = BTreeMap::new();
        for row in &rows {
            summary.entry(row.task.clone()).or_default().add(row);
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

    /// This table, with what models added to it beside.
    pub fn beside(&self, with: &Self) -> Vec<String> {
        let head = [
            "task",
            "engine",
            "with model",
            "asked",
            "calls",
            "tokens",
            "s/call",
        ];
        let mut lines = vec![cells(&head.map(str::to_owned))];
        let mut all = (Line::default(), Line::default());
        for row in &self.rows {
            all.0.add(row);
        }
        for row in &with.rows {
            all.1.add(row);
        }
        for (task, line) in &self.summary {
            let other = with.summary.get(task).unwrap_or(line);
            lines.push(compared(task, line, other));
        }
        lines.push(compared("all", &all.0, &all.1));
        lines
    }
}

/// One task of two tables.
fn compared(task: &str, engine: &Line, with: &Line) -> String {
    let solved = |line: &Line| format!("{}/{}", line.solved, line.episodes);
    let seconds = with.model_ms as f64 / 1000.0 / with.calls.max(1) as f64;
    cells(&[
        task.to_owned(),
        solved(engine),
        solved(with),
        with.asked.to_string(),
        with.calls.to_string(),
        with.tokens.to_string(),
        format!("{seconds:.1}"),
    ])
}

fn cells(cells: &[String; 7]) -> String {
    let [task, engine, with, asked, calls, tokens, seconds] = cells;
    format!("{task:<28} {engine:>8} {with:>10} {asked:>6} {calls:>6} {tokens:>8} {seconds:>7}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Used;

    fn row(task: &str, reward: f64, calls: usize) -> Row {
        Row {
            task: task.into(),
            seed: 0,
            reward,
            steps: 1,
            ms: 10,
            stray_clicks: 0,
            status: "done".into(),
            reason: String::new(),
            query: String::new(),
            used: Used {
                calls,
                tokens: 500 * calls as u64,
                model_ms: 1500 * calls as u64,
            },
        }
    }

    #[test]
    fn what_a_model_adds_stands_beside_what_the_engine_does() {
        let engine = Table::new("command".into(), vec![row("a", 1.0, 0), row("b", 0.0, 0)]);
        let with = Table::new("m".into(), vec![row("a", 1.0, 0), row("b", 1.0, 2)]);
        assert_eq!(
            engine.beside(&with),
            [
                "task                           engine with model  asked  calls   tokens  s/call",
                "a                                 1/1        1/1      0      0        0     0.0",
                "b                                 0/1        1/1      1      2     1000     1.5",
                "all                               1/2        2/2      1      2     1000     1.5",
            ]
        );
    }
}
