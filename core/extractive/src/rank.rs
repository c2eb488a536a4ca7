//! How well a unit answers a question: what of it is met, and how much that says.

use std::collections::{HashMap, HashSet};

use screen_agent_words::WordList;

use super::kind::{Held, Kind, held};
use super::question::{Question, Term};
use super::spaced::spaced;
use super::table::Table;
use super::terms::{met, stem, terms, words};
use super::unit::{Unit, Units};

/// What parts the topics of a heading.
static BETWEEN_TOPICS: WordList = WordList::named("words between topics");

/// Share of the question, by the weight of its words, that an answer has to meet.
const MET: f64 = 0.74;
/// As BM25 is usually set: how fast a word that stands again counts for less, and how much length does.
const K1: f64 = 1.2;
const B: f64 = 0.5;
/// How much a word counts that stands in what the unit belongs to.
const FAR: f64 = 0.8;
/// What a word of little meaning, and one that tells the kind of the answer, weigh beside others.
const WEAK: f64 = 0.25;
const CUE: f64 = 0.5;

/// A unit that answers.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    pub(crate) unit: usize,
    /// Of a row, which cell.
    pub(crate) column: Option<usize>,
    pub(crate) score: f64,
}

/// What is known of the words of all units.
pub(crate) struct Ranking<'a> {
    question: &'a Question,
    units: &'a Units,
    counts: HashMap<&'a str, usize>,
    length: f64,
}

