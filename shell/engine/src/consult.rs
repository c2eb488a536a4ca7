//! One question to a model, for a surface that has no machine: within the tenant's budget, each call counted, and what is
//! said handed on as it comes.

use std::time::Instant;

use screen_agent_ports::ModelAnswer;
use screen_agent_store::{Owner, StoreError};
use screen_agent_think::Prompt;
use screen_agent_think::models::{Spent, ThinkFailure};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::Engine;
use crate::think::{ask_aloud, spent, unless};
use crate::work::{Broken, detached};

/// What came of a question.
#[derive(Debug)]
pub struct Consulted {
    /// The answer, or why there is none.
    pub answer: Result<ModelAnswer, ThinkFailure>,
    /// Which model answered.
    pub model: Option<String>,
    /// What it cost, failed calls too.
    pub spent: Spent,
}

/// Why nothing came of it.
#[derive(Debug, thiserror::Error)]
pub enum ConsultError {
    /// There are no models.
    #[error("there is no model")]
    NoModel,
    /// Whoever asked went away.
    #[error("nobody waits for it")]
    Gone,
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A fault of ours.
    #[error(transparent)]
    Broken(#[from] Broken),
}

impl Engine {
    /// Asks for an owner. What it costs is counted under the number of what it is asked for, which has cost this much
    /// `before`; when whoever asks goes away it is broken off, and counted all the same.
    pub async fn consult(
        &self,
        (owner, work): (Owner, Uuid),
        prompt: Prompt,
        before: Spent,
        (began, heard): (Instant, UnboundedSender<String>),
    ) -> Result<Consulted, ConsultError> {
        let engine = self.clone();
        let asking = move |gone: CancellationToken| async move {
            let models = engine.models(owner).await?;
            let thinker = models.ok_or(ConsultError::NoModel)?.thinker;
            if before.exhausts(&thinker.limits()) || engine.over_budget(owner, 0).await? {
                return Ok(Consulted {
                    answer: Err(ThinkFailure::OverBudget),
                    model: None,
                    spent: Spent::default(),
                });
            }
            let prompt = engine.addressed(owner, prompt).await?;
            let hear = |piece: &str| {
                // Whoever does not listen any more is told the whole.
                let _heard = heard.send(piece.to_owned());
            };
            let wait = engine.parts.patience.left(began);
            let asking = ask_aloud(&*thinker, &prompt, wait, &hear);
            let thought = unless(&gone, &prompt, asking).await;
            let spent = spent(&thought.usage);
            let (rows, now_ms) = (engine.rows(owner), engine.now_ms());
            rows.add_usage(work, thought.usage, now_ms).await?;
            let answer = thought.answer.ok_or(ConsultError::Gone)?;
            Ok(Consulted {
                answer: answer.inspect_err(|failure| {
                    tracing::warn!(topic = prompt.topic, ?failure, "no answer");
                }),
                model: thought.model,
                spent,
            })
        };
        detached(asking).await
    }
}
