//! Collections, their sources, and what was captured of them.

use screen_agent_wire::packet::collection::{CaptureStatus, SourceKind};
use serde::{Deserialize, Serialize};

/// Most collections that a user may have.
pub const MOST_COLLECTIONS: u32 = 200;
/// Most sources in a collection.
pub const MOST_SOURCES: u32 = 500;
/// Most characters of text that are captured of a source.
pub const CAPTURE_CHARS: usize = 200_000;
/// How long a capture may take before another one may begin.
pub const CAPTURE_LEASE_MS: i64 = 120_000;

/// What a collection is made with, and what may be changed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCollection {
    /// Its id, `col_…`.
    pub id: String,
    pub title: String,
    pub tags: Vec<String>,
}

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionRecord {
    /// Its id, `col_…`.
    pub id: String,
    pub title: String,
    pub tags: Vec<String>,
    pub created_ms: i64,
    /// Milliseconds since the epoch. A change of its sources is one of the collection.
    pub updated_ms: i64,
    /// How many sources it has.
    pub sources: u64,
}

/// A new source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSourceRecord {
    /// Its id, `src_…`.
    pub id: String,
    pub kind: SourceKind,
    /// Its address; empty for a note.
    pub url: String,
    /// The address by which it is told from others; empty for a note.
    pub normalized_url: String,
    /// Its title; empty while it is not known.
    pub title: String,
    /// What is in it, when that is known already: a note always brings its text.
    pub capture: Option<Capture>,
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRecord {
    /// Its id, `src_…`.
    pub id: String,
    pub collection_id: String,
    pub kind: SourceKind,
    /// Its address; empty for a note.
    pub url: String,
    /// The address by which it is told from others; empty for a note.
    pub normalized_url: String,
    /// Its title; empty while it is not known.
    pub title: String,
    /// Where its last capture stands. One that failed leaves what an earlier one brought.
    pub status: CaptureStatus,
    /// Why the last capture failed.
    pub error: Option<String>,
    /// How many captures succeeded.
    pub capture_version: u32,
    /// Hash of what was captured.
    pub content_hash: Option<String>,
    /// When it was captured.
    pub captured_ms: Option<i64>,
    /// When it was published, as it says itself.
    pub published: Option<String>,
    /// How many characters of text there are.
    pub characters: u64,
    /// The first words of it.
    pub preview: String,
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// What was captured of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capture {
    /// Its title, when the page says one; the source takes it over.
    pub title: Option<String>,
    /// When it was published, as it says itself.
    pub published: Option<String>,
    /// Its text, in prefixed lines; at most [`CAPTURE_CHARS`].
    pub text: String,
    /// The first words of it, as they are shown.
    pub preview: String,
    /// Its outline, as JSON.
    pub outline_json: String,
    /// Links in it, as JSON.
    pub links_json: String,
    /// Hash of its text.
    pub hash: String,
}

/// What came of asking to capture a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptureBegun {
    /// The caller captures it, and says what came of it within [`CAPTURE_LEASE_MS`].
    Begun(Box<SourceRecord>),
    /// Somebody else captures it just now.
    Busy,
    /// There is no such source.
    Unknown,
}
