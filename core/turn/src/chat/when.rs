//! Times as people say them, looking back: "yesterday", "last week", "on Monday", "in October", "3 days ago".

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan as _};
use screen_agent_words::WordList;

/// Days of which something is asked, and the words for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct When {
    /// The first; since the beginning without.
    pub(super) since: Option<Date>,
    /// The day after the last; up to now without.
    pub(super) until: Option<Date>,
    /// As they were said.
    pub(super) said: String,
    /// Where the words stand.
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Words that may stand before a time and belong to it.
const LEADS: [&str; 6] = ["on", "in", "during", "of", "from", "over"];

/// The first time that is said among these words, which are lower case.
pub(super) fn read(words: &[String], today: Date) -> Option<When> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    (0..words.len()).find_map(|at| begin(&words, at, today))
}

fn begin(words: &[&str], at: usize, today: Date) -> Option<When> {
    let rest = &words[at..];
    let when = |since, until, taken: usize| When {
        since,
        until,
        said: rest[..taken].join(" "),
        from: at,
        to: at + taken,
    };
    if let Some(bound @ ("since" | "before" | "until")) = rest.first().copied() {
        let ((first, after), taken) = time(&rest[1..], today, true)?;
        return Some(match bound {
            "since" => when(Some(first), None, taken + 1),
            "until" => when(None, Some(after), taken + 1),
            _ => when(None, Some(first), taken + 1),
        });
    }
    let led = usize::from(rest.first().is_some_and(|word| LEADS.contains(word)));
    let ((first, after), taken) = time(&rest[led..], today, led == 1)?;
    Some(when(Some(first), Some(after), taken + led))
}

/// The first day of a time and the day after its last, and how many words say so. Names of months that are other words,
/// too, need a word before them or a day beside them.
fn time(words: &[&str], today: Date, led: bool) -> Option<((Date, Date), usize)> {
    let ago = |span: Span| today.checked_sub(span).ok();
    let (time, taken) = match words {
        ["the", rest @ ..] => return time(rest, today, led).map(|(time, taken)| (time, taken + 1)),
        ["day", "before", "yesterday", ..] => (day(ago(2.days())?)?, 3),
        ["yesterday", ..] | ["last", "night", ..] => {
            (day(ago(1.day())?)?, if words[0] == "last" { 2 } else { 1 })
        }
        ["today" | "tonight", ..] => (day(today)?, 1),
        ["this", "morning" | "afternoon" | "evening", ..] => (day(today)?, 2),
        ["last" | "past" | "previous", number, unit, ..] if count(number).is_some() => {
            let back = span(count(number)?, unit)?;
            let first = ago(back)?.checked_add(1.day()).ok()?;
            ((first, day(today)?.1), 3)
        }
        ["past", unit, ..] => {
            let first = ago(span(1, unit)?)?.checked_add(1.day()).ok()?;
            ((first, day(today)?.1), 2)
        }
        ["a" | "an" | "one", unit, "ago", ..] => (around(ago(span(1, unit)?)?, unit, false)?, 3),
        [number, unit, "ago", ..] => {
            let number = count(number)?;
            (around(ago(span(number, unit)?)?, unit, number > 1)?, 3)
        }
        [which @ ("last" | "previous" | "this"), "weekend", ..] => {
            let back = i32::from(*which != "this");
            let monday = monday(today)?.checked_sub((back * 7).days()).ok()?;
            let saturday = monday.checked_add(5.days()).ok()?;
            ((saturday, saturday.checked_add(2.days()).ok()?), 2)
        }
        [
            which @ ("last" | "previous" | "this"),
            unit @ ("week" | "month" | "year"),
            ..,
        ] => {
            let back = if *which == "this" {
                today
            } else {
                ago(span(1, unit)?)?
            };
            (around(back, unit, true)?, 2)
        }
        ["last" | "previous", name, ..] if weekday(name).is_some() => {
            (day(before(today, weekday(name)?)?)?, 2)
        }
        ["last" | "previous", name, ..] => {
            let month = month(name)?;
            (whole_month(today, month, None)?, 2)
        }
        ["this", name, ..] => (day(latest(today, weekday(name)?)?)?, 2),
        [name, ..] if weekday(name).is_some() => (day(latest(today, weekday(name)?)?)?, 1),
        _ => return dated(words, today, led),
    };
    Some((time, taken))
}

