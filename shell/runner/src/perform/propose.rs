//! Asks the proposers.

use std::time::Instant;

use screen_agent_kernel::ask::{Ask, Decision, Proposal, ProposeFailure};
use screen_agent_kernel::event::Event;
use screen_agent_store::turn::UsageRow;
use tokio::time::timeout;

use crate::TurnError;
use crate::draft::Draft;
use crate::held::Held;
use screen_agent_ports::{Proposed, Proposer};

use super::waiting;

/// Asks for a proposal, unless the person stops the task meanwhile.
pub(super) async fn propose(held: &Held, draft: &mut Draft, ask: &Ask) -> Result<Event, TurnError> {
    let climbing = async { Ok(climb(held, draft, ask).await) };
    let answered = match waiting(held, climbing).await? {
        Ok(answered) => answered,
        Err(event) => return Ok(event),
    };
    Ok(match answered {
        Ok(proposal) => Event::Proposed {
            proposal: Box::new(proposal),
        },
        Err(failure) => Event::ProposeFailed { failure },
    })
}

/// Asks one after the other, until somebody does not give up. What the last one says stands.
async fn climb(held: &Held, draft: &mut Draft, ask: &Ask) -> Result<Proposal, ProposeFailure> {
    let mut answered = Err(ProposeFailure::Unavailable);
    for proposer in &held.runner.parts.proposers {
        answered = ask_one(held, draft, proposer.as_ref(), ask).await;
        let gave_up = match &answered {
            Ok(proposal) => matches!(proposal.decision, Decision::GiveUp { .. }),
            Err(_) => true,
        };
        if !gave_up {
            break;
        }
    }
    answered
}

async fn ask_one(
    held: &Held,
    draft: &mut Draft,
    proposer: &dyn Proposer,
    ask: &Ask,
) -> Result<Proposal, ProposeFailure> {
    let patience = held.runner.parts.patience;
    let left = patience.turn.saturating_sub(held.started.elapsed());
    let began = Instant::now();
    let answered = timeout(left.min(patience.proposal), proposer.propose(ask))
        .await
        .unwrap_or(Err(ProposeFailure::TimedOut));
    if let Err(failure) = &answered {
        tracing::warn!(task = %held.task, proposer = proposer.name(), ?failure, "no proposal");
    }
    if proposer.is_metered() {
        draft.usage.push(usage_row(proposer, &answered, began));
    }
    answered.map(|proposed| proposed.proposal)
}

fn usage_row(
    proposer: &dyn Proposer,
    answered: &Result<Proposed, ProposeFailure>,
    began: Instant,
) -> UsageRow {
    let usage = answered
        .as_ref()
        .ok()
        .and_then(|proposed| proposed.usage)
        .unwrap_or_default();
    UsageRow {
        proposer: proposer.name().to_owned(),
        topic: "act".to_owned(),
        micros: 0,
        prompt_tokens: usage.prompt_tokens,
        completion_tokens: usage.completion_tokens,
        duration_ms: u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX),
        succeeded: answered.is_ok(),
    }
}
