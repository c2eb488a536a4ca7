//! The one field, pair of fields, or cell of a table that some words name, and the words that are left.

use std::ops::Range;

use jiff::civil::Date;
use screen_agent_page::screen::Cell;
use screen_agent_page::{Node, Role, is_secret};
use screen_agent_words::WordList;

use super::held::Held;
use super::scene::{Scene, is_ready};
use super::{only, table};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness, synonym};
use crate::words::normal::{fold, singular, words};

static LOWER: WordList = WordList::named("names of a lower end");
static UPPER: WordList = WordList::named("names of an upper end");
static NOUNS: WordList = WordList::named("nouns for a range");

/// Which end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Low,
    High,
    /// Both by as much in the same direction; also what has no ends.
    Both,
    /// Both, away from each other.
    Apart,
    /// Both, towards each other.
    Together,
}

/// What is named.
#[derive(Clone, Debug)]
pub(crate) enum Thing<'a> {
    Field(&'a Node, String),
    /// Two fields of which one is named after the lower end and the other after the upper.
    Pair([(&'a Node, String); 2]),
    Cell {
        column: String,
        row: String,
        text: String,
    },
}

/// Words that were said, each with the token that it is of.
pub(crate) struct Said {
    words: Vec<(String, usize)>,
}

impl Said {
    pub fn of(tokens: &[Token]) -> Self {
        let all = tokens.iter().enumerate();
        let words = all.flat_map(|(at, token)| {
            words(&token.text)
                .into_iter()
                .map(move |word| (singular(&word), at))
        });
        Self {
            words: words.collect(),
        }
    }

    /// Where these words stand, one behind the other.
    pub fn run(&self, name: &[String]) -> Option<Range<usize>> {
        let same =
            |run: &[(String, usize)]| run.iter().zip(name).all(|((said, _), word)| said == word);
        let at = self.words.windows(name.len().max(1)).position(same)?;
        (!name.is_empty()).then(|| at..at + name.len())
    }

    /// Where another word for this name stands: "born" for the birthday.
    fn synonym_of(&self, name: &str) -> Option<Range<usize>> {
        let name = fold(name);
        let at = self
            .words
            .iter()
            .position(|(word, _)| synonym(word, &name))?;
        Some(at..at + 1)
    }

    /// Where a verb stands that says of a thing what this names: "costs" for the price.
    pub fn verb_of(&self, name: &str) -> Option<Range<usize>> {
        static VERBS: WordList = WordList::named("verbs of attributes");
        let names = |word: &str| {
            let said = VERBS.meanings().filter(|(verb, _)| singular(verb) == *word);
            said.flat_map(|(_, about)| super::superlative::names(about))
                .any(|about| likeness(&about, name) >= Some(Likeness::SameWords))
        };
        let at = self.words.iter().position(|(word, _)| names(word))?;
        Some(at..at + 1)
    }

    /// The tokens without those of these words.
    pub fn without(&self, tokens: &[Token], runs: &[Range<usize>]) -> Vec<Token> {
        let taken: Vec<usize> = runs
            .iter()
            .cloned()
            .flatten()
            .map(|at| self.words[at].1)
            .collect();
        let all = tokens.iter().enumerate();
        all.filter(|(at, _)| !taken.contains(at))
            .map(|(_, token)| token.clone())
            .collect()
    }
}

/// The words of a name as they are compared with what was said.
pub(crate) fn telling(name: &str) -> Vec<String> {
    words(name).iter().map(|word| singular(word)).collect()
}

/// What the words name, and the words that are left.
pub(crate) fn named<'a>(scene: &Scene<'a>, tokens: &[Token]) -> Option<(Thing<'a>, Vec<Token>)> {
    let said = Said::of(tokens);
    cell_named(scene, tokens, &said)
        .or_else(|| pair_named(scene, tokens, &said))
        .or_else(|| field_named(scene, tokens, &said))
}

/// What a field is called, its value left out: "Brightness: 5".
pub(crate) fn label(scene: &Scene<'_>, node: &Node) -> String {
    let label = scene.label(node);
    match label.split_once(':') {
        Some((name, value)) if value.trim().parse::<f64>().is_ok() => name.trim().to_owned(),
        _ => label,
    }
}

/// The fields that hold something which can become something else, each with its name.
fn fields<'a>(scene: &Scene<'a>) -> Vec<(&'a Node, String)> {
    let takes = |node: &&Node| {
        (node.role.takes_text() || matches!(node.role, Role::Slider))
            && is_ready(node)
            && !is_secret(node)
    };
    let all = scene.nodes().iter().filter(takes);
    all.map(|node| (node, label(scene, node))).collect()
}

fn field_named<'a>(
    scene: &Scene<'a>,
    tokens: &[Token],
    said: &Said,
) -> Option<(Thing<'a>, Vec<Token>)> {
    let all = fields(scene);
    let whole = all
        .iter()
        .filter_map(|(node, name)| Some((said.run(&telling(name))?, *node, name)));
    let mut found: Vec<_> = whole.collect();
    if found.is_empty() {
        // "Have the guest arrive", "brighter": another form of the name's only word.
        let kin = |name: &str| {
            let [word] = &telling(name)[..] else {
                return None;
            };
            let at = said.words.iter().position(|(said, _)| is_kin(said, word))?;
            Some(at..at + 1)
        };
        found.extend(
            all.iter()
                .filter_map(|(node, name)| Some((kin(name)?, *node, name))),
        );
    }
    if found.is_empty() {
        let other = all.iter();
        found.extend(other.filter_map(|(node, name)| Some((said.synonym_of(name)?, *node, name))));
    }
    let longest = found.iter().map(|(run, ..)| run.len()).max()?;
    found.retain(|(run, ..)| run.len() == longest);
    let (run, node, name) = only(found)?;
    Some((
        Thing::Field(node, name.clone()),
        said.without(tokens, &[run]),
    ))
}

