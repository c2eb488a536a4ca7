//! A flow, more complete, with what changed.

use screen_agent_wire::Invalid;
use serde_json::json;

use super::actionflow_generate::{FlowsAnswer, flow_lines, flows_schema, trial};
use super::{Asked, TaskOutcome, bdd_refine};
use crate::flow::ActionFlow;
use crate::flow::dry_run::WouldDo;
use crate::flow::lint::{Diagnostic, lint};
use crate::flow::read;
use crate::flow::refine::{RefinedFlow, refine};
use crate::flow::text::{changed_lines, diff, print};
use crate::model::{AnswerWords as _, Question};

#[derive(Debug)]
pub struct FlowRefineOutput {
    pub before: ActionFlow,
    pub refined: RefinedFlow,
    pub diagnostics: Vec<Diagnostic>,
    pub dry_run: Vec<WouldDo>,
}

pub fn compute(asked: &Asked<'_>) -> Result<FlowRefineOutput, Invalid> {
    let request = asked.request;
    let current = request.given(|part| part.current_flow.as_ref());
    let current = current.or_else(|| request.given(|part| part.actionflow.as_ref()));
    let before = read::flow(current.ok_or_else(|| Invalid::new("current_flow", "is required"))?)?;
    let refined = refine(&before, asked.queries());
    let total = refined.flow.all().len();
    asked.done("steps", total, total);
    Ok(FlowRefineOutput {
        diagnostics: lint(&refined.flow),
        dry_run: trial(&refined.flow, asked),
        before,
        refined,
    })
}

pub fn told(output: &FlowRefineOutput) -> TaskOutcome {
    let (before, after) = (print(&output.before), print(&output.refined.flow));
    let (added, removed) = changed_lines(&before, &after);
    let changes = json!({ "unified": diff(&before, &after), "added": added, "removed": removed });
    let flow = &output.refined.flow;
    let response = bdd_refine::summary(&output.refined.done, &output.refined.not_understood);
    TaskOutcome::new(format!("ActionFlow Refined - {}", flow.id), response)
        .showing("actionflow", flow)
        .with("flow", flow)
        .with("flow_text", &after)
        .showing("diff", &changes)
        .with("dry_run", &output.dry_run)
        .with("not_understood", &output.refined.not_understood)
        .showing_some("diagnostics", &output.diagnostics)
}

pub(crate) fn question() -> Question {
    Question {
        topic: "actionflow_refine",
        system: include_str!("actionflow_refine.md"),
        schema: flows_schema(),
        draft: |result| json!([result.get("flow")]),
        shown: flow_lines,
    }
}

pub fn proposed(asked: &Asked<'_>, answer: &FlowsAnswer) -> Result<FlowRefineOutput, Invalid> {
    let before = compute(asked)?;
    let flows = answer.read(std::slice::from_ref(&before.refined.flow))?;
    let flow = flows
        .into_iter()
        .next()
        .unwrap_or_else(|| before.before.clone());
    Ok(FlowRefineOutput {
        diagnostics: lint(&flow),
        dry_run: trial(&flow, asked),
        before: before.before,
        refined: RefinedFlow {
            flow,
            done: vec![answer.why.why()],
            not_understood: Vec::new(),
        },
    })
}
