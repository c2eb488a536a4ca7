//! What an IDE keeps: documents, which are JSON under a path of a project, each with a version; objects, which are bytes
//! under a key of a bucket; jobs; the list of its traces; and what was changed of the keywords that requests name.

use uuid::Uuid;

use crate::Owner;
use crate::outbox::TopicName;

/// Most documents of an owner.
pub const MOST_DOCUMENTS: u32 = 10_000;

/// Where a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeDocumentName {
    pub project: String,
    pub path: String,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeDocument {
    pub name: IdeDocumentName,
    /// From 1.
    pub version: u32,
    /// JSON.
    pub body: String,
    pub updated_ms: i64,
}

/// A document in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeDocumentEntry {
    pub name: IdeDocumentName,
    pub version: u32,
    pub updated_ms: i64,
}

/// Which documents are listed, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdeDocumentFilter {
    pub project: String,
    /// What their paths begin with.
    pub prefix: String,
    /// They were changed after it.
    pub after_ms: Option<i64>,
    pub limit: u32,
    pub offset: u32,
}

/// What was changed of a keyword, all of it together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordRecord {
    pub keyword: String,
    /// How often it was changed, from 1.
    pub version: u32,
    /// JSON.
    pub body: String,
    pub updated_ms: i64,
}

/// Most objects of an owner.
pub const MOST_OBJECTS: u32 = 20_000;

/// Where an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectName {
    pub bucket: String,
    pub key: String,
}

/// An object as it is known. Its bytes are elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectRecord {
    pub name: ObjectName,
    /// What its bytes are kept under. No client says it.
    pub blob: Uuid,
    /// Its MIME type, without parameters.
    pub mime: String,
    /// How many bytes it has.
    pub size: u32,
    /// SHA-256 of its bytes.
    pub digest: [u8; 32],
    /// The trace that it was made in.
    pub trace: Option<Uuid>,
    pub updated_ms: i64,
}

/// Which objects are listed, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectFilter {
    pub bucket: Option<String>,
    /// What their keys begin with.
    pub prefix: String,
    /// What their keys have in them.
    pub part: String,
    pub trace: Option<Uuid>,
    pub limit: u32,
    pub offset: u32,
}

/// What came of keeping an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectPut {
    /// It is there now. The bytes under this id were its predecessor's, and are nobody's any more.
    Kept { replaced: Option<Uuid> },
    /// Another is there, and was not to be replaced.
    Exists,
}

/// Work that is to be taken up again after a crash, by its trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeJob {
    pub trace: Uuid,
    /// What is to be done: JSON.
    pub body: String,
    pub created_ms: i64,
}

/// A job that was not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingJob {
    pub owner: Owner,
    pub job: IdeJob,
}

/// A trace in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeTrace {
    pub topic: TopicName,
    /// What it told, in order: words with a space between them.
    pub kinds: String,
    /// What it said of itself: JSON.
    pub meta: Option<String>,
    pub began_ms: i64,
    pub told_ms: i64,
}

/// Which traces are listed, the latest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceFilter {
    pub limit: u32,
    pub offset: u32,
}
