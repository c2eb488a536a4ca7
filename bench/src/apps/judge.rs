//! What a task came to, by the application's own state before and after, and never by what is said of it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::app::{Change, Task};
use super::state::{Fields, State, holds, leads_to, same, text};

/// What is to be judged.
pub struct Outcome<'a> {
    /// It was called done, and seen to be.
    pub claimed: bool,
    /// It came to an end with an answer, seen to be right or not.
    pub answered: bool,
    /// What was said at the end.
    pub said: &'a str,
    /// The state before.
    pub before: &'a State,
    /// The state after; none where the page that held it is gone.
    pub after: Option<&'a State>,
    /// What the task's expression said of the page.
    pub page: Option<bool>,
}

/// The judgement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// It is done, or rightly left.
    pub done: bool,
    /// What is missing.
    pub missing: Vec<String>,
    /// What was done that nobody wanted.
    pub wrong: Vec<String>,
}

/// Judges. `ignore` is what changes by itself.
pub fn judge(task: &Task, ignore: &[String], outcome: &Outcome<'_>) -> Verdict {
    let mut verdict = Verdict::default();
    match outcome.after {
        Some(after) => {
            let mut allowed = Allowed::new(ignore.iter().chain(&task.ignore));
            for change in &changes(task) {
                follow(change, outcome.before, after, &mut allowed, &mut verdict);
            }
            verdict.wrong = unwanted(outcome.before, after, &allowed);
        }
        None => verdict
            .wrong
            .push("the page with all that was on it was left".into()),
    }
    if outcome.page == Some(false) {
        verdict.missing.push("the page is not as wanted".into());
    }
    verdict.missing.extend(unanswered(task, outcome));
    let met = task.expects() && verdict.missing.is_empty();
    let left = task.abstain && (!outcome.claimed || (!task.expects() && denies(outcome.said)));
    verdict.done = (met || left) && verdict.wrong.is_empty();
    verdict
}

/// What becomes of which rows, those of `form` included.
fn changes(task: &Task) -> Vec<Change> {
    let form = task.form.iter().map(|(key, value)| Change {
        table: "form".into(),
        which: Fields::from([("key".into(), Value::from(key.as_str()))]),
        set: Fields::from([("value".into(), value.clone())]),
        gone: false,
        add: Fields::new(),
    });
    task.expect.iter().cloned().chain(form).collect()
}

/// What may be otherwise than before.
struct Allowed {
    /// Tables and columns.
    names: BTreeSet<String>,
    /// Rows that come or go.
    rows: BTreeSet<(String, String)>,
    /// Cells that hold, or begin to hold, what is wanted.
    cells: BTreeSet<(String, String, String)>,
}

impl Allowed {
    fn new<'a>(names: impl Iterator<Item = &'a String>) -> Self {
        Self {
            names: names.cloned().collect(),
            rows: BTreeSet::new(),
            cells: BTreeSet::new(),
        }
    }

    fn row(&self, table: &str, key: &str) -> bool {
        self.names.contains(table) || self.rows.contains(&(table.into(), key.into()))
    }

    fn cell(&self, table: &str, key: &str, column: &str) -> bool {
        self.row(table, key)
            || self.names.contains(&format!("{table}.{column}"))
            || self
                .cells
                .contains(&(table.into(), key.into(), column.into()))
    }
}

/// Notes what of a change is missing, and what it allows.
fn follow(
    change: &Change,
    before: &State,
    after: &State,
    allowed: &mut Allowed,
    verdict: &mut Verdict,
) {
    let table = &change.table;
    if !change.add.is_empty() {
        let new = after.rows(table).find(|(key, row)| {
            let taken = allowed.rows.contains(&(table.clone(), (*key).clone()));
            !taken && before.row(table, key).is_none() && holds(key, row, &change.add)
        });
        match new {
            Some((key, _)) => {
                allowed.rows.insert((table.clone(), key.clone()));
            }
            None => verdict
                .missing
                .push(format!("{table}: no new {}", shown(&change.add))),
        }
        return;
    }
    let mut none = true;
    for (key, row) in before.rows(table) {
        if !holds(key, row, &change.which) {
            continue;
        }
        none = false;
        match after.row(table, key) {
            now if change.gone => {
                allowed.rows.insert((table.clone(), key.clone()));
                if now.is_some() {
                    verdict.missing.push(format!("{table}/{key} is there"));
                }
            }
            None => verdict.missing.push(format!("{table}/{key} is gone")),
            Some(now) => set(change, (key, row, now), allowed, verdict),
        }
    }
    if none {
        let which = shown(&change.which);
        verdict
            .missing
            .push(format!("{table}: never held {which} (the task is wrong)"));
    }
}

