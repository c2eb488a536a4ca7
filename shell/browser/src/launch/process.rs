//! The Chromium process, and the promise that none outlives us.
//!
//! Two small shells keep the promise, without unsafe code:
//!
//! - the *launcher* leads a process group of its own and waits for one line before it becomes
//!   Chromium, so that nothing runs before somebody watches it;
//! - the *reaper*, in another group, waits on a pipe whose other end only we hold. However we end,
//!   the kernel closes that end; the reaper then kills the group and removes the profile.
//!
//! Chromium speaks over its inherited descriptors 3 and 4, so that no port is open to others.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use super::{LaunchOptions, child};
use crate::BrowserError;
use crate::error::bounded;

/// Waits for its line, then becomes the program with its own input and output as 3 and 4.
const LAUNCHER: &str = r#"read -r _ || exit 0; exec 3<&0 4>&1; exec "$@" </dev/null >/dev/null"#;

/// Waits for the pipe to close, ends the group ($1), removes the profile ($2).
///
/// The group is killed again while the folder is removed: a dying browser still writes there.
const REAPER: &str = r#"trap '' INT TERM HUP
read -r _
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -KILL "-$1" 2>/dev/null
  rm -rf -- "$2" 2>/dev/null
  [ -e "$2" ] || break
  sleep 0.05
done"#;

/// A running Chromium. Dropping it ends it.
pub(crate) struct Process {
    chromium: Child,
    reaper: Child,
    leash: Option<ChildStdin>,
    profile: PathBuf,
    /// Whom the browser runs as, if not as we do.
    user: Option<u32>,
    sandboxed: bool,
    said: Tail,
    listening: JoinHandle<()>,
}

/// The two ends of the pipe that the protocol is spoken over.
pub(crate) struct Pipe {
    pub to: ChildStdin,
    pub from: ChildStdout,
}

impl Process {
    /// Starts Chromium under watch.
    pub async fn start(options: &LaunchOptions) -> Result<(Self, Pipe), BrowserError> {
        let user = child::other_user(options);
        let folder = child::temporary(user);
        let profile = TempDir::with_prefix_in("screen-agent-", folder)
            .map_err(cannot_start)?
            .keep();
        let started = Self::start_in(options, user, &profile).await;
        if started.is_err() {
            // Nothing runs, so nothing else will remove it; a folder left behind is only litter.
            let _ = std::fs::remove_dir_all(&profile);
        }
        started
    }

    async fn start_in(
        options: &LaunchOptions,
        user: Option<u32>,
        profile: &Path,
    ) -> Result<(Self, Pipe), BrowserError> {
        let mut launcher = shell(LAUNCHER);
        launcher
            .arg(&options.executable)
            .args(options.switches(profile))
            // What it leaves among temporary files when it is killed goes with its profile.
            .env("TMPDIR", profile);
        if let Some(user) = user {
            child::give(profile, user).map_err(cannot_start)?;
            launcher.uid(user).gid(user).env("HOME", profile);
        }
        launcher.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut chromium = launcher.spawn().map_err(cannot_start)?;
        let (Some(group), Some(mut to), Some(from), Some(stderr)) = (
            chromium.id(),
            chromium.stdin.take(),
            chromium.stdout.take(),
            chromium.stderr.take(),
        ) else {
            return Err(BrowserError::CannotStart("its pipes are missing".into()));
        };
        let mut reaper = shell(REAPER)
            .args([OsStr::new(&group.to_string()), profile.as_os_str()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(cannot_start)?;
        let leash = reaper.stdin.take();
        to.write_all(b"go\n").await.map_err(cannot_start)?;
        let said = Tail::default();
        let listening = tokio::spawn(said.clone().listen(stderr));
        Ok((
            Self {
                chromium,
                reaper,
                leash,
                profile: profile.to_owned(),
                user,
                sandboxed: !options.no_sandbox,
                said,
                listening,
            },
            Pipe { to, from },
        ))
    }

    /// The folder that holds everything the browser keeps; it ends with it.
    pub fn profile(&self) -> &Path {
        &self.profile
    }

    /// What keeps its pages from the rest of the machine, for a person.
    pub fn sandbox(&self) -> &'static str {
        match (self.sandboxed, self.user) {
            (false, _) => "without its sandbox, by your own word",
            (true, Some(_)) => "in its sandbox, as the user nobody",
            (true, None) => "in its sandbox",
        }
    }

    /// A new folder that ends with the browser.
    pub fn folder(&self, prefix: &str) -> std::io::Result<PathBuf> {
        Ok(TempDir::with_prefix_in(prefix, &self.profile)?.keep())
    }

    /// The same, and the browser may write to it.
    pub fn writable(&self) -> std::io::Result<PathBuf> {
        let folder = self.folder("came-")?;
        if let Some(user) = self.user {
            child::give(&folder, user)?;
        }
        Ok(folder)
    }

    /// Where the browser can read a file: there, or a copy of it that is its own.
    pub fn readable(&self, file: &Path) -> std::io::Result<PathBuf> {
        let (Some(user), Some(name)) = (self.user, file.file_name()) else {
            return Ok(file.to_owned());
        };
        let folder = self.folder("file-")?;
        let copy = folder.join(name);
        std::fs::copy(file, &copy)?;
        child::give(&folder, user)?;
        child::give(&copy, user)?;
        Ok(copy)
    }

    /// The end of what Chromium said, safe to show.
    pub fn output(&self) -> String {
        self.said.text()
    }

    /// Resolves when Chromium has ended, whatever the reason.
    pub async fn ended(&mut self) {
        let _ = self.chromium.wait().await;
    }

    /// Gives a browser that is about to end the time to say why.
    pub async fn ended_soon(&mut self) {
        let said_all = async {
            let _ = self.chromium.wait().await;
            let _ = (&mut self.listening).await;
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), said_all).await;
    }

    /// Ends Chromium and returns once nothing of it is left.
    pub async fn end(mut self) {
        drop(self.leash.take());
        let reaped = async {
            let _ = self.reaper.wait().await;
            let _ = self.chromium.wait().await;
        };
        let _ = tokio::time::timeout(Duration::from_secs(5), reaped).await;
    }
}

/// A shell that runs a script in a process group of its own, its input a pipe from us.
fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    child::bare(&mut command);
    command
        .args(["-c", script, "sh"])
        .stdin(Stdio::piped())
        .process_group(0);
    command
}

fn cannot_start(error: std::io::Error) -> BrowserError {
    BrowserError::CannotStart(error.to_string())
}

/// The last lines that Chromium wrote to its standard error.
#[derive(Clone, Default)]
struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    const LINES: usize = 8;

    /// Reads to the end: a full pipe would block Chromium.
    async fn listen(self, stderr: ChildStderr) {
        let mut lines = BufReader::new(stderr).split(b'\n');
        while let Ok(Some(line)) = lines.next_segment().await {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == Self::LINES {
                kept.pop_front();
            }
            kept.push_back(bounded(&String::from_utf8_lossy(&line), 200));
        }
    }

    fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" | ")
    }
}
