//! What the audit log says of a turn: what was asked and what was shown, what was answered, and what
//! was let through by what right. It is committed with the turn, before the client hears of it.
//!
//! Everything here was hidden by value already, as it is kept; only the person's own interface sees
//! more.

use screen_agent_action::step::{Maker, Step};
use screen_agent_audit::{Entry, Kind};
use screen_agent_gate::Basis;
use screen_agent_gate::approval::{ApprovalRequest, Grant};
use screen_agent_turn::event::Seen;
use screen_agent_turn::next::Reply;
use screen_agent_turn::open_question::OpenQuestion;
use screen_agent_turn::person::{ApprovalReply, answered};
use screen_agent_turn::task::Task;
use serde_json::json;

use super::held::Held;
use crate::request::TurnReply;

/// What a turn began with.
pub(super) struct Before {
    asked: Option<String>,
    grants: Vec<Grant>,
}

impl Before {
    pub(super) fn of(task: &Task) -> Self {
        let request = task.phase.question().and_then(OpenQuestion::request);
        Self {
            asked: request.map(|request| request.fingerprint.clone()),
            grants: task.grants.clone(),
        }
    }
}

fn entry(held: &Held, kind: Kind) -> Entry {
    let owner = held.caller;
    Entry::of(kind, owner.tenant.get(), owner.user.get()).with("task", held.task.to_string())
}

/// With what was, or would have been, shown to the person.
fn about(entry: Entry, request: &ApprovalRequest) -> Entry {
    entry
        .with("shown", request.text.as_str())
        .with("action", request.action.as_str())
        .with("reason", request.reason.word())
        .with("origin", request.origin.as_str())
        .with("fingerprint", request.fingerprint.as_str())
}

/// The answer that a look brings to what was asked.
pub(super) fn answer(held: &Held, task: &Task, seen: &Seen) -> Option<Entry> {
    let answered = answered(task, seen)?;
    let kind = match answered.said {
        ApprovalReply::Yes => Kind::ApprovalGiven,
        ApprovalReply::No => Kind::ApprovalRefused,
        ApprovalReply::Void => Kind::ApprovalVoid,
    };
    let entry = entry(held, kind);
    Some(match &answered.request {
        Some(request) => about(entry, request),
        None => entry,
    })
}

/// Something consequential that is let through: what it is aimed at, and by what right.
pub(super) fn effect(
    held: &Held,
    step: Option<&Step>,
    request: &ApprovalRequest,
    basis: Basis,
) -> Entry {
    let entry = about(entry(held, Kind::Effect), request).with("basis", basis.word());
    let Some(step) = step else {
        return entry;
    };
    let by = match step.by {
        Maker::Engine => "engine",
        Maker::Model => "model",
        Maker::Rule => "rule",
    };
    let target = step.target.as_ref().map(|target| {
        json!({ "role": target.role, "name": target.name, "frame": target.frame, "form": target.form })
    });
    entry
        .with("step", step.index)
        .with("url", step.url.as_str())
        .with("by", by)
        .with("target", target)
}

/// What the turn came to: what the person is asked now, and what lasts from now on.
pub(super) fn after(held: &Held, before: &Before, reply: &TurnReply) -> Vec<Entry> {
    let given = reply.task.grants.iter();
    let given = given.filter(|grant| !before.grants.contains(grant));
    let mut entries: Vec<Entry> = given
        .map(|grant| {
            entry(held, Kind::GrantGiven)
                .with("reason", grant.reason.word())
                .with("origin", grant.origin.as_str())
                .with("until_ms", grant.expires_at_ms)
        })
        .collect();
    if let Reply::Approval { request, .. } = &reply.reply
        && before.asked.as_ref() != Some(&request.fingerprint)
    {
        entries.push(about(entry(held, Kind::ApprovalAsked), request));
    }
    entries
}
