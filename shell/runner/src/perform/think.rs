//! Asks a model.

use std::time::Duration;

use screen_agent_kernel::event::Event;
use screen_agent_kernel::mind::{Said, Spent, ThinkFailure};
use screen_agent_kernel::think::{Brief, Prompt, prompt};
use screen_agent_page::render::estimate;
use screen_agent_store::turn::UsageRow;
use tokio::time::timeout;

use crate::TurnError;
use crate::draft::Draft;
use crate::held::Held;
use crate::measure;
use screen_agent_ports::{Call, Thinker, Thinking};

use super::waiting;

/// How long a tenant's day is.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Asks a model, unless the person stops the task or the caller goes away meanwhile.
pub(super) async fn think(
    held: &Held,
    draft: &mut Draft,
    brief: &Brief,
) -> Result<Event, TurnError> {
    let Some(thinker) = held.runner.parts.thinker.clone() else {
        return Ok(failed(ThinkFailure::Unavailable, Spent::default()));
    };
    if over_budget(held, draft).await? {
        return Ok(failed(ThinkFailure::OverBudget, Spent::default()));
    }
    let prompt = prompt(brief, &(held.runner.parts.draw_mark)());
    let thinking = async { Ok(in_time(held, &*thinker, &prompt).await) };
    let thinking = match waiting(held, thinking).await? {
        Ok(thinking) => thinking,
        Err(event) => {
            draft.usage.push(cut_short(&prompt));
            return Ok(event);
        }
    };
    let spent = keep(draft, &prompt, &thinking);
    if matches!(&thinking.answer, Ok(answer) if answer.degraded) {
        measure::fallback(prompt.topic);
    }
    Ok(match thinking.answer {
        Ok(answer) => Event::Thought {
            said: Said {
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

fn failed(failure: ThinkFailure, spent: Spent) -> Event {
    Event::ThinkFailed { failure, spent }
}

async fn in_time(held: &Held, thinker: &dyn Thinker, prompt: &Prompt) -> Thinking {
    timeout(left(held), thinker.think(prompt))
        .await
        .unwrap_or_else(|_| Thinking {
            answer: Err(ThinkFailure::TimedOut),
            calls: vec![broken_off(prompt)],
        })
}

/// A call that was made, and whose answer nobody waited for: what it cost is an estimate.
fn broken_off(prompt: &Prompt) -> Call {
    let tokens = estimate(&prompt.system) + estimate(&prompt.user);
    Call {
        model: "broken off".to_owned(),
        role: prompt.role,
        prompt_tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
        completion_tokens: 0,
        micros: 0,
        duration_ms: 0,
        succeeded: false,
    }
}

fn cut_short(prompt: &Prompt) -> UsageRow {
    usage_row(prompt, &broken_off(prompt))
}

fn left(held: &Held) -> Duration {
    let patience = held.runner.parts.patience;
    let left = patience.turn.saturating_sub(held.started.elapsed());
    left.min(patience.proposal)
}

/// What the tenant may spend in a day, on all their tasks.
async fn over_budget(held: &Held, draft: &Draft) -> Result<bool, TurnError> {
    let most = held.runner.parts.tenant_micros_a_day;
    if most == 0 {
        return Ok(false);
    }
    let since = held.runner.now_ms().saturating_sub(DAY_MS);
    let before = held.rows().spent_since(since).await?;
    let now: u64 = draft.usage.iter().map(|row| row.micros).sum();
    Ok(before.micros.saturating_add(now) >= most)
}

/// Every call is kept, failed ones too.
fn keep(draft: &mut Draft, prompt: &Prompt, thinking: &Thinking) -> Spent {
    let mut spent = Spent::default();
    for call in &thinking.calls {
        measure::call(prompt.topic, call);
        spent.add(Spent {
            calls: 1,
            prompt_tokens: u64::from(call.prompt_tokens),
            completion_tokens: u64::from(call.completion_tokens),
            micros: call.micros,
        });
        draft.usage.push(usage_row(prompt, call));
    }
    spent
}

fn usage_row(prompt: &Prompt, call: &Call) -> UsageRow {
    UsageRow {
        proposer: call.model.clone(),
        topic: prompt.topic.to_owned(),
        prompt_tokens: call.prompt_tokens,
        completion_tokens: call.completion_tokens,
        micros: call.micros,
        duration_ms: call.duration_ms,
        succeeded: call.succeeded,
    }
}
