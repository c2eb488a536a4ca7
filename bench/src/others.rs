//! What is measured beside ours: fetched by package, in the exact versions of `bench/others/package-lock.json`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// What says which versions.
const FILES: [&str; 2] = ["package.json", "package-lock.json"];

/// Where the packages are; fetched unless those of the same lock are there already.
pub fn fetched() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (from, to) = (root.join("bench/others"), root.join(".cache/others"));
    let [_, lock] = FILES;
    let wanted = std::fs::read(from.join(lock)).context("there is no lock")?;
    let modules = to.join("node_modules");
    if modules.is_dir() && std::fs::read(to.join("fetched")).is_ok_and(|had| had == wanted) {
        return Ok(modules);
    }
    std::fs::create_dir_all(&to)?;
    for file in FILES {
        std::fs::copy(from.join(file), to.join(file))?;
    }
    crate::say("fetching what is measured beside ours");
    let fetched = Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(&to)
        .output()
        .context("npm is missing")?;
    let complaint = String::from_utf8_lossy(&fetched.stderr);
    ensure!(fetched.status.success(), "npm failed: {complaint}");
    std::fs::write(to.join("fetched"), wanted)?;
    Ok(modules.canonicalize()?)
}

/// The version of a package that was fetched.
pub fn version(modules: &Path, name: &str) -> Result<String> {
    let package = std::fs::read(modules.join(name).join("package.json"))
        .with_context(|| format!("{name} was not fetched"))?;
    let package: serde_json::Value = serde_json::from_slice(&package)?;
    let version = package["version"].as_str();
    Ok(version.unwrap_or_default().to_owned())
}
