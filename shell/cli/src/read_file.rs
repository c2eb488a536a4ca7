//! `read-file`: reads one file from standard input and prints what was read, as JSON. The server
//! runs it for each file that comes, as a process of its own with little memory and time.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Its name; hidden from help.
pub(crate) const COMMAND: &str = "read-file";

/// Most bytes of a file.
const FILE: u64 = screen_agent_wire::limits::UPLOAD as u64;
/// Seconds on the processor, and bytes of memory besides the program itself.
const SECONDS: u64 = 2;
const MEMORY: u64 = 192 * 1024 * 1024;

/// Read a file from standard input.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What it is called.
    name: String,
}

/// Bounds this process for good, reads, and answers.
pub(crate) fn run(args: &Args) -> ExitCode {
    for (resource, most) in [
        (Resource::Cpu, SECONDS),
        (Resource::Data, MEMORY),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        if setrlimit(resource, limit).is_err() {
            return ExitCode::FAILURE;
        }
    }
    let mut bytes = Vec::new();
    if std::io::stdin().take(FILE).read_to_end(&mut bytes).is_err() {
        return ExitCode::FAILURE;
    }
    let read = screen_agent_extract::read(&args.name, &bytes);
    let told = serde_json::to_vec(&read).map(|told| std::io::stdout().write_all(&told));
    match told {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(_)) | Err(_) => ExitCode::FAILURE,
    }
}
