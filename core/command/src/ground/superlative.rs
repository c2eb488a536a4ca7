//! The cheapest, the newest, the highest rated: what is compared, and which way.

use super::measure::{Measure, Of, measure};
use super::rows::{Entry, Listing, Part};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};
use crate::words::token::tokenise;
use screen_agent_words::WordList;

/// What a superlative compares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Superlative {
    /// The most of it, or the least.
    pub most: bool,
    /// What it may be called on the page.
    pub about: Vec<String>,
    /// What it is an amount of, where the word tells.
    pub of: Option<Of>,
    /// The words it takes: from here ...
    pub from: usize,
    /// ... up to here.
    pub to: usize,
}

/// What an attribute may be called on the page, and what it is an amount of.
static ATTRIBUTES: WordList = WordList::named("attributes");

/// The other names that an attribute may have; always with its own.
pub(crate) fn names(attribute: &str) -> Vec<String> {
    let attribute = singular(&attribute.to_lowercase());
    let mut names = vec![attribute.clone()];
    for (first, others) in ATTRIBUTES.groups().filter_map(<[_]>::split_first) {
        if **first == *attribute {
            names.extend(others.iter().map(|name| (*name).to_owned()));
        }
    }
    names
}

/// What an attribute is an amount of, where its name tells.
pub(crate) fn of_name(attribute: &str) -> Option<Of> {
    let attribute = singular(&attribute.to_lowercase());
    Of::named(ATTRIBUTES.meaning(&attribute)?)
}

/// Which way a word points, and what it is about.
fn by_word(word: &str) -> Option<(bool, &'static str)> {
    Some(match word {
        "cheapest" => (false, "price"),
        "priciest" | "dearest" | "costliest" => (true, "price"),
        "newest" | "latest" => (true, "date"),
        "oldest" | "earliest" => (false, "date"),
        "youngest" => (false, "age"),
        "tallest" => (true, "height"),
        "heaviest" => (true, "weight"),
        "lightest" => (false, "weight"),
        "fastest" | "quickest" => (false, "duration"),
        "slowest" => (true, "duration"),
        "longest" => (true, "duration"),
        "shortest" => (false, "duration"),
        "best" => (true, "rating"),
        "worst" => (false, "rating"),
        "furthest" | "farthest" => (true, "distance"),
        "largest" | "biggest" | "greatest" | "highest" | "maximum" | "max" => (true, ""),
        "smallest" | "lowest" | "minimum" | "min" | "fewest" => (false, ""),
        _ => return None,
    })
}

/// True for words that say what they measure, and that it is no price: "longest", "oldest".
pub(crate) fn of_word(word: &str) -> bool {
    by_word(word).is_some_and(|(_, about)| !matches!(about, "" | "price"))
}

/// True for a word that says by itself which way it points: "largest", "most expensive" without its first word.
pub(crate) fn says_which_way(word: &str) -> bool {
    by_word(word).is_some() || by_adjective(word).is_some() || matches!(word, "most" | "least")
}

/// What "most expensive" and its like are about.
fn by_adjective(word: &str) -> Option<(bool, &'static str)> {
    Some(match word {
        "expensive" | "costly" | "pricey" | "dear" => (true, "price"),
        "cheap" | "affordable" => (false, "price"),
        "recent" | "new" => (true, "date"),
        "old" => (false, "date"),
        _ => return None,
    })
}

/// The first superlative among the words.
pub(crate) fn superlative(tokens: &[Token]) -> Option<Superlative> {
    (0..tokens.len()).find_map(|at| at_word(tokens, at))
}

