//! `artifact.save`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::Redaction;
use crate::packet::Doc;

/// Keep text or an answer as an artifact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArtifactSave {
    /// Its title.
    pub title: String,
    /// MIME type of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mime: Option<String>,
    /// The text, or
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// an answer; exactly one of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub doc: Option<Doc>,
    /// Tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tags: Option<Vec<String>>,
    /// Whether what looks like a secret is taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub redaction: Option<Redaction>,
}
