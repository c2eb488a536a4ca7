//! What the surface of IDEs keeps: documents, which are JSON under a path of a project, each with a version; and what was
//! changed of the keywords that requests name.

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
