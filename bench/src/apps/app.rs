//! An application and its tasks, as `app.toml` has them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::state::Fields;

/// `app.toml`, and where it stands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct App {
    /// Name of its folder.
    #[serde(skip)]
    pub name: String,
    /// Its folder: the script that sets it up, and what mounts it.
    #[serde(skip)]
    pub folder: PathBuf,
    /// What it is, and which release.
    pub about: String,
    /// Serves it at `$PORT`, out of `$STATE`; what was installed is in `$APP`.
    pub serve: String,
    /// The server has to be started anew for every task: it keeps things in memory.
    #[serde(default)]
    pub restart: bool,
    /// An address that answers as soon as it is up.
    #[serde(default = "root_path")]
    pub ready: String,
    /// Prints the whole state; else `page` is asked.
    pub dump: Option<String>,
    /// JavaScript for the state, where the page holds it; null until there is any.
    pub page: Option<String>,
    /// What happens before a task begins: somebody signs in, or something is there already.
    pub prepare: Option<Prepare>,
    /// What changes by itself: `table`, or `table.column`.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// Its tasks.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
}

/// A page, and what is done there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prepare {
    /// Where.
    pub at: String,
    /// JavaScript that is true when it is done.
    pub script: String,
}

/// One task. What it is to come to was written down before anything was tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its name within the application.
    pub id: String,
    /// Where it begins.
    #[serde(default = "root_path")]
    pub at: String,
    /// The person's words, in three ways.
    pub say: [String; 3],
    /// It begins without any of that.
    #[serde(default)]
    pub unprepared: bool,
    /// What becomes of the state; nothing else may change.
    #[serde(default)]
    pub expect: Vec<Change>,
    /// The same for rows of the table `form`: their `value`, by their key.
    #[serde(default)]
    pub form: Fields,
    /// JavaScript that is true of the page at the end.
    pub page: Option<String>,
    /// Texts that the answer holds; `a|b` for either.
    #[serde(default)]
    pub answer: Vec<String>,
    /// Texts that it does not hold.
    #[serde(default)]
    pub answer_without: Vec<String>,
    /// Doing nothing and not calling it done is right as well: it cannot be done, or takes somebody who can write.
    #[serde(default)]
    pub abstain: bool,
    /// What else may change with it: `table`, or `table.column`.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// Among the dozen of every test run.
    #[serde(default)]
    pub ci: bool,
    /// How a strong model would go about it.
    pub model: Option<Part>,
}

/// How a strong model would go about a task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its plan, a step an action.
    pub plan: Vec<String>,
    /// What the page shows once the task is done.
    pub shows: String,
    /// What it tells the person then.
    pub answer: Option<String>,
}

/// What becomes of some rows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Which table.
    pub table: String,
    /// Which rows of those there were; `key` is a column, too.
    #[serde(default, rename = "where")]
    pub which: Fields,
    /// They hold this.
    #[serde(default)]
    pub set: Fields,
    /// They are gone.
    #[serde(default)]
    pub gone: bool,
    /// A new row holds this.
    #[serde(default)]
    pub add: Fields,
}

fn root_path() -> String {
    "/".into()
}

impl App {
    /// All applications below a folder, by name.
    pub fn all(folder: &Path) -> Result<Vec<Self>> {
        let mut apps = BTreeMap::new();
        for entry in std::fs::read_dir(folder)? {
            let folder = entry?.path();
            if folder.join("app.toml").is_file() {
                let app = Self::read(folder)?;
                apps.insert(app.name.clone(), app);
            }
        }
        Ok(apps.into_values().collect())
    }

    fn read(folder: PathBuf) -> Result<Self> {
        let file = folder.join("app.toml");
        let mut app: Self = toml::from_str(&std::fs::read_to_string(&file)?)
            .with_context(|| format!("in {}", file.display()))?;
        let name = folder.file_name().unwrap_or_default();
        app.name = name.to_string_lossy().into_owned();
        app.folder = folder;
        app.check()?;
        Ok(app)
    }

    /// A task that expects nothing would be done by anything.
    fn check(&self) -> Result<()> {
        let mut ids = std::collections::BTreeSet::new();
        for task in &self.tasks {
            if !ids.insert(&task.id) {
                bail!("{} has two tasks named {}", self.name, task.id);
            }
            if !task.expects() && !task.abstain {
                bail!("{}/{} expects nothing", self.name, task.id);
            }
            if (task.ci || task.model.is_some()) && self.is_scored(task) {
                bail!("{}/{} is scored only", self.name, task.id);
            }
        }
        Ok(())
    }

    /// Whether a task belongs to the half that is scored and never worked on: half of all names, by their hash.
    pub fn is_scored(&self, task: &Task) -> bool {
        let name = format!("{}/{}", self.name, task.id);
        // FNV-1a; its high bits are the well mixed ones.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash >> 32) & 1 == 1
    }
}

impl Task {
    /// Whether there is anything to be seen when it is done.
    pub fn expects(&self) -> bool {
        !self.expect.is_empty()
            || !self.form.is_empty()
            || self.page.is_some()
            || !self.answer.is_empty()
    }
}
