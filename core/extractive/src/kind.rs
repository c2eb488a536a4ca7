//! What kinds of values a text holds.

use screen_agent_words::WordList;
use screen_agent_words::fold::is_unspaced;

use super::spaced::{is_joined_name, spaced};
use super::terms::listed;

static MEASURES: WordList = WordList::named("asked measures");
static NUMBERS: WordList = WordList::named("number words");
static MONTHS: WordList = WordList::named("months");
static OTHER_MONTHS: WordList = WordList::named("months elsewhere");
static WEEKDAYS: WordList = WordList::named("weekdays");
static FREE: WordList = WordList::named("asked for nothing");
static BEFORE_PLACE: WordList = WordList::named("words before a place");
static BEHIND_PLACE: WordList = WordList::named("words behind a place");
static BEHIND_NAME: WordList = WordList::named("words behind a name");
static CAUSES: WordList = WordList::named("words of cause");

screen_agent_words::worded! {
    /// A kind of value. What a question asks for, and what a text holds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Kind {
        Money = "money",
        Mass = "mass",
        Size = "size",
        Area = "area",
        Volume = "volume",
        Temperature = "temperature",
        Speed = "speed",
        Data = "data",
        Power = "power",
        Percent = "percent",
        Lasting = "lasting",
        Clock = "clock",
        Date = "date",
        Count = "count",
        Email = "email",
        Phone = "phone",
        Link = "link",
        Person = "person",
        Place = "place",
        Cause = "cause",
    }
}

/// Hours of a clock, where they are written on to the number.
const HOURS: [char; 4] = ['時', '时', '点', '點'];

/// A value in a text: its kind, and which of the text's words it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    pub(crate) kind: Kind,
    /// Its first word, counted from 0.
    pub(crate) at: usize,
    /// What it comes to, where it is a number.
    pub(crate) amount: Option<f64>,
}

/// All values in a text. Words are its pieces, parted by white space.
pub(crate) fn held(text: &str) -> Vec<Held> {
    let text = &*spaced(text);
    let words: Vec<&str> = text.split_whitespace().map(bare).collect();
    let mut found = Vec::new();
    let struck = struck(text);
    for (at, word) in words.iter().enumerate() {
        if struck.contains(&at) {
            continue;
        }
        let mut put = |kind: Kind, amount: Option<f64>| found.push(Held { kind, at, amount });
        let lower = word.to_lowercase();
        let next = words
            .get(at + 1)
            .map(|next| next.to_lowercase())
            .unwrap_or_default();
        if FREE.contains(&lower) {
            put(Kind::Money, Some(0.0));
        }
        for kind in in_words(&words, at, &lower, &next) {
            put(kind, None);
        }
        let Some((figure, unit)) = figure(word, &lower) else {
            continue;
        };
        let before = at
            .checked_sub(1)
            .map(|at| words[at].to_lowercase())
            .unwrap_or_default();
        let amount = figure.amount;
        put(Kind::Count, amount);
        if figure.is_money {
            put(Kind::Money, amount);
        }
        // `1931년`: the year with its word.
        let is_year_by_word = !unit.is_ascii() && lower.strip_suffix(unit).is_some_and(is_year);
        if is_date(word) || is_year_by_word {
            put(Kind::Date, None);
        }
        if is_clock(word)
            || matches!(next.as_str(), "am" | "pm" | "a.m" | "p.m")
            || matches!(unit, "am" | "pm")
        {
            put(Kind::Clock, None);
        }
        if is_phone(&words[at..]) {
            put(Kind::Phone, None);
        }
        // `9時30分`: the minutes of an hour last nothing.
        let is_minute = before
            .strip_suffix(HOURS)
            .is_some_and(|hour| !hour.is_empty());
        let measured = [unit, next.as_str()]
            .into_iter()
            .find(|unit| !unit.is_empty())
            .filter(|_| !is_year_by_word && !is_minute);
        if let Some(kind) = measured
            .and_then(|unit| MEASURES.meaning(listed(unit)))
            .and_then(Kind::named)
        {
            put(kind, amount);
        }
        // `EUR 4`: the currency stands before.
        if before.len() == 3 && MEASURES.meaning(&before) == Some("money") {
            put(Kind::Money, amount);
        }
    }
    found
}

