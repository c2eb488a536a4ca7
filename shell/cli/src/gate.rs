//! `gate`: try a policy, case by case.

use std::path::PathBuf;

use anyhow::{Context, Result};
use screen_agent_kernel::gate::file::{VerdictLine, decide_line};

use crate::Outcome;
use crate::terminal::{Style, complain, say};

/// Print the gate's decision and reason for each case of a file; docs/gate.md describes a case.
///
/// A case that says what it expects is compared; the exit code is 1 when one differs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object a line.
    file: PathBuf,
    /// Print one JSON object a line instead of words.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let text = std::fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let style = Style::for_stdout();
    let mut outcome = Outcome::Done;
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        match decide_line(line) {
            Ok(verdict) => {
                if verdict.met == Some(false) {
                    outcome = Outcome::Failed;
                }
                say(&if args.json {
                    serde_json::to_string(&verdict)?
                } else {
                    words(&verdict, style)
                });
            }
            Err(error) => {
                outcome = Outcome::Failed;
                complain(&format!("line {}: {error}", number + 1));
            }
        }
    }
    Ok(outcome)
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
