//! What finding knowledge may lean on: a model that makes vectors, and a service that keeps knowledge elsewhere.

use async_trait::async_trait;
use serde_json::{Map, Value};
use uuid::Uuid;

/// Makes vectors of texts, so that what means the same lies close together.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// A vector for each text, in their order.
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, OutsideFailure>;
}

/// Keeps an organisation's knowledge in our stead. What it tells is untrusted.
#[async_trait]
pub trait KnowledgeService: Send + Sync {
    /// What it knows about a page, as far as it bears on a question.
    async fn resolve(
        &self,
        tenant: Uuid,
        url: &str,
        query: Option<&str>,
    ) -> Result<ServiceKnowledge, OutsideFailure>;
}

/// What such a service tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServiceKnowledge {
    /// Passages, best first.
    pub passages: Vec<ServicePassage>,
    /// Where they stand.
    pub citations: Vec<ServiceCitation>,
}

/// A passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServicePassage {
    /// Its id.
    pub id: String,
    /// Its words.
    pub content: String,
    /// Title of the document that it is of.
    pub title: String,
    /// Whatever else is said of it.
    pub metadata: Option<Map<String, Value>>,
}

/// Where a passage stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceCitation {
    /// The document.
    pub document_id: String,
    /// Its title.
    pub title: String,
    /// Where in it.
    pub section: Option<String>,
    /// On which page.
    pub page: Option<u32>,
}

/// Why one of them did not do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutsideFailure {
    /// No answer in time.
    #[error("it did not answer in time")]
    TimedOut,
    /// Not reached.
    #[error("it could not be reached")]
    Unreachable,
    /// It answered with an error.
    #[error("it answered with status {0}")]
    Status(u16),
    /// Its answer is not what was asked for, or too long.
    #[error("its answer could not be read")]
    Unreadable,
}
