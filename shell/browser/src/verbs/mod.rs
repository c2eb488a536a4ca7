//! The actions, one kind per file, each a function of [`crate::page::Page`].

mod basis;
mod cookies;
mod dialogs;
mod field;
mod picture;
mod pointer;
mod query;
mod requests;
mod script;
mod tabs;
mod trace;
mod travel;

use std::sync::Arc;

use screen_agent_wire::extension::basis::DecisionBasis;
use serde_json::Value;

use crate::outcome::Trouble;

pub(crate) use picture::format;
pub use picture::{Format, Shot};
pub(crate) use travel::{search_address, wait};

/// What a verb ends with: what it read or left behind, or why it was not done.
pub(crate) type Done = Result<Option<String>, Trouble>;

/// What an action was decided on.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    pub said: DecisionBasis,
    /// The same as the page compares it, with where the keyboard was.
    pub told: Value,
    /// The control that had the keyboard, if one had.
    pub keyboard: Option<String>,
}

impl Basis {
    /// The document alone.
    pub fn without_target(&self) -> Self {
        let mut other = self.clone();
        other.said.target = None;
        if let Some(told) = other.told.as_object_mut() {
            told.remove("target");
        }
        other
    }
}

/// The element that an action is aimed at.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub id: String,
    /// What was decided about it; `None` when nothing is known of that.
    pub basis: Option<Arc<Basis>>,
}

impl Target {
    /// Its input type, as it was seen.
    pub fn input_type(&self) -> Option<&str> {
        let target = self.basis.as_ref()?.said.target.as_ref()?;
        target.d.as_ref()?.input_type.as_deref()
    }

    /// What the page is told to compare.
    pub fn told(&self) -> Value {
        self.basis
            .as_ref()
            .map_or(Value::Null, |basis| basis.told.clone())
    }
}
