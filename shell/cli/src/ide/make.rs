//! `ide plan`: what a prompt, a trace or a reply would change here.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::PathBuf;

use screen_agent_ide::intent::order::in_order;
use screen_agent_ide::merge::{
    ActionPage, DraftedAction, EDITS, carry_out, difference, edits, plan,
};
use screen_agent_wire::ide::cli_action::{CliAction, ConflictStrategy};
use screen_agent_wire::ide::plan::{FileChange, IdePlan, PlanAction, PlanOperation, PlanReport};
use screen_agent_wire::invalid::count;
use screen_agent_wire::read::from_value;
use serde_json::{Map, Value, json};

use super::apply::{ACTIONS, changes, checked};
use super::approval::{Asked, allowed};
use super::server::IdeServer;
use super::settings::{IdeSettings, told};
use super::tell::Teller;
use super::workspace::Workspace;
use super::{ChangeArgs, Done, IdeFault, PlaceArgs, show};
use crate::drive::Answerer;

/// Say what a prompt, a trace or a reply would change here, and keep it as a plan. Nothing is changed.
///
/// Of a reply come its actions, by the verbs that are on the list, and the screen where one was made. A plan holds operations
/// with JSON pointers, the files as they stood, and a fingerprint: it can be read, and kept.
#[derive(clap::Args)]
pub(super) struct PlanArgs {
    /// What you want, in plain words; the server is asked.
    words: Option<String>,
    /// What the server is to do.
    #[arg(long, default_value = "design_generate", value_name = "TASK")]
    task: String,
    /// What it works on: a field of the request, and the file that is its value. Again for each one.
    #[arg(long = "with", value_name = "FIELD=FILE", value_parser = with)]
    with: Vec<(String, PathBuf)>,
    /// The page that it is about.
    #[arg(long, value_name = "NAME")]
    page: Option<String>,
    /// The same, by its number or id.
    #[arg(long, value_name = "ID")]
    page_id: Option<String>,
    /// The project [default: the workspace's]
    #[arg(long)]
    project: Option<String>,
    /// Plan what a trace was answered before, and ask nothing.
    #[arg(long, value_name = "ID", conflicts_with_all = ["words", "with", "reply"])]
    trace: Option<String>,
    /// Plan a reply that stands in a file, or comes in (-).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "with"])]
    reply: Option<PathBuf>,
    /// Where a screen goes [default: app/pages/PAGE.json]
    #[arg(long, value_name = "FILE")]
    into: Option<String>,
    /// Where something else stands already: `ours` leaves it, `theirs` replaces it, `merge` joins them, `create_new` writes
    /// beside it, `fail` plans nothing [default: as each action says]
    #[arg(long, value_name = "STRATEGY", value_parser = strategy)]
    conflict_strategy: Option<ConflictStrategy>,
    /// Where the plan is kept [default: .cogo/plan.json]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A strategy, by our word for it or that of actions.
fn strategy(text: &str) -> Result<ConflictStrategy, String> {
    match text {
        "ours" | "skip" => Ok(ConflictStrategy::Skip),
        "theirs" | "overwrite" => Ok(ConflictStrategy::Overwrite),
        "merge" => Ok(ConflictStrategy::Merge),
        "create_new" => Ok(ConflictStrategy::CreateNew),
        "fail" => Ok(ConflictStrategy::Fail),
        _ => Err("expected ours, theirs, merge, create_new or fail".to_owned()),
    }
}

fn with(text: &str) -> Result<(String, PathBuf), String> {
    let (field, file) = text
        .split_once('=')
        .ok_or("expected FIELD=FILE, like ui_json=app/pages/login.json")?;
    Ok((field.to_owned(), file.into()))
}

pub(super) async fn run(place: &PlaceArgs, args: PlanArgs) -> Done<()> {
    let workspace = Workspace::find(place.workspace.as_deref())?;
    let reply = args.reply(&workspace, place).await?;
    let drafts = drafts(&reply, args.conflict_strategy, args.into.as_deref())?;
    let trace = reply["trace_id"].as_str().map(str::to_owned);
    let plan = planned(&workspace, trace, drafts).await?;
    let changed = changes(&workspace, &plan, &ChangeArgs::default())?;
    let change = |(file, kept): (&String, &super::backup::Kept)| {
        difference(file, kept.before.as_deref(), kept.after.as_deref())
    };
    let files: Vec<FileChange> = changed.iter().filter_map(change).collect();
    Teller::of(&workspace, place, &plan, ("plan", true))?
        .planned(&plan)
        .await?;
    let path = args.out.unwrap_or_else(|| workspace.own("plan.json"));
    workspace.write_at(&path, &super::workspace::pretty(&plan)?, 0o600)?;
    if !place.json {
        show::notes(&plan);
        show::diffs(&files);
    }
    let counts = show::counts(&files);
    let words = match files.is_empty() {
        true => "Nothing would be changed.".to_owned(),
        false => format!(
            "Would be changed: {} added, {} modified. `screen-agent ide apply` does it.",
            counts.added, counts.modified
        ),
    };
    let report = PlanReport {
        ok: true,
        plan,
        changes: counts,
        files,
        response: reply["response"].as_str().map(str::to_owned),
    };
    told(place, &report, &words)
}

/// The plan of drafts on the files as they stand. Every one is one that may be tried.
pub(super) async fn planned(
    workspace: &Workspace,
    trace: Option<String>,
    drafts: Vec<DraftedAction>,
) -> Done<IdePlan> {
    for draft in &drafts {
        let files: BTreeSet<&String> = draft.operations.iter().map(|one| &one.file).collect();
        let files: Vec<String> = files.into_iter().cloned().collect();
        allowed(
            &draft.action,
            &files,
            ("plan", true),
            Asked::Here(Answerer::Nobody),
        )
        .await?;
    }
    let read = |file: &str| workspace.read(file);
    checked(plan(trace, drafts, read, ConflictStrategy::Skip)?)
}

/// An action with its operations, which are its own.
pub(super) fn draft(
    (id, command, args): (&str, &str, Vec<String>),
    operations: Vec<PlanOperation>,
    conflict: ConflictStrategy,
) -> DraftedAction {
    let own = |one: PlanOperation| PlanOperation {
        action_id: Some(id.to_owned()),
        ..one
    };
    DraftedAction {
        operations: operations.into_iter().map(own).collect(),
        conflict,
        action: PlanAction {
            id: id.to_owned(),
            command: command.to_owned(),
            args,
            skipped: Vec::new(),
            says: None,
        },
    }
}

/// What stands behind a flag.
fn behind<'a>(args: &'a [String], flag: &str) -> Option<&'a str> {
    let at = args.iter().position(|arg| arg == flag)?;
    args.get(at + 1).map(String::as_str)
}

