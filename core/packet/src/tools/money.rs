//! `app.money_calculate`.
//!
//! Amounts are written in whole units, as `12.34`, and may be marked by their currency: `USD 12.34`.
//! Where no number is marked, the numbers are the amounts and factors that make sense of the
//! expression, and it comes to an amount. Where some are marked, all others are plain numbers.

use rust_decimal::RoundingStrategy;
use screen_agent_wire::packet::tool::{MoneyCalculate, Rounding};
use serde_json::{Value, json};

use super::calculate::combine;
use super::currency::Currency;
use super::expression::{Operator, Step, read_marked};
use super::number::Number;
use super::{Fault, outcome};
use crate::run::Outcome;

/// Calculates with amounts of one currency. There is one rounding, to whole minor units, at the end.
pub fn money_calculate(arguments: &MoneyCalculate) -> Outcome {
    outcome(worked_out(arguments))
}

fn worked_out(arguments: &MoneyCalculate) -> Result<Value, Fault> {
    let currency = Currency::find(&arguments.currency).ok_or(Fault::UnknownCurrency)?;
    let steps = read_marked(&arguments.expression, &currency.code)?;
    let marked = |step: &Step| matches!(step, Step::Number { marked: true, .. });
    let quantity = value(&steps, steps.iter().any(marked))?;
    match quantity.unit {
        Unit::Plain => ratio(quantity.number),
        Unit::Money | Unit::Either => {
            let rounding = arguments.rounding.unwrap_or_default();
            amount(quantity.number, &currency, rounding)
        }
    }
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Money,
    Plain,
    /// Nothing in the expression says which.
    Either,
}

#[derive(Clone, Copy, Debug)]
struct Quantity {
    number: Number,
    unit: Unit,
}

fn value(steps: &[Step], any_marked: bool) -> Result<Quantity, Fault> {
    let mut stack: Vec<Quantity> = Vec::new();
    for step in steps {
        let made = match step {
            Step::Number { value, marked } => Quantity {
                number: *value,
                unit: match (marked, any_marked) {
                    (true, _) => Unit::Money,
                    (false, true) => Unit::Plain,
                    (false, false) => Unit::Either,
                },
            },
            Step::Negate => {
                let top = stack.pop().ok_or(Fault::Invalid)?;
                Quantity {
                    number: top.number.negated()?,
                    ..top
                }
            }
            Step::Combine(operator) => {
                let (right, left) = (stack.pop(), stack.pop());
                let (left, right) = left.zip(right).ok_or(Fault::Invalid)?;
                Quantity {
                    unit: unit(*operator, left.unit, right.unit)?,
                    number: combine(*operator, left.number, right.number)?,
                }
            }
        };
        stack.push(made);
    }
    stack.pop().ok_or(Fault::Invalid)
}

fn unit(operator: Operator, left: Unit, right: Unit) -> Result<Unit, Fault> {
    use Unit::{Either, Money, Plain};
    match (operator, left, right) {
        (_, Either, Either) => Ok(Either),
        (Operator::Add | Operator::Subtract, left, right) if left == right => Ok(left),
        (Operator::Add | Operator::Subtract, _, _) => Err(Fault::MixedUnits),
        (Operator::Multiply, Money, Money) => Err(Fault::MoneyTimesMoney),
        (Operator::Multiply, Plain, Plain) => Ok(Plain),
        (Operator::Multiply, _, _) => Ok(Money),
        (Operator::Divide, Money, Money) | (Operator::Divide, Plain, Plain) => Ok(Plain),
        (Operator::Divide, Plain, _) => Err(Fault::NumberByMoney),
        (Operator::Divide, _, _) => Ok(Money),
    }
}

fn amount(number: Number, currency: &Currency, rounding: Rounding) -> Result<Value, Fault> {
    let how = match rounding {
        Rounding::Bankers => RoundingStrategy::MidpointNearestEven,
        Rounding::Up => RoundingStrategy::AwayFromZero,
        Rounding::Down => RoundingStrategy::ToZero,
    };
    let shown = number.rounded(currency.decimals, how);
    Ok(json!({
        "amountMinor": shown.units(currency.decimals)?,
        "currency": currency.code,
        "decimals": currency.decimals,
        "formatted": shown.fixed(currency.decimals),
        "rounding": rounding,
        "exact": shown.exact,
    }))
}

/// An amount by an amount is a plain number.
fn ratio(number: Number) -> Result<Value, Fault> {
    let shown = number.shown();
    Ok(json!({
        "result": shown.json()?,
        "formatted": shown.plain(),
        "exact": shown.exact,
    }))
}

/// So many minor units, as they are written.
pub(super) fn written(amount_minor: i64, currency: &Currency) -> Result<String, Fault> {
    let unit = Number::whole(
        10_i64
            .checked_pow(currency.decimals)
            .ok_or(Fault::Overflow)?,
    );
    let amount = Number::whole(amount_minor).divide(unit)?;
    let shown = amount.rounded(currency.decimals, RoundingStrategy::MidpointAwayFromZero);
    Ok(shown.fixed(currency.decimals))
}

/// A share of an amount in whole minor units, halves away from zero.
pub(super) fn share(amount_minor: i64, rate: Number) -> Result<i64, Fault> {
    let share = Number::whole(amount_minor).multiply(rate)?;
    share
        .rounded(0, RoundingStrategy::MidpointAwayFromZero)
        .units(0)
}
