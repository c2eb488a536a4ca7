//! `app.calculate`. Spec 003, "Tool call schema".

use rust_decimal::RoundingStrategy;

use super::descriptor::*;
use crate::compute::expression::read;
use crate::compute::{Fault, outcome, quantity, told};

/// Most decimals that a result may be rounded to.
const MOST_PRECISION: u8 = 6;

/// Calculate.
#[contract(camel, strict)]
pub struct Calculate {
    /// Numbers, `+ - * /` and parentheses.
    pub expression: String,
    /// Decimals of the result, 0 to 6.
    pub precision: Option<u8>,
}

tool! {
    Calculate = "app.calculate", "Calculate": Server, Compute, Compute;
    takes "{\"expression\": numbers + - * / ( ), \"precision\"?: 0 to 6}";
    narrow |_| [
        ("expression", text(NAME)),
        ("precision", or_null(whole(0, 6))),
    ]
}

impl Described for Calculate {
    fn check(&self) -> Result<(), Invalid> {
        given("expression", &self.expression, EXPRESSION)?;
        within("precision", self.precision.map(u32::from), 0, 6)
    }

    fn compute(&self, _: Tables<'_>) -> Option<Outcome> {
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
            "told": told(&arguments.expression, &shown.plain(), shown.exact),
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
        "told": told(&arguments.expression, &shown.fixed(decimals), shown.exact),
        "formatted": shown.fixed(decimals),
        "exact": shown.exact,
    }))
}
