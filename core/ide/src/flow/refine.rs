//! Flows, more complete: what was asked for in words, or what is missing where nothing was.

use serde_json::{Value, json};

use super::{ActionFlow, Branch, FlowStep, clause, condition};
use crate::ui::tokens::words;

/// What became of a flow.
#[derive(Clone, Debug)]
pub struct RefinedFlow {
    /// As it is now.
    pub flow: ActionFlow,
    /// What was done, a sentence each.
    pub done: Vec<String>,
    /// What was asked and is nothing that can be done here.
    pub not_understood: Vec<String>,
}

/// Refines a flow as was asked; without a question, adds what is missing where calls fail.
pub fn refine(flow: &ActionFlow, queries: &[String]) -> RefinedFlow {
    let mut refined = RefinedFlow {
        flow: flow.clone(),
        done: Vec::new(),
        not_understood: Vec::new(),
    };
    let asked: Vec<&String> = queries
        .iter()
        .filter(|query| !query.trim().is_empty())
        .collect();
    if asked.is_empty() {
        errors(&mut refined);
    }
    for query in asked {
        if !answer(query, &mut refined) {
            refined.not_understood.push(query.clone());
        }
    }
    refined.flow.number();
    refined
}

/// Does what a query asks for; says whether it is anything.
fn answer(query: &str, refined: &mut RefinedFlow) -> bool {
    let said = words(query);
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let number = said.iter().find_map(|word| word.parse::<u64>().ok());
    let mut understood = false;
    if says(&["bind", "api"]) && bind(query, refined) {
        understood = true;
    }
    if says(&["retry", "retries"]) {
        understood = true;
        of_calls(
            refined,
            "retries",
            json!(number.unwrap_or(3).min(10)),
            "is tried again",
        );
    }
    if says(&["timeout"]) {
        understood = true;
        of_calls(
            refined,
            "timeoutMs",
            json!(number.unwrap_or(8_000).clamp(100, 120_000)),
            "has a limit of time",
        );
    }
    let target = condition::names(query)
        .first()
        .map(|name| (*name).to_owned());
    if let (true, Some(target)) = (says(&["save", "saved", "store", "saveto"]), &target) {
        understood = true;
        of_calls(refined, "saveTo", json!(target), "keeps what it gives");
    }
    if says(&["loading", "spinner"]) {
        understood = true;
        loading(refined);
    }
    if says(&["guard", "validate", "validation"]) {
        understood = true;
        guard(query, refined);
    }
    if says(&["error", "errors", "fail", "fails", "failure", "branch"]) {
        understood = true;
        errors(refined);
    }
    if !understood
        && let Some(step) = clause::read(
            query.trim_start_matches("add ").trim_start_matches("then "),
            &[],
        )
    {
        understood = true;
        append(step, refined);
    }
    understood
}

/// Each call that does nothing where it fails tells the person.
fn errors(refined: &mut RefinedFlow) {
    let mut added = 0;
    each_call(&mut refined.flow.steps, &mut |call| {
        if call.on_error.is_empty() {
            let message = "Something went wrong. Please try again.";
            call.on_error.push(FlowStep::basic(
                "showErrorPopup",
                json!({ "message": message }),
            ));
            added += 1;
        }
    });
    if added > 0 {
        refined.done.push(format!(
            "Added what follows where a call fails, to {added} of them."
        ));
    }
}

fn of_calls(refined: &mut RefinedFlow, name: &str, value: Value, what: &str) {
    let mut changed = 0;
    each_call(&mut refined.flow.steps, &mut |call| {
        let params = call.params.get_or_insert_default();
        if params.get(name) != Some(&value) {
            params.insert(name.to_owned(), value.clone());
            changed += 1;
        }
    });
    if changed > 0 {
        refined.done.push(format!(
            "A call {what}: {name} is {value}, in {changed} of them."
        ));
    }
}

