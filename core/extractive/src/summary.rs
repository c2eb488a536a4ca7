//! A summary: the sentences that say most of what the others say, in the order in which they stand.

use std::collections::HashMap;

use super::spaced::spaced;
use super::text::Text;
use super::unit::{Unit, Units};
use super::{Quotation, Shown};

/// Fewest and most words of a sentence that is taken.
const SHORTEST: usize = 6;
const LONGEST: usize = 60;
/// How much likeness to what is taken already counts against a sentence.
const AGAIN: f64 = 0.6;
/// How much the beginning of a text counts for.
const FIRST: f64 = 0.25;

/// Up to so many sentences of each text.
pub fn summarize(texts: &[Text], most: usize) -> Vec<Quotation> {
    let units = Units::of(texts);
    let each = (most / texts.len().max(1)).max(1);
    (0..texts.len())
        .flat_map(|text| of_text(&units, text, each))
        .collect()
}

fn of_text(units: &Units, text: usize, most: usize) -> Vec<Quotation> {
    let said: Vec<&Unit> = units
        .units
        .iter()
        .filter(|unit| unit.text == text && is_sentence(unit))
        .collect();
    let vectors = vectors(&said);
    let mut centre: HashMap<&str, f64> = HashMap::new();
    for vector in &vectors {
        vector
            .iter()
            .for_each(|(word, weight)| *centre.entry(*word).or_default() += weight);
    }
    let count = said.len().max(1) as f64;
    let worth: Vec<f64> = vectors
        .iter()
        .zip(&said)
        .enumerate()
        .map(|(at, (vector, unit))| {
            let titled = unit
                .far
                .iter()
                .filter(|word| unit.own.contains(word))
                .count() as f64;
            likeness(vector, &centre) + FIRST * (1.0 - at as f64 / count) + 0.02 * titled.min(5.0)
        })
        .collect();
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < most {
        let left = (0..said.len()).filter(|at| !taken.contains(at));
        let worth = |at: usize| {
            let alike = taken
                .iter()
                .map(|other| likeness(&vectors[at], &vectors[*other]));
            worth[at] - AGAIN * alike.fold(0.0, f64::max)
        };
        let Some(best) =
            left.max_by(|one, other| worth(*one).total_cmp(&worth(*other)).then(other.cmp(one)))
        else {
            break;
        };
        taken.push(best);
    }
    taken.sort_unstable();
    taken
        .into_iter()
        .map(|at| Quotation {
            text,
            quote: said[at].quote.clone(),
            shown: Shown::Words {
                under: said[at].under.clone(),
            },
        })
        .collect()
}

fn is_sentence(unit: &Unit) -> bool {
    let words = spaced(&unit.quote).split_whitespace().count();
    unit.row.is_none()
        && !unit.is_bare
        && (SHORTEST..=LONGEST).contains(&words)
        && unit.quote.ends_with(['.', '!', '”', '"', '。'])
}

/// Sentences as their words, each weighed by how rare it is.
fn vectors<'a>(said: &[&'a Unit]) -> Vec<HashMap<&'a str, f64>> {
    let mut with: HashMap<&str, f64> = HashMap::new();
    let counted = said.iter().map(|unit| {
        let mut times: HashMap<&str, f64> = HashMap::new();
        unit.own
            .iter()
            .for_each(|word| *times.entry(word.as_str()).or_default() += 1.0);
        times
    });
    let counted: Vec<HashMap<&str, f64>> = counted.collect();
    for times in &counted {
        times
            .keys()
            .for_each(|word| *with.entry(*word).or_default() += 1.0);
    }
    let all = said.len() as f64;
    let weighed = |times: HashMap<&'a str, f64>| {
        times
            .into_iter()
            .map(|(word, times)| (word, times * (all / with[word]).ln()))
            .collect()
    };
    counted.into_iter().map(weighed).collect()
}

fn likeness(one: &HashMap<&str, f64>, other: &HashMap<&str, f64>) -> f64 {
    // In one order, so that the sum is the same each time.
    let mut words: Vec<&&str> = one
        .keys()
        .filter(|word| other.contains_key(**word))
        .collect();
    words.sort_unstable();
    let dot: f64 = words
        .into_iter()
        .map(|word| one[*word] * other[*word])
        .sum();
    let length = |vector: &HashMap<&str, f64>| {
        let mut squares: Vec<f64> = vector.values().map(|weight| weight * weight).collect();
        squares.sort_by(f64::total_cmp);
        squares.iter().sum::<f64>().sqrt()
    };
    let lengths = length(one) * length(other);
    if lengths > 0.0 { dot / lengths } else { 0.0 }
}