/// The kinds of a word that is no number.
fn in_words(words: &[&str], at: usize, lower: &str, next: &str) -> impl Iterator<Item = Kind> {
    let word = words[at];
    let following = words.get(at + 1);
    let is_link = ["http://", "https://", "www."]
        .iter()
        .any(|begun| word.starts_with(begun));
    let begins_here = begins_name(Some(&word)) && !is_day(lower);
    let is_name = begins_here && (at > 0 || begins_name(following))
        || is_joined_name(word)
        || BEHIND_NAME.contains(next) && word.contains(is_unspaced);
    let is_place = BEHIND_PLACE.contains(next)
        || BEFORE_PLACE.contains(lower)
            && (begins_name(following) && !is_day(next) || next.contains(is_unspaced));
    [
        (is_email(word), Kind::Email),
        (is_link, Kind::Link),
        (is_day(lower) || is_short_month(lower), Kind::Date),
        (
            matches!(lower, "noon" | "midnight" | "o'clock"),
            Kind::Clock,
        ),
        (CAUSES.contains(lower), Kind::Cause),
        (is_place, Kind::Place),
        (is_name && !is_behind_place_word(words, at), Kind::Person),
    ]
    .into_iter()
    .filter_map(|(is, kind)| is.then_some(kind))
}

/// The name that a word belongs to stands behind a word for where: "printed in Bergen" tells nobody who.
fn is_behind_place_word(words: &[&str], at: usize) -> bool {
    let mut before = words[..at].iter().rev();
    let first = before.find(|word| !begins_name(Some(word)));
    first.is_some_and(|word| BEFORE_PLACE.contains(&word.to_lowercase()))
}

/// Which words are struck out, and hold no longer: `~~$25~~`.
fn struck(text: &str) -> Vec<usize> {
    let mut inside = false;
    let mut struck = Vec::new();
    for (at, word) in text.split_whitespace().enumerate() {
        let marks = word.matches("~~").count();
        if inside || marks > 0 {
            struck.push(at);
        }
        inside ^= marks % 2 == 1;
    }
    struck
}

/// A word without what stands around it.
fn bare(word: &str) -> &str {
    let edge = |c: char| {
        !(c.is_alphanumeric()
            || matches!(
                c,
                '$' | '€'
                    | '£'
                    | '¥'
                    | '￥'
                    | '₹'
                    | '%'
                    | '％'
                    | '°'
                    | '²'
                    | '+'
                    | '-'
                    | '#'
                    | '('
                    | '½'
            ))
    };
    word.trim_matches(edge)
        .trim_end_matches(['-', '+', '(', '#'])
}

struct Figure {
    amount: Option<f64>,
    is_money: bool,
}

/// A number, as a figure or a word, and the unit that is written on to it.
fn figure<'a>(word: &'a str, lower: &'a str) -> Option<(Figure, &'a str)> {
    if NUMBERS.contains(lower) {
        let amount = NUMBERS
            .place(lower)
            .filter(|place| *place < 20)
            .map(|place| place as f64 + 1.0);
        return Some((
            Figure {
                amount,
                is_money: false,
            },
            "",
        ));
    }
    let signs = ['$', '€', '£', '¥', '￥', '₹'];
    let is_money = word.contains(signs);
    let rest = lower
        .trim_start_matches(|c: char| signs.contains(&c) || c.is_ascii_alphabetic() && is_money)
        .trim_start_matches(['(', '+', '-', '#']);
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = rest
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’')))
        .unwrap_or(rest.len());
    let (digits, unit) = rest.split_at(end);
    Some((
        Figure {
            amount: amount(digits),
            is_money,
        },
        unit.trim_start_matches(signs),
    ))
}

/// What digits come to: the last sign before one or two digits at the end is the point.
pub(crate) fn amount(digits: &str) -> Option<f64> {
    let digits = digits.trim_end_matches(['.', ',', '\'', '’']);
    let point = digits
        .rfind(['.', ','])
        .filter(|at| digits.len() - at - 1 != 3);
    let plain: String = digits
        .char_indices()
        .filter_map(|(at, c)| {
            if Some(at) == point {
                Some('.')
            } else {
                c.is_ascii_digit().then_some(c)
            }
        })
        .collect();
    plain.parse().ok()
}

fn is_email(word: &str) -> bool {
    word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && host.contains('.')
            && host
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
    })
}

