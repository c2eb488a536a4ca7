//! Hostile pages and models that obey them, through `run`'s own path.

use std::process::Command;

use anyhow::Result;

use crate::need;
use crate::shell::{self, cargo};

/// Everything after `adversary` goes to the harness; `--help` shows what it takes.
#[derive(clap::Args)]
pub struct Args {
    /// For example: --share 5, or --only "post form"
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    pub rest: Vec<String>,
}

/// Runs the harness as asked on the command line.
pub fn run(args: &Args) -> Result<()> {
    need::chromium()?;
    shell::run(harness().args(&args.rest))
}

/// The harness, to be given arguments.
pub fn harness() -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "screen-agent-bench"]);
    command.args(["--bin", "adversary", "--"]);
    command
}
