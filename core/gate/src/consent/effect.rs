//! Effects as verbs name them.

use screen_agent_words::WordList;
use std::collections::BTreeSet;

use screen_agent_words::lexicon::{self, EffectWords, effects};

/// Words that may stand between a verb and its particle.
static BETWEEN: WordList = WordList::named("effect between");

/// How many words may stand inside a verb of several words.
const INSIDE: usize = 6;

/// An effect that is named at some place, and which words name it.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) effect: &'static EffectWords,
    /// Places of the words that name it.
    pub(super) at: Vec<usize>,
}

/// The effects whose English verb begins at this place. A verb of several words hides those that
/// are its first word alone: "sign in" signs nothing.
pub(super) fn effects_at(words: &[String], at: usize) -> Vec<Named> {
    let rest = words.get(at..).unwrap_or_default();
    let mut near = rest.iter().map(String::as_str);
    if (near.next(), near.next()) == (Some("like"), Some("to")) {
        return Vec::new();
    }
    longest(at, |effect| &effect.verbs, rest)
}

/// The effects that a verb of another language names at this place.
pub(super) fn effects_elsewhere_at(words: &[String], at: usize) -> Vec<Named> {
    let rest = words.get(at..).unwrap_or_default();
    longest(at, |effect| &effect.elsewhere, rest)
}

fn longest(
    at: usize,
    verbs: impl Fn(&'static EffectWords) -> &'static Vec<Vec<String>>,
    rest: &[String],
) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    for effect in effects() {
        let places = verbs(effect).iter().filter_map(|verb| places(rest, verb));
        if let Some(places) = places.max_by_key(Vec::len) {
            let at = places.iter().map(|place| at + place).collect();
            named.push(Named { effect, at });
        }
    }
    let most = named.iter().map(|named| named.at.len()).max();
    named.retain(|named| Some(named.at.len()) == most);
    named
}

/// Where the words of a verb stand, if it begins here.
fn places(words: &[String], verb: &[String]) -> Option<Vec<usize>> {
    let (first, parts) = verb.split_first()?;
    if !same_verb(words.first()?, first) {
        return None;
    }
    let mut places = vec![0];
    let mut from = 1;
    for part in parts {
        let rest = words.get(from..).unwrap_or_default();
        let found = rest.iter().take(INSIDE).position(|word| word == part)?;
        let particle = matches!(part.as_str(), "in" | "out" | "up" | "on" | "off" | "down");
        let mut between = rest.iter().take(found);
        if particle && !between.all(|word| BETWEEN.contains(word)) {
            return None;
        }
        places.push(from + found);
        from += found + 1;
    }
    Some(places)
}

/// The verb, or its `-ing` form: "by deleting it".
pub(super) fn same_verb(word: &str, verb: &str) -> bool {
    if word == verb {
        return true;
    }
    let Some(stem) = word.strip_suffix("ing") else {
        return false;
    };
    let doubled = verb
        .chars()
        .last()
        .is_some_and(|last| stem.strip_suffix(last) == Some(verb));
    stem == verb || verb.strip_suffix('e') == Some(stem) || doubled
}

/// These effects, with those that they imply.
pub(super) fn with_implied(named: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let effects = named.iter().filter_map(|name| lexicon::effect(name));
    let implied = effects.flat_map(|effect| effect.implies.iter().copied());
    named.iter().copied().chain(implied).collect()
}
