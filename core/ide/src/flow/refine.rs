//! Flows, more complete: what was asked for in words, or what is missing where nothing was.

use serde_json::{Value, json};

use super::data_action::METHODS;
use super::{ActionFlow, Branch, FlowStep, clause, condition};
use crate::gherkin::refine::FAILURES;
use crate::ui::tokens::{is_among, replaced, words};

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
        errors(None, &mut refined);
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
    // What a symbol is called asks for nothing.
    let plain = replaced(query, |_| Some(String::new()));
    let said = words(&plain);
    let says = |list: &str| said.iter().any(|word| is_among(list, word));
    let names = condition::names(query);
    let is_whole = (says("remove drop") && remove(&said, refined))
        || (says("stop end abort") && stop(query, refined));
    if is_whole {
        return true;
    }
    let mut understood = settings(query, &said, refined);
    if says("send sends pass body") && !names.is_empty() {
        understood = true;
        sent(&names, refined);
    }
    if says("bind api") && bind(query, refined) {
        understood = true;
    }
    if says("loading spinner") {
        understood = true;
        loading(refined);
    }
    let guards = says("check ensure require required empty") && !names.is_empty();
    if guards || says("guard validate validation") {
        understood = true;
        guard(query, refined);
    }
    if says(FAILURES) {
        understood = true;
        errors(condition::quoted(query).next(), refined);
    }
    let deed = query.trim_start_matches("add ").trim_start_matches("then ");
    if !understood && let Some(step) = clause::read(deed.trim_end_matches(" instead"), &[]) {
        understood = true;
        append(step, says("instead"), refined);
    }
    understood
}

/// What is said of how calls are made; whether it is anything.
fn settings(query: &str, said: &[String], refined: &mut RefinedFlow) -> bool {
    let says = |list: &str| said.iter().any(|word| is_among(list, word));
    let number = said.iter().find_map(|word| word.parse::<u64>().ok());
    let mut understood = false;
    let mut set = |name: &str, value: Value, what: &str| {
        understood = true;
        of_calls(refined, name, value, what);
    };
    if says("retry retries") {
        let retries = number.unwrap_or(3).min(10);
        set("retries", json!(retries), "is tried again");
    }
    if says("timeout") {
        let limit = number.map_or(8_000, |number| {
            // Nobody means so few milliseconds.
            let is_seconds =
                says("second seconds sec s") || (number < 100 && !says("ms milliseconds"));
            let unit = if is_seconds { 1_000 } else { 1 };
            number.saturating_mul(unit)
        });
        let limit = limit.clamp(100, 120_000);
        set("timeoutMs", json!(limit), "has a limit of time");
    }
    let mut shouted = query.split_whitespace();
    let method = shouted.find(|word| METHODS.contains(word));
    if let (true, Some(method)) = (says("method"), method) {
        set("method", json!(method), "has another method");
    }
    let target = condition::names(query).into_iter().next();
    if let (true, Some(target)) = (says("save saved store saveto"), target) {
        set("saveTo", json!(target), "keeps what it gives");
    }
    understood
}

/// Each call that does nothing where it fails tells the person; each where it is said what.
fn errors(message: Option<&str>, refined: &mut RefinedFlow) {
    let mut added = 0;
    let told = message.unwrap_or("Something went wrong. Please try again.");
    let step = FlowStep::basic("showErrorPopup", json!({ "message": told }));
    each_call(&mut refined.flow.steps, &mut |call| {
        let is_told = call
            .on_error
            .iter()
            .any(|known| known.params == step.params);
        if call.on_error.is_empty() || (message.is_some() && !is_told) {
            call.on_error.push(step.clone());
            added += 1;
        }
    });
    if added > 0 {
        refined.done.push(format!(
            "Added what follows where a call fails, to {added} of them."
        ));
    }
}

