//! `browser.scroll`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Scroll the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scroll {
    /// Pixels down; up when negative.
    pub delta_y: f64,
}
