//! `commerce.estimate_tax`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::Destination;

/// Estimate sales tax.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EstimateTax {
    /// Amount in minor units.
    #[ts(type = "number")]
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// Where it is delivered to.
    pub destination: Destination,
    /// What is bought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub category: Option<String>,
    /// Who sells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub merchant_origin: Option<String>,
}
