//! `workflow sign` and `workflow verify`: whom a file comes from.

use std::path::{Path, PathBuf};

use anyhow::Result;
use screen_agent_workflow::{Signed, Workflow};

use super::{read, write};
use crate::args::HomeArgs;
use crate::config::Settings;
use crate::exit::usage;
use crate::terminal::say;
use crate::{Ending, key_file};

#[derive(clap::Args)]
pub(super) struct SignArgs {
    /// The workflow. It is written anew: remarks in it are gone.
    file: PathBuf,
    /// Your name, as whoever gets the file will read it.
    #[arg(long, env = "USER", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    by: String,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
pub(super) struct VerifyArgs {
    /// The workflow.
    file: PathBuf,
    /// What the key of the person goes by from whom it should come, as they told you.
    #[arg(long, value_name = "ID")]
    key: Option<String>,
}

pub(super) fn sign(args: &SignArgs) -> Result<Ending> {
    let workflow = read(&args.file)?;
    let key = key_file::workflow_key(&Settings::at_home(&args.home)?.data)?;
    let signed = workflow.signed_with(&key, &args.by);
    write(&args.file, &signed)?;
    say(&format!("{} is {}", args.file.display(), signed.signed()));
    Ok(Ending::Done)
}

/// Only what is as it was signed, by the key that is expected, is well.
pub(super) fn verify(args: &VerifyArgs) -> Result<Ending> {
    let signed = read(&args.file)?.signed();
    say(&format!("{} is {signed}", args.file.display()));
    let Signed::By { key, .. } = signed else {
        return Ok(Ending::Failed);
    };
    let expected = args.key.as_ref().is_none_or(|expected| key.0 == *expected);
    if !expected {
        say("that is another key than the one that you expect");
    }
    Ok(Ending::of(expected))
}

/// A file that is not what was signed is nobody's, and neither carried out nor handed on.
pub(super) fn as_signed(path: &Path) -> Result<Workflow> {
    let workflow = read(path)?;
    match workflow.signed() {
        Signed::Nobody | Signed::By { .. } => Ok(workflow),
        changed @ Signed::Changed { .. } => Err(usage(format!(
            "{} is {changed} (WORKFLOW_CHANGED). Look at what it does now (workflow show); if that is meant, sign it yourself \
             (workflow sign) or take its [signature] out",
            path.display()
        ))),
    }
}
