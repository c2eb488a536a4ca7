//! Signs what is new in the audit log, and tells the second place.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use screen_agent_audit::{LogRow, Mark, PublicKey, SigningKey};
use screen_agent_store::{Duty, Latest, Store};
use tokio::sync::oneshot;

use crate::config::Settings;
use crate::data::now_ms;
use crate::key_file;

/// How often it is looked for what is new.
const EVERY: Duration = Duration::from_secs(5);

/// Signs the audit log of a data folder.
pub(crate) struct Sealer {
    data: PathBuf,
    second: PathBuf,
    /// The last row that a mark in the second place speaks for.
    told: u64,
    /// It was said that the second place cannot be written.
    complained: bool,
}

impl Sealer {
    /// Makes the key where there is none.
    pub(crate) fn new(settings: &Settings) -> Result<Self> {
        key_file::audit_key(&settings.data)?;
        let second = settings.file.audit.checkpoints(&settings.data);
        let told = marks_in(&second).unwrap_or_else(|error| {
            tracing::warn!(%error, "the second place of the audit log cannot be read");
            Vec::new()
        });
        Ok(Self {
            data: settings.data.clone(),
            told: told.iter().map(|mark| mark.seq).max().unwrap_or(0),
            second,
            complained: false,
        })
    }

    /// Signs now and then what is new, and once more when told to end.
    pub(crate) async fn run(mut self, store: Arc<impl Store>, mut end: oneshot::Receiver<()>) {
        loop {
            let ends = tokio::time::timeout(EVERY, &mut end).await.is_ok();
            let sealed = async {
                // One of all servers signs.
                match store.upkeep().takes(Duty::Background).await? {
                    true => self.seal(&*store).await,
                    false => Ok(()),
                }
            };
            if let Err(error) = sealed.await {
                tracing::error!(error = format!("{error:#}"), "the audit log was not signed");
            }
            if ends {
                return;
            }
        }
    }

    /// Signs the last row, unless it is signed, and tells the second place what it has not heard.
    pub(crate) async fn seal(&mut self, store: &impl Store) -> Result<()> {
        // Read each time: another process may have rotated it.
        let key = key_file::audit_key(&self.data)?;
        publish(store, &key).await?;
        let upkeep = store.upkeep();
        let last = upkeep.find::<Mark>(Latest).await?;
        let signed = last.as_ref().map_or(0, |mark| mark.seq);
        let mark = match upkeep.find::<LogRow>(Latest).await? {
            Some(head) if head.seq > signed => {
                let mark = Mark::sign(&key, (head.seq, head.hash), now_ms());
                upkeep.add(mark.clone()).await?;
                Some(mark)
            }
            _ => last,
        };
        if let Some(mark) = mark.filter(|mark| mark.seq > self.told) {
            self.tell(&mark);
        }
        Ok(())
    }

    fn tell(&mut self, mark: &Mark) {
        match append(&self.second, mark) {
            Ok(()) => {
                self.told = mark.seq;
                self.complained = false;
            }
            Err(error) if !self.complained => {
                let place = self.second.display();
                tracing::error!(error = format!("{error:#}"), %place, "the second place of the audit log was not told; it is tried again");
                self.complained = true;
            }
            Err(_) => {}
        }
    }
}

/// Publishes the key, unless it is.
pub(super) async fn publish(store: &impl Store, key: &SigningKey) -> Result<()> {
    let upkeep = store.upkeep();
    let known = upkeep.list::<PublicKey>(()).await?;
    if known.iter().any(|known| known.id == key.id()) {
        return Ok(());
    }
    if !known.is_empty() {
        tracing::warn!(key = %key.id(), "a new key signs the audit log, and none before it endorses it: name it to `audit verify --key`");
    }
    Ok(upkeep.add(key.first(now_ms())).await?)
}

fn append(second: &Path, mark: &Mark) -> Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).read(true).append(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(second);
    let mut file = opened.with_context(|| format!("cannot open {}", second.display()))?;
    // What a crash cut off in the middle is no mark, and must not spoil the next.
    if !ends_whole(&mut file)? {
        let text = std::fs::read(second)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n');
        file.set_len(whole.map_or(0, |end| end as u64 + 1))?;
    }
    let line = format!("{}\n", serde_json::to_string(mark)?);
    file.write_all(line.as_bytes())?;
    Ok(file.sync_data()?)
}

fn ends_whole(file: &mut std::fs::File) -> std::io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// The marks in a second place; none where it was never told. A line that was cut off by a crash at
/// the end counts as not there; a broken one before it does not.
pub(super) fn marks_in(second: &Path) -> Result<Vec<Mark>> {
    let text = match std::fs::read_to_string(second) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", second.display()));
        }
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let lines = text[..whole].lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let what = || format!("line {} of {} is no mark", number + 1, second.display());
            serde_json::from_str(line).with_context(what)
        })
        .collect()
}
