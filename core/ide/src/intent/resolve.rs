//! Which keywords a text names, and what may have been meant by those that are almost some.

use std::collections::BTreeMap;

use screen_agent_wire::ide::intent::ResolvedIntent;
use strsim::normalized_damerau_levenshtein;

use super::registry::Registry;
use crate::toast::ToastLanguage;

/// Suggestions for a word.
const SUGGESTIONS: usize = 3;
/// Words that are looked at.
const WORDS: usize = 200;
/// How like two words must be.
const ALIKE: f64 = 0.72;

/// Looks a text through.
pub fn resolve(registry: &Registry, text: &str, language: Option<&str>) -> ResolvedIntent {
    let mut found = ResolvedIntent {
        keywords: Vec::new(),
        unknown: Vec::new(),
        suggestions: BTreeMap::new(),
        language: ToastLanguage::of(language, text).code().to_owned(),
    };
    for word in text.split_whitespace().take(WORDS) {
        let word = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if registry.find(&word).is_some() {
            push(&mut found.keywords, word);
            continue;
        }
        let like = suggestions(registry, &word);
        if !like.is_empty() || is_dotted(&word) {
            push(&mut found.unknown, word.clone());
            found.suggestions.insert(word, like);
        }
    }
    found
}

fn push(list: &mut Vec<String>, word: String) {
    if !list.contains(&word) {
        list.push(word);
    }
}

/// Looks like a keyword: `namespace.action`.
fn is_dotted(word: &str) -> bool {
    let mut parts = word.split('.');
    let plain =
        |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let two = parts.next().is_some_and(plain) && parts.next().is_some_and(plain);
    two && parts.next().is_none()
}

/// The keywords that are most like a word, the best first.
pub fn suggestions(registry: &Registry, word: &str) -> Vec<String> {
    if word.chars().count() < 4 || word.len() > 64 {
        return Vec::new();
    }
    let mut scored: Vec<(f64, &str)> = registry
        .told()
        .map(|known| (likeness(word, &known.keyword), known.keyword.as_str()))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    scored
        .into_iter()
        .take(SUGGESTIONS)
        .map(|(_, keyword)| keyword.to_owned())
        .collect()
}

/// How like a word is to a keyword: part of it, a few letters from it, or of the same letters by threes.
fn likeness(word: &str, keyword: &str) -> f64 {
    let parts = keyword.split('.');
    let whole = word.contains('.');
    // Of `var.derive` each part may be that of a keyword, though the whole is not.
    let by_part = word.split_once('.').zip(keyword.split_once('.'));
    let by_part = by_part.filter(|((of, deed), _)| of.len() > 1 && deed.len() > 1);
    let by_part = by_part.map_or(0.0, |((of, deed), (known_of, known_deed))| {
        f64::midpoint(likeness(of, known_of), likeness(deed, known_deed))
    });
    let against = std::iter::once(keyword).chain(parts.filter(|_| !whole));
    against
        .map(|known| {
            let longest = known.len().max(word.len());
            let shortest = known.len().min(word.len());
            let inside = known.contains(word) || (word.contains(known) && whole);
            #[allow(clippy::cast_precision_loss, reason = "they are short")]
            let substring = if inside {
                0.75 + 0.25 * shortest as f64 / longest as f64
            } else {
                0.0
            };
            let distance = normalized_damerau_levenshtein(word, known);
            substring.max(distance).max(trigrams(word, known))
        })
        .fold(by_part, f64::max)
}

/// The share of the letters, by threes, that two words have in common.
fn trigrams(one: &str, other: &str) -> f64 {
    let by_threes = |word: &str| {
        let padded: Vec<char> = format!("  {word} ").chars().collect();
        let mut threes: Vec<[char; 3]> = padded
            .windows(3)
            .map(|three| [three[0], three[1], three[2]])
            .collect();
        threes.sort_unstable();
        threes.dedup();
        threes
    };
    let (one, other) = (by_threes(one), by_threes(other));
    let common = one.iter().filter(|three| other.contains(three)).count();
    #[allow(clippy::cast_precision_loss, reason = "they are short")]
    let share = 2.0 * common as f64 / (one.len() + other.len()) as f64;
    share
}
