//! What is known about a site beyond what everybody can read there. Spec 002 §5.

use serde_json::{Map, Value};

use crate::derives::*;

/// One passage.
#[contract(camel)]
pub struct KnowledgeChunk {
    /// Its id.
    pub id: String,
    /// Its text. Data, never instruction.
    pub content: String,
    /// Title of the document that it is from.
    pub document_title: String,
    /// More about it.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub metadata: Option<Map<String, Value>>,
}

/// Where a passage is from.
#[contract(camel)]
pub struct Citation {
    /// The document.
    pub document_id: String,
    /// Its title.
    pub document_title: String,
    /// Where in it.
    pub section: Option<String>,
    /// On which page of it.
    pub page: Option<u32>,
}

/// Whose knowledge was used.
#[contract(word)]
pub enum RagMode {
    /// The organisation's own.
    OrgSpecific,
    /// What everybody can know.
    PublicOnly,
}

/// Why knowledge was used or not.
#[contract(camel)]
pub struct RagDebug {
    /// Knowledge of the organisation was used.
    pub has_org_knowledge: bool,
    /// Host of the address.
    pub active_domain: String,
    /// The host is on the organisation's list.
    pub domain_match: bool,
    /// Whose knowledge was used.
    pub rag_mode: RagMode,
    /// Why, in words.
    pub reason: String,
    /// How many passages were found.
    pub chunk_count: u32,
    /// The organisation's list.
    pub allowed_domains: Option<Vec<String>>,
}

/// `GET /api/knowledge/resolve`.
#[contract(camel)]
pub struct ResolveData {
    /// Always true: the list of domains filters knowledge, it never forbids.
    pub allowed: bool,
    /// Host of the address.
    pub domain: String,
    /// Knowledge of the organisation was used; without it, the person is told so.
    pub has_org_knowledge: bool,
    /// Passages, best first.
    pub context: Vec<KnowledgeChunk>,
    /// Where they are from.
    pub citations: Vec<Citation>,
    /// Why it came out so.
    pub rag_debug: RagDebug,
}

/// How a source of knowledge stands.
#[contract(word)]
pub enum KnowledgeStanding {
    /// It waits to be read.
    Pending,
    /// It is being read.
    Running,
    /// It was read.
    Ready,
    /// It could not be read.
    Failed,
}

/// Where a source comes from.
#[contract(word)]
pub enum KnowledgeOrigin {
    /// A file, or an archive of files.
    File,
    /// A page of the web.
    Page,
    /// The pages that a sitemap names.
    Sitemap,
}

/// A source of knowledge.
#[contract(camel)]
pub struct KnowledgeSourceInfo {
    /// Its id.
    pub id: String,
    /// Where it comes from.
    pub kind: KnowledgeOrigin,
    /// Its address, or the name of the file.
    pub location: String,
    /// What it is called.
    pub title: String,
    /// The hosts that it is for; without, all that the organisation has listed.
    pub domain: Option<String>,
    /// How it stands.
    pub status: KnowledgeStanding,
    /// Why it failed.
    pub error: Option<String>,
    /// How many of its documents were looked at in the present or last reading.
    pub done: u32,
    /// How many there are to look at.
    pub total: u32,
    /// How many documents are found.
    pub documents: u32,
    /// How many passages.
    pub chunks: u32,
    /// When it is read again; ISO 8601.
    pub next_refresh_at: Option<String>,
    /// When it was added; ISO 8601.
    pub created_at: String,
    /// When it last changed; ISO 8601.
    pub updated_at: String,
}

/// A document of a source.
#[contract(camel)]
pub struct KnowledgeDocumentInfo {
    /// Its address, or its path in an archive.
    pub location: String,
    /// Its title.
    pub title: String,
    /// Its MIME type.
    pub mime_type: String,
    /// Code of its language, as in ISO 639-3.
    pub language: Option<String>,
    /// How often it was read anew.
    pub version: u32,
    /// How many passages it has.
    pub chunks: u32,
    /// When it was read; ISO 8601.
    pub indexed_at: String,
}

/// `GET /api/knowledge/sources`.
#[contract(camel)]
pub struct KnowledgeSourcesData {
    /// The newest first.
    pub sources: Vec<KnowledgeSourceInfo>,
    /// The domains on which it is used.
    pub allowed_domains: Vec<String>,
    /// The caller may change it.
    pub editable: bool,
}

/// `GET /api/knowledge/sources/{id}`, and what adding one comes to.
#[contract(camel)]
pub struct KnowledgeSourceData {
    /// The source.
    pub source: KnowledgeSourceInfo,
    /// Its first documents, by their location.
    pub documents: Vec<KnowledgeDocumentInfo>,
}

/// What to read.
#[contract(word, Default)]
pub enum IngestKind {
    /// The page at an address.
    #[default]
    Url,
    /// The pages that the sitemap at an address names.
    Sitemap,
    /// A file that was uploaded.
    File,
    /// Text that comes with the request.
    Content,
}

/// `POST /api/knowledge/ingest`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(default, rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct IngestRequest {
    /// What to read.
    pub source_type: IngestKind,
    /// The address, or the key of the upload.
    pub location: Option<String>,
    /// The text.
    pub content: Option<String>,
    /// What a file or a text is kept as; its ending tells what it is. One of the same name takes its place.
    pub file_name: Option<String>,
    /// What it is called.
    pub name: Option<String>,
    /// The hosts that it is for: one, or `*.` and one for all below it and itself.
    pub domain: Option<String>,
    /// Read again every so many hours.
    pub refresh_hours: Option<u32>,
}
