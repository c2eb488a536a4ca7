//! Tables that operators give.

use crate::derives::*;

/// What calls are computed with besides their arguments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables<'a> {
    /// An operator's table of shipping rates.
    pub shipping: Option<&'a ShippingTable>,
    /// The day, `YYYY-MM-DD`: tables grow old. Empty where it is not known.
    pub today: &'a str,
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
