//! A model: asked with patience, and what its server takes remembered.

use std::sync::{Mutex, MutexGuard, PoisonError};

use screen_agent_page::render::estimate;
use screen_agent_ports::{Heard, ModelCall, Usage};
use screen_agent_think::models::ModelTier;
use tokio::time::{Instant, sleep};

use super::body::Question;
use super::dialect::Dialect;
use super::exchange::{ModelServer, Tried};
use super::reply::{Reply, Said};
use super::trouble::Trouble;
use super::wait;
use crate::model_config::{ModelConfig, SetupError};

/// Kept free in a window: what chat templates add.
const MARGIN: usize = 64;
/// What a picture takes of a window.
const PICTURE: usize = 1_500;

/// A model on a server.
pub(crate) struct ChatModel {
    config: ModelConfig,
    server: ModelServer,
    dialect: Mutex<Dialect>,
}

impl ChatModel {
    pub(crate) fn new(config: ModelConfig) -> Result<Self, SetupError> {
        let server = ModelServer::new(&config)?;
        let dialect = Mutex::new(Dialect::new(&config.model));
        Ok(Self {
            config,
            server,
            dialect,
        })
    }

    pub(crate) fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// The question and its answer have room in the window.
    pub(crate) fn fits(&self, question: &Question<'_>) -> bool {
        self.left(question).is_some()
    }

    /// Tokens that the window holds beside question and answer.
    fn left(&self, question: &Question<'_>) -> Option<u32> {
        let sent = u32::try_from(sent(question).saturating_add(MARGIN)).ok()?;
        let taken = sent.checked_add(question.reply_tokens)?;
        self.config.window.checked_sub(taken)
    }

    /// Asks until there is an answer, or no hope of one. Every request is entered in `calls`.
    pub(crate) async fn ask(
        &self,
        question: &Question<'_>,
        (role, heard): (ModelTier, Heard<'_>),
        end: Instant,
        calls: &mut Vec<ModelCall>,
    ) -> Result<Said, Trouble> {
        let deadline = end.min(Instant::now() + self.config.timeout);
        let mut dialect = *self.known();
        let left = self.left(question).unwrap_or_default();
        let mut tries = 0;
        let mut emptied = false;
        loop {
            let body = question.body(&self.config.model, dialect, left);
            let tried = self.server.once(&body, deadline, heard).await;
            calls.push(self.call(role, question, &tried));
            let trouble = match tried.answer {
                Ok(text) => {
                    self.learn(dialect, tried.reply.aloud);
                    let broken_off = tried.reply.broken_off;
                    return Ok(Said { text, broken_off });
                }
                Err(trouble) => trouble,
            };
            // Once more, with room to think or without thinking.
            if trouble == Trouble::Empty && !std::mem::replace(&mut emptied, true) {
                let aloud = tried.reply.aloud;
                dialect = match aloud {
                    true => dialect.thought_aloud().said_nothing(),
                    false => dialect.said_nothing(),
                };
                continue;
            }
            if let Trouble::Refused(refusal) = &trouble {
                let less = dialect.without(refusal, question.picture.is_some());
                dialect = less.ok_or(trouble)?;
                continue;
            }
            let wait = wait::before(tries, &trouble, self.config.backoff, deadline);
            sleep(wait.ok_or(trouble)?).await;
            tries += 1;
        }
    }

    fn call(&self, role: ModelTier, question: &Question<'_>, tried: &Tried) -> ModelCall {
        let usage = usage(question, &tried.reply, tried.answer.as_ref().err());
        ModelCall {
            model: self.config.model.clone(),
            role,
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            micros: self.config.price.of(usage),
            duration_ms: u32::try_from(tried.took.as_millis()).unwrap_or(u32::MAX),
            succeeded: tried.answer.is_ok(),
        }
    }

    /// Only what brought an answer is remembered.
    fn learn(&self, dialect: Dialect, aloud: bool) {
        let learned = match aloud {
            true => dialect.thought_aloud(),
            false => dialect,
        };
        let mut known = self.known();
        if *known != learned {
            tracing::info!(
                model = self.config.model,
                ?learned,
                "what the model server takes"
            );
            *known = learned;
        }
    }

    fn known(&self) -> MutexGuard<'_, Dialect> {
        self.dialect.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens of a question, roughly.
fn sent(question: &Question<'_>) -> usize {
    let picture = question.picture.map_or(0, |_| PICTURE);
    estimate(question.system) + estimate(question.user) + picture
}

/// What the server counted; else an estimate, unless it turned the request away.
fn usage(question: &Question<'_>, reply: &Reply, trouble: Option<&Trouble>) -> Usage {
    if let Some(counted) = reply.usage {
        return counted;
    }
    let worked = match trouble {
        None | Some(Trouble::Cut | Trouble::TimedOut | Trouble::Empty | Trouble::Unreadable(_)) => {
            true
        }
        Some(
            Trouble::Refused(_)
            | Trouble::TooMuch
            | Trouble::Busy { .. }
            | Trouble::Denied
            | Trouble::Status(_),
        ) => reply.written() > 0,
    };
    match worked {
        true => Usage {
            prompt_tokens: u32::try_from(sent(question)).unwrap_or(u32::MAX),
            completion_tokens: reply.written(),
        },
        false => Usage::default(),
    }
}
