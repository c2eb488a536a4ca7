//! What a task tells while it is computed: the events of the spec, in their order, and how a trace stands by them.

use std::collections::HashSet;

use screen_agent_wire::ide::cli_action::{CliAction, NextAction};
use screen_agent_wire::ide::figma::FigmaPayload;
use screen_agent_wire::ide::trace::TraceState;
use screen_agent_wire::ide::{ENVELOPE_VERSION, IdeReply, IdeRequest, IdeTask};
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use crate::intent::template::TOOL;
use crate::task::TaskProgress;

/// Every event that a stream may have.
pub const EVENTS: &str = "ready meta queued progress handoff rag.done llm.delta llm.done ui.generate cli.plan cli.apply cli.done \
    uui_ingest_requested uui_ingest_succeeded uui_ingest_failed figma_job_started figma_job_chunk_done figma_job_done figma_job_canceled figma_apply_requested \
    figma_apply_succeeded figma_apply_failed page.ready page.includes page.chunk keepalive aborted error done";

/// Events that may be told from outside, behind the end.
pub const REPORTED: [&str; 3] = ["cli.plan", "cli.apply", "cli.done"];
/// What is told of a design behind the end of its reading: its chunks are sent one by one.
const BEHIND: [&str; 3] = [
    "figma_job_chunk_done",
    "figma_job_done",
    "figma_job_canceled",
];
/// What a trace says of itself that came as talk.
const CHAT: &str = "chat";

