//! What a person's own words allow.
//!
//! A task's words carry consent: they grant exactly the effects that they order, and the controls
//! that they name. Only the person's words are read here, never a page and never a model. Where the
//! words leave a doubt they grant nothing, and the person is asked.

pub(crate) mod address;
mod control;
mod covered;
mod effect;
mod host;
mod kind;
mod label;
mod name;
mod order;
mod sentence;
#[cfg(test)]
mod tests;
mod value;
mod words;

pub(crate) use control::ControlInUse;
pub use label::Label;

use effect::{effects_at, same_verb};
use order::Order;
use screen_agent_words::WordList;
use screen_agent_words::fold::words as split;
use words::{Word, read_words};

/// A person's words, read for what they grant.
#[derive(Clone, Debug, Default)]
pub struct SpokenConsent {
    said: Vec<String>,
    words: Vec<Word>,
    orders: Vec<Order>,
}

/// Verbs that work a control, and mean nothing else.
static PRESSES: WordList = WordList::named("consent presses");

/// Verbs that work a control, and those that may mean looking or something else.
static WORKS: WordList = WordList::named("consent works");

/// Other verbs that people begin an order with; a name behind one of them is not pressed.
static ACTS: WordList = WordList::named("consent acts");

/// Verbs that give a file away, and mean nothing else.
static HANDS_OVER: WordList = WordList::named("consent hands over");

/// Words that may stand where an order does and are none.
static NO_ORDERS: WordList = WordList::named("consent no orders");

impl SpokenConsent {
    /// Reads the query and what was answered since.
    pub fn of<'a>(said: impl IntoIterator<Item = &'a str>) -> Self {
        let said: Vec<String> = said.into_iter().map(str::to_owned).collect();
        let mut words: Vec<Word> = Vec::new();
        for text in &said {
            // What was said at another time is another sentence.
            let first = words.last().map_or(0, |word| word.sentence + 1);
            words.extend(read_words(text).into_iter().map(|word| Word {
                sentence: word.sentence + first,
                ..word
            }));
        }
        let orders = order::orders(&words);
        Self {
            said,
            words,
            orders,
        }
    }

    /// True for a name of something grave that is only said where it is taken back: "press Delete? No!"
    pub fn takes_back(&self, name: &str) -> bool {
        let label = Label::read(name);
        let said = |wanted: &String, live: bool| {
            let mut found = self.words.iter().filter(|word| word.text == *wanted);
            found.any(|word| word.live || !live)
        };
        !label.grave.is_empty()
            && label.words.iter().all(|word| said(word, false))
            && !label.words.iter().all(|word| said(word, true))
    }

    /// True unless this is a verb of some effect, and the words do not order it: "add up the hours".
    pub fn may_mean(&self, verb: &str) -> bool {
        let named = effects_at(&split(verb), 0);
        let mut effects = named.iter().map(|named| named.effect.name);
        named.is_empty() || effects.any(|effect| self.orders(effect))
    }

    /// True when the words order this effect, or one that cannot be without it.
    pub(crate) fn orders(&self, effect: &str) -> bool {
        self.orders
            .iter()
            .any(|order| order.implied.contains(effect))
    }

    /// True when they order anything that is carried out by a last press of a button. Looking for
    /// something is not among it.
    pub(crate) fn orders_anything(&self) -> bool {
        ["submit", "login", "logout", "save"]
            .iter()
            .any(|effect| self.orders(effect))
    }

    /// True when one of these is ordered as it stands, but for articles: "press Enter", "clear my
    /// cookies".
    pub(crate) fn orders_phrase(&self, phrases: &[&str]) -> bool {
        phrases
            .iter()
            .any(|phrase| self.names(&split(phrase), &PRESSES))
    }

    /// True when the words hold exactly this value.
    pub(crate) fn hold_value(&self, value: &str) -> bool {
        let value = value.trim();
        !value.is_empty() && self.said.iter().any(|text| value::holds(text, value))
    }

    /// True when they give this value to be put into a field for something secret of `origin`:
    /// on the host that its own clause names, else where the task began.
    pub(crate) fn hold_secret(&self, value: &str, origin: &str, start_origin: &str) -> bool {
        let value = value.trim();
        !value.is_empty()
            && self
                .said
                .iter()
                .any(|text| host::gives_secret(text, value, origin, start_origin))
    }

    /// True when they name this file by its whole path, or as a file by its bare name.
    pub(crate) fn hold_file(&self, path: &str) -> bool {
        self.said.iter().any(|text| value::names_file(text, path))
    }

    /// True when they speak of handing a file over, outside a negation.
    pub(crate) fn hand_over(&self) -> bool {
        self.words
            .iter()
            .any(|word| word.live && is_one_of(word, &HANDS_OVER))
    }

    /// True when they order to go to this very host, or to work there.
    pub fn name_host(&self, host: &str) -> bool {
        self.said.iter().any(|text| host::is_ordered(text, host))
    }

    /// True when a word of this label that tells something is said, outside a negation.
    pub(crate) fn names_some(&self, label: &Label) -> bool {
        telling(label).any(|word| self.mention(&[word]))
    }

    /// True when all of them are.
    pub(crate) fn names_all(&self, label: &Label) -> bool {
        self.names_some(label) && telling(label).all(|word| self.mention(&[word]))
    }

    /// True when any of these words is said, outside a negation.
    pub(crate) fn mention(&self, wanted: &[&str]) -> bool {
        self.words
            .iter()
            .any(|word| word.live && wanted.contains(&word.text.as_str()))
    }
}

fn telling(label: &Label) -> impl Iterator<Item = &str> {
    let words = label.words.iter().map(String::as_str);
    words.filter(|word| !label::SMALL.contains(word))
}

fn is_one_of(word: &Word, verbs: &[&str]) -> bool {
    verbs.iter().any(|verb| same_verb(&word.text, verb))
}

/// True for an order that gives a verb, be it one that works a control or any other.
fn is_order(word: &Word) -> bool {
    let verb = || {
        let effects = effects_at(std::slice::from_ref(&word.text), 0);
        is_one_of(word, &WORKS) || is_one_of(word, &ACTS) || !effects.is_empty()
    };
    word.orders && word.live && !NO_ORDERS.contains(&word.text) && verb()
}