/// What is to be done by a reply: its actions, its edits, and the screen where one was made.
pub(super) fn drafts(
    reply: &Value,
    conflict: Option<ConflictStrategy>,
    into: Option<&str>,
) -> Done<Vec<DraftedAction>> {
    let actions: Vec<CliAction> = match reply.get("cli_actions") {
        Some(actions) => from_value(actions).map_err(|invalid| invalid.inside("cli_actions"))?,
        None => Vec::new(),
    };
    count("cli_actions", actions.len(), ACTIONS)?;
    let (actions, left) = in_order(actions, |one| one.id.clone(), |one| &one.depends_on);
    if let Some(left) = left.first() {
        let why = "depends on an action that is not there, or on itself";
        return Err(IdeFault::Invalid(format!("{} {why}", left.id)));
    }
    let mut drafts = Vec::new();
    for action in actions {
        let page = ActionPage {
            project: behind(&action.args, "--project"),
            id: behind(&action.args, "--page-id"),
        };
        let wrong = || {
            IdeFault::Invalid(format!(
                "{}: the reply has no {}",
                action.id, action.input_artifact_ref
            ))
        };
        let input = input(reply, &action.input_artifact_ref).ok_or_else(wrong)?;
        let carried = carry_out(&action.command, page, action.apply_strategy, input)?;
        let named = (
            action.id.as_str(),
            action.command.as_str(),
            action.args.clone(),
        );
        let mut draft = draft(
            named,
            carried.operations,
            conflict.unwrap_or(action.conflict_strategy),
        );
        draft.action.says = carried.says;
        drafts.push(draft);
    }
    let mut files = match reply.get("edits") {
        Some(files) => edits(files)?,
        None => Vec::new(),
    };
    if let Some(screen) = reply["result"]
        .get("cogo_ui_json")
        .filter(|_| reply["task_type"] == "design_generate")
    {
        let page = screen["page"]["name"].as_str().unwrap_or("page");
        let path = into.map_or_else(|| format!("app/pages/{page}.json"), str::to_owned);
        files.extend(edits(&json!([{ "path": path, "content": screen }]))?);
    }
    if !files.is_empty() {
        drafts.push(draft(
            ("edits", EDITS, Vec::new()),
            files,
            conflict.unwrap_or(ConflictStrategy::Overwrite),
        ));
    }
    Ok(drafts)
}

