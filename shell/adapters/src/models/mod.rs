//! A smart and a fast model, and who stands in for whom.

use std::sync::Arc;

use async_trait::async_trait;
use screen_agent_ports::{Heard, ModelAnswer, ModelCall, Thinker, Thinking};
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ModelTier, ThinkFailure};
use tokio::time::Instant;

use crate::chat::{ChatModel, Question, Said, Trouble};
use crate::marks;
use crate::model_config::{ModelConfig, ModelsConfig, SetupError, SpendingLimits};

/// A smart and a fast model. Spec 002 §4.7.2, §4.10.1.
pub struct Models {
    smart: Arc<ChatModel>,
    fallback: Option<Arc<ChatModel>>,
    fast: Arc<ChatModel>,
    smart_temperature: f32,
    fast_temperature: f32,
    budget: SpendingLimits,
}

impl Models {
    /// Models by these settings. One that is named in several places is one model: what is learned
    /// of its server is learned once.
    ///
    /// # Errors
    /// When an address will not do, or no TLS is to be had.
    pub fn new(config: ModelsConfig) -> Result<Self, SetupError> {
        let smart = Arc::new(ChatModel::new(config.smart)?);
        let fast = same_or_new(&[&smart], config.fast)?;
        let fallback = config.smart_fallback;
        let fallback = fallback.map(|one| same_or_new(&[&smart, &fast], one));
        Ok(Self {
            smart,
            fallback: fallback.transpose()?,
            fast,
            smart_temperature: config.smart_temperature,
            fast_temperature: config.fast_temperature,
            budget: config.budget,
        })
    }

    /// Who is asked, one after the other: the fast model twice before the smart one does its work.
    /// A model that sees comes first when there is something to see.
    fn ladder(&self, role: ModelTier, picture: bool) -> Vec<&Arc<ChatModel>> {
        let mut ladder = match role {
            ModelTier::Smart => vec![&self.smart],
            ModelTier::Fast => vec![&self.fast, &self.fast],
        };
        let others = match role {
            ModelTier::Smart => vec![self.fallback.as_ref(), Some(&self.fast)],
            ModelTier::Fast => vec![Some(&self.smart)],
        };
        for other in others.into_iter().flatten() {
            if !ladder.iter().any(|model| Arc::ptr_eq(model, other)) {
                ladder.push(other);
            }
        }
        if picture {
            ladder.sort_by_key(|model| !model.config().pictures);
        }
        ladder
    }

    async fn climb(
        &self,
        prompt: &Prompt,
        (picture, heard): (Option<&str>, Heard<'_>),
        calls: &mut Vec<ModelCall>,
    ) -> Result<ModelAnswer, ThinkFailure> {
        let ladder = self.ladder(prompt.role, picture.is_some());
        let first = ladder.first().map(|model| model.config().timeout);
        // Whoever stands in has what time is left.
        let end = Instant::now() + first.unwrap_or_default();
        let mut failure = ThinkFailure::Unavailable;
        let mut hopeless: Option<&Arc<ChatModel>> = None;
        for model in &ladder {
            if hopeless.is_some_and(|hopeless| Arc::ptr_eq(hopeless, model)) {
                continue;
            }
            if Instant::now() >= end {
                break;
            }
            let seen = picture.filter(|_| model.config().pictures);
            let question = Question::new(prompt, self.temperature(prompt.role), seen);
            let asked = match model.fits(&question) {
                true => model.ask(&question, (prompt.role, heard), end, calls).await,
                false => Err(Trouble::TooMuch),
            };
            let trouble = match asked {
                Ok(said) => {
                    let meant = ladder.first().is_some_and(|one| Arc::ptr_eq(one, model));
                    return Ok(answer(prompt, model, said, !meant));
                }
                Err(trouble) => trouble,
            };
            tracing::warn!(
                model = model.config().model,
                topic = prompt.topic,
                why = trouble.safe(),
                "no answer from the model"
            );
            // Only nonsense may be something else the next time; the rest was waited for already.
            if !matches!(trouble, Trouble::Unreadable(_)) {
                hopeless = Some(model);
            }
            failure = failed(&trouble);
        }
        Err(failure)
    }

    fn temperature(&self, role: ModelTier) -> f32 {
        match role {
            ModelTier::Smart => self.smart_temperature,
            ModelTier::Fast => self.fast_temperature,
        }
    }

    /// The picture with its marks, when there is one and somebody to see it.
    async fn picture(&self, prompt: &Prompt) -> Option<String> {
        let picture = prompt.picture.clone().filter(|_| self.limits().pictures)?;
        let marked = tokio::task::spawn_blocking(move || marks::marked(&picture)).await;
        match marked {
            Ok(Ok(marked)) => Some(marked),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the picture is left out");
                None
            }
            Err(_) => {
                tracing::error!("drawing on the picture broke off; it is left out");
                None
            }
        }
    }
}

#[async_trait]
impl Thinker for Models {
    fn limits(&self) -> ModelLimits {
        let (smart, fast) = (self.smart.config(), self.fast.config());
        ModelLimits {
            window: smart.window.min(fast.window),
            pictures: smart.pictures || fast.pictures,
            task_tokens: self.budget.task_tokens,
            task_micros: self.budget.task_micros,
        }
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        self.think_aloud(prompt, &|_| ()).await
    }

    async fn think_aloud(&self, prompt: &Prompt, heard: Heard<'_>) -> Thinking {
        let picture = self.picture(prompt).await;
        let mut calls = Vec::new();
        let seen = (picture.as_deref(), heard);
        let answer = self.climb(prompt, seen, &mut calls).await;
        Thinking { answer, calls }
    }
}

/// The one of these that is meant, or a new one.
fn same_or_new(
    known: &[&Arc<ChatModel>],
    config: ModelConfig,
) -> Result<Arc<ChatModel>, SetupError> {
    let same = known.iter().find(|model| model.config().is_same(&config));
    match same {
        Some(same) => Ok(Arc::clone(same)),
        None => Ok(Arc::new(ChatModel::new(config)?)),
    }
}

fn answer(prompt: &Prompt, model: &ChatModel, said: Said, degraded: bool) -> ModelAnswer {
    if degraded {
        tracing::warn!(
            model = model.config().model,
            topic = prompt.topic,
            "another model than the one meant has answered"
        );
    }
    ModelAnswer {
        text: said.text,
        broken_off: said.broken_off,
        degraded,
    }
}

const fn failed(trouble: &Trouble) -> ThinkFailure {
    match trouble {
        Trouble::TimedOut => ThinkFailure::TimedOut,
        Trouble::Empty => ThinkFailure::Empty,
        Trouble::Refused(_)
        | Trouble::TooMuch
        | Trouble::Busy { .. }
        | Trouble::Cut
        | Trouble::Denied
        | Trouble::Status(_)
        | Trouble::Unreadable(_) => ThinkFailure::Unavailable,
    }
}
