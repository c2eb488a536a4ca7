//! `artifact.share`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::{ShareFormat, ShareTarget};

/// Hand an artifact out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ArtifactShare {
    /// Which.
    pub artifact_id: String,
    /// In which format.
    pub format: ShareFormat,
    /// Name of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub filename: Option<String>,
    /// Where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<ShareTarget>,
}
