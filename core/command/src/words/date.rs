//! Dates, as people write them and as fields want them.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use screen_agent_words::WordList;

use super::number::{Ordinal, count_word, ordinal};
use super::token::Token;

static MONTHS: WordList = WordList::named("months");
static DAYS: WordList = WordList::named("weekdays");

/// The date that the words say, with how many of them it took.
pub(crate) fn date_at(tokens: &[Token], today: Date) -> Option<(Date, usize)> {
    let first = tokens.first().filter(|token| token.word())?;
    if let Some(date) = written(&first.low) {
        return Some((date, 1));
    }
    relative(tokens, today)
        .or_else(|| month_first(tokens, today))
        .or_else(|| day_first(tokens, today))
}

/// `2015-04-12`, `04/12/2015`, `12.04.2015`.
pub(crate) fn written(word: &str) -> Option<Date> {
    let separator = word.chars().find(|c| matches!(c, '/' | '-' | '.'))?;
    let parts: Vec<&str> = word.split(separator).collect();
    let [a, b, c] = parts.as_slice() else {
        return None;
    };
    let number = |part: &str| -> Option<i16> {
        (part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| part.parse().ok())
            .flatten()
    };
    let (x, y, z) = (number(a)?, number(b)?, number(c)?);
    if a.len() == 4 {
        return make(x, y, z);
    }
    if c.len() != 4 && c.len() != 2 {
        return None;
    }
    let year = if c.len() == 2 { z + 2000 } else { z };
    // Points part day, month and year; slashes and dashes month first, unless that cannot be.
    let (month, day) = if separator == '.' || x > 12 {
        (y, x)
    } else {
        (x, y)
    };
    make(year, month, day)
}

