//! Models as proposers, where there are any: asked about what the rules came to, their words told as they come, and their
//! answer taken if it stands the checks.

use std::sync::Arc;
use std::time::Duration;

use screen_agent_engine::{ConsultError, Consulted};
use screen_agent_ide::model::{AskingModel, ChatAsked, chat_prompt, chat_words, spoken};
use screen_agent_ide::task::TaskOutcome;
use screen_agent_ide::trace::{delta, fields};
use screen_agent_ide::{Job, ProposedBy};
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, Spent, ThinkFailure};
use screen_agent_wire::ide::{ENVELOPE_VERSION, IdeRequest};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument as _;

use super::run::{Ended, Run};
use crate::error::ApiError;

/// How often a model is asked: once more where its answer cannot be used.
const TRIES: usize = 2;
/// Between two pieces that are told of what it says.
const BETWEEN: Duration = Duration::from_millis(100);
/// Characters of a piece: clients read frames of eight kilobytes, in which a letter may take six.
const PIECE: usize = 1_000;
/// Pieces that are taken at a time.
const PIECES: usize = 1_024;

impl From<ConsultError> for Ended {
    fn from(error: ConsultError) -> Self {
        match error {
            ConsultError::Store(error) => Self::Failed(error.into()),
            ConsultError::Gone => Self::Broken("client_gone"),
            ConsultError::NoModel => Self::Failed(ApiError::internal("models that went away")),
            ConsultError::Broken(cause) => Self::Failed(ApiError::internal(cause)),
        }
    }
}

/// What is told of what a model says: of a draft all of it, of talk the words alone.
type Told = fn(&str) -> String;

impl Run {
    /// What a model makes of what the rules came to, or that itself.
    pub(super) async fn proposed(
        &mut self,
        job: &Arc<Job>,
        draft: TaskOutcome,
    ) -> Result<(TaskOutcome, ProposedBy), Ended> {
        let Some(limits) = self.limits().await? else {
            return Ok((draft, ProposedBy::Rules));
        };
        let (mut spent, mut repair) = (Spent::default(), None);
        for _ in 0..TRIES {
            let mark = self.mark();
            let how = AskingModel {
                limits: &limits,
                mark: &mark,
                repair: repair.as_deref(),
            };
            let Some(prompt) = job.prompt(&draft, &how) else {
                return Ok((draft, ProposedBy::Rules));
            };
            let came = self.consulted(prompt, spent, (str::to_owned, true)).await?;
            spent.add(came.spent);
            let text = match words(&came) {
                Ok(text) => text,
                Err(why) => return Ok((draft, ProposedBy::Fallback(why.to_owned(), spent))),
            };
            let job = Arc::clone(job);
            let reading = tokio::task::spawn_blocking(move || job.proposed(&text));
            match self.waiting(reading).await?.map_err(ApiError::internal)? {
                Ok(outcome) => {
                    let model = came.model.unwrap_or_default();
                    return Ok((outcome, ProposedBy::Model(model, spent)));
                }
                Err(wrong) => repair = Some(wrong.told()),
            }
        }
        let why = repair.unwrap_or_default();
        Ok((draft, ProposedBy::Fallback(why, spent)))
    }

    /// The answer to talk in which no task is meant.
    pub(super) async fn talk(
        &mut self,
        said: &ChatAsked,
        request: &IdeRequest,
    ) -> Result<Map<String, Value>, Ended> {
        let none = "There is no model here for free talk. Name a task instead, such as ui.generate, symbols.identify, \
            variables.derive, bdd.generate, actionflow.generate or data_action.bind.";
        let Some(limits) = self.limits().await? else {
            return Ok(self.words(none, request, &ProposedBy::Rules));
        };
        let (mut spent, mut repair) = (Spent::default(), None);
        for _ in 0..TRIES {
            let mark = self.mark();
            let how = AskingModel {
                limits: &limits,
                mark: &mark,
                repair: repair.as_deref(),
            };
            let came = self
                .consulted(chat_prompt(said, &how), spent, (spoken, false))
                .await?;
            spent.add(came.spent);
            let text = words(&came).map_err(|_| refused(&came))?;
            match chat_words(&text) {
                Ok(words) => {
                    let model = came.model.unwrap_or_default();
                    return Ok(self.words(&words, request, &ProposedBy::Model(model, spent)));
                }
                Err(wrong) => repair = Some(wrong),
            }
        }
        Err(ApiError::PROVIDER_ERROR.into())
    }

