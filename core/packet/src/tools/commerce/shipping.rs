//! `commerce.estimate_shipping`: what the operator's own table says. There is no public rule for
//! what shipping costs, so without a table it is not known.

use screen_agent_action::origin::origin_of;
use screen_agent_wire::packet::tool::{EstimateShipping, ShippingSpeed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::currency::Currency;
use super::super::money::written;
use super::super::{Fault, outcome};
use super::unknown;
use crate::run::Outcome;

/// An operator's table of shipping rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShippingTable {
    /// From when it is, `YYYY-MM-DD`.
    pub as_of: String,
    /// Where it comes from.
    pub source: String,
    /// Its rates. Of several that fit, the one that says most of merchant and state counts.
    pub rates: Vec<ShippingRate>,
}

/// What shipping costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShippingRate {
    /// For this merchant alone: its origin, or any address of it.
    #[serde(default)]
    pub merchant: Option<String>,
    /// For these states alone, by their codes of two letters; for all where none is named.
    #[serde(default)]
    pub states: Vec<String>,
    /// How fast.
    #[serde(default)]
    pub speed: ShippingSpeed,
    /// What it costs, in minor units.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// How many days it takes, at least and at most.
    #[serde(default)]
    pub days: Option<[u16; 2]>,
}

/// Looks up what shipping costs in the operator's table.
pub fn estimate_shipping(arguments: &EstimateShipping, table: Option<&ShippingTable>) -> Outcome {
    outcome(looked_up(arguments, table))
}

fn looked_up(arguments: &EstimateShipping, table: Option<&ShippingTable>) -> Result<Value, Fault> {
    let Some(table) = table else {
        let why = "No table of shipping rates is configured, and there is no public rule.";
        return Ok(unknown("NO_SHIPPING_TABLE", why));
    };
    let fitting = table.rates.iter().filter(|rate| fits(rate, arguments));
    let Some(rate) = fitting.max_by_key(|rate| (rate.merchant.is_some(), !rate.states.is_empty()))
    else {
        let why = "The configured table holds no rate for this destination and speed.";
        return Ok(unknown("NO_RATE_FOR_DESTINATION", why));
    };
    let currency = Currency::find(&rate.currency).ok_or(Fault::UnknownCurrency)?;
    if rate.amount_minor < 0 {
        return Err(Fault::Negative);
    }
    let mut found = json!({
        "known": true,
        "amountMinor": rate.amount_minor,
        "currency": currency.code,
        "formatted": written(rate.amount_minor, &currency)?,
        "speed": rate.speed,
        "asOf": table.as_of,
        "source": table.source,
    });
    if let (Some([least, most]), Some(found)) = (rate.days, found.as_object_mut()) {
        found.insert("days".to_owned(), json!({"least": least, "most": most}));
    }
    Ok(found)
}

fn fits(rate: &ShippingRate, arguments: &EstimateShipping) -> bool {
    let state = arguments.destination.state.trim();
    let to_state = rate.states.is_empty()
        || rate
            .states
            .iter()
            .any(|one| one.trim().eq_ignore_ascii_case(state));
    let from_merchant = rate.merchant.as_deref().is_none_or(|merchant| {
        let asked = arguments.merchant_origin.as_deref().and_then(origin_of);
        asked.is_some() && asked == origin_of(merchant)
    });
    to_state && from_merchant && rate.speed == arguments.speed.unwrap_or_default()
}
