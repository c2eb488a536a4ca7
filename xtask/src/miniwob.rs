//! MiniWoB++ through `run`'s own path.

use std::process::Command;

use anyhow::Result;

use crate::need;
use crate::shell::{self, cargo, root};

/// Everything after `miniwob` goes to the harness; `--help` shows what it takes.
#[derive(clap::Args)]
pub struct Args {
    /// For example: --tasks click-test,login-user --seeds 0..10 --out table.json, or with a model
    /// behind the engine: --model local:$(cargo xtask model coder)
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    pub rest: Vec<String>,
}

/// Runs the harness.
pub fn run_with(args: &[String]) -> Result<()> {
    shell::run(&mut harness(args)?)
}

/// Runs the harness as asked on the command line.
pub fn run(args: &Args) -> Result<()> {
    run_with(&args.rest)
}

fn harness(args: &[String]) -> Result<Command> {
    need::chromium()?;
    need::node_modules()?;
    let pages = need::miniwob_pages()?;
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "screen-agent-bench"]);
    if args.iter().any(|arg| arg.contains("local:")) {
        // Its features would have half of the workspace built once more.
        command
            .args(["--features", "local-llm"])
            .env("CARGO_TARGET_DIR", root().join("target/local-llm"));
    }
    command
        .args(["--bin", "miniwob", "--", "--pages"])
        .arg(pages)
        .args(args);
    Ok(command)
}
