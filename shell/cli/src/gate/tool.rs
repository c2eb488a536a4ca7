//! Cases of tools in a file, as `docs/gate.md` describes them.

use screen_agent_page::{LineKind, Observation};
use serde::Deserialize;
use serde_json::Value;

use screen_agent_gate::DenyReason;
use screen_agent_gate::tool::command::FileCommand;
use screen_agent_gate::tool::{Mode, ModelRead, ToolCase, ToolDecision, ToolEffect, decide_tool};

use super::case::{CaseError, FileApproval, VerdictLine, line};
use super::node::FileNode;
use screen_agent_action::{ParseError, parse};

/// One case as it stands in a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCase {
    name: Option<String>,
    deed: FileDeed,
    #[serde(default)]
    mode: Mode,
    /// What the model has read; the tab's page where there is one.
    read: Option<ModelRead>,
    #[serde(default)]
    query: String,
    url: Option<String>,
    node: Option<FileNode>,
    #[serde(default)]
    nodes: Vec<FileNode>,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default = "run")]
    run: String,
    call: Option<String>,
    #[serde(default)]
    tab: String,
    #[serde(default)]
    generation: u64,
    approved: Option<FileApproval>,
    #[serde(default)]
    now_ms: i64,
    expect: Option<String>,
    reason: Option<String>,
    text: Option<String>,
}

/// What a tool does. An action is written as in any other case.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FileDeed {
    Look,
    SelectedLinks,
    Compute,
    Consult,
    Keep,
    Share,
    Capture(String),
    Search(String),
    Act(String),
    Invoke(String),
    Command(FileCommandCase),
}

/// A command that changes files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCommandCase {
    verb: String,
    #[serde(default)]
    args: Vec<String>,
    dry_run: Option<bool>,
    files: Vec<String>,
}

fn run() -> String {
    "run".to_owned()
}

/// Decides a case.
pub(crate) fn decide_written(written: &Value) -> Result<VerdictLine, CaseError> {
    let file = FileCase::deserialize(written)?;
    let answer = match &file.approved {
        Some(approval) => answer(written, approval, file.now_ms)?,
        None => None,
    };
    let decision = decide(&file, answer.as_ref());
    let same = |wanted: &Option<String>, found: &str| {
        wanted.as_deref().is_none_or(|wanted| wanted == found)
    };
    let met = file.expect.as_ref().map(|_| {
        same(&file.expect, decision.word())
            && same(&file.reason, decision.code())
            && same(&file.text, decision.text())
    });
    Ok(VerdictLine {
        name: file.name,
        decision: decision.word(),
        reason: decision.code(),
        why: decision.text().to_owned(),
        met,
    })
}

/// A yes: its fingerprint, and until when it counts.
type Answer = (String, i64);

fn decide(file: &FileCase, answer: Option<&Answer>) -> ToolDecision {
    let action;
    let deed = match &file.deed {
        FileDeed::Act(text) => {
            action = match parse(text) {
                Ok(action) => action,
                Err(error) => return malformed(&error),
            };
            ToolEffect::Act { action: &action }
        }
        FileDeed::Look => ToolEffect::Look,
        FileDeed::SelectedLinks => ToolEffect::SelectedLinks,
        FileDeed::Compute => ToolEffect::Compute,
        FileDeed::Consult => ToolEffect::Consult,
        FileDeed::Keep => ToolEffect::Keep,
        FileDeed::Share => ToolEffect::Share,
        FileDeed::Capture(url) => ToolEffect::Capture { url },
        FileDeed::Search(query) => ToolEffect::Search { query },
        FileDeed::Invoke(service) => ToolEffect::Invoke { service },
        FileDeed::Command(command) => ToolEffect::Command(FileCommand {
            verb: &command.verb,
            args: &command.args,
            dry_run: command.dry_run,
            files: &command.files,
        }),
    };
    let seen = file.url.as_ref().map(|url| observation(file, url));
    let call = file.call.clone();
    decide_tool(&ToolCase {
        deed,
        mode: file.mode,
        read: file.read.unwrap_or(match file.url {
            Some(_) => ModelRead::Page,
            None => ModelRead::Nothing,
        }),
        words: vec![file.query.as_str()],
        seen: seen.as_ref(),
        run: &file.run,
        call: &call.unwrap_or_else(|| format!("{:?}", file.deed)),
        tab: &file.tab,
        generation: file.generation,
        approved: answer.map(|(fingerprint, _)| fingerprint.as_str()),
        approval_expires_ms: answer.map(|(_, expires_ms)| *expires_ms),
        now_ms: file.now_ms,
    })
}

fn malformed(error: &ParseError) -> ToolDecision {
    ToolDecision::Deny {
        code: DenyReason::Malformed.word(),
        text: format!("Not one action: {error}."),
    }
}

fn observation(file: &FileCase, url: &str) -> Observation {
    let all = file.nodes.iter().chain(&file.node);
    Observation {
        url: url.to_owned(),
        nodes: all.map(FileNode::to_node).collect(),
        lines: (file.says.iter())
            .map(|text| line(LineKind::Plain, text))
            .collect(),
        ..Observation::default()
    }
}

/// What the person said yes to: what was asked `age_ms` ago.
fn answer(
    written: &Value,
    approval: &FileApproval,
    now_ms: i64,
) -> Result<Option<Answer>, CaseError> {
    let mut file: FileCase = approval.case(written)?;
    file.now_ms = now_ms.saturating_sub(approval.age_ms);
    Ok(match decide(&file, None) {
        ToolDecision::Ask { request, .. } => Some((request.fingerprint, request.expires_at_ms)),
        ToolDecision::Allow { .. } | ToolDecision::Deny { .. } => None,
    })
}
