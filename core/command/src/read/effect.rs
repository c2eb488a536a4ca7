//! Verbs that a control is named after, and what they bring with them: a reply has a text.

use super::clause::Clause;
use super::mail;
use crate::words::token::{text_of, tokenise};
use crate::words::{Phrase, Token};

/// "Reply to X with T", "forward X to Y", "delete X".
pub(crate) fn effect(verb: &str, rest: &[Token]) -> Vec<Clause> {
    match verb {
        "reply" | "respond" | "comment" => written(verb, rest),
        "send" if mail::is_message(rest) => mail::compose(rest, true),
        "forward" | "send" | "share" => sent(verb, rest),
        "add" | "put" | "move" => added(verb, rest),
        _ => vec![plain(verb, rest)],
    }
}

fn plain(verb: &str, rest: &[Token]) -> Clause {
    Clause::Effect {
        verb: verb.to_owned(),
        what: Phrase::slice(rest),
    }
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