fn make(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// The month that a word names, 1 to 12.
pub(crate) fn month(word: &str) -> Option<i16> {
    let word = word.trim_end_matches('.');
    if word.len() < 3 {
        return None;
    }
    let at = MONTHS
        .iter()
        .position(|name| *name == word || (word.len() <= 4 && name.starts_with(word)))?;
    i16::try_from(at + 1).ok()
}

/// True for the name of a day of the week.
pub(crate) fn weekday(word: &str) -> bool {
    let mut days = DAYS.iter();
    days.any(|day| word.eq_ignore_ascii_case(day))
}

fn day_number(word: &str) -> Option<i16> {
    let day = match ordinal(word) {
        Some(Ordinal::Nth(n)) => n,
        Some(_) => return None,
        None => word.parse().ok()?,
    };
    i16::try_from(day).ok().filter(|day| (1..=31).contains(day))
}

fn year_number(token: Option<&Token>) -> Option<i16> {
    let token = token.filter(|token| token.word() && token.low.len() == 4)?;
    token
        .low
        .parse()
        .ok()
        .filter(|year| (1000..3000).contains(year))
}

/// `March 5th, 2016`, `Mar 5`.
fn month_first(tokens: &[Token], today: Date) -> Option<(Date, usize)> {
    let month = month(&tokens.first()?.low)?;
    let mut at = 1;
    if tokens.get(at).is_some_and(|token| token.is("the")) {
        at += 1;
    }
    let day = day_number(&tokens.get(at)?.low)?;
    with_year(tokens, at + 1, month, day, today)
}

/// `5 March 2016`, `the 5th of March`.
fn day_first(tokens: &[Token], today: Date) -> Option<(Date, usize)> {
    let mut at = usize::from(tokens.first()?.is("the"));
    let day = day_number(&tokens.get(at)?.low)?;
    at += 1;
    if tokens.get(at).is_some_and(|token| token.is("of")) {
        at += 1;
    }
    let month = month(&tokens.get(at)?.low)?;
    with_year(tokens, at + 1, month, day, today)
}

fn with_year(
    tokens: &[Token],
    mut at: usize,
    month: i16,
    day: i16,
    today: Date,
) -> Option<(Date, usize)> {
    let comma = tokens
        .get(at)
        .is_some_and(|token| token.is_mark(",") || token.is("of"));
    if let Some(year) = year_number(tokens.get(at + usize::from(comma))) {
        at += 1 + usize::from(comma);
        return Some((make(year, month, day)?, at));
    }
    Some((make(today.year(), month, day)?, at))
}

/// `today`, `tomorrow`, `next Friday`, `in 3 days`.
fn relative(tokens: &[Token], today: Date) -> Option<(Date, usize)> {
    let word = |at: usize| {
        tokens
            .get(at)
            .filter(|t| t.word())
            .map_or("", |t| t.low.as_str())
    };
    let (days, used) = match (word(0), word(1)) {
        ("today's" | "current", "date") => (0, 2),
        ("today", _) => (0, 1),
        ("tomorrow", _) => (1, 1),
        ("yesterday", _) => (-1, 1),
        ("next", "week") => (7, 2),
        ("next" | "this" | "coming", day) => (until(day, today)?, 2),
        ("in", count) => (span(count, word(2))?, 3),
        (count, unit) if word(2) == "ago" => (-span(count, unit)?, 3),
        (count, unit) if word(2) == "from" && matches!(word(3), "now" | "today") => {
            (span(count, unit)?, 4)
        }
        (day, _) => (until(day, today)?, 1),
    };
    today.checked_add(days.days()).ok().map(|date| (date, used))
}

fn span(count: &str, unit: &str) -> Option<i64> {
    let count = if matches!(count, "a" | "an") {
        1
    } else {
        i64::try_from(count_word(count)?).ok()?
    };
    match unit.trim_end_matches('s') {
        "day" => Some(count),
        "week" => Some(count * 7),
        _ => None,
    }
}

fn until(word: &str, today: Date) -> Option<i64> {
    let at = DAYS.place(word)?;
    let wanted = Weekday::from_monday_zero_offset(i8::try_from(at).ok()?).ok()?;
    let days = i64::from(today.weekday().until(wanted));
    Some(if days == 0 { 7 } else { days })
}

/// As a browser's date field holds it.
pub(crate) fn iso(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

/// As a pattern such as `mm/dd/yyyy` shows it; `None` when it is no such pattern.
pub(crate) fn by_pattern(date: Date, pattern: &str) -> Option<String> {
    let mut out = String::new();
    let (mut days, mut months, mut years) = (0, 0, 0);
    let chars: Vec<char> = pattern.trim().to_lowercase().chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let here = chars[at];
        let run = chars[at..].iter().take_while(|c| **c == here).count();
        match here {
            'd' => (days, out) = (days + 1, out + &padded(date.day().into(), run)),
            'm' if run < 3 => (months, out) = (months + 1, out + &padded(date.month().into(), run)),
            'm' => (months, out) = (months + 1, out + &month_name(date.month(), run)),
            'y' if run == 2 => {
                (years, out) = (years + 1, out + &padded((date.year() % 100).into(), 2))
            }
            'y' => (years, out) = (years + 1, out + &padded(date.year().into(), 4)),
            _ if here.is_alphabetic() => return None,
            _ => out.extend(std::iter::repeat_n(here, run)),
        }
        at += run;
    }
    (days == 1 && months == 1 && years == 1).then_some(out)
}

fn padded(number: i64, width: usize) -> String {
    if width > 1 {
        format!("{number:0width$}")
    } else {
        number.to_string()
    }
}

/// A month's name, whole or its first letters.
pub(crate) fn month_name(month: i8, letters: usize) -> String {
    let name = usize::try_from(month - 1)
        .ok()
        .and_then(|at| MONTHS.get(at))
        .copied()
        .unwrap_or_default();
    let (head, tail) = name.split_at(name.len().min(1));
    let whole = head.to_uppercase() + tail;
    if letters == 3 {
        whole.chars().take(3).collect()
    } else {
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::token::tokenise;

    #[test]
    fn dates_in_many_forms() {
        let today = jiff::civil::date(2026, 3, 4); // a Wednesday
        for (text, expected) in [
            ("04/12/2015", "2015-04-12"),
            ("2015-04-12", "2015-04-12"),
            ("25/12/2015", "2015-12-25"),
            ("12.04.2015", "2015-04-12"),
            ("March 5th, 2016", "2016-03-05"),
            ("5 Mar 2016", "2016-03-05"),
            ("the 5th of March", "2026-03-05"),
            ("tomorrow", "2026-03-05"),
            ("next Friday", "2026-03-06"),
            ("in 2 weeks", "2026-03-18"),
            ("3 days ago", "2026-03-01"),
        ] {
            let found = date_at(&tokenise(text), today).map(|(date, _)| iso(date));
            assert_eq!(found.as_deref(), Some(expected), "{text}");
        }
        assert_eq!(date_at(&tokenise("maybe later"), today), None);
        assert_eq!(date_at(&tokenise("13/13/2015"), today), None);
    }

    #[test]
    fn patterns_of_fields() {
        let date = jiff::civil::date(2016, 3, 5);
        for (pattern, expected) in [
            ("mm/dd/yyyy", Some("03/05/2016")),
            ("DD.MM.YY", Some("05.03.16")),
            ("d mmm yyyy", Some("5 Mar 2016")),
            ("Your name", None),
        ] {
            assert_eq!(by_pattern(date, pattern).as_deref(), expected, "{pattern}");
        }
    }
}
