//! What was read of a design, put into a page of the project: a component that is there under its id is changed, or under
//! its place where it says no id; others are added, and what else stands there stays.

use std::collections::HashMap;

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeRequest;
use screen_agent_wire::invalid::count;
use serde_json::{Value, json};

use super::{Asked, TaskOutcome, counted, written};
use crate::figma::{Brought, FigmaPage, FigmaScan, PageRole, composed};
use crate::ui::prune::preview;
use crate::ui::shape::{UiShape, write};
use crate::ui::tokens::file_name;
use crate::ui::{UiDocument, read};

/// Components that one request brings itself.
const BROUGHT: usize = 300;

/// The page that is written.
#[derive(Debug, PartialEq, Eq)]
pub struct ApplyTarget {
    pub project: String,
    /// Its path among the project's documents.
    pub path: String,
    page_id: String,
}

#[derive(Debug)]
pub struct ApplyOutput {
    target: ApplyTarget,
    page: UiDocument,
    added: usize,
    changed: usize,
}

/// Where the components of a request go.
pub fn target(request: &IdeRequest, scan: Option<&FigmaScan>) -> Result<ApplyTarget, Invalid> {
    let project = request.project();
    let project = project.ok_or(Invalid::new("target.project_uuid", "is missing"))?;
    let page_id = match (said(request), scan) {
        (Some(id), _) => id,
        (None, Some(scan)) => only(scan, None)?.page_id.clone(),
        (None, None) => return Err(Invalid::new("page_id", "is missing")),
    };
    Ok(ApplyTarget {
        project: project.to_owned(),
        path: format!("app/pages/{}.json", file_name(&page_id)),
        page_id,
    })
}

pub fn compute(asked: &Asked<'_>) -> Result<ApplyOutput, Invalid> {
    let request = asked.request;
    let (scan, standing) = match asked.fetched {
        Some(Brought::Page { scan, page }) => (scan.as_ref(), page.as_ref()),
        Some(Brought::Design(_)) | None => (None, None),
    };
    let target = target(request, scan)?;
    let brought = request
        .page
        .as_ref()
        .and_then(|page| page.get("components"));
    let new: Vec<Value> = match (brought, scan) {
        (Some(Value::Array(components)), _) => {
            count("page.components", components.len(), BROUGHT)?;
            components.clone()
        }
        (Some(_), _) => return Err(Invalid::new("page.components", "expected a list")),
        (None, Some(scan)) => {
            let page = only(scan, said(request).as_deref())?;
            composed(scan, page).iter().map(written).collect()
        }
        (None, None) => return Err(Invalid::new("job_id", "is missing, and no page is sent")),
    };
    let mut page = match standing.map(read).transpose()? {
        Some(page) => entries(&page),
        None => Vec::new(),
    };
    let (added, changed) = upsert(&mut page, new, &target.page_id)?;
    asked.done("components", added + changed, added + changed);
    Ok(ApplyOutput {
        page: read(&Value::Array(page))?,
        target,
        added,
        changed,
    })
}

pub fn told(output: ApplyOutput, request: &IdeRequest) -> Result<TaskOutcome, Invalid> {
    let ApplyTarget {
        project,
        path,
        page_id,
    } = output.target;
    let wrote = output.added + output.changed;
    let response = format!(
        "Put {} into the page: {} new, {} changed.",
        counted(wrote, "component", "components"),
        output.added,
        output.changed
    );
    let mut outcome = TaskOutcome::new("Apply to Page".to_owned(), response)
        .with("document", &json!({ "project_id": project, "path": path }))
        .with("added", &output.added)
        .with("changed", &output.changed);
    let shown = preview(&output.page);
    outcome
        .artifacts
        .insert("cogo_ui_json_preview".to_owned(), shown);
    // As they were sent: a number stays one.
    let page_id = request.page_id().unwrap_or_else(|| json!(page_id));
    outcome.meta.insert("page_id".to_owned(), page_id);
    let job_id = request.given(|part| part.figma.job_id.as_ref());
    outcome
        .meta
        .extend(job_id.map(|job| ("job_id".to_owned(), json!(job))));
    outcome.wrote = wrote;
    outcome.kept = Some(write(&output.page, UiShape::Flat));
    Ok(outcome)
}

/// The page that a request names.
fn said(request: &IdeRequest) -> Option<String> {
    let id = request.page_id()?;
    Some(id.as_str().map_or_else(|| id.to_string(), str::to_owned))
}

/// The page of a design that is meant: the one of that id, or the only one.
fn only<'a>(scan: &'a FigmaScan, id: Option<&str>) -> Result<&'a FigmaPage, Invalid> {
    let named = scan
        .pages
        .iter()
        .find(|page| Some(page.page_id.as_str()) == id);
    let mut pages = scan.pages.iter().filter(|page| page.role == PageRole::Page);
    match (named, pages.next(), pages.next()) {
        (Some(page), ..) | (None, Some(page), None) => Ok(page),
        (None, None, _) => match scan.pages.as_slice() {
            [page] => Ok(page),
            _ => Err(Invalid::new("job_id", "names a design without a page")),
        },
        (None, Some(_), Some(_)) => Err(Invalid::new(
            "page_id",
            "names none of the design's pages, of which there are several",
        )),
    }
}

/// A screen as a list; what is said of the whole stays in front.
fn entries(page: &UiDocument) -> Vec<Value> {
    match write(page, UiShape::Flat) {
        Value::Array(entries) => entries,
        _ => Vec::new(),
    }
}

/// Puts components where they belong; how many were added, and changed.
fn upsert(
    page: &mut Vec<Value>,
    new: Vec<Value>,
    page_id: &str,
) -> Result<(usize, usize), Invalid> {
    let id = |entry: &Value| match &entry["id"] {
        Value::String(id) if !id.is_empty() => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    };
    let place = |entry: &Value| entry["index_in_page"].as_u64();
    let (mut by_id, mut by_place) = (HashMap::new(), HashMap::new());
    for (entry, at) in page.iter().zip(0_usize..) {
        by_id.extend(id(entry).map(|id| (id, at)));
        by_place.extend(place(entry).map(|place| (place, at)));
    }
    let (mut added, mut changed) = (0, 0);
    for (entry, at) in new.into_iter().zip(0..) {
        let same = match id(&entry) {
            Some(id) => by_id.get(&id),
            None => place(&entry).and_then(|place| by_place.get(&place)),
        };
        let Value::Object(mut fields) = entry else {
            let field = format!("page.components[{at}]");
            return Err(Invalid::new(field, "expected an object"));
        };
        fields.insert("page_id".to_owned(), json!(page_id));
        match same.and_then(|at| page.get_mut(*at)?.as_object_mut()) {
            Some(standing) => {
                standing.extend(fields);
                changed += 1;
            }
            None => {
                page.push(Value::Object(fields));
                added += 1;
            }
        }
    }
    Ok((added, changed))
}
