//! What a model has said so far, whole or in pieces.

use screen_agent_page::render::estimate;
use screen_agent_ports::Usage;
use serde::Deserialize;
use serde_json::Value;

use super::trouble::Trouble;

/// Most bytes of an answer.
pub(crate) const ANSWER: usize = 64 * 1024;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) text: String,
    /// The model reached the most that it may write before it was done.
    pub(crate) broken_off: bool,
}

/// What a model has said so far. It stays when the connection breaks off, since it was paid for.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    words: String,
    called: String,
    /// Bytes of it that were handed on.
    heard: usize,
    /// It thought aloud.
    pub(crate) aloud: bool,
    /// What the server counted.
    pub(crate) usage: Option<Usage>,
    /// The model said that it is done.
    pub(crate) finished: bool,
    /// It reached the most that it may write.
    pub(crate) broken_off: bool,
    /// Pieces that it came in.
    pub(crate) pieces: u32,
    /// The answer came as arguments of a function.
    pub(crate) by_call: bool,
}

impl Reply {
    /// Takes the next piece, or the whole.
    pub(crate) fn take(&mut self, data: &[u8]) -> Result<(), Trouble> {
        let piece: Piece = serde_json::from_slice(data)
            .map_err(|_| Trouble::Unreadable("the answer is no chat completion"))?;
        if piece.error.is_some_and(|error| !error.is_null()) {
            return Err(Trouble::Busy {
                status: None,
                after: None,
            });
        }
        if let Some(counted) = piece.usage {
            self.usage = Some(Usage {
                prompt_tokens: counted.prompt_tokens,
                completion_tokens: counted.completion_tokens,
            });
        }
        let Some(choice) = piece.choices.into_iter().next() else {
            return Ok(());
        };
        let reason = choice.finish_reason.unwrap_or_default();
        self.finished |= !reason.is_empty();
        self.broken_off |= matches!(reason.as_str(), "length" | "max_tokens");
        if let Some(said) = choice.delta.or(choice.message) {
            self.pieces = self.pieces.saturating_add(1);
            self.add(said);
        }
        if self.words.len().max(self.called.len()) > ANSWER {
            return Err(Trouble::Unreadable("the answer is too long"));
        }
        Ok(())
    }

    fn add(&mut self, said: Message) {
        let thought = said.reasoning_content.or(said.reasoning);
        self.aloud |= thought.is_some_and(|thought| !thought.is_empty());
        if let Some(content) = said.content {
            content.add_to(&mut self.words);
        }
        for call in said.tool_calls.into_iter().flatten().take(1) {
            self.by_call = true;
            match call.function.arguments {
                Some(Value::String(piece)) => self.called.push_str(&piece),
                Some(Value::Null) | None => {}
                Some(whole) => self.called.push_str(&whole.to_string()),
            }
        }
    }

    /// What was said since this was last asked.
    pub(crate) fn news(&mut self) -> &str {
        let text = match self.called.is_empty() {
            true => &self.words,
            false => &self.called,
        };
        let from = std::mem::replace(&mut self.heard, text.len());
        text.get(from..).unwrap_or_default()
    }

    /// Tokens of the answer, as counted or else as estimated.
    pub(crate) fn written(&self) -> u32 {
        let estimated = || {
            let tokens = estimate(&self.words) + estimate(&self.called);
            u32::try_from(tokens).unwrap_or(u32::MAX)
        };
        self.usage
            .map_or_else(estimated, |usage| usage.completion_tokens)
    }

    /// The answer, without what was thought aloud before it.
    pub(crate) fn answer(&mut self) -> Result<String, Trouble> {
        let text = match self.called.trim().is_empty() {
            false => self.called.trim(),
            true => self.words.trim(),
        };
        let (answer, aloud) = without_thoughts(text);
        let answer = answer.to_owned();
        self.aloud |= aloud;
        match answer.is_empty() {
            false => Ok(answer),
            true => Err(Trouble::Empty),
        }
    }
}

/// Takes the thoughts off the front of an answer. Thoughts without an end are all there is.
fn without_thoughts(text: &str) -> (&str, bool) {
    let Some(thoughts) = text.strip_prefix("<think>") else {
        // Some chat templates open the thoughts themselves, and only their end is seen.
        return match text.split_once("</think>") {
            Some((before, answer)) if !before.trim_start().starts_with(['{', '<']) => {
                (answer.trim(), true)
            }
            _ => (text, false),
        };
    };
    match thoughts.split_once("</think>") {
        Some((_, answer)) => (answer.trim(), true),
        None => ("", true),
    }
}

/// A chat completion, or a piece of one. What is not known is passed over.
#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Counted>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<Message>,
    message: Option<Message>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<Content>,
    tool_calls: Option<Vec<Call>>,
    reasoning_content: Option<String>,
    reasoning: Option<String>,
}

/// Words, or parts of which some are words.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Words(String),
    Parts(Vec<ContentPart>),
}

#[derive(Deserialize)]
struct ContentPart {
    #[serde(default)]
    text: String,
}

impl Content {
    fn add_to(&self, words: &mut String) {
        match self {
            Self::Words(text) => words.push_str(text),
            Self::Parts(parts) => parts.iter().for_each(|part| words.push_str(&part.text)),
        }
    }
}

#[derive(Deserialize)]
struct Call {
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    arguments: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Counted {
    prompt_tokens: u32,
    completion_tokens: u32,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn thoughts_are_taken_off_the_front() {
        let cases = [
            ("<think>{a}</think>\n{\"b\":1}", "{\"b\":1}", true),
            ("hm, {a}\n</think>{\"b\":1}", "{\"b\":1}", true),
            ("{\"b\":\"</think>\"}", "{\"b\":\"</think>\"}", false),
            ("<think>without an end", "", true),
            ("plain", "plain", false),
        ];
        for (text, answer, aloud) in cases {
            assert_eq!(without_thoughts(text), (answer, aloud), "{text}");
        }
    }

    #[test]
    fn answers_of_every_shape_are_read() {
        let cases = [
            r#"{"choices":[{"message":{"content":"{\"a\":1}"}}]}"#,
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"{\"a\":"},{"type":"text","text":"1}"}]}}]}"#,
            r#"{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"x","arguments":"{\"a\":1}"}}]}}]}"#,
            r#"{"choices":[{"message":{"content":"","tool_calls":[{"function":{"name":"x","arguments":{"a":1}}}]}}]}"#,
        ];
        for data in cases {
            let mut reply = Reply::default();
            reply.take(data.as_bytes()).unwrap();
            assert_eq!(reply.answer().unwrap(), "{\"a\":1}", "{data}");
        }
    }

    #[test]
    fn what_is_not_an_answer_is_told() {
        let cases = [
            (
                "<html>",
                Trouble::Unreadable("the answer is no chat completion"),
            ),
            ("{}", Trouble::Empty),
            (
                r#"{"choices":[{"message":{"content":" "}}]}"#,
                Trouble::Empty,
            ),
            (
                r#"{"choices":[{"message":{"content":"<think>so"}}]}"#,
                Trouble::Empty,
            ),
            (
                r#"{"choices":[{"message":{"content":null,"refusal":"no"}}]}"#,
                Trouble::Empty,
            ),
        ];
        for (data, expected) in cases {
            let mut reply = Reply::default();
            let found = reply.take(data.as_bytes()).and_then(|()| reply.answer());
            assert_eq!(found, Err(expected), "{data}");
        }
    }
}
