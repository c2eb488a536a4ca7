//! A text as phrases: what stands between commas, and words that join. What a run of words says, and what it does not.

use super::lexicon::{component, in_english, page};
use crate::gherkin::generate::deed_of;
use crate::ui::tokens::is_among;

/// Components that a text may ask for.
pub(super) const MOST: usize = 300;
/// Words of a text that are read.
const WORDS: usize = 2_000;
/// Words that say nothing wherever they stand, and those that say nothing at the ends of a label.
pub(super) const ASIDE: &str = "a an the some that this there their its his her big small large nice simple modern clean columns \
    fields red blue green black white gray grey";
const AT_ENDS: &str = "with or for of to in on at by from my your please just only also single multiple below above top bottom left \
    right inside row it is page screen view app where which who 을 를 은 는 이 가 의 로 으로 에 도 の を に は が で с в на для";
/// Words that join two phrases, those behind which stands what is inside, and those behind which stands a label.
const JOINS: &str = "and plus then & 와 과 と и или";
const HAS: &str = "with containing contains including includes has have having showing shows displaying displays lists allows";
const SAYS: &str = "says saying said labeled labelled called named titled reading";
/// Verbs of labels that say what an input is for.
const FILLS: &str = "enter type pick choose select set write input provide change";
/// Words that a button says, besides the verbs of deeds.
const SAID: &str = "next back ok edit continue logout start stop view see show try play go skip done retry login signup verify \
    accept decline approve reject connect rate report choose";

/// A word, or what was in quotes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) is_quoted: bool,
}

impl Said {
    pub(super) fn word(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_quoted: false,
        }
    }

    /// Whether it is a word of a list, and no quotation.
    pub(super) fn is_of(&self, list: &str) -> bool {
        !self.is_quoted && is_among(list, &self.text)
    }
}

/// How a phrase is joined to the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Joined {
    #[default]
    Apart,
    And,
    /// It says what that has.
    Has,
}

/// A phrase.
#[derive(Debug, Default)]
pub(super) struct Phrase {
    pub(super) words: Vec<Said>,
    pub(super) joined: Joined,
}

pub(super) fn split(text: &str) -> Vec<Phrase> {
    let mut phrases = vec![Phrase::default()];
    let mut words = 0;
    for (at, piece) in text.split('"').enumerate() {
        if at % 2 == 1 {
            let text = piece.trim().to_owned();
            phrases.last_mut().into_iter().for_each(|phrase| {
                phrase.words.push(Said {
                    text: text.clone(),
                    is_quoted: true,
                });
            });
            continue;
        }
        let english = in_english(piece);
        for (at, clause) in english
            .split(|c: char| ",;:.!?\n()•、。".contains(c))
            .enumerate()
        {
            if at > 0 {
                phrases.push(Phrase::default());
            }
            let said = clause.split(|c: char| !c.is_alphanumeric() && c != '#' && c != '_');
            for word in said.filter(|word| !word.is_empty()) {
                words += 1;
                let joined = match () {
                    () if is_among(HAS, word) => Joined::Has,
                    () if is_among(JOINS, word) => Joined::And,
                    () => Joined::Apart,
                };
                match joined != Joined::Apart {
                    _ if words > WORDS => return phrases,
                    true => match phrases.last_mut() {
                        // "And" behind a comma joins nothing.
                        Some(last) if last.words.is_empty() => {
                            if joined == Joined::Has {
                                last.joined = joined;
                            }
                        }
                        _ => phrases.push(Phrase {
                            joined,
                            ..Phrase::default()
                        }),
                    },
                    false => phrases.last_mut().into_iter().for_each(|phrase| {
                        phrase.words.push(Said::word(word));
                    }),
                }
            }
        }
    }
    phrases
}

/// What stands behind a component and says what it is called or for, and how many words that are.
pub(super) fn behind_it(behind: &[Said]) -> (Vec<Said>, usize) {
    let at = behind.iter().take(2).position(|word| word.is_of(SAYS));
    if let Some(at) = at {
        return (behind[at + 1..].to_vec(), behind.len());
    }
    match behind.first() {
        Some(first) if first.is_quoted => (vec![first.clone()], 1),
        Some(first)
            if is_among("for of to", &first.text) && !says(behind, "each every per row") =>
        {
            let end = behind
                .iter()
                .position(|word| component(&word.text).is_some());
            let end = end.unwrap_or(behind.len());
            (behind[1..end].to_vec(), end)
        }
        _ => (Vec::new(), 0),
    }
}

/// A label, without words at its ends that say nothing.
pub(super) fn shown(words: &[Said]) -> String {
    let aside = |word: &&Said| {
        [AT_ENDS, ASIDE, "each every per"]
            .iter()
            .any(|list| word.is_of(list))
    };
    let first = words
        .iter()
        .position(|word| !aside(&word))
        .unwrap_or(words.len());
    let last = words
        .iter()
        .rposition(|word| !aside(&word))
        .map_or(first, |at| at + 1);
    let kept = words[first..last].iter().filter(|word| !word.is_of(ASIDE));
    kept.map(|word| {
        if word.is_quoted {
            word.text.clone()
        } else {
            word.text.replace('_', " ")
        }
    })
    .collect::<Vec<_>>()
    .join(" ")
}

/// What an input is for, without the verb for filling it in.
pub(super) fn unfilled(label: &str) -> &str {
    match label.split_once(' ') {
        Some((verb, rest)) if is_among(FILLS, verb) => ["the ", "a ", "an ", "your "]
            .iter()
            .find_map(|article| rest.strip_prefix(article))
            .unwrap_or(rest),
        _ => label,
    }
}

/// Words that begin with a verb and end with a button are what that says: `add to cart button`.
pub(super) fn is_label(words: &[Said]) -> bool {
    let end = words
        .iter()
        .position(|word| component(&word.text).is_some_and(|known| known.kind == "button"));
    end.is_some_and(|end| {
        is_verb(&words[0].text)
            && !words[1..end]
                .iter()
                .any(|word| word.is_quoted || is_verb(&word.text) || is_among(ASIDE, &word.text))
    })
}

pub(super) fn is_verb(word: &str) -> bool {
    deed_of(word) == Some(word) || is_among(SAID, word) || page(word).is_some()
}

pub(super) fn says_component(words: &[Said]) -> bool {
    words
        .iter()
        .any(|word| !word.is_quoted && component(&word.text).is_some())
}

pub(super) fn says(words: &[Said], list: &str) -> bool {
    words.iter().any(|word| word.is_of(list))
}

pub(super) fn count(word: &str) -> Option<usize> {
    const NAMES: [&str; 10] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let named = NAMES.iter().position(|name| *name == word).map(|at| at + 1);
    named
        .or_else(|| word.parse().ok())
        .map(|number: usize| number.min(MOST))
}
