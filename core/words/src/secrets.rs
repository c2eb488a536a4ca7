//! Secrets that the person told, kept from models and from what is stored: by value, however they are spelled.
//!
//! Where one stands a model reads a placeholder. Where a model writes the placeholder the secret is put back,
//! and whether it may go there is the gate's to say: into a field that is secret by facts, on the origin where
//! it counts, in the page itself; anywhere else the person is asked.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::secret::{self, HIDDEN, SHORTEST, is_in, spellings};
use crate::within::{changed, each_text};

/// A secret that the person told, and where it may go. Printing it tells nothing.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct KnownSecret {
    /// The secret itself.
    pub value: String,
    /// It stands in the words, and counts where its clause names, else where the task began. Otherwise it was given
    /// for a field.
    pub said: bool,
    /// The origin that asked for it.
    pub asked_by: Option<String>,
    /// What a model reads in its place.
    pub placeholder: String,
}

impl std::fmt::Debug for KnownSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "KnownSecret({:?})", self.asked_by)
    }
}

/// All secrets of a task, the longest first, so that one that holds another is hidden whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Secrets(Vec<KnownSecret>);

/// What secrets are looked for in.
#[derive(Clone, Debug, Default)]
pub struct SecretSources<'a> {
    /// What the person gave, by field.
    pub given: Vec<(&'a str, &'a str)>,
    /// What they said: their query and their answers.
    pub said: Vec<&'a str>,
    /// Their answers to questions that ask for a secret.
    pub answered: Vec<&'a str>,
    /// The origin that asks for what they give.
    pub asked_by: Option<&'a str>,
}

impl Secrets {
    /// Everything that the person told: secrets that their words name, and what they gave to get past a blocker.
    pub fn of(sources: &SecretSources<'_>) -> Self {
        let mut secrets = Self::default();
        for (field, value) in &sources.given {
            secrets.add(&slug(field), value, false);
        }
        for words in &sources.said {
            secrets.number(secret::named(words));
        }
        for answer in &sources.answered {
            secrets.number(secret::answered(answer));
        }
        for secret in &mut secrets.0 {
            secret.asked_by = sources.asked_by.map(str::to_owned);
        }
        secrets
            .0
            .sort_by_key(|secret| std::cmp::Reverse(secret.value.len()));
        secrets
    }

    fn number(&mut self, values: Vec<String>) {
        for value in values {
            let number = self.0.len() + 1;
            self.add(&format!("secret{number}"), &value, true);
        }
    }

    fn add(&mut self, name: &str, value: &str, said: bool) {
        let known = self.0.iter().any(|known| known.value == value);
        if !known && !value.trim().is_empty() && value != HIDDEN {
            self.0.push(KnownSecret {
                value: value.to_owned(),
                said,
                asked_by: None,
                placeholder: format!("{{{{{name}}}}}"),
            });
        }
    }

    /// Each of them.
    pub fn all(&self) -> &[KnownSecret] {
        &self.0
    }

    /// The text without any secret.
    pub fn hide(&self, text: &str) -> String {
        hide_each(self.0.iter(), text)
    }

    /// The same for a text that is mostly not the person's, such as a whole prompt: short ones stay.
    pub fn hide_in_prompt(&self, text: &str) -> String {
        let long = |secret: &&KnownSecret| secret.value.chars().count() >= SHORTEST;
        hide_each(self.0.iter().filter(long), text)
    }

    /// The text with every secret blotted out, as it stands in a conversation.
    pub fn blot(&self, text: &str) -> String {
        let spelled = self.0.iter().flat_map(|known| spellings(&known.value));
        spelled.fold(text.to_owned(), |text, spelling| {
            secret::hide(&text, &spelling)
        })
    }

