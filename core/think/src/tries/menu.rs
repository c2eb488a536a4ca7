//! A menu that has opened wants one of its items, not another control beside it.

use screen_agent_page::{Node, Observation, Role, State};

use super::{settles, tries};
use screen_agent_action::Action;
use screen_agent_action::expect::{ExpectedChange, OutcomeKind};
use screen_agent_action::step::Step;

/// Why an action leaves an open menu without choosing from it, if it does.
pub(super) fn leaves(steps: &[Step], screen: &Observation, action: &Action) -> Option<String> {
    let (Action::Click { id } | Action::DoubleClick { id }) = action else {
        return None;
    };
    let node = screen.node(id)?;
    let beside = !is_item(node) && is_open(steps, screen);
    beside.then(|| "a menu is open: one of its items has to be chosen".to_owned())
}

/// True while something is being put right, and a menu that one of the last steps opened still
/// shows its items.
pub fn is_open(steps: &[Step], screen: &Observation) -> bool {
    let tries = tries(steps);
    if tries.is_empty() {
        return false;
    }
    let before = steps.iter().rev().find(|step| settles(step));
    let opener = tries.into_iter().chain(before).find(|step| opens(step));
    let items = || {
        screen
            .nodes
            .iter()
            .any(|node| is_item(node) && !node.covered)
    };
    opener.is_some_and(|step| !was_closed(step, screen)) && items()
}

fn opens(step: &Step) -> bool {
    let expands = |change: &ExpectedChange| {
        matches!(
            change,
            ExpectedChange::State {
                state: State::Expanded,
                holds: true,
                ..
            }
        )
    };
    step.expected.kind == OutcomeKind::Dropdown && step.expected.changes.iter().any(expands)
}

/// The control that opened it says that it is closed again.
fn was_closed(step: &Step, screen: &Observation) -> bool {
    let Some(target) = &step.target else {
        return false;
    };
    let opener = screen.nodes.iter().find(|node| target.is_like(node));
    opener.is_some_and(|node| node.is(State::Collapsed))
}

fn is_item(node: &Node) -> bool {
    let listed = matches!(&node.role, Role::Other(role) if role == "listitem");
    listed || matches!(node.role, Role::MenuItem | Role::Option | Role::TreeItem)
}
