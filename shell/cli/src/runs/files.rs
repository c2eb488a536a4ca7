//! A run's files, told and saved.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use screen_agent_wire::extension::run::{RunData, RunFile};
use screen_agent_words::quote::lines;

use crate::remote::Remote;
use crate::terminal::{Style, complain};

/// A file, as a person reads it.
pub(super) fn shown(file: &RunFile, style: Style) -> String {
    let what = match file.received {
        true => "a page gave",
        false => "it was given",
    };
    let size = style.soft(&format!("{} bytes, {}", file.size, file.mime_type));
    format!("{what} {} · {size}", lines(&file.name))
}

/// Saves what pages gave. Nothing that is there is written over.
pub(super) async fn save(remote: &Remote, run: &RunData, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for file in run.files.iter().filter(|file| file.received) {
        let Some(link) = &file.link else { continue };
        // A server that is none of ours may call it anything.
        if file.name.is_empty() || file.name.contains(['/', '\\']) || file.name.starts_with('.') {
            bail!("{:?} is no name of a file", file.name);
        }
        let at = folder.join(&file.name);
        let made = File::create_new(&at).with_context(|| format!("cannot make {}", at.display()));
        let mut saved = made?;
        saved.write_all(&remote.linked(&link.url).await?)?;
        complain(&format!("saved {}", at.display()));
    }
    Ok(())
}
