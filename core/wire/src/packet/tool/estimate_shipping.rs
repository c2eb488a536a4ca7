//! `commerce.estimate_shipping`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::{Destination, ShippingSpeed};

/// Estimate the cost of shipping.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct EstimateShipping {
    /// Where it is delivered to.
    pub destination: Destination,
    /// How fast.
    pub speed: Option<ShippingSpeed>,
    /// Who sells.
    pub merchant_origin: Option<String>,
}

impl EstimateShipping {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "commerce.estimate_shipping",
        performer: Performer::Computed,
        purpose: Purpose::Commerce,
        takes: "{\"destination\":{\"state\",\"zip\"?},\"speed\"?: \"standard\"|\"expedited\"}",
        title: "Estimate shipping",
        narrow: |_| {
            object([
                ("destination", Destination::narrow()),
                ("merchantOrigin", or_null(text(NAME))),
                ("speed", or_null(one_of(&["standard", "expedited"]))),
            ])
        },
    };
}

impl Described for EstimateShipping {
    fn check(&self) -> Result<(), Invalid> {
        self.destination.check()?;
        chars("merchantOrigin", &self.merchant_origin, TITLE)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Compute
    }
}
