//! What was the last search worth? Step 3 of spec 002 §4.7.1.

use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;
use crate::reason::Evaluation;
use crate::reason::spoken::{self, Fields, REASONING, SUMMARY};

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("evaluate.md"),
    reply_tokens: 500,
    temperature: None,
};

/// Longest search that is kept, in characters.
const SEARCH: usize = 200;

pub(super) fn user(letter: Letter<'_>) -> Letter<'_> {
    let url = &letter.brief().seen.url;
    let letter = letter.goal();
    let letter = if url.is_empty() {
        letter
    } else {
        letter.fence("address of the page", url)
    };
    letter.found()
}

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "solved": { "type": "boolean" },
            "shouldRetry": { "type": "boolean" },
            "shouldAskUser": { "type": "boolean" },
            "refinedQuery": { "type": ["string", "null"] },
            "summary": { "type": "string" },
            "reasoning": { "type": "string" },
            "confidence": { "type": "number" },
            "evidence": spoken::evidence_schema(),
        },
        "required": [
            "solved", "shouldRetry", "shouldAskUser", "refinedQuery", "summary", "reasoning",
            "confidence", "evidence",
        ],
    })
}

pub(super) fn read(answer: &str) -> Result<Evaluation, String> {
    let fields: Fields = reply::object(answer)?;
    let wants = |name| spoken::loose_flag(fields.get(name)).unwrap_or_default();
    Ok(Evaluation {
        solved: spoken::flag(&fields, "solved")?,
        should_retry: wants("shouldRetry"),
        should_ask: wants("shouldAskUser"),
        refined_query: spoken::some_text(fields.get("refinedQuery"), SEARCH),
        summary: spoken::text(fields.get("summary"), SUMMARY),
        reasoning: spoken::text(fields.get("reasoning"), REASONING),
        confidence: reply::confidence(fields.get("confidence")),
        evidence: spoken::evidence(fields.get("evidence")),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::question::Topic;
    use crate::reason::Evidence;
    use crate::reason::fixture::{brief, letter_of};

    #[test]
    fn the_prompt() {
        insta::assert_snapshot!(letter_of(&brief(Topic::Evaluate)));
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
