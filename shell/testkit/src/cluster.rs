//! A PostgreSQL of a test's own: in a temporary folder, on a socket there, gone with the test however that ends.
//!
//! Making one anew takes seconds, so one that is ready is kept beside the temporary folders and copied.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    missing_docs,
    reason = "for tests, which cannot go on without a database"
)]

use std::fs::File;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// Between looks at whether the server is ready.
const PAUSE: Duration = Duration::from_millis(5);
/// The oldest that will do.
const OLDEST: u32 = 15;
/// For a test, which nobody needs once it is over.
const QUICK: &[&str] = &[
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "shared_buffers=16MB",
    "max_connections=60",
    "autovacuum=off",
];
/// Everything else as it comes.
const DURABLE: &[&str] = &[
    "shared_buffers=256MB",
    "max_wal_size=4GB",
    "max_connections=200",
];

/// A server with one database.
pub struct Cluster {
    folder: TempDir,
    server: Child,
    programs: PathBuf,
}

impl Cluster {
    /// Starts one that holds nothing.
    pub fn start() -> Self {
        Self::prepared("empty", |_| {})
    }

    /// Starts one that holds nothing and is set up as an operator would, so that what it takes can be measured: a commit
    /// waits for the disk.
    pub fn durable() -> Self {
        let quick = Self::start();
        let programs = quick.programs.clone();
        Self::run_with(quick.stop(), programs, DURABLE)
    }

    /// Starts one that holds what `prepare` made, which is asked for each name once.
    pub fn prepared(name: &str, prepare: impl FnOnce(&Self)) -> Self {
        let programs = programs();
        let number = programs.components().rev().nth(1);
        let number = number.map(|one| one.as_os_str().to_string_lossy().into_owned());
        let who = std::fs::metadata("/proc/self").unwrap().uid();
        let name = format!("screen-agent-cluster-{who}-{}-{name}", number.unwrap());
        let kept = std::env::temp_dir().join(&name);
        let lock = File::create(std::env::temp_dir().join(format!("{name}.lock"))).unwrap();
        lock.lock().unwrap();
        if !kept.exists() {
            let folder = folder();
            let data = folder.path().join("data");
            let mut made = as_nobody(&programs.join("initdb"));
            made.arg("-D").arg(&data);
            made.args(["--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8"]);
            quietly(made.args(["--locale=C.UTF-8", "--wal-segsize=1"]));
            let fresh = Self::run(folder, programs.clone());
            // A third of the files are quicker to copy.
            fresh.ask("DROP DATABASE postgres");
            fresh.ask("UPDATE pg_database SET datistemplate = FALSE");
            fresh.ask("DROP DATABASE template0");
            prepare(&fresh);
            let folder = fresh.stop();
            let copied = kept.with_extension("new");
            let _of_who_was_killed = std::fs::remove_dir_all(&copied);
            copy(folder.path(), &copied);
            std::fs::rename(&copied, &kept).unwrap();
        }
        drop(lock);
        let folder = folder();
        copy(&kept.join("."), folder.path());
        Self::run(folder, programs)
    }

    fn run(folder: TempDir, programs: PathBuf) -> Self {
        Self::run_with(folder, programs, QUICK)
    }

    fn run_with(folder: TempDir, programs: PathBuf, settings: &[&str]) -> Self {
        let data = folder.path().join("data");
        let mut server = as_nobody(&programs.join("postgres"));
        server.arg("-D").arg(&data).arg("-k").arg(folder.path());
        for setting in [&["listen_addresses="], settings].concat() {
            server.args(["-c", setting]);
        }
        let log = File::create(folder.path().join("log")).unwrap();
        let server = server
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let mut server = server.spawn().unwrap();
        let ready = || {
            let said = std::fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
            said.lines()
                .nth(7)
                .is_some_and(|state| state.trim() == "ready")
        };
        while !ready() {
            if let Some(ended) = server.try_wait().unwrap() {
                let log = std::fs::read_to_string(folder.path().join("log"));
                panic!(
                    "PostgreSQL did not start ({ended}): {}",
                    log.unwrap_or_default()
                );
            }
            std::thread::sleep(PAUSE);
        }
        Self {
            folder,
            server,
            programs,
        }
    }

    /// Where its database is.
    pub fn url(&self) -> String {
        format!(
            "postgres:///template1?host={}&user=postgres",
            self.folder().display()
        )
    }

    /// The folder, in which what belongs to the database can be kept, too.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Its first process, whose children the others are.
    pub fn id(&self) -> u32 {
        self.server.id()
    }

    /// What a statement says, by the database's own program.
    pub fn ask(&self, sql: &str) -> String {
        let mut psql = Command::new(self.programs.join("psql"));
        let said = psql
            .args(["-X", "-At", "-v", "ON_ERROR_STOP=1", "-d"])
            .arg(self.url());
        let said = said.args(["-c", sql]).output().unwrap();
        let told = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success(), "{sql}: {told}");
        String::from_utf8_lossy(&said.stdout).trim().to_owned()
    }

    /// One of PostgreSQL's own programs, of the same version.
    pub fn program(&self, name: &str) -> Command {
        Command::new(self.programs.join(name))
    }

    /// Stops it as an operator would, and starts it again.
    pub fn restart(self) -> Self {
        let programs = self.programs.clone();
        Self::run(self.stop(), programs)
    }

    fn stop(mut self) -> TempDir {
        self.signal("INT");
        self.server.wait().unwrap();
        let _log = std::fs::remove_file(self.folder().join("log"));
        std::mem::replace(&mut self.folder, folder())
    }

    fn signal(&self, name: &str) {
        let id = self.server.id().to_string();
        let _gone_already = Command::new("kill").args(["-s", name, &id]).status();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Ok(None) = self.server.try_wait() {
            self.signal("QUIT");
            let _ended = self.server.wait();
        }
    }
}

/// The newest of the versions that are installed.
fn programs() -> PathBuf {
    let found = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let numbers = found.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let newest = numbers.filter(|number: &u32| *number >= OLDEST).max();
    let Some(newest) = newest else {
        panic!("PostgreSQL is missing. Install it with: sudo apt-get install postgresql");
    };
    Path::new("/usr/lib/postgresql")
        .join(newest.to_string())
        .join("bin")
}

/// A program that root may not run: as the user that Debian's package made for it, and not longer than this process.
fn as_nobody(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "QUIT"]);
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg(program).current_dir("/");
    command
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

fn folder() -> TempDir {
    let folder = tempfile::Builder::new()
        .prefix("screen-agent-pg-")
        .tempdir()
        .unwrap();
    if is_root() {
        quietly(Command::new("chown").arg("postgres:").arg(folder.path()));
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).unwrap();
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    quietly(
        Command::new("cp")
            .args(["-a", "--reflink=auto"])
            .arg(from)
            .arg(to),
    );
}

fn quietly(command: &mut Command) {
    let done = command.stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {told}");
}
