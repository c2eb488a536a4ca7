//! Writing a message: to whom, about what, with which text.

use super::clause::Clause;
use super::lead::bare;
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};

/// "an e-mail to X with ...".
pub(crate) fn is_message(tokens: &[Token]) -> bool {
    bare(tokens)
        .iter()
        .take(2)
        .any(|token| token.is_any(&["email", "e-mail", "mail", "message", "letter"]))
        && tokens.iter().any(|token| token.is_any(&["to", "subject"]))
}

/// The fields of a message, each with its value, and sending it if that was said.
pub(crate) fn compose(tokens: &[Token], send: bool) -> Vec<Clause> {
    let mut clauses = vec![Clause::Effect {
        verb: "compose".into(),
        what: Phrase::default(),
    }];
    clauses.extend(part(tokens, &["to"]).map(|value| entry(value, "to", None)));
    clauses.extend(
        part(tokens, &["subject", "titled", "title", "about"])
            .map(|value| entry(value, "subject", None)),
    );
    let text = part(
        tokens,
        &["message", "body", "text", "saying", "says", "content"],
    );
    clauses.extend(text.map(|value| entry(value, "message", Some("text area"))));
    if send {
        clauses.push(Clause::Submit {
            what: Phrase(tokenise("send")),
        });
    }
    clauses
}

fn entry(value: Token, label: &str, field: Option<&str>) -> Clause {
    Clause::Enter {
        value: Phrase(vec![value]),
        label: Some(Phrase(tokenise(label))),
        field: field.map(|field| Phrase(tokenise(field))),
    }
}

/// The value after one of these words: a quotation, or the next word after "to".
fn part(tokens: &[Token], names: &[&str]) -> Option<Token> {
    (0..tokens.len())
        .filter(|&at| tokens[at].is_any(names))
        .find_map(|at| {
            let near = tokens[at + 1..].iter().take(3).position(Token::quoted);
            match near {
                Some(offset) => tokens.get(at + 1 + offset).cloned(),
                None if tokens[at].is("to") => {
                    tokens.get(at + 1).filter(|token| token.word()).cloned()
                }
                None => None,
            }
        })
}
