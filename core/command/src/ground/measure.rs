//! How much a text says: money, dates, lengths of time, sizes.

use jiff::civil::Date;
use screen_agent_words::WordList;

use crate::words::date::{date_at, month};
use crate::words::number::{amount, amounts, count_word};
use crate::words::time::time_at;
use crate::words::token::{Token, tokenise};

/// What an amount is an amount of. Only amounts of the same are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Money, of one currency or another.
    Money,
    /// Days.
    Date,
    /// A time of the day.
    Clock,
    /// A length of time.
    Span,
    /// Length, weight or memory.
    Size,
    /// Anything that is counted.
    Count,
}

impl Of {
    /// The one of this name in a word list.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "money" => Self::Money,
            "date" => Self::Date,
            "clock" => Self::Clock,
            "span" => Self::Span,
            "size" => Self::Size,
            _ => return None,
        })
    }
}

/// An amount.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measure {
    /// Of what.
    pub of: Of,
    /// How much, in one unit for each kind.
    pub value: f64,
}

/// Dates that say no year are read in this one; only their order counts.
const TODAY: Date = Date::constant(2000, 6, 15);

const CURRENCIES: [char; 6] = ['$', '€', '£', '¥', '₹', '₽'];
static CODES: WordList = WordList::named("measure codes");

/// What a unit measures, and how many of the smallest unit it is.
static UNITS: WordList = WordList::named("units");

/// True where a text says money.
pub(crate) fn is_money(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
        && (text.contains(CURRENCIES)
            || text
                .split_whitespace()
                .any(|word| CODES.contains(word.to_lowercase().as_str())))
}

/// The amount that a text says first.
pub(crate) fn measure(text: &str) -> Option<Measure> {
    if is_money(text) {
        return money(text).map(|value| Measure {
            of: Of::Money,
            value,
        });
    }
    let tokens = tokenise(text);
    date(&tokens)
        .or_else(|| with_units(text))
        .or_else(|| clock(&tokens))
        .or_else(|| {
            amount(text).map(|value| Measure {
                of: Of::Count,
                value: value * thousands(text),
            })
        })
}

/// The amount right behind or before the sign of its currency: "2 lamps for £14.50".
fn money(text: &str) -> Option<f64> {
    let signed = text
        .find(CURRENCIES)
        .and_then(|at| amount(&comma_as_point(&text[at..])));
    signed.or_else(|| amount(&comma_as_point(text)))
}

/// "14,50" as "14.50"; "1,450" stays.
fn comma_as_point(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let digits = |from: usize| {
        chars[from..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count()
    };
    chars
        .iter()
        .enumerate()
        .map(|(at, c)| {
            let between = *c == ','
                && at > 0
                && chars[at - 1].is_ascii_digit()
                && (1..=2).contains(&digits(at + 1));
            if between { '.' } else { *c }
        })
        .collect()
}

/// "4.2k", "1.3M views".
fn thousands(text: &str) -> f64 {
    let end = text
        .find(|c: char| c.is_ascii_digit())
        .map_or("", |at| &text[at..]);
    let letters = end.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let mut letters = letters.chars();
    match (letters.next(), letters.next()) {
        (Some('k' | 'K'), None | Some(' ')) => 1e3,
        (Some('M'), None | Some(' ')) => 1e6,
        _ => 1.0,
    }
}

/// A date anywhere in the text; longer ago is less.
fn date(tokens: &[Token]) -> Option<Measure> {
    if let Some(ago) = tokens.iter().position(|token| token.is("ago")) {
        let unit = unit(&tokens.get(ago.checked_sub(1)?)?.low)?;
        let count = &tokens.get(ago.checked_sub(2)?)?.low;
        let count = if matches!(count.as_str(), "a" | "an") {
            1
        } else {
            count_word(count)?
        };
        let count = f64::from(u32::try_from(count).ok()?);
        let value = f64::from(day_number(TODAY)) - count * unit.1 / 86_400.0;
        return (unit.0 == Of::Span).then_some(Measure {
            of: Of::Date,
            value,
        });
    }
    let months = tokens
        .windows(2)
        .any(|pair| month(&pair[0].low).is_some() || month(&pair[1].low).is_some());
    let found = (0..tokens.len()).find_map(|at| {
        let plain = months
            || tokens[at].low.contains(['-', '/', '.'])
            || tokens[at].is_any(&["today", "yesterday", "tomorrow"]);
        plain.then(|| date_at(&tokens[at..], TODAY)).flatten()
    });
    let value = f64::from(day_number(found?.0));
    Some(Measure {
        of: Of::Date,
        value,
    })
}

fn day_number(date: Date) -> i32 {
    date.since(Date::constant(1900, 1, 1))
        .map_or(0, |span| span.get_days())
}

fn clock(tokens: &[Token]) -> Option<Measure> {
    let (time, _) = (0..tokens.len()).find_map(|at| time_at(&tokens[at..]))?;
    let value = f64::from(time.hour) * 60.0 + f64::from(time.minute);
    Some(Measure {
        of: Of::Clock,
        value,
    })
}

fn unit(word: &str) -> Option<(Of, f64)> {
    let (of, size) = UNITS.meaning(word)?.split_once(' ')?;
    Some((Of::named(of)?, size.parse().ok()?))
}

/// "2 h 30 min", "1.4 GB": the sum of what is said in units of one kind.
fn with_units(text: &str) -> Option<Measure> {
    let mut sum: Option<Measure> = None;
    for (number, word) in numbers_with_words(text) {
        let Some((of, size)) = unit(&word) else {
            continue;
        };
        match &mut sum {
            None => {
                sum = Some(Measure {
                    of,
                    value: number * size,
                })
            }
            Some(held) if held.of == of && of == Of::Span => held.value += number * size,
            Some(_) => break,
        }
    }
    sum
}

fn numbers_with_words(text: &str) -> Vec<(f64, String)> {
    let low = comma_as_point(&text.to_lowercase());
    let mut found = Vec::new();
    let mut rest = low.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[at..]
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))
            .map_or(rest.len(), |end| at + end);
        let number = amounts(&rest[at..end]).first().copied();
        rest = &rest[end..];
        let word: String = rest
            .trim_start()
            .chars()
            .take_while(|c| c.is_alphabetic())
            .collect();
        found.extend(number.map(|number| (number, word)));
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn texts_say_amounts_of_one_kind() {
        for (text, of, value) in [
            ("£7.50", Of::Money, 7.5),
            ("2 for 1.299,00 kr €14,50", Of::Money, 14.5),
            ("1,450 USD", Of::Money, 1450.0),
            ("2h 30min", Of::Span, 9000.0),
            ("45 minutes", Of::Span, 2700.0),
            ("1.5 GB", Of::Size, 1.5e9),
            ("09:10", Of::Clock, 550.0),
            ("4.2k", Of::Count, 4200.0),
            ("311 reviews", Of::Count, 311.0),
        ] {
            assert_eq!(measure(text), Some(Measure { of, value }), "{text}");
        }
        assert_eq!(measure("no number"), None);
    }

    #[test]
    fn later_dates_are_more() {
        let day = |text: &str| {
            measure(text)
                .filter(|found| found.of == Of::Date)
                .unwrap()
                .value
        };
        assert!(day("5 March 2016") < day("2016-03-06"));
        assert!(day("3 hours ago") < day("1 h ago"));
        assert!(day("yesterday") < day("today"));
        assert!(day("Mar 4") < day("Mar 12"));
    }
}
