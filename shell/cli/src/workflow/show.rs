//! `workflow list` and `workflow show`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use screen_agent_workflow::{ParameterType, Workflow};

use super::{read, text_of};
use crate::Ending;
use crate::remote::RemoteArgs;
use crate::terminal::{Style, say, say_json};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The workflow.
    file: PathBuf,
    /// Print it as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(super) struct ListArgs {
    /// The folder.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Those that a server keeps, instead.
    #[arg(long = "on-server", conflicts_with = "folder")]
    pub(super) on_server: bool,
    #[command(flatten)]
    pub(super) remote: RemoteArgs,
}

pub(super) fn list(args: &ListArgs) -> Result<Ending> {
    let context = || format!("cannot read {}", args.folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(&args.folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    for path in paths {
        // Other programs keep TOML, too: what is no workflow is passed over.
        let Ok(workflow) = text_of(&path).and_then(|text| Ok(Workflow::read(&text)?)) else {
            continue;
        };
        say(&format!(
            "{}  {}  (version {}, {} steps)",
            path.display(),
            workflow.name,
            workflow.version,
            workflow.steps.len()
        ));
    }
    Ok(Ending::Done)
}

pub(super) fn show(args: &Args) -> Result<Ending> {
    let workflow = read(&args.file)?;
    if args.json {
        say_json(&workflow, true)?;
        return Ok(Ending::Done);
    }
    let style = Style::for_stdout();
    say(&style.strong(&workflow.name));
    let mut made = format!("version {}", workflow.version);
    for (word, told) in [("made by", &workflow.made_by), ("on", &workflow.made_on)] {
        if !told.is_empty() {
            made.push_str(&format!(", {word} {told}"));
        }
    }
    say(&style.soft(&made));
    say(&style.soft(&format!(
        "begins at {}; touches {}",
        workflow.start,
        workflow.sites.join(", ")
    )));
    say(&style.soft(&workflow.signed().to_string()));
    for parameter in &workflow.parameters {
        let kind = match parameter.kind {
            ParameterType::Text => "text",
            ParameterType::Number => "number",
            ParameterType::Date => "date",
            ParameterType::Choice => "choice",
            ParameterType::Secret => "secret",
        };
        let example = parameter.example.as_ref();
        let example = example.map_or_else(String::new, |value| format!(", such as {value}"));
        say(&format!("  {}: {kind}{example}", parameter.name));
    }
    let words = workflow.in_words();
    for (number, (step, words)) in (1..).zip(workflow.steps.iter().zip(words)) {
        say(&format!("{number:>3}  {words}"));
        say(&style.soft(&format!("     {}", step.action)));
    }
    for change in &workflow.changes {
        let (version, step, what) = (change.version, change.step, &change.what);
        say(&style.soft(&format!("version {version}, step {step}: {what}")));
    }
    Ok(Ending::Done)
}
