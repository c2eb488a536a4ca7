//! Currencies and their minor units, by ISO 4217 up to its amendment 178, and without the lev (Council Decision (EU)
//! 2025/1407). Days and successors of what is withdrawn: the modifications that the EU's Interinstitutional Style Guide lists.

use rust_decimal::RoundingStrategy;

use super::Fault;
use super::number::Number;

/// Currencies without minor units.
const NONE: &str = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";

/// Currencies of a thousand minor units.
const THREE: &str = "BHD IQD JOD KWD LYD OMR TND";

/// Units of account of ten thousand parts.
const FOUR: &str = "CLF UYW";

/// Currencies of a hundred minor units.
const TWO: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD \
    BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR \
    FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD \
    KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN \
    NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS \
    SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD \
    XCG YER ZAR ZMW ZWG";

/// What is withdrawn: its code, its decimals, since when, and its successor. Old prices are in it still.
const WITHDRAWN: [(&str, u32, &str, &str); 11] = [
    ("LVL", 2, "2014-01-15", "EUR"),
    ("LTL", 2, "2015-01-01", "EUR"),
    ("BYR", 0, "2017-01-01", "BYN"),
    ("MRO", 2, "2018-07-01", "MRU"),
    ("STD", 2, "2018-07-01", "STN"),
    ("VEF", 2, "2018-08-20", "VES"),
    ("CUC", 2, "2021-01-01", "CUP"),
    ("HRK", 2, "2023-01-01", "EUR"),
    ("ZWL", 2, "2024-06-25", "ZWG"),
    ("ANG", 2, "2025-03-31", "XCG"),
    ("BGN", 2, "2026-01-01", "EUR"),
];

/// A currency that is not in use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Withdrawal {
    /// Since when, `YYYY-MM-DD`.
    pub(crate) since: &'static str,
    /// Code of what is paid with instead.
    pub(crate) successor: &'static str,
}

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Currency {
    /// Its code, in capitals.
    pub(crate) code: String,
    /// Decimals of its minor unit.
    pub(crate) decimals: u32,
    withdrawal: Option<Withdrawal>,
}

impl Currency {
    /// The currency with this code, in capitals or not, in use or withdrawn.
    pub(crate) fn find(code: &str) -> Option<Self> {
        let code = code.trim().to_ascii_uppercase();
        let withdrawn = WITHDRAWN.iter().find(|(old, ..)| *old == code);
        if let Some((_, decimals, since, successor)) = withdrawn.copied() {
            let withdrawal = Some(Withdrawal { since, successor });
            return Some(Self {
                code,
                decimals,
                withdrawal,
            });
        }
        let lists = |codes: &str| codes.split_ascii_whitespace().any(|one| one == code);
        let decimals = [(NONE, 0), (TWO, 2), (THREE, 3), (FOUR, 4)]
            .into_iter()
            .find_map(|(codes, decimals)| lists(codes).then_some(decimals))?;
        Some(Self {
            code,
            decimals,
            withdrawal: None,
        })
    }

    /// How it was withdrawn, where it is by this day.
    pub(crate) fn withdrawn(&self, today: &str) -> Option<Withdrawal> {
        self.withdrawal.filter(|one| one.since <= today)
    }
}

/// So many minor units, as they are written.
pub(crate) fn written(amount_minor: i64, currency: &Currency) -> Result<String, Fault> {
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
pub(crate) fn share(amount_minor: i64, rate: Number) -> Result<i64, Fault> {
    let share = Number::whole(amount_minor).multiply(rate)?;
    share
        .rounded(0, RoundingStrategy::MidpointAwayFromZero)
        .units(0)
}
