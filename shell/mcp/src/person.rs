//! The person behind a client: asked by way of it, and never answered for by its model.

use std::sync::Arc;

use async_trait::async_trait;

/// What a person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonQuestion {
    /// In words for them.
    pub text: String,
    /// True for a yes or no to exactly one thing; otherwise they say something.
    pub approval: bool,
}

/// What they did about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonReply {
    /// They said this; to an approval, "yes" or "no".
    Said(String),
    /// They closed the question without an answer.
    Dismissed,
    /// The client has no way to ask them.
    CannotBeAsked,
}

/// Somebody who can be asked.
#[async_trait]
pub trait Person: Send + Sync + std::fmt::Debug {
    /// Asks, and waits for as long as it takes.
    async fn ask(&self, question: PersonQuestion) -> PersonReply;
}

/// Nobody is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nobody;

#[async_trait]
impl Person for Nobody {
    async fn ask(&self, _: PersonQuestion) -> PersonReply {
        PersonReply::CannotBeAsked
    }
}

impl PersonReply {
    /// A plain yes.
    pub fn is_yes(&self) -> bool {
        matches!(self, Self::Said(said) if said == "yes")
    }
}

/// Whoever is behind a call.
pub(crate) type Behind = Arc<dyn Person>;
