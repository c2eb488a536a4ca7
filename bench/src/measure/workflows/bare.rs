//! The same as a bare Playwright script that was recorded once.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use screen_agent_testkit::mutator::DONE;
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::noted::Noted;

const PLAYER: &str = include_str!("bare.mjs");

/// Playwright, waiting for scripts.
pub(super) struct Bare {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    _folder: tempfile::TempDir,
}

/// What a script came to.
#[derive(Debug, Deserialize)]
pub(super) struct Played {
    /// Why it broke off; empty where it did not.
    pub(super) error: String,
    pub(super) ms: f64,
    pub(super) noted: Noted,
}

impl Bare {
    pub(super) async fn start(modules: &Path, browser: &Path) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let player = folder.path().join("bare.mjs");
        std::fs::write(&player, PLAYER)?;
        let mut child = Command::new("node")
            .arg(player)
            .args([modules, browser])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("Node.js is missing")?;
        let input = child.stdin.take().context("no standard input")?;
        let output = child.stdout.take().context("no standard output")?;
        Ok(Self {
            child,
            input,
            output: BufReader::new(output).lines(),
            _folder: folder,
        })
    }

    pub(super) async fn play(&mut self, script: &str) -> Result<Played> {
        let line = format!("{}\n", json!({ "script": script, "done": DONE }));
        self.input.write_all(line.as_bytes()).await?;
        let told = self.output.next_line().await?;
        Ok(serde_json::from_str(&told.context("Playwright is gone")?)?)
    }

    pub(super) async fn end(mut self) -> Result<()> {
        drop(self.input);
        self.child.wait().await?;
        Ok(())
    }
}