/// "Arrive" and "arrival": they begin alike, for most of their length.
fn is_kin(one: &str, other: &str) -> bool {
    /// Fewest letters that they share, and most that either has besides.
    const STEM: usize = 5;
    const ENDING: usize = 4;
    let shared = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let rest = one.chars().count().max(other.chars().count()) - shared;
    shared >= STEM && rest <= ENDING
}

/// "The price range", where there are "Lowest price" and "Highest price".
fn pair_named<'a>(
    scene: &Scene<'a>,
    tokens: &[Token],
    said: &Said,
) -> Option<(Thing<'a>, Vec<Token>)> {
    let noun = said
        .words
        .iter()
        .position(|(word, _)| word != "the" && NOUNS.contains(word.as_str()))?;
    let all = fields(scene);
    let of_end = |ends: &WordList| -> Vec<(usize, Vec<String>)> {
        let named = all.iter().enumerate().filter_map(|(at, (_, name))| {
            let mut own = telling(name);
            let end = own.iter().position(|word| ends.contains(word.as_str()))?;
            own.remove(end);
            (!own.is_empty()).then_some((at, own))
        });
        named.collect()
    };
    let (lower, upper) = (of_end(&LOWER), of_end(&UPPER));
    let pairs = lower.iter().flat_map(|(low, name)| {
        let others = upper.iter().filter(move |(_, other)| other == name);
        others.map(move |(high, _)| (*low, *high, name))
    });
    let found = pairs.filter_map(|(low, high, name)| Some((said.run(name)?, low, high)));
    let (run, low, high) = only(found)?;
    let beside = run.end == noun || noun + 1 == run.start;
    let pair = [all[low].clone(), all[high].clone()];
    let rest = said.without(tokens, &[run, noun..noun + 1]);
    if !beside {
        return None;
    }
    // "The upper end of the price range" is one of them.
    let ends = |token: &Token| token.is_any(&["end", "limit", "bound", "edge"]);
    let at = rest.iter().position(ends).filter(|at| *at > 0);
    let which = at.and_then(|at| {
        let word = &rest[at - 1];
        let place = match (word.is_in(&LOWER), word.is_in(&UPPER)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return None,
        };
        Some((place, at))
    });
    Some(match which {
        Some((place, at)) => {
            let [low, high] = pair;
            let (node, name) = if place == 0 { low } else { high };
            let left = [&rest[..at - 1], &rest[at + 1..]].concat();
            (Thing::Field(node, name), left)
        }
        None => (Thing::Pair(pair), rest),
    })
}

/// A column and a row's own cell, both named.
fn cell_named<'a>(
    scene: &Scene<'a>,
    tokens: &[Token],
    said: &Said,
) -> Option<(Thing<'a>, Vec<Token>)> {
    let (column, column_run) = column_named(scene, said)?;
    let mut rows = rows_named(scene, said, &column);
    // "The same city as Tony Hoare": the other row stands behind.
    let same = tokens.iter().position(|token| token.is("same"));
    rows.retain(|(_, run)| same.is_none_or(|same| said.words[run.start].1 < same));
    let [(row, run)] = &rows[..] else { return None };
    let text = table::cell(scene, &column, row)?.text;
    let thing = Thing::Cell {
        column,
        row: row.clone(),
        text,
    };
    Some((thing, said.without(tokens, &[column_run, run.clone()])))
}

