//! What tools that only compute are made of: they look at nothing but their arguments and tables of ours.
//!
//! What cannot be known is said to be unknown: no figure here is a guess.

pub(crate) mod currency;
pub(crate) mod expression;
pub(crate) mod number;
pub(crate) mod quantity;
#[cfg(test)]
mod tests;

use screen_agent_words::quote::sentence;
use serde_json::{Value, json};

use crate::Outcome;

/// Why something could not be calculated. The code is stable; the sentence is safe to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// There is nothing in it.
    #[error("the expression is empty")]
    Empty,
    /// It has more characters than are read.
    #[error("the expression is longer than 1,000 characters")]
    TooLong,
    /// It has more parentheses inside of each other than are read.
    #[error("the expression has more than 64 parentheses inside of each other")]
    TooDeep,
    /// A parenthesis has no other.
    #[error("a parenthesis has no other that belongs to it")]
    Unbalanced,
    /// It is no expression.
    #[error("expected numbers, + - * / and parentheses; no exponents, percent signs or separators")]
    Invalid,
    /// Something is divided by nothing.
    #[error("something is divided by zero")]
    DivideByZero,
    /// A number has more digits than are kept.
    #[error("a number has more digits than can be kept")]
    Overflow,
    /// The precision is not 0 to 6.
    #[error("the precision is a whole number from 0 to 6")]
    Precision,
    /// No currency has this code.
    #[error("no currency in use has this ISO 4217 code")]
    UnknownCurrency,
    /// An amount of another currency.
    #[error("an amount is marked with another currency than the one that is calculated in")]
    CurrencyMismatch,
    /// An amount times an amount is nothing.
    #[error("an amount cannot be multiplied by an amount: mark one of them as a plain number")]
    MoneyTimesMoney,
    /// An amount and a plain number have no sum.
    #[error("an amount and a plain number cannot be added: mark both as amounts, or neither")]
    MixedUnits,
    /// A number divided by an amount is nothing.
    #[error("a plain number cannot be divided by an amount")]
    NumberByMoney,
    /// An amount below zero.
    #[error("the amount is below zero")]
    Negative,
}

impl Fault {
    /// The stable code.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Empty => "EMPTY_EXPRESSION",
            Self::TooLong => "EXPRESSION_TOO_LONG",
            Self::TooDeep => "EXPRESSION_TOO_DEEP",
            Self::Unbalanced => "UNBALANCED_PARENTHESES",
            Self::Invalid => "INVALID_EXPRESSION",
            Self::DivideByZero => "DIVIDE_BY_ZERO",
            Self::Overflow => "OVERFLOW",
            Self::Precision => "INVALID_PRECISION",
            Self::UnknownCurrency => "UNKNOWN_CURRENCY",
            Self::CurrencyMismatch => "CURRENCY_MISMATCH",
            Self::MoneyTimesMoney => "MONEY_TIMES_MONEY",
            Self::MixedUnits => "MIXED_UNITS",
            Self::NumberByMoney => "NUMBER_BY_MONEY",
            Self::Negative => "NEGATIVE_AMOUNT",
        }
    }
}

/// A result, or the fault that there is none for.
pub(crate) fn outcome(result: Result<Value, Fault>) -> Outcome {
    match result {
        Ok(result) => Outcome::ok(result),
        Err(fault) => Outcome::failed(fault.code(), sentence(&fault.to_string())),
    }
}

/// Nobody can say, and why: a stable code, and what a person is told.
pub(crate) fn unknown(reason: &str, explanation: &str) -> Value {
    json!({"known": false, "reason": reason, "told": explanation})
}

/// What a person is told of a calculation: the expression with what it came to. One that is read holds figures, signs and
/// codes of currencies alone.
pub(crate) fn told(expression: &str, result: &str, is_exact: bool) -> String {
    let sign = if is_exact { "=" } else { "≈" };
    let expression: Vec<&str> = expression.split_whitespace().collect();
    format!("{} {sign} {result}", expression.join(" "))
}