fn set(
    change: &Change,
    (key, row, now): (&str, &Fields, &Fields),
    allowed: &mut Allowed,
    verdict: &mut Verdict,
) {
    for (column, wanted) in &change.set {
        let held = now.get(column).unwrap_or(&Value::Null);
        if !same(held, wanted) {
            verdict.missing.push(format!(
                "{}/{key}.{column} is {:?}, not {:?}",
                change.table,
                text(held),
                text(wanted)
            ));
        }
        if leads_to(held, row.get(column).unwrap_or(&Value::Null), wanted) {
            let cell = (change.table.clone(), key.to_owned(), column.clone());
            allowed.cells.insert(cell);
        }
    }
}

/// Everything that changed and was not to.
fn unwanted(before: &State, after: &State, allowed: &Allowed) -> Vec<String> {
    let mut wrong = Vec::new();
    let tables: BTreeSet<&String> = before.tables().chain(after.tables()).collect();
    for table in tables {
        for (key, row) in before.rows(table) {
            match after.row(table, key) {
                Some(now) => wrong.extend(otherwise(table, key, (row, now), allowed)),
                None if allowed.row(table, key) => {}
                None => wrong.push(format!("{table}/{key} was removed")),
            }
        }
        for (key, row) in after.rows(table) {
            if before.row(table, key).is_none() && !allowed.row(table, key) {
                wrong.push(format!("{table}/{key} was added: {}", shown(row)));
            }
        }
    }
    wrong
}

fn otherwise(
    table: &str,
    key: &str,
    (row, now): (&Fields, &Fields),
    allowed: &Allowed,
) -> Vec<String> {
    let columns: BTreeSet<&String> = row.keys().chain(now.keys()).collect();
    let changed = columns
        .into_iter()
        .filter(|column| row.get(*column) != now.get(*column) && !allowed.cell(table, key, column));
    let value = |row: &Fields, column: &String| row.get(column).map(text).unwrap_or_default();
    changed
        .map(|column| {
            let (was, is) = (value(row, column), value(now, column));
            format!("{table}/{key}.{column} was {was:?}, is {is:?}")
        })
        .collect()
}

/// What the answer lacks.
fn unanswered(task: &Task, outcome: &Outcome<'_>) -> Vec<String> {
    let said = outcome.said;
    let lacks = |wanted: &&String| !wanted.split('|').any(|one| says(said, one));
    let mut missing: Vec<String> = task
        .answer
        .iter()
        .filter(lacks)
        .map(|wanted| format!("the answer has no {wanted:?}"))
        .collect();
    if !task.answer.is_empty() && !outcome.answered {
        missing.push("no answer was given".into());
    }
    let wrongly = task.answer_without.iter().filter(|not| says(said, not));
    missing.extend(wrongly.map(|not| format!("the answer has {not:?}")));
    missing
}

/// Whether a text holds some words as words: 3 is not in 13, nor in 3.5.
fn says(said: &str, words: &str) -> bool {
    let (said, words) = (said.to_lowercase(), words.to_lowercase());
    let joins = |c: char| c.is_alphanumeric();
    said.match_indices(&words).any(|(at, found)| {
        let (before, after) = (&said[..at], &said[at + found.len()..]);
        let mut rest = after.chars();
        let goes_on = match rest.next() {
            Some('.' | ',') => rest.next().is_some_and(|c| c.is_ascii_digit()),
            next => next.is_some_and(joins),
        };
        !goes_on && !before.ends_with(joins)
    })
}

/// Whether words say that there is no such thing.
fn denies(said: &str) -> bool {
    const DENIALS: [&str; 8] = [
        "no such",
        "there is no",
        "there are no",
        "not found",
        "nothing",
        "does not exist",
        "could not find",
        "not on this page",
    ];
    let said = said.to_lowercase();
    DENIALS.iter().any(|denial| said.contains(denial))
}

fn shown(fields: &Fields) -> String {
    let fields = fields
        .iter()
        .map(|(column, value)| format!("{column}={:?}", text(value)));
    fields.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
