//! Effects that an address names.
//!
//! Some sites do what an address says as soon as it is opened. Keys and values of the query, parts
//! of the path and the fragment are read alike: decoded, split at signs and capitals, joined words
//! taken apart. A long part is the title of a page, not an order.

use std::collections::BTreeSet;

use url::Url;

use super::effect::effects_at;
use super::fold::word as fold;
use super::label::is_number;
use super::lexicon::{effects, listed_in_english, unspaced};
use super::list::{items, lists};

/// An effect that a part of an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedEffect {
    /// The part, as it is shown: decoded, small letters.
    pub(crate) part: String,
    /// The effects that it names.
    pub(crate) effects: BTreeSet<&'static str>,
}

/// What opening this address may do, if its words name anything.
pub(crate) fn effects_of(url: &Url) -> Option<NamedEffect> {
    let plain = decoded(&decoded(url.path()));
    let path: Vec<Vec<String>> = plain
        .split(['/', ';', '=', ','])
        .map(split)
        .filter(|part| !part.is_empty())
        .collect();
    let query: Vec<(String, String)> = url
        .query_pairs()
        .map(|(key, value)| (key.into_owned(), value.into_owned()))
        .collect();
    let ends_with_data =
        !query.is_empty() || path.iter().any(|part| part.iter().all(|word| is_id(word)));
    let parts = path.iter().map(Vec::as_slice);
    let last = parts.clone().next_back().unwrap_or_default();
    // "/buy/7" deals with it, "/post/7" shows it.
    let before_id = parts
        .clone()
        .rfind(|part| !part.iter().all(|word| is_id(word)))
        .filter(|part| part.iter().all(|word| lists(DEALS, word)) || switches(part))
        .unwrap_or_default();
    parts
        .clone()
        .find_map(named_by)
        .or_else(|| path.windows(2).find_map(told_to_do))
        .or_else(|| with_terms(&path, &query))
        .or_else(|| ends_with_data.then(|| named_loosely(last)).flatten())
        .or_else(|| ends_with_data.then(|| named_loosely(before_id)).flatten())
        .or_else(|| {
            query
                .iter()
                .find_map(|(key, value)| in_query(&path, key, value))
        })
        .or_else(|| url.fragment().and_then(in_fragment))
}

/// Most words that a part has which tells to do something.
const LONGEST: usize = 4;

/// Words before a verb that say how it is done: "bulk-delete", "do-pay".
const HOW: &str = "do, go, bulk, force, auto, mass, quick, confirm, ajax, api, hard, soft, user, item, \
    account, self, re, please, now, multi, batch, really, one, click, async, admin, cart, order";

/// The effects that one part of a path, key or value orders.
fn named_by(words: &[String]) -> Option<NamedEffect> {
    let first = words.first()?;
    if words.len() > LONGEST || listed_in_english("tells", first) {
        return None;
    }
    let leads = |at: usize| {
        words
            .iter()
            .take(at)
            .all(|word| lists(HOW, word) || is_id(word))
    };
    let found = (0..words.len()).filter(|at| leads(*at)).find_map(|at| {
        let effects = strong_at(words, at);
        (!effects.is_empty()).then_some(effects)
    });
    let joined = || {
        words
            .iter()
            .map(|word| joined(word))
            .find(|effects| !effects.is_empty())
    };
    let foreign = || {
        words
            .iter()
            .map(|word| without_spaces(word))
            .find(|effects| !effects.is_empty())
    };
    let effects = found.or_else(joined).or_else(foreign)?;
    Some(NamedEffect {
        part: words.join(" "),
        effects,
    })
}

/// Grave effects that a verb at this place names which is no noun: an "order" in an address is one.
fn strong_at(words: &[String], at: usize) -> BTreeSet<&'static str> {
    let named = effects_at(words, at).into_iter();
    named
        .filter(|named| named.effect.grave)
        .filter(|named| {
            named.at.len() > 1
                || words.get(at).is_some_and(|word| !lists(NOUNS, word))
                || is_dealt_with(words, at)
        })
        .filter(|_| {
            words
                .get(at + 1)
                .is_none_or(|next| !lists(NOUN_AFTER, next))
        })
        .map(|named| named.effect.name)
        .collect()
}

/// "reply-all", "order-now": what follows makes a verb of a noun.
fn is_dealt_with(words: &[String], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| lists(OBJECTS, next))
}

/// What is dealt with, in short.
const OBJECTS: &str = "all, everyone, everybody, now, it, this, these, them, me";

