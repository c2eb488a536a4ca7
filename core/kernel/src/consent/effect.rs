//! Words for what changes something in the world.

use std::collections::BTreeSet;

use super::said::split;

/// One kind of effect.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Effect {
    /// Its name.
    pub(crate) name: &'static str,
    /// Verbs that name it, in words and on labels.
    verbs: &'static [&'static str],
    /// Other effects that cannot be left out where this one is ordered.
    implies: &'static [&'static str],
    /// It cannot easily be taken back: a link that names it is asked about.
    pub(crate) grave: bool,
}

const fn grave(
    name: &'static str,
    verbs: &'static [&'static str],
    implies: &'static [&'static str],
) -> Effect {
    Effect {
        name,
        verbs,
        implies,
        grave: true,
    }
}

const fn light(
    name: &'static str,
    verbs: &'static [&'static str],
    implies: &'static [&'static str],
) -> Effect {
    Effect {
        name,
        verbs,
        implies,
        grave: false,
    }
}

/// Every effect. Two words of a verb may have an article or a pronoun between them.
const EFFECTS: &[Effect] = &[
    grave(
        "buy",
        &["buy", "purchase"],
        &["cart", "order", "pay", "submit"],
    ),
    grave(
        "order",
        &["order", "reorder", "place order", "checkout", "check out"],
        &["cart", "pay", "submit"],
    ),
    light(
        "cart",
        &[
            "add to cart",
            "add to basket",
            "add to bag",
            "put cart",
            "put basket",
            "put bag",
        ],
        &[],
    ),
    grave("pay", &["pay", "repay", "tip", "donate"], &["submit"]),
    grave(
        "send",
        &[
            "send", "resend", "reply", "respond", "forward", "email", "mail", "invite", "text",
        ],
        &["submit"],
    ),
    grave(
        "transfer",
        &[
            "transfer", "withdraw", "deposit", "wire", "exchange", "trade", "sell", "bid",
        ],
        &["send", "submit"],
    ),
    grave(
        "delete",
        &[
            "delete",
            "remove",
            "trash",
            "erase",
            "discard",
            "purge",
            "destroy",
            "wipe",
            "empty",
            "uninstall",
        ],
        &["submit"],
    ),
    grave(
        "subscribe",
        &["subscribe", "follow", "join", "enroll", "enrol", "opt in"],
        &["submit"],
    ),
    grave(
        "unsubscribe",
        &["unsubscribe", "unfollow", "leave", "opt out"],
        &["submit"],
    ),
    grave(
        "publish",
        &[
            "publish",
            "post",
            "repost",
            "share",
            "tweet",
            "retweet",
            "comment",
            "broadcast",
            "release",
        ],
        &["submit"],
    ),
    grave(
        "cancel",
        &[
            "cancel",
            "terminate",
            "deactivate",
            "close account",
            "revoke",
        ],
        &["submit"],
    ),
    grave(
        "book",
        &["book", "reserve", "rent", "hire", "renew"],
        &["order", "submit"],
    ),
    grave(
        "approve",
        &["approve", "authorize", "authorise", "confirm", "sign"],
        &["submit"],
    ),
    grave(
        "reject",
        &["reject", "decline", "deny", "ban", "block"],
        &["submit"],
    ),
    grave(
        "run",
        &[
            "run", "execute", "deploy", "merge", "install", "restart", "shutdown",
        ],
        &["submit"],
    ),
    grave(
        "logout",
        &["logout", "log out", "signout", "sign out", "log off"],
        &[],
    ),
    light(
        "login",
        &["login", "log in", "signin", "sign in", "logon", "log on"],
        &[],
    ),
    light(
        "register",
        &["register", "signup", "sign up", "create account"],
        &["submit"],
    ),
    light(
        "submit",
        &["submit", "apply", "complete", "finish"],
        &["save", "send", "add", "register"],
    ),
    light("save", &["save", "update", "store", "apply"], &[]),
    light(
        "edit",
        &[
            "change", "edit", "update", "set", "modify", "rename", "replace", "correct", "adjust",
        ],
        &["save", "submit"],
    ),
    light(
        "add",
        &[
            "add", "create", "insert", "make", "new", "schedule", "compose", "write", "upload",
            "attach",
        ],
        &["save", "submit"],
    ),
    light("accept", &["accept", "agree", "allow", "consent"], &[]),
    light(
        "mark",
        &[
            "like",
            "unlike",
            "rate",
            "vote",
            "upvote",
            "downvote",
            "favorite",
            "favourite",
            "star",
            "bookmark",
            "pin",
            "archive",
            "mark",
            "flag",
            "move",
            "mute",
            "report",
        ],
        &["save"],
    ),
    light("search", &["search", "look up", "filter"], &[]),
    light(
        "enable",
        &[
            "enable", "disable", "activate", "start", "stop", "play", "turn on", "turn off",
        ],
        &["save"],
    ),
];