/// The longest name of a column that stands among the words.
pub(crate) fn column_named(scene: &Scene<'_>, said: &Said) -> Option<(String, Range<usize>)> {
    let tables = scene.screen.tables().iter();
    let names = tables.flat_map(|table| {
        let heads = table
            .header
            .map(|line| scene.screen.in_line(line))
            .unwrap_or_default();
        let heads = heads.into_iter().filter(|node| node.role == Role::Generic);
        // Beside what a column is called its head may show a picture.
        let own = heads.map(|node| node.name.clone());
        own.chain(table.columns.iter().cloned()).collect::<Vec<_>>()
    });
    let all: Vec<String> = names.collect();
    let named = all.iter();
    let named = named.filter_map(|name| Some((said.run(&telling(name))?, name.clone())));
    let mut found: Vec<(Range<usize>, String)> = named.collect();
    if found.is_empty() {
        found = all
            .iter()
            .filter_map(|name| Some((said.verb_of(name)?, name.clone())))
            .collect();
    }
    let longest = found.iter().map(|(run, _)| run.len()).max()?;
    found.retain(|(run, _)| run.len() == longest);
    found.sort_by(|one, other| one.1.cmp(&other.1));
    found.dedup_by(|one, other| one.1 == other.1);
    let (run, name) = only(found)?;
    Some((name, run))
}

/// The rows of which a cell stands among the words, by that cell's text, in the order in which they are named.
pub(crate) fn rows_named(
    scene: &Scene<'_>,
    said: &Said,
    column: &str,
) -> Vec<(String, Range<usize>)> {
    let named = |cell: &Cell<'_>| {
        let name = telling(&cell.text);
        let word = |word: &String| word.chars().any(char::is_alphabetic);
        name.iter()
            .any(word)
            .then(|| said.run(&name))
            .flatten()
            .map(|run| (cell.text.trim().to_owned(), run))
    };
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    for row in table::rows(scene) {
        let cells = row.cells();
        let names = cells.iter().filter_map(named);
        found.extend(names.max_by_key(|(_, run)| run.len()));
    }
    found.sort_by(|(name, run), (other, at)| (run.start, name).cmp(&(at.start, other)));
    // Before each is looked up: a word of the order may stand in every row.
    found.dedup();
    // What names several rows names none.
    found.retain(|(name, _)| table::cell(scene, column, name).is_some());
    found
}

impl Thing<'_> {
    /// What it holds.
    pub fn held(&self, today: Date) -> Option<Held> {
        match self {
            Self::Field(node, _) => held(node, today),
            Self::Pair([(low, _), (high, _)]) => Some(Held::Range(
                Box::new(held(low, today)?),
                Box::new(held(high, today)?),
            )),
            Self::Cell { text, .. } => Held::of(text, today),
        }
    }

    /// What it holds as it stands there; nothing for a pair.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Field(node, _) => Some(text(node)?.trim().to_owned()),
            Self::Cell { text, .. } => Some(text.trim().to_owned()),
            Self::Pair(_) => None,
        }
    }

    /// The least and the most that it takes, where the page says so.
    pub fn limits(&self) -> Option<(f64, f64)> {
        let Self::Field(node, _) = self else {
            return None;
        };
        let [low, high, _] = node.facts.range.as_ref()?;
        Some((low.parse().ok()?, high.parse().ok()?))
    }

    /// What another thing of the same kind holds, by the words behind "the same".
    pub fn of_another(&self, scene: &Scene<'_>, tokens: &[Token], today: Date) -> Option<Held> {
        static AS: WordList = WordList::named("words before what it is the same as");
        let said = Said::of(tokens);
        let (value, left) = match self {
            Self::Cell { column, row, .. } => {
                let rows = rows_named(scene, &said, column);
                let [(other, run)] = &rows[..] else {
                    return None;
                };
                let text = table::cell(scene, column, other)
                    .filter(|_| other != row)?
                    .text;
                (
                    Held::of(&text, today)?,
                    said.without(tokens, std::slice::from_ref(run)),
                )
            }
            Self::Field(..) | Self::Pair(_) => {
                let (thing, left) = named(scene, tokens)?;
                (thing.held(today)?, left)
            }
        };
        left.iter().all(|token| token.is_in(&AS)).then_some(value)
    }
}

fn held(node: &Node, today: Date) -> Option<Held> {
    Held::of(text(node)?, today)
}

/// The value of a field, which may be told in its name.
fn text(node: &Node) -> Option<&str> {
    let own = node
        .value
        .as_deref()
        .filter(|value| !value.trim().is_empty());
    own.or_else(|| node.name.split_once(':').map(|(_, value)| value))
}