/// An event: its name and its fields. Whoever writes it adds the trace's id and its number.
pub type NamedEvent = (&'static str, Map<String, Value>);

/// An event of these fields.
pub fn event(name: &'static str, fields: Value) -> NamedEvent {
    (name, self::fields(fields))
}

/// The fields of an object; none of anything else.
pub fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// What is told before anything is computed: of a task, of talk in which no task is meant, and whether it came as talk.
pub fn opening(task: Option<IdeTask>, request: &IdeRequest, is_chat: bool) -> Vec<NamedEvent> {
    let mut meta = json!({
        "envelope_version": ENVELOPE_VERSION,
        "intent": { "text": request.words(), "keywords": request.keywords() },
    });
    if let Some(task) = task {
        meta["task_type"] = json!(task);
    }
    if is_chat {
        meta["channel"] = json!(CHAT);
    }
    if let Some(language) = request.language() {
        meta["intent"]["language"] = json!(language);
    }
    if let Some(project) = request.project() {
        meta["project_id"] = json!(project);
    }
    if let Some(context) = &request.editor_context {
        meta["editor_context"] = json!(context);
    }
    let mut events = vec![event("ready", json!({})), event("meta", meta)];
    let figma =
        |name: fn(&FigmaPayload) -> Option<&String>| request.given(|part| name(&part.figma));
    let (name, mut told) = match task {
        Some(IdeTask::FigmaContextScan) => (
            "figma_job_started",
            json!({ "figma_url": figma(|it| it.figma_url.as_ref()), "node_id": figma(|it| it.node_id.as_ref()) }),
        ),
        Some(IdeTask::FigmaApply) => (
            "figma_apply_requested",
            json!({ "job_id": figma(|it| it.job_id.as_ref()), "page_id": request.page_id() }),
        ),
        _ => return events,
    };
    if let Value::Object(fields) = &mut told {
        fields.retain(|_, value| !value.is_null());
    }
    events.push(event(name, told));
    events
}

/// Whether what a trace told of itself says that it came as talk.
pub fn is_chat(meta: &Map<String, Value>) -> bool {
    meta.get("channel").and_then(Value::as_str) == Some(CHAT)
}

/// Nothing was looked up.
pub fn looked_up() -> NamedEvent {
    event("rag.done", json!({ "count": 0, "disabled": true }))
}

/// A piece of what a model says. Of a task it is a draft that nobody has checked.
pub fn delta(token: &str, index: usize, is_draft: bool) -> NamedEvent {
    event(
        "llm.delta",
        json!({ "token": token, "index": index, "draft": is_draft }),
    )
}

/// It waits for its turn.
pub fn queued() -> NamedEvent {
    event("queued", json!({ "reason": "busy" }))
}

/// It goes on, whoever listens.
pub fn handoff(trace_id: &str) -> NamedEvent {
    let reason = "long_running";
    event("handoff", json!({ "job_id": trace_id, "reason": reason }))
}

/// It was broken off.
pub fn aborted(reason: &str) -> NamedEvent {
    event("aborted", json!({ "reason": reason }))
}

/// Which steps of a task are worth telling: the first and the last of a stage, and each tenth part between them.
#[derive(Debug, Default)]
pub struct Steps(Option<(&'static str, usize)>);

impl Steps {
    /// The event of a step, where it is worth one.
    pub fn told(&mut self, step: TaskProgress) -> Option<NamedEvent> {
        let TaskProgress { stage, done, total } = step;
        let tenth = done.saturating_mul(10) / total.max(1);
        if self.0.replace((stage, tenth)) == Some((stage, tenth)) {
            return None;
        }
        let pct = done.saturating_mul(100).checked_div(total).unwrap_or(100);
        let note = format!("{done} of {total} {stage}");
        let fields = json!({ "stage": stage, "done": done, "total": total, "pct": pct, "progress_pct": pct,
            "note": note, "message": note });
        Some(event("progress", fields))
    }
}

/// What is told where nothing came of it, by its error.
pub fn failed(task: Option<IdeTask>, error: NamedEvent) -> Vec<NamedEvent> {
    let applies = task == Some(IdeTask::FigmaApply);
    let why = json!({ "code": error.1.get("code"), "message": error.1.get("message") });
    let own = applies.then(|| event("figma_apply_failed", why));
    own.into_iter().chain([error]).collect()
}

/// What is told once everything is computed, where a test wants it so with actions that nobody carries out.
pub fn closing(reply: &IdeReply, simulates: bool) -> Vec<NamedEvent> {
    let mut done = json!({ "text": reply.response });
    for name in ["usage", "model", "model_refused"] {
        if let Some(value) = reply.meta.get(name) {
            done[name] = value.clone();
        }
    }
    let mut events = vec![event("llm.done", done)];
    if reply.task_type == IdeTask::DesignGenerate {
        let result = reply.result.get("cogo_ui_json");
        events.push(event("ui.generate", json!({ "result": result })));
    }
    if reply.task_type == IdeTask::FigmaApply {
        let wrote = json!({ "wrote": reply.components.wrote });
        events.push(event("figma_apply_succeeded", wrote));
    }
    let named = |mut action: Value| {
        action["action_id"] = action["id"].clone();
        action
    };
    let actions = reply.cli_actions.iter().flatten();
    let mut actions: Vec<Value> = actions.map(|action| named(json!(action))).collect();
    if actions.is_empty() && simulates {
        let project = reply.meta.get("project_id").and_then(Value::as_str);
        let args = ["--project", project.unwrap_or("demo"), "--from-stdin"];
        let command = "variables upsert";
        let action = json!({ "id": "sim_1", "tool": TOOL, "command": command, "args": args });
        actions.push(named(action));
    }
    if !actions.is_empty() {
        events.push(event("cli.plan", json!({ "actions": actions })));
    }
    if simulates {
        events.extend(simulated(&actions));
    }
    events.push(event("done", json!(reply)));
    events
}

/// What is told of actions and of what became of them: all that says what is left to do.
pub fn tells_of_actions(name: &str) -> bool {
    ["done", "cli.apply"].contains(&name)
}

/// What is left to do of what a trace told of actions: those of its reply that were not told to be done. Every one is a dry run
/// that a person decides on.
pub fn next_actions(told: &[(&str, Map<String, Value>)]) -> Vec<NextAction> {
    let applied = told.iter().filter(|(name, fields)| {
        *name == "cli.apply" && fields.get("status").and_then(Value::as_str) == Some("success")
    });
    let named = applied.flat_map(|(_, fields)| [fields.get("action_id"), fields.get("id")]);
    let done: HashSet<&str> = named.flatten().filter_map(Value::as_str).collect();
    let replies = told.iter().filter(|(name, _)| *name == "done");
    let actions = replies
        .filter_map(|(_, fields)| Vec::<CliAction>::deserialize(fields.get("cli_actions")?).ok());
    let left = actions
        .flatten()
        .filter(|action| !done.contains(action.id.as_str()));
    left.map(|action| NextAction {
        id: action.id,
        kind: "cli".to_owned(),
        cmd: action.tool,
        args: action
            .command
            .split(' ')
            .map(str::to_owned)
            .chain(action.args)
            .collect(),
        dry_run: true,
        hitl: true,
        on_fail: "stop".to_owned(),
    })
    .collect()
}

/// Actions as if they had been carried out and changed nothing.
fn simulated(actions: &[Value]) -> Vec<NamedEvent> {
    let step = |action: &Value, mut fields: Value| {
        fields["id"] = action["id"].clone();
        fields["action_id"] = action["id"].clone();
        event("cli.apply", fields)
    };
    let each = actions.iter().flat_map(|action| {
        let done = json!({ "status": "success", "diff": "noop" });
        [json!({ "status": "running" }), done].map(|fields| step(action, fields))
    });
    let (total, failed) = (actions.len(), 0);
    let summary = json!({ "total": total, "success": total, "failed": failed });
    let done = event("cli.done", json!({ "summary": summary }));
    each.chain([done]).collect()
}

/// What is told once talk was answered.
pub fn talked(reply: Map<String, Value>) -> Vec<NamedEvent> {
    let mut done = json!({ "text": reply["response"], "usage": reply["meta"]["usage"] });
    if done["usage"].is_null() {
        done = json!({ "text": reply["response"] });
    }
    vec![event("llm.done", done), ("done", reply)]
}

/// How a trace stands that has told these events. What became of its actions is told behind its end, and changes nothing.
pub fn state(names: &[&str]) -> TraceState {
    let is_behind = |name: &&&str| REPORTED.contains(name) || BEHIND.contains(name);
    match names.iter().rfind(|name| !is_behind(name)) {
        Some(&"done") => TraceState::Done,
        Some(&"error" | &"aborted") => TraceState::Error,
        _ if names.contains(&"handoff") => TraceState::Handoff,
        Some(&"queued") => TraceState::Queued,
        _ => TraceState::Pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_as_they_are_and_not_each() {
        let mut steps = Steps::default();
        let mut told = |stage, done, total| {
            let told = steps.told(TaskProgress { stage, done, total });
            told.map(|(_, fields)| fields["pct"].as_u64())
        };
        assert_eq!(told("read", 0, 0), Some(Some(100)));
        let many: Vec<_> = (1..=200)
            .filter_map(|done| told("components", done, 200))
            .collect();
        let expected: Vec<_> = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
            .map(Some)
            .into();
        assert_eq!(many, expected);
        assert_eq!(told("events", 1, 3), Some(Some(33)));
    }

    #[test]
    fn a_trace_stands_as_it_told_last() {
        for (names, expected) in [
            ("", TraceState::Pending),
            ("ready meta", TraceState::Pending),
            ("ready queued", TraceState::Queued),
            ("ready queued progress", TraceState::Pending),
            ("queued handoff progress", TraceState::Handoff),
            ("handoff aborted", TraceState::Error),
            ("handoff done", TraceState::Done),
            ("cli.plan done cli.apply cli.done", TraceState::Done),
        ] {
            let told: Vec<&str> = names.split_whitespace().collect();
            assert_eq!(state(&told), expected, "{names}");
        }
    }
}
