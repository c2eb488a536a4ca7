//! Effects that an address names.
//!
//! Some sites do what an address says as soon as it is opened. Keys and values of the query, parts
//! of the path and the fragment are read alike: decoded, split at signs and capitals, joined words
//! taken apart. A long part is the title of a page, not an order.

use std::collections::BTreeSet;

use url::Url;

use super::effect::{Named, effects_at, effects_elsewhere_at};
use super::label::is_number;
use crate::nested_address::percent_decoded as decoded;
use screen_agent_words::fold::word as fold;
use screen_agent_words::lexicon::{effects, listed, listed_in_english, unspaced};

/// An effect that a part of an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedEffect {
    /// The part, as it is shown: decoded, small letters.
    pub(crate) part: String,
    /// The effects that it names.
    pub(crate) effects: BTreeSet<&'static str>,
}

/// What opening this address may do, if its words name anything.
pub(crate) fn effects_of(url: &Url) -> Option<NamedEffect> {
    let plain = decoded(&decoded(url.path()));
    let path: Vec<Vec<String>> = plain
        .split(['/', ';', '=', ','])
        .map(split)
        .filter(|part| !part.is_empty())
        .collect();
    let query: Vec<(String, String)> = url
        .query_pairs()
        .map(|(key, value)| (key.into_owned(), value.into_owned()))
        .collect();
    let ends_with_data =
        !query.is_empty() || path.iter().any(|part| part.iter().all(|word| is_id(word)));
    let parts = path.iter().map(Vec::as_slice);
    let last = parts.clone().next_back().unwrap_or_default();
    // "/buy/7" deals with it, "/post/7" shows it.
    let before_id = parts
        .clone()
        .rfind(|part| !part.iter().all(|word| is_id(word)))
        .filter(|part| part.iter().all(|word| deals(word)) || switches(part))
        .unwrap_or_default();
    parts
        .clone()
        .find_map(named_by)
        .or_else(|| path.windows(2).find_map(told_to_do))
        .or_else(|| with_terms(&path, &query))
        .or_else(|| ends_with_data.then(|| named_loosely(last)).flatten())
        .or_else(|| ends_with_data.then(|| named_loosely(before_id)).flatten())
        .or_else(|| {
            query
                .iter()
                .find_map(|(key, value)| in_query(&path, key, value))
        })
        .or_else(|| url.fragment().and_then(in_fragment))
}

/// Most words that a part has which tells to do something.
const LONGEST: usize = 4;

/// The effects that one part of a path, key or value orders.
fn named_by(words: &[String]) -> Option<NamedEffect> {
    let first = words.first()?;
    if words.len() > LONGEST || listed_in_english("tells", first) {
        return None;
    }
    let leads = |at: usize| {
        words
            .iter()
            .take(at)
            .all(|word| listed("address-how", word) || is_id(word))
    };
    let found = (0..words.len()).filter(|at| leads(*at)).find_map(|at| {
        let effects = strong_at(words, at);
        (!effects.is_empty()).then_some(effects)
    });
    let joined = || {
        words
            .iter()
            .map(|word| joined(word))
            .find(|effects| !effects.is_empty())
    };
    let foreign = || {
        words
            .iter()
            .map(|word| without_spaces(word))
            .find(|effects| !effects.is_empty())
    };
    let effects = found.or_else(joined).or_else(foreign)?;
    Some(NamedEffect {
        part: words.join(" "),
        effects,
    })
}

/// Grave effects that a verb at this place names which is no noun: an "order" in an address is one.
fn strong_at(words: &[String], at: usize) -> BTreeSet<&'static str> {
    let named = effects_at(words, at).into_iter();
    named
        .filter(|named| named.effect.grave)
        .filter(|named| {
            named.at.len() > 1
                || words
                    .get(at)
                    .is_some_and(|word| !listed("address-nouns", word))
                || is_dealt_with(words, at)
        })
        .filter(|_| {
            words
                .get(at + 1)
                .is_none_or(|next| !listed("address-noun-after", next))
        })
        .map(|named| named.effect.name)
        .collect()
}

/// "reply-all", "order-now": what follows makes a verb of a noun.
fn is_dealt_with(words: &[String], at: usize) -> bool {
    words
        .get(at + 1)
        .is_some_and(|next| listed("address-objects", next))
}

/// "two-factor-off": something is switched off.
fn switches(words: &[String]) -> bool {
    match words {
        [.., thing, last] => {
            last == "off"
                && !listed("address-off", thing)
                && !is_number(thing)
                && words.len() <= LONGEST
        }
        _ => false,
    }
}

fn named_loosely(words: &[String]) -> Option<NamedEffect> {
    if switches(words) {
        return Some(NamedEffect {
            part: words.join(" "),
            effects: BTreeSet::new(),
        });
    }
    let [word] = words else {
        return None;
    };
    let elsewhere = elsewhere(word);
    let loose = listed("address-loose", word) || !elsewhere.is_empty();
    let effects = effects_at(words, 0).into_iter().chain(elsewhere);
    loose.then(|| NamedEffect {
        part: word.clone(),
        effects: effects.map(|named| named.effect.name).collect(),
    })
}

/// True for a verb that names no thing: with an id behind it, it deals with that.
fn deals(word: &str) -> bool {
    listed("address-deals", word) || !elsewhere(word).is_empty()
}

