//! Running other programs, with errors that say what was run.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .unwrap_or_else(|_| PathBuf::from("."))
}

/// A command that starts in the root of the checkout.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    // Root has no sandbox of Chromium's, as in most containers: our own pages are shown without.
    if is_root() {
        command.env("SCREEN_AGENT_BROWSER_SANDBOX", "off");
    }
    command
}

/// Whether we may do anything on this machine.
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// Cargo, the one that runs us, and as a person would run it: build scripts that ask for our own place would have all that
/// depends on them built once more.
pub fn cargo() -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.env_remove("CARGO_MANIFEST_DIR");
    cargo
}

/// Where Cargo puts what it builds for tests.
pub fn debug_folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target
        .unwrap_or_else(|| root().join("target"))
        .join("debug")
}

/// Runs a command to its end; an error names it.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command
        .status()
        .with_context(|| format!("could not start: {shown}"))?;
    if !status.success() {
        bail!("failed ({status}): {shown}");
    }
    Ok(())
}

/// Runs a command, shows its output as it comes, and hands every line on. Standard error joins in.
pub fn run_reading(command: &mut Command, mut each: impl FnMut(&str)) -> Result<bool> {
    let shown = show(command);
    let (reader, writer) = std::io::pipe()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer)
        .spawn()
        .with_context(|| format!("could not start: {shown}"))?;
    // The command keeps its own copies of the pipe; drop them so that the end is seen.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    for line in BufReader::new(reader).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        say(&line);
        each(&line);
    }
    Ok(child.wait()?.success())
}

/// Prints a line; a closed pipe is not our failure.
pub fn say(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Says what comes next.
pub fn heading(text: &str) {
    say(&format!("\n── {text}"));
}

/// Where a program is, looking through `PATH`.
pub fn which(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

fn show(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(
        command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned()),
    );
    words.join(" ")
}
