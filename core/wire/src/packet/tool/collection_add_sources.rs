//! `collection.add_sources`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::NewSource;

/// Add sources to a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CollectionAddSources {
    /// Which.
    pub collection_id: String,
    /// Addresses and notes.
    pub sources: Vec<NewSource>,
}
