//! Files as documents with their structure, for those who look things up in them: headings, code, rows and pages are kept
//! apart. An archive is each of the files in it that can be read; nothing of it is ever written anywhere.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quick_xml::events::Event;
use screen_agent_knowledge::{BlockKind, ExtractedDocument, TextBlock};
use screen_agent_page::reading;
use screen_agent_think::file::{FileKind, Unreadable};
use serde_json::Value;

use crate::{decode, docx, sniff, table, xml};

/// Most files of an archive, and how many bytes they may be together once unpacked.
const FILES: usize = 5_000;
const UNPACKED: u64 = 128 * 1024 * 1024;
/// Longest path that a document goes by, in characters.
const PATH: usize = 500;

/// Reads a file, or the files of an archive. The name only tells kinds of plain text apart.
pub fn read_documents(name: &str, bytes: &[u8]) -> Result<Vec<ExtractedDocument>, Unreadable> {
    // A parser that panics has met a broken file; nothing of its state is used again.
    let read = catch_unwind(AssertUnwindSafe(|| read_as_is(name, bytes)));
    let documents = read.unwrap_or(Err(Unreadable::Broken))?;
    let documents: Vec<_> = documents.into_iter().filter(says_something).collect();
    match documents.is_empty() {
        true => Err(Unreadable::NoText),
        false => Ok(documents),
    }
}

fn says_something(document: &ExtractedDocument) -> bool {
    document
        .blocks
        .iter()
        .any(|block| !block.text.trim().is_empty())
}

fn read_as_is(name: &str, bytes: &[u8]) -> Result<Vec<ExtractedDocument>, Unreadable> {
    let is_archive = sniff::container(bytes) == Some(sniff::Container::Zip);
    match one(name, bytes) {
        Err(Unreadable::Unsupported) if is_archive => files_of(bytes),
        read => Ok(vec![read?]),
    }
}

/// The files of an archive. One that cannot be read does not take the others with it; a path that leads out of the archive
/// says that the archive means harm.
fn files_of(bytes: &[u8]) -> Result<Vec<ExtractedDocument>, Unreadable> {
    let mut archive = docx::open(bytes, FILES, UNPACKED)?;
    let mut documents = Vec::new();
    let mut unpacked = 0;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| match error {
            zip::result::ZipError::UnsupportedArchive(_) => Unreadable::Locked,
            _ => Unreadable::Broken,
        })?;
        let path = file.enclosed_name().ok_or(Unreadable::Broken)?;
        let path = path.to_str().ok_or(Unreadable::Broken)?.replace('\\', "/");
        let hidden = path
            .split('/')
            .any(|part| part.starts_with('.') || part == "__MACOSX");
        if !file.is_file() || hidden {
            continue;
        }
        let bytes = docx::bytes_of(file)?;
        unpacked += bytes.len() as u64;
        if unpacked > UNPACKED {
            return Err(Unreadable::TooMuch);
        }
        if let Ok(document) = one(&path, &bytes) {
            documents.push(ExtractedDocument {
                name: path.chars().take(PATH).collect(),
                ..document
            });
        }
    }
    Ok(documents)
}

fn one(name: &str, bytes: &[u8]) -> Result<ExtractedDocument, Unreadable> {
    match sniff::container(bytes) {
        Some(sniff::Container::Pdf) => pages(bytes),
        Some(sniff::Container::Zip) => word(bytes),
        None => {
            let text = decode::text(bytes)?;
            match is_html(name, &text) {
                // Where it comes from is not known, so its links lead nowhere.
                true => Ok(ExtractedDocument::of_page(&reading::read(
                    &text,
                    "about:blank",
                ))),
                false => written(sniff::text_kind(name, &text), &text),
            }
        }
    }
}

fn is_html(name: &str, text: &str) -> bool {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let named = matches!(ending.as_deref(), Some("html" | "htm" | "xhtml"));
    let start = text
        .trim_start()
        .get(..14)
        .unwrap_or_default()
        .to_ascii_lowercase();
    named || start == "<!doctype html" || start.starts_with("<html")
}

