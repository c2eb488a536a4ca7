//! A question that needs no page. Spec 001 §10.

use schemars::JsonSchema;
use serde::Deserialize;

use super::lenient::Lax;
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::models::ModelTier;
use screen_agent_words::quote::cut;

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("chat.md"),
    reply_tokens: 800,
    temperature: None,
};

/// Longest answer, in characters. Facts §3, "Task type".
const ANSWER: usize = 2_000;

pub(super) fn user(prompt: PromptText<'_>) -> PromptText<'_> {
    prompt.goal().file().history().memory().knowledge().found()
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Answer {
    answer: Lax<String>,
}

/// Reads the answer. Lines are kept: it may hold a list.
pub(super) fn read(answer: &str) -> Result<String, String> {
    let said: Answer = reply::fields(answer)?;
    let hidden =
        |c: &char| (c.is_control() && *c != '\n') || screen_agent_action::origin::is_invisible(*c);
    let shown: String = said.answer.0.chars().filter(|c| !hidden(c)).collect();
    let shown = shown.trim();
    if shown.is_empty() {
        return Err("the answer is empty, or it is not text".to_owned());
    }
    Ok(cut(shown, ANSWER - 1))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::question::Topic;
    use crate::question::tests::fixture::{brief, prompt_of};

    #[test]
    fn the_prompt() {
        insta::assert_snapshot!(prompt_of(&brief(Topic::Chat)));
    }

    #[test]
    fn an_answer_is_read() {
        for (answer, words) in [
            (r#"{"answer": "A deductible is …"}"#, "A deductible is …"),
            ("```json\n{\"answer\": \" 1\\n2 \"}\n```", "1\n2"),
            (r#"{"answer": "a\u202eb\u0007", "more": 1}"#, "ab"),
        ] {
            assert_eq!(read(answer).unwrap(), words, "{answer:?}");
        }
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for answer in ["hello", "{}", r#"{"answer": 4}"#, r#"{"answer": " "}"#] {
            assert!(read(answer).is_err(), "{answer:?}");
        }
    }

    #[test]
    fn a_long_answer_is_cut() {
        let long = format!(r#"{{"answer": "{}"}}"#, "é".repeat(9_000));
        assert_eq!(read(&long).unwrap().chars().count(), ANSWER);
    }
}
