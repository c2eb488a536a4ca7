//! A client of the Model Context Protocol over standard input and output, as small as one look needs.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(90);

/// A server that was started, and what was said to it.
pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    asked: u64,
    /// What it writes about itself goes here, and with it.
    _room: TempDir,
}

impl Client {
    /// Starts a server in a folder of its own, with a mark by which its processes are known.
    pub(super) async fn start(
        program: &Path,
        args: &[String],
        environment: &[(String, String)],
    ) -> Result<Self> {
        let room = tempfile::tempdir()?;
        let mut child = Command::new(program)
            .args(args)
            .envs(environment.iter().cloned())
            .env("HOME", room.path())
            .current_dir(room.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("no standard input")?;
        let output = child.stdout.take().context("no standard output")?;
        let mut client = Self {
            child,
            input,
            output: BufReader::new(output).lines(),
            asked: 0,
            _room: room,
        };
        let hello = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "1" },
        });
        client.ask("initialize", hello).await?;
        client
            .send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await?;
        Ok(client)
    }

    /// What a tool says.
    pub(super) async fn call(&mut self, tool: &str, args: Value) -> Result<String> {
        let params = json!({ "name": tool, "arguments": args });
        let result = self.ask("tools/call", params).await?;
        let said: Vec<&str> = result["content"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|part| part["text"].as_str())
            .collect();
        let said = said.join("\n");
        ensure!(result["isError"] != true, "{tool}: {said}");
        Ok(said)
    }

    /// Its process, if it is not gone.
    pub(super) fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Ends it, and waits until it is gone.
    pub(super) async fn end(mut self) {
        drop(self.input);
        let gone = tokio::time::timeout(Duration::from_secs(10), self.child.wait()).await;
        if gone.is_err() {
            // It is ours to end if it does not end by itself.
            let _ = self.child.kill().await;
        }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await?;
        let answered = tokio::time::timeout(PATIENCE, self.answer(id)).await;
        answered.with_context(|| format!("no answer to {method}"))?
    }

    async fn answer(&mut self, id: u64) -> Result<Value> {
        while let Some(line) = self.output.next_line().await? {
            let Ok(mut message) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            // What the server asks or tells by itself concerns no look.
            if message["id"] != id || message.get("method").is_some() {
                continue;
            }
            if let Some(error) = message.get("error") {
                bail!("{error}");
            }
            return Ok(message["result"].take());
        }
        bail!("the server is gone")
    }

    async fn send(&mut self, message: &Value) -> Result<()> {
        let line = format!("{message}\n");
        Ok(self.input.write_all(line.as_bytes()).await?)
    }
}
