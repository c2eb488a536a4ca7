//! Values and states, as far as HTML tells them.

use crate::html::{Dom, NodeRef, Visit, control};
use crate::node::State;
use crate::role::Role;
use crate::words::{Fold, fold};

/// Longest value, in characters.
const LONGEST: usize = 200;

/// The value of a control, when it has one.
pub(super) fn value(dom: &Dom, at: NodeRef, role: &Role) -> Option<String> {
    let raw = match dom.tag(at)? {
        "input" => input_value(dom, at, role),
        "textarea" => Some(text_in(dom, at)),
        "select" => Some(chosen(dom, at)),
        _ if control::is_editable(dom, at) => Some(text_in(dom, at)),
        _ => dom
            .attr(at, "aria-valuetext")
            .or_else(|| dom.attr(at, "aria-valuenow"))
            .map(str::to_owned),
    };
    raw.map(|raw| fold(&raw, LONGEST))
        .filter(|value| !value.is_empty())
}

fn input_value(dom: &Dom, at: NodeRef, role: &Role) -> Option<String> {
    match role {
        Role::Checkbox | Role::Radio | Role::Switch | Role::Button | Role::File => None,
        _ => dom.attr(at, "value").map(str::to_owned),
    }
}

fn text_in(dom: &Dom, at: NodeRef) -> String {
    let mut text = Fold::up_to(LONGEST);
    for inner in dom.descendants(at) {
        if text.is_full() {
            break;
        }
        text.text(dom.text(inner).unwrap_or_default());
    }
    text.take()
}

/// The words of the options of a list, in order, with whether each is chosen.
pub(crate) fn options(dom: &Dom, list: NodeRef, most: usize) -> Vec<(String, bool)> {
    let mut options = Vec::new();
    for visit in dom.walk(list) {
        let Visit::Enter(at) = visit else { continue };
        if options.len() >= most {
            break;
        }
        if dom.tag(at) != Some("option") || dom.has(at, "hidden") {
            continue;
        }
        let words = match dom.attr(at, "label") {
            Some(label) if !label.is_empty() => fold(label, LONGEST),
            _ => text_in(dom, at),
        };
        options.push((words, dom.has(at, "selected")));
    }
    options
}

// A list that takes one option shows its first when none is marked.
pub(crate) fn chosen(dom: &Dom, at: NodeRef) -> String {
    let options = options(dom, at, 1000);
    let marked: Vec<&str> = options
        .iter()
        .filter_map(|(words, chosen)| chosen.then_some(words.as_str()))
        .collect();
    if dom.has(at, "multiple") {
        return marked.join(", ");
    }
    let shown = marked.last().copied();
    let first = options.first().map(|(words, _)| words.as_str());
    shown.or(first).unwrap_or_default().to_owned()
}

/// What is true of a control, sorted.
pub(super) fn states(dom: &Dom, at: NodeRef, role: &Role, secret: bool) -> Vec<State> {
    let says = |name: &str, word: &str| dom.attr(at, name).is_some_and(|value| value == word);
    let field = matches!(
        dom.tag(at),
        Some("input" | "textarea" | "select" | "button")
    );
    let native = |name: &str| field && dom.has(at, name);
    let current = dom
        .attr(at, "aria-current")
        .is_some_and(|word| word != "false" && !word.is_empty());
    let invalid = dom
        .attr(at, "aria-invalid")
        .is_some_and(|word| word != "false" && !word.is_empty());
    let filled = secret && dom.attr(at, "value").is_some_and(|value| !value.is_empty());
    let checkable = role.is_checkable();
    let all = [
        (
            State::Disabled,
            is_disabled(dom, at) || says("aria-disabled", "true"),
        ),
        (
            State::Checked,
            checkable && native("checked") || says("aria-checked", "true"),
        ),
        (State::Mixed, says("aria-checked", "mixed")),
        (State::Selected, says("aria-selected", "true") || current),
        (
            State::Expanded,
            says("aria-expanded", "true") || is_summary(dom, at, true),
        ),
        (
            State::Collapsed,
            says("aria-expanded", "false") || is_summary(dom, at, false),
        ),
        (State::Pressed, says("aria-pressed", "true")),
        (
            State::Readonly,
            native("readonly") || says("aria-readonly", "true"),
        ),
        (
            State::Required,
            native("required") || says("aria-required", "true"),
        ),
        (State::Invalid, invalid),
        (State::Filled, filled),
    ];
    all.into_iter()
        .filter_map(|(state, holds)| holds.then_some(state))
        .collect()
}

fn is_summary(dom: &Dom, at: NodeRef, open: bool) -> bool {
    let disclosure = dom
        .parent(at)
        .filter(|&parent| dom.tag(at) == Some("summary") && dom.tag(parent) == Some("details"));
    disclosure.is_some_and(|parent| dom.has(parent, "open") == open)
}

// A disabled field set disables all in it but what stands in its legend.
fn is_disabled(dom: &Dom, at: NodeRef) -> bool {
    if !matches!(
        dom.tag(at),
        Some("input" | "textarea" | "select" | "button")
    ) {
        return false;
    }
    if dom.has(at, "disabled") {
        return true;
    }
    let mut in_legend = false;
    for around in dom.ancestors(at) {
        match dom.tag(around) {
            Some("legend") => in_legend = true,
            Some("fieldset") if dom.has(around, "disabled") && !in_legend => return true,
            Some("fieldset") => in_legend = false,
            _ => {}
        }
    }
    false
}
