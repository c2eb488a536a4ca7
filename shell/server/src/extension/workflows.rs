//! Kept workflows: listed, shown, kept in versions, learned of tasks, and taken away.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_action::id::TaskId;
use screen_agent_action::origin::origin_of;
use screen_agent_action::parse;
use screen_agent_engine::turn::opened_workflow as opened;
use screen_agent_store::Packed;
use screen_agent_store::workflow::{
    KeptWorkflow, NewWorkflowVersion, VersionKept, WorkflowVersion,
};
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::workflow::{
    NewWorkflow, RecordedStep, WireParameterType, WorkflowCause, WorkflowData, WorkflowForm,
    WorkflowFromTask, WorkflowListData, WorkflowParameter, WorkflowPointed, WorkflowRecorded,
    WorkflowShown, WorkflowText, WorkflowVersionData, WorkflowVersionShown,
};
use screen_agent_workflow::exchange::{playwright, recorder};
use screen_agent_workflow::{
    Author, LearnFault, Parameter, ParameterType, Recorded, Signed, Workflow, WorkflowFault,
    differences, examples, filled, learn, pointed, recorded,
};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{Reply, done, reply};
use crate::auth::Me;
use crate::auth::event::exported;
use crate::error::{ApiError, errors};
use crate::http::body::{INTERACT, Json};
use crate::http::params::{InPath, InQuery};
use crate::time;

errors! {
    WORKFLOW_NOT_FOUND: NOT_FOUND, "No such workflow.";
    WORKFLOW_NAME_TAKEN: CONFLICT, "Another workflow of yours is called so.";
    WORKFLOW_OVERTAKEN: CONFLICT, "The workflow was changed meanwhile. Look at it again.";
    WORKFLOW_NOT_LEARNED: CONFLICT, "Nothing can be learned of this task.";
}

/// Longest name, in characters.
const NAME: usize = 200;

/// Which workflows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WorkflowsQuery {
    /// Those that begin on the site of this address; all without.
    url: Option<String>,
}

/// One's workflows.
#[utoipa::path(get, path = "/api/workflows", tag = "workflows", params(WorkflowsQuery),
    responses((status = 200, description = "All of them", body = Mirrored<WorkflowListData>)))]
pub(crate) async fn list(
    me: Me,
    InQuery(query): InQuery<WorkflowsQuery>,
) -> Reply<WorkflowListData> {
    let site = query.url.as_deref().map(|url| {
        origin_of(url).ok_or_else(|| Invalid::new("url", "is no http or https address"))
    });
    let site = site.transpose()?;
    let kept = me.rows().list::<KeptWorkflow>(()).await?;
    let all = kept.iter().map(|kept| Ok(told(kept, &opened(&kept.body)?)));
    let mut workflows = all.collect::<Result<Vec<_>, ApiError>>()?;
    workflows.retain(|one| site.is_none() || origin_of(&one.start) == site);
    reply(WorkflowListData { workflows })
}

/// Keep a workflow that is written already: our file, a recording of the developer tools, or a script.
#[utoipa::path(post, path = "/api/workflows", tag = "workflows",
    request_body = NewWorkflow,
    responses((status = 201, description = "Kept, as its first version", body = Mirrored<WorkflowShown>),
        (status = 400, description = "`VALIDATION_ERROR`: what contradicts itself or cannot be read, with its line"),
        (status = 409, description = "`WORKFLOW_NAME_TAKEN`, `LIMIT_REACHED`")))]
pub(crate) async fn add(
    me: Me,
    Json(body): Json<NewWorkflow, INTERACT>,
) -> Result<(StatusCode, Json<Mirrored<WorkflowShown>>), ApiError> {
    let NewWorkflow { text, form, name } = body.checked()?;
    let author = author(&me, name);
    let (workflow, what) = match form {
        None | Some(WorkflowForm::Toml) => {
            let workflow = read(&text)?;
            let what = match workflow.signed() {
                Signed::Nobody => "Written by hand.".to_owned(),
                signed => format!("Written by hand, {signed}."),
            };
            (workflow, what)
        }
        Some(WorkflowForm::Devtools) => imported(
            "recording",
            recorder::import(&text, &author).map_err(refused)?,
        ),
        Some(WorkflowForm::Playwright) => imported(
            "script",
            playwright::import(&text, &author).map_err(refused)?,
        ),
    };
    first(&me, workflow, &what).await
}

