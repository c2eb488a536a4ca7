//! The harnesses of `bench/`. What stands behind a chore's name goes to them.

use std::process::Command;

use anyhow::Result;

use crate::need;
use crate::shell::{self, cargo, root};

/// What a harness is asked for.
#[derive(clap::Args)]
pub struct Args {
    /// What the harness takes; `-- --help` shows it.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    rest: Vec<String>,
}

/// Builds with release speed and measures.
pub fn bench(args: &Args) -> Result<()> {
    need::chromium()?;
    need::node_modules()?;
    let named = |part: &str| args.rest.iter().any(|arg| arg.contains(part));
    if named("mcp") || named("workflows") {
        need::miniwob_pages()?;
        need::python_environments()?;
    }
    if named("scaling") {
        need::postgres()?;
    }
    let mut agent = cargo();
    agent.args(["build", "--quiet", "--profile", "ci"]);
    shell::run(agent.args(["--package", "screen-agent-cli"]))?;
    shell::run(built("bench", &["--profile", "ci"]).args(&args.rest))
}

/// Hostile pages and models that obey them, through `run`'s own path.
pub fn adversary(args: &Args) -> Result<()> {
    need::chromium()?;
    shell::run(built("adversary", &[]).args(&args.rest))
}

/// MiniWoB++ through `run`'s own path.
pub fn miniwob(args: &Args) -> Result<()> {
    need::chromium()?;
    need::node_modules()?;
    let pages = need::miniwob_pages()?;
    let mut harness = with_models("miniwob", &args.rest);
    shell::run(harness.arg("--pages").arg(pages).args(&args.rest))
}

/// Applications from packages through `run`'s own path.
pub fn apps(args: &Args) -> Result<()> {
    need::chromium()?;
    need::node_modules()?;
    need::python_environments()?;
    shell::run(with_models("apps", &args.rest).args(&args.rest))
}

/// A harness, with a model in this process where its arguments name one.
fn with_models(name: &str, args: &[String]) -> Command {
    if !args.iter().any(|arg| arg.contains("local:")) {
        return built(name, &[]);
    }
    // Its features would have half of the workspace built once more.
    let mut harness = built(name, &["--features", "local-llm"]);
    harness.env("CARGO_TARGET_DIR", root().join("target/local-llm"));
    harness
}

/// A harness, to be given arguments.
pub fn built(name: &str, options: &[&str]) -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "screen-agent-bench"]);
    command.args(options).args(["--bin", name, "--"]);
    command
}
