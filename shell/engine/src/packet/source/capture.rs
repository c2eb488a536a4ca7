//! Captures the text of a source: out of the person's own tab, or by fetching its address.

use screen_agent_page::reading;
use screen_agent_store::Owner;
use screen_agent_store::collection::{CAPTURE_CHARS, Capture, CaptureBegun, SourceRecord};
use screen_agent_wire::packet::collection::{CaptureMode, CaptureRequest, SourceKind};
use screen_agent_wire::packet::document::CaptureDocument;
use sha2::{Digest, Sha256};

use super::cut::cut;
use super::links::links;
use super::shape::shape;
use crate::Engine;
use crate::packet::{LibraryFault, sentence};
use crate::work::Broken;
use screen_agent_ports::Fetched;

/// Fewer characters than this are no page.
const TOO_FEW: usize = 80;
/// Longest title, and first words, in characters.
const TITLE: usize = 500;
const PREVIEW: usize = 280;

impl Engine {
    /// Captures a source. Where that fails, why is noted, and what was captured earlier stays.
    pub async fn capture(
        &self,
        owner: Owner,
        source: &str,
        how: CaptureRequest,
    ) -> Result<SourceRecord, LibraryFault> {
        let record = self.begin_capture(owner, source).await?;
        let read = self.read_page(&record.url, how).await;
        self.note_capture(owner, source, read).await
    }

    /// Takes a source to capture it.
    pub(crate) async fn begin_capture(
        &self,
        owner: Owner,
        source: &str,
    ) -> Result<SourceRecord, LibraryFault> {
        let rows = self.rows(owner);
        let known = rows.find::<SourceRecord>(source.to_owned()).await?;
        if known.is_some_and(|known| known.kind == SourceKind::Note) {
            return Err(LibraryFault::Note);
        }
        match rows.begin_capture(source.to_owned(), self.now_ms()).await? {
            CaptureBegun::Begun(record) => Ok(*record),
            CaptureBegun::Busy => Err(LibraryFault::CaptureBusy),
            CaptureBegun::Unknown => Err(LibraryFault::Unknown("source")),
        }
    }

    /// Says what came of it, and what the source is by then.
    pub(crate) async fn note_capture(
        &self,
        owner: Owner,
        source: &str,
        read: Result<Capture, LibraryFault>,
    ) -> Result<SourceRecord, LibraryFault> {
        let noted = read.as_ref().cloned().map_err(|fault| sentence(&fault));
        let rows = self.rows(owner);
        let noted = rows
            .captured(source.to_owned(), noted, self.now_ms())
            .await?;
        read?;
        noted.ok_or(LibraryFault::Unknown("source"))
    }

    /// Reads a page, fetched or brought.
    pub(crate) async fn read_page(
        &self,
        url: &str,
        how: CaptureRequest,
    ) -> Result<Capture, LibraryFault> {
        let page = match how.capture {
            Some(page) => Page::Tab(page),
            None => {
                let fetch = self.parts.fetch.as_ref().ok_or(LibraryFault::NoFetch)?;
                Page::Fetched(fetch.fetch(url).await.map_err(LibraryFault::Fetch)?)
            }
        };
        let most = how.max_chars.map_or(CAPTURE_CHARS, |most| most as usize);
        let mode = how.mode;
        // Reading a long page takes a while, so it is done aside.
        let read = tokio::task::spawn_blocking(move || read(page, mode, most.min(CAPTURE_CHARS)));
        let capture = read.await.map_err(Broken::from)?;
        match capture.text.chars().count() < TOO_FEW {
            true => Err(LibraryFault::NoText),
            false => Ok(capture),
        }
    }
}

/// A page, as it came.
enum Page {
    Tab(CaptureDocument),
    Fetched(Fetched),
}

fn read(page: Page, mode: CaptureMode, most: usize) -> Capture {
    match page {
        Page::Tab(page) => {
            let title = Some(page.title).filter(|title| !title.trim().is_empty());
            let mut capture = html(&page.html, &page.url, mode, most);
            capture.title = title.map(|title| short(&title, TITLE)).or(capture.title);
            capture
        }
        Page::Fetched(page) if page.mime.contains("html") => {
            html(&page.text, &page.url, mode, most)
        }
        Page::Fetched(page) => plain(&page.text, most),
    }
}

fn html(html: &str, url: &str, mode: CaptureMode, most: usize) -> Capture {
    let reading = reading::read(html, url);
    let text = cut(&shape(&reading, mode), most);
    let outline: Vec<_> = reading
        .outline
        .iter()
        .filter(|heading| heading.level > 0)
        .map(super::documents::heading)
        .collect();
    Capture {
        title: Some(short(&reading.title, TITLE)).filter(|title| !title.is_empty()),
        published: reading.published.clone(),
        preview: preview(&text),
        outline_json: serde_json::to_string(&outline).unwrap_or_default(),
        links_json: serde_json::to_string(&links(&reading)).unwrap_or_default(),
        hash: hash(&text),
        text,
    }
}

/// Text that is no page: as it is.
fn plain(text: &str, most: usize) -> Capture {
    let text = cut(text.replace("\r\n", "\n").trim(), most);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let title = first.and_then(|line| line.strip_prefix("# "));
    let title = title.map(|title| short(title, TITLE));
    of_text(title, text)
}

/// Text without headings and links.
pub(super) fn of_text(title: Option<String>, text: String) -> Capture {
    Capture {
        title,
        published: None,
        preview: preview(&text),
        outline_json: "[]".to_owned(),
        links_json: "[]".to_owned(),
        hash: hash(&text),
        text,
    }
}

/// The first words, as they are shown: without the marks that tell a line's kind.
fn preview(text: &str) -> String {
    let words = text
        .lines()
        .map(|line| line.trim().trim_start_matches(['-', '>', ' ']))
        .map(|line| match line.split_once(": ") {
            Some((mark, rest)) if is_mark(mark) => rest,
            _ => line,
        })
        .filter(|line| !line.is_empty());
    let joined = words.take(20).collect::<Vec<_>>().join(" ");
    short(&joined, PREVIEW)
}

fn is_mark(word: &str) -> bool {
    let heading = word.strip_prefix('H').is_some_and(|level| level.len() == 1);
    heading || matches!(word, "Code" | "Summary" | "Caption" | "Term" | "Definition")
}

fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

fn short(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}
