//! `workflow`: keep what was done and verified, and do it again without a model.

mod edit;
mod exchange;
mod proposer;
mod remote;
mod run;
mod save;
mod show;
mod sign;
mod test;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use screen_agent_workflow::{Author, Values, Workflow};

use crate::Ending;
use crate::exit::usage;
use crate::replace_file::replace;

/// Keep what was done and verified as a workflow, and do it again without a model.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Make a workflow of the record of a verified task.
    Save(save::Args),
    /// Carry a workflow out in a browser of our own. Nothing that it holds is your consent: what acts is asked about,
    /// unless you order it (--order) or approve it in advance (--yes).
    Run(Box<run::Args>),
    /// List the workflows of a folder, or of a server.
    List(show::ListArgs),
    /// Keep a file on a server: as a new workflow, or as the next version of the one of its name.
    Push(remote::PushArgs),
    /// Write a server's workflow into a file.
    Pull(remote::PullArgs),
    /// Show a workflow: its parameters, its steps, what healing changed.
    Show(show::Args),
    /// Open a workflow in $EDITOR, or set one value of it; it is checked before it is kept.
    Edit(edit::Args),
    /// Write a workflow as a recording of the developer tools' Recorder, or as a script of Playwright.
    Export(exchange::ExportArgs),
    /// Make a workflow of such a recording or script.
    Import(exchange::ImportArgs),
    /// Sign a workflow, so that whoever gets it sees whom it comes from, and whether it was changed since. Your key is made when
    /// you first sign, and kept in the data folder.
    Sign(sign::SignArgs),
    /// Say whom a workflow comes from: 0 where it is as they signed it, else 1.
    Verify(sign::VerifyArgs),
    /// Go through a workflow on recorded looks: nothing is opened, and nothing done.
    Test(test::Args),
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Save(args) => save::run(&args),
        Command::Run(args) => run::run(*args).await,
        Command::List(args) => match args.on_server {
            true => remote::list(&args.remote).await,
            false => show::list(&args),
        },
        Command::Push(args) => remote::push(&args).await,
        Command::Pull(args) => remote::pull(&args).await,
        Command::Show(args) => show::show(&args),
        Command::Edit(args) => edit::run(&args),
        Command::Export(args) => exchange::export(&args),
        Command::Import(args) => exchange::import(&args),
        Command::Sign(args) => sign::sign(&args),
        Command::Verify(args) => sign::verify(&args),
        Command::Test(args) => test::run(&args),
    }
}

pub(crate) use remote::named;

/// `name=value`, as it is given on the command line.
fn given(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it is not NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

fn text_of(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn read(path: &Path) -> Result<Workflow> {
    Workflow::read(&text_of(path)?).map_err(|fault| usage(format!("{}: {fault}", path.display())))
}

fn write(path: &Path, workflow: &Workflow) -> Result<()> {
    workflow.check()?;
    put(path, &workflow.print()?)
}

fn put(path: &Path, text: &str) -> Result<()> {
    replace(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A file that is not there yet, or may be written over.
fn fresh(path: &Path, force: bool) -> Result<()> {
    if path.exists() && !force {
        bail!("{} exists already; --force overwrites it", path.display());
    }
    Ok(())
}

fn maker(name: Option<String>) -> Author {
    Author {
        by: std::env::var("USER").unwrap_or_default(),
        on: today(),
        name,
    }
}

fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// What was given, or what a run would take; for what is not carried out, what it was when it was learned.
fn examples(workflow: &Workflow, given: &[(String, String)]) -> Result<Values> {
    let mut values = screen_agent_workflow::examples(workflow);
    for (name, value) in given {
        if !values.contains_key(name) {
            return Err(usage(format!("there is no parameter {name}")));
        }
        values.insert(name.clone(), value.clone());
    }
    Ok(values)
}

/// Where something is written.
#[derive(clap::Args)]
struct Output {
    /// Where it is written.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
}