/// Verbs that in addresses mostly name a thing or a place.
const NOUNS: &str = "order, post, book, mail, email, text, comment, release, exchange, trade, \
    share, sign, tip, rent, run, leave, follow, join, block, empty, trash, bid, wire, hire, reply, \
    charge, contribute, install, upgrade, format, void, forward, rotate, deny, ban, suspend, \
    buy, sell, tweet, deposit, dm, execute, respond, broadcast, promote, remit, renew, detach";

/// Words that make a noun of a verb before them.
const NOUN_AFTER: &str = "history, status, details, list, policy, options, method, methods, guide, \
    help, faq, rate, rates, fee, fees, form, page, gap, date, key, tips, report, reports, info, terms";

/// Verbs, weak by themselves, that order something where they end a path that carries data:
/// "/orders/77/share", "/webhook/set?url=...".
const LOOSE: &str = "set, update, enable, disable, activate, toggle, vote, like, unlike, accept, \
    rate, archive, mark, invite, assign, reset, revoke, rotate, join, leave, follow, unfollow, share, \
    post, reply, forward, trash, empty, ban, block, buy, sell, bid, charge, deposit, promote, renew, \
    install, upgrade, execute, run, suspend, deny, sign, move, pin, mute, email";

/// Those of them that name no thing: with an id behind them they deal with it.
const DEALS: &str = "buy, sell, bid, deposit, charge, execute, rotate, suspend, ban, sign, vote, \
    like, unlike, follow, unfollow, accept, assign, revoke, promote, deny, toggle, activate";

/// What is before "off" and a thing with it: "kick-off", "20 off".
const THINGS_OFF: &str = "kick, day, days, time, trade, spin, one, lay, cut, play, stand, take, drop, \
    pay, percent, money, price, hands, far, well";

/// "two-factor-off": something is switched off.
fn switches(words: &[String]) -> bool {
    match words {
        [.., thing, last] => {
            last == "off"
                && !lists(THINGS_OFF, thing)
                && !is_number(thing)
                && words.len() <= LONGEST
        }
        _ => false,
    }
}

fn named_loosely(words: &[String]) -> Option<NamedEffect> {
    if switches(words) {
        return Some(NamedEffect {
            part: words.join(" "),
            effects: BTreeSet::new(),
        });
    }
    let [word] = words else {
        return None;
    };
    let effects = effects_at(words, 0);
    let names = effects.iter().map(|named| named.effect.name);
    lists(LOOSE, word).then(|| NamedEffect {
        part: word.clone(),
        effects: names.collect(),
    })
}

/// Parts of a path that tell to do what stands behind them: "/do/order/7".
const TELLS: &str = "do, doing, perform, exec, action, actions, cmd, command, submit";

/// Keys that tell how much is dealt with, or with whom.
const TERMS: &str = "amount, sum, total, qty, quantity, to, recipient, receiver, payee, beneficiary, \
    iban, confirm, confirmed";

/// What is a noun or a weak verb elsewhere is an order behind what tells to do it.
fn told_to_do(pair: &[Vec<String>]) -> Option<NamedEffect> {
    match pair {
        [tells, told] if tells.len() == 1 && tells.iter().all(|word| lists(TELLS, word)) => {
            noun_that_acts(told).or_else(|| named_loosely(told))
        }
        _ => None,
    }
}

/// Nor is it one where the query tells how much, or with whom: "/order?amount=9", "?order=1&to=mallory".
/// A span has two ends.
fn with_terms(path: &[Vec<String>], query: &[(String, String)]) -> Option<NamedEffect> {
    let keys: Vec<Vec<String>> = query.iter().map(|(key, _)| split(key)).collect();
    let has = |list: &'static str| keys.iter().flatten().any(|word| lists(list, word));
    let (last, keys) = (path.last(), keys.iter());
    let mut named = || {
        last.into_iter()
            .chain(keys.clone())
            .find_map(|part| noun_that_acts(part))
    };
    (has(TERMS) && !has("from, since, start"))
        .then(&mut named)
        .flatten()
}

fn noun_that_acts(words: &[String]) -> Option<NamedEffect> {
    let [word] = words else {
        return None;
    };
    let named = effects_at(words, 0).into_iter();
    let effects: BTreeSet<_> = named
        .filter(|named| named.effect.grave)
        .map(|named| named.effect.name)
        .collect();
    (lists(NOUNS, word) && !effects.is_empty()).then(|| NamedEffect {
        part: word.clone(),
        effects,
    })
}

/// Keys whose values are words that somebody looks for, or where they came from.
const PROSE: &str = "q, query, search, s, term, terms, keyword, keywords, text, title, name, filter, \
    tag, tags, category, topic, ref, referrer, source, lang, label, subject, body, message, p, page, \
    sort, utm";