fn at_word(tokens: &[Token], at: usize) -> Option<Superlative> {
    let token = tokens.get(at).filter(|token| token.word())?;
    let next = tokens
        .get(at + 1)
        .filter(|token| token.word())
        .map_or("", |token| token.low.as_str());
    let made = |most: bool, about: &str, used: usize| Superlative {
        most,
        about: if about.is_empty() {
            Vec::new()
        } else {
            names(about)
        },
        of: of_name(about),
        from: at,
        to: at + used,
    };
    if token.is_any(&["most", "least"]) {
        let up = token.is("most");
        if let Some((more, about)) = by_adjective(next) {
            return Some(made(more == up, about, 2));
        }
        let costs = |token: &Token| token.is_any(&["cost", "costs", "costing"]);
        if let Some(verb) = tokens[..at].iter().rposition(costs) {
            // "Costs (the) least" is said as one.
            let joined = tokens[verb + 1..at].iter().all(|token| token.is("the"));
            let from = if joined { verb } else { at };
            let to = at + 1;
            return Some(Superlative {
                from,
                to,
                ..made(up, "price", 1)
            });
        }
        let counted = !next.is_empty()
            && !matches!(next, "of" | "one" | "likely" | "at")
            && (at == 0 || !tokens[at - 1].is("at"));
        return counted.then(|| made(up, next, 2));
    }
    let rated = matches!(next, "rated" | "rating" | "ranked");
    if let Some((most, _)) = by_word(&token.low)
        .filter(|_| rated)
        .or((rated && token.is("top")).then_some((true, "")))
    {
        return Some(made(most, "rating", 2));
    }
    let (most, about) = by_word(&token.low)?;
    Some(made(most, about, 1))
}

/// The comparative among the words, as its superlative, and how many words it takes.
pub(crate) fn at_comparative(tokens: &[Token]) -> Option<(usize, usize, Superlative)> {
    (0..tokens.len()).find_map(|at| {
        let low = &tokens[at].low;
        let (text, used) = match (low.as_str(), tokens.get(at + 1)) {
            ("more", Some(next)) if next.is_any(&["expensive", "costly", "recent"]) => {
                (format!("most {}", next.low), 2)
            }
            ("less", Some(next)) if next.is("expensive") => ("least expensive".to_owned(), 2),
            ("more", _) if tokens.iter().any(|token| token.is_any(&["cost", "costs"])) => {
                ("most expensive".to_owned(), 1)
            }
            ("less", _) if tokens.iter().any(|token| token.is_any(&["cost", "costs"])) => {
                ("cheapest".to_owned(), 1)
            }
            ("better", _) => ("best".to_owned(), 1),
            _ => (format!("{}est", low.strip_suffix("er")?), 1),
        };
        superlative(&tokenise(&text)).map(|found| (at, used, found))
    })
}

/// The amount that an entry says of one of these names, or else of this kind.
pub(crate) fn value<'e>(
    entry: &'e Entry<'_>,
    names: &[String],
    of: Option<Of>,
) -> Option<(Measure, &'e Part)> {
    let read = |part: &'e Part| measure(&part.text).map(|found| (found, part));
    let labelled = |part: &&Part| {
        names
            .iter()
            .any(|name| likeness(name, &part.label) >= Some(Likeness::Within))
    };
    let says = |part: &&Part| {
        words(&part.text)
            .iter()
            .any(|word| names.contains(&singular(word)))
    };
    entry
        .parts
        .iter()
        .filter(labelled)
        .find_map(read)
        .or_else(|| entry.parts.iter().filter(says).find_map(read))
        .or_else(|| {
            entry
                .parts
                .iter()
                .filter_map(read)
                .find(|(found, _)| of == Some(found.of))
        })
        .or_else(|| {
            entry
                .parts
                .iter()
                .filter_map(read)
                .find(|(found, _)| of == Some(Of::Date) && found.of == Of::Clock)
        })
        .map(|(found, part)| {
            (
                if of == Some(Of::Date) {
                    today(found)
                } else {
                    found
                },
                part,
            )
        })
}

/// Where days are told, a bare time is of today: later than every day that is named.
fn today(found: Measure) -> Measure {
    const LATER: f64 = 1e6;
    match found.of {
        Of::Clock => Measure {
            of: Of::Date,
            value: LATER + found.value,
        },
        _ => found,
    }
}

