//! What the chores need on a fresh machine, installed on first use.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::shell::{command, heading, is_root, root, run, which};

/// Names that Chromium goes by.
const CHROMIUM: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The release of MiniWoB++ that the tables are about.
const MINIWOB: &str = "miniwob==1.1.0";

/// Chromium: installed from Debian's packages when we may, else the one line that would.
pub fn chromium() -> Result<PathBuf> {
    if let Some(path) = which(&CHROMIUM) {
        return Ok(path);
    }
    install("chromium")?;
    which(&CHROMIUM).context("Chromium is missing. Install it with: sudo apt-get install chromium")
}

/// `strace`, by which a test learns what is written to a disk. Without it that test says so.
pub fn strace() -> Result<()> {
    match which(&["strace"]) {
        Some(_) => Ok(()),
        None => install("strace"),
    }
}

/// PostgreSQL, of which tests start one of their own. Without it they say the one line that would install it.
pub fn postgres() -> Result<()> {
    match std::fs::read_dir("/usr/lib/postgresql") {
        Ok(_) => Ok(()),
        Err(_) => install("postgresql"),
    }
}

/// Installs one of Debian's packages, where we may.
fn install(package: &str) -> Result<()> {
    if which(&["apt-get"]).is_none() || !is_root() {
        return Ok(());
    }
    heading(&format!("installing {package}"));
    run(command("apt-get").args(["update", "-qq"]))?;
    run(command("apt-get").args(["install", "-y", "-qq", package]))
}

/// The npm packages of `web/`, exactly as locked.
pub fn node_modules() -> Result<()> {
    if which(&["npm"]).is_none() {
        bail!("Node.js is missing. Install it with: sudo apt-get install nodejs npm");
    }
    let web = root().join("web");
    let lock = web.join("package-lock.json");
    // Building the command alone installs what that needs, and takes all else away.
    let marker = web.join("node_modules/.all-of-it");
    let fresh = match (
        marker.metadata().and_then(|m| m.modified()),
        lock.metadata().and_then(|m| m.modified()),
    ) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    };
    if fresh {
        return Ok(());
    }
    heading("installing the npm packages of web/");
    run(command("npm")
        .current_dir(&web)
        .args(["ci", "--no-audit", "--no-fund"]))?;
    std::fs::write(&marker, "").with_context(|| format!("{} cannot be written", marker.display()))
}

/// Python with what makes private folders for packages, which Debian has in a package of its own.
pub fn python_environments() -> Result<()> {
    let made = || {
        which(&["python3"]).map(|python| command(python).args(["-c", "import ensurepip"]).output())
    };
    let is_there = || matches!(made(), Some(Ok(output)) if output.status.success());
    if is_there() {
        return Ok(());
    }
    install("python3-venv")?;
    match is_there() {
        true => Ok(()),
        false => bail!("Python is missing. Install it with: sudo apt-get install python3-venv"),
    }
}

/// MiniWoB++'s pages, in a private folder; nothing of them is committed.
pub fn miniwob_pages() -> Result<PathBuf> {
    let cache = root().join(".cache/miniwob");
    let pages = cache.join("miniwob/html");
    if pages.join("core/core.js").is_file() {
        return Ok(pages);
    }
    heading("fetching the MiniWoB++ pages");
    let python = which(&["python3"])
        .context("Python is missing. Install it with: sudo apt-get install python3 python3-pip")?;
    run(command(&python)
        .args(["-m", "pip", "download", "--quiet", "--no-deps", "--dest"])
        .arg(&cache)
        .arg(MINIWOB))?;
    let wheel = std::fs::read_dir(&cache)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .context("pip left no wheel behind")?;
    run(command(&python)
        .args(["-m", "zipfile", "-e"])
        .arg(wheel)
        .arg(&cache))?;
    Ok(pages)
}
