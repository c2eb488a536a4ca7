//! What the label of a control names.

use screen_agent_words::WordList;
use std::collections::BTreeSet;

use screen_agent_page::locate::{Decline, decline};

use super::effect::{Named, effects_at, effects_elsewhere_at};
use screen_agent_words::fold::{is_unspaced, words};
use screen_agent_words::lexicon::{Class, effect, listed, listed_in_english, unspaced};

/// What a label names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its words.
    pub(crate) words: Vec<String>,
    /// The effects that it names.
    pub(crate) effects: BTreeSet<&'static str>,
    /// Those of them that cannot easily be taken back.
    pub grave: BTreeSet<&'static str>,
    /// What it names beside its effects: what is deleted, who is sent to.
    pub(super) objects: BTreeSet<String>,
    /// It carries out whatever stands before it.
    pub generic: bool,
    /// It only looks, turns pages, opens or closes.
    pub(crate) reads: bool,
    /// Nobody can tell from it what using the control does. On what may act, this asks.
    pub(crate) unknown: bool,
    /// It only says no.
    pub(crate) declines: Option<Decline>,
}

impl Label {
    /// Reads a label.
    pub fn read(name: &str) -> Self {
        let words = joined_letters(words(name));
        let whole = words.join(" ");
        let mut label = Self {
            generic: listed("generic", &whole),
            reads: listed("looks-whole", &whole) || is_sign(name),
            declines: decline(name),
            words,
            ..Self::default()
        };
        if label.reads {
            return label;
        }
        let clauses = clauses(name);
        let tells = label
            .words
            .first()
            .is_some_and(|word| listed("tells", word));
        let mut all_read = !clauses.is_empty();
        for (at, clause) in clauses.iter().enumerate() {
            let quiet = tells && at == 0 || only_looks(&clause.words);
            all_read &= quiet && !(tells && at == 0);
            if !quiet {
                label.take(clause);
            }
        }
        label.reads = all_read;
        let understood = label.reads || label.generic || tells || label.declines.is_some();
        label.unknown = !understood && label.effects.is_empty() && !label.names_a_thing();
        label
    }

    fn take(&mut self, clause: &Clause) {
        let mut used = BTreeSet::new();
        for named in clause.effects() {
            used.extend(named.at);
            self.name(named.effect);
        }
        for (at, word) in clause.words.iter().enumerate() {
            if word.chars().any(is_unspaced) {
                let (effects, left) = unspaced(word);
                effects.into_iter().for_each(|effect| self.name(effect));
                let left = particles_off(&left);
                self.objects.extend((!left.is_empty()).then_some(left));
            } else if !used.contains(&at) && !is_small(word) {
                self.objects.insert(word.clone());
            }
        }
    }

    fn name(&mut self, effect: &'static screen_agent_words::lexicon::EffectWords) {
        self.effects.insert(effect.name);
        if effect.grave {
            self.grave.insert(effect.name);
        }
    }

    /// True when the whole of it stands in this list of the lexicon.
    pub(crate) fn is_listed(&self, list: &str) -> bool {
        listed(list, &self.words.join(" "))
    }

    /// "How to place an order", "Why was my card charged".
    pub(crate) fn tells_in_english(&self) -> bool {
        let mut words = self.words.iter();
        words
            .next()
            .is_some_and(|word| listed_in_english("tells", word))
    }

    /// True when it names a grave effect of this class.
    pub(crate) fn comes_to(&self, class: Class) -> bool {
        let mut grave = self.grave.iter().filter_map(|name| effect(name));
        grave.any(|effect| effect.class == Some(class))
    }

    /// "Order history", "Post 12": a verb that is a noun there.
    fn names_a_thing(&self) -> bool {
        let noun = |at: &usize| is_noun(&self.words, *at) || is_numbered(&self.words, *at, "");
        (0..self.words.len()).any(|at| noun(&at))
    }
}

/// A part of a label that stands by itself.
struct Clause {
    words: Vec<String>,
    /// As it is written.
    raw: String,
}

impl Clause {
    fn effects(&self) -> Vec<Named> {
        let words = &self.words;
        let mut named = Vec::new();
        for at in 0..words.len() {
            if leads_to_verb(words, at) && !is_noun(words, at) && !is_numbered(words, at, &self.raw)
            {
                named.extend(effects_at(words, at));
            }
            named.extend(effects_elsewhere_at(words, at));
        }
        named
    }
}

