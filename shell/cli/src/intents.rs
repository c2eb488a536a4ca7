//! `intents`: the keywords that requests of IDEs name, what each requires, and which actions follow.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use screen_agent_server::{KeywordError, change_keyword, read_registry};
use screen_agent_wire::ide::registry::KeywordChange;
use serde::de::DeserializeOwned;

use crate::Ending;
use crate::args::HomeArgs;
use crate::data::{self, now_ms};
use crate::exit::usage;
use crate::terminal::say;

/// Manage the keywords that requests of IDEs name. A server knows of a change after a minute.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List every keyword with its version and what it stands for.
    List(List),
    /// Change a keyword, or add one. What is not said stays as it is.
    Set(Set),
    /// Tell clients of a keyword no more; whoever still names it is understood.
    Deprecate(One),
    /// Tell clients of a deprecated keyword again.
    Restore(One),
}

#[derive(clap::Args)]
struct List {
    /// As JSON, with what each requires and its templates.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
struct Set {
    /// Such as ui.generate.
    keyword: String,
    /// What it stands for.
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// A file of JSON: places such as "payload.bdd_text|bdd_struct", each with {"required": true} or false.
    #[arg(long, value_name = "FILE")]
    requires: Option<PathBuf>,
    /// A file of JSON: a list of the actions that follow.
    #[arg(long, value_name = "FILE")]
    templates: Option<PathBuf>,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
struct One {
    /// Such as ui.generate.
    keyword: String,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::List(args) => list(&args).await,
        Command::Set(args) => {
            let change = KeywordChange {
                keyword: args.keyword,
                description: args.description,
                requires: args.requires.as_deref().map(read).transpose()?,
                templates: args.templates.as_deref().map(read).transpose()?,
                deprecated: None,
            };
            set(change, &args.home).await
        }
        Command::Deprecate(args) => set(deprecated(args.keyword, true), &args.home).await,
        Command::Restore(args) => set(deprecated(args.keyword, false), &args.home).await,
    }
}

fn deprecated(keyword: String, deprecated: bool) -> KeywordChange {
    KeywordChange {
        keyword,
        deprecated: Some(deprecated),
        ..KeywordChange::default()
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    serde_json::from_str(&text).map_err(|error| usage(format!("{shown}: {error}")))
}

async fn list(args: &List) -> Result<Ending> {
    let store = data::store_of(&args.home)?;
    let registry = read_registry(&store).await?;
    if args.json {
        say(&serde_json::to_string_pretty(&registry.listed())?);
        return Ok(Ending::Done);
    }
    for known in registry.listed() {
        let standing = if known.deprecated {
            "deprecated"
        } else {
            known.source.as_str()
        };
        say(&format!(
            "{:<24} {:<4} {standing:<11} {}",
            known.keyword, known.version, known.description
        ));
    }
    Ok(Ending::Done)
}

async fn set(change: KeywordChange, home: &HomeArgs) -> Result<Ending> {
    let store = data::store_of(home)?;
    match change_keyword(&store, &change, now_ms()).await {
        Ok(()) => say(&format!("changed {}", change.keyword)),
        Err(KeywordError::Invalid(wrong)) => return Err(usage(wrong.told())),
        Err(error) => return Err(error.into()),
    }
    Ok(Ending::Done)
}
