//! A client asks, or goes on: with results, with answers to what was asked.

use screen_agent_tools::{ObserveDom, Tool};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::{Content, Document, ToolResultDocument, ToolStatus};
use screen_agent_wire::packet::request::ToolApprovalAnswer;

use super::effect::{Effect, Note};
use super::state::{WaitingCall, WaitsFor};
use super::turn::Turn;
use super::{propose, result, take};

/// Takes a request in, settles what waited for it, and goes on.
pub(super) fn asked(turn: &mut Turn<'_>, request: RequestPacket) {
    turn.effects
        .push(Effect::Note(Note::Request(Box::new(request.clone()))));
    let answers = request.input.approvals;
    let (results, others): (Vec<Document>, Vec<Document>) = request
        .context
        .documents
        .into_iter()
        .partition(|document| matches!(document.content, Content::ToolResult(_)));
    let before: Vec<String> = others.iter().map(|one| one.doc_id.clone()).collect();
    // First of all the page as it is now: answers are weighed on it.
    let look = look(turn, &results);
    let is_there = take::documents(&mut turn.run, others, look.as_ref());
    for waiting in std::mem::take(&mut turn.run.waiting) {
        if !is_there && waiting.call.name == "browser.observe_dom" {
            let gone = "The element is no longer there; the page was read whole.";
            let result = result::failed(&waiting.call, "STALE_HANDLE", gone);
            take::put_result(&mut turn.run, result);
            continue;
        }
        settle(turn, waiting, &results, &answers, &before);
    }
    turn.proceed();
}

/// What of the page was asked to be shown, where the client has looked.
fn look(turn: &Turn<'_>, results: &[Document]) -> Option<ObserveDom> {
    let looked = |waiting: &&WaitingCall| {
        let id = waiting.call.id.as_deref().unwrap_or_default();
        let came_to = results.iter().find_map(|one| of_call(one, id));
        waiting.waits_for == WaitsFor::Client
            && came_to.is_some_and(|result| result.status == ToolStatus::Ok)
    };
    let narrows = |waiting: &&WaitingCall| {
        let given = waiting.call.arguments.as_object();
        given.is_some_and(|given| !given.is_empty())
    };
    let mut calls = turn.run.waiting.iter().filter(looked).filter(narrows);
    calls.find_map(
        |one| match Tool::read(&one.call.name, &one.call.arguments) {
            Ok(Tool::ObserveDom(look)) => Some(look),
            _ => None,
        },
    )
}

fn settle(
    turn: &mut Turn<'_>,
    waiting: WaitingCall,
    results: &[Document],
    answers: &[ToolApprovalAnswer],
    brought: &[String],
) {
    let id = waiting.call.id.clone().unwrap_or_default();
    match waiting.waits_for.clone() {
        WaitsFor::Client => {
            let told = results.iter().find_map(|one| of_call(one, &id));
            let result = match told {
                Some(told) => result::of_client(&waiting.call, told, names(turn, told, brought)),
                None => result::cancelled(&waiting.call),
            };
            take::put_result(&mut turn.run, result);
        }
        WaitsFor::Person {
            fingerprint,
            expires_at_ms,
        } => {
            let yes = |answer: &ToolApprovalAnswer| {
                answer.call_id == id && answer.fingerprint == fingerprint && answer.allow
            };
            if answers.iter().any(yes) {
                propose::approve(turn, waiting, fingerprint, expires_at_ms);
            } else {
                take::put_result(&mut turn.run, result::cancelled(&waiting.call));
            }
        }
        // What was under way when the run was left is not known to have happened.
        WaitsFor::Approval { .. } | WaitsFor::Server => {
            let lost = "It is not known whether this was done.";
            let result = result::failed(&waiting.call, "RUNTIME_UNAVAILABLE", lost);
            take::put_result(&mut turn.run, result);
        }
    }
}

fn of_call<'a>(document: &'a Document, id: &str) -> Option<&'a ToolResultDocument> {
    match &document.content {
        Content::ToolResult(result) if result.call_id == id => Some(result),
        _ => None,
    }
}

/// Documents of this request that a result names, by the ids that the model knows them by.
fn names(turn: &Turn<'_>, told: &ToolResultDocument, brought: &[String]) -> Vec<String> {
    let known = told.documents.iter().filter(|name| brought.contains(name));
    known.map(|name| take::known_as(&turn.run, name)).collect()
}
