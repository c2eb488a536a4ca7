//! `replay`: run recorded turns again and compare every effect.

use std::path::PathBuf;

use anyhow::{Context, Result};
use screen_agent_kernel::record::replay;

use crate::Outcome;
use crate::terminal::{Style, say};

/// Run recorded turns again and compare every effect and the task that came out.
///
/// A record is one JSON object a line, as `run --record DIR` writes into turns.jsonl. Nothing is performed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record.
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let records = std::fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let report = replay(&records)?;
    let style = Style::for_stdout();
    let Some(difference) = report.difference else {
        say(&format!(
            "{} {} turns, {} events: every effect is the same",
            style.good("✓"),
            report.turns,
            report.events
        ));
        return Ok(Outcome::Done);
    };
    say(&format!(
        "{} line {}, at {}",
        style.bad("✗"),
        difference.line,
        difference.path
    ));
    say(&format!("  recorded  {}", difference.recorded));
    say(&format!("  replayed  {}", difference.replayed));
    Ok(Outcome::Failed)
}
