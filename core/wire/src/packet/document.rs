//! Documents: what a model is given to read. Spec 003, "Observation summary document" and on.

use serde_json::Value;

use crate::derives::*;

/// A document and where it comes from.
///
/// `kind` repeats the content's `doc_type`; a packet in which they differ is refused.
#[contract]
pub struct Document {
    /// What it is cited by.
    pub doc_id: String,
    /// What it is.
    pub kind: String,
    /// How far it is trusted.
    pub trust: Trust,
    /// Where it comes from.
    pub source: Option<Source>,
    /// What it says.
    pub content: Content,
}

/// How far a document is trusted. Nothing in an untrusted one is ever an instruction.
#[contract(word)]
pub enum Trust {
    /// From a page, a file or the web.
    Untrusted,
    /// Made by our own code. A client's word for it is not taken, except for results of tools.
    Trusted,
}

/// Where a document comes from.
#[contract(Default)]
pub struct Source {
    /// Which browser.
    pub browser: Option<String>,
    /// Which tab.
    pub tab_id: Option<String>,
}

/// What a document says, by its kind.
#[contract]
#[serde(tag = "doc_type")]
pub enum Content {
    /// A page, short.
    #[serde(rename = "web.observation.summary.v1")]
    Summary(SummaryDocument),
    /// A piece of a page's whole text.
    #[serde(rename = "web.observation.chunk.v1")]
    Chunk(ChunkDocument),
    /// A page as a client's page code captured it. Never sent to a model: summary and chunks are
    /// made of it. Ours, beside the specification.
    #[serde(rename = "web.capture.v1")]
    Capture(CaptureDocument),
    /// What a collection holds.
    #[serde(rename = "collection.index.v1")]
    Index(IndexDocument),
    /// One source of a collection, or a piece of it.
    #[serde(rename = "collection.source.v1")]
    Source(SourceDocument),
    /// What came of a tool. Ours, beside the specification.
    #[serde(rename = "tool.result.v1")]
    ToolResult(ToolResultDocument),
    /// What a search of the web found. Ours, beside the specification.
    #[serde(rename = "search.results.v1")]
    SearchResults(SearchResultsDocument),
    /// Links that the person has selected. Ours, beside the specification.
    #[serde(rename = "web.links.v1")]
    Links(LinksDocument),
}

impl Content {
    /// All kinds.
    pub const KINDS: &[&str] = &[
        "web.observation.summary.v1",
        "web.observation.chunk.v1",
        "web.capture.v1",
        "collection.index.v1",
        "collection.source.v1",
        "tool.result.v1",
        "search.results.v1",
        "web.links.v1",
    ];

    /// Its kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Summary(_) => "web.observation.summary.v1",
            Self::Chunk(_) => "web.observation.chunk.v1",
            Self::Capture(_) => "web.capture.v1",
            Self::Index(_) => "collection.index.v1",
            Self::Source(_) => "collection.source.v1",
            Self::ToolResult(_) => "tool.result.v1",
            Self::SearchResults(_) => "search.results.v1",
            Self::Links(_) => "web.links.v1",
        }
    }
}

/// A page, short. Everything but the address may be absent.
#[contract(default)]
pub struct SummaryDocument {
    /// Address, without secrets.
    pub url: String,
    /// Title.
    pub title: String,
    /// Text, line by line, with prefixes that tell its structure.
    pub text: String,
    /// The main content.
    pub primary: Option<Primary>,
    /// Items of a list page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PageItem>>")]
    pub items: Vec<PageItem>,
    /// Comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PageComment>>")]
    pub comments: Vec<PageComment>,
    /// Headings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OutlineEntry>>")]
    pub outline: Vec<OutlineEntry>,
    /// What stands between the reader and the page: see the page crate's signals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub signals: Vec<String>,
    /// Controls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PageElement>>")]
    pub elements: Vec<PageElement>,
    /// What the page says of itself for machines; where values are extracted. Ours, beside the specification.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PageFact>>")]
    pub facts: Vec<PageFact>,
    /// The items with the most comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Discussion>>")]
    pub top_discussions: Vec<Discussion>,
}

/// The main content of a page.
#[contract(default)]
pub struct Primary {
    /// Its text.
    pub text: String,
    /// Tag of its element.
    pub tag: String,
    /// ARIA role of its element.
    pub role: String,
    /// Its element.
    pub handle_id: Option<String>,
}

/// An item of a list page.
#[contract(default)]
pub struct PageItem {
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// What it says besides.
    pub snippet: String,
    /// Its element.
    pub handle_id: Option<String>,
    /// How many comments it is said to have.
    pub comment_count: Option<u64>,
}

/// A comment.
#[contract(default)]
pub struct PageComment {
    /// Its words.
    pub text: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// How old it is, as the page says it.
    pub age: Option<String>,
    /// Its score, as the page says it.
    pub score: Option<String>,
    /// 0 for one that answers no other.
    pub depth: u32,
    /// Its element.
    pub handle_id: Option<String>,
}

/// A heading.
#[contract(default)]
pub struct OutlineEntry {
    /// 1 to 6; 0 for what is no heading and yet structures.
    pub level: u8,
    /// Tag of its element.
    pub tag: String,
    /// ARIA role of its element.
    pub role: String,
    /// Its words.
    pub text: String,
}

