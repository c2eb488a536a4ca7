//! What a person's own words allow.
//!
//! A task's words carry consent: they grant exactly the effects that they order, and the controls
//! that they name. Only the person's words are read here, never a page and never a model. Where the
//! words leave a doubt they grant nothing, and the person is asked.

pub(crate) mod address;
mod effect;
mod fold;
mod kind;
mod label;
mod lexicon;
mod list;
mod of;
mod said;
#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeSet;

use screen_agent_page::Role;

pub(crate) use label::Label;
pub(crate) use of::Of;

use effect::{effects_at, same_verb, with_implied};
use fold::words as split;
use kind::{AFTER_A_KIND, is_descriptive, kinds};
use list::{items, lists};
use said::{Word, listen};

/// A person's words, read for what they grant.
#[derive(Clone, Debug, Default)]
pub struct Consent {
    said: Vec<String>,
    words: Vec<Word>,
    effects: BTreeSet<&'static str>,
}

/// Verbs that work a control, and mean nothing else.
const PRESSES: &str = "click, press, hit, tap, push, select, choose, pick, activate, submit, \
    trigger, doubleclick";

/// Verbs that work a control, and those that may mean looking or something else.
const WORKS: &str = "click, press, hit, tap, push, select, choose, pick, activate, submit, \
    trigger, doubleclick, use, toggle, check, tick, mark, open, close, expand, hold";

/// Other verbs that people begin an order with; a name behind one of them is not pressed.
const ACTS: &str = "type, enter, fill, write, input, set, put, read, tell, find, show, say, \
    answer, copy, compare, count, list, scroll, drag, hover, wait, look, search, paste, name, \
    call, ignore, keep, leave, report";

/// Words that may stand where an order does and are none.
const NO_ORDERS: &str = "please, also, now, first, finally, next, just, only, again, go, ahead, \
    the, a, an, you, i, can, could, and, or, then, yes, no, ok, okay, sure";

/// Words of a name that people leave out or put in.
const SMALL: &str = "the, a, an, my, this, that, your, all, it";

/// How far behind the verb a name may stand.
const REACH: usize = 40;

