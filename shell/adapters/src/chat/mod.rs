//! One model on one server that speaks the OpenAI chat-completions protocol.
//!
//! Servers know different parts of it. What one refuses is left out of the same request, which is
//! sent again; once that brings an answer, what was left out is remembered.

mod body;
mod dialect;
mod exchange;
mod model;
mod reply;
mod trouble;
mod wait;

pub(crate) use body::Question;
pub(crate) use dialect::{Dialect, Form, Limit, Thinking};
pub(crate) use exchange::{ModelServer, Tried};
pub(crate) use model::ChatModel;
pub(crate) use reply::{Reply, Said};
pub(crate) use trouble::Trouble;