    fn words(&self, text: &str, request: &IdeRequest, by: &ProposedBy) -> Map<String, Value> {
        let mut reply = json!({
            "ok": true,
            "trace_id": self.trace_id(),
            "envelope_version": ENVELOPE_VERSION,
            "title": "Chat",
            "response": text,
            "output": { "text": text },
            "intent": { "text": request.words(), "keywords": [] },
            "meta": by.told(),
        });
        if let Some(key) = request.idempotency_key() {
            reply["idempotency_key"] = json!(key);
        }
        fields(reply)
    }

    async fn limits(&self) -> Result<Option<ModelLimits>, Ended> {
        let models = self.app.engine().models(self.owner).await?;
        Ok(models.map(|models| models.thinker.limits()))
    }

    fn mark(&self) -> String {
        (self.app.engine().parts().draw_mark)()
    }

    /// Asks once, and tells what is said as it comes.
    async fn consulted(
        &mut self,
        prompt: Prompt,
        before: Spent,
        (told, is_draft): (Told, bool),
    ) -> Result<Consulted, Ended> {
        let (sender, mut pieces) = mpsc::unbounded_channel();
        let (engine, work) = (self.app.engine().clone(), self.writer.trace().id());
        let (owner, heard) = (self.owner, (self.began, sender));
        let asking = async move { engine.consult((owner, work), prompt, before, heard).await };
        // It ends with us: a call that nobody waits for is broken off.
        let asking = AbortOnDropHandle::new(tokio::spawn(asking.in_current_span()));
        let (mut raw, mut shown, mut index) = (String::new(), String::new(), 0);
        let mut taken = Vec::new();
        while self.waiting(pieces.recv_many(&mut taken, PIECES)).await? > 0 {
            raw.extend(taken.drain(..));
            let now = told(&raw);
            // Where another model began anew there is nothing to go on from.
            let news: Vec<char> = now
                .strip_prefix(&shown)
                .unwrap_or_default()
                .chars()
                .collect();
            let events = news.chunks(PIECE).map(|piece| {
                index += 1;
                delta(&piece.iter().collect::<String>(), index - 1, is_draft)
            });
            let events: Vec<_> = events.collect();
            if !events.is_empty() {
                self.writer.tell(events).await?;
                shown = now;
            }
            self.waiting(sleep(BETWEEN)).await?;
        }
        let consulted = self.waiting(asking).await?;
        Ok(consulted.map_err(ApiError::internal)??)
    }
}

/// What a model said whole, or why it did not.
fn words(came: &Consulted) -> Result<String, &'static str> {
    match &came.answer {
        Ok(answer) if answer.broken_off => Err("the model's answer broke off before its end"),
        Ok(answer) => Ok(answer.text.clone()),
        Err(ThinkFailure::TimedOut) => Err("no model answered in time"),
        Err(ThinkFailure::Unavailable) => Err("no model could be reached"),
        Err(ThinkFailure::Empty) => Err("the model said nothing"),
        Err(ThinkFailure::OverBudget) => Err("what may be spent on models is spent"),
    }
}

/// The same as the answer to talk.
fn refused(came: &Consulted) -> ApiError {
    match &came.answer {
        Err(ThinkFailure::TimedOut) => ApiError::UPSTREAM_TIMEOUT,
        Err(ThinkFailure::OverBudget) => ApiError::BUDGET_SPENT,
        Ok(_) | Err(ThinkFailure::Unavailable | ThinkFailure::Empty) => ApiError::PROVIDER_ERROR,
    }
}
