//! How a model was taught to tell turns apart.
//!
//! Marks go in as tokens, never as text, so that nothing on a page can begin a turn of its own.

use crate::vocabulary::Vocabulary;

/// A way to write a conversation down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `<|im_start|>role … <|im_end|>`.
    ChatMl,
    /// `<|start_header_id|>role<|end_header_id|> … <|eot_id|>`.
    Llama3,
    /// No turns at all.
    Plain,
}

enum Part<'a> {
    Mark(&'a str),
    Text(&'a str),
}

impl Dialect {
    pub(crate) fn of(vocabulary: &Vocabulary) -> Self {
        let all = |names: &[&str]| names.iter().all(|name| vocabulary.mark(name).is_some());
        if all(&["<|im_start|>", "<|im_end|>"]) {
            Self::ChatMl
        } else if all(&["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]) {
            Self::Llama3
        } else {
            Self::Plain
        }
    }

    /// What the model reads before it answers.
    pub(crate) fn write(self, vocabulary: &Vocabulary, system: &str, user: &str) -> Vec<u32> {
        let mut tokens = Vec::new();
        for part in self.parts(system, user) {
            match part {
                Part::Mark(name) => tokens.extend(vocabulary.mark(name)),
                Part::Text(text) => tokens.extend(vocabulary.tokens(text)),
            }
        }
        tokens
    }

    fn parts<'a>(self, system: &'a str, user: &'a str) -> Vec<Part<'a>> {
        use Part::{Mark, Text};
        match self {
            Self::ChatMl => vec![
                Mark("<|im_start|>"),
                Text("system\n"),
                Text(system),
                Mark("<|im_end|>"),
                Text("\n"),
                Mark("<|im_start|>"),
                Text("user\n"),
                Text(user),
                Mark("<|im_end|>"),
                Text("\n"),
                Mark("<|im_start|>"),
                Text("assistant\n"),
            ],
            Self::Llama3 => vec![
                Mark("<|begin_of_text|>"),
                Mark("<|start_header_id|>"),
                Text("system"),
                Mark("<|end_header_id|>"),
                Text("\n\n"),
                Text(system),
                Mark("<|eot_id|>"),
                Mark("<|start_header_id|>"),
                Text("user"),
                Mark("<|end_header_id|>"),
                Text("\n\n"),
                Text(user),
                Mark("<|eot_id|>"),
                Mark("<|start_header_id|>"),
                Text("assistant"),
                Mark("<|end_header_id|>"),
                Text("\n\n"),
            ],
            Self::Plain => vec![Text(system), Text("\n\n"), Text(user), Text("\n\n")],
        }
    }
}
