//! Signing in.

use super::clause::{Clause, Touch};
use super::touch;
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

/// Names for whoever signs in, each with the label that is looked for.
static USER: WordList = WordList::named("login user");
static MAIL: WordList = WordList::named("login mail");
static SECRET: WordList = WordList::named("login secret");
/// Words that lead to a value.
static LEADS: WordList = WordList::named("login leads");
/// Words that lead to where one signs in, up to the next word that leads to a value.
static PLACE: WordList = WordList::named("login place");
/// Words that change nothing.
static IDLE: WordList = WordList::named("login idle");

/// One value with the label of its field, where that was said.
#[derive(Default)]
struct Given {
    label: Option<&'static str>,
    value: Vec<Token>,
}

/// "Log in as X with the password Y", "log in with username X and password Y". Every value is used,
/// or nothing is done.
pub(crate) fn login(tokens: &[Token]) -> Vec<Clause> {
    let unread = || {
        vec![Clause::Unread {
            words: Phrase::slice(tokens),
        }]
    };
    let Some(mut given) = values(tokens) else {
        return unread();
    };
    if let [only] = given.as_slice()
        && only.label.is_none()
        && tokens
            .first()
            .is_some_and(|token| token.is_any(&["with", "using"]))
    {
        // "Sign in with PROVIDER" is the name of a button.
        return vec![touch(Touch::Click, tokens)];
    }
    let user = take(&mut given, |label| {
        matches!(label, Some("email" | "username"))
    })
    .or_else(|| take(&mut given, |label| label.is_none()));
    let secret = take(&mut given, |label| label == Some("password"))
        .or_else(|| take(&mut given, |label| label.is_none()));
    if !given.is_empty() {
        return unread();
    }
    let entries = [(user, "username"), (secret, "password")]
        .into_iter()
        .filter_map(|(given, label)| Some(entry(given?, label)));
    let submit = Clause::Submit {
        what: Phrase(tokenise("login")),
    };
    entries.chain([submit]).collect()
}

fn take(given: &mut Vec<Given>, fits: impl Fn(Option<&str>) -> bool) -> Option<Given> {
    let at = given.iter().position(|given| fits(given.label))?;
    Some(given.remove(at))
}

fn entry(given: Given, label: &str) -> Clause {
    Clause::Enter {
        label: Some(Phrase(tokenise(given.label.unwrap_or(label)))),
        value: Phrase(given.value),
        field: None,
    }
}

/// Reads one word after the other.
#[derive(Default)]
struct Reader {
    given: Vec<Given>,
    label: Option<&'static str>,
    /// A word that leads to a value stands before.
    led: bool,
    /// The next word goes on with the last value.
    open: bool,
    /// These words say where one signs in.
    place: bool,
}

/// Each value with the word that says what it is; several words in a row are one value. `None` where
/// a word has no part in it, or a value is spoken of and not said.
fn values(tokens: &[Token]) -> Option<Vec<Given>> {
    let mut reader = Reader::default();
    for (at, token) in tokens.iter().enumerate() {
        reader.read(token, &tokens[at + 1..])?;
    }
    Some(reader.given)
}

impl Reader {
    fn read(&mut self, token: &Token, next: &[Token]) -> Option<()> {
        if token.quoted() {
            self.value(token);
            (self.led, self.open) = (false, false);
        } else if !token.word() || token.is_in(&LEADS) || token.text == "/" {
            // "log in: ann / p q".
            let led = token.word() || token.is_mark(":") && self.given.is_empty();
            (self.led, self.open, self.place) = (led, false, false);
        } else if token.is_in(&PLACE) {
            (self.open, self.place) = (false, true);
        } else if self.place || token.is_in(&IDLE) && !self.open {
        } else if let Some(label) = label_of(token) {
            return self.label(token, label, next);
        } else if self.open {
            self.given.last_mut()?.value.push(token.clone());
        } else if self.led || self.label.is_some() {
            self.value(token);
            self.open = true;
        } else {
            return None;
        }
        Some(())
    }

    fn value(&mut self, token: &Token) {
        self.place = false;
        self.given.push(Given {
            label: self.label.take(),
            value: vec![token.clone()],
        });
    }

    /// "username kim" says what the next value is, "the kim account" what the last one was, and "as
    /// user" is a value itself.
    fn label(&mut self, token: &Token, label: &'static str, next: &[Token]) -> Option<()> {
        if announces(next) {
            (self.label, self.open) = (Some(label), false);
        } else if self.open || (!self.led && !self.given.is_empty()) {
            self.open = false;
        } else if self.led && label == "username" && self.label.is_none() {
            self.value(token);
        } else {
            return None;
        }
        Some(())
    }
}

/// True when these words begin with a value.
fn announces(next: &[Token]) -> bool {
    let first = next.iter().find(|token| {
        !token.is_in(&IDLE) && !token.is_any(&["is", "as"]) && (token.word() || token.quoted())
    });
    first.is_some_and(|token| {
        token.quoted() || !token.is_in(&LEADS) && !token.is_in(&PLACE) && label_of(token).is_none()
    })
}

fn label_of(token: &Token) -> Option<&'static str> {
    match token {
        token if token.is_in(&SECRET) => Some("password"),
        token if token.is_in(&MAIL) => Some("email"),
        token if token.is_in(&USER) => Some("username"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries as "label=value", or what else it comes to.
    fn read(text: &str) -> Vec<String> {
        let shown = |clause: &Clause| match clause {
            Clause::Enter { value, label, .. } => {
                let label = label.as_ref().map(Phrase::text).unwrap_or_default();
                format!("{label}={}", value.text())
            }
            Clause::Submit { .. } => "submit".into(),
            Clause::Touch { what, .. } => format!("touch {}", what.text()),
            _ => "unread".into(),
        };
        login(&tokenise(text)).iter().map(shown).collect()
    }

    #[test]
    fn every_value_has_its_field() {
        for (text, expected) in [
            (
                "as kim with password \"x y\"",
                "username=kim password=x y submit",
            ),
            (
                "as \"kim\" with the password \"x\"",
                "username=kim password=x submit",
            ),
            (
                "with e-mail \"k@x.example\" and password \"x\"",
                "email=k@x.example password=x submit",
            ),
            (
                "to the shop as Kim Lee, password x1",
                "username=Kim Lee password=x1 submit",
            ),
            (
                "with username kim and password x1",
                "username=kim password=x1 submit",
            ),
            (
                "with the password x1 as kim",
                "username=kim password=x1 submit",
            ),
            ("with kim and x1", "username=kim password=x1 submit"),
            (
                "as the admin user with password x1",
                "username=admin password=x1 submit",
            ),
            (
                "as user with password is x1",
                "username=user password=x1 submit",
            ),
            (
                "with my email address k@x.example",
                "email=k@x.example submit",
            ),
            ("again", "submit"),
            ("to my account", "submit"),
            ("", "submit"),
            ("with Mapleleaf", "touch with Mapleleaf"),
        ] {
            assert_eq!(read(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn what_is_left_over_is_never_dropped() {
        for text in [
            "with my username and password",
            "as kim with password x1 and remember me",
            "quickly as kim",
            "with kim and x1 and y2",
        ] {
            assert_eq!(read(text), ["unread"], "{text}");
        }
    }
}
