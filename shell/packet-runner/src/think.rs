//! Asking a model, for whatever: with patience, and every call counted.

use std::time::Duration;

use screen_agent_kernel::mind::ThinkFailure;
use screen_agent_kernel::think::Prompt;
use screen_agent_page::render::estimate;
use screen_agent_ports::{Call, Thinker, Thinking};
use screen_agent_store::turn::UsageRow;
use screen_agent_store::{Owner, StoreError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::PacketRunner;

/// How long a tenant's day is.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What the tenant may spend in a day is spent.
pub(crate) async fn over_budget(runner: &PacketRunner, owner: Owner) -> Result<bool, StoreError> {
    let most = runner.parts.tenant_micros_a_day;
    if most == 0 {
        return Ok(false);
    }
    let since = runner.now_ms().saturating_sub(DAY_MS);
    let spent = runner.rows(owner).spent_since(since).await?;
    Ok(spent.micros >= most)
}

/// Keeps what was spent on a run or an artifact: calls are counted by its id.
pub(crate) async fn count(
    runner: &PacketRunner,
    owner: Owner,
    id: &str,
    calls: Vec<UsageRow>,
) -> Result<(), StoreError> {
    let (_, number) = id.split_once('_').unwrap_or(("", id));
    let work = Uuid::parse_str(number).unwrap_or_else(|_| runner.parts.ids.fresh());
    let rows = runner.rows(owner);
    rows.add_usage(work, calls, runner.now_ms()).await
}

/// A model, and how long it is waited for.
pub(crate) struct Patient<'a> {
    pub(crate) thinker: &'a dyn Thinker,
    pub(crate) wait: Duration,
    /// Cancelled when nobody waits for the answer any more.
    pub(crate) gone: CancellationToken,
}

/// What came of asking.
pub(crate) struct Thought {
    /// The answer; nothing when nobody waits for it any more.
    pub(crate) answer: Option<Result<String, ThinkFailure>>,
    /// Which model answered.
    pub(crate) model: Option<String>,
    /// Each call that was made.
    pub(crate) usage: Vec<UsageRow>,
}

impl Patient<'_> {
    /// Asks.
    pub(crate) async fn think(&self, prompt: &Prompt) -> Thought {
        let asked = tokio::select! {
            biased;
            () = self.gone.cancelled() => None,
            asked = timeout(self.wait, self.thinker.think(prompt)) => Some(asked),
        };
        match asked {
            Some(Ok(thinking)) => thought(prompt, thinking),
            Some(Err(_)) => broken_off(prompt, Some(Err(ThinkFailure::TimedOut))),
            None => broken_off(prompt, None),
        }
    }
}

fn thought(prompt: &Prompt, thinking: Thinking) -> Thought {
    let answered = thinking.calls.iter().rev().find(|call| call.succeeded);
    Thought {
        model: answered.map(|call| call.model.clone()),
        usage: thinking
            .calls
            .iter()
            .map(|call| {
                screen_agent_runner::measure_call(prompt.topic, call);
                row(prompt, call)
            })
            .collect(),
        answer: Some(thinking.answer.map(|answer| answer.text)),
    }
}

/// A call that was made, and whose answer nobody waited for: what it cost is an estimate.
fn broken_off(prompt: &Prompt, answer: Option<Result<String, ThinkFailure>>) -> Thought {
    let tokens = estimate(&prompt.system) + estimate(&prompt.user);
    let call = Call {
        model: "broken off".to_owned(),
        role: prompt.role,
        prompt_tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
        completion_tokens: 0,
        micros: 0,
        duration_ms: 0,
        succeeded: false,
    };
    Thought {
        answer,
        model: None,
        usage: vec![row(prompt, &call)],
    }
}

fn row(prompt: &Prompt, call: &Call) -> UsageRow {
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
