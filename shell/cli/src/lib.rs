//! The `screen-agent` command as a library: one file per subcommand.
//!
//! This is the composition root: the only place that reads the environment and names an adapter.

pub mod ask;
pub mod command;
pub mod compose;
pub mod config;
pub mod drive;

mod acp;
mod agui;
mod args;
mod audit;
mod browsers;
mod clock;
mod data;
mod data_copy;
mod doctor;
mod domains;
mod exit;
mod gate;
mod ide;
mod intents;
mod key_file;
mod keys;
mod knowledge;
mod live;
mod local;
mod logs;
mod mcp;
mod observe;
mod printer;
mod profiles;
mod read_file;
mod reading;
mod remote;
mod replace_file;
mod replay;
mod retention;
mod run;
mod runs;
mod schedules;
mod secrets;
mod serve;
mod server;
mod signals;
mod subcommands;
mod submit;
mod telemetry;
mod terminal;
mod user;
mod work;
mod worker;
mod workflow;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

pub use exit::Ending;
use subcommands::{Args, Command};

/// Reads the command line, runs what it asks for, and says how that ended.
pub fn main() -> ExitCode {
    let typed = exit::documented(Args::command()).try_get_matches();
    let args = match typed.and_then(|typed| Args::from_arg_matches(&typed)) {
        Ok(args) => args,
        Err(error) => return exit::refused(&error),
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
        Ok(ending) => ending.into(),
        Err(error) => exit::failed(&error),
    }
}
