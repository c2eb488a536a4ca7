//! An application, installed once and then served out of a folder that is fresh for every task.

use std::fs::File;
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use super::app::App;
use super::state::State;

/// Longest wait for an application to come up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Installs an application if what is there is not from the present script; says whether there was anything to do.
pub fn set_up(app: &App, installed: &Path) -> Result<bool> {
    let stamp = stamp(&app.folder)?;
    let marker = installed.join("installed");
    if std::fs::read_to_string(&marker).is_ok_and(|found| found == stamp) {
        return Ok(false);
    }
    std::fs::create_dir_all(installed)?;
    let log = installed.join("setup.log");
    let output = File::create(&log)?;
    let status = Command::new("sh")
        .args(["-e", "setup.sh"])
        .current_dir(&app.folder)
        .env("APP", installed)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .status()?;
    if !status.success() {
        let told = std::fs::read_to_string(&log).unwrap_or_default();
        bail!("{}", told.lines().last().unwrap_or("setup.sh failed"));
    }
    std::fs::write(marker, stamp)?;
    Ok(true)
}

/// What the folder of an application holds, but for its tasks.
fn stamp(folder: &Path) -> Result<String> {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    let mut paths = vec![folder.to_owned()];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path)?;
            let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            inside.retain(|path| !path.ends_with("app.toml") && !path.ends_with("__pycache__"));
            inside.sort();
            paths.extend(inside);
        } else {
            (&path, std::fs::read(&path)?).hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Whether a path is answered well.
async fn is_up(port: u16, path: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!("GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut status = String::new();
    BufReader::new(stream).read_line(&mut status).await?;
    Ok(status.contains(" 200 "))
}

/// An application at work; ended with the value.
pub struct Server<'a> {
    app: &'a App,
    installed: PathBuf,
    state: TempDir,
    port: u16,
    child: Option<Child>,
}

impl<'a> Server<'a> {
    /// Not started yet.
    pub fn new(app: &'a App, installed: PathBuf) -> Result<Self> {
        Ok(Self {
            app,
            installed,
            state: tempfile::tempdir()?,
            port: 0,
            child: None,
        })
    }

    /// Which application.
    pub fn app(&self) -> &'a App {
        self.app
    }

    /// Where files for the person to give are, and all that the application keeps.
    pub fn state(&self) -> &Path {
        self.state.path()
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// As it was set up, whatever a task before did.
    pub async fn reset(&mut self) -> Result<()> {
        if self.app.restart {
            self.end();
        }
        self.copy_state()?;
        if self.child.is_none() {
            self.start().await?;
        }
        Ok(())
    }

    fn copy_state(&self) -> Result<()> {
        for entry in std::fs::read_dir(self.state())? {
            let path = entry?.path();
            match path.is_dir() {
                true => std::fs::remove_dir_all(path)?,
                false => std::fs::remove_file(path)?,
            }
        }
        let from = self.installed.join("state");
        if !from.is_dir() {
            return Ok(());
        }
        let copied = Command::new("cp")
            .arg("-a")
            .arg(from.join("."))
            .arg(self.state())
            .status()?;
        if !copied.success() {
            bail!("the state of {} was not copied", self.app.name);
        }
        Ok(())
    }

    async fn start(&mut self) -> Result<()> {
        self.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let output = File::create(self.installed.join("serve.log"))?;
        let child = self
            .command(&self.app.serve)
            .stdout(output.try_clone()?)
            .stderr(output)
            .process_group(0)
            .spawn()?;
        self.child = Some(child);
        let began = Instant::now();
        while !is_up(self.port, &self.app.ready).await.unwrap_or(false) {
            if began.elapsed() > PATIENCE {
                bail!("{} did not come up; see its serve.log", self.app.name);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// A line for the shell, with what it has to know.
    fn command(&self, line: &str) -> Command {
        let mut command = Command::new("sh");
        command
            .args(["-c", line])
            .current_dir(&self.app.folder)
            .env("APP", &self.installed)
            .env("STATE", self.state())
            .env("PORT", self.port.to_string())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null());
        command
    }

    /// The whole state, where the application itself tells it.
    pub fn dump(&self, line: &str) -> Result<State> {
        let output = self.command(line).output()?;
        if !output.status.success() {
            bail!(
                "no dump of {}: {}",
                self.app.name,
                String::from_utf8_lossy(&output.stderr)
            );
        }
        let value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("the dump of {} is no JSON", self.app.name))?;
        State::read(value)
    }

    /// Ends it, with whatever it has started.
    fn end(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // It may have ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = child.wait();
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        self.end();
    }
}
