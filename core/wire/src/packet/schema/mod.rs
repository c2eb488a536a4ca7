//! JSON Schema, draft 2020-12: of everything on this surface, and of the one answer that a model is
//! held to.

mod all;
mod answer;

pub use all::all;
pub use answer::{Allowed, response};
