//! The table: by application, and all of it.

use std::collections::BTreeMap;

use super::attempt::Row;

/// So many calls are enough for a plan that grounds.
const FEW: usize = 3;

/// Counts of some tries.
#[derive(Debug, Default)]
struct Line {
    tries: usize,
    done: usize,
    claimed: usize,
    falsely: usize,
    wrong: usize,
    steps: usize,
    ms: u64,
    calls: usize,
    tokens: u64,
}

impl Line {
    fn add(&mut self, row: &Row) {
        self.tries += 1;
        self.done += usize::from(row.done);
        self.claimed += usize::from(row.claimed);
        self.falsely += usize::from(row.is_false());
        self.wrong += usize::from(!row.wrong.is_empty());
        self.steps += row.steps;
        self.ms += row.ms;
        self.calls += row.used.calls;
        self.tokens += row.used.tokens;
    }

    fn shown(&self, name: &str) -> String {
        let seconds = self.ms as f64 / 1000.0 / self.tries.max(1) as f64;
        let models = match self.calls {
            0 => String::new(),
            calls => format!(" {calls:>6} {:>8}", self.tokens),
        };
        format!(
            "{name:<12} {:>6} {:>5} {:>4} % {:>12} {:>6} {:>6} {:>6} {seconds:>6.1}{models}",
            self.tries,
            self.done,
            percent(self.done, self.tries),
            self.claimed,
            self.falsely,
            self.wrong,
            self.steps,
        )
    }
}

fn percent(part: usize, of: usize) -> usize {
    (100 * part + of / 2) / of.max(1)
}

/// The table as lines of text.
pub fn table(rows: &[Row]) -> Vec<String> {
    let mut apps: BTreeMap<&str, Line> = BTreeMap::new();
    let mut all = Line::default();
    for row in rows {
        apps.entry(&row.app).or_default().add(row);
        all.add(row);
    }
    let models = match all.calls {
        0 => "",
        _ => "  calls   tokens",
    };
    let head = format!(
        "{:<12} {:>6} {:>5} {:>6} {:>12} {:>6} {:>6} {:>6} {:>6}{models}",
        "application", "tries", "done", "", "called done", "false", "wrong", "steps", "s/try"
    );
    let mut lines = vec![head];
    lines.extend(apps.iter().map(|(name, line)| line.shown(name)));
    lines.push(all.shown("all"));
    if all.calls > 0 {
        let tries = all.tries as f64;
        let (calls, tokens) = (all.calls as f64 / tries, all.tokens as f64 / tries);
        let few = rows.iter().filter(|row| row.used.calls <= FEW).count();
        lines.push(format!(
            "{calls:.1} calls and {tokens:.0} tokens a try; {few} of {} tries took {FEW} calls at most",
            all.tries
        ));
    }
    lines.push(format!(
        "{} % of what was called done is not; something unwanted was done in {} %",
        percent(all.falsely, all.claimed),
        percent(all.wrong, all.tries),
    ));
    lines
}

/// One line for one try.
pub fn line(row: &Row, left: usize) -> String {
    let mark = match (row.done, row.is_false()) {
        (true, _) => "✓",
        (false, true) => "✗ false",
        (false, false) => "✗",
    };
    let mut why = row.missing.clone();
    why.extend(row.wrong.iter().map(|wrong| format!("WRONG: {wrong}")));
    if !row.asked.is_empty() {
        why.push(format!(
            "asked: {}, {} tokens",
            row.asked.join(" "),
            row.used.tokens
        ));
    }
    if !row.done {
        let said: String = row.said.chars().take(160).collect();
        why.push(format!("{}: {said}", row.status));
    }
    format!(
        "{mark:<8} {}/{} {}{}  {} steps  {} ms  ({left} left)  {:?}  {}",
        row.app,
        row.task,
        row.wording + 1,
        if row.again { " again" } else { "" },
        row.steps,
        row.ms,
        row.query,
        why.join("; ").replace('\n', " ")
    )
}
