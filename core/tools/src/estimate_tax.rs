//! `commerce.estimate_tax`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::Destination;
use crate::compute::currency::{Currency, share, written};
use crate::compute::number::Number;
use crate::compute::{Fault, outcome, unknown};

const TABLE: &str = include_str!("us-sales-tax.csv");

/// Words for what the general rate is meant for.
const GENERAL: &str = "general, goods, general goods, general merchandise, merchandise, \
    tangible goods, tangible personal property, electronics, furniture, appliances, toys, \
    household, household goods, jewelry, sporting goods, office supplies, hardware, tools, \
    cosmetics";

/// One state.
struct Entry {
    rate: &'static str,
    note: &'static str,
}

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
        Some(outcome(worked_out(self, tables.today)))
    }
}

/// Estimates the state's part of the sales tax, by a dated table. Local taxes come on top of it in most states
/// and are not known here; the answer says so. What the table does not hold is unknown.
fn worked_out(arguments: &EstimateTax, today: &str) -> Result<Value, Fault> {
    let currency = Currency::find(&arguments.currency).ok_or(Fault::UnknownCurrency)?;
    if arguments.amount_minor < 0 {
        return Err(Fault::Negative);
    }
    if currency.code != "USD" {
        let why = "Sales taxes are known for purchases in US dollars only.";
        return Ok(unknown("UNSUPPORTED_CURRENCY", why));
    }
    if is_old(head("as of")?, today) {
        let why = "The table of rates is more than a year old.";
        return Ok(unknown("TABLE_TOO_OLD", why));
    }
    let state = arguments.destination.state.trim().to_ascii_uppercase();
    let Some(entry) = entry(&state) else {
        let why = "The table holds no rate for this destination.";
        return Ok(unknown("NO_RATE_FOR_DESTINATION", why));
    };
    // What is taxed otherwise than in general, or not at all, no table here says.
    if !is_general(arguments.category.as_deref()) {
        let why = "The state may tax this category otherwise than in general, and the table does not say how.";
        return Ok(unknown("CATEGORY_RULES_UNKNOWN", why));
    }
    taxed(
        arguments.amount_minor,
        &state,
        &entry,
        &currency,
        entry.rate,
    )
}

/// More than a year has gone since. Days are compared as they are written; none is known where it is empty.
fn is_old(as_of: &str, today: &str) -> bool {
    let (year, rest) = as_of.split_once('-').unwrap_or((as_of, ""));
    let next = year
        .parse::<u32>()
        .map(|year| format!("{}-{rest}", year + 1));
    next.is_ok_and(|next| today > next.as_str())
}

fn is_general(category: Option<&str>) -> bool {
    let words = category
        .unwrap_or_default()
        .to_lowercase()
        .replace(['_', '-'], " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.is_empty() || GENERAL.split(',').any(|one| one.trim() == words)
}

fn taxed(
    amount_minor: i64,
    state: &str,
    entry: &Entry,
    currency: &Currency,
    percent: &str,
) -> Result<Value, Fault> {
    let rate = Number::read(percent)?.divide(Number::whole(100))?;
    let tax_minor = share(amount_minor, rate)?;
    Ok(json!({
        "known": true,
        "taxMinor": tax_minor,
        "currency": currency.code,
        "formatted": written(tax_minor, currency)?,
        "ratePercent": percent,
        "state": state,
        "basis": "state_rate",
        "localTaxesIncluded": false,
        "note": note(entry),
        "asOf": head("as of")?,
        "source": head("source")?,
    }))
}

/// What the figure leaves out.
fn note(entry: &Entry) -> &'static str {
    match entry.note {
        "no_state_tax" => "The state has no sales tax of its own; places in it may have one.",
        "includes_statewide_local" => {
            "The rate holds the local part that is the same everywhere in the state; places may add to it."
        }
        "excise_passed_on" => "The tax is the seller's, who may pass it on; places may add to it.",
        _ => "Local taxes come on top of it in many places.",
    }
}

fn entry(state: &str) -> Option<Entry> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut rows = lines.filter_map(|line| {
        let mut cells = line.split(',');
        Some((cells.next()?, cells.next()?, cells.next()?))
    });
    let (_, rate, note) = rows.find(|(code, _, _)| *code == state)?;
    Some(Entry { rate, note })
}

/// What the table says of itself.
fn head(key: &str) -> Result<&'static str, Fault> {
    let mut lines = TABLE.lines().filter_map(|line| line.strip_prefix("# "));
    lines
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        .ok_or(Fault::Invalid)
}