impl<'a> Ranking<'a> {
    pub(crate) fn new(question: &'a Question, units: &'a Units) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut length = 0;
        for unit in &units.units {
            let words: HashSet<&str> = unit
                .own
                .iter()
                .chain(&unit.near)
                .map(String::as_str)
                .collect();
            for word in words {
                *counts.entry(word).or_default() += 1;
            }
            length += unit.own.len();
        }
        let length = length as f64 / units.units.len().max(1) as f64;
        Self {
            question,
            units,
            counts,
            length: length.max(1.0),
        }
    }

    /// What answers, best first.
    pub(crate) fn best(&self) -> Vec<Ranked> {
        let mut found: Vec<Ranked> = (0..self.units.units.len())
            .filter_map(|at| self.ranked(at))
            .collect();
        found.sort_by(|one, other| {
            other
                .score
                .total_cmp(&one.score)
                .then(one.unit.cmp(&other.unit))
        });
        found
    }

    fn ranked(&self, at: usize) -> Option<Ranked> {
        let unit = &self.units.units[at];
        if unit.is_bare {
            return None;
        }
        let Some((table, row)) = unit.row.filter(|_| unit.label.is_none()) else {
            let value = unit
                .label
                .as_ref()
                .map_or(unit.quote.as_str(), |(_, value)| value);
            let near: Vec<String> = unit.near.clone();
            return Some(Ranked {
                unit: at,
                column: None,
                score: self.score(unit, &near, value)?,
            });
        };
        let table = &self.units.tables[table];
        if self.is_another_row(table, row) {
            return None;
        }
        let columns = 1..table.rows[row].cells.len();
        let scored = columns.filter_map(|column| {
            let score = self.cell(unit, table, row, column)?;
            Some(Ranked {
                unit: at,
                column: Some(column),
                score,
            })
        });
        scored.max_by(|one, other| {
            one.score
                .total_cmp(&other.score)
                .then(other.column.cmp(&one.column))
        })
    }

    /// Another row of the table is called just what the question names, and this one only somewhat.
    fn is_another_row(&self, table: &Table, row: usize) -> bool {
        let share = |row: usize| {
            let label = terms(&table.rows[row].cells[0]);
            let named = label
                .iter()
                .filter(|word| self.question.is_met_by(std::slice::from_ref(*word)))
                .count();
            (named, label.len())
        };
        let (named, of) = share(row);
        named < of
            && (0..table.rows.len()).any(|other| {
                let (exact, all) = share(other);
                all > 0 && exact == all && exact >= named
            })
    }

    /// The cell at a row and a column, read under the head of its column and behind the label of its row.
    fn cell(&self, unit: &Unit, table: &Table, row: usize, column: usize) -> Option<f64> {
        let cells = &table.rows[row].cells;
        let head = table
            .head
            .get(column)
            .map(|head| terms(head))
            .unwrap_or_default();
        let named = self.question.is_met_by(&head);
        let of_kind = !self.question.kinds.is_empty() && self.holds(&cells[column], &unit.quote);
        // Of several columns of a kind the one that is named is meant.
        let other = (1..cells.len()).any(|other| {
            other != column
                && table
                    .head
                    .get(other)
                    .is_some_and(|head| self.question.is_met_by(&terms(head)))
        });
        if !named && (other || !of_kind) {
            return None;
        }
        let mut near = unit.near.clone();
        near.extend(head);
        // What its row is one of: "room" over the names of rooms.
        near.extend(
            table
                .head
                .first()
                .map(|head| terms(head))
                .unwrap_or_default(),
        );
        self.score(unit, &near, &cells[column])
    }

    /// How well it answers; none where it does not. `value` is where the answer stands.
    fn score(&self, unit: &Unit, near: &[String], value: &str) -> Option<f64> {
        let question = self.question;
        let of_kind = question.kinds.is_empty() || self.holds(value, &unit.quote);
        if !of_kind || self.is_of_another_topic(unit) {
            return None;
        }
        let (mut all, mut covered, mut score, mut own) = (0.0, 0.0, 0.0, 0.0);
        let here = |term: &Term| term.met(&unit.own).max(term.met(near));
        let met_by = |term: &Term| here(term).max(FAR * term.met(&unit.far));
        for (at, term) in question.terms.iter().enumerate() {
            let idf = self.idf(term);
            let (here, mut part) = (here(term), met_by(term));
            if part == 0.0 && question.straddles(at, |term| met_by(term) > 0.0) {
                continue;
            }
            if (term.is_name || term.is_dimension) && part == 0.0 {
                return None;
            }
            if term.is_cue && !question.kinds.is_empty() {
                part = 1.0;
            }
            let weight = idf * weight(term);
            all += weight;
            covered += weight * part;
            if !term.is_cue && !term.is_weak {
                own += here;
            }
            score += weight * part.min(1.0) * self.saturated(term, unit, near);
        }
        let strong = question.subjects().filter(|term| !term.is_weak).count();
        let named_here =
            own > 0.0 || strong == 0 && self.meets_cue(unit, near, value) || self.is_property(unit);
        let says_more = self.says_more(value);
        (all > 0.0
            && covered / all >= MET
            && named_here
            && says_more
            && self.counts(unit, near, value))
        .then_some(score)
    }

    /// It stands under "Delivery and returns" and is about what was not asked for.
    fn is_of_another_topic(&self, unit: &Unit) -> bool {
        let under = unit.under.to_lowercase();
        let words: Vec<&str> = words(&under).collect();
        let topics: Vec<Vec<String>> = words
            .split(|word| BETWEEN_TOPICS.contains(word))
            .map(|topic| topic.iter().map(|word| stem(word)).collect())
            .collect();
        let told = |topic: &Vec<String>| topic.iter().any(|word| met(word, &unit.own) > 0.0);
        let (asked, others): (Vec<_>, Vec<_>) = topics
            .iter()
            .partition(|topic| self.question.is_met_by(topic));
        !asked.is_empty() && !asked.into_iter().any(told) && others.into_iter().any(told)
    }

    /// A question of nothing but its kind ("What does it cost?") is answered where the kind is named, or the value
    /// stands in what is about the kind alone.
    fn meets_cue(&self, unit: &Unit, near: &[String], value: &str) -> bool {
        let named = |term: &Term| term.met(&unit.own).max(term.met(near)) > 0.0;
        let cues = self.question.terms.iter().filter(|term| term.is_cue);
        cues.clone().any(named) || cues.count() == 0 && value.split_whitespace().count() < 4
    }

    /// A value whose label says what is asked, on a page about what it is asked of: "Length: 2.48 m" of the bicycle in the title.
    fn is_property(&self, unit: &Unit) -> bool {
        let Some((label, _)) = &unit.label else {
            return false;
        };
        let label = terms(label);
        let mut cues = self.question.terms.iter().filter(|term| term.is_cue);
        cues.any(|cue| cue.met(&label) > 0.0)
    }

    /// The words hold something that the question does not say itself.
    fn says_more(&self, value: &str) -> bool {
        terms(value)
            .iter()
            .any(|word| !self.question.terms.iter().any(|term| term.is(word)))
    }

    /// What is counted stands beside the number: behind it, or as its label.
    fn counts(&self, unit: &Unit, near: &[String], value: &str) -> bool {
        const BEHIND: usize = 4;
        let counted = &self.question.counted;
        let Some(what) = counted
            .last()
            .filter(|_| self.question.kinds == [Kind::Count])
        else {
            return true;
        };
        let words: Vec<String> = spaced(value).split_whitespace().map(stem).collect();
        let beside = held(value)
            .iter()
            .filter(|one| one.kind == Kind::Count)
            .any(|one| {
                let behind =
                    &words[(one.at + 1).min(words.len())..(one.at + 1 + BEHIND).min(words.len())];
                met(what, behind) > 0.0
            });
        let is_value = words.len() <= 3;
        beside
            || is_value && met(what, near).max(met(what, &terms(value))) > 0.0
            || is_value && unit.row.is_some() && met(what, &unit.own) > 0.0
    }

    /// A value of the kind that is wanted, which the question does not name itself.
    fn holds(&self, value: &str, quote: &str) -> bool {
        let is_new = |at: usize, words: &str| {
            let word = spaced(words)
                .split_whitespace()
                .nth(at)
                .map(stem)
                .unwrap_or_default();
            !self.question.terms.iter().any(|term| term.is(&word))
        };
        let wanted = |kind: Kind| self.question.kinds.contains(&kind);
        let held = held(value);
        // "€14" is a number, and counts nothing.
        let is_money = |at: usize| {
            let money = |one: &Held| one.at == at && one.kind == Kind::Money;
            held.iter().any(money)
        };
        if held.iter().any(|one| {
            wanted(one.kind)
                && is_new(one.at, value)
                && !(one.kind == Kind::Count && is_money(one.at))
        }) {
            return true;
        }
        // A name alone is one of a person or a place where its label asks for one.
        let is_label = value.len() < quote.len() && value.split_whitespace().count() <= 5;
        is_label
            && (wanted(Kind::Person) || wanted(Kind::Place))
            && value.starts_with(char::is_uppercase)
    }

    /// Rare words say more; those that stand nowhere most of all.
    fn idf(&self, term: &Term) -> f64 {
        let all = self.units.units.len() as f64;
        let with = match &term.beginning {
            None => self.counts.get(term.stem.as_str()).copied(),
            Some(_) => {
                let alike = self.counts.iter().filter(|(word, _)| term.is(word));
                alike.map(|(_, count)| *count).max()
            }
        };
        let with = with.unwrap_or_default() as f64;
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    fn saturated(&self, term: &Term, unit: &Unit, near: &[String]) -> f64 {
        let times = |words: &[String]| {
            words
                .iter()
                .filter(|word| term.met(std::slice::from_ref(*word)) > 0.0)
                .count() as f64
        };
        let often = times(&unit.own) + 0.8 * times(near).min(1.0) + 0.3 * times(&unit.far).min(1.0);
        let norm = 1.0 - B + B * unit.own.len() as f64 / self.length;
        often * (K1 + 1.0) / (often + K1 * norm)
    }
}

const fn weight(term: &Term) -> f64 {
    match (term.is_cue, term.is_weak) {
        (true, _) => CUE,
        (false, true) => WEAK,
        (false, false) => 1.0,
    }
}
