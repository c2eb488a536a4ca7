//! Cases in a file, one JSON object a line, for people who want to try a policy.
//!
//! `docs/gate.md` describes the format.

use std::collections::BTreeSet;

use screen_agent_page::{Keyboard, Line, LineKind, Node, NodeId, Run, ScrollContainer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use screen_agent_action::status::TaskStatus;
use screen_agent_action::{Action, parse};
use screen_agent_gate::approval::{ANSWER_WITHIN_MS, ApprovalRequest, AskReason, Grant};
use screen_agent_gate::chain::gate_chain;
use screen_agent_gate::{
    Denial, DenyReason, Filled, GateCase, GateDecision, Made, TaskHistory, decide, fingerprint,
};
use screen_agent_words::Words;
use screen_agent_words::secrets::KnownSecret;

use super::node::FileNode;

/// Why a line is not a case.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CaseError {
    /// It is not JSON, or not of the described form.
    #[error("not a case: {0}")]
    Form(#[from] serde_json::Error),
    /// It has neither an action nor a chain, or both.
    #[error("a case has either an action or a chain")]
    NoAction,
}

/// What the gate says of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct VerdictLine {
    /// The case's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `allow`, `ask` or `deny`.
    pub decision: &'static str,
    /// Why, as a stable code.
    pub reason: &'static str,
    /// Why, in one sentence.
    pub why: String,
    /// Whether it is what the case expects. Absent where it expects nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
}

/// One case as it stands in a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileCase {
    name: Option<String>,
    query: String,
    answers: Vec<String>,
    /// Names of the files that the person gave to their client.
    files: Vec<String>,
    origins: BTreeSet<String>,
    url: String,
    node: Option<FileNode>,
    nodes: Vec<FileNode>,
    says: Vec<String>,
    dialog: Option<String>,
    regions: Vec<String>,
    aimed_at: Option<FileNode>,
    keyboard: Option<NodeId>,
    focus: Option<FileFocus>,
    document: String,
    action: Option<String>,
    chain: Option<Vec<FileLink>>,
    task: String,
    step: usize,
    status: TaskStatus,
    outstanding: bool,
    repeats: usize,
    activated: Vec<(String, String)>,
    start: Option<String>,
    secrets: Vec<FileSecret>,
    filled: Vec<NodeId>,
    pressed: Option<(String, String)>,
    made: Vec<FileMade>,
    approved: Option<FileApproval>,
    grants: Vec<FileGrant>,
    now_ms: i64,
    expect: Option<String>,
    reason: Option<String>,
}

/// A secret that stands in the words, or one that an origin asked for.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum FileSecret {
    Said(String),
    Asked { value: String, asked_by: String },
}

impl FileSecret {
    fn told(&self) -> KnownSecret {
        match self {
            Self::Said(value) => KnownSecret {
                value: value.clone(),
                said: true,
                ..KnownSecret::default()
            },
            Self::Asked { value, asked_by } => KnownSecret {
                value: value.clone(),
                asked_by: Some(asked_by.clone()),
                ..KnownSecret::default()
            },
        }
    }
}

/// A link of a chain: the action, or the action with its index.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum FileLink {
    Plain(String),
    Numbered { index: u32, action: String },
}

/// What of history and tabs is the task's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileMade {
    Back,
    Forward,
    Tabs,
}

/// What the client says has the keyboard: `"page"`, or a control, in view or not.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum FileFocus {
    Page(PageWord),
    Control(Box<FileNode>),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PageWord {
    Page,
}

impl FileFocus {
    fn to_keyboard(&self) -> Keyboard {
        match self {
            Self::Page(PageWord::Page) => Keyboard::Page,
            Self::Control(node) => Keyboard::Control {
                node: Box::new(node.to_node()),
            },
        }
    }
}

/// An approval of this very case, but for what is named under `but`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileApproval {
    #[serde(default)]
    pub(super) age_ms: i64,
    #[serde(default)]
    but: Map<String, Value>,
}

