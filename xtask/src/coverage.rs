//! `docs/coverage.md`: what the specifications ask for, row by row, and the test that proves each.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::shell::root;

/// `docs/coverage.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    section: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    name: String,
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    asks: String,
    state: State,
    /// `path: name`.
    test: Option<String>,
    why: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Done,
    Differs,
    Partial,
    Missing,
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Differs => "differs",
            Self::Partial => "partial",
            Self::Missing => "missing",
        }
    }
}

/// Writes or checks it.
pub(crate) fn write(check: bool) -> Result<()> {
    let root = root();
    let source = root.join("docs/coverage.toml");
    let text = std::fs::read_to_string(&source)?;
    let table: Table = toml::from_str(&text).context("docs/coverage.toml")?;
    let wrong: Vec<String> = rows(&table).filter_map(|row| wrong(row, &root)).collect();
    if !wrong.is_empty() {
        bail!("docs/coverage.toml:\n{}", wrong.join("\n"));
    }
    let path = root.join("docs/coverage.md");
    let page = page(&table)?;
    if check {
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        ensure!(
            known == page,
            "docs/coverage.md is not what docs/coverage.toml makes: run cargo xtask codegen"
        );
        return Ok(());
    }
    Ok(std::fs::write(path, page)?)
}

fn rows(table: &Table) -> impl Iterator<Item = &Row> {
    table.section.iter().flat_map(|section| &section.row)
}

/// What is wrong with a row: it names no test or one that is not there, or does not say why it is not whole.
fn wrong(row: &Row, root: &Path) -> Option<String> {
    let whole = matches!(row.state, State::Done);
    let proven = matches!(row.state, State::Done | State::Differs);
    let said = match &row.test {
        Some(test) => (!is_there(test, root)).then(|| format!("there is no test {test}")),
        None => proven.then(|| "no test is named".to_owned()),
    };
    let unsaid = || (!whole && row.why.is_none()).then(|| "it does not say why".to_owned());
    let why = said.or_else(unsaid)?;
    Some(format!("- {}: {why}", row.asks))
}

/// True when the file is there and holds a test of that name: in Rust a function that is run as one, elsewhere a text of
/// exactly these words, or what such a text begins with.
fn is_there(test: &str, root: &Path) -> bool {
    let Some((path, name)) = test.split_once(": ") else {
        return false;
    };
    let path = root.join(path);
    let Ok(text) = std::fs::read_to_string(&path) else {
        return false;
    };
    if path.extension().is_some_and(|end| end == "rs") {
        is_run(&text, name) || is_case(&path, name)
    } else {
        is_said(&text, name)
    }
}

/// True when a function of this name has the attribute of a test.
fn is_run(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let head = format!("fn {name}(");
    let written = |line: &&str| line.starts_with("#[") || line.starts_with("//");
    let mut found = lines.iter().enumerate().filter(|(_, line)| {
        let before = line.split(head.as_str()).next().unwrap_or_default();
        line.contains(&head) && matches!(before.trim(), "" | "async" | "pub" | "pub async")
    });
    found.any(|(at, _)| {
        let above = lines[..at].iter().rev().copied().take_while(written);
        above
            .filter(|line| line.starts_with("#["))
            .any(|line| line.contains("test"))
    })
}

/// True when it is one of the cases that every store is held to, which their list names.
fn is_case(path: &Path, name: &str) -> bool {
    let list = path.with_file_name("mod.rs");
    path.parent().is_some_and(|at| at.ends_with("conformance"))
        && std::fs::read_to_string(list)
            .is_ok_and(|list| list.lines().any(|line| line.trim() == format!("{name},")))
}

fn is_said(text: &str, name: &str) -> bool {
    let ends = |rest: &str| rest.starts_with(['"', '\'', '`']) || rest.starts_with("${");
    text.match_indices(name)
        .any(|(at, _)| text[..at].ends_with(['"', '\'', '`']) && ends(&text[at + name.len()..]))
}

fn page(table: &Table) -> Result<String> {
    let mut counts: BTreeMap<State, usize> = BTreeMap::new();
    for row in rows(table) {
        *counts.entry(row.state).or_default() += 1;
    }
    let counted = counts
        .iter()
        .map(|(state, count)| format!("{count} {}", state.word()));
    let counted: Vec<String> = counted.collect();
    let mut text = include_str!("coverage.md").to_owned();
    writeln!(text, "\nRows: {}.", counted.join(", "))?;
    for section in &table.section {
        write!(text, "\n## {}\n\n", section.name)?;
        text.push_str("| asked for | state | shown by | why |\n|---|---|---|---|\n");
        for row in &section.row {
            let test = row.test.as_deref().map(shown).unwrap_or_default();
            let why = row.why.as_deref().unwrap_or_default();
            let (asks, state) = (cell(&row.asks), row.state.word());
            writeln!(text, "| {asks} | {state} | {test} | {} |", cell(why))?;
        }
    }
    Ok(text)
}

/// A test as a link to its file.
fn shown(test: &str) -> String {
    match test.split_once(": ") {
        Some((path, name)) => format!("[{}](../{path})", cell(name)),
        None => cell(test),
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_run_as_a_test_proves_a_row() {
        let root = root();
        for (test, there) in [
            (
                "xtask/src/coverage.rs: only_what_is_run_as_a_test_proves_a_row",
                true,
            ),
            ("xtask/src/coverage.rs: only_what_is_run", false),
            ("xtask/src/coverage.rs: is_there", false),
            (
                "shell/store/src/conformance/retention.rs: interrupted_tasks_go_sooner",
                true,
            ),
            (
                "shell/store/src/conformance/retention.rs: interrupted_tasks",
                false,
            ),
            ("web/api/test/feed.test.ts: without a stream it polls", true),
            ("web/api/test/feed.test.ts: without a stream", false),
            ("web/page/test/flat.test.ts: flat: ", true),
        ] {
            assert_eq!(is_there(test, &root), there, "{test}");
        }
    }

    #[test]
    fn a_row_is_proven_or_says_why_not() {
        let row = |state, test: Option<&str>, why: Option<&str>| Row {
            asks: "it".to_owned(),
            state,
            test: test.map(str::to_owned),
            why: why.map(str::to_owned),
        };
        let here = Some("xtask/src/coverage.rs: a_row_is_proven_or_says_why_not");
        let gone = Some("xtask/src/coverage.rs: a_row_of_yesterday");
        let why = Some("for a reason");
        for (row, fits) in [
            (row(State::Done, here, None), true),
            (row(State::Done, gone, None), false),
            (row(State::Done, None, None), false),
            (row(State::Differs, here, why), true),
            (row(State::Differs, here, None), false),
            (row(State::Missing, None, why), true),
            (row(State::Missing, None, None), false),
        ] {
            assert_eq!(wrong(&row, &root()).is_none(), fits, "{:?}", row.test);
        }
    }
}
