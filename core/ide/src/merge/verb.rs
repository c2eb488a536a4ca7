//! The verbs of actions, each a function from its input to what it changes of which files. No shell, no process.

use std::collections::HashSet;

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::cli_action::ApplyStrategy;
use screen_agent_wire::ide::plan::{PlanOp, PlanOperation};
use screen_agent_wire::ide::{IdeRequest, IdeTask};
use screen_agent_wire::read::from_value;
use serde_json::{Map, Value, json};

use super::is_document;
use crate::figma::{FigmaScan, PageRole, composed, scan};
use crate::flow::read::flow;
use crate::task::{Asked, compute};
use crate::ui::tokens::{camel, file_name};

/// Most files of one action.
const FILES: usize = 500;

/// What a verb comes to.
#[derive(Debug, Default, PartialEq)]
pub struct Carried {
    pub operations: Vec<PlanOperation>,
    /// What it shows, where it changes nothing.
    pub says: Option<String>,
}

/// What an action is about.
#[derive(Clone, Copy, Debug)]
pub struct ActionPage<'a> {
    pub project: Option<&'a str>,
    pub id: Option<&'a str>,
}

/// Carries out a verb on its input.
pub fn carry_out(
    command: &str,
    page: ActionPage<'_>,
    apply: ApplyStrategy,
    input: &Value,
) -> Result<Carried, Invalid> {
    let how = match apply {
        ApplyStrategy::Merge => PlanOp::Merge,
        ApplyStrategy::Replace | ApplyStrategy::Upsert => PlanOp::Set,
    };
    let of_page =
        |folder: &str| format!("app/{folder}/{}.json", file_name(page.id.unwrap_or("app")));
    let operations = match command {
        "echo" => {
            let says = input
                .as_str()
                .map_or_else(|| input.to_string(), str::to_owned);
            return Ok(Carried {
                says: Some(says),
                operations: Vec::new(),
            });
        }
        "variables upsert" => vec![operation(of_page("variables"), how, mapping(input)?)],
        "symbols identify" => {
            let found = computed(IdeTask::SymbolsIdentify, page, "ui_json", input)?;
            let value = json!({ "symbols": found["symbols"], "events": found["events"] });
            vec![operation(of_page("symbols"), how, value)]
        }
        "actionflow upsert" => vec![kept(input, how)?],
        "actionflow generate" => {
            let field = if input.is_string() {
                "bdd_text"
            } else {
                "bdd_struct"
            };
            let found = computed(IdeTask::ActionflowGenerate, page, field, input)?;
            let flows = found["flows"].as_array().cloned().unwrap_or_default();
            flows
                .iter()
                .map(|flow| kept(flow, how))
                .collect::<Result<_, _>>()?
        }
        "figma scan" => {
            let of_page = |(id, components): (String, Value)| {
                let file = format!("app/pages/{}.json", file_name(&id));
                operation(file, PlanOp::Set, components)
            };
            pages(page.id, input)?.into_iter().map(of_page).collect()
        }
        _ => return Err(Invalid::new("command", "is not on the list")),
    };
    Ok(Carried {
        operations,
        says: None,
    })
}

/// Files as they are to be: `[{path, content}]`, content as text or as JSON.
pub fn edits(input: &Value) -> Result<Vec<PlanOperation>, Invalid> {
    let entries = input
        .as_array()
        .ok_or_else(|| Invalid::new("edits", "is no list"))?;
    screen_agent_wire::invalid::count("edits", entries.len(), FILES)?;
    let edit = |(entry, at): (&Value, usize)| {
        let wrong = |field: &str, why: &str| Invalid::new(format!("edits[{at}].{field}"), why);
        let file = entry["path"]
            .as_str()
            .ok_or_else(|| wrong("path", "is missing"))?;
        let value = match entry.get("content") {
            Some(Value::String(text)) if is_document(file) => {
                serde_json::from_str(text).map_err(|_| wrong("content", "is no JSON"))?
            }
            Some(text @ Value::String(_)) => text.clone(),
            Some(value) if is_document(file) => value.clone(),
            _ => return Err(wrong("content", "is missing")),
        };
        Ok(operation(file.to_owned(), PlanOp::Set, value))
    };
    entries.iter().zip(0..).map(edit).collect()
}

fn operation(file: String, op: PlanOp, value: Value) -> PlanOperation {
    PlanOperation {
        action_id: None,
        file,
        op,
        json_pointer: String::new(),
        value: Some(value),
    }
}

/// The pages of a design as Figma answers it, or of what was read of one, by what they are called here.
fn pages(id: Option<&str>, input: &Value) -> Result<Vec<(String, Value)>, Invalid> {
    let design = match input.get("pages") {
        Some(_) => from_value::<FigmaScan>(input)?,
        None => scan(input.to_string().as_bytes(), |_, _| ())?,
    };
    let pages = design
        .pages
        .iter()
        .filter(|page| page.role == PageRole::Page);
    let is_alone = pages.clone().count() == 1;
    let mut taken = HashSet::new();
    let named = pages.map(|page| {
        let own = camel(&page.name);
        // Of two that are called the same the second goes by its id.
        let own = Some(own).filter(|own| !own.is_empty() && taken.insert(own.clone()));
        let own = own.unwrap_or_else(|| page.page_id.clone());
        let called = id.filter(|_| is_alone).map_or(own, str::to_owned);
        (called, json!(composed(&design, page)))
    });
    Ok(named.collect())
}

/// Symbols with the variable of each.
fn mapping(input: &Value) -> Result<Value, Invalid> {
    let wrong = |field: &str, why: &str| Invalid::new(field, why);
    let fields = input
        .as_object()
        .ok_or_else(|| wrong("mapping", "is no object of symbols and variables"))?;
    for (symbol, variable) in fields {
        let is_variable = variable.as_str().is_some_and(|key| key.starts_with("#_"));
        if !symbol.starts_with('#') || !is_variable {
            return Err(wrong(
                &format!("mapping.{symbol}"),
                "is no variable of a symbol",
            ));
        }
    }
    Ok(input.clone())
}

/// A flow in the file that has its id.
fn kept(input: &Value, how: PlanOp) -> Result<PlanOperation, Invalid> {
    let flow = flow(input)?;
    let file = format!("app/flows/{}.json", file_name(&flow.id));
    Ok(operation(file, how, json!(flow)))
}

fn computed(
    task: IdeTask,
    page: ActionPage<'_>,
    field: &str,
    input: &Value,
) -> Result<Map<String, Value>, Invalid> {
    let mut body = json!({ "project_id": page.project, "page_id": page.id });
    body[field] = input.clone();
    let request: IdeRequest =
        serde_json::from_value(body).map_err(|_| Invalid::new(field, "cannot be read"))?;
    Ok(compute(task, &Asked::of(&request, &[], &|_| ())?)?.result)
}
