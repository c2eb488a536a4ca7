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
/// The same where it is read for the organisation's knowledge: nobody waits for that, and archives are larger.
const DOCUMENTS: u64 = 64 * 1024 * 1024;
const DOCUMENTS_SECONDS: u64 = 60;
const DOCUMENTS_MEMORY: u64 = 1024 * 1024 * 1024;

/// Read a file from standard input.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Whole and with its structure, and of an archive each file in it.
    #[arg(long)]
    documents: bool,
    /// What it is called.
    name: String,
}

/// Bounds this process for good, reads, and answers.
pub(crate) fn run(args: &Args) -> ExitCode {
    let (file, seconds, memory) = match args.documents {
        true => (DOCUMENTS, DOCUMENTS_SECONDS, DOCUMENTS_MEMORY),
        false => (FILE, SECONDS, MEMORY),
    };
    for (resource, most) in [
        (Resource::Cpu, seconds),
        (Resource::Data, memory),
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
    if std::io::stdin().take(file).read_to_end(&mut bytes).is_err() {
        return ExitCode::FAILURE;
    }
    let told = match args.documents {
        true => serde_json::to_vec(&screen_agent_extract::read_documents(&args.name, &bytes)),
        false => serde_json::to_vec(&screen_agent_extract::read(&args.name, &bytes)),
    };
    let told = told.map(|told| std::io::stdout().write_all(&told));
    match told {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(_)) | Err(_) => ExitCode::FAILURE,
    }
}
