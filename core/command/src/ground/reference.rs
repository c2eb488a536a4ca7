//! What a phrase says of the thing it means.

use screen_agent_page::{Node, NodeId, State};
use serde::Deserialize;

use super::kind::{Kind, kind_at};
use super::superlative::says_which_way;
use super::tail::{Tail, cut};
use crate::words::color;
use crate::words::normal::singular;
use crate::words::number::{Ordinal, count_word, ordinal};
use crate::words::token::{spaced, text_of, tokenise};
use crate::words::{Phrase, Token};

/// How one thing stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// Beside it.
    Near,
    /// In its row, or in the same item.
    Row,
    /// Higher on the screen.
    Above,
    /// Lower on the screen.
    Below,
    /// Further left.
    LeftOf,
    /// Further right.
    RightOf,
    /// In it.
    Within,
    /// It belongs to it.
    Of,
}

/// The most or the least of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extreme {
    /// The most.
    Most,
    /// The least.
    Least,
}

/// How many are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Number {
    /// One, and a certain one.
    #[default]
    The,
    /// One, no matter which.
    Any,
    /// All of them.
    All,
    /// More than one: "the boxes".
    Plural,
    /// So many.
    Exactly(usize),
}

impl Number {
    /// True for more than one.
    pub fn is_several(self) -> bool {
        matches!(self, Self::All | Self::Plural | Self::Exactly(2..))
    }
}

/// What a phrase says of the thing it means.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reference {
    /// All its words, articles left out.
    pub whole: String,
    /// The words up to where it stands, articles left out.
    pub head: String,
    /// What it is called.
    pub name: String,
    /// The name stood in quotation marks.
    pub quoted: bool,
    /// Words beside a quoted name: they say which of several is meant, if anything.
    pub beside: String,
    /// What kind of thing it is; any of these.
    pub kinds: Vec<Kind>,
    /// Which of several.
    pub ordinal: Option<Ordinal>,
    /// How many.
    pub number: Number,
    /// States that hold, or do not.
    pub states: Vec<(State, bool)>,
    /// Its colour.
    pub color: Option<String>,
    /// Most or least, of what.
    pub extreme: Option<(Extreme, String)>,
    /// Its number is even, or odd.
    pub even: Option<bool>,
    /// Where it stands.
    pub places: Vec<(Place, Reference)>,
    /// "it", "them": what was meant before.
    pub same: bool,
    /// This very control: the person pointed at it.
    pub id: Option<NodeId>,
}

/// "The cheapest (one) of these pots": the cheapest pot.
fn of_these(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = tokens
        .iter()
        .position(|token| token.word() && says_which_way(&token.low))?;
    let rest = match &tokens[at + 1..] {
        [one, rest @ ..] if one.is_any(&["one", "ones"]) => rest,
        rest => rest,
    };
    let (noun, between) = match rest {
        [of, these, rest @ ..] if of.is("of") && these.is_any(&["these", "those", "all"]) => {
            rest.split_last()?
        }
        _ => return None,
    };
    let small = |token: &Token| token.is_any(&["the", "these", "those"]);
    let named = between.iter().filter(|token| !small(token));
    let mut out = tokens[..=at].to_vec();
    out.extend(named.cloned());
    out.extend(tokenise(&singular(&noun.low)));
    (noun.word() && out.iter().skip(at + 1).all(Token::word)).then(|| spaced(out))
}

impl Reference {
    /// Reads a phrase.
    pub fn of(phrase: &Phrase) -> Self {
        Self::read(&phrase.0)
    }

    /// This very control.
    pub fn to(node: &Node) -> Self {
        Self {
            whole: node.name.clone(),
            head: node.name.clone(),
            name: node.name.clone(),
            quoted: true,
            id: Some(node.id.clone()),
            ..Self::default()
        }
    }

