//! What a question asks for.

use screen_agent_words::WordList;
use screen_agent_words::fold::is_unspaced;

use super::kind::Kind;
use super::spaced::spaced;
use super::terms::{beginning, has_like, listed, met, stem, words};

static EMPTY: WordList = WordList::named("asked without meaning");
static WEAK: WordList = WordList::named("asked with little meaning");
static KINDS: WordList = WordList::named("asked kinds");
static DIMENSIONS: WordList = WordList::named("asked dimensions");
static LEAST: WordList = WordList::named("asked for the least");
static MOST: WordList = WordList::named("asked for the most");
/// Words for "when" in languages other than English: of a day, or of an hour.
static WHEN: WordList = WordList::named("asked when");
/// Words that only questions have in which words are inflected at their end, as in Polish.
static INFLECTED: WordList = WordList::named("asked in an inflected language");
static COLUMNS: WordList = WordList::named("column of a superlative");

/// A question, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Question {
    /// Words that the answer has to do with.
    pub(crate) terms: Vec<Term>,
    /// Kinds of which the answer is one; empty where any does.
    pub(crate) kinds: Vec<Kind>,
    /// Stems of what is counted: "how many open ferries".
    pub(crate) counted: Vec<String>,
    /// The lowest or the highest is asked for.
    pub(crate) extreme: Option<Extreme>,
}

/// The lowest or the highest of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Extreme {
    pub(crate) most: bool,
    /// Of which kind the column is, where the word tells.
    pub(crate) kind: Option<Kind>,
}

/// A word of the question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Term {
    pub(crate) stem: String,
    /// What of it stays however it is inflected, where the question's language does that.
    pub(crate) beginning: Option<String>,
    /// It is a name or a number: what does not meet it answers another question.
    pub(crate) is_name: bool,
    /// It tells the kind of the answer, which may tell it without this word.
    pub(crate) is_cue: bool,
    /// It says little by itself.
    pub(crate) is_weak: bool,
    /// It says which of several measures of a kind is wanted: a width is no depth.
    pub(crate) is_dimension: bool,
    /// It asks for the lowest or the highest, unless a text says it itself: "maximum load".
    pub(crate) is_degree: bool,
}

impl Term {
    /// How well it is met by others.
    pub(crate) fn met(&self, others: &[String]) -> f64 {
        let whole = met(&self.stem, others);
        match whole == 0.0 && others.iter().any(|other| self.is(other)) {
            true => INFLECTED_MET,
            false => whole,
        }
    }

    /// True for the word itself, in another of its forms too.
    pub(crate) fn is(&self, stem: &str) -> bool {
        let formed = |beginning: &String| {
            let rest = stem.strip_prefix(beginning.as_str());
            rest.is_some_and(|rest| rest.chars().count() <= LONGEST_ENDING)
        };
        self.stem == stem || self.beginning.as_ref().is_some_and(formed)
    }
}

/// How well another form of a word meets it, and how long its ending is at most.
const INFLECTED_MET: f64 = 0.95;
const LONGEST_ENDING: usize = 3;

impl Question {
    pub(crate) fn read(text: &str) -> Self {
        let text = &*spaced(text);
        let lower = format!(
            " {} ",
            words(&text.to_lowercase())
                .map(listed)
                .collect::<Vec<_>>()
                .join(" ")
        );
        let cue = KINDS
            .meanings()
            .find(|(phrase, _)| lower.contains(&format!(" {phrase} ")));
        let extreme = extreme(&lower);
        let kinds = match (&extreme, cue) {
            (Some(_), _) | (None, None) => Vec::new(),
            (None, Some((phrase, name))) => kinds(phrase, name, &lower),
        };
        let cue_words: Vec<&str> = KINDS
            .meanings()
            .filter(|(phrase, name)| {
                Some(*name) == cue.map(|(_, name)| name) && lower.contains(&format!(" {phrase} "))
            })
            .flat_map(|(phrase, _)| phrase.split(' '))
            .collect();
        let mut read = Self {
            kinds,
            extreme,
            ..Self::default()
        };
        let inflected = words(&lower).any(|word| INFLECTED.contains(word));
        let all: Vec<&str> = words(text).collect();
        for (at, word) in all.iter().enumerate() {
            read.take(word, at, &cue_words, inflected);
            // "When did she die?": an article in another language, which no question ends with.
            if at + 1 == all.len()
                && let Some(last) = read.terms.last_mut()
            {
                last.is_weak &= !(last.stem == stem(word) && has_like(&last.stem));
            }
        }
        if read.kinds == [Kind::Count] {
            let phrase = cue.map_or("", |(phrase, _)| phrase);
            read.counted = counted(&lower, phrase);
        }
        read
    }

