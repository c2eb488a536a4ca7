//! The folder that is worked on. Nothing outside of it is read or written, whatever a plan names and wherever a link
//! leads; a file is written whole, beside its place, and takes it then.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Done, IdeFault};

/// What a workspace keeps of what was done in it.
const OWN: &str = ".cogo";
/// Bytes of a file.
const FILE: u64 = 16 * 1024 * 1024;

/// The folder that is worked on.
pub(super) struct Workspace {
    root: PathBuf,
}

/// Held while the workspace is changed; it goes with the process, however that ends.
pub(super) struct Held {
    _file: File,
}

impl Workspace {
    /// The one that is named, or the nearest upwards.
    pub(super) fn find(named: Option<&Path>) -> Done<Self> {
        match named {
            Some(root) => Self::within(root, 1),
            None => Self::above(Path::new(".")),
        }
    }

    /// The nearest from here upwards.
    pub(super) fn above(start: &Path) -> Done<Self> {
        Self::within(start, usize::MAX)
    }

    fn within(start: &Path, levels: usize) -> Done<Self> {
        let start = start
            .canonicalize()
            .map_err(|error| IdeFault::Config(format!("{}: {error}", start.display())))?;
        let mut up = start.ancestors().take(levels);
        let root = up.find(|folder| folder.join(OWN).is_dir());
        let root = root.ok_or_else(|| {
            IdeFault::Config(format!(
                "{} is no workspace: begin with `screen-agent ide init`",
                start.display()
            ))
        })?;
        Ok(Self {
            root: root.to_owned(),
        })
    }

    /// Makes a folder a workspace.
    pub(super) fn begin(named: Option<&Path>) -> Done<Self> {
        let root = named.unwrap_or(Path::new("."));
        let made = fs::create_dir_all(root.join(OWN)).and_then(|()| root.canonicalize());
        let root =
            made.map_err(|error| IdeFault::Config(format!("{}: {error}", root.display())))?;
        let workspace = Self { root };
        // Who is signed in, and what files were, is nobody else's.
        workspace.write_own(".gitignore", b"*\n!config.json\n!.gitignore\n", 0o644)?;
        Ok(workspace)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// A place of what is kept.
    pub(super) fn own(&self, name: &str) -> PathBuf {
        self.root.join(OWN).join(name)
    }

    /// Nobody else changes it meanwhile. What a process that was killed has left half written goes.
    pub(super) fn hold(&self) -> Done<Held> {
        let path = self.own("lock");
        let file = File::create(&path).map_err(|error| IdeFault::at(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(IdeFault::Apply(
                    "something else is being applied here just now".into(),
                ));
            }
            Err(TryLockError::Error(error)) => return Err(IdeFault::at(&path, &error)),
        }
        let left = self.own("tmp");
        match fs::remove_dir_all(&left) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(IdeFault::at(&left, &error)),
            _ => Ok(Held { _file: file }),
        }
    }

    /// The text of a file; nothing where there is none.
    pub(super) fn read(&self, file: &str) -> Done<Option<String>> {
        let path = self.inside(file)?;
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(IdeFault::at(&path, &error)),
            Ok(found) if !found.is_file() => {
                return Err(IdeFault::Invalid(format!("{file} is no file")));
            }
            Ok(found) if found.len() > FILE => {
                return Err(IdeFault::Invalid(format!("{file} is too large")));
            }
            Ok(_) => {}
        }
        fs::read_to_string(&path)
            .map(Some)
            .map_err(|error| IdeFault::at(&path, &error))
    }

    /// Gives a file its text, or takes it away; a file that stands keeps who may read it.
    pub(super) fn write(&self, file: &str, text: Option<&str>) -> Done<()> {
        let path = self.inside(file)?;
        let folder = path.parent().unwrap_or(&self.root);
        let done = match text {
            Some(text) => fs::create_dir_all(folder).and_then(|()| {
                let stands = fs::metadata(&path).ok().map(|found| found.permissions());
                self.put(&path, text.as_bytes(), stands)
            }),
            None => match fs::remove_file(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                removed => removed.and_then(|()| File::open(folder)?.sync_all()),
            },
        };
        done.map_err(|error| IdeFault::at(&path, &error))
    }

    /// What is kept under a name, where it can be read.
    pub(super) fn read_own<T: DeserializeOwned>(&self, name: &str) -> Done<Option<T>> {
        let path = self.own(name);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| IdeFault::at(&path, &error))?,
        };
        let read = serde_json::from_slice(&text);
        read.map(Some)
            .map_err(|error| IdeFault::Config(format!("{}: {error}", path.display())))
    }

    /// Keeps something as JSON.
    pub(super) fn keep(&self, name: &str, value: &impl Serialize) -> Done<()> {
        self.write_own(name, &pretty(value)?, 0o644)
    }

    pub(super) fn write_own(&self, name: &str, bytes: &[u8], mode: u32) -> Done<()> {
        self.write_at(&self.own(name), bytes, mode)
    }

    /// Writes a file of what is kept, wherever that is.
    pub(super) fn write_at(&self, path: &Path, bytes: &[u8], mode: u32) -> Done<()> {
        let done = self.put(path, bytes, Some(Permissions::from_mode(mode)));
        done.map_err(|error| IdeFault::at(path, &error))
    }

    fn put(&self, path: &Path, bytes: &[u8], exactly: Option<Permissions>) -> std::io::Result<()> {
        // Where a process that is killed leaves nothing beside the person's files; a folder of backups elsewhere may be
        // on another disk.
        let folder = match path.parent() {
            Some(folder) if !folder.starts_with(&self.root) => folder.to_owned(),
            _ => self.own("tmp"),
        };
        fs::create_dir_all(&folder)?;
        let mut file = match &exactly {
            // For the owner alone until it has its bytes.
            Some(_) => tempfile::NamedTempFile::new_in(&folder)?,
            None => tempfile::Builder::new()
                .permissions(Permissions::from_mode(0o666))
                .tempfile_in(&folder)?,
        };
        file.write_all(bytes)?;
        if let Some(permissions) = exactly {
            file.as_file().set_permissions(permissions)?;
        }

        file.as_file().sync_all()?;
        file.persist(path)?;
        match path.parent() {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }

    /// Where a file is. No link is followed on the way: it could lead out.
    fn inside(&self, file: &str) -> Done<PathBuf> {
        let mut path = self.root.clone();
        let mut parts = Path::new(file).components().peekable();
        if parts.peek().is_none() {
            return Err(IdeFault::Invalid("a file without a name".into()));
        }
        for part in parts {
            let Component::Normal(name) = part else {
                return Err(IdeFault::Invalid(format!(
                    "{file} is not inside of the workspace"
                )));
            };
            path.push(name);
            if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
                return Err(IdeFault::Invalid(format!(
                    "{file} leads through a link, and no link is followed"
                )));
            }
        }
        Ok(path)
    }
}

/// A value as it is kept.
pub(super) fn pretty(value: &impl Serialize) -> Done<Vec<u8>> {
    let written = serde_json::to_vec_pretty(value);
    let mut written = written.map_err(|error| IdeFault::Invalid(error.to_string()))?;
    written.push(b'\n');
    Ok(written)
}