/// Keys that tell who somebody is or what they may do.
const IDENTITY: &str = "password, email, role, owner, admin, phone, pin, pass, pwd, mail";

/// Parts of a path below which such things are kept.
const KEPT_AT: &str = "settings, account, accounts, profile, security, users, user, admin, members";

fn in_query(path: &[Vec<String>], key: &str, value: &str) -> Option<NamedEffect> {
    let keys = split(key);
    let first = keys.first().map(String::as_str).unwrap_or_default();
    let kept = path.iter().flatten().any(|word| lists(KEPT_AT, word));
    if kept && !value.is_empty() && lists(IDENTITY, first) {
        return Some(NamedEffect {
            part: keys.join(" "),
            effects: BTreeSet::from(["secure"]),
        });
    }
    if lists(PROSE, first) {
        return None;
    }
    let switched_off = matches!(value, "0" | "false" | "no" | "off");
    let by_key = (!switched_off).then(|| named_by(&keys)).flatten();
    let switched_on = matches!(value, "1" | "true" | "yes" | "on");
    by_key
        .or_else(|| switched_on.then(|| named_loosely(&keys)).flatten())
        .or_else(|| named_by(&split(value)))
}

/// A fragment may hold a path or a query of its own.
fn in_fragment(fragment: &str) -> Option<NamedEffect> {
    fragment
        .split(['/', '&', '=', '?', '!'])
        .find_map(|part| named_by(&split(part)))
}

/// Words of a part: decoded, split at signs, at capitals and between letters and digits.
fn split(part: &str) -> Vec<String> {
    let decoded = decoded(&decoded(part));
    let mut words = Vec::new();
    let mut word = String::new();
    let mut last = ' ';
    for c in decoded.chars() {
        let turns = last.is_lowercase() && c.is_uppercase()
            || last.is_ascii_digit() != c.is_ascii_digit() && last.is_alphanumeric();
        if !c.is_alphanumeric() || turns {
            words.push(std::mem::take(&mut word));
        }
        word.extend(c.is_alphanumeric().then_some(c));
        last = c;
    }
    words.push(word);
    let folded = words.iter().map(|word| fold(word));
    joined_particles(folded.filter(|word| !word.is_empty()).collect())
}

/// `%64` is a letter.
fn decoded(part: &str) -> String {
    let fake = format!("x={}", part.replace('+', "%2B").replace('&', "%26"));
    let pair = url::form_urlencoded::parse(fake.as_bytes()).next();
    pair.map_or_else(String::new, |(_, value)| value.into_owned())
}

/// "log-out" and "sign-out" are read as they are said.
fn joined_particles(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let last = joined
            .last_mut()
            .filter(|last| matches!(last.as_str(), "log" | "sign"));
        match last {
            Some(last) if matches!(word.as_str(), "out" | "off") => last.push_str("out"),
            _ => joined.push(word),
        }
    }
    joined
}

/// What compounds are made with: "deleteall", "removeuser", "dodelete".
const JOINED_TO: &str = "all, item, items, account, user, users, now, it, me, this, file, files, post, \
    posts, comment, order, orders, everything, entry, record, row, message, messages, key, member, \
    money, funds, payment, email, page, photo, image, product, subscription, booking, data, cart";

const JOINED_BEFORE: &str = "do, bulk, force, auto, mass, confirm, ajax, api, user, item, account";

/// The effects of a compound that is written as one word.
fn joined(word: &str) -> BTreeSet<&'static str> {
    let verbs = effects().iter().filter(|effect| effect.grave);
    let verbs = verbs.flat_map(|effect| {
        let single = effect
            .verbs
            .iter()
            .filter_map(|verb| match verb.as_slice() {
                [verb] => Some(verb),
                _ => None,
            });
        single.map(|verb| (effect.name, verb))
    });
    let made_of = |verb: &str| {
        let after = word
            .strip_prefix(verb)
            .is_some_and(|rest| lists(JOINED_TO, rest));
        let before = word.strip_suffix(verb);
        after || before.is_some_and(|rest| items(JOINED_BEFORE).any(|item| item == rest))
    };
    verbs
        .filter(|(_, verb)| verb.len() > 2 && made_of(verb))
        .map(|(name, _)| name)
        .collect()
}

fn without_spaces(word: &str) -> BTreeSet<&'static str> {
    let (named, _) = unspaced(word);
    let grave = named.iter().filter(|effect| effect.grave);
    grave.map(|effect| effect.name).collect()
}

/// A number, or letters and digits that no word has.
fn is_id(word: &str) -> bool {
    is_number(word) || word.len() > 11
}

#[cfg(test)]
#[path = "tests/address.rs"]
mod tests;
