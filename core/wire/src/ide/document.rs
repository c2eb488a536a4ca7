//! Documents that an IDE keeps: JSON under a path of a project, each with a version.

use serde_json::{Map, Value};

use super::request::IdeRequest;
use crate::derives::*;

/// Which document, wherever a client says the project.
#[contract(default)]
pub struct DocumentName {
    /// The project.
    pub project_id: Option<String>,
    /// The project.
    #[serde(rename = "projectId")]
    pub project_camel: Option<String>,
    /// The path in it.
    pub path: Option<String>,
}

/// A document as it is to be.
#[contract(default)]
pub struct DocumentSet {
    /// Which.
    #[serde(flatten)]
    pub name: DocumentName,
    /// All of it.
    #[ts(type = "unknown")]
    pub value: Option<Value>,
    /// The version that it has now; 0 where there is none.
    pub expected_version: Option<u32>,
}

/// What is to be changed of a document.
#[contract(default)]
pub struct DocumentMerge {
    /// Which.
    #[serde(flatten)]
    pub name: DocumentName,
    /// Its fields take the place of the document's.
    #[ts(type = "Record<string, unknown>")]
    pub patch: Option<Map<String, Value>>,
    /// Whether fields inside of fields are kept.
    pub merge: Option<MergeDepth>,
    /// The version that it has now.
    pub expected_version: Option<u32>,
}

/// How far a merge goes.
#[contract(word)]
pub enum MergeDepth {
    /// Objects are merged field by field; everything else is replaced.
    Deep,
    /// Fields of the document are replaced as a whole.
    Shallow,
}

/// What is to be removed of a document.
#[contract(default)]
pub struct DocumentRemove {
    /// Which.
    #[serde(flatten)]
    pub name: DocumentName,
    /// JSON pointers, in this order.
    pub pointers: Vec<String>,
    /// The version that it has now.
    pub expected_version: Option<u32>,
}

/// Which documents are to be listed.
#[contract(default)]
pub struct DocumentList {
    /// The project.
    #[serde(flatten)]
    pub name: DocumentName,
    /// What their paths begin with.
    pub prefix: Option<String>,
    /// The same, as lists of artifacts call it.
    pub base_path: Option<String>,
    /// At most so many, 100 at most.
    pub limit: Option<u32>,
    /// So many are left out.
    pub offset: Option<u32>,
    /// Only those that were changed after this moment.
    pub updated_after: Option<String>,
}

/// What is to be checked: data, or a document.
#[contract(default)]
pub struct DocumentCheck {
    /// Which.
    #[serde(flatten)]
    pub name: DocumentName,
    /// By what: `action.flow@1`, `variables@1`, `symbols@1`, `bdd@1` or `events.map@1`.
    pub schema_id: String,
    /// The data.
    #[ts(type = "unknown")]
    pub data: Option<Value>,
}

/// A document that is made of a request, as its task would.
#[contract(default)]
pub struct DocumentGenerate {
    /// Of what kind: `action.flow@1`, `variables@1`, `symbols@1`, `bdd@1` or `events.map@1`.
    pub schema_id: String,
    /// Where it is kept, in the project; it is not where nothing is said.
    pub path: Option<String>,
    /// The version that is there now; 0 where there is none.
    pub expected_version: Option<u32>,
    /// What it is made of.
    #[serde(flatten)]
    pub request: IdeRequest,
}

/// A document that was made.
#[contract]
pub struct DocumentGenerated {
    /// Always true.
    pub ok: bool,
    /// Its kind.
    pub schema_id: String,
    /// All of it.
    #[ts(type = "unknown")]
    pub json: Value,
    /// What is worth looking at, though nothing is wrong.
    #[ts(type = "Array<Record<string, unknown>>")]
    pub warnings: Vec<Value>,
    /// Where it is kept.
    pub document: Option<DocumentReply>,
}

/// A document.
#[contract]
pub struct DocumentReply {
    /// Always true.
    pub ok: bool,
    /// The project.
    pub project_id: String,
    /// The path in it.
    pub path: String,
    /// Its version, from 1.
    pub version: u32,
    /// When it was changed.
    pub updated_at: String,
    /// All of it, where it was asked for.
    #[ts(type = "unknown")]
    pub json: Option<Value>,
    /// What a merge changed.
    pub diff: Option<DocumentDiff>,
    /// Pointers that were removed.
    pub removed: Option<Vec<String>>,
}

/// What was changed, by JSON pointers.
#[contract(default)]
pub struct DocumentDiff {
    /// What was not there.
    pub added: Vec<String>,
    /// What is another value now.
    pub changed: Vec<String>,
    /// What is there no more.
    pub removed: Vec<String>,
}

/// Some of a project's documents.
#[contract]
pub struct DocumentListReply {
    /// Always true.
    pub ok: bool,
    /// The documents, by path.
    pub items: Vec<DocumentEntry>,
    /// At most so many.
    pub limit: u32,
    /// So many were left out.
    pub offset: u32,
    /// Where the next begin, where there are any.
    pub next_offset: Option<u32>,
    /// How many there are.
    pub count: u32,
}

/// A document in a list.
#[contract]
pub struct DocumentEntry {
    /// The project.
    pub project_id: String,
    /// The path in it.
    pub path: String,
    /// Its version, from 1.
    pub version: u32,
    /// When it was changed.
    pub updated_at: String,
}

/// What was checked is as it is to be.
#[contract]
pub struct DocumentValid {
    /// Always true.
    pub ok: bool,
    /// By what it was checked.
    pub schema_id: String,
    /// What is worth looking at, though nothing is wrong.
    #[ts(type = "Array<Record<string, unknown>>")]
    pub warnings: Vec<Value>,
}
