//! What has the keyboard.

use screen_agent_page::{Keyboard, Node, State};

use super::weigh::Weighing;

/// What has the keyboard, as far as anybody knows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Focus<'a> {
    /// This control, in view or not.
    On(&'a Node),
    /// The page, and none of its controls.
    Page,
    /// Nobody knows: it may be anything.
    Unknown,
}

impl<'a> Weighing<'a> {
    /// What has the keyboard. What the client tells comes first; then a control that says so of
    /// itself, or one that an earlier step left it with.
    pub(super) fn focus(&self) -> Focus<'a> {
        let case = self.case;
        match case.keyboard_at {
            // Of what is in view more is known than of the keyboard's place alone.
            Keyboard::Control { node } => Focus::On(
                case.node(&node.id)
                    .filter(|seen| seen.role == node.role && seen.frame == node.frame)
                    .unwrap_or(node),
            ),
            Keyboard::Page => Focus::Page,
            Keyboard::Unknown => {
                let told = case.nodes.iter().find(|node| node.is(State::Focused));
                let left = || case.keyboard.and_then(|id| case.node(id));
                told.or_else(left).map_or(Focus::Unknown, Focus::On)
            }
        }
    }
}
