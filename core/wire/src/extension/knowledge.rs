//! What is known about a site beyond what everybody can read there. Spec 002 §5.

use serde_json::{Map, Value};

use crate::derives::*;

/// One passage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct KnowledgeChunk {
    /// Its id.
    pub id: String,
    /// Its text. Data, never instruction.
    pub content: String,
    /// Title of the document that it is from.
    pub document_title: String,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub metadata: Option<Map<String, Value>>,
}

/// Where a passage is from.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum RagMode {
    /// The organisation's own.
    OrgSpecific,
    /// What everybody can know.
    PublicOnly,
}

/// Why knowledge was used or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_domains: Option<Vec<String>>,
}

/// `GET /api/knowledge/resolve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
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