/// The amounts of all the entries; only where they are of one kind, and at least two have one.
pub(crate) fn values<'e, 'a>(
    entries: &[&'e Entry<'a>],
    names: &[String],
    of: Option<Of>,
) -> Vec<(&'e Entry<'a>, Measure, &'e Part)> {
    let mut found: Vec<(&Entry, Measure, &Part)> = entries
        .iter()
        .filter_map(|entry| value(entry, names, of).map(|(found, part)| (*entry, found, part)))
        .collect();
    // One date that can only begin with its day tells how all of them are written.
    if found
        .iter()
        .any(|(_, _, part)| day_first(&part.text).is_some_and(|(day, _)| day > 12))
    {
        for (_, held, part) in &mut found {
            *held = day_first(&part.text)
                .and_then(|(_, text)| measure(&text))
                .unwrap_or(*held);
        }
    }
    let same = found.windows(2).all(|pair| pair[0].1.of == pair[1].1.of);
    if same { found } else { Vec::new() }
}

/// The first number of "14/03/2025", and the same date with its month first.
fn day_first(text: &str) -> Option<(u8, String)> {
    let parts: Vec<&str> = text.trim().split(['/', '-']).collect();
    let [day, month, year] = parts.as_slice() else {
        return None;
    };
    let number: u8 = day.parse().ok()?;
    Some((number, format!("{month}/{day}/{year}")))
}

/// The best of these entries; all of them where they are equal. With what they say of it.
pub(crate) fn best<'e, 'a>(
    listing: &Listing<'_>,
    entries: &[&'e Entry<'a>],
    sought: &Superlative,
) -> Vec<(&'e Entry<'a>, &'e Part)> {
    let sought = &as_told(listing, sought);
    let names = if sought.about.is_empty() {
        only_amount(listing)
    } else {
        sought.about.clone()
    };
    let found = values(entries, &names, sought.of);
    if found.len() * 2 <= entries.len() {
        return Vec::new();
    }
    let values = found.iter().map(|(_, value, _)| value.value);
    let held = if sought.most {
        values.fold(f64::MIN, f64::max)
    } else {
        values.fold(f64::MAX, f64::min)
    };
    found
        .into_iter()
        .filter(|(_, value, _)| (value.value - held).abs() < 1e-9)
        .map(|(entry, _, part)| (entry, part))
        .collect()
}

/// The oldest has the earliest date or the highest age, whichever of them is listed.
fn as_told(listing: &Listing<'_>, sought: &Superlative) -> Superlative {
    let is_listed = |names: &[String]| {
        let called = |column: &String| {
            let like = |name: &String| likeness(name, column) >= Some(Likeness::Within);
            names.iter().any(like)
        };
        listing.columns.iter().any(called)
    };
    let other = match sought.about.first().map(String::as_str) {
        Some("date") => "age",
        Some("age") => "date",
        _ => return sought.clone(),
    };
    let turned = names(other);
    if is_listed(&sought.about) || !is_listed(&turned) {
        return sought.clone();
    }
    Superlative {
        most: !sought.most,
        of: of_name(other),
        about: turned,
        ..sought.clone()
    }
}

/// Nothing was said of what is compared: the only column of amounts, or one that says a size.
fn only_amount(listing: &Listing<'_>) -> Vec<String> {
    let amounts = |name: &&String| {
        let mut cells = listing
            .entries
            .iter()
            .flat_map(|entry| &entry.parts)
            .filter(|part| part.label == **name);
        !name.is_empty()
            && cells.clone().next().is_some()
            && cells.all(|part| {
                part.text.is_empty()
                    || (measure(&part.text).is_some()
                        && part.text.chars().filter(|c| c.is_alphabetic()).count() < 6)
            })
    };
    let all: Vec<&String> = listing.columns.iter().filter(amounts).collect();
    match all.as_slice() {
        [one] => vec![(*one).clone()],
        _ => names("size"),
    }
}
