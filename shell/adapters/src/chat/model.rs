//! A model: asked with patience, and what its server takes remembered.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use screen_agent_page::render::estimate;
use screen_agent_ports::{Call, Usage};
use screen_agent_think::mind::Role;
use tokio::time::{Instant, sleep, timeout_at};

use super::body::Question;
use super::dialect::Dialect;
use super::exchange::Server;
use super::heard::Heard;
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
    server: Server,
    dialect: Mutex<Dialect>,
}

/// What came of one request.
struct Tried {
    answer: Result<String, Trouble>,
    aloud: bool,
    usage: Usage,
    took: Duration,
}

impl ChatModel {
    pub(crate) fn new(config: ModelConfig) -> Result<Self, SetupError> {
        let base = crate::address(&config.base_url, config.key.as_ref())?;
        let server = Server::new(base, config.key.clone(), config.first_byte)?;
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
        let reply = usize::try_from(question.reply_tokens).unwrap_or(usize::MAX);
        let window = usize::try_from(self.config.window).unwrap_or(usize::MAX);
        sent(question).saturating_add(reply).saturating_add(MARGIN) <= window
    }

    /// Asks until there is an answer, or no hope of one. Every request is entered in `calls`.
    pub(crate) async fn ask(
        &self,
        question: &Question<'_>,
        role: Role,
        end: Instant,
        calls: &mut Vec<Call>,
    ) -> Result<String, Trouble> {
        let deadline = end.min(Instant::now() + self.config.timeout);
        let mut dialect = *self.known();
        let mut tries = 0;
        loop {
            let tried = self.once(question, dialect, deadline).await;
            calls.push(self.call(role, &tried));
            let trouble = match tried.answer {
                Ok(answer) => {
                    self.learn(dialect, tried.aloud);
                    return Ok(answer);
                }
                Err(trouble) => trouble,
            };
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

    /// One request.
    async fn once(&self, question: &Question<'_>, dialect: Dialect, deadline: Instant) -> Tried {
        let body = question.body(&self.config.model, dialect);
        let (began, mut heard) = (Instant::now(), Heard::default());
        let asked = timeout_at(deadline, self.server.ask(&body, &mut heard)).await;
        let asked = asked.unwrap_or(Err(Trouble::TimedOut));
        let usage = usage(question, &heard, asked.as_ref().err());
        let answer = asked.and_then(|()| heard.answer());
        Tried {
            answer,
            aloud: heard.aloud,
            usage,
            took: began.elapsed(),
        }
    }

    fn call(&self, role: Role, tried: &Tried) -> Call {
        Call {
            model: self.config.model.clone(),
            role,
            prompt_tokens: tried.usage.prompt_tokens,
            completion_tokens: tried.usage.completion_tokens,
            micros: self.config.price.of(tried.usage),
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
fn usage(question: &Question<'_>, heard: &Heard, trouble: Option<&Trouble>) -> Usage {
    if let Some(counted) = heard.usage {
        return counted;
    }
    let worked = match trouble {
        None | Some(Trouble::Cut | Trouble::TimedOut | Trouble::Unreadable(_)) => true,
        Some(
            Trouble::Refused(_)
            | Trouble::TooMuch
            | Trouble::Busy { .. }
            | Trouble::Denied
            | Trouble::Status(_),
        ) => heard.written() > 0,
    };
    match worked {
        true => Usage {
            prompt_tokens: u32::try_from(sent(question)).unwrap_or(u32::MAX),
            completion_tokens: heard.written(),
        },
        false => Usage::default(),
    }
}
