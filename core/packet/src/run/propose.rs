//! What becomes of the tools that a model proposes: read, held against what can be done, gated.

use screen_agent_gate::tool::{
    AllowedCall, Mode, ToolCase, ToolDecision, ToolEffect, decide_tool, pass_tool,
};
use screen_agent_page::reading::Reading;
use screen_agent_tools::{Tool, ToolFault};
use screen_agent_wire::packet::ToolCall;
use screen_agent_wire::packet::request::ToolMode;
use screen_agent_wire::packet::tool::{Policy, PolicyDecision, ToolApprovalRequest};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cite::{self, Addresses};
use crate::{moment, prompt};

use super::effect::{Call, Effect, Note};
use super::state::{QuestionRun, WaitingCall, WaitsFor};
use super::turn::Turn;
use super::{read, result};

/// Most calls of one packet.
const CALLS: usize = 4;
/// How often the same call may be made in a run.
const SAME: u8 = 2;

/// What the gate says of a call.
enum Gated {
    Allowed(Policy, Box<AllowedCall<Tool>>),
    Asked(Policy, WaitsFor),
    Denied(Policy),
}

/// Takes a packet's proposals up. Gives back the calls as they are kept, each with its id and with
/// what was decided of it.
pub(super) fn propose(
    turn: &mut Turn<'_>,
    proposed: Vec<ToolCall>,
    addresses: &Addresses,
) -> Vec<ToolCall> {
    let mut calls = Vec::new();
    for (nth, call) in proposed.into_iter().take(CALLS).enumerate() {
        let mut call = ToolCall {
            id: Some(moment::named(turn.moment, "call", nth)),
            name: screen_agent_words::quote::cut(&call.name, 64),
            arguments: without_key(call.arguments),
            policy: None,
        };
        calls.push(match acceptable(turn, &call) {
            Ok(tool) => {
                let tool = saved_as_answered(tool, addresses);
                call.arguments = tool.arguments();
                gated(turn, call, tool)
            }
            Err((code, message)) => {
                let failed = result::failed(&call, code, &message);
                turn.came_to(vec![failed]);
                call
            }
        });
    }
    calls
}

/// What is kept links only to where an answer may: a model could otherwise write what it knows into
/// an address, for a person to open later.
fn saved_as_answered(tool: Tool, addresses: &Addresses) -> Tool {
    match tool {
        Tool::ArtifactSave(mut save) => {
            save.text = save.text.map(|text| addresses.within(&text));
            save.doc = save.doc.map(|doc| {
                cite::without_strange_addresses(screen_agent_answer::clean(doc), addresses)
            });
            save.title = addresses.within(&save.title);
            Tool::ArtifactSave(save)
        }
        other => other,
    }
}

/// What makes a call one of its own is ours to say: a model's key could be one that was used before,
/// so that the call is dropped, or be so long that a person no longer sees what is sent.
fn without_key(mut arguments: Value) -> Value {
    if let Value::Object(fields) = &mut arguments {
        fields.remove("idempotencyKey");
    }
    arguments
}

/// Is it a call that can be made at all, now? The error is a code and a sentence for the model.
fn acceptable(turn: &mut Turn<'_>, call: &ToolCall) -> Result<Tool, (&'static str, String)> {
    let tool = Tool::read(&call.name, &call.arguments).map_err(|fault| match fault {
        ToolFault::Unknown => ("UNSUPPORTED_TOOL", "There is no such tool.".to_owned()),
        ToolFault::Invalid(invalid) => (
            "INVALID_ARGUMENTS",
            format!("The arguments do not fit: {invalid}."),
        ),
    })?;
    if !prompt::is_possible(tool.descriptor(), &turn.run.client_tools, turn.means) {
        let code = if matches!(tool, Tool::Search(_)) {
            "SEARCH_UNAVAILABLE"
        } else {
            "UNSUPPORTED_TOOL"
        };
        return Err((code, "This tool cannot be used here.".to_owned()));
    }
    if let Tool::IntegrationInvoke(invoke) = &tool {
        let service = turn
            .means
            .services
            .iter()
            .find(|one| one.name == invoke.integration);
        if !service.is_some_and(|one| one.operations.contains(&invoke.operation)) {
            return Err((
                "INVALID_ARGUMENTS",
                "There is no such service or operation.".to_owned(),
            ));
        }
    }
    known_handle(&turn.run, &tool)?;
    let digest = digest(&turn.run, &tool);
    let times = turn.run.called.entry(digest).or_default();
    if *times >= SAME {
        return Err((
            "REPEATED_CALL",
            "This call was made twice already; use what it came to.".to_owned(),
        ));
    }
    *times += 1;
    Ok(tool)
}

