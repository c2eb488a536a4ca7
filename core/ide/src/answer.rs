//! A request as its reply: checked, computed, and told in the fields of the spec and those that older clients read.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::cli_action::{ConflictStrategy, Execution, ExecutionMode, IdeHints};
use screen_agent_wire::ide::intent::{IntentParsed, IntentReply, IntentTarget, RegistryRef};
use screen_agent_wire::ide::reply::{ArtifactKept, ComponentsWritten};
use screen_agent_wire::ide::{ENVELOPE_VERSION, IdeReply, IdeRequest, IdeTask};
use serde_json::{Map, Value, json};

use crate::intent::registry::{TaskEntry, entry, is_keyword};
use crate::intent::resolve::{resolve, suggestions};
use crate::intent::template::{Placed, action};
use crate::intent::{REGISTRY_SOURCE, REGISTRY_VERSION, requires};
use crate::task::{Asked, TaskOutcome, TaskProgress, compute};
use crate::toast::ToastLanguage;

/// Characters of a request's text.
const TEXT: usize = 20_000;
/// Versions of the envelope that are understood.
pub const VERSIONS: [&str; 1] = [ENVELOPE_VERSION];

/// How requests are answered, as the operator wants it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdeMeans {
    /// Hosts that data actions may call, besides those that symbols name.
    pub hosts: Vec<String>,
    /// Keywords that are unknown are refused, and not passed over.
    pub strict_keywords: bool,
    /// What a keyword requires must be said.
    pub strict_requires: bool,
    /// Who changes a document says which version of it they know.
    pub strict_preconditions: bool,
}

/// Answers a request.
pub fn answer(
    task: IdeTask,
    request: &IdeRequest,
    means: &IdeMeans,
    trace_id: &str,
) -> Result<IdeReply, Invalid> {
    check(task, request, means)?;
    answer_telling(task, request, means, trace_id, &|_| ())
}

/// Answers a request that was checked, and tells how far it is.
pub fn answer_telling(
    task: IdeTask,
    request: &IdeRequest,
    means: &IdeMeans,
    trace_id: &str,
    tell: &dyn Fn(TaskProgress),
) -> Result<IdeReply, Invalid> {
    let asked = Asked::of(request, &means.hosts, tell)?;
    let outcome = compute(task, &asked)?;
    Ok(told(entry(task), request, outcome, trace_id))
}

/// Checks what can be seen of a request before anything is computed.
pub fn check(task: IdeTask, request: &IdeRequest, means: &IdeMeans) -> Result<(), Invalid> {
    let entry = entry(task);
    let version = request.envelope_version.as_deref();
    if version.is_some_and(|version| !VERSIONS.contains(&version)) {
        let supported = VERSIONS.join(", ");
        return Err(Invalid::new(
            "envelope_version",
            format!("is none of: {supported}"),
        ));
    }
    let other = request
        .task_type
        .as_deref()
        .filter(|task| *task != entry.name);
    if other.is_some() {
        return Err(Invalid::new(
            "task_type",
            format!("is not {}, which this address is for", entry.name),
        ));
    }
    screen_agent_wire::invalid::chars("text", request.words(), TEXT)?;
    screen_agent_wire::invalid::texts("intent.keywords", &request.keywords().to_vec(), 50, 100)?;
    if means.strict_keywords && !request.keywords().iter().all(|keyword| is_keyword(keyword)) {
        return Err(Invalid::new(
            "intent.keywords",
            "has one that is not registered",
        ));
    }
    match means.strict_requires {
        true => requires::check(entry.requires, request),
        false => Ok(()),
    }
}

