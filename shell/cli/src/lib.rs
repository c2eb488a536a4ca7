//! The `screen-agent` command as a library: one file per subcommand.
//!
//! This is the composition root: the only place that reads the environment and names an adapter.

pub mod ask;
pub mod command;
pub mod compose;
pub mod config;
pub mod drive;

mod args;
mod audit;
mod browsers;
mod data;
mod doctor;
mod domains;
mod exit;
mod gate;
mod key_file;
mod live;
mod local;
mod observe;
mod printer;
mod read_file;
mod reading;
mod replay;
mod run;
mod serve;
mod server;
mod signals;
mod subcommands;
mod terminal;
mod traces;
mod user;

use std::process::ExitCode;

use clap::Parser;

pub use exit::Outcome;
use subcommands::{Args, Command};

/// Reads the command line, runs what it asks for, and says how that ended.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return exit::usage(&error),
    };
    // Before anything is started that its bounds would bind.
    if let Command::ReadFile(args) = &args.command {
        return read_file::run(args);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return exit::failed(&error.into()),
    };
    let ended = runtime.block_on(args.command.run());
    // A read of standard input or a hung browser must not hold the process.
    runtime.shutdown_background();
    match ended {
        Ok(outcome) => outcome.into(),
        Err(error) => exit::failed(&error),
    }
}
