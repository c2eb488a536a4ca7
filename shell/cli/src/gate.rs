//! `gate`: try a policy, case by case.

mod case;
mod node;
#[cfg(test)]
mod tests;
mod tool;

use std::path::PathBuf;

use self::case::{VerdictLine, decide_line};
use anyhow::{Context, Result};

use crate::Ending;
use crate::terminal::{Style, complain, say, say_json};

/// Print the gate's decision and reason for each case of some files; docs/gate.md describes a case.
///
/// A case that says what it expects is compared.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a line instead of words.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Ending> {
    let mut good = true;
    for file in &args.files {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            good &= decide(line, args.json).unwrap_or_else(|error| {
                complain(&format!("{}, line {}: {error}", file.display(), number + 1));
                false
            });
        }
    }
    Ok(Ending::of(good))
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
    let mark = verdict.met.map(|met| format!("{} ", style.mark(met)));
    let mark = mark.unwrap_or_default();
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
