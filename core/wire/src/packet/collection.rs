//! Collections of sources, and what is made of them, as clients see them.

use serde_json::{Map, Value};

use super::response::Citation;
use super::tree::Doc;
use crate::derives::*;

/// A collection.
#[contract(camel)]
pub struct CollectionInfo {
    /// Its id, `col_…`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// When it was made, ISO 8601 in UTC.
    pub created_at: String,
    /// When it last changed, ISO 8601 in UTC.
    pub updated_at: String,
    /// How many sources it has.
    pub source_count: u64,
}

/// Collections, the latest change first.
#[contract]
pub struct CollectionList {
    /// Collections.
    pub collections: Vec<CollectionInfo>,
}

/// A new collection, or a new title and tags for one.
#[contract]
pub struct CollectionRequest {
    /// Its title.
    pub title: String,
    /// Its tags.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// What a source is.
#[contract(word)]
pub enum SourceKind {
    /// A page.
    Url,
    /// A note.
    Note,
}

/// Where the capture of a source stands.
#[contract(word)]
pub enum CaptureStatus {
    /// It has not been captured yet.
    Pending,
    /// Its text is there.
    Captured,
    /// It could not be captured. What was captured earlier is still there.
    Failed,
}

/// A source of a collection.
#[contract(camel)]
pub struct SourceInfo {
    /// Its id, `src_…`.
    pub id: String,
    /// Its collection.
    pub collection_id: String,
    /// What it is.
    pub kind: SourceKind,
    /// Its address; empty for a note.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Where its capture stands.
    pub status: CaptureStatus,
    /// Why the last capture failed, in one sentence that is safe to show.
    pub error: Option<String>,
    /// When it was captured, ISO 8601 in UTC.
    pub captured_at: Option<String>,
    /// When it was published, as it says itself.
    pub published_at: Option<String>,
    /// How many characters of text there are.
    pub characters: u64,
    /// The first words of it.
    pub preview: String,
}

/// A source to be added to a collection.
#[contract(node)]
pub enum NewSource {
    /// A page.
    Url {
        /// Its address.
        url: String,
        /// Its title, if known.
        #[ts(optional)]
        title: Option<String>,
    },
    /// A note.
    Note {
        /// Its title.
        #[ts(optional)]
        title: Option<String>,
        /// Its words.
        text: String,
    },
}

/// A collection with its sources.
#[contract]
pub struct CollectionData {
    /// The collection.
    pub collection: CollectionInfo,
    /// Its sources, in the order in which they came.
    pub sources: Vec<SourceInfo>,
}

/// Sources to add.
#[contract]
pub struct AddSourcesRequest {
    /// Addresses and notes.
    pub sources: Vec<NewSource>,
}

/// How a page is read.
#[contract(word, default)]
pub enum CaptureMode {
    /// As it looks.
    #[default]
    Auto,
    /// As running text.
    Article,
    /// As a list of items.
    List,
}

/// How a source is captured: from the capture that is given, out of the person's own tab, or else
/// by fetching its address.
#[contract(camel, default)]
pub struct CaptureRequest {
    /// What page code captured in the person's tab.
    pub capture: Option<super::document::CaptureDocument>,
    /// How the page is read.
    pub mode: CaptureMode,
    /// Most characters, 100 to 200,000.
    pub max_chars: Option<u32>,
}

/// Something that a collection can be made into.
#[contract(camel)]
pub struct TransformType {
    /// Its name, as `transform.run` takes it.
    pub name: String,
    /// Its name, as people read it.
    pub title: String,
    /// What it is, in one sentence.
    pub description: String,
}

/// What collections can be made into.
#[contract]
pub struct TransformTypes {
    /// The types.
    pub types: Vec<TransformType>,
}

/// Something to be made of a collection.
#[contract]
pub struct TransformRequest {
    /// Which type.
    #[serde(rename = "type")]
    pub transform: String,
    /// How: `depth`, `count`, `tone`.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub config: Map<String, Value>,
}

/// Where an artifact stands.
#[contract(word)]
pub enum ArtifactStatus {
    /// It is going to be made.
    Pending,
    /// It is being made.
    Running,
    /// It is there.
    Completed,
    /// It could not be made.
    Failed,
    /// The person stopped it.
    Cancelled,
}

/// An artifact: an answer, a text, or something made of a collection.
#[contract(camel)]
pub struct ArtifactInfo {
    /// Its id, `art_…`.
    pub id: String,
    /// The collection that it was made of.
    pub collection_id: Option<String>,
    /// `note`, or the transform's name.
    #[serde(rename = "type")]
    pub artifact_type: String,
    /// Its title.
    pub title: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// Where it stands.
    pub status: ArtifactStatus,
    /// Why it could not be made, in one sentence that is safe to show.
    pub error: Option<String>,
    /// When it was made, ISO 8601 in UTC.
    pub created_at: String,
    /// When it last changed, ISO 8601 in UTC.
    pub updated_at: String,
}

/// Artifacts, the latest first.
#[contract]
pub struct ArtifactList {
    /// Artifacts.
    pub artifacts: Vec<ArtifactInfo>,
}

/// An artifact with what it says: a tree, or a text of the given type.
#[contract(camel)]
pub struct ArtifactData {
    /// The artifact.
    pub artifact: ArtifactInfo,
    /// What it says.
    pub doc: Option<Doc>,
    /// Its text.
    pub text: Option<String>,
    /// MIME type of the text.
    pub mime: Option<String>,
    /// Where its facts come from.
    #[serde(default)]
    pub citations: Vec<Citation>,
}

/// In which format an artifact is handed out.
#[contract(word)]
pub enum ShareFormat {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// The render tree.
    Json,
    /// Its tables.
    Csv,
    /// Pages.
    Pdf,
}

/// In which format an artifact's content is wanted.
#[contract(Copy, Eq)]
pub struct ContentQuery {
    /// The format.
    pub format: ShareFormat,
}
