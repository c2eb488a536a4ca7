//! The passage of an action: proposed, valid, allowed.
//!
//! Each type can be made only by the stage that it is named after, so an action that validate and
//! gate have not passed cannot be written into a reply.

use screen_agent_page::Node;
use serde::Serialize;

use screen_agent_action::Action;

/// An action that somebody wants; nothing is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ProposedAction(pub Action);

/// An action that can be done on the screen as it was last seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValidAction {
    action: Action,
    target: Option<Box<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped_on: Option<Box<Node>>,
}

impl ValidAction {
    /// Only `validate` may say so.
    pub(crate) fn new(action: Action, target: Option<Node>) -> Self {
        let target = target.map(Box::new);
        Self {
            action,
            target,
            dropped_on: None,
        }
    }

    /// The same, ending on another control.
    pub(crate) fn onto(self, end: Option<Node>) -> Self {
        let dropped_on = end.map(Box::new);
        Self { dropped_on, ..self }
    }

    /// The action.
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// The control that it is aimed at, as it was seen.
    pub fn target(&self) -> Option<&Node> {
        self.target.as_deref()
    }
}

/// What a decision was made on. Whoever performs it compares, in the same moment as it acts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// Mark of the document, as the look told it; empty where it told none.
    pub document: String,
    /// Origin of the page; empty where it has none.
    pub origin: String,
    /// It changes nothing that matters, so the control's like will do where it was drawn anew.
    pub harmless: bool,
}

/// An action that may be done, where and on what it was decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AllowedAction {
    #[serde(flatten)]
    valid: ValidAction,
    ground: Ground,
}

impl AllowedAction {
    /// Only `gate` may say so.
    pub(crate) fn new(valid: ValidAction, ground: Ground) -> Self {
        Self { valid, ground }
    }

    /// Giving up: it does nothing to a page, so it needs nobody's leave, and it must be possible
    /// when nothing else is.
    pub fn giving_up(reason: String) -> Self {
        let reason = Some(reason);
        Self::new(
            ValidAction::new(Action::Fail { reason }, None),
            Ground::default(),
        )
    }

    /// What the person is told at the end, in other words. What is done on a page stays as it was allowed.
    pub fn retell(&mut self, tell: impl Fn(&str) -> String) {
        if let Action::Finish {
            text: Some(told), ..
        }
        | Action::Fail { reason: Some(told) } = &mut self.valid.action
        {
            *told = tell(told);
        }
    }

    /// The action.
    pub fn action(&self) -> &Action {
        self.valid.action()
    }

    /// The control that it is aimed at, as it was seen.
    pub fn target(&self) -> Option<&Node> {
        self.valid.target()
    }

    /// The control that it ends on, as it was seen: of a drag.
    pub fn dropped_on(&self) -> Option<&Node> {
        self.valid.dropped_on.as_deref()
    }

    /// What it was decided on.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use screen_agent_action::testing::{click, node};

    #[test]
    fn whoever_performs_it_reads_what_it_was_decided_on() {
        let target = node("1", "btn", "Pay");
        let ground = Ground {
            document: "d".to_owned(),
            origin: "https://shop.test".to_owned(),
            harmless: true,
        };
        let allowed = AllowedAction::new(
            ValidAction::new(click("1"), Some(target.clone())),
            ground.clone(),
        );
        assert_eq!(allowed.action(), &click("1"));
        assert_eq!(allowed.target(), Some(&target));
        assert_eq!(allowed.ground(), &ground);
        assert!(!Ground::default().harmless);
    }
}