/// A handle must be one of the page that the tab shows; what is no id of ours is simply unknown.
fn known_handle(run: &QuestionRun, tool: &Tool) -> Result<(), (&'static str, String)> {
    let Some(tab) = &run.tab else {
        return match tool.call().needs_page() {
            true => Err(("NO_CONTEXT", "No page was captured.".to_owned())),
            false => Ok(()),
        };
    };
    let Some(handle) = tool.call().handle() else {
        return Ok(());
    };
    let control = tab.seen.nodes.iter().any(|node| node.id.as_str() == handle);
    let looks = matches!(tool, Tool::ObserveDom(_));
    let read = || {
        let pages = run.pages.iter().filter(|page| page.in_front);
        pages
            .flat_map(|page| read_handles(&page.reading))
            .any(|known| known == handle)
    };
    if control || (looks && read()) {
        Ok(())
    } else {
        Err((
            "NOT_FOUND",
            "No element of the page has this handle.".to_owned(),
        ))
    }
}

/// Handles of what is read of a page, besides its controls.
fn read_handles(reading: &Reading) -> impl Iterator<Item = &str> {
    let lines = reading.lines.iter().map(|line| &line.handle);
    let items = reading.items.iter().map(|item| &item.handle);
    let comments = reading.comments.iter().map(|comment| &comment.handle);
    let main = reading.primary.iter().map(|main| &main.handle);
    lines
        .chain(items)
        .chain(comments)
        .chain(main)
        .flatten()
        .map(String::as_str)
}

/// The same call on another page is another call.
fn digest(run: &QuestionRun, tool: &Tool) -> String {
    let generation = match &run.tab {
        Some(tab) if tool.is_the_browsers() => tab.generation,
        _ => 0,
    };
    let call = format!("{generation} {}", canonical(tool));
    hex::encode(&Sha256::digest(call)[..12])
}

/// Name and arguments, in one form only.
fn canonical(tool: &Tool) -> String {
    format!("{} {}", tool.name(), tool.arguments())
}

/// Puts a call through the gate and sets it on its way.
fn gated(turn: &mut Turn<'_>, mut call: ToolCall, tool: Tool) -> ToolCall {
    match gate(turn, tool, None) {
        Gated::Allowed(policy, allowed) => {
            call.policy = Some(policy);
            start(turn, call.clone(), allowed);
        }
        Gated::Asked(policy, waits_for) => {
            call.policy = Some(policy);
            turn.run.waiting.push(WaitingCall {
                call: call.clone(),
                waits_for,
            });
        }
        Gated::Denied(policy) => deny(turn, &mut call, policy),
    }
    call
}

/// The client is shown it, the model is told of it.
fn deny(turn: &mut Turn<'_>, call: &mut ToolCall, policy: Policy) {
    let message = format!("Not allowed ({}): {}", policy.reason_code, policy.text);
    call.policy = Some(policy);
    turn.run.denied.push(call.clone());
    turn.came_to(vec![result::failed(call, "POLICY_DENIED", &message)]);
}

/// An allowed call is performed by the server, or waits for the client.
fn start(turn: &mut Turn<'_>, call: ToolCall, allowed: Box<AllowedCall<Tool>>) {
    if by_client(turn, allowed.tool()) {
        turn.run.waiting.push(WaitingCall {
            call,
            waits_for: WaitsFor::Client,
        });
        return;
    }
    let call_id = call.id.clone().unwrap_or_default();
    turn.effects
        .push(Effect::Note(Note::Tell(format!("Using {}.", call.name))));
    turn.effects.push(Effect::Call(Call::Perform {
        call_id,
        call: allowed,
    }));
    turn.run.waiting.push(WaitingCall {
        call,
        waits_for: WaitsFor::Server,
    });
}

/// A search that shall be seen, or that the server cannot do, is the client's.
fn by_client(turn: &Turn<'_>, tool: &Tool) -> bool {
    let Tool::Search(search) = tool else {
        return tool.is_the_browsers();
    };
    let client = turn.run.client_tools.iter().any(|name| name == "search");
    let shown = search.engine.is_some() || search.new_tab.is_some();
    client && (shown || !turn.means.can_search)
}

