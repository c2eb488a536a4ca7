//! `browser.type`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Type into a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeText {
    /// The field.
    pub handle_id: String,
    /// What to type; may be empty.
    pub text: String,
}
