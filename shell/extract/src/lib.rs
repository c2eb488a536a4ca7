//! Text out of files that people give.
//!
//! What a file is, its bytes say; neither its declared type nor, but for kinds of plain text, its
//! name is believed. Everything is bounded before it is unpacked, entities and document types are
//! refused, and a fault in a parser is an error like any other. Nothing here touches the world; who
//! calls decides where a file is read: a process of its own is best, since memory and time can only
//! be bounded from outside.

mod decode;
mod documents;
mod docx;
mod json;
#[cfg(feature = "pdf")]
mod pdf;
mod sniff;
mod table;
mod vcard;
mod xml;

pub use documents::read_documents;
pub use table::NamedRows;

use std::panic::{AssertUnwindSafe, catch_unwind};

use screen_agent_think::file::{FileContents, FileKind, Unreadable};

/// Most characters of text that are kept of a file.
const TEXT: usize = 1_000_000;

/// Reads a file. The name only tells kinds of plain text apart.
pub fn read(name: &str, bytes: &[u8]) -> Result<FileContents, Unreadable> {
    // A parser that panics has met a broken file; nothing of its state is used again.
    let read = catch_unwind(AssertUnwindSafe(|| read_as_is(name, bytes)));
    read.unwrap_or(Err(Unreadable::Broken))
}

/// The rows of a table: CSV and its kin, whatever stands between the cells, or a JSON list of objects.
pub fn table(name: &str, bytes: &[u8]) -> Result<NamedRows, Unreadable> {
    if sniff::container(bytes).is_some() {
        return Err(Unreadable::Unsupported);
    }
    let text = decode::text(bytes)?;
    match sniff::text_kind(name, &text) {
        FileKind::Json => NamedRows::of_list(&text),
        // A table of any other name is one to whoever gives it as such.
        FileKind::Csv | FileKind::Text | FileKind::Markdown => NamedRows::of_lines(&text),
        FileKind::Xml | FileKind::Docx | FileKind::Pdf => Err(Unreadable::Unsupported),
    }
}

fn read_as_is(name: &str, bytes: &[u8]) -> Result<FileContents, Unreadable> {
    let found = match sniff::container(bytes) {
        Some(sniff::Container::Pdf) => pages(bytes)?,
        Some(sniff::Container::Zip) => docx::read(bytes)?,
        None => {
            let text = decode::text(bytes)?;
            if vcard::is_card(&text) {
                vcard::read(text)?
            } else {
                let kind = sniff::text_kind(name, &text);
                written(kind, text)?
            }
        }
    };
    bounded(found)
}

fn written(kind: FileKind, text: String) -> Result<Found, Unreadable> {
    match kind {
        FileKind::Csv => table::read(text),
        FileKind::Json => json::read(text),
        FileKind::Xml => xml::read(text),
        FileKind::Text | FileKind::Markdown | FileKind::Docx | FileKind::Pdf => Ok(Found {
            about: format!("a text of {}", counted(text.lines().count(), "line")),
            ..Found::new(kind, text)
        }),
    }
}

#[cfg(feature = "pdf")]
fn pages(bytes: &[u8]) -> Result<Found, Unreadable> {
    pdf::read(bytes)
}

#[cfg(not(feature = "pdf"))]
fn pages(_: &[u8]) -> Result<Found, Unreadable> {
    Err(Unreadable::Unsupported)
}

/// What a parser found.
struct Found {
    kind: FileKind,
    about: String,
    text: String,
    record: Vec<(String, String)>,
    /// Where headings begin in the text, and their levels.
    headings: Vec<(usize, u8)>,
}

impl Found {
    fn new(kind: FileKind, text: String) -> Self {
        Self {
            kind,
            about: String::new(),
            text,
            record: Vec::new(),
            headings: Vec::new(),
        }
    }
}

fn bounded(found: Found) -> Result<FileContents, Unreadable> {
    if found.text.trim().is_empty() {
        return Err(Unreadable::NoText);
    }
    let mut text = found.text;
    let end = text.char_indices().nth(TEXT).map(|(at, _)| at);
    if let Some(end) = end {
        text.truncate(end);
    }
    Ok(FileContents {
        kind: found.kind,
        about: found.about,
        text,
        cut: end.is_some(),
        record: found.record,
    })
}

/// `1 row`, `2 rows`.
fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