    fn take(&mut self, word: &str, at: usize, cue_words: &[&str], inflected: bool) {
        let lower = word.to_lowercase();
        let lower = listed(&lower).to_owned();
        let is_degree = self.extreme.is_some()
            && (LEAST.contains(&lower) || MOST.contains(&lower) || lower == "expensive");
        let stem = stem(word);
        if EMPTY.contains(&lower)
            || stem.is_empty()
            || self.terms.iter().any(|term| term.stem == stem)
        {
            return;
        }
        let has_digit = word.chars().any(|c| c.is_ascii_digit());
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        let is_cue = cue_words.contains(&lower.as_str());
        self.terms.push(Term {
            is_name: (has_digit || capital && at > 0) && !is_cue,
            is_cue,
            is_weak: WEAK.contains(&lower),
            is_dimension: is_cue && DIMENSIONS.contains(&lower),
            is_degree,
            beginning: inflected.then(|| beginning(word)).flatten(),
            stem,
        });
    }

    /// True for a pair of characters that is no word but the end of one and the beginning of the next, both of which are met:
    /// text without spaces tells nobody where a word ends.
    pub(crate) fn straddles(&self, at: usize, is_met: impl Fn(&Term) -> bool) -> bool {
        let [before, pair, after] = match self.terms.get(at.wrapping_sub(1)..at + 2) {
            Some([before, pair, after]) => [before, pair, after],
            _ => return false,
        };
        let stem = pair.stem.as_str();
        let joined = stem.chars().count() == 2
            && stem.chars().all(is_unspaced)
            && stem.starts_with(|c| before.stem.ends_with(c))
            && stem.ends_with(|c| after.stem.starts_with(c));
        joined && is_met(before) && is_met(after)
    }

    /// Words that are no cues for the kind.
    pub(crate) fn subjects(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| !term.is_cue)
    }

    /// True where one of the question's words is meant by these.
    pub(crate) fn is_met_by(&self, others: &[String]) -> bool {
        self.terms
            .iter()
            .any(|term| !term.is_weak && term.met(others) > 0.0)
    }
}

fn kinds(phrase: &str, name: &str, lower: &str) -> Vec<Kind> {
    match (phrase, name) {
        ("how long", _) => vec![Kind::Lasting, Kind::Size],
        (
            "how many days" | "how many hours" | "how many minutes" | "how many weeks"
            | "how many months" | "how many years",
            _,
        ) => {
            vec![Kind::Lasting]
        }
        ("how far", _) => vec![Kind::Size, Kind::Lasting],
        (_, "amount") => vec![
            Kind::Money,
            Kind::Percent,
            Kind::Mass,
            Kind::Volume,
            Kind::Data,
            Kind::Power,
            Kind::Area,
        ],
        (_, "date")
            if lower.contains(" when does ")
                || lower.contains(" when do ")
                || lower.contains(" when is ")
                || lower.contains(" when are ") =>
        {
            vec![Kind::Date, Kind::Clock]
        }
        (phrase, "date") if WHEN.contains(phrase) => vec![Kind::Date, Kind::Clock],
        (_, "clock") => vec![Kind::Clock],
        _ => Kind::named(name).into_iter().collect(),
    }
}

/// The words behind "how many", up to the verb.
fn counted(lower: &str, phrase: &str) -> Vec<String> {
    let rest = lower
        .split_once(&format!(" {phrase} "))
        .unwrap_or_default()
        .1;
    let named = rest
        .split(' ')
        .filter(|word| !word.is_empty())
        .take_while(|word| !EMPTY.contains(word));
    named
        .take(3)
        .filter(|word| !WEAK.contains(word))
        .map(stem)
        .collect()
}

fn extreme(lower: &str) -> Option<Extreme> {
    let has = |phrase: &&&str| lower.contains(&format!(" {phrase} "));
    let most = MOST.iter().find(has);
    let phrase = LEAST.iter().find(has).or(most)?;
    Some(Extreme {
        most: most.is_some() && !LEAST.iter().any(|phrase| has(&phrase)),
        kind: COLUMNS.meaning(phrase).and_then(Kind::named),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_tells_what_kind_of_answer_it_wants() {
        for (text, kinds, terms) in [
            (
                "How much does an adult ticket cost?",
                vec![Kind::Money],
                "adult ticket cost",
            ),
            ("How many ferries are there?", vec![Kind::Count], "ferri"),
            (
                "When was the bridge built?",
                vec![Kind::Date],
                "bridg built",
            ),
            ("Who wrote it?", vec![Kind::Person], "wrote"),
            ("What does the lamp weigh?", vec![Kind::Mass], "lamp weigh"),
            (
                "How long does the crossing take?",
                vec![Kind::Lasting, Kind::Size],
                "long cross take",
            ),
            ("What colour is the Aurora X2?", vec![], "colour aurora x2"),
        ] {
            let read = Question::read(text);
            assert_eq!(read.kinds, kinds, "{text}");
            let stems: Vec<&str> = read.terms.iter().map(|term| term.stem.as_str()).collect();
            assert_eq!(stems.join(" "), terms, "{text}");
        }
        assert!(
            !Question::read("Which hotel is the cheapest?")
                .extreme
                .unwrap()
                .most
        );
        assert_eq!(
            Question::read("How many open ferries are there?").counted,
            ["open", "ferri"]
        );
    }
}
