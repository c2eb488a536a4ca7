//! Asking a model, for whatever surface: with patience, within the tenant's budget, every call counted.

use std::time::{Duration, Instant};

use screen_agent_page::render::estimate;
use screen_agent_ports::{Heard, ModelAnswer, ModelCall, Thinker};
use screen_agent_store::account::SavedPreferences;
use screen_agent_store::turn::UsageRow;
use screen_agent_store::{Owner, StoreError};
use screen_agent_think::Prompt;
use screen_agent_think::models::{Spent, ThinkFailure};
use screen_agent_wire::extension::preferences::{Language, Preferences};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::models::TenantModels;
use crate::{Engine, Patience, measure};

/// How long a tenant's day is.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// What people read of what models write. Plans and judgements are read by our own code, in English.
const READ_BY_PEOPLE: [&str; 9] = [
    "act",
    "answer",
    "chat",
    "chat_gateway",
    "complete",
    "correct",
    "extract",
    "summarize",
    "transform",
];

/// What came of asking a model.
pub(crate) struct Thought {
    /// The answer; nothing when nobody waits for it any more.
    pub(crate) answer: Option<Result<ModelAnswer, ThinkFailure>>,
    /// Which model answered.
    pub(crate) model: Option<String>,
    /// Each call that was made, failed ones too.
    pub(crate) usage: Vec<UsageRow>,
}

/// Asks, and waits at most so long.
pub(crate) async fn ask(thinker: &dyn Thinker, prompt: &Prompt, wait: Duration) -> Thought {
    ask_aloud(thinker, prompt, wait, &|_| ()).await
}

/// The same, and hands on what is said as it comes.
pub(crate) async fn ask_aloud(
    thinker: &dyn Thinker,
    prompt: &Prompt,
    wait: Duration,
    heard: Heard<'_>,
) -> Thought {
    let Ok(thinking) = timeout(wait, thinker.think_aloud(prompt, heard)).await else {
        return Thought {
            answer: Some(Err(ThinkFailure::TimedOut)),
            model: None,
            usage: vec![broken_off(prompt)],
        };
    };
    let answered = thinking.calls.iter().rev().find(|call| call.succeeded);
    let model = answered.map(|call| call.model.clone());
    let counted = |call: &ModelCall| {
        measure::call(prompt.topic, call);
        row(prompt, call)
    };
    if thinking.answer.as_ref().is_ok_and(|answer| answer.degraded) {
        measure::fallback(prompt.topic);
    }
    Thought {
        model,
        usage: thinking.calls.iter().map(counted).collect(),
        answer: Some(thinking.answer),
    }
}

/// The same, unless the caller goes away meanwhile.
pub(crate) async fn ask_unless(
    gone: &CancellationToken,
    thinker: &dyn Thinker,
    prompt: &Prompt,
    wait: Duration,
) -> Thought {
    unless(gone, prompt, ask(thinker, prompt, wait)).await
}

/// What comes of asking, unless the caller goes away meanwhile.
pub(crate) async fn unless(
    gone: &CancellationToken,
    prompt: &Prompt,
    asking: impl Future<Output = Thought>,
) -> Thought {
    tokio::select! {
        biased;
        () = gone.cancelled() => Thought {
            answer: None,
            model: None,
            usage: vec![broken_off(prompt)],
        },
        thought = asking => thought,
    }
}

/// A call that was made, and whose answer nobody waited for: what it cost is an estimate.
pub(crate) fn broken_off(prompt: &Prompt) -> UsageRow {
    let tokens = estimate(&prompt.system) + estimate(&prompt.user);
    let call = ModelCall {
        model: "broken off".to_owned(),
        role: prompt.role,
        prompt_tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
        completion_tokens: 0,
        micros: 0,
        duration_ms: 0,
        succeeded: false,
    };
    row(prompt, &call)
}

fn row(prompt: &Prompt, call: &ModelCall) -> UsageRow {
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

/// What calls cost together.
pub(crate) fn spent(rows: &[UsageRow]) -> Spent {
    let mut spent = Spent::default();
    for row in rows {
        spent.add(Spent {
            calls: 1,
            prompt_tokens: u64::from(row.prompt_tokens),
            completion_tokens: u64::from(row.completion_tokens),
            micros: row.micros,
        });
    }
    spent
}

impl Patience {
    /// How long a request that began then waits for one more answer.
    pub(crate) fn left(&self, began: Instant) -> Duration {
        self.request.saturating_sub(began.elapsed()).min(self.call)
    }
}

impl Engine {
    /// Whether there are models for anybody.
    pub fn has_models(&self) -> bool {
        self.parts.thinker.is_some() || !self.parts.own_models.is_empty()
    }

    /// The models that an owner's requests are answered by: their organisation's own, else everybody's.
    pub async fn models(&self, owner: Owner) -> Result<Option<TenantModels>, StoreError> {
        let own = self.parts.own_models.of(owner, &*self.parts.store).await?;
        let common = self.parts.thinker.clone().map(|thinker| TenantModels {
            thinker,
            micros_a_day: self.parts.tenant_micros_a_day,
        });
        Ok(own.or(common))
    }

    /// A prompt as it is sent for an owner: what they will read is asked for in the language that they have chosen.
    pub(crate) async fn addressed(
        &self,
        owner: Owner,
        mut prompt: Prompt,
    ) -> Result<Prompt, StoreError> {
        if READ_BY_PEOPLE.contains(&prompt.topic)
            && let Some(language) = self.language(owner).await?
        {
            prompt.system += &format!(
                "\nThe person has chosen to read {0}: write what is meant for them in {0}, whatever language they \
                 write in. Actions, names of fields, and what is quoted or copied from a page stay as they are.",
                language.word()
            );
        }
        Ok(prompt)
    }

    async fn language(&self, owner: Owner) -> Result<Option<Language>, StoreError> {
        let saved = self.rows(owner).find::<SavedPreferences>(()).await?;
        let read = |saved: SavedPreferences| serde_json::from_str::<Preferences>(&saved.json).ok();
        Ok(saved.and_then(read).and_then(|saved| saved.language))
    }

    /// What a tenant may spend in a day is spent, with what this request has spent and not kept.
    pub(crate) async fn over_budget(&self, owner: Owner, unkept: u64) -> Result<bool, StoreError> {
        let models = self.models(owner).await?;
        let most = models.map_or(0, |models| models.micros_a_day);
        if most == 0 {
            return Ok(false);
        }
        let since = self.now_ms().saturating_sub(DAY_MS);
        let before = self.rows(owner).spent_since(since).await?;
        Ok(before.micros.saturating_add(unkept) >= most)
    }
}