impl Consent {
    /// Reads the query and what was answered since.
    pub fn of<'a>(said: impl IntoIterator<Item = &'a str>) -> Self {
        let said: Vec<String> = said.into_iter().map(str::to_owned).collect();
        let mut words: Vec<Word> = Vec::new();
        for text in &said {
            // What was said at another time is another sentence.
            let first = words.last().map_or(0, |word| word.sentence + 1);
            words.extend(listen(text).into_iter().map(|word| Word {
                sentence: word.sentence + first,
                ..word
            }));
        }
        let effects = with_implied(&ordered_effects(&words));
        Self {
            said,
            words,
            effects,
        }
    }

    /// True when the words order this effect, or one that cannot be without it.
    pub(crate) fn orders(&self, effect: &str) -> bool {
        self.effects.contains(effect)
    }

    /// True when they order anything that is carried out by a last press of a button. Looking for
    /// something is not among it.
    pub(crate) fn orders_anything(&self) -> bool {
        ["submit", "login", "logout", "save"]
            .iter()
            .any(|effect| self.effects.contains(effect))
    }

    /// True when they order that a banner be put away, be it by yes or by no.
    fn puts_away(&self) -> bool {
        const AWAY: &str = "dismiss, close, accept, reject, decline, agree, hide";
        let away = |word: &Word| word.orders && is_one_of(word, AWAY);
        let banner = ["banner", "cookie", "cookies", "notice", "consent"];
        self.words.iter().any(away) && self.mention(&banner)
    }

    /// True when they order that a control with this label be used, or the effect that it names.
    pub(crate) fn carries(&self, of: &Of<'_>) -> bool {
        let (label, role) = (of.label, of.role);
        if self.names_control(label) {
            return true;
        }
        if label.generic {
            return of.filled_here && self.orders_anything() || self.describes(role);
        }
        let mut effects = label.effects.iter();
        let named = !label.effects.is_empty();
        if named && self.puts_away() && effects.all(|name| matches!(*name, "accept" | "reject")) {
            return true;
        }
        if label.grave.iter().any(|effect| !self.orders(effect)) {
            return false;
        }
        let all_ordered = label.effects.iter().all(|effect| self.orders(effect));
        named && all_ordered || self.begins_to_name(&label.words) || self.describes(role)
    }

    /// True when one of these is ordered as it stands, but for articles: "press Enter", "clear my
    /// cookies".
    pub(crate) fn orders_phrase(&self, phrases: &[&str]) -> bool {
        phrases
            .iter()
            .any(|phrase| self.names(&split(phrase), PRESSES))
    }

    /// True when the words name the whole label behind a verb that works a control, or order it as
    /// a verb of its own: "press Save", "save". What is grave must be named behind a verb that
    /// cannot mean looking: "check the Delete button" presses nothing.
    fn names_control(&self, label: &Label) -> bool {
        let grave = !label.grave.is_empty();
        self.names(&label.words, if grave { PRESSES } else { WORKS })
    }

    fn names(&self, label: &[String], verbs: &'static str) -> bool {
        let Some(first) = label.first() else {
            return false;
        };
        let ordered = |at: usize| {
            let orders = |word: &Word| word.orders && !lists(NO_ORDERS, &word.text);
            self.words.get(at).is_some_and(orders) && self.follows_loosely(at, label)
        };
        let named = |at: usize| self.stands_at(at, label) && self.is_worked(at, verbs);
        (0..self.words.len()).any(|at| {
            let word = self.words.get(at);
            word.is_some_and(|word| same_verb(&word.text, first)) && (named(at) || ordered(at))
        })
    }

    /// The label word for word.
    fn stands_at(&self, at: usize, label: &[String]) -> bool {
        let words = self.words.get(at..at + label.len()).unwrap_or_default();
        let same = words
            .iter()
            .zip(label)
            .all(|(word, part)| word.text == *part);
        let one_piece = words.windows(2).all(|pair| match pair {
            [left, right] => left.quoted == right.quoted && left.sentence == right.sentence,
            _ => true,
        });
        // A name in quotes is the whole name.
        let whole = words.first().is_none_or(|word| {
            word.quoted.is_none() || self.quoted_length(word.quoted) == label.len()
        });
        words.len() == label.len() && !label.is_empty() && same && one_piece && whole
    }

    fn quoted_length(&self, quoted: Option<usize>) -> usize {
        let inside = |word: &&Word| word.quoted == quoted;
        self.words.iter().filter(inside).count()
    }

    /// The label's words in their order, with articles and the like between them:
    /// "send the message" for a label "Send message".
    fn follows_loosely(&self, at: usize, label: &[String]) -> bool {
        let spoken = self.words.iter().skip(at);
        let mut words = spoken.filter(|word| !lists(SMALL, &word.text));
        label.iter().enumerate().all(|(index, part)| {
            words.next().is_some_and(|word| {
                let verb = index == 0 && same_verb(&word.text, part);
                word.quoted.is_none() && word.live && (verb || word.text == *part)
            })
        })
    }

    /// True when a verb that works a control stands before this place in the same sentence, and
    /// nothing between takes it back.
    fn is_worked(&self, at: usize, verbs: &'static str) -> bool {
        let Some(named) = self.words.get(at).filter(|word| word.live) else {
            return false;
        };
        let from = at.saturating_sub(REACH);
        let before = self.words.get(from..at).unwrap_or_default();
        let same_sentence = before
            .iter()
            .filter(|word| word.sentence == named.sentence && word.quoted.is_none());
        // The nearest order decides: in "type Save and press OK" nobody presses Save.
        same_sentence
            .rev()
            .find(|word| is_order(word))
            .is_some_and(|word| is_one_of(word, verbs))
    }

    /// True when the first word of a label stands right behind a verb that works a control:
    /// "press login" for a label "Login to your account".
    fn begins_to_name(&self, label: &[String]) -> bool {
        let Some(first) = label.first().filter(|word| word.chars().count() > 2) else {
            return false;
        };
        let article = |word: &Word| matches!(word.text.as_str(), "the" | "on" | "a" | "an");
        self.words.iter().enumerate().any(|(at, word)| {
            let behind = self.words.get(at + 1..).unwrap_or_default();
            let next = behind.iter().find(|word| !article(word));
            is_order(word) && is_one_of(word, WORKS) && next.is_some_and(|next| next.text == *first)
        })
    }

    /// True when a control of this kind is ordered by its kind, place or look alone: "click the
    /// button", "press the second red button". A name beside the kind makes it another order.
    fn describes(&self, role: &Role) -> bool {
        let kinds = kinds(role);
        let orders = self.words.iter().enumerate();
        orders
            .filter(|(_, word)| is_order(word) && is_one_of(word, WORKS))
            .any(|(at, _)| self.describes_after(at + 1, kinds))
    }

    fn describes_after(&self, from: usize, kinds: &'static str) -> bool {
        let rest = self.words.get(from..).unwrap_or_default();
        let is_kind = |word: &Word| lists(kinds, word.text.trim_end_matches('s'));
        let Some(found) = rest.iter().position(is_kind) else {
            return false;
        };
        let (between, after) = rest.split_at(found);
        let plain = between
            .iter()
            .all(|word| word.quoted.is_none() && word.live && is_descriptive(&word.text));
        let next = after.get(1);
        let sentence = after.first().map(|word| word.sentence);
        let unnamed = next.is_none_or(|word| {
            Some(word.sentence) != sentence
                || word.quoted.is_none() && (word.orders || lists(AFTER_A_KIND, &word.text))
        });
        plain && unnamed
    }

    /// True when they carry a dialog of the browser with this text. Only what the words themselves
    /// made come up is accepted by them: `after_ordered_press` tells that the last press was
    /// ordered. The text is weighed like a label.
    #[allow(dead_code)] // The gate asks for it next.
    pub(crate) fn carries_dialog(&self, text: &str, after_ordered_press: bool) -> bool {
        let label = Label::read(text);
        let ordered = label.grave.iter().all(|effect| self.orders(effect));
        let named = self.orders_phrase(&["ok", "accept", "yes"]);
        after_ordered_press && ordered && (named || self.orders_anything())
    }

    /// True when they give this value to be put into a field for something secret of `origin`:
    /// on the origin that its own clause names, else where the task began.
    #[allow(dead_code)] // The gate asks for it next.
    pub(crate) fn hold_secret(&self, value: &str, origin: &str, start_origin: &str) -> bool {
        self.hold_value(value) && origin == start_origin
    }

    /// True when they name this file by its whole path, or as a file by its bare name.
    #[allow(dead_code)] // The gate asks for it next.
    pub(crate) fn hold_file(&self, path: &str) -> bool {
        self.hold_value(path)
    }

    /// True when the words hold exactly this value.
    pub(crate) fn hold_value(&self, value: &str) -> bool {
        let value = value.trim();
        !value.is_empty() && self.said.iter().any(|text| value::holds(text, value))
    }

    /// True when the words name this host, or the site that it belongs to.
    pub(crate) fn name_host(&self, host: &str) -> bool {
        self.said.iter().any(|text| value::names_host(text, host))
    }

    /// True when any of these words is said, outside a negation.
    pub(crate) fn mention(&self, wanted: &[&str]) -> bool {
        self.words
            .iter()
            .any(|word| word.live && wanted.contains(&word.text.as_str()))
    }
}