/// A control.
#[contract(default)]
pub struct PageElement {
    /// The control.
    pub handle_id: String,
    /// Its role.
    pub role: String,
    /// Its name.
    pub text: String,
    /// Where it leads.
    pub href: Option<String>,
    /// Type of an input.
    pub input_type: Option<String>,
    /// What a list offers. Ours, beside the specification.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub options: Vec<String>,
    /// What is chosen of it. Ours, beside the specification.
    pub value: Option<String>,
}

/// What a page says of itself for machines.
#[contract(default)]
pub struct PageFact {
    /// What it is called there.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// An item with many comments.
#[contract(default)]
pub struct Discussion {
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// How many comments it is said to have.
    pub comment_count: u64,
}

/// A piece of a page's whole text.
#[contract(default)]
pub struct ChunkDocument {
    /// Address, without secrets.
    pub url: String,
    /// Title.
    pub title: String,
    /// From 1.
    pub chunk_index: u32,
    /// How many there are.
    pub chunk_count: u32,
    /// Its text.
    pub text: String,
}

/// A page as page code captured it: the visible part of the document, without values of fields.
#[contract(default)]
pub struct CaptureDocument {
    /// Address.
    pub url: String,
    /// Title.
    pub title: String,
    /// HTML of what can be seen. Elements that may be cited or used bear `data-llm-id`.
    pub html: String,
    /// Grows with every navigation of the tab; an approval counts for one generation only.
    pub generation: u64,
}

/// What a collection holds.
#[contract(default)]
pub struct IndexDocument {
    /// The collection.
    pub collection_id: String,
    /// Its title.
    pub title: String,
    /// Its sources.
    pub sources: Vec<IndexedSource>,
}

/// A source as the index lists it.
#[contract(default)]
pub struct IndexedSource {
    /// The source.
    pub source_id: String,
    /// Its address; empty for a note.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its host.
    pub outlet: String,
    /// When it was captured, ISO 8601 in UTC.
    pub captured_at: Option<String>,
    /// When it was published, as it says itself.
    pub published_at: Option<String>,
}

/// One source of a collection, or a piece of it.
#[contract(default)]
pub struct SourceDocument {
    /// The collection.
    pub collection_id: String,
    /// The source.
    pub source_id: String,
    /// Its address; empty for a note.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its host.
    pub outlet: String,
    /// When it was captured, ISO 8601 in UTC.
    pub captured_at: Option<String>,
    /// When it was published, as it says itself.
    pub published_at: Option<String>,
    /// From 1, where the source comes in pieces.
    pub chunk_index: Option<u32>,
    /// How many pieces there are.
    pub chunk_count: Option<u32>,
    /// Its text.
    pub text: String,
    /// Headings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SourceHeading>>")]
    pub outline: Vec<SourceHeading>,
    /// Links in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SourceLink>>")]
    pub extracted_links: Vec<SourceLink>,
}

/// A heading of a source.
#[contract(default)]
pub struct SourceHeading {
    /// 1 to 6.
    pub level: u8,
    /// Its words.
    pub text: String,
}

/// A link of a source.
#[contract(default)]
pub struct SourceLink {
    /// Where it leads.
    pub url: String,
    /// Its words.
    pub text: String,
    /// The words around it.
    pub context: String,
}

/// What came of a tool. The only kind in which a client's word is trusted, since the client is what
/// performed it; whatever it brings from a page stands in documents of its own, untrusted.
#[contract]
pub struct ToolResultDocument {
    /// Which call.
    pub call_id: String,
    /// Which tool.
    pub name: String,
    /// How it ended.
    pub status: ToolStatus,
    /// Why it failed, as a code of [`crate::packet::tool`].
    pub error: Option<ToolError>,
    /// What it came to: an object of the tool's own.
    #[ts(optional, type = "Record<string, unknown>")]
    pub result: Option<Value>,
    /// Documents that hold what it brought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub documents: Vec<String>,
}

/// How a tool ended.
#[contract(word)]
pub enum ToolStatus {
    /// It did what it was asked.
    Ok,
    /// It failed.
    Error,
    /// The person said no, or stopped it.
    Cancelled,
}

/// Why a tool failed.
#[contract]
pub struct ToolError {
    /// A stable code in capitals.
    pub code: String,
    /// In one sentence that is safe to show.
    #[serde(default)]
    pub message: String,
}

/// What a search of the web found.
#[contract(default)]
pub struct SearchResultsDocument {
    /// The words.
    pub query: String,
    /// Which engine.
    pub engine: String,
    /// Pages, best first.
    pub results: Vec<SearchResult>,
}

/// One page that was found.
#[contract(default)]
pub struct SearchResult {
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// What it says on the matter.
    pub text: String,
}

/// Links that the person has selected.
#[contract(default)]
pub struct LinksDocument {
    /// Addresses, in the order of the page, each once.
    pub urls: Vec<String>,
    /// How many there were.
    pub total_found: u32,
    /// Not all of them are here.
    pub truncated: bool,
}
