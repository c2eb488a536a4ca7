//! Contact cards: a line a fact, `NAME;PARAMETER=...:value`. RFC 6350, and the older forms that programs still write.

use screen_agent_think::file::{FileKind, Unreadable};

use crate::{Found, counted};

/// Most cards of a file.
const CARDS: usize = 10_000;

/// What facts are called for people.
const NAMES: [(&str, &str); 11] = [
    ("FN", "Name"),
    ("EMAIL", "E-mail"),
    ("TEL", "Phone"),
    ("ORG", "Company"),
    ("TITLE", "Job title"),
    ("ROLE", "Role"),
    ("URL", "Website"),
    ("BDAY", "Birthday"),
    ("NOTE", "Note"),
    ("NICKNAME", "Nickname"),
    ("LANG", "Language"),
];
/// The parts of a name and of an address, in their order; nothing for those that are of no use.
const NAME_PARTS: [&str; 2] = ["Last name", "First name"];
const ADDRESS_PARTS: [&str; 7] = [
    "",
    "Address line 2",
    "Street",
    "City",
    "Region",
    "Postcode",
    "Country",
];

/// True for a text that is a card, whatever its name says.
pub(crate) fn is_card(text: &str) -> bool {
    let start = text.trim_start().get(..11).unwrap_or_default();
    start.eq_ignore_ascii_case("BEGIN:VCARD")
}

pub(crate) fn read(text: String) -> Result<Found, Unreadable> {
    let lines = unfolded(&text);
    let begin = |line: &&String| line.eq_ignore_ascii_case("BEGIN:VCARD");
    let cards = lines.iter().filter(begin).count();
    if cards > CARDS {
        return Err(Unreadable::TooMuch);
    }
    let mut record = Vec::new();
    if cards == 1 {
        for line in &lines {
            facts(line, &mut record);
        }
    }
    Ok(Found {
        about: counted(cards, "contact card"),
        record,
        ..Found::new(FileKind::Text, text)
    })
}

/// Long lines are broken; what begins with a blank goes on with the line before.
fn unfolded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix([' ', '\t']), lines.last_mut()) {
            (Some(more), Some(last)) => last.push_str(more),
            _ => lines.push(line.trim_end().to_owned()),
        }
    }
    lines
}

/// The first of each fact counts: it is the preferred one more often than not.
fn facts(line: &str, record: &mut Vec<(String, String)>) {
    let Some((head, value)) = line.split_once(':') else {
        return;
    };
    let name = head.split(';').next().unwrap_or_default();
    // Facts may stand in groups: `item1.EMAIL`.
    let name = name
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase();
    let mut add = |name: &str, value: String| {
        let value = value.trim();
        if !name.is_empty() && !value.is_empty() && !record.iter().any(|(known, _)| known == name) {
            record.push((name.to_owned(), value.to_owned()));
        }
    };
    match name.as_str() {
        "N" => {
            for (name, part) in NAME_PARTS.iter().zip(parts(value)) {
                add(name, part);
            }
        }
        "ADR" => {
            for (name, part) in ADDRESS_PARTS.iter().zip(parts(value)) {
                add(name, part);
            }
        }
        "ORG" => add(
            "Company",
            parts(value).into_iter().next().unwrap_or_default(),
        ),
        "BDAY" => add("Birthday", day(value)),
        "TEL" | "EMAIL" => {
            let plain = value
                .strip_prefix("tel:")
                .or_else(|| value.strip_prefix("mailto:"));
            let called = if name == "TEL" { "Phone" } else { "E-mail" };
            add(called, unescaped(plain.unwrap_or(value)));
        }
        other => {
            if let Some((_, called)) = NAMES.iter().find(|(name, _)| *name == other) {
                add(called, unescaped(value));
            }
        }
    }
}

/// Parts between semicolons that are not escaped.
fn parts(value: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match (letter, parts.last_mut()) {
            (';', _) => parts.push(String::new()),
            ('\\', Some(part)) => part.extend(letters.next().map(plain)),
            (_, Some(part)) => part.push(letter),
            (_, None) => {}
        }
    }
    parts
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next().map(plain)),
            _ => text.push(letter),
        }
    }
    text
}

fn plain(escaped: char) -> char {
    if matches!(escaped, 'n' | 'N') {
        '\n'
    } else {
        escaped
    }
}

/// `19900203` as `1990-02-03`; anything else as it stands.
fn day(value: &str) -> String {
    let digits = value.len() == 8 && value.bytes().all(|byte| byte.is_ascii_digit());
    match digits {
        true => format!("{}-{}-{}", &value[..4], &value[4..6], &value[6..]),
        false => unescaped(value),
    }
}
