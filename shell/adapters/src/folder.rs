//! Bytes in a folder of this machine, a file each.
//!
//! A file's name is its id, spread over 256 folders; nothing that a client says is part of a path.
//! It is written beside its place, made durable, and then put there: what is there is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use screen_agent_ports::Blobs;
use uuid::Uuid;

/// Ending of what is still being written.
const UNFINISHED: &str = "part";

/// Folders whose entries lead to a file: one of the 256, theirs, and the one that that is in.
const FOLDERS: usize = 3;

/// A folder of bytes.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// In this folder; it is made when there is something to keep.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    fn place(&self, id: Uuid) -> PathBuf {
        let name = id.simple().to_string();
        // The end of an id is random; its beginning is the time.
        self.root.join(&name[name.len() - 2..]).join(name)
    }
}

#[async_trait]
impl Blobs for Folder {
    async fn put(&self, id: Uuid, bytes: &[u8]) -> io::Result<()> {
        let (place, bytes) = (self.place(id), bytes.to_vec());
        aside(move || write(&place, &bytes)).await
    }

    async fn get(&self, id: Uuid, from: u64, most: usize) -> io::Result<Option<Vec<u8>>> {
        let place = self.place(id);
        aside(move || there(part(&place, from, most))).await
    }

    async fn remove(&self, id: Uuid) -> io::Result<()> {
        let place = self.place(id);
        aside(move || there(fs::remove_file(place)).map(drop)).await
    }

    async fn older_than(&self, age: Duration) -> io::Result<Vec<Uuid>> {
        let root = self.root.clone();
        aside(move || old(&root, age)).await
    }
}

/// Off the threads that answer requests.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(io::Error::other)?
}

/// `None` where there is nothing.
fn there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn part(place: &Path, from: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(place)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = place.parent().unwrap_or(place);
    private_folder(folder)?;
    let unfinished = place.with_extension(UNFINISHED);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let kept = written.and_then(|()| fs::rename(&unfinished, place));
    if kept.is_err() {
        // Whatever came of it is swept otherwise.
        let _ = fs::remove_file(&unfinished);
    }
    kept?;
    // The names of the folders too: whoever made them may not have come to that yet.
    for above in place.ancestors().skip(1).take(FOLDERS) {
        File::open(above)?.sync_all()?;
    }
    Ok(())
}

/// Makes a folder, and those above it that are missing, for their owner alone. When it returns their
/// names are durable: a file in a folder whose own name is lost is lost, too.
pub fn private_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().unwrap_or(Path::new(""));
    private_folder(parent)?;
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        // Somebody else was faster, and may not have come to the rest yet.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => {}
        made => made?,
    }
    let parent = if parent.as_os_str().is_empty() {
        Path::new(".")
    } else {
        parent
    };
    File::open(parent)?.sync_all()
}

fn old(root: &Path, age: Duration) -> io::Result<Vec<Uuid>> {
    let Some(folders) = there(fs::read_dir(root))? else {
        return Ok(Vec::new());
    };
    let before = SystemTime::now().checked_sub(age);
    let mut found = Vec::new();
    for folder in folders {
        let folder = folder?;
        if !folder.file_type()?.is_dir() {
            continue;
        }
        for entry in fs::read_dir(folder.path())? {
            let entry = entry?;
            let changed = entry.metadata()?.modified()?;
            if before.is_some_and(|before| changed > before) {
                continue;
            }
            let path = entry.path();
            if path.extension().is_some_and(|end| end == UNFINISHED) {
                // Its writer is long gone.
                fs::remove_file(path)?;
            } else if let Some(id) = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok())
            {
                found.push(id);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_is_as_every_place_for_bytes() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().join("files"));
        screen_agent_testkit::blobs::conform(&folder).await;
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn what_is_kept_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().join("data/files"));
        folder.put(Uuid::from_u128(1), b"x").await.unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let place = folder.place(Uuid::from_u128(1));
        assert_eq!(mode(&place), 0o600);
        for above in place.ancestors().skip(1).take(3) {
            assert_eq!(mode(above), 0o700, "{}", above.display());
        }
    }

    #[tokio::test]
    async fn what_was_left_unfinished_is_cleared_away() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().to_path_buf());
        let id = Uuid::from_u128(1);
        let left = folder.place(id).with_extension(UNFINISHED);
        fs::create_dir_all(left.parent().unwrap()).unwrap();
        fs::write(&left, b"half").unwrap();
        assert_eq!(folder.get(id, 0, 9).await.unwrap(), None);
        assert!(folder.older_than(Duration::ZERO).await.unwrap().is_empty());
        assert!(!left.exists());
    }
}
