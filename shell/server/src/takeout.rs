//! Everything that is a person's, as a ZIP of JSON and files.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use screen_agent_engine::filename;
use screen_agent_ports::Blobs;
use screen_agent_store::takeout::Taken;
use screen_agent_store::{Owner, Store, StoreError};
use serde_json::{Map, Value};
use uuid::Uuid;
use zip::ZipWriter;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;

/// Bytes of a file that are copied at a time.
const PIECE: usize = 64 * 1024;

/// What stands first in it.
const README: &str = "Everything that this server keeps for you.

Each .json file is a list: sessions are conversations with their messages, tasks, steps and what was verified of them;
conversations are questions with their packets. Rows name each other by pk: a message's session_pk is a session's pk, a
step's task_pk a task's. Times ending in _ms are milliseconds since 1970-01-01 UTC. files/ holds what you uploaded
and what was made of it, by the ids in files.json and objects.json, and pictures/ the pages as they were before a step. Your rows of the audit log are exported in
the console, under Audit.
";

/// Why it could not be made.
#[derive(Debug, thiserror::Error)]
pub enum TakeoutError {
    /// Storage failed.
    #[error("the database could not be read")]
    Store(#[from] StoreError),
    /// The archive or a file could not be written or read.
    #[error("the archive could not be written")]
    Io(#[from] std::io::Error),
    /// The archive took no more.
    #[error("the archive could not be written")]
    Zip(#[from] ZipError),
}

struct Archive {
    zip: ZipWriter<File>,
    /// The kind whose rows are being written.
    open: Option<String>,
    /// Ids and names of files, whose bytes come last.
    files: Vec<(Uuid, String)>,
}

/// Writes it into a file, and gives the file back at its beginning.
pub async fn take_out(
    store: &dyn Store,
    blobs: &dyn Blobs,
    owner: Owner,
    to: File,
) -> Result<File, TakeoutError> {
    let archive = Arc::new(Mutex::new(Archive::begin(to)?));
    let shared = Arc::clone(&archive);
    let taker = move |piece| {
        let mut archive = shared.lock().unwrap_or_else(PoisonError::into_inner);
        archive.take(piece).map_err(std::io::Error::other)
    };
    store.scoped(owner).take_out(Box::new(taker)).await?;
    let archive = Arc::into_inner(archive).ok_or(std::io::ErrorKind::Other);
    let archive = archive.map_err(std::io::Error::from)?;
    let mut archive = archive.into_inner().unwrap_or_else(PoisonError::into_inner);
    archive.end_rows()?;
    for (id, name) in std::mem::take(&mut archive.files) {
        archive.take_file(blobs, id, &name).await?;
    }
    let mut file = archive.zip.finish()?;
    file.rewind()?;
    Ok(file)
}

impl Archive {
    fn begin(to: File) -> Result<Self, TakeoutError> {
        let mut zip = ZipWriter::new(to);
        zip.start_file("README.txt", SimpleFileOptions::default())?;
        zip.write_all(README.as_bytes())?;
        Ok(Self {
            zip,
            open: None,
            files: Vec::new(),
        })
    }

    fn take(&mut self, piece: Taken) -> Result<(), TakeoutError> {
        match piece {
            Taken::Row(kind, row) => self.take_row(kind, &row),
            Taken::Picture(name, image) => {
                self.end_rows()?;
                let name = format!("pictures/{name}");
                self.zip.start_file(name, SimpleFileOptions::default())?;
                Ok(self.zip.write_all(&image)?)
            }
        }
    }

    fn take_row(&mut self, kind: String, row: &Map<String, Value>) -> Result<(), TakeoutError> {
        let word = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        let (id, name) = match kind.as_str() {
            "files" => (word("id"), word("name")),
            "objects" => (word("blob_id"), word("key")),
            _ => ("", ""),
        };
        if let Ok(id) = Uuid::parse_str(id) {
            self.files.push((id, name.to_owned()));
        }
        let before = if self.open.as_ref() == Some(&kind) {
            ",\n"
        } else {
            self.end_rows()?;
            let name = format!("{kind}.json");
            self.zip.start_file(name, SimpleFileOptions::default())?;
            self.open = Some(kind);
            "[\n"
        };
        self.zip.write_all(before.as_bytes())?;
        serde_json::to_writer(&mut self.zip, row).map_err(std::io::Error::from)?;
        Ok(())
    }

    fn end_rows(&mut self) -> Result<(), TakeoutError> {
        if self.open.take().is_some() {
            self.zip.write_all(b"\n]\n")?;
        }
        Ok(())
    }

    async fn take_file(
        &mut self,
        blobs: &dyn Blobs,
        id: Uuid,
        name: &str,
    ) -> Result<(), TakeoutError> {
        let name = format!("files/{id}-{}", filename::for_key(name));
        self.zip.start_file(name, SimpleFileOptions::default())?;
        let mut from = 0;
        // A file that was swept meanwhile ends early.
        while let Some(piece) = blobs.get(id, from, PIECE).await? {
            if piece.is_empty() {
                break;
            }
            self.zip.write_all(&piece)?;
            from += piece.len() as u64;
        }
        Ok(())
    }
}
