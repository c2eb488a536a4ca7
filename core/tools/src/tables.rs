//! Tables that operators give.

use std::collections::BTreeMap;

use crate::compute::currency::Currency;
use crate::derives::*;

/// What calls are computed with besides their arguments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables<'a> {
    /// An operator's table of taxes.
    pub taxes: Option<&'a TaxTable>,
    /// An operator's table of shipping rates.
    pub shipping: Option<&'a ShippingTable>,
    /// The day, `YYYY-MM-DD`: tables grow old. Empty where it is not known.
    pub today: &'a str,
}

/// An operator's table of taxes on purchases. We ship none: rates change, and what cannot be said to have been looked up on a
/// day by somebody is no ground for a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaxTable {
    /// Where the rates come from: who publishes them, and where.
    pub source: String,
    /// Which edition of it.
    pub edition: String,
    /// From when the rates hold, `YYYY-MM-DD`.
    pub as_of: String,
    /// When they were looked up there, `YYYY-MM-DD`. A year later nothing is known, until somebody has looked again.
    pub retrieved: String,
    /// ISO 4217 code of the purchases that they are for.
    pub currency: String,
    /// What the figures leave out, as a person is told it: "local taxes".
    pub leaves_out: String,
    /// The rates, by the code of the state or region.
    pub rates: BTreeMap<String, TaxRate>,
}

/// What a state takes of purchases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaxRate {
    /// The general rate in percent, as it is written: `7.25`.
    pub percent: String,
    /// What the figure leaves out here, where that is not as everywhere.
    #[serde(default)]
    pub leaves_out: Option<String>,
    /// What is taxed otherwise, by its name, in percent. Of what is neither here nor goods in general nothing is known.
    #[serde(default)]
    pub categories: BTreeMap<String, String>,
}

/// What is wrong with a table of taxes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaxTableFault {
    /// Something that has to be said is not.
    #[error("{0} is empty")]
    Empty(&'static str),
    /// A day that is none, or is still to come.
    #[error("{0} is no day of the past, written YYYY-MM-DD")]
    NoDay(&'static str),
    /// No currency has this code.
    #[error("no currency in use has the code that currency names")]
    NoCurrency,
    /// A rate that is none.
    #[error("a rate of {0} is no percentage from 0 to 100")]
    NoRate(String),
}

impl TaxTable {
    /// Refuses a table that does not say what it has to.
    pub fn check(&self, today: &str) -> Result<(), TaxTableFault> {
        for (what, said) in [
            ("source", &self.source),
            ("edition", &self.edition),
            ("leaves_out", &self.leaves_out),
        ] {
            if said.trim().is_empty() {
                return Err(TaxTableFault::Empty(what));
            }
        }
        for (what, day) in [("as_of", &self.as_of), ("retrieved", &self.retrieved)] {
            if !is_day(day) || day.as_str() > today {
                return Err(TaxTableFault::NoDay(what));
            }
        }
        let currency = Currency::find(&self.currency);
        if currency.is_none_or(|currency| currency.withdrawn(today).is_some()) {
            return Err(TaxTableFault::NoCurrency);
        }
        if self.rates.is_empty() {
            return Err(TaxTableFault::Empty("rates"));
        }
        for (state, rate) in &self.rates {
            let mut all = std::iter::once(&rate.percent).chain(rate.categories.values());
            if !all.all(|percent| is_percentage(percent)) {
                return Err(TaxTableFault::NoRate(state.clone()));
            }
        }
        Ok(())
    }

    /// Somebody looked it up a year ago or longer.
    pub fn is_old(&self, today: &str) -> bool {
        let (year, rest) = self.retrieved.split_once('-').unwrap_or_default();
        let next = year.parse::<u32>().map_or(0, |year| year + 1);
        today > format!("{next:04}-{rest}").as_str()
    }
}

/// Days are compared as they are written, so each has to be written alike.
fn is_day(day: &str) -> bool {
    let parts: Vec<&str> = day.split('-').collect();
    let within = |part: &str, least: u32, most: u32| {
        let number = part
            .parse()
            .ok()
            .filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        number.is_some_and(|number: u32| (least..=most).contains(&number))
    };
    matches!(parts.as_slice(), [year, month, day]
        if (year.len(), month.len(), day.len()) == (4, 2, 2)
            && within(year, 1, 9999) && within(month, 1, 12) && within(day, 1, 31))
}

fn is_percentage(percent: &str) -> bool {
    let plain = percent
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain
        && percent
            .parse()
            .is_ok_and(|rate: f64| (0.0..=100.0).contains(&rate))
}

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

/// How fast something is delivered.
#[contract(word, default)]
pub enum ShippingSpeed {
    /// As usual.
    #[default]
    Standard,
    /// Faster.
    Expedited,
}
