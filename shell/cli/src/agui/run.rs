//! A run of the queue: submitted once, followed to its end or to what it asks.

use std::time::Duration;

use screen_agent_action as action;
use screen_agent_mcp::CallFault;
use screen_agent_wire::extension::run::{NewRun, RunBatch, RunData, RunStatus};
use screen_agent_wire::extension::task::{TaskListData, TimelineData, TimelineStep};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::time::sleep;
use uuid::Uuid;

use super::input::RunAgentInput;
use super::said::Said;
use super::state::Shown;
use super::{End, interrupt};
use crate::drive::{Door, Problem};
use crate::mcp::{got, posted};
use crate::remote::Wrapped;

/// How often a run is looked at: three requests each time, of those that a person's organisation may make.
const LOOK: Duration = Duration::from_secs(2);

/// Submits a run. The same request again finds it, since a client that lost the stream may ask anew. A program wrote the words:
/// whatever is of consequence is asked.
pub(super) async fn submitted(
    door: &Door,
    input: &RunAgentInput,
    url: String,
    instruction: String,
) -> Result<RunData, CallFault> {
    let request = json!([input.thread_id, input.run_id]).to_string();
    let digest = hex::encode(Sha256::digest(request));
    let order = NewRun {
        instruction,
        url,
        max_steps: input.props().max_steps,
        by_program: Some(true),
        batch: Some(RunBatch {
            id: format!("agui-{}", digest.get(..32).unwrap_or_default()),
            row: 0,
        }),
        ..NewRun::default()
    };
    posted(door.post("/api/runs", &order).await)
}

pub(super) async fn found(door: &Door, id: Uuid) -> Result<RunData, CallFault> {
    got(door.get(&format!("/api/runs/{id}")).await)
}

/// Follows a run until nothing more comes of it by itself.
pub(super) async fn followed(
    door: &Door,
    input: &RunAgentInput,
    mut run: RunData,
    said: &Said,
) -> Result<End, CallFault> {
    let mut shown = Shown::new(input, said);
    let mut calls = Calls::after(input, &run);
    loop {
        let timeline = timeline(door, &run).await;
        let steps = timeline.as_ref().map_or(&[][..], |told| &told.steps);
        shown.show("run", state(&run, timeline.as_ref()));
        let is_asking = run.status == RunStatus::Waiting;
        calls.tell(run.id, steps, said);
        if is_asking && run.answerable {
            let is_approval = timeline
                .as_ref()
                .is_some_and(|told| told.approval.is_some());
            return Ok(End::Interrupt(interrupt::of(
                &run,
                steps.len(),
                is_approval,
            )));
        }
        if is_asking || run.status.is_over() {
            return ended(&run, said);
        }
        sleep(LOOK).await;
        run = match found(door, run.id).await {
            Err(fault) if fault.code == "RATE_LIMIT" => run,
            found => found?,
        };
    }
}

fn ended(run: &RunData, said: &Said) -> Result<End, CallFault> {
    let outcome = run.outcome.as_ref();
    let result = outcome.map_or("", |outcome| outcome.result.as_str());
    match run.status {
        RunStatus::Done | RunStatus::DoneUnverified => {
            said.text(result);
            let verified = run.status == RunStatus::Done;
            Ok(End::Success(
                json!({ "run": run.id, "result": result, "verified": verified }),
            ))
        }
        RunStatus::Cancelled => Ok(End::Cancelled),
        RunStatus::Failed => Err(CallFault::new("RUN_FAILED", result)),
        // Its worker is gone, and with it whoever waited for the answer.
        RunStatus::Queued | RunStatus::Running | RunStatus::Waiting => {
            let question = run.question.as_deref().unwrap_or(result);
            Err(CallFault::new("RUN_NOT_ASKING", question))
        }
    }
}

/// What the run's task has come to; nothing before the worker's first word.
pub(super) async fn timeline(door: &Door, run: &RunData) -> Option<TimelineData> {
    run.started_at.as_ref()?;
    let session = run.session_id;
    let path = format!("/api/session/{session}/tasks");
    let tasks = door.get::<Wrapped<TaskListData>, Problem>(&path).await;
    let last = tasks.ok()?.ok()?.data.tasks.first()?.task_id;
    let path = format!("/api/session/{session}/task/{last}");
    let timeline = door.get::<Wrapped<TimelineData>, Problem>(&path).await;
    let mut timeline = timeline.ok()?.ok()?.data;
    // An end is told as one.
    timeline.steps.retain(|step| !is_end(step));
    Some(timeline)
}

fn is_end(step: &TimelineStep) -> bool {
    action::parse(&step.action).is_ok_and(|action| action.is_terminal())
}

/// A run as it is shown.
fn state(run: &RunData, timeline: Option<&TimelineData>) -> Value {
    let steps = timeline.map_or(&[][..], |told| &told.steps).iter();
    let plan = timeline.and_then(|told| told.plan.as_ref());
    let plan = plan.into_iter().flat_map(|plan| &plan.steps);
    let clauses = run.outcome.as_ref().map(|outcome| &outcome.ledger);
    json!({
        "id": run.id,
        "status": run.status,
        "instruction": run.instruction,
        "url": run.url,
        "question": run.question,
        "plan": plan.map(|step| json!({ "description": step.description, "status": step.status }))
            .collect::<Vec<_>>(),
        "steps": steps.map(|step| json!({
            "action": step.action,
            "target": step.target,
            "verified": step.verification.as_ref().map(|seen| seen.success),
        })).collect::<Vec<_>>(),
        "clauses": clauses,
    })
}

/// Steps as tool calls, each told once.
struct Calls(usize);

impl Calls {
    /// Those that the client shows already are not told again.
    fn after(input: &RunAgentInput, run: &RunData) -> Self {
        let known = &input.state["run"];
        let is_this = known["id"].as_str() == Some(&run.id.to_string());
        let steps = known["steps"].as_array().filter(|_| is_this);
        let judged = |steps: &Vec<Value>| {
            steps
                .iter()
                .take_while(|one| !one["verified"].is_null())
                .count()
        };
        Self(steps.map_or(0, judged))
    }

    /// Tells of those that were judged.
    fn tell(&mut self, run: Uuid, steps: &[TimelineStep], said: &Said) {
        for step in steps.iter().skip(self.0) {
            let Some(result) = seen(step) else {
                return;
            };
            self.0 += 1;
            let id = format!("{run}-{}", step.index);
            let name = step.action.split('(').next().unwrap_or_default();
            let args = json!({ "action": step.action, "target": step.target, "url": step.url });
            said.say(json!({ "type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": name }));
            said.say(
                json!({ "type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": args.to_string() }),
            );
            said.say(json!({ "type": "TOOL_CALL_END", "toolCallId": id }));
            said.say(json!({
                "type": "TOOL_CALL_RESULT",
                "messageId": format!("{id}-result"),
                "toolCallId": id,
                "role": "tool",
                "content": result,
            }));
        }
    }
}

/// What was seen of a step.
fn seen(step: &TimelineStep) -> Option<String> {
    let seen = step.verification.as_ref()?;
    let word = if seen.success {
        "verified"
    } else {
        "not seen to work"
    };
    Some(format!("{word}: {}", seen.reason))
}
