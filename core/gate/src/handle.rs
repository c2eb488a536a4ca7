//! Is what the action is aimed at there, and can it be used so?

use screen_agent_page::{Node, NodeId, Role, State};

use super::{Denial, DenyReason, GateCase};
use screen_agent_action::Action;
use screen_agent_words::quote::quote;

pub(super) fn check(case: &GateCase<'_>) -> Result<(), Denial> {
    for id in case.action.ends() {
        check_one(case, id)?;
    }
    Ok(())
}

fn check_one(case: &GateCase<'_>, id: &NodeId) -> Result<(), Denial> {
    let mut same = case.nodes.iter().filter(|node| &node.id == id);
    let (found, twice) = (same.next(), same.next());
    let Some(node) = found else {
        return missing(case, id);
    };
    if twice.is_some() {
        let why = format!("Two controls in view have the id {}.", quote(id.as_str()));
        return Err(Denial::new(DenyReason::UnknownHandle, why));
    }
    if case
        .aimed_at
        .is_some_and(|then| &then.id == id && !is_same(then, node))
    {
        let why = format!("The id {} means another control now.", quote(id.as_str()));
        return Err(Denial::new(DenyReason::Stale, why));
    }
    usable(case.action, node)
}

/// Regions that scroll are named by ids of their own.
fn missing(case: &GateCase<'_>, id: &NodeId) -> Result<(), Denial> {
    if case.action.scrolls() && case.regions.iter().any(|region| &region.id == id) {
        return Ok(());
    }
    let why = format!("No control in view has the id {}.", quote(id.as_str()));
    Err(Denial::new(DenyReason::UnknownHandle, why))
}

/// The same control still: what it is, what it is called, where it leads and what it sends.
fn is_same(then: &Node, now: &Node) -> bool {
    then.role == now.role
        && then.name == now.name
        && then.frame == now.frame
        && then.facts.tag == now.facts.tag
        && then.facts.input_type == now.facts.input_type
        && then.facts.href == now.facts.href
        && then.facts.form_method == now.facts.form_method
        && then.facts.form_action == now.facts.form_action
        && then.facts.submits == now.facts.submits
}

fn usable(action: &Action, node: &Node) -> Result<(), Denial> {
    if !action.works_control() {
        return Ok(());
    }
    // Pages hide their file choosers behind a button of their own.
    let pointed = !matches!(action, Action::UploadFile { .. });
    let empty = node.rect.is_some_and(|rect| rect.w <= 0.0 || rect.h <= 0.0);
    let pushed = !matches!(action, Action::Hover { .. });
    let (reason, what) = if pointed && node.covered {
        (DenyReason::Covered, "is covered by something else")
    } else if pointed && empty {
        (DenyReason::Invisible, "takes up no room on the screen")
    } else if pushed && node.is(State::Disabled) {
        (DenyReason::Disabled, "cannot be used now")
    } else if !is_of_kind(action, node) {
        (DenyReason::WrongKind, "cannot be used so")
    } else {
        return Ok(());
    };
    Err(Denial::new(
        reason,
        format!("{} {what}.", quote(&node.name)),
    ))
}

fn is_of_kind(action: &Action, node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    if action.writes() {
        holds_text(node, kind)
    } else if matches!(action, Action::Check { .. }) {
        is_ticked(node, kind)
    } else if matches!(action, Action::Uncheck { .. }) {
        is_ticked(node, kind) && node.role != Role::Radio && kind != "radio"
    } else if matches!(action, Action::SelectDropdown { .. }) {
        node.role == Role::Select || !node.facts.options.is_empty()
    } else if matches!(action, Action::UploadFile { .. }) {
        node.role == Role::File || kind == "file"
    } else {
        true
    }
}

fn is_ticked(node: &Node, kind: &str) -> bool {
    node.role.is_checkable()
        || matches!(kind, "checkbox" | "radio")
        || matches!(node.role, Role::MenuItem | Role::Option | Role::TreeItem)
        || [State::Checked, State::Mixed, State::Pressed]
            .iter()
            .any(|state| node.is(*state))
}

fn holds_text(node: &Node, kind: &str) -> bool {
    let textless = matches!(
        kind,
        "checkbox" | "radio" | "button" | "submit" | "reset" | "file" | "image" | "hidden"
    );
    let editable = if node.role == Role::Select {
        node.facts.tag.as_deref() != Some("select")
    } else {
        node.facts.multiline || matches!(node.role, Role::Input | Role::TextArea | Role::Slider)
    };
    editable && !textless && !node.is(State::Readonly)
}
