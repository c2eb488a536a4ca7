//! What is performed: an action, and what it was decided on.

use screen_agent_action::Action;
use screen_agent_wire::extension::basis::DecisionBasis;

/// An action with what it was decided on. Performed is what was decided, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedAction {
    /// What to do.
    pub action: Action,
    /// What that was decided on. Without one, as from a server that does not tell, the last look
    /// stands for it.
    pub basis: Option<DecisionBasis>,
}

impl From<&Action> for DecidedAction {
    fn from(action: &Action) -> Self {
        Self {
            action: action.clone(),
            basis: None,
        }
    }
}