/// Splits at signs that part what is said: "View, delete everything", "OK – pay".
fn clauses(name: &str) -> Vec<Clause> {
    let chars: Vec<char> = name.chars().collect();
    let parts = |at: usize| {
        let inside = |index: Option<usize>| {
            let near = index.and_then(|index| chars.get(index));
            near.is_some_and(|c| c.is_alphanumeric())
        };
        match chars.get(at) {
            Some('.' | ',' | ':') => !inside(at.checked_add(1)),
            Some('-') => !inside(at.checked_add(1)) || !inside(at.checked_sub(1)),
            Some(c) => "!?;/|&+()[]{}<>\n\r\t•·–—…→»«、。・，：；！？（）「」｜／".contains(*c),
            None => false,
        }
    };
    let mut raw = vec![String::new()];
    for (at, c) in chars.iter().enumerate() {
        if parts(at) {
            raw.push(String::new());
        } else if let Some(last) = raw.last_mut() {
            last.push(*c);
        }
    }
    raw.into_iter()
        .map(|raw| Clause {
            words: joined_letters(words(&raw)),
            raw,
        })
        .filter(|clause| !clause.words.is_empty())
        .collect()
}

/// "D E L E T E" is one word.
fn joined_letters(words: Vec<String>) -> Vec<String> {
    let letter = |word: &String| word.chars().count() == 1 && !word.chars().any(is_unspaced);
    if words.len() > 2 && words.iter().all(letter) {
        vec![words.concat()]
    } else {
        words
    }
}

/// Words that a verb may follow on a label.
static LEADS: WordList = WordList::named("label leads");

/// On a label a verb stands first, or after words that join, urge or count.
fn leads_to_verb(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|index| words.get(index));
    before.is_none_or(|word| {
        let adverb = word.len() > 4 && word.ends_with("ly");
        LEADS.contains(word) || adverb || is_number(word)
    })
}

/// Verbs that are nouns, too.
static NOUNS: WordList = WordList::named("label nouns");

/// Words that make a noun of such a verb before them: "order history", "transfer fee".
static NOUN_AFTER: WordList = WordList::named("label noun after");

pub(super) fn is_noun(words: &[String], at: usize) -> bool {
    let next = words.get(at + 1);
    words.get(at).is_some_and(|word| NOUNS.contains(word))
        && next.is_some_and(|next| NOUN_AFTER.contains(next))
}

/// Things that are told apart by numbers.
static NUMBERED: WordList = WordList::named("label numbered");

/// "Post 12", "Order #4711": a thing and its number, and no more. A sum of money is no such number.
fn is_numbered(words: &[String], at: usize, raw: &str) -> bool {
    let rest = words.get(at + 1..).unwrap_or_default();
    let numbers = !rest.is_empty() && rest.iter().all(|word| is_number(word));
    let money = raw.contains(['$', '€', '£', '¥', '₹', '₽', '₩', '₿', '₺', '₫', '￥', '₱']);
    let thing = words.get(at).is_some_and(|word| NUMBERED.contains(word));
    at == 0 && numbers && thing && !money
}

/// A clause whose first word only looks, and after which nothing is joined that may do more.
fn only_looks(words: &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else {
        return false;
    };
    let whole = words.join(" ");
    if listed("looks-whole", &whole) || words.iter().all(|word| is_number(word)) {
        return true;
    }
    if matches!(first.as_str(), "close" | "open" | "dismiss" | "toggle") {
        return !rest.is_empty() && rest.iter().all(|word| PARTS.contains(word));
    }
    let foreign = || {
        let at = |at| !effects_elsewhere_at(rest, at).is_empty();
        (0..rest.len()).any(at)
    };
    let joins = rest.iter().any(|word| JOINS.contains(word));
    if listed_in_english("looks", first) {
        return !joins && !foreign();
    }
    let looks_elsewhere = listed("looks", first);
    looks_elsewhere
        && !joins
        && !foreign()
        && rest.iter().all(|word| !word.chars().any(is_unspaced))
}

/// Words after which a label may go on to something else.
static JOINS: WordList = WordList::named("label joins");

/// Things that may be opened and closed without consequence.
static PARTS: WordList = WordList::named("label parts");

/// Signs that stand for turning pages, opening and closing. A plus adds something.
const SIGNS: &str = "×✕✖✗‹›«»<>←→↑↓▲▼◀▶…☰⋮⋯-−–";

/// A label of signs alone that turn pages, open and close. One without any sign says nothing.
fn is_sign(name: &str) -> bool {
    let sign = |c: char| c == ' ' || SIGNS.contains(c);
    !name.trim().is_empty() && name.chars().all(sign)
}

/// Words that name no object of their own.
pub(super) static SMALL: WordList = WordList::named("label small");

fn is_small(word: &str) -> bool {
    let adverb = word.len() > 4 && word.ends_with("ly");
    SMALL.contains(word) || adverb || is_number(word) || is_sum(word)
}

/// "49usd", "0x2": begins with a digit.
fn is_sum(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// What is left of a text without spaces when endings and small words are taken off.
fn particles_off(left: &str) -> String {
    static PARTICLES: WordList = WordList::named("label particles");
    let mut left = left.to_owned();
    for particle in PARTICLES.iter() {
        left = left.replace(particle, "");
    }
    left
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