/// Grave effects that a word of another language names. It counts where English verbs count that may be nouns:
/// "/kaufen" is a part of a site, "/kaufen/7" may buy.
fn elsewhere(word: &str) -> Vec<Named> {
    let mut named = effects_elsewhere_at(&[word.to_owned()], 0);
    named.retain(|named| named.effect.grave && !listed("address-nouns", word));
    named
}

/// What is a noun or a weak verb elsewhere is an order behind what tells to do it.
fn told_to_do(pair: &[Vec<String>]) -> Option<NamedEffect> {
    match pair {
        [tells, told]
            if tells.len() == 1 && tells.iter().all(|word| listed("address-tells", word)) =>
        {
            noun_that_acts(told).or_else(|| named_loosely(told))
        }
        _ => None,
    }
}

/// Nor is it one where the query tells how much, or with whom: "/order?amount=9", "?order=1&to=mallory".
/// A span has two ends.
fn with_terms(path: &[Vec<String>], query: &[(String, String)]) -> Option<NamedEffect> {
    let keys: Vec<Vec<String>> = query.iter().map(|(key, _)| split(key)).collect();
    let has = |list: &str| keys.iter().flatten().any(|word| listed(list, word));
    let (last, keys) = (path.last(), keys.iter());
    let mut named = || {
        last.into_iter()
            .chain(keys.clone())
            .find_map(|part| noun_that_acts(part))
    };
    (has("address-terms") && !has("address-span"))
        .then(&mut named)
        .flatten()
}

fn noun_that_acts(words: &[String]) -> Option<NamedEffect> {
    let [word] = words else {
        return None;
    };
    let named = effects_at(words, 0).into_iter();
    let effects: BTreeSet<_> = named
        .filter(|named| named.effect.grave)
        .map(|named| named.effect.name)
        .collect();
    (listed("address-nouns", word) && !effects.is_empty()).then(|| NamedEffect {
        part: word.clone(),
        effects,
    })
}

fn in_query(path: &[Vec<String>], key: &str, value: &str) -> Option<NamedEffect> {
    let keys = split(key);
    let first = keys.first().map(String::as_str).unwrap_or_default();
    let kept = path
        .iter()
        .flatten()
        .any(|word| listed("address-kept-at", word));
    if kept && !value.is_empty() && listed("address-identity", first) {
        return Some(NamedEffect {
            part: keys.join(" "),
            effects: BTreeSet::from(["secure"]),
        });
    }
    if listed("address-prose", first) {
        return None;
    }
    let switched_off = matches!(value, "0" | "false" | "no" | "off");
    let by_key = (!switched_off).then(|| named_by(&keys)).flatten();
    let switched_on = matches!(value, "1" | "true" | "yes" | "on");
    by_key
        .or_else(|| switched_on.then(|| named_loosely(&keys)).flatten())
        .or_else(|| named_by(&split(value)))
}

/// A fragment may hold a path or a query of its own.
fn in_fragment(fragment: &str) -> Option<NamedEffect> {
    fragment
        .split(['/', '&', '=', '?', '!'])
        .find_map(|part| named_by(&split(part)))
}

/// Words of a part: decoded, split at signs, at capitals and between letters and digits.
fn split(part: &str) -> Vec<String> {
    let decoded = decoded(&decoded(part));
    let mut words = Vec::new();
    let mut word = String::new();
    let mut last = ' ';
    for c in decoded.chars() {
        let turns = last.is_lowercase() && c.is_uppercase()
            || last.is_ascii_digit() != c.is_ascii_digit() && last.is_alphanumeric();
        if !c.is_alphanumeric() || turns {
            words.push(std::mem::take(&mut word));
        }
        word.extend(c.is_alphanumeric().then_some(c));
        last = c;
    }
    words.push(word);
    let folded = words.iter().map(|word| fold(word));
    joined_particles(folded.filter(|word| !word.is_empty()).collect())
}

/// "log-out" and "sign-out" are read as they are said.
fn joined_particles(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let last = joined
            .last_mut()
            .filter(|last| matches!(last.as_str(), "log" | "sign"));
        match last {
            Some(last) if matches!(word.as_str(), "out" | "off") => last.push_str("out"),
            _ => joined.push(word),
        }
    }
    joined
}

/// The effects of a compound that is written as one word.
fn joined(word: &str) -> BTreeSet<&'static str> {
    let verbs = effects().iter().filter(|effect| effect.grave);
    let verbs = verbs.flat_map(|effect| {
        let single = effect
            .verbs
            .iter()
            .filter_map(|verb| match verb.as_slice() {
                [verb] => Some(verb),
                _ => None,
            });
        single.map(|verb| (effect.name, verb))
    });
    let made_of = |verb: &str| {
        let after = word
            .strip_prefix(verb)
            .is_some_and(|rest| listed("address-joined-to", rest));
        let before = word.strip_suffix(verb);
        after || before.is_some_and(|rest| listed("address-joined-before", rest))
    };
    verbs
        .filter(|(_, verb)| verb.len() > 2 && made_of(verb))
        .map(|(name, _)| name)
        .collect()
}

fn without_spaces(word: &str) -> BTreeSet<&'static str> {
    let (named, _) = unspaced(word);
    let grave = named.iter().filter(|effect| effect.grave);
    grave.map(|effect| effect.name).collect()
}

/// A number, or letters and digits that no word has.
fn is_id(word: &str) -> bool {
    is_number(word) || word.len() > 11
}

#[cfg(test)]
#[path = "tests/address.rs"]
mod tests;