fn is_short_month(lower: &str) -> bool {
    // "may" and "mar" mean other things; a month of three letters counts with a stop or a number beside it elsewhere.
    lower.len() == 3 && lower != "may" && MONTHS.iter().any(|month| month.starts_with(lower))
}

fn is_day(lower: &str) -> bool {
    MONTHS.contains(lower) || OTHER_MONTHS.contains(lower) || WEEKDAYS.contains(lower)
}

/// A year, `2025-03-02`, `02.03.2025`, `3/2/25`.
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word
        .trim_start_matches('(')
        .split(['-', '/', '.', '–'])
        .collect();
    let digits = |part: &&str| {
        !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit())
    };
    // One of them is the year; groups of a telephone number are longer.
    let years = parts.iter().filter(|part| part.len() > 2).count();
    match parts.as_slice() {
        [year] => is_year(year.trim_end_matches('s')),
        [from, to] => is_year(from) && is_year(to),
        [_, _, _] => years <= 1 && parts.iter().all(digits),
        _ => false,
    }
}

fn is_year(word: &str) -> bool {
    word.len() == 4
        && word
            .parse::<u32>()
            .is_ok_and(|year| (1000..=2199).contains(&year))
}

fn is_clock(word: &str) -> bool {
    let first = word.split(['-', '–']).next().unwrap_or_default();
    first.split_once([':', '.']).is_some_and(|(hour, minute)| {
        word.contains(':')
            && hour.len() <= 2
            && minute.len() == 2
            && hour.parse::<u8>().is_ok_and(|hour| hour < 25)
            && minute.parse::<u8>().is_ok_and(|minute| minute < 60)
    })
}

/// Groups of digits that make at least seven, with a sign that telephone numbers bear or several groups.
fn is_phone(words: &[&str]) -> bool {
    let is_group = |word: &&&str| {
        word.chars()
            .all(|c| c.is_ascii_digit() || "+-/().".contains(c))
            && word.chars().any(|c| c.is_ascii_digit())
    };
    let groups: Vec<&&str> = words.iter().take(6).take_while(is_group).collect();
    let digits: usize = groups
        .iter()
        .flat_map(|word| word.chars())
        .filter(char::is_ascii_digit)
        .count();
    let marked = groups.len() >= 2
        || groups
            .first()
            .is_some_and(|word| word.starts_with('+') || word.matches('-').count() >= 2);
    (7..=15).contains(&digits) && marked && groups.first().is_some_and(|word| !is_date(word))
}

fn begins_name(word: Option<&&str>) -> bool {
    word.is_some_and(|word| {
        word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_how_they_are_written() {
        for (text, kind) in [
            ("It costs $1,299.00 there", Kind::Money),
            ("Adults pay 4 EUR.", Kind::Money),
            ("from EUR 12", Kind::Money),
            ("Children: free", Kind::Money),
            ("it weighs 12kg", Kind::Mass),
            ("over 3.5 km", Kind::Size),
            ("for eleven years", Kind::Lasting),
            ("at 9:30", Kind::Clock),
            ("until 6 pm.", Kind::Clock),
            ("on 2 March 2025", Kind::Date),
            ("~~$25~~ $22", Kind::Money),
            ("(1987)", Kind::Date),
            ("2025-03-02", Kind::Date),
            ("write to a.b@mail.test.", Kind::Email),
            ("call +47 55 12 34 56", Kind::Phone),
            ("0532-1234-5678", Kind::Phone),
            ("some 40 % of it", Kind::Percent),
            ("built in Bergen", Kind::Place),
            ("By Ida Holm", Kind::Person),
            ("three boats", Kind::Count),
        ] {
            assert!(
                held(text).iter().any(|one| one.kind == kind),
                "{text}: {:?}",
                held(text)
            );
        }
        for (text, kind) in [
            ("the old boat", Kind::Count),
            ("~~$25 a month~~", Kind::Money),
            ("chapter 12", Kind::Money),
            ("in spring", Kind::Place),
            ("2025-03-02", Kind::Phone),
        ] {
            assert!(
                !held(text).iter().any(|one| one.kind == kind),
                "{text}: {:?}",
                held(text)
            );
        }
        assert_eq!(
            ["1,299.00", "1.299,5", "12,000", "4"].map(amount),
            [Some(1299.0), Some(1299.5), Some(12000.0), Some(4.0)]
        );
    }
}