impl FileApproval {
    /// The case that the person said yes to: as it stands, with some fields otherwise.
    pub(super) fn case<T: DeserializeOwned>(&self, written: &Value) -> serde_json::Result<T> {
        let mut then = written.as_object().cloned().unwrap_or_default();
        then.remove("approved");
        then.extend(self.but.clone());
        T::deserialize(Value::Object(then))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileGrant {
    reason: AskReason,
    origin: String,
    expires_in_ms: i64,
}

/// Decides one line: the case of an action, or of a tool where it has a `deed`.
pub(crate) fn decide_line(line: &str) -> Result<VerdictLine, CaseError> {
    let written: Value = serde_json::from_str(line)?;
    if written.get("deed").is_some() {
        return super::tool::decide_written(&written);
    }
    let file = FileCase::deserialize(&written)?;
    let decision = decide_file(&file, &written)?;
    let met = file.expect.as_deref().map(|wanted| {
        let reason = file.reason.as_deref();
        wanted == decision.word() && reason.is_none_or(|reason| reason == decision.reason())
    });
    Ok(VerdictLine {
        name: file.name,
        decision: decision.word(),
        reason: decision.reason(),
        why: decision.why().to_owned(),
        met,
    })
}

fn decide_file(file: &FileCase, written: &Value) -> Result<GateDecision, CaseError> {
    let approved = match &file.approved {
        Some(approval) => approval_of(written, approval, file.now_ms)?,
        None => None,
    };
    let links = match links(file)? {
        Ok(links) => links,
        Err(denial) => return Ok(GateDecision::Deny(denial)),
    };
    Ok(with_case(file, &links, |case| {
        let case = GateCase {
            approved: approved.as_ref(),
            ..case.clone()
        };
        if file.chain.is_some() {
            gate_chain(&links, &case)
        } else {
            decide(&case)
        }
    }))
}

/// The actions, or why what is written is none.
fn links(file: &FileCase) -> Result<Result<Vec<(u32, Action)>, Denial>, CaseError> {
    let written: Vec<(u32, &str)> = match (&file.action, &file.chain) {
        (Some(action), None) => vec![(0, action)],
        (None, Some(chain)) => chain.iter().zip(0..).map(numbered).collect(),
        _ => return Err(CaseError::NoAction),
    };
    let parsed: Result<Vec<_>, _> = written
        .into_iter()
        .map(|(index, text)| Ok((index, parse(text)?)))
        .collect();
    Ok(parsed.map_err(|error: screen_agent_action::ParseError| {
        Denial::new(DenyReason::Malformed, format!("Not one action: {error}."))
    }))
}

fn numbered((link, position): (&FileLink, u32)) -> (u32, &str) {
    match link {
        FileLink::Plain(action) => (position, action),
        FileLink::Numbered { index, action } => (*index, action),
    }
}

/// Borrows a case out of what is written and does something with it. An empty chain is decided
/// without looking at the action that stands in for it here.
fn with_case<T>(
    file: &FileCase,
    links: &[(u32, Action)],
    look: impl FnOnce(&GateCase<'_>) -> T,
) -> T {
    let all = file.nodes.iter().chain(&file.node);
    let nodes: Vec<_> = all.map(FileNode::to_node).collect();
    let says = file.says.iter().map(|text| line(LineKind::Plain, text));
    let dialog = file.dialog.iter();
    let lines: Vec<_> = says
        .chain(dialog.map(|text| line(LineKind::Dialog, text)))
        .collect();
    let regions: Vec<_> = file.regions.iter().map(region).collect();
    let aimed_at = file.aimed_at.as_ref().map(FileNode::to_node);
    let grants: Vec<_> = file
        .grants
        .iter()
        .map(|grant| grant_at(grant, file.now_ms))
        .collect();
    let query = std::iter::once(file.query.as_str());
    let stand_in = Action::GetTabs;
    let focus = file.focus.as_ref();
    let focus = focus.map(FileFocus::to_keyboard).unwrap_or_default();
    let activated = file.activated.iter();
    look(&GateCase {
        words: query
            .chain(file.answers.iter().map(String::as_str))
            .map(Words::said)
            .collect(),
        entrusted: false,
        each_is_asked: false,
        files: &file.files,
        secrets: file.secrets.iter().map(FileSecret::told).collect(),
        origins: &file.origins,
        url: &file.url,
        document: &file.document,
        keyboard_at: &focus,
        nodes: &nodes,
        lines: &lines,
        regions: &regions,
        action: links.first().map_or(&stand_in, |(_, action)| action),
        aimed_at: aimed_at.as_ref(),
        keyboard: file.keyboard.as_ref(),
        task: file.task.clone(),
        step: file.step,
        status: file.status,
        outstanding: file.outstanding,
        repeats: file.repeats,
        activated: activated
            .map(|(role, name)| (role.as_str(), name.as_str()))
            .collect(),
        course: course(file, &nodes),
        approved: None,
        grants: &grants,
        now_ms: file.now_ms,
    })
}

/// The task began where it is on, unless it is said otherwise.
fn course<'a>(file: &'a FileCase, nodes: &[Node]) -> TaskHistory<'a> {
    let start = file.start.clone().or_else(|| file.origins.first().cloned());
    let made = |what: FileMade| file.made.contains(&what);
    let filled = file.filled.iter().map(|id| {
        let node = nodes.iter().find(|node| &node.id == id);
        Filled {
            id,
            form: node.and_then(|node| node.facts.form),
            frame: node.map_or(0, |node| node.frame),
        }
    });
    let pressed = file.pressed.as_ref();
    TaskHistory {
        start: start.unwrap_or_default(),
        filled: filled.collect(),
        pressed: pressed.map(|(role, name)| (role.as_str(), name.as_str())),
        made: Made {
            back: made(FileMade::Back),
            forward: made(FileMade::Forward),
            tabs: made(FileMade::Tabs),
        },
    }
}

pub(super) fn line(kind: LineKind, text: &str) -> Line {
    Line {
        kind,
        runs: vec![Run::Text(text.to_owned())],
        ..Line::default()
    }
}

fn region(id: &String) -> ScrollContainer {
    ScrollContainer {
        id: NodeId::new(id),
        depth: "0%".to_owned(),
        has_more: true,
    }
}

fn grant_at(grant: &FileGrant, now_ms: i64) -> Grant {
    Grant {
        reason: grant.reason,
        origin: grant.origin.clone(),
        expires_at_ms: now_ms.saturating_add(grant.expires_in_ms),
    }
}

fn approval_of(
    written: &Value,
    approval: &FileApproval,
    now_ms: i64,
) -> Result<Option<ApprovalRequest>, CaseError> {
    let file: FileCase = approval.case(written)?;
    let Ok(links) = links(&file)? else {
        return Ok(None);
    };
    let fingerprint = with_case(&file, &links, fingerprint);
    Ok(Some(ApprovalRequest {
        fingerprint,
        reason: AskReason::ChangesState,
        text: String::new(),
        action: String::new(),
        origin: String::new(),
        element: None,
        expires_at_ms: now_ms
            .saturating_sub(approval.age_ms)
            .saturating_add(ANSWER_WITHIN_MS),
    }))
}
