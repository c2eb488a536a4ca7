//! `workflow edit`: in an editor, or one value; what contradicts itself is not kept.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use screen_agent_workflow::{Signed, Workflow};

use super::{given, put, read, text_of};
use crate::Ending;
use crate::exit::usage;
use crate::terminal::say;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The workflow.
    file: PathBuf,
    /// Set a value without an editor: name=WORDS, start=ADDRESS, or PARAMETER.default=VALUE; again for each one.
    #[arg(long, value_name = "KEY=VALUE", value_parser = given)]
    set: Vec<(String, String)>,
}

pub(super) fn run(args: &Args) -> Result<Ending> {
    let text = match args.set.as_slice() {
        [] => edited(args)?,
        set => with(read(&args.file)?, set)?.print()?,
    };
    let mut workflow =
        Workflow::read(&text).map_err(|fault| usage(format!("not kept: {fault}")))?;
    if matches!(workflow.signed(), Signed::Changed { .. }) {
        workflow.signature = None;
        put(&args.file, &workflow.print()?)?;
        say("it is signed no longer");
    } else {
        put(&args.file, &text)?;
    }
    say(&format!("kept {}", args.file.display()));
    Ok(Ending::Done)
}

fn with(mut workflow: Workflow, set: &[(String, String)]) -> Result<Workflow> {
    for (key, value) in set {
        let parameter = key.strip_suffix(".default");
        match (key.as_str(), parameter) {
            ("name", _) => workflow.name.clone_from(value),
            ("start", _) => workflow.start.clone_from(value),
            (_, Some(name)) => {
                let mut parameters = workflow.parameters.iter_mut();
                let found = parameters.find(|one| one.name == name);
                let found = found.ok_or_else(|| usage(format!("there is no parameter {name}")))?;
                found.default = Some(value.clone());
            }
            _ => {
                return Err(usage(format!(
                    "{key} cannot be set; expected is name, start or PARAMETER.default"
                )));
            }
        }
    }
    Ok(workflow)
}

/// What the person makes of a copy.
fn edited(args: &Args) -> Result<String> {
    let editor = std::env::var("VISUAL").or_else(|_| std::env::var("EDITOR"));
    let editor = editor.map_err(|_| usage("set EDITOR, or say what to --set"))?;
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("workflow.toml");
    std::fs::write(&copy, text_of(&args.file)?)?;
    let mut words = editor.split_whitespace();
    let program = words.next().context("EDITOR is empty")?;
    let status = Command::new(program).args(words).arg(&copy).status();
    if !status
        .with_context(|| format!("cannot start {program}"))?
        .success()
    {
        bail!("{program} was left without saving; nothing is changed");
    }
    text_of(&copy)
}
