//! Numbers as fractions, so that nothing is rounded before the end.
//!
//! A fraction whose parts outgrow 38 digits goes on as a decimal of 28 digits, and says so.

use rust_decimal::{Decimal, RoundingStrategy};
use serde_json::Number as JsonNumber;

use super::Fault;

/// Most decimals that a decimal keeps.
const MOST_DECIMALS: u32 = 28;

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    top: i128,
    /// Above zero.
    bottom: i128,
    /// Nothing was rounded on the way to it.
    exact: bool,
}

/// A number as it is shown: digits, and how many of them stand behind the point.
///
/// The digits are written out here: a decimal's own writing panics where zeros would fill it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    digits: i128,
    places: u32,
    /// It is the number itself, and not only near it.
    pub(crate) exact: bool,
}

impl Shown {
    /// With the decimals that it has.
    pub(crate) fn plain(self) -> String {
        self.fixed(self.places)
    }

    /// With so many decimals, filled up with zeros.
    pub(crate) fn fixed(self, decimals: u32) -> String {
        let sign = if self.digits < 0 { "-" } else { "" };
        let width = usize::try_from(self.places).unwrap_or_default() + 1;
        let digits = format!("{:0width$}", self.digits.unsigned_abs());
        let (whole, rest) = digits.split_at(digits.len() + 1 - width);
        let missing = usize::try_from(decimals.saturating_sub(self.places)).unwrap_or_default();
        let rest = format!("{rest}{}", "0".repeat(missing));
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{rest}")
    }

    /// As a number of JSON: a whole one where it is one, else the nearest that there is.
    pub(crate) fn json(self) -> Result<JsonNumber, Fault> {
        match i64::try_from(self.digits) {
            Ok(whole) if self.places == 0 => Ok(whole.into()),
            _ => {
                let near: Option<f64> = self.plain().parse().ok();
                near.and_then(JsonNumber::from_f64).ok_or(Fault::Overflow)
            }
        }
    }

    /// How many there are of the unit that has so many decimals.
    pub(crate) fn units(self, decimals: u32) -> Result<i64, Fault> {
        let missing = decimals.checked_sub(self.places);
        let tens = missing.and_then(|missing| 10_i128.checked_pow(missing));
        let units = tens.and_then(|tens| self.digits.checked_mul(tens));
        units
            .and_then(|units| i64::try_from(units).ok())
            .ok_or(Fault::Overflow)
    }

    fn decimal(self) -> Result<Decimal, Fault> {
        Decimal::try_from_i128_with_scale(self.digits, self.places).map_err(|_| Fault::Overflow)
    }
}

