//! How the command ends. The exit codes are part of the contract with scripts.

use std::process::ExitCode;

use crate::terminal::complain;

/// How a subcommand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done, and verified where there was something to verify: 0.
    Done,
    /// Not done: 1.
    Failed,
    /// Waits for the person: 2.
    NeedsUser,
    /// The audit log is not whole: 3.
    Broken,
}

/// The command line was not understood: 64, as `sysexits.h` has it.
const USAGE: u8 = 64;

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Failed => Self::from(1),
            Outcome::NeedsUser => Self::from(2),
            Outcome::Broken => Self::from(3),
        }
    }
}

/// Help and version are no failure; anything else that clap refuses is a usage error.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    // Nothing can be done about a closed terminal.
    let _ = error.print();
    if error.use_stderr() {
        ExitCode::from(USAGE)
    } else {
        ExitCode::SUCCESS
    }
}

/// Says what went wrong, with its causes.
pub(crate) fn failed(error: &anyhow::Error) -> ExitCode {
    complain(&format!("error: {error:#}"));
    let usage = error.downcast_ref::<UsageError>().is_some();
    ExitCode::from(if usage { USAGE } else { 1 })
}

/// The command line was well-formed but asks for something that cannot be meant.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);
