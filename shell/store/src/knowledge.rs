//! What an organisation knows: sources, the documents that were read from them, and their chunks. All of it is the
//! tenant's, whoever of it asks.
//!
//! A source is worked on by one holder at a time, in many small changes, so that nobody else waits: a document's new
//! chunks are found by nobody until it has all of them, and what is not current any more goes a batch at a time.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Owner, Stored};

/// Most sources of a tenant, and documents of a source.
pub const MOST_KNOWLEDGE: u32 = 1_000;
pub const MOST_DOCUMENTS: u32 = 20_000;
/// Most bytes that a tenant's knowledge takes, with all that is needed to find it; without a setting.
pub const KNOWLEDGE_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// How long a source is held without a word of its holder.
pub const KNOWLEDGE_LEASE_MS: i64 = 120_000;

/// Where knowledge comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnowledgeKind {
    /// A file, or an archive of files, that was given.
    File,
    /// One page of the web.
    Page,
    /// The pages that a sitemap names.
    Sitemap,
}

/// How a source stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnowledgeState {
    /// It waits to be read.
    Pending,
    /// It is being read. What was read of it before is found meanwhile.
    Running,
    /// It was read.
    Ready,
    /// It could not be read, or not all of it. What was read before is still found.
    Failed,
    /// Somebody removed it: nothing of it is found any more, and it goes a batch at a time.
    Removing,
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeSource {
    pub id: Uuid,
    pub kind: KnowledgeKind,
    /// Its address, or the name of the file.
    pub location: String,
    pub title: String,
    /// Where it is used: a pattern of hosts; without, wherever the tenant's knowledge is used.
    pub domain: Option<String>,
    pub state: KnowledgeState,
    /// Why it failed, in a sentence that is safe to show.
    pub error: Option<String>,
    /// How many of its documents were looked at in the present or last reading, and how many there are.
    pub done: u32,
    pub total: u32,
    pub documents: u32,
    pub chunks: u32,
    /// What the bytes of a file are kept under.
    pub blob: Option<Uuid>,
    pub size: u64,
    /// How often it is read again.
    pub refresh_ms: Option<i64>,
    /// When it is read again.
    pub due_ms: Option<i64>,
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// A source to add.
#[derive(Clone, Debug)]
pub struct NewKnowledge {
    pub id: Uuid,
    pub kind: KnowledgeKind,
    pub location: String,
    pub title: String,
    pub domain: Option<String>,
    pub blob: Option<Uuid>,
    pub size: u64,
    pub refresh_ms: Option<i64>,
}

/// What came of adding one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeAdded {
    /// It, or the one with its kind and location that was there, with what is new of it.
    pub source: KnowledgeSource,
    /// Bytes that are nobody's any more.
    pub replaced: Option<Uuid>,
}

/// The right to work on a source. Who lost it changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnowledgeClaim {
    pub source: Uuid,
    pub claim: i64,
}

/// A document of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeDocument {
    pub id: i64,
    /// Its address, or its path in an archive.
    pub location: String,
    pub title: String,
    pub mime: String,
    /// Code of its language, where that is known.
    pub language: Option<String>,
    /// Digest of what it said when it was read.
    pub digest: [u8; 32],
    /// How often it was read anew.
    pub version: u32,
    pub chunks: u32,
    pub indexed_ms: i64,
}

/// A document as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDocument {
    pub location: String,
    pub title: String,
    pub mime: String,
    pub language: Option<String>,
    pub digest: [u8; 32],
}

/// A chunk as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct NewChunk {
    /// The headings that it stands under.
    pub section: String,
    pub page: Option<u32>,
    pub text: String,
    /// Terms of title and headings, and of the text, each with spaces between them.
    pub heading_terms: String,
    pub body_terms: String,
    /// Its vector, of length 1, in the bytes of [`pack_vector`].
    pub vector: Option<Vec<u8>>,
}

/// A batch of a document's chunks. All batches of one document follow each other.
#[derive(Clone, Debug)]
pub struct ChunkBatch {
    pub document: NewDocument,
    /// Place of the first of them; 0 begins the document anew.
    pub from: u32,
    pub chunks: Vec<NewChunk>,
    /// The document has no more: from now on it is found as it is now, and not as it was.
    pub last: bool,
}

/// A source that is to be worked on, and for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeWork {
    pub owner: Owner,
    pub id: Uuid,
}

/// What there is to be found for a host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnowledgeScope {
    /// Chunks of the tenant, and terms in all of them.
    pub chunks: u32,
    pub terms: u64,
    /// Documents that apply to the host.
    pub documents: u32,
    /// Codes of their languages.
    pub languages: Vec<String>,
}

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnowledgeQuery {
    /// The host that it is about.
    pub host: String,
    /// Each term in the forms that it may have. Without terms and vector, the first chunks are found.
    pub terms: Vec<Vec<String>>,
    /// The question as a vector of length 1, packed.
    pub vector: Option<Vec<u8>>,
    /// The address of the page, whose own document comes first where nothing is asked.
    pub address: String,
    pub most: u32,
}

