//! What the label of a control names.

use std::collections::BTreeSet;

use screen_agent_page::locate::{Decline, decline};

use super::effect::{Named, effects_at, effects_elsewhere_at};
use super::list::lists;
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

    fn name(&mut self, effect: &'static screen_agent_words::lexicon::Effect) {
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
const LEADS: &str = "and, or, yes, please, now, to, ok, okay, then, continue, click, tap, press, \
    swipe, quick, express, fast, instant, easy, secure, safe, direct, auto, bulk, mass, batch, \
    force, hard, soft, i, we, you, me, want, will, can, let, lets, just, really, do, one, proceed, \
    agree, accept, confirm, review, save, submit, skip, sure, still, also, always, never, not, dont, \
    go, ahead, try, help, us, who, must, need, self, re, double, x";

/// On a label a verb stands first, or after words that join, urge or count.
fn leads_to_verb(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|index| words.get(index));
    before.is_none_or(|word| {
        let adverb = word.len() > 4 && word.ends_with("ly");
        lists(LEADS, word) || adverb || is_number(word)
    })
}

/// Verbs that are nouns, too.
const NOUNS: &str = "order, post, book, transfer, email, mail, text, exchange, trade, pay, share, \
    purchase, leave, wire, release, deposit, rent, tip, sign, run, block, comment, reply, checkout, \
    vote, rate, mark, search, filter, start, store, report, change, update, edit, upload, follow, \
    login, signup, register, schedule, install, merge, new, set, play, star, pin, archive, cancel, join";

/// Words that make a noun of such a verb before them: "order history", "transfer fee".
const NOUN_AFTER: &str = "history, status, details, detail, list, summary, number, id, date, \
    dates, tracking, information, info, policy, policies, options, option, methods, method, \
    settings, guide, help, faq, overview, count, gap, rate, rates, by, type, types, fee, fees, \
    form, forms, page, pages, inbox, items, s, vs, of, office, offices, shop, shops, club, reviews, \
    scale, price, prices, hours, limits, terms, conditions, log, logs, report, reports, folder, \
    archive, notes, period, map, from, is, are, time, times, results, tips, ideas, tutorial";

pub(super) fn is_noun(words: &[String], at: usize) -> bool {
    let next = words.get(at + 1);
    words.get(at).is_some_and(|word| lists(NOUNS, word))
        && next.is_some_and(|next| lists(NOUN_AFTER, next))
}

/// Things that are told apart by numbers.
const NUMBERED: &str = "order, post, book, comment, reply, release, run, block, mail, email, text, \
    report, mark, new, update, change, store, share, start, play, search";

/// "Post 12", "Order #4711": a thing and its number, and no more. A sum of money is no such number.
fn is_numbered(words: &[String], at: usize, raw: &str) -> bool {
    let rest = words.get(at + 1..).unwrap_or_default();
    let numbers = !rest.is_empty() && rest.iter().all(|word| is_number(word));
    let money = raw.contains(['$', '€', '£', '¥', '₹', '₽', '₩', '₿', '₺', '₫', '￥', '₱']);
    let thing = words.get(at).is_some_and(|word| lists(NUMBERED, word));
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
        return !rest.is_empty() && rest.iter().all(|word| lists(PARTS, word));
    }
    let foreign = || {
        let at = |at| !effects_elsewhere_at(rest, at).is_empty();
        (0..rest.len()).any(at)
    };
    let joins = rest.iter().any(|word| lists(JOINS, word));
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
const JOINS: &str =
    "and, to, then, or, und, oder, et, ou, y, o, e, en, of, i, lub, oraz, puis, dann";

/// Things that may be opened and closed without consequence.
const PARTS: &str = "dialog, popup, pop, up, modal, window, menu, panel, banner, tab, overlay, \
    message, notification, this, the, sidebar, drawer, tooltip, filter, filters, details, \
    calendar, picker, list, map, preview, search, navigation, section, sidenav, dropdown";

/// Signs that stand for turning pages, opening and closing. A plus adds something.
const SIGNS: &str = "×✕✖✗‹›«»<>←→↑↓▲▼◀▶…☰⋮⋯-−–";

/// A label of signs alone that turn pages, open and close. One without any sign says nothing.
fn is_sign(name: &str) -> bool {
    let sign = |c: char| c == ' ' || SIGNS.contains(c);
    !name.trim().is_empty() && name.chars().all(sign)
}

/// Words that name no object of their own.
pub(super) const SMALL: &str = "the, a, an, my, this, that, these, those, your, our, it, its, \
    them, me, i, we, you, us, and, or, to, for, of, in, on, at, by, from, with, as, is, are, be, \
    now, today, please, yes, ok, okay, no, not, here, just, really, click, tap, press, one, 1, quick, \
    express, fast, easy, secure, safe, instant, free, new, then, go, get, do, will, want, can, let, \
    lets, sure, back, so, up, out, off, away, more, again, forever, permanently, immediately, \
    proceed, continue, also, usd, eur, chf, gbp, jpy, cny, btc, eth, s, button, der, die, das, den, \
    dem, ein, eine, jetzt, und, zu, le, la, les, un, une, et, el, los, las, y, il, lo, e, de, het, \
    een, o, os, ora, ahora, agora, maintenant, nu, teraz, sofort, mit, bitte";

fn is_small(word: &str) -> bool {
    let adverb = word.len() > 4 && word.ends_with("ly");
    lists(SMALL, word) || adverb || is_number(word) || is_sum(word)
}

/// "49usd", "0x2": begins with a digit.
fn is_sum(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// What is left of a text without spaces when endings and small words are taken off.
fn particles_off(left: &str) -> String {
    const PARTICLES: &[&str] = &[
        "してください",
        "します",
        "ください",
        "する",
        "しない",
        "して",
        "した",
        "今すぐ",
        "すぐに",
        "立即",
        "马上",
        "现在",
        "请",
        "了",
        "を",
        "に",
        "の",
        "は",
        "が",
        "で",
        "と",
        "へ",
        "ご",
        "お",
        "并",
        "的",
        "此",
        "该",
    ];
    let mut left = left.to_owned();
    for particle in PARTICLES {
        left = left.replace(particle, "");
    }
    left
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
