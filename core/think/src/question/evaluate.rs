//! What was the last search worth? Step 3 of spec 002 §4.7.1.

use schemars::JsonSchema;
use serde::Deserialize;

use super::evidence::Grounds;
use super::lenient::{Confidence, Flag, Lax, REASONING, Text};
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::models::ModelTier;
use crate::reason::Evaluation;

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("evaluate.md"),
    reply_tokens: 500,
    temperature: None,
};

/// Longest search and summary that are kept, in characters.
const SEARCH: usize = 200;
const SUMMARY: usize = 800;

pub(super) fn user(prompt: PromptText<'_>) -> PromptText<'_> {
    let url = &prompt.brief().seen.url;
    prompt.goal().fence_some("address of the page", url).found()
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Answer {
    solved: Flag,
    should_retry: Flag,
    should_ask_user: Flag,
    refined_query: Option<Text<SEARCH>>,
    summary: Text<SUMMARY>,
    reasoning: Text<REASONING>,
    confidence: Confidence,
    evidence: Lax<Grounds>,
}

pub(super) fn read(answer: &str) -> Result<Evaluation, String> {
    let said: Answer = reply::fields(answer)?;
    Ok(Evaluation {
        solved: said.solved.plainly("solved")?,
        should_retry: said.should_retry.is_set(),
        should_ask: said.should_ask_user.is_set(),
        refined_query: said.refined_query.and_then(Text::some),
        summary: said.summary.0,
        reasoning: said.reasoning.0,
        confidence: said.confidence.0,
        evidence: said.evidence.0.into(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::question::Topic;
    use crate::question::tests::fixture::{brief, prompt_of};
    use crate::reason::Evidence;

    #[test]
    fn the_prompt() {
        insta::assert_snapshot!(prompt_of(&brief(Topic::Evaluate)));
    }

    #[test]
    fn an_answer_is_read() {
        let answer = r#"<think>{maybe}</think>{"solved": true, "shouldRetry": false,
            "shouldAskUser": false, "refinedQuery": null, "summary": "Use the\nmenu.",
            "reasoning": "Two guides agree.", "confidence": "0.9",
            "evidence": {"sources": ["a", "b"], "quality": "strong", "gaps": []}}"#;
        assert_eq!(
            read(answer).unwrap(),
            Evaluation {
                solved: true,
                should_retry: false,
                should_ask: false,
                refined_query: None,
                summary: "Use the menu.".to_owned(),
                reasoning: "Two guides agree.".to_owned(),
                confidence: 0.9,
                evidence: Evidence {
                    sources: vec!["a".to_owned(), "b".to_owned()],
                    quality: "strong".to_owned(),
                    gaps: vec![],
                },
            }
        );
    }

    #[test]
    fn a_careless_answer_is_read_with_care() {
        let answer = r#"{"solved": "False", "shouldRetry": "true", "shouldAskUser": 1,
            "refinedQuery": "other words", "confidence": -1}"#;
        assert_eq!(
            read(answer).unwrap(),
            Evaluation {
                solved: false,
                should_retry: true,
                should_ask: false,
                refined_query: Some("other words".to_owned()),
                summary: String::new(),
                reasoning: String::new(),
                confidence: 0.5,
                evidence: Evidence::default(),
            }
        );
    }

    #[test]
    fn solved_is_said_or_there_is_no_answer() {
        for answer in ["{}", r#"{"solved": 1}"#, r#"{"solved": "perhaps"}"#, "yes"] {
            assert!(read(answer).is_err(), "{answer:?}");
        }
    }

    #[test]
    fn a_hostile_answer_is_cut() {
        let long = "x".repeat(50_000);
        let read = read(&format!(
            r#"{{"solved": false, "summary": "{long}", "reasoning": "{long}",
                "refinedQuery": "{long}", "evidence": {{"quality": "{long}"}}}}"#
        ))
        .unwrap();
        assert!(serde_json::to_string(&read).unwrap().len() < 2_500);
    }
}
