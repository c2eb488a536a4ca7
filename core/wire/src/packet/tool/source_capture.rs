//! `source.capture`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::CaptureMode;

/// Keep the text of a page in a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceCapture {
    /// Which collection.
    pub collection_id: String,
    /// The page.
    pub url: String,
    /// How the page is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mode: Option<CaptureMode>,
    /// Most characters, 100 to 200,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max_chars: Option<u32>,
}
