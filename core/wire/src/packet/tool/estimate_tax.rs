//! `commerce.estimate_tax`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::Destination;

/// Estimate sales tax.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct EstimateTax {
    /// Amount in minor units.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// Where it is delivered to.
    pub destination: Destination,
    /// What is bought.
    pub category: Option<String>,
    /// Who sells.
    pub merchant_origin: Option<String>,
}

impl EstimateTax {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "commerce.estimate_tax",
        performer: Performer::Computed,
        purpose: Purpose::Commerce,
        takes: "{\"amountMinor\",\"currency\",\"destination\":{\"state\",\"zip\"?},\"category\"?}",
        title: "Estimate a tax",
        narrow: |_| {
            object([
                ("amountMinor", whole(0, 1_000_000_000_000)),
                ("category", or_null(text(NAME))),
                ("currency", text(3)),
                ("destination", Destination::narrow()),
                ("merchantOrigin", or_null(text(NAME))),
            ])
        },
    };
}

impl Described for EstimateTax {
    fn check(&self) -> Result<(), Invalid> {
        given("currency", &self.currency, WORD)?;
        self.destination.check()?;
        chars("category", &self.category, TITLE)?;
        chars("merchantOrigin", &self.merchant_origin, TITLE)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Compute
    }
}
