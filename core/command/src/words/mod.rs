//! Words: how what a person says becomes tokens, numbers, ordinals, dates and times.

mod clipped;
pub(crate) mod color;
pub(crate) mod date;
pub(crate) mod likeness;
pub(crate) mod normal;
pub(crate) mod number;
mod opposite;
pub(crate) mod time;
pub(crate) mod token;
pub(crate) mod verb;

pub(crate) use token::{Phrase, Token};
