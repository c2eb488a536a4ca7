//! How a run begins, and how one that waited goes on.

use std::collections::{BTreeMap, HashSet};

use screen_agent_wire::packet::document::Content;
use screen_agent_wire::packet::{RequestPacket, Trust};

use super::earlier::Earlier;
use super::state::{QuestionRun, WaitsFor};
use super::take;
use crate::moment::{self, Moment};

/// Why a request cannot go on with a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeFault {
    /// It is over, or waits for nothing, or is of another conversation.
    #[error("this run is not open")]
    NotOpen,
    /// It brings a result of a call that is not waiting for the client.
    #[error("no call {0} waits for a result")]
    NotWaiting(String),
    /// It brings two results of one call.
    #[error("the call {0} has two results")]
    Twice(String),
    /// A result that calls itself untrusted: it was not made by what performed the call.
    #[error("the result of {0} is not marked as trusted")]
    Untrusted(String),
}

/// A new run for a request; [`advance`](super::advance) takes the request itself in.
pub fn open(request: &RequestPacket, earlier: Earlier, moment: &Moment) -> QuestionRun {
    QuestionRun {
        id: moment::named(moment, "run", 0),
        conversation: request.conversation.clone(),
        request_id: request.id.clone(),
        step: 0,
        message: request.input.user_message.clone(),
        task: request.input.task.clone(),
        mode: request.input.mode.unwrap_or_default(),
        client_tools: request.input.tools.clone(),
        earlier: earlier.exchanges,
        heard: earlier.heard,
        pages: Vec::new(),
        documents: earlier
            .knowledge
            .into_iter()
            .map(take::seen_by_people)
            .collect(),
        loaded: Vec::new(),
        results: Vec::new(),
        tab: None,
        waiting: Vec::new(),
        denied: Vec::new(),
        called: BTreeMap::new(),
        asked: None,
        said: None,
        model: None,
        loading: false,
        has_loaded: false,
        packed: None,
        repair: None,
        ended: false,
    }
}

/// Checks that a request may go on with a run that waits. The question, the task and the mode stay
/// those that the run began with: whoever wants another opens a new one.
pub fn resume(mut run: QuestionRun, request: &RequestPacket) -> Result<QuestionRun, ResumeFault> {
    let same = run.conversation.id == request.conversation.id;
    if run.ended || run.waiting.is_empty() || !same {
        return Err(ResumeFault::NotOpen);
    }
    results_fit(&run, request)?;
    // What a run is kept without it goes on without, wherever it was in between.
    run.loaded.clear();
    run.has_loaded = false;
    run.loading = false;
    run.request_id.clone_from(&request.id);
    run.conversation.turn = request.conversation.turn;
    run.client_tools.clone_from(&request.input.tools);
    Ok(run)
}

fn results_fit(run: &QuestionRun, request: &RequestPacket) -> Result<(), ResumeFault> {
    let mut seen = HashSet::new();
    for document in &request.context.documents {
        let Content::ToolResult(result) = &document.content else {
            continue;
        };
        let id = &result.call_id;
        let waits = run.waiting.iter().any(|waiting| {
            let client = matches!(
                waiting.waits_for,
                WaitsFor::Client | WaitsFor::Person { .. }
            );
            client && waiting.call.id.as_ref() == Some(id)
        });
        if !waits {
            return Err(ResumeFault::NotWaiting(id.clone()));
        }
        if document.trust != Trust::Trusted {
            return Err(ResumeFault::Untrusted(id.clone()));
        }
        if !seen.insert(id) {
            return Err(ResumeFault::Twice(id.clone()));
        }
    }
    Ok(())
}
