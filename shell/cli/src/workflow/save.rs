//! `workflow save`: from a record to a workflow.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_workflow::learn;

use super::{Output, fresh, maker, text_of, write};
use crate::Ending;
use crate::terminal::say;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The record: turns.jsonl, or the folder that `run --record` wrote it into.
    record: PathBuf,
    /// What it is to be called [default: what was asked for]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<Ending> {
    let Output { output, force } = &args.output;
    fresh(output, *force)?;
    let record = match args.record.is_dir() {
        true => args.record.join("turns.jsonl"),
        false => args.record.clone(),
    };
    let workflow = learn(&text_of(&record)?, &maker(args.name.clone()))?;
    write(output, &workflow)?;
    say(&format!(
        "kept {} steps and {} parameters as {}",
        workflow.steps.len(),
        workflow.parameters.len(),
        output.display()
    ));
    Ok(Ending::Done)
}
