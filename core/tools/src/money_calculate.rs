//! `app.money_calculate`. Spec 003, "Tool call schema".
//!
//! Amounts are written in whole units, as `12.34`, and may be marked by their currency: `USD 12.34`.
//! Where no number is marked, the numbers are the amounts and factors that make sense of the
//! expression, and it comes to an amount. Where some are marked, all others are plain numbers.

use rust_decimal::RoundingStrategy;

use super::descriptor::*;
use super::values::Rounding;
use crate::compute::currency::{Currency, Withdrawal};
use crate::compute::expression::read_marked;
use crate::compute::number::Number;
use crate::compute::quantity::{self, Unit};
use crate::compute::{Fault, outcome, told};

/// Calculate with amounts of one currency.
#[contract(camel, strict)]
pub struct MoneyCalculate {
    /// Amounts and numbers, `+ - * /` and parentheses.
    pub expression: String,
    /// ISO 4217 code.
    pub currency: String,
    /// How the result is rounded, once.
    pub rounding: Option<Rounding>,
}

tool! {
    MoneyCalculate = "app.money_calculate", "Calculate an amount": Server, Compute, Compute;
    takes "{\"expression\",\"currency\": \"USD\",\"rounding\"?: \"bankers\"|\"up\"|\"down\"} \
            amounts bear the code: \"USD 12.34 * 3\"";
    narrow |_| [
        ("currency", text(3)),
        ("expression", text(NAME)),
        ("rounding", or_null(one_of(&["bankers", "up", "down"]))),
    ]
}

impl Described for MoneyCalculate {
    fn check(&self) -> Result<(), Invalid> {
        given("expression", &self.expression, EXPRESSION)?;
        given("currency", &self.currency, WORD)
    }

    fn compute(&self, tables: Tables<'_>) -> Option<Outcome> {
        Some(outcome(worked_out(self, tables.today)))
    }
}

/// There is one rounding, to whole minor units, at the end.
fn worked_out(arguments: &MoneyCalculate, today: &str) -> Result<Value, Fault> {
    let currency = Currency::find(&arguments.currency).ok_or(Fault::UnknownCurrency)?;
    let steps = read_marked(&arguments.expression, &currency.code)?;
    let quantity = quantity::worked_out(&steps)?;
    match quantity.unit {
        Unit::Plain => ratio(&arguments.expression, quantity.number),
        Unit::Money | Unit::Either => {
            let rounding = arguments.rounding.unwrap_or_default();
            let mut found = amount(&arguments.expression, quantity.number, &currency, rounding)?;
            if let Some(withdrawal) = currency.withdrawn(today) {
                note(&mut found, &currency, withdrawal);
            }
            Ok(found)
        }
    }
}

fn amount(
    expression: &str,
    number: Number,
    currency: &Currency,
    rounding: Rounding,
) -> Result<Value, Fault> {
    let how = match rounding {
        Rounding::Bankers => RoundingStrategy::MidpointNearestEven,
        Rounding::Up => RoundingStrategy::AwayFromZero,
        Rounding::Down => RoundingStrategy::ToZero,
    };
    let shown = number.rounded(currency.decimals, how);
    let formatted = shown.fixed(currency.decimals);
    let amount = format!("{formatted} {}", currency.code);
    Ok(json!({
        "told": told(expression, &amount, shown.exact),
        "amountMinor": shown.units(currency.decimals)?,
        "currency": currency.code,
        "decimals": currency.decimals,
        "formatted": formatted,
        "rounding": rounding,
        "exact": shown.exact,
    }))
}

/// The figure is right, and nobody pays with it any more.
fn note(found: &mut Value, currency: &Currency, Withdrawal { since, successor }: Withdrawal) {
    let told = found["told"].as_str().unwrap_or_default();
    let told = format!(
        "{told}; {} was withdrawn on {since}, {successor} replaced it",
        currency.code
    );
    found["told"] = told.into();
    found["withdrawnSince"] = since.into();
    found["replacedBy"] = successor.into();
}

/// An amount by an amount is a plain number.
fn ratio(expression: &str, number: Number) -> Result<Value, Fault> {
    let shown = number.shown();
    Ok(json!({
        "result": shown.json()?,
        "told": told(expression, &shown.plain(), shown.exact),
        "formatted": shown.plain(),
        "exact": shown.exact,
    }))
}