    /// Reads tokens.
    pub fn read(tokens: &[Token]) -> Self {
        let told = of_these(tokens);
        let tokens = trimmed(told.as_deref().unwrap_or(tokens));
        let mut reference = Self {
            whole: text_of(without_articles(tokens)),
            ..Self::default()
        };
        if pronoun(tokens) {
            reference.same = true;
            return reference;
        }
        let (head, tails) = cut(tokens);
        reference.head = text_of(without_articles(head));
        let named = reference.head(head);
        for (tail, words) in tails {
            reference.tail(tail, words);
        }
        reference.settle(named);
        reference
    }

    /// True when nothing at all is said of it.
    pub fn is_bare(&self) -> bool {
        self.id.is_none()
            && self.name.is_empty()
            && self.kinds.is_empty()
            && self.ordinal.is_none()
            && self.states.is_empty()
            && self.color.is_none()
            && self.extreme.is_none()
            && self.even.is_none()
            && self.places.is_empty()
    }

    /// True when nothing is said of the thing itself, only where it stands.
    pub fn says_only_where(&self) -> bool {
        let head = Self {
            places: Vec::new(),
            head: String::new(),
            ..self.clone()
        };
        head.is_bare() && !self.places.is_empty() && self.number == Number::The
    }

    /// True where it says no more than what kind of thing it is.
    fn names_only_its_kind(&self) -> bool {
        let kind = Self {
            kinds: Vec::new(),
            ..self.clone()
        };
        kind.is_bare() && !self.kinds.is_empty()
    }

    /// True where it stands at all of several, and what is said of these is not only of what kind they are.
    pub fn is_at_each(&self) -> bool {
        self.places
            .iter()
            .any(|(_, place)| place.number == Number::All)
    }

    /// True when it is of that kind.
    pub fn is_kind(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// True when it says which of several of a kind, and does not only name the kind.
    pub fn is_particular(&self) -> bool {
        !self.name.is_empty()
            || self.ordinal.is_some()
            || !self.places.is_empty()
            || self.color.is_some()
            || self.extreme.is_some()
    }

    /// Reads what stands before the first word of place; returns the words that are left for a name.
    fn head(&mut self, tokens: &[Token]) -> Vec<Token> {
        let mut left: Vec<Token> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let rest = &tokens[at..];
            if rest[0].quoted() {
                self.name_is(&rest[0].text);
                at += 1;
            } else if rest[0].is_any(&["and", "or"])
                && at > 0
                && kind_at(&tokens[at + 1..]).is_some()
                && !self.kinds.is_empty()
            {
                at += 1;
            } else if let Some(used) = self.adjective(rest, at == 0 || left.is_empty()) {
                at += used;
            } else if let Some((kind, used)) =
                kind_at(rest).filter(|_| !self.is_name_after_kind(&rest[0], at))
            {
                self.kind(kind, rest, used, &mut left);
                at += used;
            } else {
                left.push(rest[0].clone());
                at += 1;
            }
        }
        left
    }

    /// "button ONE", "the link Text": behind a kind, a capital letter makes a name.
    fn is_name_after_kind(&self, token: &Token, at: usize) -> bool {
        at > 0 && !self.kinds.is_empty() && token.text.starts_with(char::is_uppercase)
    }

    fn name_is(&mut self, name: &str) {
        if !self.quoted {
            self.name = name.to_owned();
            self.quoted = true;
        }
    }

    fn kind(&mut self, kind: Kind, rest: &[Token], used: usize, left: &mut Vec<Token>) {
        // A kind before another kind belongs to the name: "the e-mail field", "the photos folder".
        let next = rest
            .get(used)
            .filter(|token| !token.text.starts_with(char::is_uppercase));
        let more = next
            .and_then(|_| kind_at(&rest[used..]))
            .is_some_and(|(next, _)| next != Kind::Thing && next != kind);
        if more {
            left.extend_from_slice(&rest[..used]);
            return;
        }
        let noun = &rest[used - 1].low;
        if singular(noun) != *noun && self.ordinal.is_none() {
            match self.number {
                Number::Any => self.number = Number::All,
                Number::The => self.number = Number::Plural,
                Number::All | Number::Plural | Number::Exactly(_) => {}
            }
        }
        self.kinds.push(kind);
    }

