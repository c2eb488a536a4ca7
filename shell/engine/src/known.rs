//! By what knowledge is read and found, and what was found: what the engine holds and a turn is given.

use std::sync::Arc;
use std::time::Duration;

use screen_agent_ports::{Embedder, FileReader, KnowledgeService, ServiceKnowledge};
use screen_agent_think::knowledge::Passage;

/// What knowledge is read and found by.
#[derive(Clone)]
pub struct KnowledgeMeans {
    /// Reads files.
    pub reader: Arc<dyn FileReader>,
    /// Makes vectors, where that is set up.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Keeps all knowledge elsewhere, where that is set up.
    pub service: Option<Arc<dyn KnowledgeService>>,
    /// Most pages of a site.
    pub pages: usize,
    /// Between two pages of a site.
    pub pause: Duration,
}

impl KnowledgeMeans {
    /// With the embedded index alone.
    pub fn of(reader: Arc<dyn FileReader>) -> Self {
        Self {
            reader,
            embedder: None,
            service: None,
            pages: 2_000,
            pause: Duration::from_millis(200),
        }
    }
}

/// What is known.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Host of the page; empty without one.
    pub domain: String,
    /// It is on the organisation's list.
    pub domain_match: bool,
    /// That list.
    pub domains: Vec<String>,
    /// Knowledge of the organisation was used.
    pub has: bool,
    /// Why, or why not, in a sentence.
    pub reason: &'static str,
    /// Passages, best first.
    pub passages: Vec<Passage>,
    /// The same as a service tells it.
    pub told: ServiceKnowledge,
    /// How long it took.
    pub took: Duration,
}