/// The same of what is said as a date, a month or a year.
fn dated(words: &[&str], today: Date, led: bool) -> Option<((Date, Date), usize)> {
    let named = |number: &str, name: &str| Some((ordinal(number)?, month(name)?));
    let of_month = match words {
        [number, "of", name, rest @ ..] => named(number, name).map(|found| (found, rest, 3)),
        [one, other, rest @ ..] => named(one, other)
            .or_else(|| named(other, one))
            .map(|found| (found, rest, 2)),
        _ => None,
    };
    if let Some(((number, month), rest, taken)) = of_month {
        let year = year(rest.first());
        let date = on(today, year, month, number)?;
        return Some((day(date)?, taken + usize::from(year.is_some())));
    }
    let (time, taken) = match words {
        [name, rest @ ..] if month(name).is_some() => {
            let year = year(rest.first());
            if !led && year.is_none() && ["may", "march", "mar"].contains(name) {
                return None;
            }
            let month = month(name)?;
            (
                whole_month(today, month, year)?,
                1 + usize::from(year.is_some()),
            )
        }
        [number, month, day_of, ..] if year(Some(number)).is_some() => {
            let (month, day_of) = (month.parse().ok()?, day_of.parse().ok()?);
            (day(Date::new(year(Some(number))?, month, day_of).ok()?)?, 3)
        }
        [number, ..] if led && year(Some(number)).is_some() => {
            let first = Date::new(year(Some(number))?, 1, 1).ok()?;
            ((first, first.checked_add(1.year()).ok()?), 1)
        }
        _ => return None,
    };
    Some((time, taken))
}

/// A day, and the one after it.
fn day(date: Date) -> Option<(Date, Date)> {
    Some((date, date.checked_add(1.day()).ok()?))
}

/// The day, week, month or year that a date is in; the day alone unless the unit is meant as a whole.
fn around(date: Date, unit: &str, whole: bool) -> Option<(Date, Date)> {
    let (first, length) = match unit.trim_end_matches('s') {
        "week" if whole => (monday(date)?, 7.days()),
        "month" => (date.first_of_month(), 1.month()),
        "year" => (date.first_of_year(), 1.year()),
        _ => (date, 1.day()),
    };
    Some((first, first.checked_add(length).ok()?))
}

fn monday(date: Date) -> Option<Date> {
    let back = date.weekday().to_monday_zero_offset();
    date.checked_sub(i64::from(back).days()).ok()
}

/// The weekday on this day or last before it.
fn latest(today: Date, weekday: Weekday) -> Option<Date> {
    if today.weekday() == weekday {
        Some(today)
    } else {
        before(today, weekday)
    }
}

fn before(today: Date, weekday: Weekday) -> Option<Date> {
    today.nth_weekday(-1, weekday).ok()
}

/// A month of a year, or the latest that has begun.
fn whole_month(today: Date, month: i8, year: Option<i16>) -> Option<(Date, Date)> {
    let this = if month > today.month() {
        today.year() - 1
    } else {
        today.year()
    };
    let first = Date::new(year.unwrap_or(this), month, 1).ok()?;
    Some((first, first.checked_add(1.month()).ok()?))
}

/// A day of a year, or the latest that is not to come.
fn on(today: Date, year: Option<i16>, month: i8, day: i8) -> Option<Date> {
    if let Some(year) = year {
        return Date::new(year, month, day).ok();
    }
    // A leap day may be some years back.
    (0..8).find_map(|back| {
        let date = Date::new(today.year() - back, month, day).ok();
        date.filter(|date| *date <= today)
    })
}

fn span(number: i64, unit: &str) -> Option<Span> {
    Some(match unit.trim_end_matches('s') {
        "day" => number.days(),
        "week" => number.weeks(),
        "month" => number.months(),
        "year" => number.years(),
        _ => return None,
    })
}

static ONES: WordList = WordList::named("ones");
static MONTHS: WordList = WordList::named("months");

/// A small number in words or figures; a year's worth of days at most.
fn count(word: &str) -> Option<i64> {
    let number = match ONES.place(word) {
        Some(number) => i64::try_from(number).ok()?,
        None if word == "few" || word == "couple" => 3,
        None => word.parse().ok()?,
    };
    (1..=366).contains(&number).then_some(number)
}

fn ordinal(word: &str) -> Option<i8> {
    let end = word
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(word.len());
    let (number, ending) = word.split_at(end);
    let number: i8 = number.parse().ok()?;
    (["", "st", "nd", "rd", "th"].contains(&ending) && (1..=31).contains(&number)).then_some(number)
}

fn year(word: Option<&&str>) -> Option<i16> {
    let word = word.filter(|word| word.len() == 4)?;
    word.parse()
        .ok()
        .filter(|year| (1970..=9_998).contains(year))
}