    /// Articles, ordinals, states, colours and the like. Returns how many tokens it took.
    fn adjective(&mut self, rest: &[Token], leads: bool) -> Option<usize> {
        let token = &rest[0];
        if token.quoted() {
            return None;
        }
        let last = rest.len() == 1;
        let word = token.low.as_str();
        match word {
            "the" | "this" | "that" | "these" | "those" | "my" | "your" | "its" | "their"
            | "his" | "her"
                if leads => {}
            "," | ":" | "(" | ")" if !token.word() => {}
            "a" | "an" | "any" | "some" if leads && !last => self.number = Number::Any,
            "everything" => self.number = Number::All,
            "all" | "every" | "each" | "both" if leads => self.number = Number::All,
            "unchecked" | "unticked" | "unselected" => self.states.push((State::Checked, false)),
            "checked" | "ticked" if !last => self.states.push((State::Checked, true)),
            "selected" | "active" if !last => self.states.push((State::Selected, true)),
            "collapsed" | "closed" if !last => self.states.push((State::Expanded, false)),
            "expanded" if !last => self.states.push((State::Expanded, true)),
            "disabled" if !last => self.states.push((State::Disabled, true)),
            "enabled" if !last => self.states.push((State::Disabled, false)),
            "empty" if !last => self.states.push((State::Filled, false)),
            "even" if !last => self.even = Some(true),
            "odd" if !last => self.even = Some(false),
            "colored" | "coloured" => {}
            "most" | "least" if rest.len() > 1 => {
                let most = if word == "most" {
                    Extreme::Most
                } else {
                    Extreme::Least
                };
                self.extreme = Some((most, rest[1].low.clone()));
                return Some(2);
            }
            _ if superlative(word).is_some() && (!last || leads) => {
                self.extreme = superlative(word).map(|most| (most, word.to_owned()))
            }
            // "The middle one" is a place, "a middle seat" a kind of seat.
            "middle"
                if !rest
                    .get(1)
                    .is_some_and(|next| next.is("one") || kind_at(&rest[1..]).is_some()) =>
            {
                return None;
            }
            _ if ordinal(word).is_some() && !last => self.ordinal = ordinal(word),
            _ if color::base(word).is_some() && !last => self.color = Some(word.to_owned()),
            _ if leads
                && count_word(word).is_some()
                && rest.get(1).is_some_and(|_| kind_at(&rest[1..]).is_some()) =>
            {
                self.number = count_word(word).map_or(Number::The, Number::Exactly);
            }
            _ => return None,
        }
        Some(1)
    }

    fn tail(&mut self, tail: Tail, words: &[Token]) {
        match tail {
            Tail::Called => match words.iter().find(|token| token.quoted()) {
                Some(token) => self.name_is(&token.text),
                None => self.name_is(&text_of(without_articles(words))),
            },
            Tail::At(Place::Row) if words.len() == 1 && count_word(&words[0].low).is_some() => {
                let row = Self {
                    kinds: vec![Kind::Row],
                    ordinal: count_word(&words[0].low).map(Ordinal::Nth),
                    ..Self::default()
                };
                self.places.push((Place::Row, row));
            }
            Tail::At(place) if !words.is_empty() => {
                let landmark = Self::read(words);
                let everywhere = landmark.number == Number::All;
                // "In every row": each of them, wherever it stands.
                if everywhere && !self.number.is_several() {
                    self.number = Number::All;
                }
                if !(everywhere && landmark.names_only_its_kind()) {
                    self.places.push((place, landmark));
                }
            }
            // "below" with nothing after it points at the page.
            Tail::At(_) => {}
        }
    }