/// Labels that carry out whatever stands before them and name nothing of their own.
const GENERIC: &[&str] = &[
    "submit",
    "ok",
    "okay",
    "yes",
    "confirm",
    "continue",
    "proceed",
    "done",
    "go",
    "finish",
    "complete",
    "apply",
    "next",
    "enter",
    "i agree",
    "agree",
    "accept",
    "save",
    "get started",
    "start",
];

/// Words that may stand inside a verb of two words.
const BETWEEN: &[&str] = &[
    "the", "my", "an", "a", "this", "that", "your", "it", "them", "me",
];

/// Words that make a noun of a verb before them: "order history", "transfer fee".
const NOUN_AFTER: &[&str] = &[
    "history",
    "status",
    "details",
    "detail",
    "list",
    "summary",
    "number",
    "id",
    "date",
    "tracking",
    "information",
    "info",
    "policy",
    "options",
    "methods",
    "method",
    "settings",
    "guide",
    "help",
    "faq",
    "overview",
    "log",
    "logs",
    "report",
    "reports",
    "count",
    "gap",
    "rate",
    "rates",
    "by",
    "type",
    "types",
    "fee",
    "fees",
    "form",
    "forms",
    "page",
    "folder",
    "inbox",
    "items",
    "s",
    "vs",
    "of",
];

/// The effects whose verb begins at this place. A verb of several words hides those that are its
/// first word alone: "sign in" signs nothing.
pub(crate) fn effects_at(words: &[String], at: usize) -> Vec<&'static Effect> {
    let rest = words.get(at..).unwrap_or_default();
    let wish = rest.first().is_some_and(|word| word == "like")
        && rest.get(1).is_some_and(|word| word == "to");
    if wish {
        return Vec::new();
    }
    let naming = |phrases: bool| {
        let names = move |verb: &&str| verb.contains(' ') == phrases && begins_with(rest, verb);
        let effects = EFFECTS.iter();
        effects.filter(move |effect| effect.verbs.iter().any(|verb| names(&verb)))
    };
    if naming(true).next().is_some() {
        naming(true).collect()
    } else {
        naming(false).collect()
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
        let Some(found) = rest.iter().take(6).position(|word| word == part) else {
            return false;
        };
        let (between, after) = rest.split_at(found);
        let particle = matches!(part, "in" | "out" | "up" | "on" | "off");
        if particle && !between.iter().all(|word| BETWEEN.contains(&word.as_str())) {
            return false;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    true
}

/// The verb, or its `-ing` form: "by deleting it".
pub(crate) fn same_verb(word: &str, verb: &str) -> bool {
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
pub(crate) fn with_implied(named: BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let mut all = named.clone();
    for effect in EFFECTS.iter().filter(|effect| named.contains(effect.name)) {
        all.extend(effect.implies);
    }
    all
}

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
}

impl Label {
    /// Reads a label.
    pub(crate) fn read(name: &str) -> Self {
        let words = split(name);
        let joined = words.join(" ");
        let generic = GENERIC.contains(&joined.as_str());
        let reads = reads_only(name, &words);
        let mut label = Self {
            generic,
            reads,
            ..Self::default()
        };
        // "How to delete a file" tells of it and does nothing.
        let tells = words.first().is_some_and(|word| {
            matches!(
                word.as_str(),
                "how" | "what" | "why" | "when" | "where" | "who"
            )
        });
        for at in 0..words.len() {
            if tells || !stands_as_verb(&words, at) {
                continue;
            }
            for effect in effects_at(&words, at) {
                label.effects.insert(effect.name);
                if effect.grave {
                    label.grave.insert(effect.name);
                }
            }
        }
        if reads {
            label.effects.clear();
            label.grave.clear();
        }
        label.words = words;
        label
    }
}

/// On a label a verb stands first, or after a word that joins or urges.
fn stands_as_verb(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|index| words.get(index));
    let leads = before.is_none_or(|word| {
        matches!(
            word.as_str(),
            "and"
                | "or"
                | "yes"
                | "please"
                | "now"
                | "to"
                | "ok"
                | "quick"
                | "permanently"
                | "then"
                | "continue"
        )
    });
    let noun = words.get(at + 1).is_some_and(|word| {
        NOUN_AFTER.contains(&word.as_str()) || word.bytes().all(|byte| byte.is_ascii_digit())
    });
    leads && !noun
}

