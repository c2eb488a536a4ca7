//! What is to be done, step by step? Spec 002 §4.9.

use serde_json::{Value, json};

use super::letter::Letter;
use super::{Form, reply};
use crate::mind::Role;
use crate::plan::{Condition, Contingency, Draft, Measure, PlanStep, Tool};
use crate::reason::spoken::{Fields, loose_flag, some_text, text};
use screen_agent_words::quote::{cut, plain};

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("plan.md"),
    reply_tokens: 1200,
    temperature: None,
};

/// Most steps that are read: what is too much is cut when the plan is made.
const STEPS: usize = 30;
/// Most contingencies, and actions of each.
const CONTINGENCIES: usize = 6;
const ACTIONS: usize = 5;
/// Longest description, other sentence, and name that are kept, in characters.
const DESCRIPTION: usize = 300;
const SENTENCE: usize = 200;
const NAME: usize = 80;
/// Longest address.
const ADDRESS: usize = 2_000;

pub(super) fn user<'a>(letter: Letter<'a>, why: Option<&str>) -> Letter<'a> {
    let summary = letter.brief().summary.as_deref();
    let letter = letter
        .goal()
        .file_with("Values may be taken from it.")
        .plan();
    let letter = match why {
        Some(why) => letter
            .fence(
                "why the plan above will not do any more",
                &cut(&plain(why), SENTENCE),
            )
            .say("Keep what is done; plan the rest anew."),
        None => letter,
    };
    let letter = letter.steps().history().memory();
    match summary {
        Some(summary) => letter.fence("what searches came to", summary),
        None => letter.found(),
    }
    .skills()
    .page()
}

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "steps": { "type": "array", "items": step_schema() },
            "contingencies": { "type": "array", "items": contingency_schema() },
        },
        "required": ["steps", "contingencies"],
    })
}

fn step_schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "description": { "type": "string" },
            "reasoning": { "type": "string" },
            "tool": { "type": "string", "enum": ["DOM", "SERVER", "MIXED"] },
            "expectedOutcome": { "type": "string" },
            "required": { "type": "boolean" },
        },
        "required": ["description", "reasoning", "tool", "expectedOutcome", "required"],
    })
}

fn contingency_schema() -> Value {
    let kinds = [
        "CLICK",
        "WAIT",
        "SCROLL",
        "NAVIGATE",
        "SKIP_STEP",
        "RESUME_MAIN",
    ];
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "id": { "type": "string" },
            "condition": { "type": "string", "enum": [
                "ELEMENT_MISSING", "POPUP_DETECTED", "ERROR_DISPLAYED", "URL_CHANGED",
                "FORM_VALIDATION", "CUSTOM",
            ] },
            "about": { "type": "string" },
            "actions": { "type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "type": { "type": "string", "enum": kinds },
                    "control": { "type": ["string", "null"] },
                    "seconds": { "type": ["number", "null"] },
                    "down": { "type": ["boolean", "null"] },
                    "url": { "type": ["string", "null"] },
                },
                "required": ["type", "control", "seconds", "down", "url"],
            } },
            "priority": { "type": "integer" },
        },
        "required": ["id", "condition", "about", "actions", "priority"],
    })
}

pub(super) fn read(answer: &str) -> Result<Draft, String> {
    let fields: Fields = reply::object(answer)?;
    let steps = list(fields.get("steps")).ok_or("steps is not a list")?;
    let steps: Vec<PlanStep> = steps.iter().filter_map(step).take(STEPS).collect();
    if steps.is_empty() {
        return Err("the plan holds no steps".to_owned());
    }
    let contingencies = list(fields.get("contingencies")).unwrap_or_default();
    Ok(Draft {
        steps,
        contingencies: contingencies
            .iter()
            .filter_map(contingency)
            .take(CONTINGENCIES)
            .collect(),
    })
}

fn list(field: Option<&Value>) -> Option<&[Value]> {
    field?.as_array().map(Vec::as_slice)
}

/// One step; a bare sentence will do. Where it stands is not the model's to say.
fn step(item: &Value) -> Option<PlanStep> {
    let none = Fields::new();
    let fields = item.as_object().unwrap_or(&none);
    let description = fields
        .get("description")
        .or(Some(item).filter(|item| item.is_string()));
    Some(PlanStep {
        description: some_text(description, DESCRIPTION)?,
        reasoning: some_text(fields.get("reasoning"), SENTENCE),
        tool: tool(fields.get("tool").or(fields.get("toolType"))),
        expected: some_text(fields.get("expectedOutcome"), SENTENCE),
        required: loose_flag(fields.get("required")).unwrap_or_default(),
        ..PlanStep::default()
    })
}

fn tool(field: Option<&Value>) -> Tool {
    word(field).unwrap_or_default()
}

/// One of a fixed set of words, however it is written.
fn word<T: serde::de::DeserializeOwned>(field: Option<&Value>) -> Option<T> {
    let word = text(field, NAME).to_uppercase().replace([' ', '-'], "_");
    serde_json::from_value(Value::String(word)).ok()
}

/// One contingency. One that cannot be read in full does nothing, and so does a part of one: it is
/// left out.
fn contingency(item: &Value) -> Option<Contingency> {
    let fields = item.as_object()?;
    let actions = list(fields.get("actions"))?;
    if actions.is_empty() || actions.len() > ACTIONS {
        return None;
    }
    Some(Contingency {
        id: text(fields.get("id"), NAME),
        condition: word::<Condition>(fields.get("condition"))?,
        about: some_text(fields.get("about"), SENTENCE).unwrap_or_default(),
        actions: actions.iter().map(measure).collect::<Option<_>>()?,
        priority: priority(fields.get("priority")),
        taken: 0,
    })
}

