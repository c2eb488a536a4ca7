//! What a person's own words allow.
//!
//! A task's words carry consent: they grant exactly the effects that they order, and the controls
//! that they name. Only the person's words are read here, never a page and never a model. Where the
//! words leave a doubt they grant nothing, and the person is asked.

mod effect;
mod said;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use screen_agent_page::Role;

pub(crate) use effect::Label;

use effect::{effects_at, same_verb, with_implied};
use said::{Word, listen, split};

/// A person's words, read for what they grant.
#[derive(Clone, Debug, Default)]
pub struct Consent {
    said: Vec<String>,
    words: Vec<Word>,
    effects: BTreeSet<&'static str>,
}

/// Verbs that work a control, and mean nothing else.
const PRESSES: &[&str] = &[
    "click",
    "press",
    "hit",
    "tap",
    "push",
    "select",
    "choose",
    "pick",
    "activate",
    "submit",
    "trigger",
    "doubleclick",
];

/// Verbs that work a control, and may mean other things.
const TOUCHES: &[&str] = &[
    "use", "toggle", "check", "tick", "mark", "open", "close", "expand", "hold",
];

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
        let effects = with_implied(ordered_effects(&words));
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

    /// True when they order that a banner or dialog be put away, be it by yes or by no.
    fn puts_away(&self) -> bool {
        const AWAY: &[&str] = &[
            "dismiss", "close", "accept", "reject", "decline", "agree", "hide",
        ];
        const THINGS: &[&str] = &[
            "banner", "popup", "popups", "cookie", "cookies", "notice", "overlay", "dialog",
            "modal", "consent",
        ];
        let away = |word: &Word| word.orders && AWAY.iter().any(|verb| same_verb(&word.text, verb));
        self.words.iter().any(away) && self.mention(THINGS)
    }

    /// True when they order that a control with this label be used, or the effect that it names.
    pub(crate) fn carries(&self, label: &Label, role: &Role) -> bool {
        if self.names_control(label) {
            return true;
        }
        if label.generic {
            return self.orders_anything() || self.describes(role);
        }
        let answers = |effect: &&str| matches!(*effect, "accept" | "reject");
        if self.puts_away()
            && !label.effects.is_empty()
            && label.effects.iter().all(|e| answers(&e))
        {
            return true;
        }
        if label.grave.iter().any(|effect| !self.orders(effect)) {
            return false;
        }
        let all_ordered = label.effects.iter().all(|effect| self.orders(effect));
        !label.effects.is_empty() && all_ordered
            || self.begins_to_name(&label.words)
            || self.describes(role)
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
        let verbs = if label.grave.is_empty() {
            &[PRESSES, TOUCHES].concat()
        } else {
            PRESSES
        };
        self.names(&label.words, verbs)
    }

    fn names(&self, label: &[String], verbs: &[&str]) -> bool {
        let Some(first) = label.first() else {
            return false;
        };
        let ordered = |at: usize| {
            let orders = self.words.get(at).is_some_and(|word| word.orders);
            orders && self.follows_loosely(at, label)
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
        let mut words = self.words.iter().skip(at).filter(|word| {
            !matches!(
                word.text.as_str(),
                "the" | "a" | "an" | "my" | "this" | "that" | "your" | "all" | "it"
            )
        });
        label.iter().enumerate().all(|(index, part)| {
            words.next().is_some_and(|word| {
                let verb = index == 0 && same_verb(&word.text, part);
                word.quoted.is_none() && word.live && (verb || word.text == *part)
            })
        })
    }

    /// True when a verb that works a control stands before this place in the same sentence, and
    /// nothing between takes it back.
    fn is_worked(&self, at: usize, verbs: &[&str]) -> bool {
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
            is_order(word) && presses(word) && next.is_some_and(|next| next.text == *first)
        })
    }

    /// True when a control of this kind is ordered by its kind, place or look alone: "click the
    /// button", "press the second red button". A name beside the kind makes it another order.
    fn describes(&self, role: &Role) -> bool {
        let kinds = kinds(role);
        let orders = self.words.iter().enumerate();
        orders
            .filter(|(_, word)| is_order(word) && presses(word))
            .any(|(at, _)| self.describes_after(at + 1, kinds))
    }

    fn describes_after(&self, from: usize, kinds: &[&str]) -> bool {
        let rest = self.words.get(from..).unwrap_or_default();
        let is_kind = |word: &Word| kinds.contains(&word.text.trim_end_matches('s'));
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
                || word.quoted.is_none() && (word.orders || follows_a_kind(&word.text))
        });
        plain && unnamed
    }

    /// True when the words hold exactly this value. Letters count as they are; in numbers, spaces
    /// and hyphens do not.
    pub(crate) fn hold_value(&self, value: &str) -> bool {
        let value = value.trim();
        if value.is_empty() {
            return false;
        }
        let text_holds = |text: &String| holds(text, value) || holds_number(text, value);
        self.said.iter().any(text_holds)
    }

    /// True when the words name this host, or the site that it belongs to.
    pub(crate) fn name_host(&self, host: &str) -> bool {
        let host = bare_host(host);
        let site = psl::domain_str(host).unwrap_or(host);
        self.said.iter().flat_map(|text| hosts(text)).any(|named| {
            let named = bare_host(&named).to_owned();
            named == host || named == site && host.ends_with(&format!(".{site}"))
        })
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
        .map(|effect| effect.name)
        .collect()
}

