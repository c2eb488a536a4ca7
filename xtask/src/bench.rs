//! Benchmarks, with baselines in the same run.

use anyhow::Result;

use crate::need;
use crate::shell::{self, cargo};

/// Everything after `bench` goes to the benchmarks; `--help` shows what they take.
#[derive(clap::Args)]
pub struct Args {
    /// For example: --only observe,interact --out bench.json
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    pub rest: Vec<String>,
}

/// Builds with release speed and measures.
pub fn run(args: &Args) -> Result<()> {
    need::chromium()?;
    need::node_modules()?;
    shell::run(cargo().args([
        "build",
        "--quiet",
        "--profile",
        "ci",
        "--package",
        "screen-agent-cli",
    ]))?;
    shell::run(
        cargo()
            .args([
                "run",
                "--quiet",
                "--profile",
                "ci",
                "--package",
                "screen-agent-bench",
                "--bin",
                "bench",
                "--",
            ])
            .args(&args.rest),
    )
}
