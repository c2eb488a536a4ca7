//! Files that pages give: waited for, and kept where the person wants them.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use screen_agent_words::quote::quote;

use super::Hands;
use crate::browser::Keeping;
use crate::outcome::{Performed, ReceivedFile, Trouble};
use crate::world::{Download, DownloadState, State};

/// As long as a file may stand still before it is given up.
const STILL: Duration = Duration::from_secs(20);
/// Longest name, in characters.
const NAME: usize = 120;
/// Most files of one name.
const TWINS: u32 = 1_000;

impl Hands {
    /// What pages gave since this was asked last, each once all of it has come.
    pub async fn received(&mut self) -> Vec<ReceivedFile> {
        let mut files = Vec::new();
        while let Some(download) = self.ended(self.received).await {
            let world = self.browser.world();
            let is_beyond = world.read(|state| state.is_beyond(self.received));
            self.received += 1;
            let name = safe(&download.name);
            let kept = match self.browser.keeping() {
                Some(keeping) if download.state == DownloadState::Completed && !is_beyond => {
                    keep(keeping, &download, &name).await
                }
                Some(_) | None => None,
            };
            files.push(ReceivedFile { name, kept });
        }
        files
    }

    /// The download at a place, once it has ended, or when nothing more of it comes.
    async fn ended(&self, at: usize) -> Option<Download> {
        let world = self.browser.world();
        loop {
            let now = world.read(|state| state.downloads.get(at).cloned())?;
            if now.state != DownloadState::InProgress || world.read(|state| state.closed) {
                return Some(now);
            }
            let moved = |state: &State| (state.closed || state.downloads[at] != now).then_some(());
            if world.wait_for("a file", STILL, moved).await.is_err() {
                return Some(now);
            }
        }
    }
}

async fn keep(keeping: &Keeping, download: &Download, name: &str) -> Option<PathBuf> {
    let written = keeping.written.join(&download.guid);
    let (folder, name) = (keeping.kept.clone(), name.to_owned());
    let copied = tokio::task::spawn_blocking(move || {
        let (mut file, path) = create(&folder, &name)?;
        std::io::copy(&mut File::open(&written)?, &mut file)?;
        std::fs::remove_file(written)?;
        Ok::<_, std::io::Error>(path)
    });
    match copied.await.map_err(std::io::Error::other).flatten() {
        Ok(path) => Some(path),
        Err(error) => {
            tracing::warn!(%error, "a file that a page gave could not be kept");
            None
        }
    }
}

/// A new file of this name, or of one that is free.
fn create(folder: &Path, name: &str) -> std::io::Result<(File, PathBuf)> {
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    for number in 1..TWINS {
        let path = folder.join(match number {
            1 => name.to_owned(),
            _ => format!("{stem} ({number}){ending}"),
        });
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (file, path)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// A name that leads nowhere else, is not hidden, and reads as it is.
fn safe(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = last
        .chars()
        .filter(|c| !c.is_control() && !screen_agent_words::fold::is_unseen(*c));
    let plain: String = plain.collect();
    let shown = plain.trim().trim_start_matches('.');
    let most = shown.chars().count().saturating_sub(NAME);
    // The ending says what it is, so that the beginning makes way.
    let cut: String = shown.chars().skip(most).collect();
    if cut.is_empty() {
        "file".to_owned()
    } else {
        cut
    }
}

/// Says what became of the files. It has failed where a file that is not kept is all that came of it.
pub(super) fn told(mut performed: Performed, action: &str, target: Option<String>) -> Performed {
    let names = |kept: bool| {
        let of = performed
            .received
            .iter()
            .filter(|file| file.kept.is_some() == kept);
        of.map(|file| quote(&file.name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (kept, lost) = (names(true), names(false));
    let seen = performed.observations;
    if kept.is_empty() && !lost.is_empty() && !seen.dom && !seen.url {
        let trouble = Trouble::Failed(format!("the page gave {lost}, which was not kept"));
        performed.success = false;
        performed.error = Some(trouble.into_error(action, target));
        return performed;
    }
    let notes = [("kept", kept), ("given and not kept", lost)];
    let notes = notes.iter().filter(|(_, names)| !names.is_empty());
    let notes = notes.map(|(what, names)| format!("{what}: {names}"));
    let parts: Vec<String> = performed.state.take().into_iter().chain(notes).collect();
    performed.state = (!parts.is_empty()).then(|| parts.join("; "));
    performed
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else_and_hides_nothing() {
        for (name, expected) in [
            ("visits.csv", "visits.csv"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\run.bat", "run.bat"),
            (".bashrc", "bashrc"),
            ("photo\u{202e}gpj.exe", "photogpj.exe"),
            ("a\nb.txt", "ab.txt"),
            ("...", "file"),
            ("", "file"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        let long = safe(&format!("{}.csv", "x".repeat(300)));
        assert_eq!((long.len(), long.ends_with(".csv")), (NAME, true));
    }

    #[test]
    fn nothing_that_is_there_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &str| {
            let (_, path) = create(folder.path(), name).unwrap();
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(named("a.csv"), "a.csv");
        assert_eq!(named("a.csv"), "a (2).csv");
        assert_eq!(named("a.csv"), "a (3).csv");
        assert_eq!(named("plain"), "plain");
        assert_eq!(named("plain"), "plain (2)");
    }
}
