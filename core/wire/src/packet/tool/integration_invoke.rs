//! `integration.invoke`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

/// Send something to a configured service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IntegrationInvoke {
    /// Which service.
    pub integration: String,
    /// What it shall do.
    pub operation: String,
    /// What it is sent.
    #[ts(type = "Record<string, unknown>")]
    pub payload: Map<String, Value>,
    /// The same key does the same thing once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub idempotency_key: Option<String>,
}
