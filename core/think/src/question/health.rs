//! Does the rest of the plan still fit the page? Spec 002 §4.9.3.

use schemars::JsonSchema;
use serde::Deserialize;

use super::lenient::{Flag, List, Text};
use super::prompt_text::PromptText;
use super::{Form, reply};
use crate::models::ModelTier;
use crate::plan::Health;
use screen_agent_words::quote::{cut, plain};

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
    system: include_str!("health.md"),
    reply_tokens: 400,
    temperature: None,
};

/// Longest reason and change that are kept, in characters.
const SENTENCE: usize = 300;
/// Most changes: a plan has no more steps.
const CHANGES: usize = 10;

pub(super) fn user<'a>(prompt: PromptText<'a>, change: &str) -> PromptText<'a> {
    prompt
        .goal()
        .plan()
        .steps()
        .say(format!("Since then: {}.", cut(&plain(change), SENTENCE)))
        .page()
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Answer {
    valid: Flag,
    reason: Text<SENTENCE>,
    suggested_changes: List<Text<SENTENCE>>,
    needs_full_replan: Flag,
}

/// A plan is made anew unless the answer says otherwise. Every change counts, or none: half of them would be another
/// plan, and more than it has steps are no changes at all.
pub(super) fn read(answer: &str) -> Result<Health, String> {
    let said: Answer = reply::fields(answer)?;
    let valid = said.valid.plainly("valid")?;
    let changes = said.suggested_changes.0;
    let changes: Option<Vec<String>> = changes
        .filter(|changes| changes.len() <= CHANGES)
        .and_then(|changes| changes.into_iter().map(|change| change?.some()).collect());
    Ok(Health {
        valid,
        reason: said.reason.0,
        needs_full_replan: said
            .needs_full_replan
            .0
            .unwrap_or(!valid && changes.is_none()),
        suggested_changes: changes.unwrap_or_default(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::plan::{Plan, PlannedStep};
    use crate::question::Topic;
    use crate::question::tests::fixture::{brief, prompt_of};
    use serde_json::json;

    #[test]
    fn the_prompt() {
        let mut brief = brief(Topic::Health {
            change: "the page is at another address now".to_owned(),
        });
        let step = |description: &str| PlannedStep {
            description: description.to_owned(),
            ..PlannedStep::default()
        };
        brief.plan = Some(Plan {
            steps: vec![
                step("Click \"Members\""),
                step("Click \"New\""),
                step("Verify that the form is shown"),
            ],
            current: 1,
            ..Plan::default()
        });
        insta::assert_snapshot!(prompt_of(&brief));
    }

    #[test]
    fn an_answer_is_read() {
        let answer = r#"```json
            {"valid": false, "reason": "The list is\nopen.", "needsFullReplan": false,
             "suggestedChanges": ["Skip step 2", "Adjust step 3: Click \"Add\""]}```"#;
        assert_eq!(
            read(answer),
            Ok(Health {
                valid: false,
                reason: "The list is open.".to_owned(),
                suggested_changes: vec![
                    "Skip step 2".to_owned(),
                    "Adjust step 3: Click \"Add\"".to_owned()
                ],
                needs_full_replan: false,
            })
        );
    }

    #[test]
    fn what_is_not_said_makes_the_plan_anew() {
        let anew = |answer: &str| read(answer).unwrap().needs_full_replan;
        let many = json!({ "valid": false, "suggestedChanges": vec!["Skip step 1"; 11] });
        for (answer, expected) in [
            (r#"{"valid": "true"}"#, false),
            (r#"{"valid": false}"#, true),
            (r#"{"valid": false, "suggestedChanges": 7}"#, true),
            (
                r#"{"valid": false, "suggestedChanges": ["Skip step 1", {}]}"#,
                true,
            ),
            (
                r#"{"valid": false, "suggestedChanges": ["Skip step 1"]}"#,
                false,
            ),
            (many.to_string().as_str(), true),
        ] {
            assert_eq!(anew(answer), expected, "{answer}");
        }
        for answer in ["", "fine", "{}", r#"{"valid": "perhaps"}"#] {
            assert!(read(answer).is_err(), "{answer:?}");
        }
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let answer = json!({ "valid": true, "reason": "x".repeat(5_000) }).to_string();
        assert_eq!(read(&answer).unwrap().reason.chars().count(), SENTENCE + 1);
    }
}
