//! Writes what is generated from the Rust types; with `--check`, says what is stale instead.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use screen_agent_server::codegen;

fn main() -> ExitCode {
    let check = env::args().skip(1).any(|argument| argument == "--check");
    match run(check) {
        Ok(stale) if stale.is_empty() => ExitCode::SUCCESS,
        Ok(stale) => {
            for path in stale {
                eprintln!("stale: {path}; run cargo xtask codegen");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("codegen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Paths that are not as they should be; none once they have been written.
fn run(check: bool) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut stale = Vec::new();
    for (path, wanted) in codegen::files()? {
        let file = root.join(&path);
        if fs::read_to_string(&file).is_ok_and(|found| found == wanted) {
            continue;
        }
        if check {
            stale.push(path);
            continue;
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, wanted)?;
    }
    Ok(stale)
}
