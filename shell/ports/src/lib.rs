//! What the shell offers core and the engine. Adapters implement these; the command joins them.

mod files;
mod knowledge;
mod mail;
mod models;
mod moment;
mod web;

pub use files::{Blobs, FileReader, GivenAs, Printer};
pub use knowledge::{
    Embedder, KnowledgeService, OutsideFailure, ServiceCitation, ServiceKnowledge, ServicePassage,
};
pub use mail::{Letter, Mail, MailFailure};
pub use models::{Heard, ModelAnswer, ModelCall, Proposed, Proposer, Thinker, Thinking, Usage};
pub use moment::{Clock, Ids};
pub use web::{
    Callbacks, DesignFailure, Designs, Downloaded, Fetch, FetchFailure, Fetched, FetchedDocument,
    Hook, HookFailure, WebSearcher,
};
