//! How closely a link is looked at, and what a client looks at by itself. Spec 001 §9.3, §9.4.

use screen_agent_page::{Node, State};

use super::{Check, Level};
use screen_agent_action::{Action, Choice};

/// The level of an action, and its checks. `node` is what it is aimed at.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the level of whatever has none of its own"
)]
pub fn checks(action: &Action, node: Option<&Node>) -> (Level, Vec<Check>) {
    match action {
        Action::SetValue { id, text } => (
            Level::Client,
            vec![Check::ValueMatches {
                element: id.clone(),
                expected: text.clone(),
            }],
        ),
        Action::SelectDropdown { id, choice } => {
            let value = shown_choice(choice, node).map(|expected| Check::ValueMatches {
                element: id.clone(),
                expected,
            });
            let there = Check::ElementEnabled {
                element: id.clone(),
            };
            (Level::Client, vec![value.unwrap_or(there)])
        }
        Action::Check { id } | Action::Uncheck { id } => {
            let element = id.clone();
            let wanted = matches!(action, Action::Check { .. });
            let check = match node {
                // It is so already: nothing will change.
                Some(node) if is_on(node) == wanted => Check::ElementEnabled { element },
                _ => Check::StateChanged { element },
            };
            (Level::Client, vec![check])
        }
        Action::Focus { id } | Action::Blur { id } | Action::Hover { id } => (
            Level::Client,
            vec![Check::ElementVisible {
                element: id.clone(),
            }],
        ),
        Action::Scroll { .. } | Action::ScrollContainer { .. } | Action::Wait { .. } => {
            (Level::Client, Vec::new())
        }
        Action::Navigate { .. }
        | Action::Search { .. }
        | Action::GoBack
        | Action::GoForward
        | Action::Finish { .. }
        | Action::Fail { .. } => (Level::Full, Vec::new()),
        _ => (Level::Lightweight, Vec::new()),
    }
}

/// The option as the page shows it. A value that is no option's text is not shown.
fn shown_choice(choice: &Choice, node: Option<&Node>) -> Option<String> {
    if choice.several.is_empty() && choice.text.is_some() {
        return choice.text.clone();
    }
    let value = choice.value.as_ref()?;
    let options = &node?.facts.options;
    options.contains(value).then(|| value.clone())
}

fn is_on(node: &Node) -> bool {
    [State::Checked, State::Pressed]
        .iter()
        .any(|state| node.is(*state))
}