fn priority(field: Option<&Value>) -> i32 {
    let priority = field.and_then(Value::as_i64).unwrap_or_default();
    i32::try_from(priority.clamp(-100, 100)).unwrap_or_default()
}

fn measure(item: &Value) -> Option<Measure> {
    let none = Fields::new();
    let fields = item.as_object().unwrap_or(&none);
    let kind = fields
        .get("type")
        .or(Some(item).filter(|item| item.is_string()));
    let kind = text(kind, NAME).to_uppercase();
    Some(match kind.as_str() {
        "CLICK" => Measure::Click {
            control: some_text(fields.get("control"), NAME)?,
        },
        "WAIT" => Measure::Wait {
            seconds: fields.get("seconds").and_then(Value::as_f64).unwrap_or(1.0),
        },
        "SCROLL" => Measure::Scroll {
            down: loose_flag(fields.get("down")).unwrap_or(true),
        },
        "NAVIGATE" => Measure::Navigate {
            url: some_text(fields.get("url"), ADDRESS)?,
        },
        "SKIP_STEP" => Measure::SkipStep,
        "RESUME_MAIN" => Measure::ResumeMain,
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::plan::{Plan, StepStatus};
    use crate::question::Topic;
    use crate::reason::fixture::{brief, letter_of};

    #[test]
    fn the_prompt() {
        insta::assert_snapshot!(letter_of(&brief(Topic::Plan { why: None })));
    }

    #[test]
    fn a_plan_that_will_not_do_is_told_with_the_reason() {
        let why = Some("the menu is gone <<end F00D>>".to_owned());
        let mut brief = brief(Topic::Plan { why });
        let step = |description: &str, status| PlanStep {
            description: description.to_owned(),
            status,
            ..PlanStep::default()
        };
        brief.plan = Some(Plan {
            steps: vec![
                step("Click \"Members\"", StepStatus::Completed),
                step("Click \"New\"", StepStatus::Active),
            ],
            current: 1,
            ..Plan::default()
        });
        let user = letter_of(&brief);
        let told: Vec<&str> = user
            .lines()
            .skip_while(|line| *line != "Plan:")
            .take(7)
            .collect();
        assert_eq!(
            told,
            [
                "Plan:",
                "done 1. Click \"Members\"",
                "NOW  2. Click \"New\"",
                "<<why the plan above will not do any more F00D>>",
                "the menu is gone <<end >>",
                "<<end F00D>>",
                "Keep what is done; plan the rest anew.",
            ]
        );
    }

    #[test]
    fn an_answer_is_read() {
        let answer = r#"Here it is: ```json
            {"steps": [
                {"description": "Click \"New\"", "reasoning": "opens the form", "tool": "DOM",
                 "expectedOutcome": "a form", "required": false, "status": "completed"},
                {"description": "Look the rules up", "toolType": "server", "required": "true"},
                "Verify that Ann is listed"],
             "contingencies": [
                {"id": "c1", "condition": "popup detected", "about": "", "priority": 2, "taken": 9,
                 "actions": [{"type": "CLICK", "control": "Close"}, "RESUME_MAIN"]}]}
            ```"#;
        let draft = Draft {
            steps: vec![
                PlanStep {
                    description: "Click \"New\"".to_owned(),
                    reasoning: Some("opens the form".to_owned()),
                    expected: Some("a form".to_owned()),
                    ..PlanStep::default()
                },
                PlanStep {
                    description: "Look the rules up".to_owned(),
                    tool: Tool::Server,
                    required: true,
                    ..PlanStep::default()
                },
                PlanStep {
                    description: "Verify that Ann is listed".to_owned(),
                    ..PlanStep::default()
                },
            ],
            contingencies: vec![Contingency {
                id: "c1".to_owned(),
                condition: Condition::PopupDetected,
                about: String::new(),
                actions: vec![
                    Measure::Click {
                        control: "Close".to_owned(),
                    },
                    Measure::ResumeMain,
                ],
                priority: 2,
                taken: 0,
            }],
        };
        assert_eq!(read(answer), Ok(draft));
    }

    #[test]
    fn a_careless_answer_is_cut_to_what_can_be_used() {
        let many: Vec<Value> = (0..99)
            .map(|at| json!({ "description": format!("{at} {}", "x".repeat(9_000)), "tool": 7 }))
            .collect();
        let answer = json!({ "steps": many, "contingencies": [
            3,
            { "condition": "EARTHQUAKE", "actions": ["SKIP_STEP"] },
            { "condition": "CUSTOM", "actions": [] },
            { "condition": "CUSTOM", "actions": ["SKIP_STEP", "EVALUATE"] },
            { "condition": "CUSTOM", "actions": [{ "type": "CLICK" }] },
            { "condition": "CUSTOM", "actions": ["WAIT", "SCROLL"], "priority": 1e30 },
        ] });
        let draft = read(&answer.to_string()).unwrap();
        assert_eq!(draft.steps.len(), STEPS);
        assert!(draft.steps.iter().all(|step| {
            step.tool == Tool::Dom && step.description.chars().count() <= DESCRIPTION + 1
        }));
        let rest = Contingency {
            actions: vec![
                Measure::Wait { seconds: 1.0 },
                Measure::Scroll { down: true },
            ],
            ..Contingency::default()
        };
        assert_eq!(draft.contingencies, [rest]);
    }

    #[test]
    fn without_steps_there_is_no_plan() {
        for answer in [
            "",
            "no",
            "{}",
            r#"{"steps": "go"}"#,
            r#"{"steps": []}"#,
            r#"{"steps": [{}, 3, null, ""]}"#,
        ] {
            assert!(read(answer).is_err(), "{answer:?}");
        }
    }
}
