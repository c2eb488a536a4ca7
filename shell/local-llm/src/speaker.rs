//! One call: a prompt is read, a reply is written token by token, each of them allowed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use llguidance::Matcher;
use llguidance::api::StopReason;
use screen_agent_think::Prompt;
use serde_json::Value;

use crate::LoadError;
use crate::dialect::Dialect;
use crate::guide::Guide;
use crate::header::{Header, first_line};
use crate::least::least;
use crate::vocabulary::Vocabulary;
use crate::weights::{Weights, piece};

/// A model that can be asked.
pub(crate) struct Speaker {
    weights: Weights,
    vocabulary: Arc<Vocabulary>,
    guide: Guide,
    dialect: Dialect,
    window: usize,
}

/// Why there is no reply.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Silence {
    #[error("there was not enough time")]
    TimedOut,
    #[error("nobody waits for the reply any more")]
    Unwanted,
    #[error("the prompt takes {takes} tokens with its reply and the window has {window}")]
    TooLong { takes: usize, window: usize },
    #[error("the schema cannot be enforced: {0}")]
    Schema(String),
    #[error("the reply did not end")]
    Endless,
    #[error("the model failed: {0}")]
    Broken(String),
}

/// How far a call has come, for whoever counts.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    read: AtomicU32,
    written: AtomicU32,
}

impl Progress {
    /// Tokens read and tokens written.
    pub(crate) fn tokens(&self) -> (u32, u32) {
        let read = self.read.load(Ordering::Relaxed);
        (read, self.written.load(Ordering::Relaxed))
    }

    fn note(counter: &AtomicU32, tokens: usize) {
        counter.store(u32::try_from(tokens).unwrap_or(u32::MAX), Ordering::Relaxed);
    }
}

/// Whoever waits for a reply.
pub(crate) struct Waiting<'a> {
    /// Is told how far it has come.
    pub(crate) progress: &'a Progress,
    /// Is asked between tokens whether there is a reason to stop.
    pub(crate) stop: &'a dyn Fn() -> Option<Silence>,
}

impl Speaker {
    pub(crate) fn load(header: Header, window: usize) -> Result<Self, LoadError> {
        let vocabulary = Vocabulary::read(&header.content)?;
        let guide = Guide::new(&vocabulary)?;
        let weights =
            Weights::load(header).map_err(|error| LoadError::Damaged(first_line(&error)))?;
        Ok(Self {
            dialect: Dialect::of(&vocabulary),
            weights,
            vocabulary,
            guide,
            window,
        })
    }

    /// Answers a prompt.
    pub(crate) fn speak(
        &mut self,
        prompt: &Prompt,
        waiting: &Waiting<'_>,
    ) -> Result<String, Silence> {
        let mut tokens = self
            .dialect
            .write(&self.vocabulary, &prompt.system, &prompt.user);
        let most = prompt.reply_tokens as usize;
        if tokens.len() + most > self.window {
            return Err(Silence::TooLong {
                takes: tokens.len() + most,
                window: self.window,
            });
        }
        let schema = prompt.grammar.as_ref().unwrap_or(&prompt.schema);
        let mut held = self
            .guide
            .hold(schema, prompt.reply_tokens)
            .map_err(Silence::Schema)?;
        Progress::note(&waiting.progress.read, tokens.len());
        let begun = held.consume_ff_tokens();
        tokens.extend(&begun);
        let reply = Reply {
            held,
            tokens: begun,
            most,
            closing: most.saturating_sub(self.close(schema)),
        };
        let written = self.write(tokens, reply, waiting)?;
        Ok(self.vocabulary.text(&written))
    }

    /// Tokens that it takes to bring a reply to an end from anywhere.
    fn close(&self, schema: &Value) -> usize {
        self.vocabulary.tokens(&least(schema).to_string()).len() + SLACK
    }

    fn write(
        &mut self,
        mut next: Vec<u32>,
        mut reply: Reply,
        waiting: &Waiting<'_>,
    ) -> Result<Vec<u32>, Silence> {
        let mut position = 0;
        self.weights.forget();
        while !reply.held.is_stopped() {
            if reply.tokens.len() >= reply.most {
                return Err(Silence::Endless);
            }
            let figures = self.read(&next, &mut position, waiting)?;
            next = reply.go_on(&self.guide, &figures)?;
            reply.tokens.extend(&next);
            Progress::note(&waiting.progress.written, reply.tokens.len());
        }
        reply.finish()
    }

    /// Reads on; what may follow.
    fn read(
        &mut self,
        tokens: &[u32],
        position: &mut usize,
        waiting: &Waiting<'_>,
    ) -> Result<Vec<f32>, Silence> {
        let mut rest = tokens;
        let mut figures = Vec::new();
        while !rest.is_empty() {
            if let Some(silence) = (waiting.stop)() {
                return Err(silence);
            }
            let (now, later) = rest.split_at(piece(rest.len()));
            figures = self
                .weights
                .read(now, *position)
                .map_err(|error| Silence::Broken(first_line(&error)))?;
            *position += now.len();
            rest = later;
        }
        Ok(figures)
    }
}

/// A reply in the making.
struct Reply {
    held: Matcher,
    tokens: Vec<u32>,
    most: usize,
    /// From so many tokens on it is brought to an end, so that it parses.
    closing: usize,
}

/// For what happens to be open when a reply is brought to its end.
const SLACK: usize = 8;

impl Reply {
    /// The next token, and all that can only follow it.
    fn go_on(&mut self, guide: &Guide, figures: &[f32]) -> Result<Vec<u32>, Silence> {
        let allowed = self.held.compute_mask_or_eos().map_err(broken)?;
        let closing = self.tokens.len() >= self.closing;
        let token = guide
            .choose(figures, &allowed, closing)
            .ok_or_else(|| Silence::Broken("it prefers nothing".into()))?;
        self.held.consume_token(token).map_err(broken)?;
        let mut next = vec![token];
        next.extend(self.held.consume_ff_tokens());
        Ok(next)
    }

    fn finish(self) -> Result<Vec<u32>, Silence> {
        match self.held.stop_reason() {
            StopReason::NoExtension | StopReason::EndOfSentence => Ok(self.tokens),
            reason => Err(Silence::Broken(format!("the grammar stopped: {reason}"))),
        }
    }
}

fn broken(error: impl std::fmt::Display) -> Silence {
    Silence::Broken(error.to_string())
}
