//! Does a field hold what was typed, however it spells it?
//!
//! Fields group digits, turn dates around, write capitals, add currency marks, and stop at their
//! longest. All that is the same value; another value is not.

/// True when `held` says what `wanted` says.
pub fn same_value(wanted: &str, held: &str) -> bool {
    let (wanted, held) = (folded(wanted), folded(held));
    wanted == held
        || same_number(&wanted, &held)
        || same_digits(&wanted, &held)
        || same_date(&wanted, &held)
        || same_time(&wanted, &held)
        || is_cut(&wanted, &held)
}

fn folded(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// "1200", "1,200.00" and "$1,200".
fn same_number(wanted: &str, held: &str) -> bool {
    match (number(wanted), number(held)) {
        (Some(wanted), Some(held)) => (wanted - held).abs() < 1e-9_f64.max(wanted.abs() * 1e-12),
        _ => false,
    }
}

fn number(text: &str) -> Option<f64> {
    let bare: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, ',' | '\'' | '$' | '€' | '£' | '¥' | '%'))
        .collect();
    let digits = bare.chars().any(|c| c.is_ascii_digit());
    let plain = bare
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    (digits && plain).then(|| bare.parse().ok()).flatten()
}

/// "5551234567" and "(555) 123-4567": the same digits in the same order, grouped otherwise.
fn same_digits(wanted: &str, held: &str) -> bool {
    let digits = |text: &str| -> Option<String> {
        let grouped = text.chars().all(|c| {
            c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')' | '/' | '.' | '+' | '#')
        });
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (grouped && digits.len() >= 4 && !text.contains('.')).then_some(digits)
    };
    matches!((digits(wanted), digits(held)), (Some(wanted), Some(held)) if wanted == held)
}

/// "03/04/2026", "3.4.2026" and "2026-03-04": year told apart by its length, the rest in any order.
fn same_date(wanted: &str, held: &str) -> bool {
    matches!((date(wanted), date(held)), (Some(wanted), Some(held)) if wanted == held)
}

fn date(text: &str) -> Option<(u32, [u32; 2])> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).map(str::trim).collect();
    let &[a, b, c] = parts.as_slice() else {
        return None;
    };
    let (year, rest) = match (a.len(), c.len()) {
        (4, _) => (a, [b, c]),
        (_, 4) => (c, [a, b]),
        _ => return None,
    };
    let mut rest = [rest[0].parse().ok()?, rest[1].parse().ok()?];
    rest.sort_unstable();
    Some((year.parse().ok()?, rest))
}

/// "14:30", "2:30 pm" and "02:30 PM".
fn same_time(wanted: &str, held: &str) -> bool {
    matches!((minutes(wanted), minutes(held)), (Some(wanted), Some(held)) if wanted == held)
}

fn minutes(text: &str) -> Option<u32> {
    let (clock, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(clock), _) => (clock, Some(0)),
        (_, Some(clock)) => (clock, Some(12)),
        _ => (text, None),
    };
    let (hours, minutes) = clock.trim().split_once(':')?;
    let hours: u32 = hours.parse().ok()?;
    let minutes: u32 = minutes.split(':').next()?.parse().ok()?;
    let hours = half.map_or(hours, |half| hours % 12 + half);
    Some(hours * 60 + minutes)
}

/// A field that takes no more, or a client that tells no more, shows the beginning.
fn is_cut(wanted: &str, held: &str) -> bool {
    let held = held.trim_end_matches(['…', ' ']);
    let (most, kept) = (wanted.chars().count(), held.chars().count());
    kept >= 3 && kept * 2 >= most && wanted.starts_with(held)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::Value;

    use super::*;

    #[test]
    fn one_value_is_the_same_however_it_is_spelt() {
        let cases = include_str!("../../../../fixtures/client/same-value.json");
        let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
        for case in cases {
            let text = |name: &str| case[name].as_str().unwrap();
            let same = same_value(text("wanted"), text("held"));
            assert_eq!(Value::from(same), case["same"], "{case}");
        }
    }
}
