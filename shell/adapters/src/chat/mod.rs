//! Any server that speaks the OpenAI chat-completions protocol, as a proposer.
//!
//! Servers know different parts of the protocol. The first that refuses a JSON schema is asked for
//! plain JSON from then on, and one that refuses that too for plain text; the reply is read the
//! same way in all three.

mod body;
mod form;

use std::time::Duration;

use async_trait::async_trait;
use screen_agent_kernel::ask::ProposeFailure;
use screen_agent_kernel::mind::{Mind, ThinkFailure};
use screen_agent_kernel::think::Prompt;
use screen_agent_runner::ports::{Answer, Call, Thinker, Thinking, Usage};

use crate::secret::Secret;
use body::{ChatReply, request_body};
use form::{Form, FormMemory};

/// Most bytes of a reply that are read.
const REPLY_LIMIT: usize = 64 * 1024;

/// Where a model is, and how it is asked.
#[derive(Clone, Debug)]
pub struct ChatConfig {
    /// Base address, such as `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// Bearer key, where the server wants one.
    pub key: Option<Secret>,
    /// Name of the model.
    pub model: String,
    /// Sampling temperature.
    pub temperature: f32,
    /// Longest wait for a reply.
    pub timeout: Duration,
}

/// A model behind the proposer port.
pub struct ChatModel {
    config: ChatConfig,
    http: reqwest::Client,
    form: FormMemory,
}

impl ChatModel {
    /// A model at this address.
    pub fn new(config: ChatConfig) -> Result<Self, reqwest::Error> {
        crate::install_tls();
        let http = reqwest::Client::builder().timeout(config.timeout).build()?;
        Ok(Self {
            config,
            http,
            form: FormMemory::default(),
        })
    }

    /// Asks once in the best form that the server is known to take.
    async fn ask(&self, prompt: &Prompt) -> Result<Said, ProposeFailure> {
        loop {
            let form = self.form.get();
            match self.send(prompt, form).await {
                Err(Sent::FormRefused) if self.form.step_down(form) => {}
                Err(Sent::FormRefused) => return Err(ProposeFailure::Unavailable),
                Err(Sent::Failed(failure)) => return Err(failure),
                Ok(said) => return Ok(said),
            }
        }
    }

    async fn send(&self, prompt: &Prompt, form: Form) -> Result<Said, Sent> {
        let url = format!(
            "{}/chat/completions",
            self.config.base_url.trim_end_matches('/')
        );
        let mut request = self
            .http
            .post(url)
            .json(&request_body(&self.config, prompt, form));
        if let Some(key) = &self.config.key {
            request = request.bearer_auth(key.reveal());
        }
        let response = request.send().await.map_err(Sent::from)?;
        let status = response.status();
        if matches!(status.as_u16(), 400 | 422) {
            return Err(Sent::FormRefused);
        }
        if !status.is_success() {
            tracing::warn!(status = status.as_u16(), "the model server refused");
            return Err(Sent::Failed(ProposeFailure::Unavailable));
        }
        read_limited(response).await
    }
}

/// Why a request brought no reply.
enum Sent {
    /// The server does not take this form of request.
    FormRefused,
    /// Anything else.
    Failed(ProposeFailure),
}

impl From<reqwest::Error> for Sent {
    fn from(error: reqwest::Error) -> Self {
        let failure = if error.is_timeout() {
            ProposeFailure::TimedOut
        } else {
            ProposeFailure::Unavailable
        };
        tracing::warn!(
            timeout = error.is_timeout(),
            connect = error.is_connect(),
            "no reply from the model server"
        );
        Self::Failed(failure)
    }
}

async fn read_limited(mut response: reqwest::Response) -> Result<Said, Sent> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(Sent::from)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > REPLY_LIMIT {
            return Err(Sent::Failed(unreadable("the reply is too long")));
        }
    }
    let reply: ChatReply = serde_json::from_slice(&bytes)
        .map_err(|_| Sent::Failed(unreadable("the reply is not a chat completion")))?;
    reply
        .said()
        .ok_or_else(|| Sent::Failed(unreadable("the reply is empty")))
}

fn unreadable(why: &str) -> ProposeFailure {
    ProposeFailure::Unreadable { why: why.into() }
}

#[async_trait]
impl Thinker for ChatModel {
    fn mind(&self) -> Mind {
        Mind {
            window: 8_192,
            pictures: false,
            task_tokens: 0,
            task_micros: 0,
        }
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        let answered = self.ask(prompt).await;
        let usage = answered.as_ref().map(|said| said.usage).unwrap_or_default();
        let call = Call {
            model: self.config.model.clone(),
            role: prompt.role,
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            micros: 0,
            duration_ms: 0,
            succeeded: answered.is_ok(),
        };
        Thinking {
            answer: answered
                .map(|said| Answer {
                    text: said.text,
                    degraded: false,
                })
                .map_err(|failure| match failure {
                    ProposeFailure::TimedOut => ThinkFailure::TimedOut,
                    _ => ThinkFailure::Unavailable,
                }),
            calls: vec![call],
        }
    }
}

/// What a model said, and what it cost.
struct Said {
    text: String,
    usage: Usage,
}