fn told(entry: &TaskEntry, request: &IdeRequest, outcome: TaskOutcome, trace_id: &str) -> IdeReply {
    let language = ToastLanguage::of(request.language(), request.words());
    let mut result = outcome.result;
    let top = result.clone();
    result.insert("note".to_owned(), json!(format!("uui.{}", entry.note)));
    result.insert("trace_id".to_owned(), json!(trace_id));
    let page_id = request.page_id();
    let placed = Placed {
        project: request.project(),
        page_id: page_id.as_ref(),
        trace_id,
    };
    let parts = json!({ "artifacts": outcome.artifacts, "result": result });
    let actions = entry
        .templates
        .iter()
        .filter_map(|template| action(template, &placed, &parts));
    let actions: Vec<_> = actions.collect();
    let hints = outcome
        .missing
        .map(|missing| missing.hints(language))
        .unwrap_or_default();
    let hints = in_editor(hints, request);
    IdeReply {
        ok: true,
        task_type: entry.task,
        title: within(outcome.title, 200),
        response: within(outcome.response, 2_048),
        trace_id: trace_id.to_owned(),
        envelope_version: ENVELOPE_VERSION.to_owned(),
        server_version: "v1".to_owned(),
        capabilities_version: "v1".to_owned(),
        intent: intent(entry, request, language),
        artifacts: outcome.artifacts,
        result,
        execution: (!actions.is_empty()).then_some(Execution {
            mode: ExecutionMode::LocalCli,
            approval_required: true,
            dry_run: true,
            default_conflict_strategy: ConflictStrategy::Skip,
        }),
        cli_actions: Some(actions).filter(|actions| !actions.is_empty()),
        ide_hints: Some(hints).filter(|hints| *hints != IdeHints::default()),
        meta: meta(request),
        idempotency_key: request.idempotency_key().map(str::to_owned),
        artifact: ArtifactKept::default(),
        components: ComponentsWritten {
            wrote: 0,
            reason: match page_id {
                Some(_) => "not_kept_by_this_server".to_owned(),
                None => "page_id_required".to_owned(),
            },
        },
        top,
    }
}

/// A text of at most so many bytes.
fn within(mut text: String, most: usize) -> String {
    text.truncate(text.floor_char_boundary(most));
    text
}

fn intent(entry: &TaskEntry, request: &IdeRequest, language: ToastLanguage) -> IntentReply {
    let mut keywords: Vec<String> = request
        .keywords()
        .iter()
        .filter(|word| is_keyword(word))
        .cloned()
        .collect();
    let named = keywords.iter().any(|keyword| keyword == entry.keyword);
    if !named {
        keywords.push(entry.keyword.to_owned());
    }
    let resolved = resolve(request.words(), None);
    let in_text = resolved
        .keywords
        .iter()
        .any(|keyword| keyword == entry.keyword);
    let unknown = request.keywords().iter().filter(|word| !is_keyword(word));
    let mut almost = resolved.suggestions;
    almost.extend(unknown.map(|word| (word.clone(), suggestions(word))));
    IntentReply {
        text: request.words().to_owned(),
        language: language.code().to_owned(),
        keywords,
        parsed: IntentParsed {
            goal: None,
            target: Some(IntentTarget {
                project_uuid: request.project().map(str::to_owned),
                page_id: request.page_id(),
            }),
        },
        // Whoever names the keyword means it; the address alone says it, too, but less of the person's own will.
        confidence: match (named, in_text) {
            (true, _) => 1.0,
            (false, true) => 0.9,
            (false, false) => 0.8,
        },
        registry: RegistryRef {
            version: REGISTRY_VERSION.to_owned(),
            source: REGISTRY_SOURCE.to_owned(),
        },
        suggestions: Some(almost).filter(|almost| !almost.is_empty()),
    }
}

fn meta(request: &IdeRequest) -> Map<String, Value> {
    let mut meta = Map::from_iter([("proposed_by".to_owned(), json!("rules"))]);
    let parts = [
        (
            "project_id",
            request.project().map(|project| json!(project)),
        ),
        ("page_id", request.page_id()),
        ("page", request.page_name().map(|name| json!(name))),
        (
            "editor_context",
            request.editor_context.clone().map(Value::Object),
        ),
    ];
    for (name, value) in parts {
        meta.extend(value.map(|value| (name.to_owned(), value)));
    }
    meta
}

/// Where the editor is, for hints that point there.
fn in_editor(hints: IdeHints, request: &IdeRequest) -> IdeHints {
    let Some(context) = &request.editor_context else {
        return hints;
    };
    let selection = context.get("selection").filter(|selection| {
        selection["path"].is_string()
            && selection["range"]
                .as_array()
                .is_some_and(|range| range.len() == 2)
    });
    IdeHints {
        open_file: context
            .get("active_file")
            .and_then(Value::as_str)
            .map(str::to_owned),
        highlight: selection.cloned(),
        ..hints
    }
}
