//! What happened, in order.

use screen_agent_wire::packet::Doc;

use super::shape::{entry, is_proper, lists, tables};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "timeline",
    title: "Timeline",
    description: "What happened according to the sources, with its dates, the earliest first.",
    guidance: include_str!("timeline.md"),
    count: Count {
        what: "events",
        least: 2,
        most: 60,
        usual: 15,
    },
    shape,
};

const WANTED: &str = "A timeline is a table with the columns Date and Event, or a list whose \
                      entries begin with their date";

fn shape(doc: &Doc) -> Result<(), String> {
    let dates: Vec<String> = if let Some(table) = tables(doc).first() {
        is_proper(table, "\"Undated\" where no source gives a date")?;
        let first = |row: &Vec<String>| row.first().cloned().unwrap_or_default();
        table.body.iter().map(first).collect()
    } else if let Some(items) = lists(doc).into_iter().max_by_key(|items| items.len()) {
        items.iter().map(|item| beginning(&entry(item))).collect()
    } else {
        return Err(format!("{WANTED}: it has neither."));
    };
    if let Some(undated) = dates.iter().position(|date| !is_dated(date)) {
        let place = undated + 1;
        return Err(format!(
            "{WANTED}, as 2026-11-22, 2026-11, 2026 or \"Undated\": event {place} has no date."
        ));
    }
    in_order(&dates)
}

/// Where a date is looked for in an entry of a list.
fn beginning(text: &str) -> String {
    text.chars().take(48).collect()
}

/// A date in any usual form, or the word that there is none.
fn is_dated(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        is_year(word)
            || MONTHS.split(' ').any(|month| word == month)
            || matches!(
                word,
                "undated" | "today" | "yesterday" | "century" | "bc" | "bce" | "ad"
            )
            || is_decade(word)
    })
}

const MONTHS: &str = "january february march april may june july august september october november \
    december jan feb mar apr jun jul aug sep sept oct nov dec";

fn is_year(word: &str) -> bool {
    matches!(word.len(), 3 | 4) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decade(word: &str) -> bool {
    word.strip_suffix('s').is_some_and(is_year)
}

/// Where every date begins with its year, the earliest comes first.
fn in_order(dates: &[String]) -> Result<(), String> {
    let keys: Vec<Option<[u32; 3]>> = dates.iter().map(|date| key(date)).collect();
    let dated: Vec<[u32; 3]> = keys.into_iter().flatten().collect();
    let common = |pair: &[[u32; 3]]| match pair {
        [left, right] => is_before(*right, *left),
        _ => false,
    };
    match dated.windows(2).position(common) {
        None => Ok(()),
        Some(_) => Err("Put the events of the timeline in order, the earliest first.".to_owned()),
    }
}

/// Year, month and day of a date that begins with its year; 0 for what it does not say.
fn key(date: &str) -> Option<[u32; 3]> {
    let date = date.trim_start();
    let digits: String = date.chars().take_while(char::is_ascii_digit).collect();
    if digits.len() != 4 {
        return None;
    }
    let mut parts = date.split('-').map(|part| {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    });
    let mut next = || parts.next().unwrap_or(0);
    Some([next(), next(), next()])
}

/// Before, as far as both say.
fn is_before(left: [u32; 3], right: [u32; 3]) -> bool {
    for (left, right) in left.into_iter().zip(right) {
        if left == 0 || right == 0 {
            return false;
        }
        if left != right {
            return left < right;
        }
    }
    false
}
