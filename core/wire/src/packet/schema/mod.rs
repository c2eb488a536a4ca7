//! JSON Schema, draft 2020-12: of everything on this surface, and of the one answer that a model is
//! held to.

#[cfg(feature = "schema")]
mod all;
mod answer;
pub(crate) mod narrow;

#[cfg(feature = "schema")]
pub use all::{all, find};
pub use answer::{answer_id, grammar, response, strict};
