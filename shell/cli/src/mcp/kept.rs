//! What a person has, here and on a server alike: collections, workflows, and what can be read by its address.

use screen_agent_mcp::{
    CallFault, CollectionShown, CollectionsArgs, CollectionsResult, Given, ListedWorkflow,
    ParameterShown, ReadContents, Readable, SourceShown, ToolOutcome, WorkflowVerb, WorkflowsArgs,
    WorkflowsResult, fenced,
};
use screen_agent_wire::extension::workflow::{
    WireParameterType, WorkflowData, WorkflowFromTask, WorkflowListData, WorkflowShown,
    WorkflowStart,
};
use screen_agent_wire::packet::collection::{
    CollectionData, CollectionInfo, CollectionList, SourceInfo,
};
use serde_json::Value;

use super::served::{bare, got, posted};
use crate::compose::fence_mark;
use crate::drive::Door;
use crate::terminal::word;

const JSON: &str = "application/json";
/// Most of a kind that are listed.
const LISTED: usize = 50;

/// A kind of things that can be read as JSON, by `screen-agent://` and its place.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) place: &'static str,
    /// The route that lists them; each of them is below `one`.
    pub(super) all: String,
    pub(super) one: String,
    /// In which list of the answer they are, and what they are called there.
    pub(super) list: &'static str,
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// The route answers without a cover.
    pub(super) bare: bool,
}

/// What there is behind each door.
pub(super) fn kinds(own: Kind) -> Vec<Kind> {
    let kind = |name, about, place: &'static str, title| Kind {
        name,
        about,
        place,
        all: format!("/api/{place}"),
        one: format!("/api/{place}"),
        list: place,
        id: "id",
        title,
        bare: true,
    };
    let workflow = "A workflow: its file, its parameters and its versions.";
    vec![
        kind(
            "collection",
            "A collection with its sources.",
            "collections",
            "title",
        ),
        kind(
            "artifact",
            "What was made of sources and kept, with its citations.",
            "artifacts",
            "title",
        ),
        Kind {
            bare: false,
            ..kind("workflow", workflow, "workflows", "name")
        },
        own,
    ]
}

impl Kind {
    fn uri(&self, id: &str) -> String {
        format!("screen-agent://{}/{id}", self.place)
    }

    async fn get(&self, door: &Door, path: &str) -> Result<Value, CallFault> {
        match self.bare {
            true => bare(door.get(path).await),
            false => got(door.get(path).await),
        }
    }
}

/// All that can be read.
pub(super) async fn listed(kinds: &[Kind], door: &Door) -> Result<Vec<Readable>, CallFault> {
    let mut found = Vec::new();
    for kind in kinds {
        let all = match kind.get(door, &kind.all).await {
            // A conversation that has not begun holds nothing.
            Err(fault) if fault.code.ends_with("NOT_FOUND") => continue,
            all => all?,
        };
        let things = all[kind.list].as_array().into_iter().flatten();
        found.extend(things.take(LISTED).filter_map(|thing| {
            let uri = kind.uri(thing[kind.id].as_str()?);
            let title = thing[kind.title].as_str().unwrap_or(kind.name);
            Some(Readable::new(uri, title, kind.about, JSON))
        }));
    }
    Ok(found)
}

/// How each kind is addressed.
pub(super) fn templates(kinds: &[Kind]) -> Vec<Readable> {
    let told = |kind: &Kind| Readable::new(kind.uri("{id}"), kind.name, kind.about, JSON);
    kinds.iter().map(told).collect()
}

/// Reads one of them.
pub(super) async fn read(
    kinds: &[Kind],
    door: &Door,
    uri: &str,
) -> Result<ReadContents, CallFault> {
    let mut kinds = kinds.iter();
    let found = kinds.find_map(|kind| Some((kind, uri.strip_prefix(&kind.uri(""))?)));
    let is_id = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    match found.filter(|(_, id)| !id.is_empty() && id.chars().all(is_id)) {
        None => Err(CallFault::new(
            "NOT_FOUND",
            "there is no such thing to read",
        )),
        Some((kind, id)) => Ok(ReadContents::Text {
            mime: JSON,
            text: kind
                .get(door, &format!("{}/{id}", kind.one))
                .await?
                .to_string(),
        }),
    }
}

