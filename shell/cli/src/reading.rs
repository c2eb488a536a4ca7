//! Where the files that people give are read: in a process of its own, or here.
//!
//! Memory, time and a parser that overflows its stack can only be bounded from outside, so a server
//! reads each file in a child of its own, which is this same program. A program that merely has a
//! server inside it reads them on a thread.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_knowledge::ExtractedDocument;
use screen_agent_ports::FileReader;
use screen_agent_think::file::{FileContents, Unreadable};
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::read_file::COMMAND;

/// How many files are read at once.
const AT_ONCE: usize = 2;
/// How long a file waits for its turn, and how long reading it may take by the clock on the wall;
/// the child's own limit is on the processor's time.
const WAIT: Duration = Duration::from_secs(5);
const WALL: Duration = Duration::from_secs(10);
/// The same for the organisation's knowledge, for which nobody waits.
const WALL_DOCUMENTS: Duration = Duration::from_secs(120);
/// Most bytes that a child may answer: its text, escaped.
const ANSWER: u64 = 16 * 1024 * 1024;
const ANSWER_DOCUMENTS: u64 = 512 * 1024 * 1024;

/// Reads each file in a child process.
pub(crate) struct Aside {
    program: PathBuf,
    turns: Semaphore,
}

impl Aside {
    /// With this program as the child.
    pub(crate) fn new() -> std::io::Result<Self> {
        Ok(Self {
            program: std::env::current_exe()?,
            turns: Semaphore::new(AT_ONCE),
        })
    }
}

#[async_trait]
impl FileReader for Aside {
    async fn read(&self, name: &str, bytes: &[u8]) -> Result<FileContents, Unreadable> {
        let _turn = turn(&self.turns).await?;
        self.asked(&[COMMAND, "--", name], bytes, (WALL, ANSWER))
            .await
    }

    async fn read_documents(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Vec<ExtractedDocument>, Unreadable> {
        // Beside the files that people wait for: as many as there are jobs are read at once.
        let args = [COMMAND, "--documents", "--", name];
        self.asked(&args, bytes, (WALL_DOCUMENTS, ANSWER_DOCUMENTS))
            .await
    }
}

impl Aside {
    async fn asked<T: DeserializeOwned>(
        &self,
        args: &[&str],
        bytes: &[u8],
        (wall, most): (Duration, u64),
    ) -> Result<T, Unreadable> {
        let child = Command::new(&self.program)
            .args(args)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let child = child.map_err(|error| {
            tracing::error!(%error, "no process to read a file in");
            Unreadable::Busy
        })?;
        tokio::time::timeout(wall, answer(child, bytes, most))
            .await
            .unwrap_or(Err(Unreadable::TooSlow))
    }
}

async fn answer<T: DeserializeOwned>(
    mut child: Child,
    bytes: &[u8],
    most: u64,
) -> Result<T, Unreadable> {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Unreadable::Busy);
    };
    // A child that ends early takes no more; what it said by then counts.
    let _ = input.write_all(bytes).await;
    drop(input);
    let mut said = Vec::new();
    let _ = output.take(most).read_to_end(&mut said).await;
    let ended = child.wait().await.map_err(|error| {
        tracing::warn!(%error, "nobody knows how reading a file ended");
        Unreadable::Broken
    })?;
    if !ended.success() {
        tracing::warn!(%ended, "reading a file broke off");
        return Err(how_it_ended(ended));
    }
    serde_json::from_slice::<Result<T, Unreadable>>(&said).unwrap_or_else(|error| {
        tracing::warn!(%error, bytes = said.len(), "what was read of a file cannot be read");
        Err(Unreadable::Broken)
    })
}

/// A child out of its time is killed with a signal of its own; out of memory or stack it breaks off.
#[cfg(unix)]
fn how_it_ended(ended: std::process::ExitStatus) -> Unreadable {
    use std::os::unix::process::ExitStatusExt as _;
    let out_of_time = [rustix::process::Signal::XCPU, rustix::process::Signal::KILL];
    let signal = ended.signal();
    if out_of_time.iter().any(|one| Some(one.as_raw()) == signal) {
        Unreadable::TooSlow
    } else {
        Unreadable::Broken
    }
}

#[cfg(not(unix))]
fn how_it_ended(_: std::process::ExitStatus) -> Unreadable {
    Unreadable::Broken
}

/// Reads files on a thread of this process.
pub(crate) struct Here {
    turns: std::sync::Arc<Semaphore>,
}

impl Here {
    pub(crate) fn new() -> Self {
        Self {
            turns: std::sync::Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

#[async_trait]
impl FileReader for Here {
    async fn read(&self, name: &str, bytes: &[u8]) -> Result<FileContents, Unreadable> {
        let turn = tokio::time::timeout(WAIT, self.turns.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Unreadable::Busy);
        };
        let (name, bytes) = (name.to_owned(), bytes.to_vec());
        let reading = tokio::task::spawn_blocking(move || {
            // Held until it has ended, so that one that is given up on still counts.
            let _turn = turn;
            screen_agent_extract::read(&name, &bytes)
        });
        match tokio::time::timeout(WALL, reading).await {
            Ok(read) => read.unwrap_or(Err(Unreadable::Broken)),
            Err(_) => Err(Unreadable::TooSlow),
        }
    }

    async fn read_documents(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Vec<ExtractedDocument>, Unreadable> {
        let (name, bytes) = (name.to_owned(), bytes.to_vec());
        let reading = tokio::task::spawn_blocking(move || {
            screen_agent_extract::read_documents(&name, &bytes)
        });
        match tokio::time::timeout(WALL_DOCUMENTS, reading).await {
            Ok(read) => read.unwrap_or(Err(Unreadable::Broken)),
            Err(_) => Err(Unreadable::TooSlow),
        }
    }
}

async fn turn(turns: &Semaphore) -> Result<SemaphorePermit<'_>, Unreadable> {
    match tokio::time::timeout(WAIT, turns.acquire()).await {
        Ok(Ok(turn)) => Ok(turn),
        Ok(Err(_)) | Err(_) => Err(Unreadable::Busy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_is_read_on_a_thread() {
        let read = Here::new().read("a.txt", b"hello").await;
        assert_eq!(read.map(|reading| reading.text), Ok("hello".to_owned()));
        let read = Here::new().read("a.txt", b"\0").await;
        assert_eq!(read.err(), Some(Unreadable::Unsupported));
    }
}