/// What was imported, and what its first version says of that: also what was left, a line each.
fn imported(of: &str, (workflow, left): (Workflow, Vec<String>)) -> (Workflow, String) {
    let mut what = format!("Imported from a {of}.");
    for left in left {
        what.push('\n');
        what.push_str(&left);
    }
    (workflow, what)
}

/// Learn a workflow of a finished task of which every part was seen to be done.
#[utoipa::path(post, path = "/api/workflows/from-task", tag = "workflows",
    request_body = WorkflowFromTask,
    responses((status = 201, description = "Kept, as its first version", body = Mirrored<WorkflowShown>),
        (status = 404, description = "`TASK_NOT_FOUND`"),
        (status = 409, description = "`WORKFLOW_NOT_LEARNED`, `WORKFLOW_NAME_TAKEN`, `LIMIT_REACHED`")))]
pub(crate) async fn from_task(
    me: Me,
    Json(body): Json<WorkflowFromTask>,
) -> Result<(StatusCode, Json<Mirrored<WorkflowShown>>), ApiError> {
    let body = body.checked()?;
    let record = me
        .engine()
        .export(me.owner(), TaskId::new(body.task_id))
        .await?;
    let author = author(&me, body.name);
    let learned = tokio::task::spawn_blocking(move || learn(&record, &author));
    let learned = learned.await.map_err(ApiError::internal)?;
    let workflow = learned.map_err(unlearned)?;
    first(&me, workflow, "Learned of a task that was seen to be done.").await
}

/// Keep what a person did themselves, as their browser noted it down.
#[utoipa::path(post, path = "/api/workflows/recorded", tag = "workflows",
    request_body = WorkflowRecorded,
    responses((status = 201, description = "Kept, as its first version", body = Mirrored<WorkflowShown>),
        (status = 400, description = "`VALIDATION_ERROR`: a step that is none, that nobody records, or that tells a secret"),
        (status = 409, description = "`WORKFLOW_NOT_LEARNED`, `WORKFLOW_NAME_TAKEN`, `LIMIT_REACHED`")))]
pub(crate) async fn add_recorded(
    me: Me,
    Json(body): Json<WorkflowRecorded, INTERACT>,
) -> Result<(StatusCode, Json<Mirrored<WorkflowShown>>), ApiError> {
    let WorkflowRecorded { name, steps } = body.checked()?;
    let author = author(&me, Some(name));
    let learned = tokio::task::spawn_blocking(move || {
        let steps = steps.into_iter().enumerate().map(step_told);
        let steps = steps.collect::<Result<Vec<_>, Invalid>>()?;
        recorded(&steps, &author).map_err(|fault| match fault {
            LearnFault::NotRecorded { step } | LearnFault::TellsSecret { step } => {
                Invalid::new(format!("steps[{}].action", step - 1), fault.to_string()).into()
            }
            fault => unlearned(fault),
        })
    });
    let workflow = learned.await.map_err(ApiError::internal)??;
    first(&me, workflow, "Recorded.").await
}

fn step_told((at, step): (usize, RecordedStep)) -> Result<Recorded, Invalid> {
    let action = parse(&step.action)
        .map_err(|error| Invalid::new(format!("steps[{at}].action"), error.to_string()))?;
    Ok(Recorded {
        action,
        screen: step.seen.into(),
        after: step.after.map(Into::into),
        secret: step.secret,
        varies: step.varies,
    })
}

