//! The registry of keywords: as it is listed, and as an operator changes it.

use serde_json::{Map, Value};

use super::cli_action::{ApplyStrategy, ConflictStrategy};
use crate::derives::*;

/// All keywords.
#[contract]
pub struct RegistryReply {
    /// Always true.
    pub ok: bool,
    /// Version of the registry: each change makes the next.
    pub registry_version: String,
    /// The keywords, those of tasks first.
    pub keywords: Vec<RegisteredKeyword>,
}

/// A keyword.
#[contract]
pub struct RegisteredKeyword {
    /// Such as `ui.generate`.
    pub keyword: String,
    /// What it stands for.
    pub description: String,
    /// How often it was changed.
    pub version: u32,
    /// What a request must say.
    #[ts(type = "Record<string, unknown>")]
    pub requires: Map<String, Value>,
    /// The actions that follow.
    pub templates: Vec<ActionTemplate>,
    /// It is understood, and not told of any more.
    pub deprecated: bool,
    /// `seed`, or `registry` once it was changed.
    pub source: String,
}

/// What an operator changes of a keyword, or adds. What is left out stays.
#[contract(default)]
pub struct KeywordChange {
    /// Such as `ui.generate`; the address says it, too.
    pub keyword: String,
    /// What it stands for.
    pub description: Option<String>,
    /// What a request must say: places such as `target.project_uuid` or `payload.bdd_text|bdd_struct`, each with
    /// `{"required": true}` or `false`.
    #[ts(type = "Record<string, unknown>")]
    pub requires: Option<Map<String, Value>>,
    /// The actions that follow.
    pub templates: Option<Vec<ActionTemplate>>,
    /// It is understood, and not told of any more.
    pub deprecated: Option<bool>,
}

/// An action that follows on a keyword.
#[contract]
pub struct ActionTemplate {
    /// Its id within a reply.
    pub id: String,
    /// One of the verbs on the list.
    pub command: String,
    /// Its arguments, with `{{project_uuid}}`, `{{page_id}}` and `{{trace_id}}` for what they stand for.
    pub args: Vec<String>,
    /// The part of the reply that is its input, such as `artifacts.mapping`.
    pub input_ref: String,
    /// How it is applied.
    pub apply_strategy: ApplyStrategy,
    /// What happens where something else stands already.
    pub conflict_strategy: ConflictStrategy,
    /// Actions that are carried out before it; without them it is not offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// It is offered.
    pub enabled: bool,
}