/// What a query wants removed, by what people call it.
fn remove(said: &[String], refined: &mut RefinedFlow) -> bool {
    const CALLED: [(&str, &str); 4] = [
        ("navigation navigate redirect", "navigate navigateBack"),
        ("popup popups message messages", "showPopup showErrorPopup"),
        ("loading spinner", "showLoading"),
        ("link", "goToLink"),
    ];
    let called = CALLED
        .iter()
        .find(|(names, _)| said.iter().any(|word| is_among(names, word)));
    let Some((_, actions)) = called else {
        return false;
    };
    let before = refined.flow.all().len();
    without(&mut refined.flow.steps, actions);
    let removed = before - refined.flow.all().len();
    if removed > 0 {
        refined
            .done
            .push(format!("Removed {removed} of the steps."));
    }
    true
}

fn without(steps: &mut Vec<FlowStep>, actions: &str) {
    steps.retain(|step| !is_among(actions, &step.action_id));
    for step in steps {
        for branch in Branch::ALL {
            without(step.branch_mut(branch), actions);
        }
    }
}

/// `stop if #isLoading is true`: nothing is done then.
fn stop(query: &str, refined: &mut RefinedFlow) -> bool {
    let asked = query
        .split_once(" if ")
        .or_else(|| query.split_once(" when "));
    let Some(asked) = asked.and_then(|(_, asked)| condition::expression(asked)) else {
        return false;
    };
    let first = refined.flow.steps.first();
    if first.is_some_and(|step| step.execute.as_ref() == Some(&asked)) {
        return true;
    }
    refined.done.push(format!("It ends where {asked}."));
    let mut step = FlowStep::conditional(asked);
    step.is_true.push(FlowStep::basic("endFlow", Value::Null));
    refined.flow.steps.insert(0, step);
    true
}

/// Calls send these symbols, too.
fn sent(names: &[&str], refined: &mut RefinedFlow) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut changed = 0;
    each_call(&mut refined.flow.steps, &mut |call| {
        let before = call.params.clone();
        clause::send(call, &names);
        changed += usize::from(before != call.params);
    });
    if changed > 0 {
        let names = names.join(", ");
        refined
            .done
            .push(format!("A call sends {names}, in {changed} of them."));
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
    let Some(at) = refined.flow.steps.iter().position(contains_call) else {
        return;
    };
    if has(&refined.flow.steps, "showLoading") {
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

/// Adds a step where calls succeed; or has it take the place of one that does the same.
fn append(step: FlowStep, replaces: bool, refined: &mut RefinedFlow) {
    let alike = |known: &&FlowStep| {
        known.action_id == step.action_id
            && known.params == step.params
            && known.execute == step.execute
    };
    if refined.flow.all().iter().any(alike) {
        return;
    }
    if replaces && let Some(known) = found(&mut refined.flow.steps, &step.action_id) {
        (known.params, known.execute) = (step.params, step.execute);
        refined.done.push(format!("Changed {}.", step.action_id));
        return;
    }
    refined.done.push(format!("Added {}.", step.action_id));
    let mut step = Some(step);
    each_call(&mut refined.flow.steps, &mut |call| {
        call.on_success.extend(step.take())
    });
    refined.flow.steps.extend(step);
}

/// The first step that does this.
fn found<'a>(steps: &'a mut [FlowStep], action: &str) -> Option<&'a mut FlowStep> {
    for step in steps {
        if step.action_id == action {
            return Some(step);
        }
        let holds = |branch: &Branch| has(step.branch(*branch), action);
        if let Some(branch) = Branch::ALL.into_iter().find(holds) {
            return found(step.branch_mut(branch), action);
        }
    }
    None
}

fn has(steps: &[FlowStep], action: &str) -> bool {
    let below = |step: &FlowStep| {
        Branch::ALL
            .iter()
            .any(|branch| has(step.branch(*branch), action))
    };
    steps
        .iter()
        .any(|step| step.action_id == action || below(step))
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
