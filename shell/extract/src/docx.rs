//! Documents of word processors: one part of a ZIP archive, in XML.

use std::io::{Cursor, Read};

use quick_xml::events::Event;
use screen_agent_kernel::file::{FileKind, Unreadable};
use zip::ZipArchive;

use crate::{Found, counted, xml};

/// The part that holds the text.
const TEXT_PART: &str = "word/document.xml";
/// Most parts of an archive, and how many bytes they may be together once unpacked.
const PARTS: usize = 1_000;
const UNPACKED: u64 = 20 * 1024 * 1024;
/// What a part may grow by when it is unpacked; small parts are not worth the question.
const RATIO: u64 = 100;
const SMALL: u64 = 64 * 1024;

pub(crate) fn read(bytes: &[u8]) -> Result<Found, Unreadable> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Unreadable::Broken)?;
    if archive.len() > PARTS {
        return Err(Unreadable::TooMuch);
    }
    let mut together = 0_u64;
    for index in 0..archive.len() {
        let part = archive
            .by_index_raw(index)
            .map_err(|_| Unreadable::Broken)?;
        together = together.saturating_add(part.size());
        let most = part.compressed_size().saturating_mul(RATIO).max(SMALL);
        if together > UNPACKED || part.size() > most {
            return Err(Unreadable::TooMuch);
        }
    }
    let text = unpacked(&mut archive)?;
    let mut document = Document::default();
    xml::walk(&text, |event| document.hear(event))?;
    let paragraphs = document.paragraphs;
    Ok(Found {
        about: format!("a document of {}", counted(paragraphs, "paragraph")),
        ..Found::new(FileKind::Docx, document.text)
    })
}

/// The text's part. What an archive says of sizes is not believed: no more is unpacked than may be.
fn unpacked(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<String, Unreadable> {
    let part = archive.by_name(TEXT_PART).map_err(|error| match error {
        zip::result::ZipError::FileNotFound => Unreadable::Unsupported,
        zip::result::ZipError::UnsupportedArchive(_) => Unreadable::Locked,
        _ => Unreadable::Broken,
    })?;
    let most = part
        .compressed_size()
        .saturating_mul(RATIO)
        .clamp(SMALL, UNPACKED);
    let mut text = Vec::new();
    let mut part = part.take(most + 1);
    part.read_to_end(&mut text)
        .map_err(|_| Unreadable::Broken)?;
    if text.len() as u64 > most {
        return Err(Unreadable::TooMuch);
    }
    let text = String::from_utf8(text).map_err(|_| Unreadable::Broken)?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}

/// A document as it is read: only what was written in it, row by row where it is a table.
#[derive(Default)]
struct Document {
    text: String,
    paragraphs: usize,
    cells: usize,
    writing: bool,
}

impl Document {
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "t" => self.writing = true,
                "tc" => self.cells += 1,
                "tab" => self.text.push('\t'),
                "br" | "cr" => self.text.push('\n'),
                _ => {}
            },
            Event::Empty(tag) => match tag.local_name().as_ref() {
                "tab" => self.text.push('\t'),
                "br" | "cr" => self.text.push('\n'),
                "p" => self.end_paragraph(),
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "t" => self.writing = false,
                "p" => self.end_paragraph(),
                "tc" => {
                    self.cells = self.cells.saturating_sub(1);
                    self.text.push('\t');
                }
                "tr" => self.text.push('\n'),
                _ => {}
            },
            Event::Text(words) if self.writing => self.text.push_str(&words.xml10_content()),
            Event::CData(words) if self.writing => self.text.push_str(&words.xml10_content()),
            Event::GeneralRef(name) if self.writing => self.refer(name),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        self.paragraphs += 1;
        self.text.push(if self.cells > 0 { ' ' } else { '\n' });
    }

    /// Nothing is declared, so only the names that XML itself knows mean anything.
    fn refer(&mut self, name: &quick_xml::events::BytesRef<'_>) {
        if let Ok(Some(letter)) = name.resolve_char_ref() {
            self.text.push(letter);
            return;
        }
        match name.xml10_content().as_ref() {
            "amp" => self.text.push('&'),
            "lt" => self.text.push('<'),
            "gt" => self.text.push('>'),
            "quot" => self.text.push('"'),
            "apos" => self.text.push('\''),
            _ => {}
        }
    }
}