fn written(kind: FileKind, text: &str) -> Result<ExtractedDocument, Unreadable> {
    let mime = kind.mime();
    Ok(match kind {
        FileKind::Csv => ExtractedDocument::of_rows(table::rows(text)?.into_iter(), mime),
        FileKind::Json => {
            let value: Value = serde_json::from_str(text).map_err(|_| Unreadable::Broken)?;
            let mut rows = Vec::new();
            match value {
                Value::Array(items) => {
                    rows.extend(items.iter().map(|item| leaves(item).join("; ")))
                }
                one => rows = leaves(&one),
            }
            ExtractedDocument::of_rows(rows.into_iter(), mime)
        }
        FileKind::Xml => ExtractedDocument::of_rows(texts(text)?.into_iter(), mime),
        FileKind::Text | FileKind::Markdown | FileKind::Docx | FileKind::Pdf => {
            ExtractedDocument::of_text(text, mime)
        }
    })
}

/// Every plain value of JSON with the path to it.
fn leaves(value: &Value) -> Vec<String> {
    let mut leaves = Vec::new();
    leaves_below(value, &mut String::new(), &mut leaves);
    leaves
}

fn leaves_below(value: &Value, path: &mut String, leaves: &mut Vec<String>) {
    let told = match value {
        Value::Null => return,
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(value) => value.clone(),
        Value::Array(items) => {
            return items
                .iter()
                .for_each(|item| leaves_below(item, path, leaves));
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let end = path.len();
                if end > 0 {
                    path.push('.');
                }
                path.push_str(name);
                leaves_below(value, path, leaves);
                path.truncate(end);
            }
            return;
        }
    };
    match path.is_empty() {
        true => leaves.push(told),
        false => leaves.push(format!("{path}: {told}")),
    }
}

/// The texts of XML, each with the name of its element.
fn texts(text: &str) -> Result<Vec<String>, Unreadable> {
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    xml::walk(text, |event| match event {
        Event::Start(tag) => open.push(tag.local_name().as_ref().to_owned()),
        Event::End(_) => drop(open.pop()),
        Event::Text(words) => add(&open, &words.xml10_content(), &mut texts),
        Event::CData(words) => add(&open, &words.xml10_content(), &mut texts),
        _ => {}
    })?;
    Ok(texts)
}

fn add(open: &[String], words: &str, texts: &mut Vec<String>) {
    let words = words.trim();
    if !words.is_empty() {
        let name = open.last().map(String::as_str).unwrap_or_default();
        texts.push(format!("{name}: {words}"));
    }
}

/// A document of a word processor, with the headings that its styles make.
fn word(bytes: &[u8]) -> Result<ExtractedDocument, Unreadable> {
    let found = docx::read(bytes)?;
    let mut blocks = Vec::new();
    let mut at = 0;
    for line in found.text.split_inclusive('\n') {
        let heading = found
            .headings
            .binary_search_by_key(&at, |(start, _)| *start);
        let kind = match heading.ok().and_then(|place| found.headings.get(place)) {
            Some((_, level)) => BlockKind::Heading(*level),
            None if line.contains('\t') => BlockKind::Row,
            None => BlockKind::Text,
        };
        let words = line.trim();
        if !words.is_empty() {
            blocks.push(TextBlock::new(kind, words));
        }
        at += line.len();
    }
    let title = blocks
        .iter()
        .find(|block| block.kind == BlockKind::Heading(1));
    Ok(ExtractedDocument {
        name: String::new(),
        title: title.map(|block| block.text.clone()),
        mime: FileKind::Docx.mime().to_owned(),
        blocks,
    })
}

/// Most time that the pages of one document may take.
#[cfg(feature = "pdf")]
const TIME: std::time::Duration = std::time::Duration::from_secs(20);

#[cfg(feature = "pdf")]
fn pages(bytes: &[u8]) -> Result<ExtractedDocument, Unreadable> {
    let (_, pages) = crate::pdf::pages(bytes, TIME)?;
    let blocks = (1_u32..).zip(&pages).flat_map(|(number, text)| {
        let document = ExtractedDocument::of_text(text, "");
        document.blocks.into_iter().map(move |block| TextBlock {
            // A sign that begins a line of print marks no heading.
            kind: BlockKind::Text,
            page: Some(number),
            ..block
        })
    });
    Ok(ExtractedDocument {
        name: String::new(),
        title: None,
        mime: FileKind::Pdf.mime().to_owned(),
        blocks: blocks.collect(),
    })
}

#[cfg(not(feature = "pdf"))]
fn pages(_: &[u8]) -> Result<ExtractedDocument, Unreadable> {
    Err(Unreadable::Unsupported)
}
