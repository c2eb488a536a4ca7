//! Tools that read what is deployed: the machine's own, or fetched on first use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::kit::root;

pub fn quietly(command: &mut Command) {
    let done = command.output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{command:?}: {said}{told}");
}

pub fn is_there(program: &str, asked: &str) -> bool {
    let run = Command::new(program)
        .arg(asked)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    run.is_ok_and(|status| status.success())
}

/// Python with what reads YAML and charts: Helm's engine is in a package.
fn python() -> Option<PathBuf> {
    let folder = root().join(".cache/deploy/python");
    let python = folder.join("bin/python");
    let whole = folder.join("whole");
    if whole.exists() {
        return Some(python);
    }
    if !is_there("python3", "--version") {
        println!("skipped: Python is missing");
        return None;
    }
    quietly(Command::new("python3").args(["-m", "venv"]).arg(&folder));
    let packages = ["helm-python-sdk==0.2.2", "pyyaml==6.0.2"];
    quietly(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet"])
            .args(packages),
    );
    fs::write(whole, "").unwrap();
    Some(python)
}

/// What the script beside this file prints; none where there is no Python.
pub fn by_python(args: &[&str]) -> Option<Value> {
    // Two tests at once would make the same folder.
    let lock = fs::File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("deploy.lock"));
    lock.as_ref().unwrap().lock().unwrap();
    let python = python()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/deploy/read.py");
    let done = Command::new(python)
        .arg(script)
        .args(args)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{args:?}: {told}");
    Some(serde_json::from_slice(&done.stdout).unwrap())
}

/// Prometheus' checker: the machine's own, else out of Debian's package, which is not installed for it.
pub fn promtool() -> Option<PathBuf> {
    if is_there("promtool", "--version") {
        return Some("promtool".into());
    }
    let folder = root().join(".cache/deploy/prometheus");
    let found = folder.join("usr/bin/promtool");
    if !found.exists() {
        if !is_there("apt-get", "--version") {
            return None;
        }
        let fetched = folder.join("package");
        fs::create_dir_all(&fetched).unwrap();
        let fetch = |args: &[&str]| {
            let mut fetch = Command::new("apt-get");
            let done = fetch.args(args).current_dir(&fetched).status();
            done.is_ok_and(|status| status.success())
        };
        let download = ["download", "-qq", "prometheus"];
        // A fresh machine knows of no packages yet.
        let fetched_it = fetch(&download) || fetch(&["update", "-qq"]) && fetch(&download);
        if !fetched_it {
            return None;
        }
        let package = fs::read_dir(&fetched)
            .unwrap()
            .flatten()
            .next()
            .unwrap()
            .path();
        quietly(Command::new("dpkg").arg("-x").arg(package).arg(&folder));
    }
    Some(found)
}
