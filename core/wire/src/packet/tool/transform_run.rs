//! `transform.run`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

/// Make something out of a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransformRun {
    /// Which.
    pub collection_id: String,
    /// What, by `transform.list_types`.
    #[serde(rename = "type")]
    pub transform: String,
    /// How.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub config: Option<Map<String, Value>>,
}