    /// What is left over is the name, unless there is one already.
    fn settle(&mut self, left: Vec<Token>) {
        let rest = text_of(without_articles(&left));
        // "Kim's post".
        let owner = rest.strip_suffix("'s").or_else(|| rest.strip_suffix("’s"));
        let rest = owner.map_or_else(|| rest.clone(), str::to_owned);
        if self.name.is_empty() {
            self.name = behind_noun(&rest).unwrap_or(&rest).to_owned();
        } else {
            self.beside = rest;
        }
    }
}

/// "file plan.md", "event Team lunch": behind a noun for what it is, a capital letter or a dot makes a name.
fn behind_noun(words: &str) -> Option<&str> {
    let (noun, name) = words.split_once(' ')?;
    let plain = noun.chars().all(char::is_lowercase);
    let first = name.split(' ').next().unwrap_or_default();
    let dotted = first.trim_matches('.').contains('.');
    (plain && (first.starts_with(char::is_uppercase) || dotted)).then_some(name)
}

/// Without the small words that lead to it.
fn trimmed(mut tokens: &[Token]) -> &[Token] {
    while tokens.first().is_some_and(|token| {
        token.is_any(&["on", "onto", "into", "in", "to", "at", "for"])
            || token.is_mark(",")
            || token.is_mark(":")
    }) && tokens.len() > 1
    {
        tokens = &tokens[1..];
    }
    while tokens
        .last()
        .is_some_and(|token| token.is_mark(",") || token.is_mark(":") || token.is_mark("?"))
    {
        tokens = &tokens[..tokens.len() - 1];
    }
    tokens
}

fn without_articles(mut tokens: &[Token]) -> &[Token] {
    while tokens.len() > 1 && tokens[0].is_any(&["the", "a", "an"]) {
        tokens = &tokens[1..];
    }
    tokens
}

fn pronoun(tokens: &[Token]) -> bool {
    match tokens {
        [token] => token.is_any(&["it", "them", "that", "this"]),
        [which, one] => which.is_any(&["that", "this"]) && one.is("one"),
        _ => false,
    }
}

fn superlative(word: &str) -> Option<Extreme> {
    match word {
        "largest" | "biggest" | "greatest" | "highest" | "maximum" | "most" | "longest"
        | "latest" | "newest" | "oldest" | "tallest" | "max" | "heaviest" | "priciest"
        | "dearest" => Some(Extreme::Most),
        "smallest" | "lowest" | "least" | "minimum" | "cheapest" | "shortest" | "earliest"
        | "fewest" | "youngest" | "min" | "lightest" => Some(Extreme::Least),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reference {
        Reference::of(&Phrase::of(text))
    }

    #[test]
    fn names_kinds_and_ordinals() {
        let second = read("the second \"Edit\" button");
        assert_eq!(
            (second.name.as_str(), second.ordinal),
            ("Edit", Some(Ordinal::Nth(2)))
        );
        assert_eq!(second.kinds, [Kind::Button]);
        let plain = read("button ONE");
        assert_eq!(
            (plain.name.as_str(), plain.kinds.as_slice()),
            ("ONE", &[Kind::Button][..])
        );
        assert_eq!(read("the email field").name, "email");
        assert_eq!(read("a box labelled \"Due on\"").name, "Due on");
        assert_eq!(read("any link").number, Number::Any);
        assert!(read("it").same);
    }

    #[test]
    fn places_are_references_of_their_own() {
        let near = read("the checkbox next to \"Milk\"");
        assert_eq!(near.kinds, [Kind::Checkbox]);
        assert_eq!(near.places[0].0, Place::Near);
        assert_eq!(near.places[0].1.name, "Milk");
        let row = read("the delete icon in the row of Dora");
        assert_eq!(
            (row.name.as_str(), row.places[0].1.name.as_str()),
            ("delete", "Dora")
        );
        assert_eq!(read("the section below").places, []);
    }
}
