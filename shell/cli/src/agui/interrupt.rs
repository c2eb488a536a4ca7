//! What a run asks of its person, as an interrupt, and the answer. Nothing is kept between the two: the id of an interrupt says
//! which question of which run it is.

use screen_agent_mcp::CallFault;
use screen_agent_wire::extension::run::{RunAnswer, RunData};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::input::{ResumeEntry, ResumeStatus};
use super::run::{self, found};
use crate::drive::Door;
use crate::mcp::posted;

/// The interrupt of a run that waits.
pub(super) fn of(run: &RunData, steps: usize, is_approval: bool) -> Value {
    let answer = match is_approval {
        true => {
            json!({ "approved": { "type": "boolean", "title": "Allow exactly this, this once" } })
        }
        false => json!({ "answer": { "type": "string", "title": "Your answer" } }),
    };
    let required: Vec<&String> = answer
        .as_object()
        .into_iter()
        .flat_map(|it| it.keys())
        .collect();
    json!({
        "id": id(run, steps),
        "reason": if is_approval { "confirmation" } else { "input_required" },
        "message": run.question,
        "responseSchema": { "type": "object", "properties": answer, "required": required },
        "metadata": { "run": run.id },
    })
}

/// Which question of which run.
fn id(run: &RunData, steps: usize) -> String {
    let question = run.question.as_deref().unwrap_or_default();
    let asked = format!("{} {steps} {question}", run.attempt);
    let digest = hex::encode(Sha256::digest(asked));
    format!("{}.{}", run.id, digest.get(..16).unwrap_or_default())
}

/// Gives the answer to the run that waits for it; one to another question is given to nobody.
pub(super) async fn answered(door: &Door, entry: &ResumeEntry) -> Result<RunData, CallFault> {
    let stale = || CallFault::new("INTERRUPT_STALE", "nobody waits for this answer any more");
    let (run, _) = entry.interrupt_id.split_once('.').ok_or_else(stale)?;
    let run = found(door, Uuid::parse_str(run).map_err(|_| stale())?).await?;
    let timeline = run::timeline(door, &run).await;
    let steps = timeline.as_ref().map_or(0, |told| told.steps.len());
    if !run.answerable || id(&run, steps) != entry.interrupt_id {
        return Err(stale());
    }
    let path = format!("/api/runs/{}", run.id);
    match entry.status {
        ResumeStatus::Cancelled => posted(door.post(&format!("{path}/cancel"), &json!({})).await),
        ResumeStatus::Resolved => {
            let is_approval = timeline.is_some_and(|told| told.approval.is_some());
            let answer = answer(&entry.payload, is_approval).ok_or_else(|| {
                CallFault::new(
                    "INVALID_INPUT",
                    "the payload is not what the interrupt asks for",
                )
            })?;
            let question = run.question;
            let answer = RunAnswer { answer, question };
            posted(door.post(&format!("{path}/answer"), &answer).await)
        }
    }
}

/// What a payload says. To an approval only `true` is a yes.
fn answer(payload: &Value, is_approval: bool) -> Option<String> {
    if is_approval {
        let approved = match payload {
            Value::Object(fields) => fields.get("approved")?,
            other => other,
        };
        return Some(if approved.as_bool()? { "yes" } else { "no" }.to_owned());
    }
    let said = payload.as_str().or_else(|| payload["answer"].as_str())?;
    (!said.trim().is_empty()).then(|| said.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_true_is_a_yes() {
        let yes = |payload: Value| answer(&payload, true);
        assert_eq!(yes(json!({ "approved": true })).as_deref(), Some("yes"));
        assert_eq!(yes(json!(true)).as_deref(), Some("yes"));
        for payload in [json!(false), json!({ "approved": false })] {
            assert_eq!(answer(&payload, true).as_deref(), Some("no"));
        }
        for payload in [
            json!("yes"),
            json!({ "approved": "true" }),
            json!({ "answer": "yes" }),
            json!(null),
            json!(1),
        ] {
            assert_eq!(yes(payload.clone()), None, "{payload}");
        }
        assert_eq!(answer(&json!("Oslo"), false).as_deref(), Some("Oslo"));
        assert_eq!(
            answer(&json!({ "answer": "Oslo" }), false).as_deref(),
            Some("Oslo")
        );
        for payload in [json!(true), json!(" "), json!({ "approved": true })] {
            assert_eq!(answer(&payload, false), None, "{payload}");
        }
    }
}
