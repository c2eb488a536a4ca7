//! What is remembered from turn to turn, kept in the notes.

use std::collections::BTreeMap;

use screen_agent_kernel::task::Notes;

/// What is remembered from turn to turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory {
    /// Which clause is being done.
    pub at: usize,
    /// How many steps there were when it began.
    pub since: usize,
    /// The control that was meant last: "it".
    pub it: Option<String>,
    /// What was found last, in words.
    pub context: Option<String>,
    /// Fields that were filled, so that the next value goes elsewhere.
    pub filled: Vec<String>,
    /// What was read last, for "paste it".
    pub read: Option<String>,
    /// Answers to give in the end.
    pub answers: Vec<String>,
    /// A question was asked about this clause.
    pub asked: bool,
    /// Clauses that answered a dialog, each with how many steps there were: "clause@steps".
    pub dialogs: Vec<String>,
    /// A dialog was put to the person; how many steps and answers there were.
    pub dialog_asked: Option<(usize, usize)>,
    /// What the present clause keeps for itself.
    pub own: BTreeMap<String, String>,
}

const LIST: char = '\n';

impl Memory {
    /// Reads the notes.
    pub fn read_notes(notes: &Notes) -> Self {
        let text = |key: &str| notes.get(key).cloned();
        let number = |key: &str| {
            notes
                .get(key)
                .and_then(|value| value.parse().ok())
                .unwrap_or(0)
        };
        let own = notes
            .iter()
            .filter_map(|(key, value)| Some((key.strip_prefix("own.")?.to_owned(), value.clone())))
            .collect();
        Self {
            at: number("at"),
            since: number("since"),
            it: text("it"),
            context: text("context"),
            filled: list(notes.get("filled")),
            read: text("read"),
            answers: list(notes.get("answers")),
            asked: notes.contains_key("asked"),
            dialogs: list(notes.get("dialogs")),
            dialog_asked: notes.get("dialog_asked").and_then(|kept| {
                let (steps, answers) = kept.split_once('@')?;
                Some((steps.parse().ok()?, answers.parse().ok()?))
            }),
            own,
        }
    }

    /// Writes the notes.
    pub fn notes(&self) -> Notes {
        let mut notes = Notes::new();
        notes.insert("at".into(), self.at.to_string());
        notes.insert("since".into(), self.since.to_string());
        let texts = [
            ("it", &self.it),
            ("context", &self.context),
            ("read", &self.read),
        ];
        for (key, value) in texts {
            if let Some(value) = value {
                notes.insert(key.into(), value.clone());
            }
        }
        let lists = [
            ("filled", &self.filled),
            ("answers", &self.answers),
            ("dialogs", &self.dialogs),
        ];
        for (key, values) in lists {
            if !values.is_empty() {
                notes.insert(key.into(), values.join(&LIST.to_string()));
            }
        }
        if self.asked {
            notes.insert("asked".into(), "yes".into());
        }
        if let Some((steps, answers)) = self.dialog_asked {
            notes.insert("dialog_asked".into(), format!("{steps}@{answers}"));
        }
        for (key, value) in &self.own {
            notes.insert(format!("own.{key}"), value.clone());
        }
        notes
    }

    /// A list that the present clause keeps.
    pub fn own_list(&self, key: &str) -> Vec<String> {
        list(self.own.get(key))
    }

    /// Adds to a list that the present clause keeps.
    pub fn own_push(&mut self, key: &str, value: &str) {
        let mut values = self.own_list(key);
        values.push(value.replace(LIST, " "));
        self.own
            .insert(key.to_owned(), values.join(&LIST.to_string()));
    }

    /// A number that the present clause keeps.
    pub fn own_number(&self, key: &str) -> usize {
        self.own
            .get(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or(0)
    }
}

fn list(value: Option<&String>) -> Vec<String> {
    value
        .filter(|value| !value.is_empty())
        .map(|value| value.split(LIST).map(str::to_owned).collect())
        .unwrap_or_default()
}
