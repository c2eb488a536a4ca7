//! What files were before a plan was applied, and what they were made. A folder of it stands, whole, before the first file
//! is changed: it is also what a process that was killed in the middle is finished or taken back by.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::workspace::{Workspace, pretty};
use super::{Done, IdeFault};

const MANIFEST: &str = "manifest.json";

/// What is said of a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) fingerprint: String,
    pub(super) state: BackupState,
    /// The files; the nth is `n.before` and `n.after` beside, where it stood and stands.
    pub(super) files: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BackupState {
    /// Some files may not be what they are to be.
    Begun,
    Done,
    /// It was taken back.
    Restored,
}

/// A file before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

pub(super) struct Backup {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
}

/// All that there are, the oldest first.
pub(super) struct Backups<'a> {
    workspace: &'a Workspace,
    root: PathBuf,
    pub(super) all: Vec<Backup>,
}

impl<'a> Backups<'a> {
    pub(super) fn read(workspace: &'a Workspace, root: Option<&Path>) -> Done<Self> {
        let root = root.map_or_else(|| workspace.own("backups"), Path::to_owned);
        let mut all = Vec::new();
        let entries = match fs::read_dir(&root) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            entries => Some(entries.map_err(|error| IdeFault::at(&root, &error))?),
        };
        for entry in entries.into_iter().flatten().flatten() {
            let folder = entry.path();
            // Without a manifest it was never whole, and nothing was changed by it.
            if let Ok(text) = fs::read(folder.join(MANIFEST)) {
                let read = serde_json::from_slice(&text);
                let manifest = read
                    .map_err(|error| IdeFault::Apply(format!("{}: {error}", folder.display())))?;
                let name = entry.file_name().to_string_lossy().into_owned();
                all.push(Backup {
                    name,
                    folder,
                    manifest,
                });
            }
        }
        all.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self {
            workspace,
            root,
            all,
        })
    }

    /// The one that a plan was broken off with.
    pub(super) fn begun(&self) -> Option<&Backup> {
        self.all
            .iter()
            .find(|one| one.manifest.state == BackupState::Begun)
    }

    /// The name of the next.
    pub(super) fn next(&self, fingerprint: &str) -> String {
        let last = self
            .all
            .last()
            .and_then(|last| last.name.split('-').next()?.parse::<u32>().ok());
        let short: String = fingerprint.chars().take(12).collect();
        format!("{:06}-{short}", last.unwrap_or_default() + 1)
    }

    /// Keeps files under a name: all of them, and then says so.
    pub(super) fn keep(
        &self,
        name: &str,
        fingerprint: &str,
        files: &BTreeMap<String, Kept>,
    ) -> Done<Backup> {
        let folder = self.root.join(name);
        fs::create_dir_all(&folder).map_err(|error| IdeFault::at(&folder, &error))?;
        for (kept, at) in files.values().zip(0..) {
            for (side, text) in [("before", &kept.before), ("after", &kept.after)] {
                let path = folder.join(format!("{at}.{side}"));
                match text {
                    Some(text) => self.workspace.write_at(&path, text.as_bytes(), 0o600)?,
                    None => drop(fs::remove_file(&path)),
                }
            }
        }
        let manifest = Manifest {
            fingerprint: fingerprint.to_owned(),
            state: BackupState::Begun,
            files: files.keys().cloned().collect(),
        };
        let backup = Backup {
            name: name.to_owned(),
            folder,
            manifest,
        };
        self.mark(&backup, BackupState::Begun)?;
        Ok(backup)
    }

    /// Says how it stands.
    pub(super) fn mark(&self, backup: &Backup, state: BackupState) -> Done<()> {
        let manifest = Manifest {
            state,
            ..backup.manifest.clone()
        };
        self.workspace
            .write_at(&backup.folder.join(MANIFEST), &pretty(&manifest)?, 0o600)
    }
}

impl Backup {
    /// What it holds.
    pub(super) fn files(&self) -> Done<BTreeMap<String, Kept>> {
        let text = |at: usize, side: &str| {
            let path = self.folder.join(format!("{at}.{side}"));
            match fs::read_to_string(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                read => read.map(Some).map_err(|error| IdeFault::at(&path, &error)),
            }
        };
        let file = |(file, at): (&String, usize)| {
            let kept = Kept {
                before: text(at, "before")?,
                after: text(at, "after")?,
            };
            Ok((file.clone(), kept))
        };
        self.manifest.files.iter().zip(0..).map(file).collect()
    }
}

/// Plans that were applied, by their prints.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct AppliedPlans(pub(super) BTreeMap<String, AppliedPlan>);

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AppliedPlan {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_trace: Option<String>,
    /// What the files were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) backup: Option<String>,
    /// Its trace knows.
    pub(super) told: bool,
}

impl AppliedPlans {
    const FILE: &str = "idempotency.json";

    pub(super) fn read(workspace: &Workspace) -> Done<Self> {
        Ok(workspace.read_own(Self::FILE)?.unwrap_or_default())
    }

    pub(super) fn keep(&self, workspace: &Workspace) -> Done<()> {
        workspace.keep(Self::FILE, self)
    }
}
