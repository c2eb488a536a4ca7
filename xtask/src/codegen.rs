//! What is generated: TypeScript, JSON Schema and OpenAPI from the Rust types, `docs/commands.md` from its examples,
//! `docs/coverage.md` from its table, and the JSON Schema of workflow files.

use std::fmt::Write as _;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::coverage;
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
    let mut program = cargo();
    program.args(["run", "--quiet", "--package", "screen-agent-server"]);
    program.args(["--bin", "codegen", "--"]);
    run_with(program, args.check)
}

/// The same, by a program that was built already.
pub fn run_with(mut program: Command, check: bool) -> Result<()> {
    if check {
        program.arg("--check");
    }
    shell::run(&mut program)?;
    commands(check)?;
    workflows(check)?;
    coverage::write(check)
}

/// Writes or checks the JSON Schema of workflow files.
fn workflows(check: bool) -> Result<()> {
    let mut program = cargo();
    program.args(["run", "--quiet", "--package", "screen-agent-workflow"]);
    let output = program.args(["--example", "schema"]).output()?;
    ensure!(
        output.status.success(),
        "the schema of workflows could not be made"
    );
    let path = shell::root().join("docs/schemas/workflow.json");
    if check {
        let known = std::fs::read(&path).unwrap_or_default();
        ensure!(
            known == output.stdout,
            "docs/schemas/workflow.json is stale: run cargo xtask codegen"
        );
        return Ok(());
    }
    Ok(std::fs::write(path, output.stdout)?)
}

/// The examples that the tests of core/command try.
#[derive(Deserialize)]
struct Examples {
    part: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    title: String,
    about: String,
    say: Vec<Vec<String>>,
}

/// Writes or checks `docs/commands.md`.
fn commands(check: bool) -> Result<()> {
    let root = shell::root();
    let path = root.join("docs/commands.md");
    let table = std::fs::read_to_string(root.join("core/command/examples.toml"))?;
    let examples: Examples = toml::from_str(&table).context("core/command/examples.toml")?;
    let mut text = include_str!("commands.md").to_owned();
    for part in &examples.part {
        write!(text, "\n## {}\n\n{}\n\n", part.title, part.about)?;
        for order in part.say.iter().filter_map(|example| example.first()) {
            writeln!(text, "- `{order}`")?;
        }
    }
    if check {
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        ensure!(
            known == text,
            "docs/commands.md is not what core/command/examples.toml makes: run cargo xtask codegen"
        );
        return Ok(());
    }
    Ok(std::fs::write(path, text)?)
}
