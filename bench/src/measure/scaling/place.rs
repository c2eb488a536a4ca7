//! Where servers and workers live: a folder, and a PostgreSQL or none.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use screen_agent_testkit::Cluster;
use tempfile::TempDir;

use crate::measure::serve::Server;

/// How many people there are: the writes of each come one after the other.
pub(super) const PEOPLE: usize = 8;
pub(super) const PASSWORD: &str = "a long enough password";
/// What workers and servers share here.
const WORK_KEY: &str = "a key of workers that is long enough";
/// Nobody is held up: what is measured is what can be done.
const SETTINGS: &str = "[limits]\ninteract = 100000000\nsession = 100000000\nconsole = 100000000\n";
/// What every server has of the first.
const KEYS: [&str; 3] = ["store-key", "account-key", "audit-key"];

pub(super) struct Place<'a> {
    binary: &'a Path,
    folder: TempDir,
    cluster: Option<Cluster>,
}

/// Who signs in.
pub(super) fn email(nth: usize) -> String {
    format!("person{nth}@example.test")
}

impl<'a> Place<'a> {
    /// A place with people, on SQLite or on a PostgreSQL; workers may open pages at `host`.
    pub(super) fn new(binary: &'a Path, cluster: Option<Cluster>, host: &str) -> Result<Self> {
        let place = Self {
            binary,
            folder: tempfile::tempdir()?,
            cluster,
        };
        let hosts: &[&str] = if host.is_empty() { &[] } else { &[host] };
        let settings = format!("{SETTINGS}[fetch]\nprivate_hosts = {hosts:?}\n");
        fs::write(place.path("settings.toml"), settings)?;
        (0..PEOPLE).try_for_each(|nth| place.add(nth))?;
        Ok(place)
    }

    fn add(&self, nth: usize) -> Result<()> {
        let mut add = self.command(&["user", "add", &email(nth)]);
        add.arg("--data").arg(self.path("1"));
        let mut adding = add.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
        let mut input = adding.stdin.take().context("it reads nothing")?;
        writeln!(input, "{PASSWORD}")?;
        drop(input);
        ensure!(adding.wait()?.success(), "nobody could be added");
        Ok(())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn cluster(&self) -> Option<&Cluster> {
        self.cluster.as_ref()
    }

    pub(super) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.binary);
        command
            .args(args)
            .env("SCREEN_AGENT_CONFIG", self.path("settings.toml"))
            .env("SCREEN_AGENT_WORKER_KEY", WORK_KEY)
            .env_remove("SCREEN_AGENT_STORE");
        if let Some(cluster) = &self.cluster {
            command.env("SCREEN_AGENT_STORE", cluster.url());
        }
        command
    }

    /// Starts servers, each with a folder of its own and the keys of the first.
    pub(super) fn serve(&self, count: usize) -> Result<Vec<Server>> {
        let one = |nth: usize| {
            let data = self.path(&nth.to_string());
            if !data.exists() {
                fs::create_dir(&data)?;
                for key in KEYS {
                    fs::copy(self.path("1").join(key), data.join(key))?;
                }
            }
            Server::begin(self.command(&["serve"]).arg("--data").arg(data))
        };
        (1..=count).map(one).collect()
    }
}