fn weekday(word: &str) -> Option<Weekday> {
    Some(match word.trim_end_matches('s') {
        "monday" | "mon" => Weekday::Monday,
        "tuesday" | "tue" => Weekday::Tuesday,
        "wednesday" | "wed" => Weekday::Wednesday,
        "thursday" | "thu" | "thur" => Weekday::Thursday,
        "friday" | "fri" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    })
}

fn month(word: &str) -> Option<i8> {
    let named = |month: &&str| *month == word || month.get(..3) == Some(word);
    let at = MONTHS.iter().position(named)?;
    i8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// What is read of a question that is put on Wednesday, 4 March 2026.
    fn read_of(question: &str) -> Option<(String, String, String)> {
        let words = crate::phrases::words(question, &[]);
        let when = read(&words, date(2026, 3, 4))?;
        let day =
            |date: Option<Date>| date.map_or_else(|| "..".to_owned(), |date| date.to_string());
        Some((when.said, day(when.since), day(when.until)))
    }

    #[allow(clippy::too_many_lines, reason = "a table")]
    #[test]
    fn times_are_read_as_people_say_them() {
        for (question, said, since, until) in [
            (
                "What did we do yesterday?",
                "yesterday",
                "2026-03-03",
                "2026-03-04",
            ),
            ("what did I do today", "today", "2026-03-04", "2026-03-05"),
            (
                "the day before yesterday",
                "the day before yesterday",
                "2026-03-02",
                "2026-03-03",
            ),
            (
                "what did we do last night",
                "last night",
                "2026-03-03",
                "2026-03-04",
            ),
            (
                "what was done last week?",
                "last week",
                "2026-02-23",
                "2026-03-02",
            ),
            (
                "what did we do this week",
                "this week",
                "2026-03-02",
                "2026-03-09",
            ),
            (
                "over the past week",
                "over the past week",
                "2026-02-26",
                "2026-03-05",
            ),
            (
                "in the last 3 days",
                "in the last 3 days",
                "2026-03-02",
                "2026-03-05",
            ),
            ("two weeks ago", "two weeks ago", "2026-02-16", "2026-02-23"),
            ("a week ago", "a week ago", "2026-02-25", "2026-02-26"),
            ("3 days ago", "3 days ago", "2026-03-01", "2026-03-02"),
            ("a month ago", "a month ago", "2026-02-01", "2026-03-01"),
            ("last month", "last month", "2026-02-01", "2026-03-01"),
            ("last year", "last year", "2025-01-01", "2026-01-01"),
            ("last weekend", "last weekend", "2026-02-28", "2026-03-02"),
            (
                "what did we do on Monday?",
                "on monday",
                "2026-03-02",
                "2026-03-03",
            ),
            ("on Wednesday", "on wednesday", "2026-03-04", "2026-03-05"),
            (
                "last Wednesday",
                "last wednesday",
                "2026-02-25",
                "2026-02-26",
            ),
            ("on Friday", "on friday", "2026-02-27", "2026-02-28"),
            (
                "What did I order in October?",
                "in october",
                "2025-10-01",
                "2025-11-01",
            ),
            ("in March", "in march", "2026-03-01", "2026-04-01"),
            (
                "in October 2024",
                "in october 2024",
                "2024-10-01",
                "2024-11-01",
            ),
            (
                "on 24 December",
                "on 24 december",
                "2025-12-24",
                "2025-12-25",
            ),
            (
                "on the 2nd of March",
                "on the 2nd of march",
                "2026-03-02",
                "2026-03-03",
            ),
            ("on March 5th", "on march 5th", "2025-03-05", "2025-03-06"),
            ("on Feb 29", "on feb 29", "2024-02-29", "2024-03-01"),
            ("on 2026-02-11", "on 2026 02 11", "2026-02-11", "2026-02-12"),
            ("in 2024", "in 2024", "2024-01-01", "2025-01-01"),
            ("since Monday", "since monday", "2026-03-02", ".."),
            ("before last week", "before last week", "..", "2026-02-23"),
            ("until yesterday", "until yesterday", "..", "2026-03-04"),
        ] {
            let expected = (said.to_owned(), since.to_owned(), until.to_owned());
            assert_eq!(read_of(question), Some(expected), "{question:?}");
        }
    }

    #[test]
    fn other_words_are_no_time() {
        for question in [
            "what did we do?",
            "may I ask what you did",
            "did you march on",
            "the last task",
            "what was my last order",
            "room 2024",
            "3 shirts",
            "99 days of 32 may",
            "since when",
        ] {
            assert_eq!(read_of(question), None, "{question:?}");
        }
    }
}