/// "Order history", said by itself, orders nothing.
fn names_a_thing(words: &[Word], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| {
        matches!(
            next.text.as_str(),
            "history"
                | "status"
                | "details"
                | "settings"
                | "policy"
                | "options"
                | "button"
                | "link"
        )
    })
}

fn presses(word: &Word) -> bool {
    is_one_of(word, PRESSES) || is_one_of(word, TOUCHES)
}

fn is_one_of(word: &Word, verbs: &[&str]) -> bool {
    verbs.iter().any(|verb| same_verb(&word.text, verb))
}

/// True for an order that gives a verb, be it one that works a control or any other.
fn is_order(word: &Word) -> bool {
    let filler = matches!(
        word.text.as_str(),
        "please"
            | "also"
            | "now"
            | "first"
            | "finally"
            | "next"
            | "just"
            | "only"
            | "again"
            | "go"
            | "ahead"
            | "the"
            | "a"
            | "an"
            | "you"
            | "i"
            | "can"
            | "could"
            | "and"
            | "or"
            | "then"
    );
    let effects = || !effects_at(std::slice::from_ref(&word.text), 0).is_empty();
    word.orders && !filler && word.live && (presses(word) || acts(word) || effects())
}

/// Other verbs that people begin an order with; a name behind one of them is not pressed.
fn acts(word: &Word) -> bool {
    const ACTS: &[&str] = &[
        "type", "enter", "fill", "write", "input", "set", "put", "read", "tell", "find", "show",
        "say", "answer", "copy", "compare", "count", "list", "scroll", "drag", "hover", "wait",
        "look", "search", "paste", "name", "call", "ignore", "keep", "leave", "report",
    ];
    ACTS.iter().any(|verb| same_verb(&word.text, verb))
}

/// What people call a control of this kind.
fn kinds(role: &Role) -> &'static [&'static str] {
    match role {
        Role::Button => &["button", "icon"],
        Role::Link => &["link", "result", "icon"],
        Role::Tab => &["tab"],
        Role::MenuItem | Role::Menu => &["item", "entry", "option", "menu"],
        Role::Checkbox | Role::Switch => &["checkbox", "box", "switch", "toggle"],
        Role::Radio | Role::Option => &["option", "radio"],
        Role::TreeItem | Role::Tree => &["item", "folder", "file"],
        Role::Row | Role::Cell => &["row", "cell", "item", "square"],
        Role::Image => &["image", "picture", "icon"],
        Role::Generic | Role::Summary | Role::Other(_) => {
            &["element", "icon", "box", "item", "square", "shape"]
        }
        Role::Input | Role::TextArea | Role::Select | Role::Slider | Role::Scroll | Role::File => {
            &["field", "box", "list", "slider"]
        }
    }
}

/// Words that say which one without naming it.
fn is_descriptive(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "the", "a", "an", "any", "on", "one", "this", "that", "first", "second", "third", "fourth",
        "fifth", "sixth", "last", "next", "only", "big", "small", "large", "largest", "smallest",
        "left", "right", "top", "bottom", "upper", "lower", "middle", "center", "red", "green",
        "blue", "yellow", "orange", "purple", "pink", "black", "white", "gray", "grey", "brown",
        "cyan", "magenta", "colored", "coloured", "every", "each", "all", "other", "same",
    ];
    WORDS.contains(&word) || word.strip_suffix("th").is_some_and(is_number) || is_number(word)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Words that may follow the kind without naming the control.
fn follows_a_kind(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "then"
            | "in"
            | "on"
            | "at"
            | "below"
            | "above"
            | "next"
            | "beside"
            | "near"
            | "under"
            | "to"
            | "of"
            | "from"
            | "again"
            | "once"
            | "twice"
            | "until"
            | "if"
            | "inside"
            | "after"
            | "before"
            | "please"
            | "now"
            | "widget"
    )
}

/// True where the value stands in the text with no letter or digit touching it.
fn holds(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, found)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + found.len()..)
            .and_then(|text| text.chars().next());
        let touches = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !touches(before) && !touches(after)
    })
}

/// True where the groups of a number stand one after the other, however they are spaced.
fn holds_number(text: &str, value: &str) -> bool {
    let spaced = |c: char| matches!(c, ' ' | '-');
    let wanted: String = value.chars().filter(|c| !spaced(*c)).collect();
    if wanted.len() < 4 || !wanted.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let groups: Vec<&str> = text.split(spaced).collect();
    (0..groups.len()).any(|from| {
        let mut joined = String::new();
        let rest = groups.iter().skip(from);
        rest.take_while(|group| group.bytes().all(|byte| byte.is_ascii_digit()))
            .any(|group| {
                joined.push_str(group);
                joined == wanted
            })
    })
}

/// Hosts that a text names, as addresses or bare.
fn hosts(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | '(' | ')' | '<' | '>' | ',' | '“' | '”')
    });
    parts
        .map(|part| part.trim_matches(|c: char| matches!(c, '.' | '!' | '?' | ';' | ':')))
        .filter(|part| part.contains('.') || part.contains("://"))
        .filter_map(|part| {
            let address = if part.contains("://") {
                part.to_owned()
            } else {
                format!("https://{part}")
            };
            crate::origin::host_of(&address)
        })
        .collect()
}

fn bare_host(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}
