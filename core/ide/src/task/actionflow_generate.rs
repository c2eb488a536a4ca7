//! A flow out of scenarios.

use screen_agent_wire::Invalid;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Asked, TaskOutcome, counted};
use crate::flow::compile::compile;
use crate::flow::dry_run::{WouldDo, dry_run};
use crate::flow::lint::{Diagnostic, Severity, lint};
use crate::flow::text::print;
use crate::flow::{ActionFlow, text};
use crate::gherkin::parse::of_value;
use crate::model::{Question, list, object, text as words};

#[derive(Debug)]
pub struct FlowOutput {
    /// One for each event; the first is the one that is shown.
    pub flows: Vec<ActionFlow>,
    pub diagnostics: Vec<Diagnostic>,
    /// What the first would do.
    pub dry_run: Vec<WouldDo>,
}

pub fn compute(asked: &Asked<'_>) -> Result<FlowOutput, Invalid> {
    let request = asked.request;
    let text = request
        .given(|part| part.bdd_text.as_ref())
        .map(|text| json!(text));
    let given = request.given(|part| part.bdd_struct.as_ref()).cloned();
    let said = || {
        Some(request.words())
            .filter(|text| !text.is_empty())
            .map(|text| json!(text))
    };
    let bdd: Value = text
        .or(given)
        .or_else(said)
        .ok_or_else(|| Invalid::new("bdd_text", "is required"))?;
    let feature = of_value(&bdd)?;
    let actions = request.given(|part| part.data_actions.as_ref());
    let mut flows = compile(&feature, actions.map(Vec::as_slice).unwrap_or_default());
    if let (Some(id), Some(first)) = (
        request.given(|part| part.flow_id.as_ref()),
        flows.first_mut(),
    ) {
        first.id.clone_from(id);
    }
    let linted = flows.iter().zip(1..).map(|(flow, nth)| {
        asked.done("flows", nth, flows.len());
        lint(flow)
    });
    let diagnostics = linted.flatten().collect();
    let trial = flows
        .first()
        .map(|flow| trial(flow, asked))
        .unwrap_or_default();
    Ok(FlowOutput {
        flows,
        diagnostics,
        dry_run: trial,
    })
}

/// What a flow would do with the values that were sent.
pub(super) fn trial(flow: &ActionFlow, asked: &Asked<'_>) -> Vec<WouldDo> {
    let values = asked.request.given(|part| part.values.as_ref()).cloned();
    let fail = asked
        .request
        .given(|part| part.calls_fail.as_ref())
        .copied();
    dry_run(
        &flow.steps,
        &values.unwrap_or_default(),
        fail.unwrap_or_default(),
    )
}

pub fn told(output: &FlowOutput) -> TaskOutcome {
    let Some(flow) = output.flows.first() else {
        return TaskOutcome::default();
    };
    let all = flow.all();
    let names: Vec<&str> = all
        .iter()
        .map(|step| step.action_id.as_str())
        .take(30)
        .collect();
    let undecided = all.iter().filter(|step| step.action_type == "none").count();
    let mut response = format!(
        "Compiled BDD to ActionFlow with {} ({}).",
        counted(all.len(), "step", "steps"),
        names.join(" → ")
    );
    if let others @ 1.. = output.flows.len() - 1 {
        let more = counted(
            others,
            "more event has its own flow",
            "more events have flows of their own",
        );
        response.push_str(&format!(" {more}."));
    }
    if undecided > 0 {
        response.push_str(&format!(
            " {} left undecided.",
            counted(undecided, "step is", "steps are")
        ));
    }
    TaskOutcome::new(format!("ActionFlow Generated - {}", flow.id), response)
        .showing("actionflow", flow)
        .with("flows", &output.flows)
        .with("flow_text", &print(flow))
        .with("dry_run", &output.dry_run)
        .showing_some("diagnostics", &output.diagnostics)
}

pub(crate) fn question() -> Question {
    Question {
        topic: "actionflow_generate",
        system: include_str!("actionflow_generate.md"),
        schema: flows_schema(),
        draft: |result| result.get("flows").cloned().unwrap_or_default(),
        shown: flow_lines,
    }
}

pub(super) fn flows_schema() -> Value {
    object([("flows", list(words())), ("why", words())])
}

/// Flows as lines, one after the other.
pub(super) fn flow_lines(flows: Value) -> String {
    let flows: Vec<ActionFlow> = serde_json::from_value(flows).unwrap_or_default();
    flows.iter().map(print).collect::<Vec<_>>().join(
        "
",
    )
}

/// Flows, as a model answers them: in lines.
#[derive(Debug, Deserialize)]
pub struct FlowsAnswer {
    flows: Vec<String>,
    #[serde(default)]
    pub(super) why: String,
}

pub fn proposed(asked: &Asked<'_>, answer: &FlowsAnswer) -> Result<FlowOutput, Invalid> {
    let before = compute(asked)?;
    let flows = answer.read(&before.flows)?;
    Ok(FlowOutput {
        diagnostics: flows.iter().flat_map(lint).collect(),
        dry_run: flows
            .first()
            .map(|flow| trial(flow, asked))
            .unwrap_or_default(),
        flows,
    })
}

impl FlowsAnswer {
    /// The flows, if they are those of the draft, work, and call what it calls. Steps that are as they were keep their ids
    /// and their places in an editor.
    pub(super) fn read(&self, drafts: &[ActionFlow]) -> Result<Vec<ActionFlow>, Invalid> {
        if self.flows.len() != drafts.len() {
            return Err(Invalid::new("flows", "are not as many as the draft has"));
        }
        let one = |(at, (written, draft)): (usize, (&String, &ActionFlow))| {
            let wrong = |reason: String| Invalid::new(format!("flows[{at}]"), reason);
            let mut flow = text::read(written).map_err(|fault| wrong(fault.reason))?;
            if flow.id != draft.id {
                return Err(wrong("is not the flow of the draft".to_owned()));
            }
            flow.take_over(draft);
            if let Some(fault) = lint(&flow)
                .iter()
                .find(|fault| fault.severity == Severity::Error)
            {
                return Err(wrong(fault.message.clone()));
            }
            let calls = |flow: &ActionFlow| -> Vec<Option<String>> {
                let calls = flow.all().into_iter().filter(|step| step.is_call());
                calls
                    .map(|step| step.text("path").map(str::to_owned))
                    .collect()
            };
            let now = calls(&flow);
            match calls(draft).iter().all(|call| now.contains(call)) {
                true => Ok(flow),
                false => Err(wrong("a call is missing that the draft has".to_owned())),
            }
        };
        self.flows.iter().zip(drafts).enumerate().map(one).collect()
    }
}
