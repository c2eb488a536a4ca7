//! What an expression comes to: a number, and whether it is an amount.

use super::Fault;
use super::expression::{Operator, Step};
use super::number::Number;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Money,
    Plain,
    /// Nothing in the expression says which.
    Either,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantity {
    pub(crate) number: Number,
    pub(crate) unit: Unit,
}

/// Does the steps. Where any number is marked as an amount, all others are plain numbers.
pub(crate) fn worked_out(steps: &[Step]) -> Result<Quantity, Fault> {
    let is_marked = |step: &Step| matches!(step, Step::Number { marked: true, .. });
    let any_marked = steps.iter().any(is_marked);
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

fn combine(operator: Operator, left: Number, right: Number) -> Result<Number, Fault> {
    match operator {
        Operator::Add => left.add(right),
        Operator::Subtract => left.subtract(right),
        Operator::Multiply => left.multiply(right),
        Operator::Divide => left.divide(right),
    }
}
