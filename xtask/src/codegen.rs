//! What is generated from the Rust types: TypeScript, JSON Schema, OpenAPI.

use anyhow::Result;

use crate::shell::{self, cargo};

/// What to do with what is generated.
#[derive(clap::Args)]
pub struct Args {
    /// Write nothing; fail when a file is not what it should be.
    #[arg(long)]
    pub check: bool,
}

/// Writes or checks the generated files.
pub fn run(args: &Args) -> Result<()> {
    let mut command = cargo();
    command.args([
        "run",
        "--quiet",
        "--package",
        "screen-agent-server",
        "--bin",
        "codegen",
        "--",
    ]);
    if args.check {
        command.arg("--check");
    }
    shell::run(&mut command)
}
