//! `app.calculate`. Spec 003, "Tool call schema".

use rust_decimal::RoundingStrategy;

use super::descriptor::*;
use crate::compute::expression::read;
use crate::compute::{Fault, outcome, quantity};

/// Most decimals that a result may be rounded to.
const MOST_PRECISION: u8 = 6;

/// Calculate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Calculate {
    /// Numbers, `+ - * /` and parentheses.
    pub expression: String,
    /// Decimals of the result, 0 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub precision: Option<u8>,
}

impl Calculate {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "app.calculate",
        performer: Performer::Server,
        purpose: Purpose::Compute,
        takes: "{\"expression\": numbers + - * / ( ), \"precision\"?: 0 to 6}",
        title: "Calculate",
        narrow: |_| {
            object([
                ("expression", text(NAME)),
                ("precision", or_null(whole(0, 6))),
            ])
        },
    };
}

impl Described for Calculate {
    fn check(&self) -> Result<(), Invalid> {
        given("expression", &self.expression, EXPRESSION)?;
        within("precision", self.precision.map(u32::from), 0, 6)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Compute
    }

    fn compute(&self, _: Option<&ShippingTable>) -> Option<Outcome> {
        Some(outcome(worked_out(self)))
    }
}

/// Fractions stay fractions until the end; then there is one rounding, halves away from zero. `formatted` has
/// every digit, whatever `result` as a JSON number can hold.
fn worked_out(arguments: &Calculate) -> Result<Value, Fault> {
    let number = quantity::worked_out(&read(&arguments.expression)?)?.number;
    let Some(precision) = arguments.precision else {
        let shown = number.shown();
        return Ok(json!({
            "result": shown.json()?,
            "formatted": shown.plain(),
            "exact": shown.exact,
        }));
    };
    if precision > MOST_PRECISION {
        return Err(Fault::Precision);
    }
    let decimals = u32::from(precision);
    let shown = number.rounded(decimals, RoundingStrategy::MidpointAwayFromZero);
    Ok(json!({
        "result": shown.json()?,
        "precision": precision,
        "formatted": shown.fixed(decimals),
        "exact": shown.exact,
    }))
}
