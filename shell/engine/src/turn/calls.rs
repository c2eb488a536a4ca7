//! How each call of a turn is performed.

use std::time::{Duration, Instant};

use screen_agent_action::ask::{Ask, Decision, Proposal, ProposeFailure};
use screen_agent_ports::{Proposed, Proposer};
use screen_agent_store::turn::{Lease, UsageRow};
use screen_agent_think::models::{ModelReply, Spent, ThinkFailure};
use screen_agent_think::recollect::PastSearch;
use screen_agent_think::search::{SearchFailure, SearchQuery};
use screen_agent_think::{Brief, prompt};
use screen_agent_turn::event::Event;
use screen_agent_turn::next::Call;
use tokio::time::timeout;
use tracing::{Instrument, info_span};

use super::TurnError;
use super::draft::Draft;
use super::held::Held;
use crate::work::renewing;
use crate::{measure, think};

/// How often a lease is renewed while somebody slow thinks: well before it runs out.
const RENEWAL: Duration = Duration::from_secs(20);
/// Longest wait for a search.
const SEARCH: Duration = Duration::from_secs(15);

/// Performs one call.
pub(super) async fn perform(
    held: &Held,
    draft: &mut Draft,
    call: Call,
) -> Result<Event, TurnError> {
    match call {
        Call::Propose { ask } => {
            let proposing = propose(held, draft, &ask);
            proposing.instrument(info_span!("propose")).await
        }
        Call::Think { brief } => {
            let span = info_span!("think", topic = brief.topic.word());
            ask_model(held, draft, &brief).instrument(span).await
        }
        Call::Search { query } => search(held, &query).instrument(info_span!("search")).await,
        Call::Recall { domain, past } => {
            recall(held, domain, past)
                .instrument(info_span!("recall"))
                .await
        }
    }
}

/// Waits for somebody slow. The person may stop the task meanwhile, which is an event of its own;
/// the caller may go away, and the lease be lost: then there is nobody to answer.
async fn waiting<T>(
    held: &Held,
    work: impl Future<Output = T>,
) -> Result<Result<T, Event>, TurnError> {
    let renew = || async {
        let now_ms = held.engine.now_ms();
        held.rows()
            .renew(Lease::Task(held.task, held.lease), now_ms)
            .await
    };
    tokio::select! {
        biased;
        () = held.entry.stopped() => Ok(Err(Event::Stopped)),
        () = held.gone() => Err(TurnError::Gone),
        done = renewing(RENEWAL, renew, async { Ok(Ok(work.await)) }) => done,
    }
}

/// Asks for a proposal, unless the person stops the task meanwhile.
async fn propose(held: &Held, draft: &mut Draft, ask: &Ask) -> Result<Event, TurnError> {
    Ok(match waiting(held, climb(held, draft, ask)).await? {
        Ok(Ok(proposal)) => Event::Proposed {
            proposal: Box::new(proposal),
        },
        Ok(Err(failure)) => Event::ProposeFailed { failure },
        Err(event) => event,
    })
}

/// Asks one after the other, until somebody does not give up. What the last one says stands. The steps of a workflow
/// speak for themselves.
async fn climb(held: &Held, draft: &mut Draft, ask: &Ask) -> Result<Proposal, ProposeFailure> {
    if let Some(kept) = &mut draft.kept {
        return kept.propose(held.engine.parts.healer, ask).await;
    }
    let mut answered = Err(ProposeFailure::Unavailable);
    for proposer in &held.engine.parts.proposers {
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
    let wait = held.engine.parts.patience.left(held.started);
    let began = Instant::now();
    let answered = timeout(wait, proposer.propose(ask))
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
    let usage = answered.as_ref().ok().and_then(|proposed| proposed.usage);
    let usage = usage.unwrap_or_default();
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

/// Asks a model, unless the person stops the task or the caller goes away meanwhile.
async fn ask_model(held: &Held, draft: &mut Draft, brief: &Brief) -> Result<Event, TurnError> {
    let parts = &held.engine.parts;
    let failed = |failure, spent| Event::ThinkFailed { failure, spent };
    let Some(models) = held.engine.models(held.caller).await? else {
        return Ok(failed(ThinkFailure::Unavailable, Spent::default()));
    };
    let unkept = draft.usage.iter().map(|row| row.micros).sum();
    if held.engine.over_budget(held.caller, unkept).await? {
        return Ok(failed(ThinkFailure::OverBudget, Spent::default()));
    }
    let prompt = prompt(brief, &(parts.draw_mark)());
    let prompt = held.engine.addressed(held.caller, prompt).await?;
    let wait = parts.patience.left(held.started);
    let thought = match waiting(held, think::ask(&*models.thinker, &prompt, wait)).await? {
        Ok(thought) => thought,
        Err(event) => {
            draft.usage.push(think::broken_off(&prompt));
            return Ok(event);
        }
    };
    let spent = think::spent(&thought.usage);
    draft.usage.extend(thought.usage);
    if let Some(answer) = &thought.answer {
        held.engine.works.model(answer.is_ok());
    }
    Ok(match thought.answer.ok_or(TurnError::Gone)? {
        Ok(answer) => Event::Thought {
            said: ModelReply {
                text: answer.text,
                degraded: answer.degraded,
                spent,
            },
        },
        Err(failure) => {
            tracing::warn!(task = %held.task, topic = prompt.topic, ?failure, "no thought");
            failed(failure, spent)
        }
    })
}

/// Searches the web; that nothing came back is an answer like any other.
async fn search(held: &Held, query: &SearchQuery) -> Result<Event, TurnError> {
    let Some(engine) = held.engine.parts.search.clone() else {
        return Ok(Event::Searched {
            result: Err(SearchFailure::Unavailable),
        });
    };
    let began = Instant::now();
    let searching = timeout(SEARCH, engine.search(query));
    Ok(match waiting(held, searching).await? {
        Ok(found) => {
            let result = found.unwrap_or(Err(SearchFailure::TimedOut));
            held.engine.works.searched(result.is_ok());
            measure::search(result.is_ok(), began.elapsed());
            Event::Searched { result }
        }
        Err(event) => event,
    })
}

/// Reads the conversation, earlier tasks, what has worked on the site, and what the organisation knows of it.
async fn recall(held: &Held, domain: String, past: Option<PastSearch>) -> Result<Event, TurnError> {
    let rows = held.rows();
    let mut recollection = rows.recollect(held.session, held.task, domain).await?;
    if let Some(known) = &held.known {
        recollection.knowledge.clone_from(&known.passages);
    }
    if let Some(past) = past {
        recollection.elsewhere = rows.elsewhere(held.session, past).await?;
    }
    Ok(Event::Recalled {
        recollection: Box::new(recollection),
    })
}