/// Lists collections, or shows one.
pub(super) async fn collections(door: &Door, args: CollectionsArgs) -> Given {
    let shown = |one: CollectionInfo| CollectionShown {
        id: one.id,
        title: one.title,
        sources: one.source_count,
    };
    let result = match args.id {
        None => {
            let all: CollectionList = bare(door.get("/api/collections").await)?;
            CollectionsResult {
                collections: all.collections.into_iter().map(shown).collect(),
                sources: Vec::new(),
            }
        }
        Some(id) => {
            let id: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
            let one: CollectionData = bare(door.get(&format!("/api/collections/{id}")).await)?;
            let source = |one: SourceInfo| SourceShown {
                title: one.title,
                url: one.url,
                characters: one.characters,
            };
            CollectionsResult {
                collections: vec![shown(one.collection)],
                sources: one.sources.into_iter().map(source).collect(),
            }
        }
    };
    Ok(told("what the person has gathered", &result))
}

/// What `workflows` wants: an answer, or a workflow run by whoever has a browser.
pub(super) enum Wanted {
    Told(ToolOutcome),
    Run(Box<WorkflowData>, WorkflowStart),
}

/// Lists, shows and keeps workflows. What is to be run is looked up: it takes no secret of a client.
pub(super) async fn workflows(door: &Door, args: WorkflowsArgs) -> Result<Wanted, CallFault> {
    let id = args.id.as_deref().unwrap_or_default();
    let found = match args.verb {
        WorkflowVerb::List => {
            let all: WorkflowListData = got(door.get("/api/workflows").await)?;
            all.workflows
        }
        WorkflowVerb::Keep => {
            let of = WorkflowFromTask {
                task_id: args
                    .task
                    .as_deref()
                    .unwrap_or_default()
                    .parse()
                    .unwrap_or_default(),
                name: args.name,
            };
            let kept: WorkflowShown = posted(door.post("/api/workflows/from-task", &of).await)?;
            vec![kept.workflow]
        }
        WorkflowVerb::Show | WorkflowVerb::Run => {
            let one: WorkflowShown = got(door.get(&format!("/api/workflows/{id}")).await)?;
            vec![one.workflow]
        }
    };
    let mut found = found.into_iter();
    if args.verb == WorkflowVerb::Run
        && let Some(one) = found.next()
    {
        let start = WorkflowStart {
            id: one.id,
            inputs: args.inputs,
            ..WorkflowStart::default()
        };
        return Ok(Wanted::Run(Box::new(one), start));
    }
    let result = WorkflowsResult {
        workflows: found.map(shown).collect(),
        ..WorkflowsResult::default()
    };
    Ok(Wanted::Told(told("what was done and kept", &result)))
}

/// Values of secrets are no client's: none may pass through its hands, or be asked of it.
pub(super) fn without_secrets(workflow: &WorkflowData) -> Result<(), CallFault> {
    let mut parameters = workflow.parameters.iter();
    match parameters.find(|one| one.kind == WireParameterType::Secret) {
        None => Ok(()),
        Some(one) => Err(CallFault::new(
            "NEEDS_PERSON",
            format!(
                "{:?} is a secret, which only the person enters: they run it themselves, by `screen-agent workflow run` or on \
                 a server",
                one.name
            ),
        )),
    }
}

fn told(what: &str, result: &impl serde::Serialize) -> ToolOutcome {
    let text = serde_json::to_string(result).unwrap_or_default();
    // Titles and steps hold words of pages.
    ToolOutcome::new(fenced(what, &text, &fence_mark()), result)
}

pub(super) fn shown(one: WorkflowData) -> ListedWorkflow {
    let parameters = one.parameters.into_iter();
    let parameters = parameters.map(|one| ParameterShown {
        kind: word(&one.kind),
        name: one.name,
        default: one.default,
        choices: one.choices,
    });
    ListedWorkflow {
        id: one.id.to_string(),
        name: one.name,
        version: one.version,
        start: one.start,
        parameters: parameters.collect(),
        steps: one.steps,
    }
}
