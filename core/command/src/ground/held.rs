//! What a field or a cell holds, as something that can become more or less.

use jiff::civil::Date;
use jiff::{Span, ToSpan};

use crate::words::date::{date_at, iso};
use crate::words::number::{amount, plain};
use crate::words::time::Time;
use crate::words::token::tokenise;

/// What is held.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Held {
    Day(Date),
    Time(Time),
    Number(f64),
    Text(String),
    /// The lower end and the upper.
    Range(Box<Held>, Box<Held>),
}

/// What amounts are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Unit {
    /// The unit that a word means.
    pub fn of(word: &str) -> Option<Self> {
        Some(match word.trim_end_matches('s') {
            "minute" | "min" => Self::Minute,
            "hour" => Self::Hour,
            "day" | "night" => Self::Day,
            "week" => Self::Week,
            "month" => Self::Month,
            "year" => Self::Year,
            _ => return None,
        })
    }
}

impl Held {
    /// Reads what a page shows.
    pub fn of(text: &str, today: Date) -> Option<Self> {
        let text = text.trim();
        let parted = [" to ", " - ", " – ", " — "]
            .into_iter()
            .find_map(|joint| text.split_once(joint));
        if let Some((low, high)) = parted
            && let (Some(low), Some(high)) = (Self::day(low, today), Self::day(high, today))
        {
            return Some(Self::Range(Box::new(low), Box::new(high)));
        }
        let number = || {
            let plainly = |c: char| {
                c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | ' ' | '€' | '$' | '£' | '%')
            };
            text.chars()
                .all(plainly)
                .then(|| amount(text))
                .flatten()
                .map(Self::Number)
        };
        let time = || Time::read(text).map(Self::Time);
        let all = Self::day(text, today).or_else(time).or_else(number);
        Some(all.unwrap_or_else(|| Self::Text(text.to_owned())))
    }

    /// A date that can be read in one way only.
    fn day(text: &str, today: Date) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        // Which of two small numbers is the month, its page alone knows.
        if let [a, b, _] = parts[..]
            && [a, b]
                .iter()
                .all(|part| part.parse().is_ok_and(|n: u8| n <= 12))
            && a != b
        {
            return None;
        }
        let tokens = tokenise(text);
        let (date, used) = date_at(&tokens, today)?;
        let year = text.contains(&date.year().to_string());
        (used == tokens.len() && year).then_some(Self::Day(date))
    }

    /// Both ends of a range.
    pub fn ends(&self) -> Option<(Self, Self)> {
        match self {
            Self::Range(low, high) => Some(((**low).clone(), (**high).clone())),
            _ => None,
        }
    }

    /// As much more of it.
    pub fn plus(&self, amount: f64, unit: Option<Unit>) -> Option<Self> {
        match (self, unit) {
            (Self::Day(day), Some(unit)) => {
                let whole = amount.trunc();
                if (whole - amount).abs() > f64::EPSILON || whole.abs() > 10_000.0 {
                    return None;
                }
                #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
                let count = whole as i64;
                let span: Span = match unit {
                    Unit::Day => count.days(),
                    Unit::Week => count.weeks(),
                    Unit::Month => count.months(),
                    Unit::Year => count.years(),
                    Unit::Minute | Unit::Hour => return None,
                };
                day.checked_add(span).ok().map(Self::Day)
            }
            (Self::Time(time), Some(Unit::Minute | Unit::Hour)) => {
                let minutes = if unit == Some(Unit::Hour) {
                    amount * 60.0
                } else {
                    amount
                };
                let all = f64::from(time.hour) * 60.0 + f64::from(time.minute) + minutes;
                let within = all.fract() == 0.0 && (0.0..24.0 * 60.0).contains(&all);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "within a day"
                )]
                within.then(|| {
                    let (hour, minute) = ((all / 60.0) as u8, (all % 60.0) as u8);
                    Self::Time(Time { hour, minute })
                })
            }
            (Self::Number(held), None) => Some(Self::Number(held + amount)),
            _ => None,
        }
    }

    /// So many times as much.
    pub fn times(&self, factor: f64) -> Option<Self> {
        match self {
            Self::Number(held) => Some(Self::Number(held * factor)),
            _ => None,
        }
    }

    /// As it is said in an order; nothing for a range.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Self::Day(day) => iso(*day),
            Self::Time(time) => time.iso(),
            Self::Number(number) => plain(*number),
            Self::Text(text) => text.clone(),
            Self::Range(..) => return None,
        })
    }

    /// True where this is more than the other.
    pub fn exceeds(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Day(one), Self::Day(other)) => one > other,
            (Self::Number(one), Self::Number(other)) => one > other,
            _ => false,
        }
    }

    /// True for values of one kind.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
