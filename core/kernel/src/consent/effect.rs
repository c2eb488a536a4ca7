//! Words for what changes something in the world.

use std::collections::BTreeSet;

use super::list::{items, lists};

/// One kind of effect.
#[derive(Debug)]
pub(crate) struct Effect {
    /// Its name.
    pub(crate) name: &'static str,
    /// Verbs that name it, in words and on labels.
    verbs: &'static str,
    /// Other effects that cannot be left out where this one is ordered.
    implies: &'static str,
    /// It cannot easily be taken back: a link that names it is asked about.
    pub(crate) grave: bool,
}

const fn grave(name: &'static str, verbs: &'static str, implies: &'static str) -> Effect {
    Effect {
        name,
        verbs,
        implies,
        grave: true,
    }
}

const fn light(name: &'static str, verbs: &'static str, implies: &'static str) -> Effect {
    Effect {
        grave: false,
        ..grave(name, verbs, implies)
    }
}

/// Every effect: its name, its verbs, and what it implies. Between two words of a verb others may
/// stand, as in "add it to the cart"; a particle follows its verb closely.
const EFFECTS: &[Effect] = &[
    grave("buy", "buy, purchase", "cart, order, pay, submit"),
    grave(
        "order",
        "order, reorder, place order, checkout, check out",
        "cart, pay, submit",
    ),
    grave("pay", "pay, repay, tip, donate", "submit"),
    grave(
        "send",
        "send, resend, reply, respond, forward, email, mail, invite, text",
        "submit",
    ),
    grave(
        "transfer",
        "transfer, withdraw, deposit, wire, exchange, trade, sell, bid",
        "send, submit",
    ),
    grave(
        "delete",
        "delete, remove, trash, erase, discard, purge, destroy, wipe, empty, uninstall",
        "submit",
    ),
    grave(
        "subscribe",
        "subscribe, follow, join, enroll, enrol, opt in",
        "submit",
    ),
    grave(
        "unsubscribe",
        "unsubscribe, unfollow, leave, opt out",
        "submit",
    ),
    grave(
        "publish",
        "publish, post, repost, share, tweet, retweet, comment, broadcast, release",
        "submit",
    ),
    grave(
        "cancel",
        "cancel, terminate, deactivate, close account, revoke",
        "submit",
    ),
    grave("book", "book, reserve, rent, hire, renew", "order, submit"),
    grave(
        "approve",
        "approve, authorize, authorise, confirm, sign",
        "submit",
    ),
    grave("reject", "reject, decline, deny, ban, block", "submit"),
    grave(
        "run",
        "run, execute, deploy, merge, install, restart, shutdown",
        "submit",
    ),
    grave("logout", "logout, log out, signout, sign out, log off", ""),
    light(
        "cart",
        "add to cart, add to basket, add to bag, put cart, put basket, put bag",
        "",
    ),
    light("login", "login, log in, signin, sign in, logon, log on", ""),
    light(
        "register",
        "register, signup, sign up, create account",
        "submit",
    ),
    light(
        "submit",
        "submit, apply, complete, finish",
        "save, send, add, register",
    ),
    light("save", "save, update, store, apply", ""),
    light(
        "edit",
        "change, edit, update, set, modify, rename, replace, correct, adjust",
        "save, submit",
    ),
    light(
        "add",
        "add, create, insert, make, new, schedule, compose, write, upload, attach",
        "save, submit",
    ),
    light("accept", "accept, agree, allow, consent", ""),
    light(
        "mark",
        "like, unlike, rate, vote, upvote, downvote, favorite, favourite, star, bookmark, pin, \
         archive, mark, flag, move, mute, report",
        "save",
    ),
    light("search", "search, look up, filter", ""),
    light(
        "enable",
        "enable, disable, activate, start, stop, play, turn on, turn off",
        "save",
    ),
];

/// Words that may stand between a verb and its particle.
const BETWEEN: &str = "the, my, an, a, this, that, your, it, them, me";

/// How many words may stand inside a verb of several words.
const INSIDE: usize = 6;

/// The effects whose verb begins at this place. A verb of several words hides those that are its
/// first word alone: "sign in" signs nothing.
pub(super) fn effects_at(words: &[String], at: usize) -> Vec<&'static Effect> {
    let rest = words.get(at..).unwrap_or_default();
    let mut near = rest.iter().map(String::as_str);
    if (near.next(), near.next()) == (Some("like"), Some("to")) {
        return Vec::new();
    }
    let named = |phrases: bool| -> Vec<&'static Effect> {
        let names = |verb: &'static str| verb.contains(' ') == phrases && begins_with(rest, verb);
        let effects = EFFECTS.iter();
        effects
            .filter(|effect| items(effect.verbs).any(names))
            .collect()
    };
    let phrases = named(true);
    if phrases.is_empty() {
        named(false)
    } else {
        phrases
    }
}

fn begins_with(words: &[String], verb: &str) -> bool {
    let mut parts = verb.split(' ');
    let first = parts.next().unwrap_or_default();
    let Some((word, mut rest)) = words.split_first() else {
        return false;
    };
    if !same_verb(word, first) {
        return false;
    }
    for part in parts {
        let Some(found) = rest.iter().take(INSIDE).position(|word| word == part) else {
            return false;
        };
        let (between, after) = rest.split_at(found);
        let particle = matches!(part, "in" | "out" | "up" | "on" | "off");
        if particle && !between.iter().all(|word| lists(BETWEEN, word)) {
            return false;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    true
}

/// The verb, or its `-ing` form: "by deleting it".
pub(super) fn same_verb(word: &str, verb: &str) -> bool {
    if word == verb {
        return true;
    }
    let Some(stem) = word.strip_suffix("ing") else {
        return false;
    };
    let doubled = verb
        .chars()
        .last()
        .is_some_and(|last| stem.strip_suffix(last) == Some(verb));
    stem == verb || verb.strip_suffix('e') == Some(stem) || doubled
}

/// The effects that are ordered, with those that they imply.
pub(super) fn with_implied(named: BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let ordered = EFFECTS.iter().filter(|effect| named.contains(effect.name));
    let implied: Vec<&'static str> = ordered.flat_map(|effect| items(effect.implies)).collect();
    named.into_iter().chain(implied).collect()
}
