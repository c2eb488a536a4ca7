//! What an action is aimed at, and what was decided about it.

use std::sync::Arc;

use screen_agent_wire::extension::basis::DecisionBasis;
use serde_json::Value;

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
    pub fn to_json(&self) -> Value {
        self.basis
            .as_ref()
            .map_or(Value::Null, |basis| basis.told.clone())
    }
}
