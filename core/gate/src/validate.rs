//! Stage 4: can the action be done on the screen as it was seen?

mod kind;
mod limits;

use screen_agent_page::{Node, NodeId, Observation, State};

use crate::stage::{ProposedAction, ValidAction};
use screen_agent_action::Action;
use screen_agent_words::quote::quote;

/// Why an action cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidAction {
    /// No such control in view.
    Missing {
        /// Its id.
        id: NodeId,
    },
    /// Something else lies over the control.
    Covered {
        /// Its name.
        name: String,
    },
    /// The control takes up no room on the screen.
    Invisible {
        /// Its name.
        name: String,
    },
    /// The control cannot be used now.
    Disabled {
        /// Its name.
        name: String,
    },
    /// The control cannot be used so.
    WrongKind {
        /// What is wrong, in one sentence.
        why: String,
    },
    /// A text or number is outside what can be carried out.
    OutOfBounds {
        /// What is wrong, in one sentence.
        why: String,
    },
}

impl InvalidAction {
    /// Stable word for logs and records.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::Covered { .. } => "covered",
            Self::Invisible { .. } => "invisible",
            Self::Disabled { .. } => "disabled",
            Self::WrongKind { .. } => "wrong_kind",
            Self::OutOfBounds { .. } => "out_of_bounds",
        }
    }

    /// In one sentence.
    pub fn why(&self) -> String {
        match self {
            Self::Missing { id } => format!("there is no control {} in view", quote(id.as_str())),
            Self::Covered { name } => format!("{} is covered by something else", quote(name)),
            Self::Invisible { name } => format!("{} is not visible", quote(name)),
            Self::Disabled { name } => format!("{} is disabled", quote(name)),
            Self::WrongKind { why } | Self::OutOfBounds { why } => why.clone(),
        }
    }
}

/// Checks an action against the screen: in view, visible, uncovered, enabled, of the right kind,
/// within bounds. The only way to a [`ValidAction`].
pub fn validate(
    proposed: ProposedAction,
    screen: &Observation,
) -> Result<ValidAction, InvalidAction> {
    let ProposedAction(action) = proposed;
    limits::check(&action)?;
    let Some(id) = action.target() else {
        return Ok(ValidAction::new(action, None));
    };
    let Some(node) = screen.node(id) else {
        return if scrolls_region(&action, screen) {
            Ok(ValidAction::new(action, None))
        } else {
            Err(InvalidAction::Missing { id: id.clone() })
        };
    };
    let end = action
        .dropped_on()
        .map(|to| {
            screen
                .node(to)
                .ok_or(InvalidAction::Missing { id: to.clone() })
        })
        .transpose()?;
    end.map_or(Ok(()), reachable)?;
    if touches(&action) {
        reachable(node)?;
        enabled(node)?;
    }
    kind::check(&action, node)?;
    let (target, end) = (node.clone(), end.cloned());
    Ok(ValidAction::new(action, Some(target)).onto(end))
}

/// A region that scrolls has an id of its own, which need not be a control's.
fn scrolls_region(action: &Action, screen: &Observation) -> bool {
    let named = |id: &NodeId| screen.containers.iter().any(|region| region.id == *id);
    action.scrolls() && action.target().is_some_and(named)
}

/// Pages hide their file choosers behind a button of their own, so a file needs no visible control.
fn touches(action: &Action) -> bool {
    action.works_control() && !matches!(action, Action::UploadFile { .. })
}

fn reachable(node: &Node) -> Result<(), InvalidAction> {
    let name = || node.name.clone();
    if node.covered {
        return Err(InvalidAction::Covered { name: name() });
    }
    if node.rect.is_some_and(|rect| rect.w <= 0.0 || rect.h <= 0.0) {
        return Err(InvalidAction::Invisible { name: name() });
    }
    Ok(())
}

fn enabled(node: &Node) -> Result<(), InvalidAction> {
    if node.is(State::Disabled) {
        return Err(InvalidAction::Disabled {
            name: node.name.clone(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