    /// A value without any secret in its strings, but for words of fixed lists.
    pub fn hide_within<T: Serialize + DeserializeOwned + Clone>(&self, value: &T) -> T {
        if self.0.is_empty() {
            return value.clone();
        }
        let fixed = |key: &str| matches!(key, "id" | "role" | "by" | "kind");
        let hidden = changed(value, |json| {
            each_text(json, &fixed, &|text| self.hide(text));
        });
        hidden.unwrap_or_else(|_| value.clone())
    }

    /// True when a secret stands in the text.
    pub fn holds(&self, text: &str) -> bool {
        self.0.iter().any(|secret| is_in(text, &secret.value))
    }

    /// What stands for a secret.
    pub fn placeholder(&self, value: &str) -> Option<&str> {
        let found = self.0.iter().find(|known| known.value == value);
        found.map(|secret| secret.placeholder.as_str())
    }

    /// The text with the secrets in the place of what stands for them.
    pub fn reveal(&self, mut text: String) -> String {
        for secret in &self.0 {
            text = text.replace(secret.placeholder.as_str(), &secret.value);
        }
        text
    }
}

/// Whatever a text holds of the shape in which a model reads a secret: `{{name}}`.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let name =
        |piece: &str| !piece.is_empty() && piece.chars().all(|c| c.is_alphanumeric() || c == '_');
    text.match_indices("{{").filter_map(move |(at, _)| {
        let end = at + 2 + text[at + 2..].find("}}")?;
        name(&text[at + 2..end]).then(|| &text[at..end + 2])
    })
}

fn hide_each<'a>(secrets: impl Iterator<Item = &'a KnownSecret>, text: &str) -> String {
    let mut text = text.to_owned();
    for known in secrets {
        for spelling in spellings(&known.value) {
            if text.contains(&spelling) {
                text = secret::hide(&text, &spelling).replace(HIDDEN, &known.placeholder);
            }
        }
    }
    text
}

/// A text without the secrets that a person's words name, by value, however they are spelled in it.
pub fn hide_named(words: &str, text: &str) -> String {
    let said = SecretSources {
        said: vec![words],
        ..SecretSources::default()
    };
    Secrets::of(&said).hide(text)
}

fn slug(field: &str) -> String {
    field
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .take(40)
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn said(words: &str) -> Secrets {
        Secrets::of(&SecretSources {
            said: vec![words],
            ..SecretSources::default()
        })
    }

    #[test]
    fn a_model_reads_a_placeholder_and_writes_it_back() {
        let secrets = Secrets::of(&SecretSources {
            given: vec![("Card PIN", "7731")],
            said: vec!["log in as ann with password hunter2 and open the orders"],
            answered: vec!["449102"],
            asked_by: None,
        });
        let told = secrets.hide("password hunter2, PIN 7731, code 449102");
        for secret in ["hunter2", "7731", "449102"] {
            assert!(!told.contains(secret), "{told}");
        }
        let placeholder = secrets.placeholder("hunter2").unwrap().to_owned();
        assert_eq!(secrets.reveal(placeholder), "hunter2");
        assert_eq!(secrets.reveal("{{Card_PIN}}".to_owned()), "7731");
    }

    #[test]
    fn a_secret_is_known_however_it_is_spelled() {
        let secrets = said("log in as ann with password \"hun ter/2?\" and open the orders");
        for text in [
            "hun ter/2?",
            "https://a.test/?d=hun+ter%2F2%3F",
            "https://a.test/?d=hun%20ter%2F2%3F",
            "aHVuIHRlci8yPw==",
            "{\"a\":\"hun ter/2?\"}",
        ] {
            assert!(secrets.holds(text), "{text}");
            assert!(secrets.hide(text).contains("{{secret1}}"), "{text}");
        }
        assert!(!secrets.holds("hunter"));
    }

    #[test]
    fn without_secrets_nothing_changes() {
        let secrets = said("open the orders");
        assert_eq!(secrets.hide("open the orders"), "open the orders");
        assert_eq!(secrets.reveal("{{secret1}}".to_owned()), "{{secret1}}");
    }
}
