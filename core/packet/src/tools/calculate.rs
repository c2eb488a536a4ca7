//! `app.calculate`.

use rust_decimal::RoundingStrategy;
use rust_decimal::prelude::ToPrimitive;
use screen_agent_wire::packet::tool::Calculate;
use serde_json::{Number as JsonNumber, Value, json};

use super::expression::{Operator, Step, read};
use super::number::Number;
use super::{Fault, outcome};
use crate::run::Outcome;

/// Most decimals that a result may be rounded to.
const MOST_PRECISION: u8 = 6;

/// Calculates. Fractions stay fractions until the end; then there is one rounding, halves away from
/// zero. `formatted` has every digit, whatever `result` as a JSON number can hold.
pub fn calculate(arguments: &Calculate) -> Outcome {
    outcome(worked_out(arguments))
}

fn worked_out(arguments: &Calculate) -> Result<Value, Fault> {
    let number = value(&read(&arguments.expression)?)?;
    let Some(precision) = arguments.precision else {
        let shown = number.shown()?;
        let formatted = shown.figure.to_string();
        return Ok(json!({
            "result": json_number(&formatted)?,
            "formatted": formatted,
            "exact": shown.exact,
        }));
    };
    if precision > MOST_PRECISION {
        return Err(Fault::Precision);
    }
    let shown = number.rounded(precision.into(), RoundingStrategy::MidpointAwayFromZero)?;
    let formatted = format!("{:.*}", usize::from(precision), shown.figure);
    Ok(json!({
        "result": json_number(&formatted)?,
        "precision": precision,
        "formatted": formatted,
        "exact": shown.exact,
    }))
}

/// Does the steps.
fn value(steps: &[Step]) -> Result<Number, Fault> {
    let mut stack: Vec<Number> = Vec::new();
    for step in steps {
        let made = match step {
            Step::Number { value, .. } => *value,
            Step::Negate => stack.pop().ok_or(Fault::Invalid)?.negated()?,
            Step::Combine(operator) => {
                let (right, left) = (stack.pop(), stack.pop());
                let (left, right) = left.zip(right).ok_or(Fault::Invalid)?;
                combine(*operator, left, right)?
            }
        };
        stack.push(made);
    }
    stack.pop().ok_or(Fault::Invalid)
}

pub(super) fn combine(operator: Operator, left: Number, right: Number) -> Result<Number, Fault> {
    match operator {
        Operator::Add => left.add(right),
        Operator::Subtract => left.subtract(right),
        Operator::Multiply => left.multiply(right),
        Operator::Divide => left.divide(right),
    }
}

/// As a number of JSON: a whole one where it is one, else the nearest that there is.
pub(super) fn json_number(formatted: &str) -> Result<JsonNumber, Fault> {
    let figure: rust_decimal::Decimal = formatted.parse().map_err(|_| Fault::Overflow)?;
    if figure.fract().is_zero() {
        if let Some(whole) = figure.to_i64() {
            return Ok(whole.into());
        }
    }
    let near: Option<f64> = formatted.parse().ok();
    near.and_then(JsonNumber::from_f64).ok_or(Fault::Overflow)
}
