//! `gate`: try a policy, case by case.

mod case;
mod node;
#[cfg(test)]
mod tests;
mod tool;

use std::path::PathBuf;

use self::case::{VerdictLine, decide_line};
use anyhow::{Context, Result};

use crate::Outcome;
use crate::terminal::{Style, complain, say, say_json};

/// Print the gate's decision and reason for each case of some files; docs/gate.md describes a case.
///
/// A case that says what it expects is compared; the exit code is 1 when one differs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a line instead of words.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    for file in &args.files {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            if !decide(line, args.json).unwrap_or_else(|error| {
                complain(&format!("{}, line {}: {error}", file.display(), number + 1));
                false
            }) {
                outcome = Outcome::Failed;
            }
        }
    }
    Ok(outcome)
}

/// Decides and prints one case; false when it expects something else.
fn decide(line: &str, json: bool) -> Result<bool> {
    let verdict = decide_line(line)?;
    match json {
        true => say_json(&verdict, false)?,
        false => say(&words(&verdict, Style::for_stdout())),
    }
    Ok(verdict.met != Some(false))
}

fn words(verdict: &VerdictLine, style: Style) -> String {
    let mark = match verdict.met {
        Some(true) => style.good("✓ "),
        Some(false) => style.bad("✗ "),
        None => String::new(),
    };
    let name = verdict
        .name
        .as_ref()
        .map(|name| style.soft(&format!("  {name}")))
        .unwrap_or_default();
    format!(
        "{mark}{:<5} {:<24} {}{name}",
        verdict.decision, verdict.reason, verdict.why
    )
}
