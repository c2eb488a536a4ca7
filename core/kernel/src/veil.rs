//! Secrets that the person told, kept from models and from what is stored: by value, however it is spelled.
//!
//! Where one stands a model reads a placeholder. Where a model writes the placeholder the secret is put back,
//! and whether it may go there is the gate's to say: into a field that is secret by facts, on the origin where
//! it counts, in the page itself; anywhere else the person is asked.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::action::Action;
use crate::event::Seen;
use crate::mask;
use crate::record::secrets;
use crate::task::Task;

/// Shorter ones are hidden in the person's own words, but not looked for in a whole page: they are ids,
/// years and amounts, too.
const SHORTEST: usize = 4;

/// The secrets of a task, and what stands for each.
#[derive(Clone, Default, PartialEq)]
pub struct Veil {
    hidden: Vec<Hidden>,
}

/// A secret that the person told, and where it may go.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// The secret itself.
    pub value: String,
    /// It stands in the words, and counts where its clause names, else where the task began.
    pub said: bool,
    /// The origin that asked for it.
    pub asked_by: Option<String>,
}

impl std::fmt::Debug for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Told({:?})", self.asked_by)
    }
}

/// One secret.
#[derive(Clone, PartialEq)]
struct Hidden {
    placeholder: String,
    secret: String,
    /// It was given for a field; else it stands in the words.
    given: bool,
}

/// A secret is not printed.
impl std::fmt::Debug for Veil {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Veil({})", self.hidden.len())
    }
}

impl Veil {
    /// Over everything that the person told: secrets that their words name, and what they gave to
    /// get past a blocker.
    pub(crate) fn of(task: &Task, seen: &Seen) -> Self {
        let mut veil = Self::default();
        for (field, value) in &seen.resolution {
            veil.add(&slug(field), value, true);
        }
        let answers = task.answers.iter().map(|said| said.answer.as_str());
        for words in std::iter::once(task.query.as_str()).chain(answers) {
            secrets::named(words)
                .iter()
                .for_each(|secret| veil.number(secret));
        }
        let asked = |said: &&crate::task::Answer| secrets::asks(&said.question);
        for said in task.answers.iter().filter(asked) {
            secrets::answered(&said.answer)
                .iter()
                .for_each(|secret| veil.number(secret));
        }
        // The longest first, so that one that holds another is hidden whole.
        veil.hidden
            .sort_by_key(|hidden| std::cmp::Reverse(hidden.secret.len()));
        veil
    }

    fn number(&mut self, secret: &str) {
        let number = self.hidden.len() + 1;
        self.add(&format!("secret{number}"), secret, false);
    }

    fn add(&mut self, name: &str, secret: &str, given: bool) {
        let known = self.hidden.iter().any(|known| known.secret == secret);
        if !known && !secret.trim().is_empty() && secret != mask::HIDDEN {
            self.hidden.push(Hidden {
                placeholder: format!("{{{{{name}}}}}"),
                secret: secret.to_owned(),
                given,
            });
        }
    }

    /// The text without any secret.
    pub(crate) fn hide(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for hidden in &self.hidden {
            for spelling in spellings(&hidden.secret) {
                if text.contains(&spelling) {
                    text = mask::hide(&text, &spelling).replace(mask::HIDDEN, &hidden.placeholder);
                }
            }
        }
        text
    }

    /// The same for a text that is mostly not the person's: a whole prompt.
    pub(crate) fn hide_in_prompt(&self, text: String) -> String {
        let long = |hidden: &&Hidden| hidden.secret.chars().count() >= SHORTEST;
        let hidden = self.hidden.iter().filter(long).cloned().collect();
        Self { hidden }.hide(&text)
    }

    /// The text with every secret blotted out, as it stands in a conversation.
    pub(crate) fn blot(&self, text: &str) -> String {
        let spelled = self
            .hidden
            .iter()
            .flat_map(|known| spellings(&known.secret));
        spelled.fold(text.to_owned(), |text, spelling| {
            mask::hide(&text, &spelling)
        })
    }

    /// A value without any secret in its strings, but for words of fixed lists.
    pub(crate) fn hide_within<T: Serialize + DeserializeOwned + Clone>(&self, value: &T) -> T {
        if self.hidden.is_empty() {
            return value.clone();
        }
        mask::changed(value, |json| self.walk(json)).unwrap_or_else(|_| value.clone())
    }

