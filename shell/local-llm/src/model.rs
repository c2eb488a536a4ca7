//! The model as the runner knows it.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use screen_agent_ports::{ModelAnswer, ModelCall, Thinker, Thinking};
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ThinkFailure};
use tokio::sync::oneshot;

use crate::header::Header;
use crate::speaker::{Progress, Silence, Speaker};
use crate::worker::{Job, start};
use crate::{LoadError, memory};

/// How a model is used.
#[derive(Clone, Copy, Debug)]
pub struct LocalOptions {
    /// Most tokens of a prompt and its reply; never more than the model was made for.
    pub window: u32,
    /// Most tokens of a reply, however many are allowed: it is brought to an end by then.
    pub reply: u32,
    /// Longest that a call may take, waiting for its turn included.
    pub patience: Duration,
    /// Bytes that loading may take; what is free, when not said.
    pub memory: Option<u64>,
}

impl Default for LocalOptions {
    fn default() -> Self {
        Self {
            // A processor reads some tens of tokens a second: more does not fit the patience.
            window: 3072,
            reply: 512,
            patience: Duration::from_secs(60),
            memory: None,
        }
    }
}

/// A GGUF file that answers prompts in this process, one at a time.
pub struct LocalModel {
    name: String,
    window: u32,
    reply: u32,
    patience: Duration,
    jobs: Sender<Job>,
}

impl LocalModel {
    /// Loads a file as models are used by default. Takes seconds, and blocks for as long.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        Self::load_with(path, LocalOptions::default())
    }

    /// Loads a file.
    pub fn load_with(path: &Path, options: LocalOptions) -> Result<Self, LoadError> {
        let header = Header::read(path)?;
        let window = options.window.min(header.window());
        let needed = header.memory(window);
        if let Some(free) = options.memory.or_else(memory::free)
            && needed > free
        {
            return Err(LoadError::TooLarge {
                needed_mib: needed >> 20,
                free_mib: free >> 20,
            });
        }
        let speaker = Speaker::load(header, window as usize)?;
        let jobs = start(speaker).map_err(|source| LoadError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            name: format!("local:{stem}"),
            window,
            reply: options.reply,
            patience: options.patience,
            jobs,
        })
    }

    /// Its name in records and figures.
    pub fn name(&self) -> &str {
        &self.name
    }

    async fn ask(&self, prompt: &Prompt, progress: &Arc<Progress>) -> Result<String, Silence> {
        let (answer, spoken) = oneshot::channel();
        let mut prompt = prompt.clone();
        prompt.reply_tokens = prompt.reply_tokens.min(self.reply);
        let job = Job {
            prompt,
            deadline: Instant::now() + self.patience,
            progress: Arc::clone(progress),
            answer,
        };
        let gone = || Silence::Broken("its thread is gone".into());
        self.jobs.send(job).map_err(|_| gone())?;
        match tokio::time::timeout(self.patience, spoken).await {
            Ok(spoken) => spoken.unwrap_or_else(|_| Err(gone())),
            Err(_) => Err(Silence::TimedOut),
        }
    }
}

#[async_trait]
impl Thinker for LocalModel {
    /// An eighth of the window is kept back, as the kernel only estimates how many tokens a text has.
    fn limits(&self) -> ModelLimits {
        ModelLimits {
            window: self.window - self.window / 8,
            pictures: false,
            task_tokens: 0,
            task_micros: 0,
        }
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        let began = Instant::now();
        let progress = Arc::new(Progress::default());
        let spoken = self.ask(prompt, &progress).await;
        let (prompt_tokens, completion_tokens) = progress.tokens();
        if let Err(silence) = &spoken {
            tracing::warn!(model = self.name, topic = prompt.topic, %silence, "no reply");
        }
        let call = ModelCall {
            model: self.name.clone(),
            role: prompt.role,
            prompt_tokens,
            completion_tokens,
            micros: 0,
            duration_ms: u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX),
            succeeded: spoken.is_ok(),
        };
        Thinking {
            answer: spoken.map(answer).map_err(|silence| failure(&silence)),
            calls: vec![call],
        }
    }
}

fn answer(text: String) -> ModelAnswer {
    ModelAnswer {
        broken_off: false,
        text,
        degraded: false,
    }
}

const fn failure(silence: &Silence) -> ThinkFailure {
    match silence {
        Silence::TimedOut => ThinkFailure::TimedOut,
        Silence::Unwanted
        | Silence::TooLong { .. }
        | Silence::Schema(_)
        | Silence::Endless
        | Silence::Broken(_) => ThinkFailure::Unavailable,
    }
}
