//! What was meant: as clients say it, as replies tell it, and as text is looked through for it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::derives::*;

/// What an IDE says is meant: a whole block, or one word of an agent.
#[contract]
#[serde(untagged)]
pub enum IntentGiven {
    /// One word, as the chat of agents sends it. It says nothing that is acted on.
    Word(String),
    /// The block.
    Block(Box<IntentBlock>),
}

/// What an IDE says is meant.
#[contract(default)]
pub struct IntentBlock {
    /// The words, where they stand nowhere else.
    pub text: Option<String>,
    /// Language of what is shown: `en`, `ko`, `ru`, `th`, `ja`, or `auto`.
    pub language: Option<String>,
    /// Keywords of the registry.
    pub keywords: Option<Vec<String>>,
    /// What it is about.
    pub target: Option<IntentTarget>,
    /// What it is about, as replies have it.
    pub parsed: Option<IntentParsed>,
    /// How sure the client is, from 0 to 1.
    pub confidence: Option<f64>,
    /// The client's own name for it.
    pub intent_id: Option<String>,
    /// The registry that the client knows.
    pub registry: Option<RegistryKnown>,
}

/// The registry that a client knows.
#[contract(default)]
pub struct RegistryKnown {
    /// Its version.
    pub version: Option<String>,
}

/// What an intent comes to.
#[contract(default)]
pub struct IntentParsed {
    /// What is to be reached, as the client says it.
    pub goal: Option<String>,
    /// What belongs to it, as the client says it.
    pub scope: Option<Vec<String>>,
    /// What has to be kept to, as the client says it.
    pub constraints: Option<Vec<String>>,
    /// By what it is judged, as the client says it.
    pub acceptance: Option<Vec<String>>,
    /// What it is about.
    pub target: Option<IntentTarget>,
}

/// What an intent is about.
#[contract(default)]
pub struct IntentTarget {
    /// The project. Any word; not every project has a UUID.
    pub project_uuid: Option<String>,
    /// The page, as a number or a word.
    #[ts(type = "number | string")]
    pub page_id: Option<Value>,
}

/// What was understood, as every reply tells it.
#[contract]
pub struct IntentReply {
    /// The words.
    pub text: String,
    /// Language of what is shown.
    pub language: String,
    /// Keywords of the registry that apply.
    pub keywords: Vec<String>,
    /// What it comes to.
    pub parsed: IntentParsed,
    /// From 0 to 1.
    pub confidence: f64,
    /// The client's own name for it.
    pub intent_id: Option<String>,
    /// Whose keywords they are.
    pub registry: RegistryRef,
    /// What may have been meant by keywords that are unknown.
    pub suggestions: Option<BTreeMap<String, Vec<String>>>,
}

/// Whose keywords they are.
#[contract]
pub struct RegistryRef {
    /// Version of the registry.
    pub version: String,
    /// `seed`: the one that comes with the server.
    pub source: String,
    /// What is to be done where the client knows one that does not go together with it.
    pub warning: Option<String>,
}

/// A text that is to be looked through for keywords.
#[contract(default)]
pub struct ResolveRequest {
    /// The text.
    pub text: String,
    /// Its language.
    pub language: Option<String>,
}

/// What was found in a text.
#[contract]
pub struct ResolveReply {
    /// Always true.
    pub ok: bool,
    /// The trace.
    pub trace_id: String,
    /// What was found.
    pub intent: ResolvedIntent,
    /// Version of the registry.
    pub registry_version: String,
    /// Version of the envelope.
    pub envelope_version: String,
}

/// Keywords found in a text.
#[contract]
pub struct ResolvedIntent {
    /// Keywords of the registry, in order of appearance.
    pub keywords: Vec<String>,
    /// Words that look like keywords and are none.
    pub unknown: Vec<String>,
    /// At most three keywords for each of those.
    pub suggestions: BTreeMap<String, Vec<String>>,
    /// Language of the text.
    pub language: String,
}