/// The part of a reply that is an input. The result has whole what artifacts may have as a preview.
fn input<'a>(reply: &'a Value, path: &str) -> Option<&'a Value> {
    let (first, rest) = path.split_once('.')?;
    let inside = |part: &'a Value| {
        rest.split('.')
            .try_fold(part, |value, name| value.get(name))
    };
    match first {
        "artifacts" => inside(&reply["result"]).or_else(|| inside(&reply["artifacts"])),
        "result" => inside(&reply["result"]),
        _ => None,
    }
}

/// What the server replies to a task.
pub(super) async fn replied(server: &IdeServer, task: &str, request: &Value) -> Done<Value> {
    let capabilities: Value = server.get("/functions/v1/chat/capabilities").await?;
    let endpoint = capabilities["task_type_details"][task]["endpoint"].as_str();
    let endpoint = endpoint.ok_or_else(|| {
        let known = capabilities["task_types"].as_array().into_iter().flatten();
        let known: Vec<&str> = known.filter_map(Value::as_str).collect();
        IdeFault::Invalid(format!(
            "{task} is none of the server's tasks: {}",
            known.join(", ")
        ))
    })?;
    server.ask(endpoint, request).await
}

impl PlanArgs {
    /// The reply: one that there is, or the server's.
    async fn reply(&self, workspace: &Workspace, place: &PlaceArgs) -> Done<Value> {
        if let Some(path) = &self.reply {
            let mut text = String::new();
            let read = match path.as_os_str() == "-" {
                true => std::io::stdin().read_to_string(&mut text).map(drop),
                false => std::fs::read_to_string(path).map(|read| text = read),
            };
            read.map_err(|error| IdeFault::Invalid(format!("{}: {error}", path.display())))?;
            return serde_json::from_str(&text)
                .map_err(|error| IdeFault::Invalid(format!("{}: {error}", path.display())));
        }
        let server = IdeServer::of(workspace, place)?;
        if let Some(trace) = &self.trace {
            let id: String = url::form_urlencoded::byte_serialize(trace.as_bytes()).collect();
            let status: Value = server
                .get(&format!("/functions/v1/trace-status?trace_id={id}"))
                .await?;
            let events = status["events"].as_array().into_iter().flatten();
            let done = events
                .into_iter()
                .find(|event| event["event_type"] == "done");
            let done = done.ok_or_else(|| {
                IdeFault::Invalid(format!("{trace} is no trace of yours that is done"))
            })?;
            return Ok(done["payload"].clone());
        }
        replied(&server, &self.task, &self.request(workspace)?).await
    }

    fn request(&self, workspace: &Workspace) -> Done<Value> {
        let mut request = Map::new();
        let project = self
            .project
            .clone()
            .or(IdeSettings::read(workspace)?.project);
        let parts = [
            ("text", &self.words),
            ("project_id", &project),
            ("page", &self.page),
            ("page_id", &self.page_id),
        ];
        for (name, value) in parts {
            request.extend(value.as_ref().map(|value| (name.to_owned(), json!(value))));
        }
        for (field, path) in &self.with {
            let text = std::fs::read_to_string(path);
            let text =
                text.map_err(|error| IdeFault::Invalid(format!("{}: {error}", path.display())))?;
            let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
            request.insert(field.clone(), value);
        }
        Ok(Value::Object(request))
    }
}
