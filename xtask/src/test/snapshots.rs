//! Snapshots that no test names any more.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell::root;
use crate::tidy::sources;
use crate::workspace::Package;

/// Where insta notes which snapshots the tests of a run named.
pub struct Named(PathBuf);

impl Named {
    pub fn new() -> Result<Self> {
        let folder = root().join("target");
        std::fs::create_dir_all(&folder)?;
        let notes = folder.join("snapshots-named");
        std::fs::write(&notes, "")?;
        Ok(Self(notes))
    }

    /// Has the tests of a command note what they name.
    pub fn noted_by<'a>(&self, tests: &'a mut Command) -> &'a mut Command {
        tests.env("INSTA_SNAPSHOT_REFERENCES_FILE", &self.0)
    }

    /// Fails on snapshots of the tested crates that no test named.
    pub fn none_is_left(&self, tested: &[&Package]) -> Result<()> {
        let notes = std::fs::read_to_string(&self.0)?;
        let named: BTreeSet<PathBuf> = notes
            .lines()
            .filter_map(|line| Path::new(line).canonicalize().ok())
            .collect();
        let mut left = Vec::new();
        for file in sources(&root(), "snap")? {
            if !named.contains(&file) && is_of(&std::fs::read_to_string(&file)?, tested) {
                left.push(file.display().to_string());
            }
        }
        if !left.is_empty() {
            bail!(
                "no test names these snapshots any more:\n  {}",
                left.join("\n  ")
            );
        }
        Ok(())
    }
}

/// Whether a snapshot was written by a test of these crates, as its head says.
fn is_of(snapshot: &str, tested: &[&Package]) -> bool {
    let source = snapshot
        .lines()
        .find_map(|line| line.strip_prefix("source: "));
    source.is_some_and(|source| {
        let source = Path::new(source);
        tested
            .iter()
            .any(|package| source.starts_with(package.folder()))
    })
}