fn author(me: &Me, name: Option<String>) -> Author {
    Author {
        by: me.caller.user.name.clone(),
        on: screen_agent_engine::day(me.now_ms()),
        name: name.filter(|name| !name.trim().is_empty()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` is given")]
fn unlearned(fault: LearnFault) -> ApiError {
    let why = screen_agent_words::quote::sentence(&fault.to_string());
    ApiError::WORKFLOW_NOT_LEARNED.saying(why)
}

/// `{id}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct WorkflowPath {
    /// The workflow
    id: Uuid,
}

/// A workflow with its versions.
#[utoipa::path(get, path = "/api/workflows/{id}", tag = "workflows", params(WorkflowPath),
    responses((status = 200, description = "The workflow", body = Mirrored<WorkflowShown>),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`")))]
pub(crate) async fn one(me: Me, InPath(path): InPath<WorkflowPath>) -> Reply<WorkflowShown> {
    reply(shown(&me, path.id).await?)
}

/// Keep a workflow as it was changed: its next version.
#[utoipa::path(put, path = "/api/workflows/{id}", tag = "workflows", params(WorkflowPath),
    request_body = WorkflowText,
    responses((status = 200, description = "As it is now", body = Mirrored<WorkflowShown>),
        (status = 400, description = "`VALIDATION_ERROR`: what contradicts itself, with its line"),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`"),
        (status = 409, description = "`WORKFLOW_OVERTAKEN`, `WORKFLOW_NAME_TAKEN`, `LIMIT_REACHED`")))]
pub(crate) async fn change(
    me: Me,
    InPath(path): InPath<WorkflowPath>,
    Json(body): Json<WorkflowText, INTERACT>,
) -> Reply<WorkflowShown> {
    let body = body.checked()?;
    let kept = found(&me, path.id).await?;
    if body.version.is_some_and(|version| version != kept.version) {
        return Err(ApiError::WORKFLOW_OVERTAKEN);
    }
    let before = opened(&kept.body)?;
    let after = Workflow {
        version: kept.version + 1,
        // What was healed is history, and nobody's to change.
        changes: before.changes.clone(),
        ..read(&body.text)?
    };
    next(&me, path.id, &before, &after).await
}

/// Keeps what somebody changed as the next version, where it is otherwise than before.
async fn next(me: &Me, id: Uuid, before: &Workflow, after: &Workflow) -> Reply<WorkflowShown> {
    let what = differences(before, after);
    if !what.is_empty() {
        keep(me, id, after, WorkflowCause::Edited, what.join("\n")).await?;
    }
    reply(shown(me, id).await?)
}

/// Have a step done to another control, which somebody pointed at: the next version.
#[utoipa::path(post, path = "/api/workflows/{id}/control", tag = "workflows", params(WorkflowPath),
    request_body = WorkflowPointed,
    responses((status = 200, description = "As it is now", body = Mirrored<WorkflowShown>),
        (status = 400, description = "`VALIDATION_ERROR`: no such step or control, or one that cannot take its place"),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`"),
        (status = 409, description = "`WORKFLOW_OVERTAKEN`")))]
pub(crate) async fn point(
    me: Me,
    InPath(path): InPath<WorkflowPath>,
    Json(body): Json<WorkflowPointed, INTERACT>,
) -> Reply<WorkflowShown> {
    let kept = found(&me, path.id).await?;
    if body.version != kept.version {
        return Err(ApiError::WORKFLOW_OVERTAKEN);
    }
    let before = opened(&kept.body)?;
    let step = usize::try_from(body.step).unwrap_or(usize::MAX);
    let after = pointed(&before, step, &body.control, &body.seen.into())
        .map_err(|fault| Invalid::new("control", fault.to_string()))?;
    next(&me, path.id, &before, &after).await
}

/// Remove a workflow with all of its versions. Runs that carry it out stop.
#[utoipa::path(delete, path = "/api/workflows/{id}", tag = "workflows", params(WorkflowPath),
    responses((status = 204, description = "Removed"),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`")))]
pub(crate) async fn remove(
    me: Me,
    InPath(path): InPath<WorkflowPath>,
) -> Result<StatusCode, ApiError> {
    let rows = me.rows();
    let removed = rows.remove::<KeptWorkflow>(path.id, me.now_ms()).await?;
    done(removed, ApiError::WORKFLOW_NOT_FOUND)
}

/// `{id}` and `{version}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct VersionPath {
    /// The workflow
    id: Uuid,
    /// From 1
    version: u32,
}

/// A version of a workflow.
#[utoipa::path(get, path = "/api/workflows/{id}/versions/{version}", tag = "workflows", params(VersionPath),
    responses((status = 200, description = "The version", body = Mirrored<WorkflowVersionShown>),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`")))]
pub(crate) async fn version(
    me: Me,
    InPath(path): InPath<VersionPath>,
) -> Reply<WorkflowVersionShown> {
    let rows = me.rows();
    let found = rows.find::<WorkflowVersion>((path.id, path.version));
    let version = found.await?.ok_or(ApiError::WORKFLOW_NOT_FOUND)?;
    reply(WorkflowVersionShown {
        text: text(&version.body)?,
        version: version_told(version),
    })
}

/// In which form.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// `toml`, `devtools` (the Recorder of Chrome's developer tools) or `playwright`; `toml` without.
    form: Option<String>,
}

/// A workflow to take away, as a file.
#[utoipa::path(get, path = "/api/workflows/{id}/export", tag = "workflows", params(WorkflowPath, ExportQuery),
    responses((status = 200, description = "The file", body = String, content_type = "text/plain"),
        (status = 404, description = "`WORKFLOW_NOT_FOUND`")))]
pub(crate) async fn export(
    me: Me,
    InPath(path): InPath<WorkflowPath>,
    InQuery(query): InQuery<ExportQuery>,
) -> Result<Response, ApiError> {
    let kept = found(&me, path.id).await?;
    let workflow = opened(&kept.body)?;
    let values = examples(&workflow);
    let (body, mime, ending) = match query.form.as_deref() {
        None | Some("toml") => (text(&kept.body)?, "application/toml", "toml"),
        Some("devtools") => (
            recorder::export(&workflow, &values).map_err(unwritten)?,
            "application/json",
            "json",
        ),
        Some("playwright") => (
            playwright::export(&workflow, &values).map_err(unwritten)?,
            "text/javascript; charset=utf-8",
            "spec.js",
        ),
        Some(_) => {
            let why = "is none of toml, devtools and playwright";
            return Err(Invalid::new("form", why).into());
        }
    };
    exported(&me, "workflow", &path.id.to_string()).await?;
    let saved = format!(
        "attachment; filename=\"{}.{ending}\"",
        file_name(&kept.name)
    );
    let headers = [
        (header::CONTENT_TYPE, mime),
        (header::CONTENT_DISPOSITION, saved.as_str()),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, body).into_response())
}

/// Letters that every file system takes.
fn file_name(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = name.chars().map(plain).take(60).collect();
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => "workflow".to_owned(),
        false => words.join("-"),
    }
}

fn unwritten(fault: impl std::fmt::Display) -> ApiError {
    Invalid::new("form", format!("cannot hold it: {fault}")).into()
}

/// A workflow of one's own, for whoever begins it.
pub(super) async fn find(
    rows: &dyn screen_agent_store::Scoped,
    id: Uuid,
    version: Option<u32>,
) -> Result<Workflow, ApiError> {
    let body = match version {
        None => rows.find::<KeptWorkflow>(id).await?.map(|kept| kept.body),
        Some(version) => {
            let kept = rows.find::<WorkflowVersion>((id, version)).await?;
            kept.map(|kept| kept.body)
        }
    };
    Ok(opened(&body.ok_or(ApiError::WORKFLOW_NOT_FOUND)?)?)
}

async fn first(
    me: &Me,
    workflow: Workflow,
    what: &str,
) -> Result<(StatusCode, Json<Mirrored<WorkflowShown>>), ApiError> {
    let id = me.new_id();
    let workflow = Workflow {
        version: 1,
        ..workflow
    };
    keep(me, id, &workflow, WorkflowCause::Saved, what.to_owned()).await?;
    Ok((
        StatusCode::CREATED,
        Json(Mirrored::new(shown(me, id).await?)),
    ))
}

async fn keep(
    me: &Me,
    id: Uuid,
    workflow: &Workflow,
    cause: WorkflowCause,
    mut what: String,
) -> Result<(), ApiError> {
    let text = workflow.print().map_err(refused)?;
    screen_agent_wire::invalid::given("name", &workflow.name, NAME)?;
    if let Some((end, _)) = what
        .char_indices()
        .nth(screen_agent_wire::limits::REPORT - 1)
    {
        what.truncate(end);
    }
    let rows = me.rows();
    let kept = rows.keep_workflow(NewWorkflowVersion {
        id,
        name: workflow.name.clone(),
        version: workflow.version,
        cause,
        what,
        body: Packed::bytes(text.as_bytes()),
        now_ms: me.now_ms(),
    });
    match kept.await? {
        VersionKept::Kept => Ok(()),
        VersionKept::Unknown => Err(ApiError::WORKFLOW_NOT_FOUND),
        VersionKept::NameTaken => Err(ApiError::WORKFLOW_NAME_TAKEN),
        VersionKept::Overtaken => Err(ApiError::WORKFLOW_OVERTAKEN),
    }
}

fn read(text: &str) -> Result<Workflow, ApiError> {
    let workflow = Workflow::read(text).map_err(refused)?;
    match workflow.signed() {
        Signed::Nobody | Signed::By { .. } => Ok(workflow),
        changed @ Signed::Changed { .. } => {
            Err(Invalid::new("text", format!("is {changed}")).into())
        }
    }
}

fn refused(fault: WorkflowFault) -> ApiError {
    Invalid::new("text", fault.to_string()).into()
}

async fn found(me: &Me, id: Uuid) -> Result<KeptWorkflow, ApiError> {
    let found = me.rows().find::<KeptWorkflow>(id).await?;
    found.ok_or(ApiError::WORKFLOW_NOT_FOUND)
}

async fn shown(me: &Me, id: Uuid) -> Result<WorkflowShown, ApiError> {
    let kept = found(me, id).await?;
    let versions = me.rows().list::<WorkflowVersion>(id).await?;
    Ok(WorkflowShown {
        workflow: told(&kept, &opened(&kept.body)?),
        versions: versions.into_iter().map(version_told).collect(),
        text: text(&kept.body)?,
    })
}

fn text(body: &Packed) -> Result<String, ApiError> {
    String::from_utf8(body.open()?).map_err(ApiError::internal)
}

fn version_told(version: WorkflowVersion) -> WorkflowVersionData {
    WorkflowVersionData {
        version: version.version,
        cause: version.cause,
        what: version.what.lines().map(str::to_owned).collect(),
        at: time::iso(version.at_ms),
    }
}

fn told(kept: &KeptWorkflow, workflow: &Workflow) -> WorkflowData {
    // A step is told with what its parameters are for where their values will stand.
    let called = |one: &Parameter| match one.about.is_empty() {
        true => one.name.clone(),
        false => one.about.clone(),
    };
    let names = workflow.parameters.iter();
    let names = names.map(|one| (one.name.clone(), format!("‹{}›", called(one))));
    let rows = workflow.loops.iter();
    let rows = rows.map(|one| (one.name.clone(), format!("‹{}›", one.name)));
    let names = names.chain(rows).collect();
    WorkflowData {
        id: kept.id,
        name: kept.name.clone(),
        version: kept.version,
        cause: kept.cause,
        start: workflow.start.clone(),
        sites: workflow.sites.clone(),
        parameters: workflow.parameters.iter().map(parameter).collect(),
        steps: workflow
            .in_words()
            .iter()
            .map(|step| filled(step, &names))
            .collect(),
        created_at: time::iso(kept.created_ms),
        updated_at: time::iso(kept.updated_ms),
    }
}

fn parameter(one: &Parameter) -> WorkflowParameter {
    let one = one.clone();
    WorkflowParameter {
        name: one.name,
        kind: match one.kind {
            ParameterType::Text => WireParameterType::Text,
            ParameterType::Number => WireParameterType::Number,
            ParameterType::Date => WireParameterType::Date,
            ParameterType::Choice => WireParameterType::Choice,
            ParameterType::Secret => WireParameterType::Secret,
        },
        about: one.about,
        default: one.default,
        example: one.example,
        choices: one.choices,
    }
}