/// A chunk that was found, with the document that it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeHit {
    pub id: i64,
    pub document: i64,
    pub title: String,
    pub location: String,
    pub section: String,
    pub page: Option<u32>,
    pub text: String,
    pub heading_terms: String,
    pub body_terms: String,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnowledgeFound {
    /// By terms, best first as far as the index tells.
    pub by_terms: Vec<KnowledgeHit>,
    /// By vector, the nearest first.
    pub by_vector: Vec<KnowledgeHit>,
    /// How many chunks hold each term, as far as it was counted.
    pub counts: Vec<u32>,
}

/// An organisation's knowledge.
#[async_trait]
pub trait Knowledge: Send + Sync {
    /// Adds a source that waits to be read. One of its kind with its location is read anew instead, unless it is being read.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_KNOWLEDGE`], and
    /// [`StoreError::OverQuota`](crate::StoreError::OverQuota).
    async fn add_knowledge(&self, new: NewKnowledge, now_ms: i64) -> Stored<KnowledgeAdded>;

    /// Has a source read again. `None` when there is none; one that is being read is left as it is.
    async fn renew_knowledge(&self, id: Uuid, now_ms: i64) -> Stored<Option<KnowledgeSource>>;

    /// Takes a source that waits, that is due, or whose holder is silent. Of two, one gets it.
    async fn take_knowledge(
        &self,
        id: Uuid,
        now_ms: i64,
    ) -> Stored<Option<(KnowledgeSource, KnowledgeClaim)>>;

    /// Says how far it is. [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when it is somebody else's by now, or
    /// was removed.
    async fn knowledge_progress(
        &self,
        claim: KnowledgeClaim,
        (done, total): (u32, u32),
        now_ms: i64,
    ) -> Stored<()>;

    /// The document of a source that is there already, which is looked at now and so stays.
    async fn keep_document(
        &self,
        claim: KnowledgeClaim,
        location: String,
    ) -> Stored<Option<KnowledgeDocument>>;

    /// Adds chunks of a document. Besides the lease, it fails with [`StoreError::OverQuota`](crate::StoreError::OverQuota)
    /// and [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_DOCUMENTS`].
    async fn add_chunks(&self, claim: KnowledgeClaim, batch: ChunkBatch, now_ms: i64)
    -> Stored<()>;

    /// Ends the work on a source; an `Err` says why it failed. Documents that were not looked at are gone then, unless it
    /// failed.
    async fn finish_knowledge(
        &self,
        claim: KnowledgeClaim,
        result: Result<(), String>,
        now_ms: i64,
    ) -> Stored<()>;

    /// Removes a source: nothing of it is found from now on. What is left is its bytes, if it has any, and what
    /// [`purge_knowledge`](Self::purge_knowledge) takes. `None` when there is none.
    async fn remove_knowledge(&self, id: Uuid, now_ms: i64) -> Stored<Option<KnowledgeSource>>;

    /// Deletes a batch of what is not current any more of a source; false when there is no more of it.
    async fn purge_knowledge(&self, id: Uuid) -> Stored<bool>;

    /// What there is to be found for a host.
    async fn knowledge_scope(&self, host: String) -> Stored<KnowledgeScope>;

    /// Looks for chunks.
    async fn search_knowledge(&self, query: KnowledgeQuery) -> Stored<KnowledgeFound>;
}

/// A vector of length 1 in a byte a number, after the number that the largest stands for.
pub fn pack_vector(vector: &[f32]) -> Vec<u8> {
    let length = vector
        .iter()
        .map(|x| x * x)
        .sum::<f32>()
        .sqrt()
        .max(f32::MIN_POSITIVE);
    let largest = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let scale = (largest / length / 127.0).max(f32::MIN_POSITIVE);
    let mut packed = scale.to_le_bytes().to_vec();
    packed.extend(
        vector
            .iter()
            .map(|x| ((x / length / scale).round() as i8).to_le_bytes()[0]),
    );
    packed
}

/// How alike two packed vectors are, from -1 to 1; nothing when they are not of one kind.
pub fn likeness(one: &[u8], other: &[u8]) -> Option<f32> {
    let (a, one) = one.split_first_chunk::<4>()?;
    let (b, other) = other.split_first_chunk::<4>()?;
    if one.len() != other.len() {
        return None;
    }
    let number = |byte: &u8| i32::from(i8::from_le_bytes([*byte]));
    let sum: i32 = one
        .iter()
        .zip(other)
        .map(|(a, b)| number(a) * number(b))
        .sum();
    Some(sum as f32 * f32::from_le_bytes(*a) * f32::from_le_bytes(*b))
}
