//! `commerce.estimate_shipping`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::{Destination, ShippingSpeed};

/// Estimate the cost of shipping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EstimateShipping {
    /// Where it is delivered to.
    pub destination: Destination,
    /// How fast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub speed: Option<ShippingSpeed>,
    /// Who sells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub merchant_origin: Option<String>,
}
