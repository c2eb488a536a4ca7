//! The server at rest: how soon it is ready, and how much memory it holds.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::cpu::resident_mb;
use crate::figure::{Figure, median, ms_since};

/// Starts the server several times on a data folder of its own.
pub fn measure(binary: &Path) -> Result<Vec<Figure>> {
    let data = screen_agent_cli::compose::temporary_data()?;
    let mut ready = Vec::new();
    let mut memory = Vec::new();
    // The first start makes the database; it counts like the others.
    for _ in 0..5 {
        let began = Instant::now();
        let server = Server::start(binary, data.path())?;
        ready.push(ms_since(began));
        memory.push(server.memory());
    }
    Ok(vec![
        Figure::plain("serve: ready, ms", median(&mut ready), "ms").at_most(150.0),
        Figure::plain("serve: memory at rest", median(&mut memory), "MB").at_most(40.0),
    ])
}

/// A server of its own. It ends when this is dropped.
pub(super) struct Server {
    child: Child,
    /// Where it answers.
    pub(super) base: String,
}

impl Server {
    /// Starts it, and waits until it answers.
    pub(super) fn start(binary: &Path, data: &Path) -> Result<Self> {
        Self::begin(Command::new(binary).arg("serve").arg("--data").arg(data))
    }

    /// Starts what is to be a server, and waits until it answers.
    pub(super) fn begin(serve: &mut Command) -> Result<Self> {
        let mut child = serve
            .args(["--listen", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {serve:?}"))?;
        let stdout = child.stdout.take();
        let mut server = Self {
            child,
            base: String::new(),
        };
        let lines = BufReader::new(stdout.context("the server has no output")?).lines();
        let mut lines = lines.map_while(Result::ok);
        let base = lines.find_map(|line| line.strip_prefix("listening on ").map(str::to_owned));
        server.base = base.context("the server did not say that it listens")?;
        Ok(server)
    }

    /// Its process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Resident memory, in MB.
    pub(super) fn memory(&self) -> f64 {
        resident_mb(self.child.id()).unwrap_or(0.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
