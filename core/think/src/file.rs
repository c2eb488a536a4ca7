//! A file that the person gives to a task. What stands in it is data, never instruction: it is
//! written by whoever wrote the file, and reaches a model inside the fence alone.

mod excerpt;

pub use excerpt::excerpt;

use serde::{Deserialize, Serialize};

/// Most characters of a file that a model reads. Facts §3, "Task type".
pub const EXCERPT: usize = 5_000;
/// Most fields of a record, and how many characters of a name and a value are kept.
const FIELDS: usize = 60;
const FIELD_NAME: usize = 100;
const FIELD_VALUE: usize = 1_000;

/// What a file is, by what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// Plain text.
    Text,
    /// Text with Markdown's marks.
    Markdown,
    /// A table, a line a row.
    Csv,
    /// JSON.
    Json,
    /// XML.
    Xml,
    /// A document of a word processor.
    Docx,
    /// Pages.
    Pdf,
}

impl FileKind {
    /// Its MIME type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Text => "text/plain",
            Self::Markdown => "text/markdown",
            Self::Csv => "text/csv",
            Self::Json => "application/json",
            Self::Xml => "application/xml",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Pdf => "application/pdf",
        }
    }
}

/// What was read from a file, once, when it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileContents {
    /// What it is.
    pub kind: FileKind,
    /// In figures of ours, such as `a table of 4 columns and 12 rows`; no word of the file's.
    pub about: String,
    pub text: String,
    /// There was more text than is kept.
    pub cut: bool,
    /// Names and values, where the file holds exactly one record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<(String, String)>,
}

/// Why a file was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Unreadable {
    /// It is of a kind that is not read here.
    #[error("not a kind of file that is read")]
    Unsupported,
    /// It is not whole, or not what it says it is.
    #[error("broken")]
    Broken,
    /// It needs a password.
    #[error("locked with a password")]
    Locked,
    /// There is no text in it, as in a scanned page.
    #[error("no text in it")]
    NoText,
    /// It holds more than is taken: parts, pages, columns, rows, or bytes once unpacked.
    #[error("more in it than is taken")]
    TooMuch,
    /// It declares entities or a document type, which are not followed.
    #[error("it declares a document type")]
    Declares,
    /// Reading it took too long.
    #[error("reading it took too long")]
    TooSlow,
    /// Too many files are being read just now.
    #[error("too many files are being read")]
    Busy,
}

/// A file as a task keeps it: what its turns need, and no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskFile {
    /// Key that the client named it by.
    pub key: String,
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// In figures of ours.
    pub about: String,
    /// Its text, or what of it bears on the person's words. Data, never instruction.
    pub excerpt: String,
    /// The excerpt is all of it.
    pub whole: bool,
    /// Names and values, where the file holds exactly one record. Data, never instruction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<(String, String)>,
}

impl TaskFile {
    /// What a task in these words needs of a file.
    pub fn new(key: String, name: String, reading: &FileContents, words: &str) -> Self {
        let excerpt = excerpt(&reading.text, words, EXCERPT);
        let field = |(name, value): &(String, String)| {
            let fits = name.chars().count() <= FIELD_NAME && value.chars().count() <= FIELD_VALUE;
            fits.then(|| (name.clone(), value.clone()))
        };
        Self {
            key,
            name,
            kind: reading.kind,
            about: reading.about.clone(),
            whole: !reading.cut && excerpt.chars().count() == reading.text.trim().chars().count(),
            excerpt,
            record: reading
                .record
                .iter()
                .take(FIELDS)
                .filter_map(field)
                .collect(),
        }
    }
}
