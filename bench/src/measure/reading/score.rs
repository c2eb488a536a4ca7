//! How much of one text is in another.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Words in a row that are compared.
const ROW: usize = 4;

/// Every run of four words of a text, and how often it occurs.
#[derive(Clone, Debug, Default)]
pub(super) struct Grams(HashMap<u64, u32>);

impl Grams {
    /// Takes a text apart. Signs of scripts that leave no spaces are words each.
    pub(super) fn of(text: &str) -> Self {
        let words = words(text);
        let mut grams = HashMap::new();
        for row in words.windows(ROW) {
            let mut hasher = DefaultHasher::new();
            row.hash(&mut hasher);
            *grams.entry(hasher.finish()).or_insert(0) += 1;
        }
        Self(grams)
    }

    /// How many runs there are.
    pub(super) fn len(&self) -> usize {
        self.0.values().map(|&count| count as usize).sum()
    }

    /// The share of these that another text has, too; none of nothing.
    pub(super) fn share_in(&self, other: &Self) -> f64 {
        let known: usize = self.both(other).len();
        known as f64 / self.len().max(1) as f64
    }

    /// What both have.
    pub(super) fn both(&self, other: &Self) -> Self {
        let least = |(gram, &count): (&u64, &u32)| {
            let count = count.min(other.0.get(gram).copied().unwrap_or(0));
            (count > 0).then_some((*gram, count))
        };
        Self(self.0.iter().filter_map(least).collect())
    }

    /// What either has.
    pub(super) fn any(&self, other: &Self) -> Self {
        let mut any = self.0.clone();
        for (&gram, &count) in &other.0 {
            let known = any.entry(gram).or_insert(0);
            *known = count.max(*known);
        }
        Self(any)
    }
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        let alone = matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}'
            | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
        if (alone || !c.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if alone {
            words.push(c.to_string());
        } else if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The mean of shares, each page as much as any other.
#[derive(Default)]
pub(super) struct Share(Vec<f64>);

impl Share {
    pub(super) fn add(&mut self, share: f64) {
        self.0.push(share);
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn percent(&self) -> f64 {
        100.0 * self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_counted_in_runs_of_words() {
        let text = Grams::of("One two, three four five.");
        assert_eq!(text.len(), 2);
        let share = |other: &str| text.share_in(&Grams::of(other));
        assert_eq!(share("one TWO three - four"), 0.5);
        assert_eq!(share("one two three four five six"), 1.0);
        assert_eq!(share("five four three two one"), 0.0);
        assert_eq!(Grams::of("").share_in(&text), 0.0);
        assert_eq!(Grams::of("\u{4e2d}\u{6587}\u{5b57}\u{6bcd}").len(), 1);
        assert_eq!(text.both(&Grams::of("one two three four")).len(), 1);
        assert_eq!(text.any(&Grams::of("six seven eight nine")).len(), 3);
    }
}
