//! Does the rest of the plan still fit the page? Spec 002 §4.9.3.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;
use crate::reason::spoken::{self, Fields};
use screen_agent_words::quote::{cut, plain};

/// Whether the rest of a plan still fits the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Health {
    /// It does.
    pub valid: bool,
    /// Why, or why not.
    pub reason: String,
    /// What to change in it.
    pub suggested_changes: Vec<String>,
    /// It has to be made anew.
    pub needs_full_replan: bool,
}

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("health.md"),
    reply_tokens: 400,
    temperature: None,
};

/// Longest reason and change that are kept, in characters.
const SENTENCE: usize = 300;
/// Most changes: a plan has no more steps.
const CHANGES: usize = 10;

pub(super) fn user<'a>(letter: Letter<'a>, change: &str) -> Letter<'a> {
    letter
        .goal()
        .plan()
        .steps()
        .say(format!("Since then: {}.", cut(&plain(change), SENTENCE)))
        .page()
}

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "valid": { "type": "boolean" },
            "reason": { "type": "string" },
            "suggestedChanges": { "type": "array", "items": { "type": "string" } },
            "needsFullReplan": { "type": "boolean" },
        },
        "required": ["valid", "reason", "suggestedChanges", "needsFullReplan"],
    })
}

/// A plan is made anew unless the answer says otherwise, and more changes than it has steps are no
/// changes at all.
pub(super) fn read(answer: &str) -> Result<Health, String> {
    let fields: Fields = reply::object(answer)?;
    let valid = spoken::flag(&fields, "valid")?;
    let changes = changes(fields.get("suggestedChanges"));
    let anew = spoken::loose_flag(fields.get("needsFullReplan"));
    Ok(Health {
        valid,
        reason: spoken::text(fields.get("reason"), SENTENCE),
        needs_full_replan: anew.unwrap_or(!valid && changes.is_none()),
        suggested_changes: changes.unwrap_or_default(),
    })
}

/// Every change, or none: half of them would be another plan.
fn changes(field: Option<&Value>) -> Option<Vec<String>> {
    let items = field?.as_array().filter(|items| items.len() <= CHANGES)?;
    items
        .iter()
        .map(|item| spoken::some_text(Some(item), SENTENCE))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::plan::{Plan, PlanStep};
    use crate::question::Topic;
    use crate::reason::fixture::{brief, letter_of};

    #[test]
    fn the_prompt() {
        let mut brief = brief(Topic::Health {
            change: "the page is at another address now".to_owned(),
        });
        let step = |description: &str| PlanStep {
            description: description.to_owned(),
            ..PlanStep::default()
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
        insta::assert_snapshot!(letter_of(&brief));
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
