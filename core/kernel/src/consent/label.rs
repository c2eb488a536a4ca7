//! What the label of a control names.

use std::collections::BTreeSet;

use screen_agent_page::locate::{Decline, decline};

use super::effect::effects_at;
use super::list::lists;
use super::said::split;

/// What a label names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    /// Its words.
    pub(crate) words: Vec<String>,
    /// The effects that it names.
    pub(crate) effects: BTreeSet<&'static str>,
    /// Those of them that cannot easily be taken back.
    pub(crate) grave: BTreeSet<&'static str>,
    /// It carries out whatever stands before it.
    pub(crate) generic: bool,
    /// It only looks, turns pages, opens or closes.
    pub(crate) reads: bool,
    /// Nobody can tell from it what using the control does. On what may act, this asks.
    #[allow(dead_code)] // The gate asks for it next.
    pub(crate) unknown: bool,
    /// It only says no.
    pub(crate) declines: Option<Decline>,
}

impl Label {
    /// Reads a label.
    pub(crate) fn read(name: &str) -> Self {
        let words = split(name);
        let mut label = Self {
            generic: lists(GENERIC, &words.join(" ")),
            reads: reads_only(name, &words),
            declines: decline(name),
            ..Self::default()
        };
        if !label.reads && !words.first().is_some_and(|word| lists(TELLS, word)) {
            label.find_effects(&words);
            let none = label.effects.is_empty();
            label.unknown = none && !label.generic && label.declines.is_none();
        }
        label.words = words;
        label
    }

    fn find_effects(&mut self, words: &[String]) {
        for at in (0..words.len()).filter(|at| stands_as_verb(words, *at)) {
            for effect in effects_at(words, at) {
                self.effects.insert(effect.name);
                if effect.grave {
                    self.grave.insert(effect.name);
                }
            }
        }
    }
}

/// Labels that carry out whatever stands before them and name nothing of their own.
const GENERIC: &str = "submit, ok, okay, yes, confirm, continue, proceed, done, go, finish, \
    complete, apply, next, enter, i agree, agree, accept, save, get started, start";

/// First words of labels that tell of an effect and do nothing: "How to delete a file".
const TELLS: &str = "how, what, why, when, where, who";

/// Words on a label that a verb may follow.
const LEADS: &str = "and, or, yes, please, now, to, ok, quick, permanently, then, continue";

/// Words that make a noun of a verb before them: "order history", "transfer fee".
const NOUN_AFTER: &str = "history, status, details, detail, list, summary, number, id, date, \
    tracking, information, info, policy, options, methods, method, settings, guide, help, faq, \
    overview, log, logs, report, reports, count, gap, rate, rates, by, type, types, fee, fees, \
    form, forms, page, folder, inbox, items, s, vs, of";

/// On a label a verb stands first, or after a word that joins or urges.
fn stands_as_verb(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|index| words.get(index));
    let leads = before.is_none_or(|word| lists(LEADS, word));
    let noun = words
        .get(at + 1)
        .is_some_and(|word| lists(NOUN_AFTER, word) || is_number(word));
    leads && !noun
}

/// First words of labels that only look.
const LOOKS: &str = "show, view, see, read, hide, expand, collapse, search, find, filter, sort, \
    browse, preview, compare, zoom, refresh, reload, back, learn, more, previous, prev, older, \
    newer, toggle, details, help";

/// Labels that only look, as a whole.
const LOOKS_WHOLE: &str = "next, next page, next slide, next month, next year, first, last, \
    load more, load, page, close, cancel, dismiss, x, menu, open menu, open navigation, options, \
    play, pause, mute, unmute, got it, not now, no thanks, skip, info, clear, reset, increase, \
    decrease, increment, decrement, apply filter, apply filters, select all, select none, \
    choose file, choose files, choose date, select date, calendar, open calendar, today, up, \
    down, left, right";

/// Things that may be opened and closed without consequence.
const PARTS: &str = "dialog, popup, pop, up, modal, window, menu, panel, banner, tab, overlay, \
    message, notification, this, the, sidebar, drawer, tooltip, filter, filters, details, \
    calendar, picker, list, map, preview, search, navigation, section";

/// Signs that stand for turning pages, opening and closing. A plus adds something.
const SIGNS: &str = "×✕✖✗‹›«»<>←→↑↓▲▼◀▶…☰⋮⋯-−–";

fn reads_only(name: &str, words: &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else {
        // A label without any sign says nothing at all.
        let is_sign = |c: char| c == ' ' || SIGNS.contains(c);
        return !name.trim().is_empty() && name.chars().all(is_sign);
    };
    if lists(LOOKS_WHOLE, &words.join(" ")) || words.iter().all(|word| is_number(word)) {
        return true;
    }
    if matches!(first.as_str(), "close" | "open" | "dismiss") {
        return !rest.is_empty() && rest.iter().all(|word| lists(PARTS, word));
    }
    let joins = |word: &String| matches!(word.as_str(), "and" | "to" | "then" | "or");
    lists(LOOKS, first) && !rest.iter().any(joins)
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
