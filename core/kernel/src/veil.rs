//! Secrets that the person told, kept from models: where one stands in their words a model reads a
//! placeholder, and where a model writes the placeholder the secret is put back.

use crate::action::Action;
use crate::event::Seen;
use crate::mask;
use crate::record::secrets;
use crate::task::Task;

/// The secrets of a task, and what stands for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Veil {
    hidden: Vec<(String, String)>,
}

impl Veil {
    /// Over everything that the person told: secrets that their words name, and what they gave to
    /// get past a blocker.
    pub(crate) fn of(task: &Task, seen: &Seen) -> Self {
        let mut veil = Self::default();
        for (field, value) in &seen.resolution {
            veil.add(&slug(field), value);
        }
        let answers = task.answers.iter().map(|said| said.answer.as_str());
        for words in std::iter::once(task.query.as_str()).chain(answers) {
            for secret in secrets::named(words) {
                let number = veil.hidden.len() + 1;
                veil.add(&format!("secret{number}"), &secret);
            }
        }
        for said in task
            .answers
            .iter()
            .filter(|said| secrets::asks(&said.question))
        {
            for secret in secrets::answered(&said.answer) {
                let number = veil.hidden.len() + 1;
                veil.add(&format!("secret{number}"), &secret);
            }
        }
        // The longest first, so that one that holds another is hidden whole.
        veil.hidden
            .sort_by_key(|(_, secret)| std::cmp::Reverse(secret.len()));
        veil
    }

    fn add(&mut self, name: &str, secret: &str) {
        let known = self.hidden.iter().any(|(_, known)| known == secret);
        if !known && !secret.trim().is_empty() && secret != mask::HIDDEN {
            self.hidden
                .push((format!("{{{{{name}}}}}"), secret.to_owned()));
        }
    }

    /// The text without any secret.
    pub(crate) fn hide(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (placeholder, secret) in &self.hidden {
            text = mask::hide(&text, secret).replace(mask::HIDDEN, placeholder);
        }
        text
    }

    /// What stands for a secret.
    pub(crate) fn placeholder(&self, secret: &str) -> Option<&str> {
        let found = self.hidden.iter().find(|(_, known)| known == secret);
        found.map(|(placeholder, _)| placeholder.as_str())
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
        for (placeholder, secret) in &self.hidden {
            text = text.replace(placeholder.as_str(), secret);
        }
        text
    }
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
    fn without_secrets_nothing_changes() {
        let task = task("open the orders");
        let veil = Veil::of(&task, &seen(screen(vec![])));
        assert_eq!(veil.hide("open the orders"), "open the orders");
        assert_eq!(veil.lift(set("1", "{{secret1}}")), set("1", "{{secret1}}"));
    }
}
