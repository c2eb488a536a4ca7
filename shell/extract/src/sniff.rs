//! What a file is, by what is in it.

use screen_agent_think::file::FileKind;

/// A form that is not plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    /// PDF.
    Pdf,
    /// A ZIP archive, as a document of a word processor is.
    Zip,
}

/// How far into a file its mark may begin, as readers of PDF allow.
const MARK_WITHIN: usize = 1_024;

/// Tells containers by their first bytes.
pub(crate) fn container(bytes: &[u8]) -> Option<Container> {
    let head = &bytes[..bytes.len().min(MARK_WITHIN)];
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(Container::Zip);
    }
    let marked = head.windows(5).any(|part| part == b"%PDF-");
    // Text may speak of the mark; a file that begins with it is one.
    let begins = bytes.starts_with(b"%PDF-") || !head.iter().all(|byte| is_textual(*byte));
    (marked && begins).then_some(Container::Pdf)
}

fn is_textual(byte: u8) -> bool {
    byte >= 32 || matches!(byte, b'\n' | b'\r' | b'\t')
}

/// Tells kinds of plain text apart. The name decides only between readings that both would do.
pub(crate) fn text_kind(name: &str, text: &str) -> FileKind {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    let start = text.trim_start();
    match ending.as_deref() {
        Some("csv" | "tsv" | "tab") => FileKind::Csv,
        Some("json" | "geojson") => FileKind::Json,
        Some("xml") => FileKind::Xml,
        Some("md" | "markdown") => FileKind::Markdown,
        _ if start.starts_with("<?xml") => FileKind::Xml,
        _ if start.starts_with(['{', '[']) && is_json(start) => FileKind::Json,
        _ => FileKind::Text,
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}
