//! `commerce.estimate_shipping`. Spec 003, "Tool call schema".

use screen_agent_action::origin::origin_of;

use super::descriptor::*;
use super::tables::{ShippingRate, ShippingSpeed, ShippingTable};
use super::values::Destination;
use crate::compute::currency::{Currency, written};
use crate::compute::{Fault, outcome, unknown};

/// Estimate the cost of shipping.
#[contract(camel, strict)]
pub struct EstimateShipping {
    /// Where it is delivered to.
    pub destination: Destination,
    /// How fast.
    pub speed: Option<ShippingSpeed>,
    /// Who sells.
    pub merchant_origin: Option<String>,
}

tool! {
    EstimateShipping = "commerce.estimate_shipping", "Estimate shipping": Server, Commerce, Compute;
    takes "{\"destination\":{\"state\",\"zip\"?},\"speed\"?: \"standard\"|\"expedited\"}";
    narrow |_| [
        ("destination", Destination::narrow()),
        ("merchantOrigin", or_null(text(NAME))),
        ("speed", or_null(one_of(&["standard", "expedited"]))),
    ]
}

impl Described for EstimateShipping {
    fn check(&self) -> Result<(), Invalid> {
        self.destination.check()?;
        chars("merchantOrigin", &self.merchant_origin, TITLE)
    }

    fn compute(&self, tables: Tables<'_>) -> Option<Outcome> {
        Some(outcome(looked_up(self, tables.shipping)))
    }
}

/// Looks up what shipping costs. There is no public rule for that, so without a table it is not known.
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
    let formatted = written(rate.amount_minor, &currency)?;
    let mut found = json!({
        "known": true,
        "told": format!("Shipping about {formatted} {}, rates of {}", currency.code, table.as_of),
        "amountMinor": rate.amount_minor,
        "currency": currency.code,
        "formatted": formatted,
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
