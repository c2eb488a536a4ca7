//! Rankings: what was found is weighed by every term of the question, and several rankings become one.

use std::collections::HashMap;

/// BM25's own two numbers, as is usual.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// The constant of reciprocal rank fusion, as in the paper that proposed it.
const RRF: f64 = 60.0;

/// A chunk that may be wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it goes by.
    pub id: i64,
    /// Terms of its title and headings, with spaces between them.
    pub heading: String,
    /// Terms of its text, likewise.
    pub body: String,
}

/// A term of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTerm {
    /// The word in each language that is known; any of them is the term.
    pub forms: Vec<String>,
    /// How many chunks hold it, as far as it was counted.
    pub chunks: u32,
}

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collection {
    /// How many chunks there are.
    pub chunks: u32,
    /// How many terms a chunk has on average.
    pub length: f64,
}

/// The candidates, best first, by BM25 over headings and text together.
pub fn rank(candidates: &[Candidate], terms: &[QueryTerm], collection: Collection) -> Vec<i64> {
    let mut scored: Vec<(f64, i64)> = candidates
        .iter()
        .map(|candidate| (score(candidate, terms, collection), candidate.id))
        .collect();
    scored.sort_by(|(one, a), (other, b)| other.total_cmp(one).then(a.cmp(b)));
    scored.into_iter().map(|(_, id)| id).collect()
}

fn score(candidate: &Candidate, terms: &[QueryTerm], collection: Collection) -> f64 {
    let mut counts: HashMap<&str, f64> = HashMap::new();
    let mut length = 0.0;
    for word in candidate.body.split(' ') {
        *counts.entry(word).or_default() += 1.0;
        length += 1.0;
    }
    // A heading counts as often as it stands there, and makes no text longer: each passage under it has it.
    for word in candidate.heading.split(' ') {
        *counts.entry(word).or_default() += 1.0;
    }
    let long = K1 * (1.0 - B + B * length / collection.length.max(1.0));
    let all = f64::from(collection.chunks);
    let of_term = |term: &QueryTerm| {
        let often: f64 = term
            .forms
            .iter()
            .filter_map(|form| counts.get(form.as_str()))
            .sum();
        let rare = f64::from(term.chunks).min(all);
        let weight = (1.0 + (all - rare + 0.5) / (rare + 0.5)).ln();
        weight * often * (K1 + 1.0) / (often + long)
    };
    terms.iter().map(of_term).sum()
}

/// One ranking of several, by reciprocal ranks.
pub fn fuse(rankings: &[Vec<i64>]) -> Vec<i64> {
    let mut scores: HashMap<i64, f64> = HashMap::new();
    let mut order = Vec::new();
    for ranking in rankings {
        for (place, id) in (1_u32..).zip(ranking) {
            let score = scores.entry(*id).or_insert_with(|| {
                order.push(*id);
                0.0
            });
            *score += 1.0 / (RRF + f64::from(place));
        }
    }
    let of = |id: &i64| scores.get(id).copied().unwrap_or_default();
    order.sort_by(|a, b| of(b).total_cmp(&of(a)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: i64, heading: &str, body: &str) -> Candidate {
        Candidate {
            id,
            heading: heading.to_owned(),
            body: body.to_owned(),
        }
    }

    #[test]
    fn rare_terms_headings_and_short_texts_count_more() {
        let term = |form: &str, chunks| QueryTerm {
            forms: vec![form.to_owned()],
            chunks,
        };
        let terms = [term("refund", 3), term("the", 900)];
        let all = Collection {
            chunks: 1_000,
            length: 6.0,
        };
        let found = rank(
            &[
                candidate(1, "", "the the the the the the"),
                candidate(2, "", "the refund of the order"),
                candidate(3, "refund", "ask by mail"),
                candidate(
                    4,
                    "",
                    "the refund of the order and of all that was sent with it too late",
                ),
            ],
            &terms,
            all,
        );
        assert_eq!(found, [3, 2, 4, 1]);
    }

    #[test]
    fn what_several_rankings_name_comes_first() {
        assert_eq!(fuse(&[vec![1, 2, 3], vec![3, 4]]), [3, 1, 2, 4]);
        assert_eq!(fuse(&[vec![5, 6], Vec::new()]), [5, 6]);
        assert!(fuse(&[]).is_empty());
    }
}
