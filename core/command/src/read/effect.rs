//! Verbs that a control is named after, and what they bring with them: a reply has a text.

use super::clause::Clause;
use super::lead::bare;
use super::{choose, mail};
use crate::words::number::count_word;
use crate::words::token::{spaced, text_of, tokenise};
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

static PLACES: WordList = WordList::named("places that things are put into");

/// "Reply to X with T", "forward X to Y", "delete X".
pub(crate) fn effect(verb: &str, rest: &[Token]) -> Vec<Clause> {
    match verb {
        "reply" | "respond" | "comment" => written(verb, rest),
        "send" if mail::is_message(rest) => mail::compose(rest, true),
        // "Confirm that it is to be deleted": what the page asks then is said by itself.
        "confirm" if rest.first().is_some_and(|first| first.is("that")) => {
            effect(verb, &rest[rest.len()..])
        }
        "forward" | "send" | "share" => sent(verb, rest),
        "save" if gathers(rest) => added("add", rest),
        "add" | "put" | "move" => added(verb, rest),
        "mark" => marked(rest, &["as"]).unwrap_or_else(|| vec![plain(verb, rest)]),
        _ => vec![plain(verb, rest)],
    }
}

/// "The Bowl to my wish list".
fn gathers(rest: &[Token]) -> bool {
    let to = rest.iter().rposition(|token| token.is("to"));
    let place = to.map(|to| text_of(bare(&rest[to + 1..])).to_lowercase());
    place.is_some_and(|place| PLACES.contains(&place))
}

fn plain(verb: &str, rest: &[Token]) -> Clause {
    Clause::Effect {
        verb: verb.to_owned(),
        what: Phrase::slice(rest),
    }
}

/// "Mark X as done", "mark X as not done", "X is done": ticks, or clears a tick.
pub(super) fn marked(rest: &[Token], leads: &[&str]) -> Option<Vec<Clause>> {
    static DONE: WordList = WordList::named("words for what is done");
    let at = rest
        .iter()
        .rposition(|token| token.is_any(leads))
        .filter(|at| *at > 0)?;
    let state = &rest[at + 1..];
    let (off, state) = match state.split_first()? {
        (first, more) if first.is("not") => (true, more),
        _ => (false, state),
    };
    let done = matches!(state, [word] if word.is_in(&DONE));
    done.then(|| choose::check(&rest[..at], !off))
}

/// To what, and with which text.
fn written(verb: &str, rest: &[Token]) -> Vec<Clause> {
    let Some(quote) = rest.iter().rposition(Token::quoted) else {
        return vec![plain(verb, rest)];
    };
    let lead = (0..quote)
        .rev()
        .find(|&at| rest[at].is_any(&["with", "saying", "that", ":"]) || rest[at].is_mark(":"));
    let (object, text) = match lead {
        Some(at) => (&rest[..at], &rest[quote..=quote]),
        // "reply T to X".
        None => (&rest[quote + 1..], &rest[quote..=quote]),
    };
    vec![
        plain(verb, without_to(object)),
        text_of_message(text),
        send(),
    ]
}

/// What, and to whom.
fn sent(verb: &str, rest: &[Token]) -> Vec<Clause> {
    let Some(at) = (1..rest.len().saturating_sub(1))
        .rev()
        .find(|&at| rest[at].is("to"))
    else {
        return vec![plain(verb, rest)];
    };
    vec![
        plain(verb, &rest[..at]),
        Clause::Enter {
            value: Phrase::slice(&rest[at + 1..]),
            label: Some(Phrase(tokenise("to"))),
            field: None,
        },
        send(),
    ]
}

/// "Add X to the cart": the control is called after where it goes.
fn added(verb: &str, rest: &[Token]) -> Vec<Clause> {
    let to = (1..rest.len().saturating_sub(1))
        .rev()
        .find(|&at| rest[at].is("to"));
    match to {
        Some(at) => vec![plain(
            &format!("{verb} {}", text_of(&rest[at..])),
            &rest[..at],
        )],
        None => vec![plain(verb, rest)],
    }
}

/// "Put X into the basket": adds it, where things are gathered rather than written.
pub(super) fn put(verb: &Token, rest: &[Token]) -> Option<Vec<Clause>> {
    let leads = |at: usize| rest[at].is_any(&["in", "into", "on", "onto", "to"]);
    let at = (1..rest.len()).rev().find(|&at| leads(at))?;
    let place = text_of(bare(&rest[at + 1..])).to_lowercase();
    let is_list =
        rest[at].is_any(&["on", "onto"]) && rest.last().is_some_and(|last| last.is("list"));
    let gathers = verb.is_any(&["put", "place"]) && (PLACES.contains(&place) || is_list)
        || verb.is("write") && is_list;
    gathers.then(|| {
        vec![plain(
            &format!("add to {place}"),
            &without_measure(&rest[..at]),
        )]
    })
}

/// "Three packets of this tea": three of this tea.
fn without_measure(what: &[Token]) -> Vec<Token> {
    static MEASURES: WordList = WordList::named("words for a measure of goods");
    match what {
        [count, measure, of, rest @ ..]
            if count_word(&count.low).is_some() && measure.is_in(&MEASURES) && of.is("of") =>
        {
            spaced([std::slice::from_ref(count), std::slice::from_ref(of), rest].concat())
        }
        _ => what.to_vec(),
    }
}

fn without_to(tokens: &[Token]) -> &[Token] {
    match tokens.first() {
        Some(first) if first.is_any(&["to", "on"]) => &tokens[1..],
        _ => tokens,
    }
}

fn text_of_message(text: &[Token]) -> Clause {
    Clause::Enter {
        value: Phrase::slice(text),
        label: Some(Phrase(tokenise("message"))),
        field: Some(Phrase(tokenise("text area"))),
    }
}

fn send() -> Clause {
    Clause::Submit {
        what: Phrase(tokenise("send")),
    }
}