/// The gate's word on a call; `approved` is what the person said yes to, and until when that counts.
fn gate(turn: &Turn<'_>, tool: Tool, approved: Option<(&str, i64)>) -> Gated {
    let run = &turn.run;
    let url = run.tab.as_ref().map_or("", |tab| tab.seen.url.as_str());
    let action = tool.call().weighed(url);
    let call = canonical(&tool);
    let case = ToolCase {
        deed: match &action {
            Some(action) => ToolEffect::Act { action },
            None => tool.effect(),
        },
        mode: match run.mode {
            ToolMode::Observe => Mode::Observe,
            ToolMode::Assist => Mode::Assist,
            ToolMode::Autopilot => Mode::Autopilot,
        },
        read: read::by_model(run),
        words: vec![&run.message.text],
        seen: run.tab.as_ref().map(|tab| &tab.seen),
        run: &run.id,
        call: &call,
        tab: run
            .tab
            .as_ref()
            .and_then(|tab| tab.tab_id.as_deref())
            .unwrap_or_default(),
        generation: run.tab.as_ref().map_or(0, |tab| tab.generation),
        approved: approved.map(|(fingerprint, _)| fingerprint),
        approval_expires_ms: approved.map(|(_, expires)| expires),
        now_ms: turn.moment.now_ms,
    };
    let decision = decide_tool(&case);
    match pass_tool(tool.clone(), &case) {
        Ok(allowed) => Gated::Allowed(policy(&decision), Box::new(allowed)),
        Err(ToolDecision::Ask { request, .. }) => Gated::Asked(
            policy(&decision),
            WaitsFor::Person {
                fingerprint: request.fingerprint,
                expires_at_ms: request.expires_at_ms,
            },
        ),
        Err(ToolDecision::Allow { .. } | ToolDecision::Deny { .. }) => {
            Gated::Denied(policy(&decision))
        }
    }
}

fn policy(decision: &ToolDecision) -> Policy {
    let (word, approval) = match decision {
        ToolDecision::Allow { .. } => (PolicyDecision::Allow, None),
        ToolDecision::Deny { .. } => (PolicyDecision::Deny, None),
        ToolDecision::Ask { request, .. } => {
            let approval = ToolApprovalRequest {
                fingerprint: request.fingerprint.clone(),
                origin: request.origin.clone(),
                expires_at: moment::iso(request.expires_at_ms),
            };
            (PolicyDecision::Ask, Some(approval))
        }
    };
    Policy {
        decision: word,
        reason_code: decision.code().to_owned(),
        text: decision.text().to_owned(),
        approval,
    }
}

/// The person said yes: the call goes through the gate again, on the page as it is now. What passes
/// has its approval used up before anything else.
pub(super) fn approve(
    turn: &mut Turn<'_>,
    waiting: WaitingCall,
    fingerprint: String,
    expires_at_ms: i64,
) {
    again(
        turn,
        waiting,
        (&fingerprint, expires_at_ms),
        |turn, call, _| {
            turn.effects.push(Effect::Call(Call::UseApproval {
                fingerprint: fingerprint.clone(),
            }));
            turn.run.waiting.push(WaitingCall {
                call,
                waits_for: WaitsFor::Approval {
                    fingerprint: fingerprint.clone(),
                    expires_at_ms,
                },
            });
        },
    );
}

/// The approval is used up, for the first time: the call may be done.
pub(super) fn approved(
    turn: &mut Turn<'_>,
    waiting: WaitingCall,
    fingerprint: &str,
    expires_at_ms: i64,
) {
    again(turn, waiting, (fingerprint, expires_at_ms), start);
}

/// Gates a call that was asked about, with the person's answer.
fn again(
    turn: &mut Turn<'_>,
    waiting: WaitingCall,
    approval: (&str, i64),
    then: impl FnOnce(&mut Turn<'_>, ToolCall, Box<AllowedCall<Tool>>),
) {
    let mut call = waiting.call;
    let Ok(tool) = Tool::read(&call.name, &call.arguments) else {
        turn.came_to(vec![result::cancelled(&call)]);
        return;
    };
    if let Err((code, message)) = known_handle(&turn.run, &tool) {
        turn.came_to(vec![result::failed(&call, code, &message)]);
        return;
    }
    match gate(turn, tool, Some(approval)) {
        Gated::Allowed(policy, allowed) => {
            call.policy = Some(policy);
            then(turn, call, allowed);
        }
        // The page has changed since: it is asked anew, about what it is now.
        Gated::Asked(policy, waits_for) => {
            call.policy = Some(policy);
            turn.run.waiting.push(WaitingCall { call, waits_for });
        }
        Gated::Denied(policy) => deny(turn, &mut call, policy),
    }
}
