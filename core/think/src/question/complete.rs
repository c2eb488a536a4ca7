//! Is everything there that is needed? Step 4 of spec 002 §4.7.1.

use schemars::JsonSchema;
use serde::Deserialize;

use super::evidence::Grounds;
use super::lenient::{Confidence, Each, Flag, Lax, Name, REASONING, Text};
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::models::ModelTier;
use crate::reason::Completeness;

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("complete.md"),
    reply_tokens: 500,
    temperature: None,
};

/// Longest question that is kept, in characters.
const QUESTION: usize = 300;

pub(super) fn user<'a>(prompt: PromptText<'a>, missing: &[String]) -> PromptText<'a> {
    let summary = prompt.brief().summary.as_deref().unwrap_or_default();
    let prompt = prompt.goal().file().history().memory().knowledge().found();
    prompt
        .fence_some("what the searches came to", summary)
        .fence_some("missing before", &missing.join("\n"))
        .page()
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Answer {
    can_proceed: Flag,
    missing_information: Each<Name>,
    user_question: Option<Text<QUESTION>>,
    reasoning: Text<REASONING>,
    confidence: Confidence,
    evidence: Lax<Grounds>,
}

pub(super) fn read(answer: &str) -> Result<Completeness, String> {
    let said: Answer = reply::fields(answer)?;
    Ok(Completeness {
        can_proceed: said.can_proceed.plainly("canProceed")?,
        missing: said.missing_information.texts(),
        question: said.user_question.and_then(Text::some),
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
        let missing = vec!["date of birth".to_owned()];
        insta::assert_snapshot!(prompt_of(&brief(Topic::Complete { missing })));
    }

    #[test]
    fn an_answer_is_read() {
        let answer = r#"{"canProceed": false, "missingInformation": ["date of birth",
            {"field": "phone"}], "userQuestion": "When was she born?", "reasoning": "Required.",
            "confidence": 0.85, "evidence": {"sources": [], "quality": "strong", "gaps": []}}"#;
        assert_eq!(
            read(answer).unwrap(),
            Completeness {
                can_proceed: false,
                missing: vec!["date of birth".to_owned(), "phone".to_owned()],
                question: Some("When was she born?".to_owned()),
                reasoning: "Required.".to_owned(),
                confidence: 0.85,
                evidence: Evidence {
                    quality: "strong".to_owned(),
                    ..Evidence::default()
                },
            }
        );
    }

    #[test]
    fn a_careless_answer_is_read_with_care() {
        let answer = r#"{"canProceed": "true", "missingInformation": "none", "userQuestion": "",
            "confidence": null}"#;
        assert_eq!(
            read(answer).unwrap(),
            Completeness {
                can_proceed: true,
                missing: vec![],
                question: None,
                reasoning: String::new(),
                confidence: 0.5,
                evidence: Evidence::default(),
            }
        );
    }

    #[test]
    fn whether_to_go_on_is_said_or_there_is_no_answer() {
        for answer in [
            "{}",
            r#"{"canProceed": "maybe"}"#,
            r#"{"canProceed": null}"#,
        ] {
            assert!(read(answer).is_err(), "{answer:?}");
        }
    }

    #[test]
    fn a_hostile_answer_is_cut() {
        let long = "x".repeat(50_000);
        let list = vec![format!("\"{long}\""); 90].join(",");
        let read = read(&format!(
            r#"{{"canProceed": false, "missingInformation": [{list}], "userQuestion": "{long}"}}"#
        ))
        .unwrap();
        assert!(serde_json::to_string(&read).unwrap().len() < 3_000);
    }
}
