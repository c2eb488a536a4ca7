//! `workflow test`: each step is looked for on the looks of a record.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_workflow::{Tried, tried};

use super::{examples, given, read, text_of};
use crate::Ending;
use crate::terminal::{Style, say};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The workflow.
    file: PathBuf,
    /// A record to go through: turns.jsonl, or the folder that `run --record` wrote it into.
    #[arg(long)]
    on: PathBuf,
    /// A value in the place of the one that it was learned with, as NAME=VALUE.
    #[arg(long = "param", short = 'p', value_name = "NAME=VALUE", value_parser = given)]
    params: Vec<(String, String)>,
}

pub(super) fn run(args: &Args) -> Result<Ending> {
    let workflow = read(&args.file)?;
    let values = examples(&workflow, &args.params)?;
    let record = match args.on.is_dir() {
        true => args.on.join("turns.jsonl"),
        false => args.on.clone(),
    };
    let tried = tried(&workflow, &values, &text_of(&record)?)?;
    let style = Style::for_stdout();
    for (number, (step, Tried { look, found })) in (1..).zip(workflow.steps.iter().zip(&tried)) {
        let at = look.map_or_else(String::new, |look| format!(" at look {}", look + 1));
        say(&format!(
            "{} {number:>3}  {}{at}",
            style.mark(*found),
            step.intent
        ));
    }
    Ok(Ending::of(tried.iter().all(|one| one.found)))
}