    fn walk(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.hide(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.walk(item)),
            Value::Object(fields) => fields
                .iter_mut()
                .filter(|(key, _)| !matches!(key.as_str(), "id" | "role" | "by" | "kind"))
                .for_each(|(_, field)| self.walk(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// True when a secret stands in the text.
    pub(crate) fn holds(&self, text: &str) -> bool {
        self.hidden.iter().any(|hidden| is_in(text, &hidden.secret))
    }

    /// The secrets, as the gate looks at them.
    pub(crate) fn told(&self, task: &Task) -> Vec<Told> {
        let asked_by = task.thinking.detour.as_ref().map(|detour| &detour.origin);
        let told = self.hidden.iter().map(|hidden| Told {
            value: hidden.secret.clone(),
            said: !hidden.given,
            asked_by: asked_by.cloned(),
        });
        told.collect()
    }

    /// What stands for a secret.
    pub(crate) fn placeholder(&self, secret: &str) -> Option<&str> {
        let found = self.hidden.iter().find(|known| known.secret == secret);
        found.map(|hidden| hidden.placeholder.as_str())
    }

    /// The action with the secrets in the place of what stands for them: where text is typed, and
    /// nowhere else.
    pub(crate) fn lift(&self, action: Action) -> Action {
        match action {
            Action::SetValue { id, text } => Action::SetValue {
                id,
                text: self.reveal(text),
            },
            Action::Type { text, delay_ms } => Action::Type {
                text: self.reveal(text),
                delay_ms,
            },
            other => other,
        }
    }

    fn reveal(&self, mut text: String) -> String {
        for hidden in &self.hidden {
            text = text.replace(hidden.placeholder.as_str(), &hidden.secret);
        }
        text
    }
}

/// A text without the secrets that a person's words name, by value, however they are spelled in it.
pub fn hide_named(words: &str, text: &str) -> String {
    let mut veil = Veil::default();
    secrets::named(words)
        .iter()
        .for_each(|secret| veil.number(secret));
    veil.hide(text)
}

/// True when the secret stands in the text, however it is spelled.
pub(crate) fn is_in(text: &str, secret: &str) -> bool {
    spellings(secret)
        .iter()
        .any(|spelling| text.contains(spelling) && mask::hide(text, spelling) != text)
}

/// A secret as it is, and as it stands in JSON, in an address and in base64.
pub(crate) fn spellings(secret: &str) -> Vec<String> {
    let inside = in_json(secret);
    let twice = in_json(&inside);
    let mut all = vec![secret.to_owned()];
    if secret.chars().count() >= SHORTEST {
        let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        all.extend([inside, twice]);
        all.extend([form.replace('+', "%20"), form.to_lowercase(), form]);
        all.extend([base64(secret, b"+/"), base64(secret, b"-_")]);
    }
    all.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
    all.dedup();
    all
}

/// Without the quotation marks around it.
fn in_json(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    let inside = quoted.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inside.unwrap_or(&quoted).to_owned()
}

/// Without padding, so that it is found with it, too.
fn base64(text: &str, last: &[u8; 2]) -> String {
    let letter = |six: u32| -> char {
        match six {
            0..=25 => char::from(b'A' + six as u8),
            26..=51 => char::from(b'a' + (six - 26) as u8),
            52..=61 => char::from(b'0' + (six - 52) as u8),
            62 => char::from(last[0]),
            _ => char::from(last[1]),
        }
    };
    let mut out = String::new();
    for three in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| {
            bits << 8 | u32::from(three.get(at).copied().unwrap_or_default())
        });
        let letters = (0..=three.len()).map(|at| letter(bits >> (18 - 6 * at) & 63));
        out.extend(letters);
    }
    out
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
    use crate::task::Answer;
    use crate::testing::{click, screen, seen, set, task};

    #[test]
    fn a_model_reads_a_placeholder_and_writes_it_back() {
        let mut task = task("log in as ann with password hunter2 and open the orders");
        task.answers.push(Answer {
            question: "What is your password?".to_owned(),
            answer: crate::words::Words::said("449102"),
        });
        let mut look = seen(screen(vec![]));
        look.resolution
            .insert("Card PIN".to_owned(), "7731".to_owned());
        let veil = Veil::of(&task, &look);
        let told = veil.hide("password hunter2, PIN 7731, code 449102");
        for secret in ["hunter2", "7731", "449102"] {
            assert!(!told.contains(secret), "{told}");
        }
        let placeholder = veil.placeholder("hunter2").unwrap().to_owned();
        assert_eq!(veil.lift(set("1", &placeholder)), set("1", "hunter2"));
        assert_eq!(veil.lift(set("1", "{{Card_PIN}}")), set("1", "7731"));
        assert_eq!(veil.lift(click("1")), click("1"));
    }

    #[test]
    fn a_secret_is_known_however_it_is_spelled() {
        let task = task("log in as ann with password \"hun ter/2?\" and open the orders");
        let veil = Veil::of(&task, &seen(screen(vec![])));
        for text in [
            "hun ter/2?",
            "https://a.test/?d=hun+ter%2F2%3F",
            "https://a.test/?d=hun%20ter%2F2%3F",
            "aHVuIHRlci8yPw==",
            "{\"a\":\"hun ter/2?\"}",
        ] {
            assert!(veil.holds(text), "{text}");
            assert!(veil.hide(text).contains("{{secret1}}"), "{text}");
        }
        assert!(!veil.holds("hunter"));
    }

    #[test]
    fn without_secrets_nothing_changes() {
        let task = task("open the orders");
        let veil = Veil::of(&task, &seen(screen(vec![])));
        assert_eq!(veil.hide("open the orders"), "open the orders");
        assert_eq!(veil.lift(set("1", "{{secret1}}")), set("1", "{{secret1}}"));
    }
}