impl Number {
    /// Reads digits with at most one point among them: `12`, `1.5`, `.5`, `5.`.
    pub(crate) fn read(literal: &str) -> Result<Self, Fault> {
        let (whole, decimals) = literal.split_once('.').unwrap_or((literal, ""));
        let written = || whole.bytes().chain(decimals.bytes());
        if written().next().is_none() || !written().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::Invalid);
        }
        // Zeros at the end say nothing.
        let decimals = decimals.trim_end_matches('0');
        let digits = || whole.bytes().chain(decimals.bytes());
        let top = digits().try_fold(0_i128, |top, byte| {
            top.checked_mul(10)?.checked_add(i128::from(byte - b'0'))
        });
        let places = u32::try_from(decimals.len()).ok();
        let bottom = places.and_then(|places| 10_i128.checked_pow(places));
        let (top, bottom) = top.zip(bottom).ok_or(Fault::Overflow)?;
        Ok(Self::reduced(top, bottom, true))
    }

    /// So many.
    pub(crate) fn whole(number: i64) -> Self {
        Self::reduced(i128::from(number), 1, true)
    }

    pub(crate) fn negated(self) -> Result<Self, Fault> {
        let top = self.top.checked_neg().ok_or(Fault::Overflow)?;
        Ok(Self { top, ..self })
    }

    pub(crate) fn add(self, other: Self) -> Result<Self, Fault> {
        let parts = || {
            let common = gcd(self.bottom, other.bottom);
            let left = self.top.checked_mul(other.bottom / common)?;
            let right = other.top.checked_mul(self.bottom / common)?;
            let bottom = self.bottom.checked_mul(other.bottom / common)?;
            Some((left.checked_add(right)?, bottom))
        };
        self.combined(other, parts(), Decimal::checked_add)
    }

    pub(crate) fn subtract(self, other: Self) -> Result<Self, Fault> {
        self.add(other.negated()?)
    }

    pub(crate) fn multiply(self, other: Self) -> Result<Self, Fault> {
        let parts = || {
            // Across first: 1/3 * 3 stays small.
            let (left, right) = (gcd(self.top, other.bottom), gcd(other.top, self.bottom));
            let top = (self.top / left).checked_mul(other.top / right)?;
            let bottom = (self.bottom / right).checked_mul(other.bottom / left)?;
            Some((top, bottom))
        };
        self.combined(other, parts(), Decimal::checked_mul)
    }

    pub(crate) fn divide(self, other: Self) -> Result<Self, Fault> {
        if other.top == 0 {
            return Err(Fault::DivideByZero);
        }
        let sign = other.top.signum();
        let turned = Self {
            top: other.bottom.checked_mul(sign).ok_or(Fault::Overflow)?,
            bottom: other.top.checked_abs().ok_or(Fault::Overflow)?,
            exact: other.exact,
        };
        self.multiply(turned)
    }

    /// Of fractions that have become too long, decimals are taken.
    fn combined(
        self,
        other: Self,
        parts: Option<(i128, i128)>,
        near: impl Fn(Decimal, Decimal) -> Option<Decimal>,
    ) -> Result<Self, Fault> {
        let exact = self.exact && other.exact;
        if let Some((top, bottom)) = parts {
            return Ok(Self::reduced(top, bottom, exact));
        }
        let (left, right) = (self.shown().decimal()?, other.shown().decimal()?);
        let figure = near(left, right).ok_or(Fault::Overflow)?;
        let bottom = 10_i128.checked_pow(figure.scale()).ok_or(Fault::Overflow)?;
        Ok(Self::reduced(figure.mantissa(), bottom, false))
    }

    fn reduced(top: i128, bottom: i128, exact: bool) -> Self {
        let common = gcd(top, bottom);
        Self {
            top: top / common,
            bottom: bottom / common,
            exact,
        }
    }

    /// With as many decimals as it has, and no more than a decimal keeps.
    pub(crate) fn shown(self) -> Shown {
        self.written(MOST_DECIMALS, RoundingStrategy::MidpointAwayFromZero, fits)
    }

    /// With at most so many decimals.
    pub(crate) fn rounded(self, decimals: u32, how: RoundingStrategy) -> Shown {
        self.written(decimals, how, |_| true)
    }

    /// One division, digit by digit while they fit, and one rounding after it.
    fn written(self, decimals: u32, how: RoundingStrategy, fits: fn(i128) -> bool) -> Shown {
        let mut digits = self.top / self.bottom;
        let mut rest = (self.top % self.bottom).unsigned_abs();
        let bottom = self.bottom.unsigned_abs();
        let sign = self.top.signum();
        let mut places = 0;
        while rest != 0 && places < decimals {
            let (digit, left) = next_digit(rest, bottom);
            let longer = digits
                .checked_mul(10)
                .and_then(|longer| longer.checked_add(sign * i128::from(digit)))
                .filter(|longer| fits(*longer));
            let Some(longer) = longer else {
                break;
            };
            (digits, rest, places) = (longer, left, places + 1);
        }
        if rest != 0 && goes_up(digits, rest, bottom, how) {
            // At the very last number that there is, the digits stay as they are.
            digits = digits.saturating_add(sign);
        }
        while places > 0 && digits % 10 == 0 {
            (digits, places) = (digits / 10, places - 1);
        }
        Shown {
            digits,
            places,
            exact: self.exact && rest == 0,
        }
    }
}

/// True while a decimal can hold it.
fn fits(digits: i128) -> bool {
    Decimal::try_from_i128_with_scale(digits, 0).is_ok()
}

/// The next digit of `rest / bottom`, and what is left. Ten times the rest may be longer than a
/// number can be, so the digit is found by doubling.
fn next_digit(rest: u128, bottom: u128) -> (u8, u128) {
    if let Some(tenfold) = rest.checked_mul(10) {
        let digit = u8::try_from(tenfold / bottom).unwrap_or(9);
        return (digit, tenfold % bottom);
    }
    let (mut digit, mut left) = (0_u8, 0_u128);
    // 10 = 0b1010, the highest bit first. Both parts are below 2^127, so that no sum is too long.
    for bit in [1_u128, 0, 1, 0] {
        digit *= 2;
        left *= 2;
        if left >= bottom {
            left -= bottom;
            digit += 1;
        }
        left += bit * rest;
        if left >= bottom {
            left -= bottom;
            digit += 1;
        }
    }
    (digit, left)
}

/// Whether what is left makes the last digit one more, away from zero.
fn goes_up(digits: i128, rest: u128, bottom: u128, how: RoundingStrategy) -> bool {
    let half = rest.cmp(&(bottom - rest));
    match how {
        RoundingStrategy::ToZero => false,
        RoundingStrategy::AwayFromZero => true,
        RoundingStrategy::MidpointNearestEven => half.is_gt() || half.is_eq() && digits % 2 != 0,
        _ => half.is_ge(),
    }
}

/// The greatest number that divides both; 1 where one of them is 0 and the other cannot be told.
fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i128::try_from(left).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_is_the_same_by_doubling() {
        for (rest, bottom) in [(1, 3), (2, 3), (6, 7), (9, 10), (0, 5), (99, 100)] {
            let (digit, left) = next_digit(rest, bottom);
            let scale = u128::MAX / 4 / bottom;
            let far = next_digit(rest * scale, bottom * scale);
            assert_eq!(far, (digit, left * scale), "{rest}/{bottom}");
        }
    }
}
