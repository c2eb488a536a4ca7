//! The extractors that ours is measured beside, and the pages, fetched into a folder of their own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

const CORPUS: &str = include_str!("corpus.mjs");
const READABILITY: &str = include_str!("readability.mjs");
const TRAFILATURA: &str = include_str!("extract.py");

/// An extractor that is run as a program: given a folder and where to write.
pub(super) struct Other {
    /// What it is called.
    pub(super) name: &'static str,
    program: PathBuf,
    script: PathBuf,
}

/// What an extractor made of a folder.
pub(super) struct Read {
    /// Texts by the names of their pages.
    pub(super) texts: HashMap<String, String>,
    /// How long it took, without its start.
    pub(super) ms: f64,
}

/// Fetches the extractors, unless they are there already.
pub(super) fn all(work: &Path) -> Result<Vec<Other>> {
    Ok(vec![readability(work)?, trafilatura(work)?])
}

fn readability(work: &Path) -> Result<Other> {
    let folder = work.join("readability");
    std::fs::create_dir_all(&folder)?;
    if !folder.join("node_modules/linkedom").is_dir() {
        std::fs::write(folder.join("package.json"), "{\"private\":true}")?;
        let wanted = ["@mozilla/readability@0.6.0", "linkedom@0.16.11"];
        run(Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
            .args(wanted)
            .current_dir(&folder))?;
    }
    let script = folder.join("readability.mjs");
    std::fs::write(&script, READABILITY)?;
    Ok(Other {
        name: "Readability",
        program: "node".into(),
        script,
    })
}

fn trafilatura(work: &Path) -> Result<Other> {
    let folder = work.join("trafilatura");
    std::fs::create_dir_all(&folder)?;
    let python = folder.join("venv/bin/python");
    if !folder.join("ready").exists() {
        run(Command::new("python3")
            .args(["-m", "venv", "venv"])
            .current_dir(&folder))?;
        let wanted = ["trafilatura==2.3.1", "lxml_html_clean"];
        run(Command::new(&python)
            .args(["-m", "pip", "install", "--quiet"])
            .args(wanted)
            .current_dir(&folder))?;
        std::fs::write(folder.join("ready"), "")?;
    }
    let script = folder.join("extract.py");
    std::fs::write(&script, TRAFILATURA)?;
    Ok(Other {
        name: "Trafilatura",
        program: python,
        script,
    })
}

/// Fetches the pages, unless they are there already.
pub(super) fn fetch_pages(work: &Path) -> Result<PathBuf> {
    let pages = work.join("pages");
    if !work.join("complete").exists() {
        let script = work.join("corpus.mjs");
        std::fs::write(&script, CORPUS)?;
        run(Command::new("node").arg(&script).arg(work))?;
        std::fs::write(work.join("complete"), "")?;
    }
    Ok(pages)
}

impl Other {
    /// Has it read a folder.
    pub(super) fn read(&self, folder: &Path, out: &Path) -> Result<Read> {
        let out = out.join(self.name);
        if out.exists() {
            std::fs::remove_dir_all(&out)?;
        }
        std::fs::create_dir_all(&out)?;
        let folder = folder.canonicalize()?;
        let said = run(Command::new(&self.program)
            .arg(&self.script)
            .arg(folder)
            .arg(&out))?;
        let ms = said
            .trim()
            .parse()
            .with_context(|| format!("{} says no time", self.name))?;
        let mut texts = HashMap::new();
        for entry in std::fs::read_dir(&out)? {
            let path = entry?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            texts.insert(name.into_owned(), std::fs::read_to_string(&path)?);
        }
        Ok(Read { texts, ms })
    }
}

fn run(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command
        .output()
        .with_context(|| format!("cannot start {name}"))?;
    let complaint = String::from_utf8_lossy(&done.stderr);
    ensure!(done.status.success(), "{name} failed: {complaint}");
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