/// `bind POST /login`: method and path of the first call.
fn bind(query: &str, refined: &mut RefinedFlow) -> bool {
    let mut words = query
        .split_whitespace()
        .map(|word| word.trim_matches([',', ';', '"']));
    let Some(path) = words
        .clone()
        .find(|word| word.starts_with('/') && word.len() > 1)
    else {
        return false;
    };
    let method = words.find_map(super::data_action::method);
    let mut is_first = true;
    let mut change = None;
    each_call(&mut refined.flow.steps, &mut |call| {
        if std::mem::take(&mut is_first) {
            let before = call.params.clone();
            let params = call.params.get_or_insert_default();
            params.insert("path".to_owned(), json!(path));
            params.extend(method.map(|method| ("method".to_owned(), json!(method))));
            change = (before != call.params).then(|| format!("Bound the first call to {path}."));
        }
    });
    if is_first {
        let mut call = clause::rest_api(path);
        let params = call.params.get_or_insert_default();
        params.insert("path".to_owned(), json!(path));
        params.extend(method.map(|method| ("method".to_owned(), json!(method))));
        refined.flow.steps.push(call);
        change = Some(format!("Added a call of {path}."));
    }
    refined.done.extend(change);
    true
}

/// Calls show that something is under way, until they have answered.
fn loading(refined: &mut RefinedFlow) {
    let has = refined
        .flow
        .all()
        .iter()
        .any(|step| step.action_id == "showLoading");
    let Some(at) = refined.flow.steps.iter().position(contains_call) else {
        return;
    };
    if has {
        return;
    }
    let shown = |is: bool| FlowStep::basic("showLoading", json!({ "isShowing": is }));
    each_call(&mut refined.flow.steps, &mut |call| {
        call.on_success.insert(0, shown(false));
        call.on_error.insert(0, shown(false));
    });
    refined.flow.steps.insert(at, shown(true));
    refined
        .done
        .push("Calls show that they are under way.".to_owned());
}

/// Nothing is done unless what the query names is there; or, where it names nothing, what the calls send.
fn guard(query: &str, refined: &mut RefinedFlow) {
    let mut names: Vec<String> = condition::names(query)
        .into_iter()
        .map(str::to_owned)
        .collect();
    if names.is_empty() {
        let bodies = refined
            .flow
            .all()
            .into_iter()
            .filter_map(|step| step.param("body").cloned());
        let bodies: Vec<String> = bodies.map(|body| body.to_string()).collect();
        names = bodies
            .iter()
            .flat_map(|body| condition::names(body))
            .map(str::to_owned)
            .collect();
    }
    names.dedup();
    let first = refined.flow.steps.first();
    let guarded = first.is_some_and(|step| step.action_type == "conditional");
    if guarded || names.is_empty() {
        return;
    }
    let asked = names.iter().map(|name| format!("{name} != \"\""));
    let mut step = FlowStep::conditional(asked.collect::<Vec<_>>().join(" && "));
    step.is_true = std::mem::take(&mut refined.flow.steps);
    step.is_false.push(FlowStep::basic(
        "showErrorPopup",
        json!({ "message": "Please fill in everything." }),
    ));
    refined.flow.steps.push(step);
    refined.done.push(format!(
        "Added a guard: {} must be filled in.",
        names.join(", ")
    ));
}

fn append(step: FlowStep, refined: &mut RefinedFlow) {
    let alike = |known: &&FlowStep| {
        known.action_id == step.action_id
            && known.params == step.params
            && known.execute == step.execute
    };
    if refined.flow.all().iter().any(alike) {
        return;
    }
    refined.done.push(format!("Added {}.", step.action_id));
    let mut step = Some(step);
    each_call(&mut refined.flow.steps, &mut |call| {
        call.on_success.extend(step.take())
    });
    refined.flow.steps.extend(step);
}

fn contains_call(step: &FlowStep) -> bool {
    let below = |branch| step.branch(branch).iter().any(contains_call);
    step.is_call() || Branch::ALL.into_iter().any(below)
}

fn each_call(steps: &mut [FlowStep], change: &mut dyn FnMut(&mut FlowStep)) {
    for step in steps {
        if step.is_call() {
            change(step);
        }
        for branch in Branch::ALL {
            each_call(step.branch_mut(branch), change);
        }
    }
}
