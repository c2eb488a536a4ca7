//! Grounding: from words to the controls and texts that they mean.

pub(crate) mod anchor;
pub(crate) mod described;
pub(crate) mod find;
pub(crate) mod held;
pub(crate) mod items;
pub(crate) mod kind;
pub(crate) mod measure;
pub(crate) mod month;
pub(crate) mod name;
pub(crate) mod neighbours;
pub(crate) mod number;
pub(crate) mod pick;
pub(crate) mod place;
pub(crate) mod placed;
pub(crate) mod rank;
pub(crate) mod recall;
mod records;
pub(crate) mod reference;
pub(crate) mod rows;
pub(crate) mod scene;
pub(crate) mod superlative;
pub(crate) mod table;
mod tail;
pub(crate) mod thing;
pub(crate) mod wish;

pub(crate) use find::{Grounded, Wish, ground};
pub(crate) use kind::Kind;
pub(crate) use reference::Reference;
pub(crate) use scene::Scene;

/// What there is exactly one of.
pub(crate) fn only<T>(found: impl IntoIterator<Item = T>) -> Option<T> {
    let mut found = found.into_iter();
    let one = found.next()?;
    found.next().is_none().then_some(one)
}
