//! `commerce.estimate_tax`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::tables::TaxRate;
use super::values::Destination;
use crate::compute::currency::{Currency, share, written};
use crate::compute::number::Number;
use crate::compute::{Fault, outcome, unknown};

/// Words for what the general rate is meant for.
const GENERAL: &str = "general, goods, general goods, general merchandise, merchandise, \
    tangible goods, tangible personal property, electronics, furniture, appliances, toys, \
    household, household goods, jewelry, sporting goods, office supplies, hardware, tools, \
    cosmetics";

/// Estimate sales tax.
#[contract(camel, strict)]
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

tool! {
    EstimateTax = "commerce.estimate_tax", "Estimate a tax": Server, Commerce, Compute;
    takes "{\"amountMinor\",\"currency\",\"destination\":{\"state\",\"zip\"?},\"category\"?}";
    narrow |_| [
        ("amountMinor", whole(0, 1_000_000_000_000)),
        ("category", or_null(text(NAME))),
        ("currency", text(3)),
        ("destination", Destination::narrow()),
        ("merchantOrigin", or_null(text(NAME))),
    ]
}

impl Described for EstimateTax {
    fn check(&self) -> Result<(), Invalid> {
        given("currency", &self.currency, WORD)?;
        self.destination.check()?;
        chars("category", &self.category, TITLE)?;
        chars("merchantOrigin", &self.merchant_origin, TITLE)
    }

    fn compute(&self, tables: Tables<'_>) -> Option<Outcome> {
        Some(outcome(worked_out(self, tables)))
    }
}

/// Estimates a tax by the operator's table. What the table does not hold is unknown, and so is all of it once it is old.
fn worked_out(arguments: &EstimateTax, tables: Tables<'_>) -> Result<Value, Fault> {
    let currency = Currency::find(&arguments.currency).ok_or(Fault::UnknownCurrency)?;
    if arguments.amount_minor < 0 {
        return Err(Fault::Negative);
    }
    let Some(table) = tables.taxes else {
        return Ok(unknown("NO_TAX_TABLE", "No table of taxes is configured."));
    };
    if !currency.code.eq_ignore_ascii_case(&table.currency) {
        let why = "The table of taxes is for purchases in another currency.";
        return Ok(unknown("UNSUPPORTED_CURRENCY", why));
    }
    if table.is_old(tables.today) {
        let why = "Nobody has looked the rates up for more than a year.";
        return Ok(unknown("TABLE_TOO_OLD", why));
    }
    let state = arguments.destination.state.trim();
    let found = table
        .rates
        .iter()
        .find(|(code, _)| code.eq_ignore_ascii_case(state));
    let Some((state, rate)) = found else {
        let why = "The table holds no rate for this destination.";
        return Ok(unknown("NO_RATE_FOR_DESTINATION", why));
    };
    let Some(percent) = percent(rate, arguments.category.as_deref()) else {
        let why = "The state may tax this category otherwise than in general, and the table does not say how.";
        return Ok(unknown("CATEGORY_RULES_UNKNOWN", why));
    };
    let leaves_out = rate.leaves_out.as_ref().unwrap_or(&table.leaves_out);
    let tax_minor = share(
        arguments.amount_minor,
        Number::read(percent)?.divide(Number::whole(100))?,
    )?;
    let formatted = written(tax_minor, &currency)?;
    Ok(json!({
        "known": true,
        "taxMinor": tax_minor,
        "currency": currency.code,
        "formatted": formatted,
        "ratePercent": percent,
        "state": state,
        "leavesOut": leaves_out,
        "asOf": table.as_of,
        "source": table.source,
        "edition": table.edition,
        "retrieved": table.retrieved,
        "told": format!(
            "Tax about {formatted} {} on {}: {state} {percent} %, rates of {}; not included: {leaves_out}",
            currency.code,
            written(arguments.amount_minor, &currency)?,
            table.as_of,
        ),
    }))
}

/// The rate of a category that the table names, or the general one of what is general.
fn percent<'a>(rate: &'a TaxRate, category: Option<&str>) -> Option<&'a str> {
    let category = plain(category.unwrap_or_default());
    let mut named = rate.categories.iter();
    let own = named
        .find(|(name, _)| plain(name) == category)
        .map(|(_, percent)| percent);
    let is_general = category.is_empty() || GENERAL.split(',').any(|one| one.trim() == category);
    own.or(is_general.then_some(&rate.percent))
        .map(String::as_str)
}

fn plain(category: &str) -> String {
    let words = category.to_lowercase().replace(['_', '-'], " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
