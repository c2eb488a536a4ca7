//! How closely a link is looked at, and what a client looks at by itself. Spec 001 §9.3, §9.4.

use screen_agent_page::{Node, NodeId, State};

use super::{Check, Level};
use screen_agent_action::{Action, ActionFamily, Choice};

/// The level of an action, and its checks. `node` is what it is aimed at.
pub fn checks(action: &Action, node: Option<&Node>) -> (Level, Vec<Check>) {
    let level = level(action);
    let check = action
        .target()
        .filter(|_| level == Level::Client)
        .and_then(|id| check(action, id.clone(), node));
    (level, check.into_iter().collect())
}

fn level(action: &Action) -> Level {
    match action.family() {
        ActionFamily::Fill
        | ActionFamily::Tick
        | ActionFamily::Focus
        | ActionFamily::Point
        | ActionFamily::Scroll
        | ActionFamily::Pause => Level::Client,
        ActionFamily::Travel => Level::Full,
        ActionFamily::Single if action.is_terminal() => Level::Full,
        ActionFamily::Press
        | ActionFamily::Write
        | ActionFamily::Picture
        | ActionFamily::Cookies
        | ActionFamily::Storage
        | ActionFamily::Single => Level::Lightweight,
    }
}

/// What the client looks at on the control itself.
fn check(action: &Action, element: NodeId, node: Option<&Node>) -> Option<Check> {
    if let Action::SetValue { text, .. } = action {
        let expected = text.clone();
        Some(Check::ValueMatches { element, expected })
    } else if let Action::SelectDropdown { choice, .. } = action {
        Some(match shown_choice(choice, node) {
            Some(expected) => Check::ValueMatches { element, expected },
            None => Check::ElementEnabled { element },
        })
    } else if action.family() == ActionFamily::Tick {
        let wanted = matches!(action, Action::Check { .. });
        // Where it is so already, nothing will change.
        Some(match node {
            Some(node) if is_on(node) == wanted => Check::ElementEnabled { element },
            Some(_) | None => Check::StateChanged { element },
        })
    } else {
        (!action.scrolls()).then_some(Check::ElementVisible { element })
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
