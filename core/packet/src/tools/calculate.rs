//! `app.calculate`.

use rust_decimal::RoundingStrategy;
use screen_agent_wire::packet::tool::Calculate;
use serde_json::{Value, json};

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
