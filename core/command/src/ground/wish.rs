//! What is to be done with a control, and which controls it can be done with.

use screen_agent_page::{Node, Role, State};

use super::scene::is_field;

/// What is to be done with what is found; tells what can be meant at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// To touch it.
    Touch,
    /// To put a value into it.
    Fill,
    /// To tick it, or choose it.
    Choose,
    /// To open or close it.
    Toggle,
    /// To take it somewhere.
    Drag,
    /// Only to know where it is.
    Any,
}

impl Wish {
    /// How well a control can be used so: 3 surely, 2 well, 1 perhaps, 0 not.
    pub fn fit(self, node: &Node) -> u8 {
        match self {
            Self::Touch if matches!(node.role, Role::Scroll) => 1,
            Self::Touch => 2,
            Self::Fill => match node.role {
                Role::Input | Role::TextArea if !node.is(State::Readonly) => 3,
                Role::Input | Role::Select | Role::Slider => 2,
                _ => u8::from(node.role.is_checkable()),
            },
            Self::Choose => match node.role {
                Role::Checkbox | Role::Radio | Role::Switch | Role::Option => 3,
                Role::Select
                | Role::MenuItem
                | Role::Generic
                | Role::Row
                | Role::TreeItem
                | Role::Cell
                | Role::Tab => 2,
                Role::Scroll | Role::Input | Role::TextArea => 0,
                _ => 1,
            },
            Self::Toggle => match () {
                () if node.is(State::Collapsed)
                    || node.is(State::Expanded)
                    || node.role == Role::Summary =>
                {
                    3
                }
                () if matches!(
                    node.role,
                    Role::Tab | Role::TreeItem | Role::Generic | Role::Button
                ) =>
                {
                    2
                }
                () if is_field(node) || node.role == Role::Scroll => 0,
                () => 1,
            },
            Self::Drag => match () {
                () if node.facts.draggable => 3,
                () if is_field(node) => 1,
                () => 2,
            },
            Self::Any => 2,
        }
    }
}