/// First words of labels that only look.
const LOOKS: &[&str] = &[
    "show", "view", "see", "read", "hide", "expand", "collapse", "search", "find", "filter",
    "sort", "browse", "preview", "compare", "zoom", "refresh", "reload", "back", "learn", "more",
    "previous", "prev", "older", "newer", "toggle", "details", "help",
];

/// Labels that only look, as a whole.
const LOOKS_WHOLE: &[&str] = &[
    "next",
    "next page",
    "next slide",
    "next month",
    "next year",
    "first",
    "last",
    "load more",
    "load",
    "page",
    "close",
    "cancel",
    "dismiss",
    "x",
    "menu",
    "open menu",
    "open navigation",
    "options",
    "play",
    "pause",
    "mute",
    "unmute",
    "got it",
    "not now",
    "no thanks",
    "skip",
    "info",
    "clear",
    "reset",
    "increase",
    "decrease",
    "increment",
    "decrement",
    "apply filter",
    "apply filters",
    "select all",
    "select none",
    "choose file",
    "choose files",
    "choose date",
    "select date",
    "calendar",
    "open calendar",
    "today",
    "up",
    "down",
    "left",
    "right",
];

/// Things that may be opened and closed without consequence.
const PARTS: &[&str] = &[
    "dialog",
    "popup",
    "pop",
    "up",
    "modal",
    "window",
    "menu",
    "panel",
    "banner",
    "tab",
    "overlay",
    "message",
    "notification",
    "this",
    "the",
    "sidebar",
    "drawer",
    "tooltip",
    "filter",
    "filters",
    "details",
    "calendar",
    "picker",
    "list",
    "map",
    "preview",
    "search",
    "navigation",
    "section",
];

fn reads_only(name: &str, words: &[String]) -> bool {
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((first, rest)) = texts.split_first() else {
        // Arrows, crosses and the like; a label without any sign says nothing at all.
        let signs = "×✕✖✗‹›«»<>←→↑↓▲▼◀▶…☰⋮⋯+-−–";
        return !name.trim().is_empty()
            && name
                .chars()
                .all(|c| c == ' ' || signs.contains(c) && c != '+');
    };
    if LOOKS_WHOLE.contains(&texts.join(" ").as_str())
        || texts
            .iter()
            .all(|word| word.bytes().all(|b| b.is_ascii_digit()))
    {
        return true;
    }
    if matches!(*first, "close" | "open" | "dismiss") {
        return !rest.is_empty() && rest.iter().all(|word| PARTS.contains(word));
    }
    let joins = |word: &&str| matches!(*word, "and" | "to" | "then" | "or");
    LOOKS.contains(first) && !rest.iter().any(joins)
}
