//! Signing in.

use super::clause::Clause;
use super::lead::bare;
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};

/// "Log in as X with the password Y", "log in with username X and password Y".
pub(crate) fn login(tokens: &[Token]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut names = values(tokens);
    if let Some(at) = names.iter().position(|(word, _)| word == "password") {
        let (_, password) = names.remove(at);
        clauses.push(entry(password, "password"));
    }
    if !names.is_empty() {
        let (word, name) = names.remove(0);
        let label = if word.is_empty() {
            "username".to_owned()
        } else {
            word
        };
        clauses.insert(0, entry(name, &label));
    }
    clauses.push(Clause::Submit {
        what: Phrase(tokenise("login")),
    });
    clauses
}

fn entry(value: Token, label: &str) -> Clause {
    Clause::Enter {
        value: Phrase(vec![value]),
        label: Some(Phrase(tokenise(label))),
        field: None,
    }
}

/// Each value with the word that says what it is.
fn values(tokens: &[Token]) -> Vec<(String, Token)> {
    let mut found: Vec<(String, Token)> = Vec::new();
    let mut called = String::new();
    let quoted = tokens.iter().any(|token| token.quoted());
    for (at, token) in tokens.iter().enumerate() {
        let value = if quoted {
            token.quoted()
        } else {
            is_value(tokens, at)
        };
        if token.is_any(&["password", "passcode", "pin"]) {
            called = "password".into();
        } else if token.is_any(&["username", "user", "email", "e-mail", "name", "account"]) {
            called = if token.is_any(&["email", "e-mail"]) {
                "email".into()
            } else {
                "username".into()
            };
        } else if value && !bare(&tokens[at..]).is_empty() {
            found.push((std::mem::take(&mut called), token.clone()));
        }
    }
    found
}

fn is_value(tokens: &[Token], at: usize) -> bool {
    tokens[at].word()
        && !tokens[at].is_any(&[
            "as", "with", "using", "and", "the", "is", "to", "my", "user", "username", "password",
            "name", "page", "into",
        ])
}
