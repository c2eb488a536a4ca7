//! What an action is, as modes tell actions apart.

use screen_agent_page::NodeId;

use screen_agent_action::{Action, EffectClass};

/// What an action is, as modes tell actions apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    /// It goes to an address; or back, forward, to another tab, where none is given.
    Go(Option<&'a str>),
    /// It presses a control.
    Press(&'a NodeId),
    /// It answers a dialog of the browser, or presses a key wherever the keyboard is.
    Key,
    /// It writes into a field; into whatever has the keyboard where none is named.
    Write(Option<&'a NodeId>),
    /// It chooses an entry of a list.
    Choose(&'a NodeId),
    /// It hands files to a page.
    Upload(&'a NodeId),
    /// It scrolls or points.
    Move,
    /// No tool does it.
    Foreign,
}

impl<'a> Kind<'a> {
    pub(super) fn of(action: &'a Action) -> Self {
        match action.effect() {
            EffectClass::Works => Self::on_control(action),
            EffectClass::Types if matches!(action, Action::Type { .. }) => Self::Write(None),
            EffectClass::Types | EffectClass::Answers => Self::Key,
            EffectClass::Goes if matches!(action, Action::Search { .. }) => Self::Foreign,
            EffectClass::Goes => Self::Go(action.address()),
            EffectClass::Moves | EffectClass::Waits => Self::Move,
            EffectClass::Reads
            | EffectClass::Captures
            | EffectClass::ReadsStored
            | EffectClass::Privileged
            | EffectClass::Ends
            | EffectClass::Serves => Self::Foreign,
        }
    }

    /// What is done to a control; of a drag, to the one that it ends on.
    fn on_control(action: &'a Action) -> Self {
        let Some(id) = action.dropped_on().or(action.target()) else {
            return Self::Foreign;
        };
        if action.writes() {
            Self::Write(Some(id))
        } else if matches!(action, Action::SelectDropdown { .. }) {
            Self::Choose(id)
        } else if matches!(action, Action::UploadFile { .. }) {
            Self::Upload(id)
        } else {
            Self::Press(id)
        }
    }

    /// Going, pressing and moving about, which sensitive sites are asked about; anything else is
    /// refused there.
    pub(super) const fn looks_around(self) -> bool {
        matches!(self, Self::Go(_) | Self::Press(_) | Self::Move)
    }
}
