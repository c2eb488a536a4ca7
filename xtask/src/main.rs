//! The project's own chores. `cargo xtask` alone says what there is.

mod codegen;
mod coverage;
mod demo;
mod extension;
mod harness;
mod llama;
mod model;
mod need;
mod shell;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The project's own chores. Each installs what it needs, or says the one line that would.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Build everything and watch it work: a task on a demo site and three MiniWoB++ tasks.
    Demo(demo::Args),
    /// Set up and pass every test, lint and freshness check.
    Test(test::Args),
    /// Build the browser extension for every browser, and say how to load it.
    Extension,
    /// Measure: observation, skeleton, interact, run, start-up, memory. For example:
    /// --only observe,interact --out bench.json, --only mcp beside other servers of the Model Context Protocol, or
    /// --only workflows beside bare Playwright scripts, or --only scaling with several servers on a PostgreSQL
    Bench(harness::Args),
    /// Attack the agent: hostile pages, models that obey them, and nobody there to say yes. For example:
    /// --share 5, or --only "post form"
    Adversary(harness::Args),
    /// Try tasks on real applications from packages, and print what was done, called done and done wrongly.
    /// For example: --app admin, --only price, --scored, --model NAME --model-url URL, or -- --help for all
    Apps(harness::Args),
    /// Run MiniWoB++ tasks with the command engine and write a table. For example:
    /// --tasks click-test,login-user --seeds 0..10 --out table.json, or with a model behind the engine:
    /// --model local:$(cargo xtask model coder)
    Miniwob(harness::Args),
    /// Fetch a model for tests or for trying out, and print where it is.
    Model(model::Args),
    /// Write (or check) what is generated from the Rust types.
    Codegen(codegen::Args),
    /// Check the house rules: arrows, purity, surfaces, manifests, circles, names, size.
    Tidy(tidy::Args),
}

fn main() -> ExitCode {
    match run(Args::parse().chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<()> {
    match chore {
        Chore::Demo(args) => demo::run(&args),
        Chore::Extension => extension::build(),
        Chore::Test(args) => test::run(&args),
        Chore::Adversary(args) => harness::adversary(&args),
        Chore::Apps(args) => harness::apps(&args),
        Chore::Bench(args) => harness::bench(&args),
        Chore::Miniwob(args) => harness::miniwob(&args),
        Chore::Model(args) => model::run_chore(&args),
        Chore::Codegen(args) => codegen::run(&args),
        Chore::Tidy(args) => tidy::run(&args),
    }
}
