//! Is it the right kind of control for the action?
//!
//! A client that tells no facts is given the benefit of the doubt where the role alone cannot
//! decide; the gate and the look afterwards still stand between the action and its success.

use screen_agent_page::{Node, Role, State};

use super::InvalidAction;
use screen_agent_action::{Action, Choice};
use screen_agent_words::quote::quote;

/// Input types that hold no text.
const TEXTLESS: [&str; 8] = [
    "checkbox", "radio", "button", "submit", "reset", "file", "image", "hidden",
];

pub(super) fn check(action: &Action, node: &Node) -> Result<(), InvalidAction> {
    if action.writes() {
        takes_text(node)
    } else if matches!(action, Action::Check { .. }) && !is_tickable(node) {
        wrong(node, "cannot be ticked")
    } else if matches!(action, Action::Uncheck { .. })
        && (!is_tickable(node) || node.role == Role::Radio)
    {
        wrong(node, "cannot be cleared")
    } else if let Action::SelectDropdown { choice, .. } = action {
        has_option(node, choice)
    } else if let Action::UploadFile { files, .. } = action {
        takes_files(node, files.len())
    } else {
        Ok(())
    }
}

fn wrong(node: &Node, what: &str) -> Result<(), InvalidAction> {
    Err(InvalidAction::WrongKind {
        why: format!("{} is a {} and {what}", quote(&node.name), node.role.code()),
    })
}

fn takes_text(node: &Node) -> Result<(), InvalidAction> {
    if node.is(State::Readonly) {
        return wrong(node, "can only be read");
    }
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    if TEXTLESS.contains(&kind) {
        return wrong(node, "takes no text");
    }
    let editable = if node.role == Role::Select {
        // A combobox may be a text field; a native list never is.
        node.facts.tag.as_deref() != Some("select") && node.facts.options.is_empty()
    } else {
        node.facts.multiline || matches!(node.role, Role::Input | Role::TextArea | Role::Slider)
    };
    if editable {
        Ok(())
    } else {
        wrong(node, "takes no text")
    }
}

/// Tick boxes, radio buttons and switches, and whatever says of itself that it is ticked or not.
fn is_tickable(node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    node.role.is_checkable()
        || matches!(kind, "checkbox" | "radio")
        || [State::Checked, State::Mixed, State::Pressed]
            .iter()
            .any(|state| node.is(*state))
        || node.role == Role::MenuItem
}

fn has_option(node: &Node, choice: &Choice) -> Result<(), InvalidAction> {
    let options = &node.facts.options;
    if node.role != Role::Select && options.is_empty() && !node.opens_list() {
        return wrong(node, "has no options");
    }
    if choice.several.len() > 1 && node.facts.known() && !node.facts.multiple {
        return wrong(node, "takes one option only");
    }
    let known = |text: &&String| options.iter().any(|option| alike(option, text));
    let mut by_text = choice.text.iter().chain(&choice.several);
    match by_text.find(|text| !options.is_empty() && !known(text)) {
        Some(text) => wrong(node, &format!("has no option {}", quote(text))),
        None => Ok(()),
    }
}

fn alike(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}

fn takes_files(node: &Node, count: usize) -> Result<(), InvalidAction> {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let maybe = !node.facts.known() && matches!(node.role, Role::Input | Role::Button);
    if node.role != Role::File && kind != "file" && !maybe {
        return wrong(node, "takes no files");
    }
    if count > 1 && node.facts.known() && !node.facts.multiple {
        return wrong(node, "takes one file only");
    }
    Ok(())
}