fn ordered_effects(words: &[Word]) -> BTreeSet<&'static str> {
    let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    let orders = words.iter().enumerate().filter(|(_, word)| word.orders);
    orders
        .filter(|(at, _)| !names_a_thing(words, *at))
        .flat_map(|(at, word)| {
            // A verb of several words ends with its sentence.
            let end = words
                .iter()
                .position(|other| other.sentence > word.sentence)
                .unwrap_or(texts.len());
            effects_at(texts.get(..end).unwrap_or_default(), at)
        })
        .map(|named| named.effect.name)
        .collect()
}

/// "Order history", said by itself, orders nothing.
fn names_a_thing(words: &[Word], at: usize) -> bool {
    const THINGS: &str = "history, status, details, settings, policy, options, button, link";
    words
        .get(at + 1)
        .is_some_and(|next| lists(THINGS, &next.text))
}

fn is_one_of(word: &Word, verbs: &'static str) -> bool {
    items(verbs).any(|verb| same_verb(&word.text, verb))
}

/// True for an order that gives a verb, be it one that works a control or any other.
fn is_order(word: &Word) -> bool {
    let verb = || {
        let effects = effects_at(std::slice::from_ref(&word.text), 0);
        is_one_of(word, WORKS) || is_one_of(word, ACTS) || !effects.is_empty()
    };
    word.orders && word.live && !lists(NO_ORDERS, &word.text) && verb()
}
