//! `workflow export` and `workflow import`.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_workflow::exchange::{playwright, recorder};

use super::{Output, examples, fresh, given, maker, put, read, text_of, write};
use crate::Ending;
use crate::exit::usage;
use crate::terminal::{complain, say};

/// Whose form it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Form {
    /// A recording of the Recorder in Chrome's developer tools.
    Devtools,
    /// A script as Playwright's codegen writes it.
    Playwright,
}

#[derive(clap::Args)]
pub(super) struct ExportArgs {
    /// The workflow.
    file: PathBuf,
    /// In which form.
    #[arg(long, value_enum)]
    to: Form,
    /// A value in the place of the one that it was learned with, as NAME=VALUE.
    #[arg(long = "param", short = 'p', value_name = "NAME=VALUE", value_parser = given)]
    params: Vec<(String, String)>,
    #[command(flatten)]
    output: Output,
}

#[derive(clap::Args)]
pub(super) struct ImportArgs {
    /// The recording (JSON) or the script.
    file: PathBuf,
    /// In which form it is [default: a recording where it ends in .json, else a script]
    #[arg(long, value_enum)]
    from: Option<Form>,
    /// What it is to be called [default: its title]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(super) fn export(args: &ExportArgs) -> Result<Ending> {
    let workflow = read(&args.file)?;
    let values = examples(&workflow, &args.params)?;
    fresh(&args.output.output, args.output.force)?;
    let text = match args.to {
        Form::Devtools => recorder::export(&workflow, &values)?,
        Form::Playwright => playwright::export(&workflow, &values)?,
    };
    put(&args.output.output, &text)?;
    say(&format!("wrote {}", args.output.output.display()));
    Ok(Ending::Done)
}

pub(super) fn import(args: &ImportArgs) -> Result<Ending> {
    let Output { output, force } = &args.output;
    fresh(output, *force)?;
    let json = args.file.extension().is_some_and(|ending| ending == "json");
    let from = args.from.unwrap_or(if json {
        Form::Devtools
    } else {
        Form::Playwright
    });
    let (text, maker) = (text_of(&args.file)?, maker(args.name.clone()));
    let read = match from {
        Form::Devtools => recorder::import(&text, &maker),
        Form::Playwright => playwright::import(&text, &maker),
    };
    let (workflow, left) =
        read.map_err(|fault| usage(format!("{}: {fault}", args.file.display())))?;
    write(output, &workflow)?;
    left.iter().for_each(|left| complain(left));
    say(&format!(
        "kept {} steps as {}",
        workflow.steps.len(),
        output.display()
    ));
    Ok(Ending::Done)
}
