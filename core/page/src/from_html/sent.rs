//! What sends a form, and what Enter stands for in its fields.

use std::collections::HashMap;

use crate::html::control::input_type;
use crate::html::{Dom, Names, NodeRef};

/// A form, with what is the same for all of its fields.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// Which of the page's forms it is.
    pub ordinal: u32,
    /// All that send it, in document order.
    buttons: Vec<NodeRef>,
    /// How many of its fields a person types into.
    typed: usize,
}

/// What Enter does in a field of a form.
#[derive(Clone, Copy, Debug)]
pub(super) enum Enter {
    /// It presses this button.
    Button(NodeRef),
    /// It sends the form as it is.
    Form,
}

/// Every form of a page.
pub(super) fn forms(dom: &Dom, names: &Names<'_>) -> HashMap<NodeRef, Sent> {
    let mut forms = HashMap::new();
    for at in dom.descendants(NodeRef::ROOT) {
        if dom.tag(at) == Some("form") {
            let ordinal = u32::try_from(forms.len()).unwrap_or(u32::MAX);
            let sent = Sent {
                ordinal,
                ..Sent::default()
            };
            forms.insert(at, sent);
        }
    }
    for at in dom.descendants(NodeRef::ROOT) {
        if !matches!(dom.tag(at), Some("input" | "button")) {
            continue;
        }
        let Some(sent) = owner(dom, names, at).and_then(|form| forms.get_mut(&form)) else {
            continue;
        };
        if submits(dom, at) {
            sent.buttons.push(at);
        } else if is_typed(dom, at) {
            sent.typed += 1;
        }
    }
    forms
}

impl Sent {
    /// What Enter does in this field. Nothing where it has another meaning, or none.
    pub(super) fn enter(&self, dom: &Dom, at: NodeRef) -> Option<Enter> {
        let kind = input_type(dom, at);
        if dom.tag(at) == Some("textarea") || matches!(kind.as_str(), "file" | "color" | "hidden") {
            return None;
        }
        // A browser passes over those that are disabled, but not for what is typed into.
        let typed = is_typed(dom, at);
        let enabled = self.buttons.iter().find(|&&at| !dom.has(at, "disabled"));
        let button = enabled.filter(|_| !typed).or(self.buttons.first());
        let alone = match typed {
            true => self.typed == 1,
            false => self.typed == 0 && is_dated(&kind),
        };
        match button {
            Some(&button) => Some(Enter::Button(button)),
            None => alone.then_some(Enter::Form),
        }
    }
}

/// The form that a field belongs to: the one that it names, else the one around it.
pub(super) fn owner(dom: &Dom, names: &Names<'_>, at: NodeRef) -> Option<NodeRef> {
    match dom.attr(at, "form") {
        Some(id) => names.element(id),
        None => dom.closest(at, "form"),
    }
}

/// True when a click on it sends its form.
pub(super) fn submits(dom: &Dom, at: NodeRef) -> bool {
    match dom.tag(at) {
        Some("input") => matches!(input_type(dom, at).as_str(), "submit" | "image"),
        // Whatever is not said to be something else submits.
        Some("button") => !matches!(input_type(dom, at).as_str(), "button" | "reset"),
        _ => false,
    }
}

/// True for what is pressed rather than filled in.
pub(super) fn is_button(dom: &Dom, at: NodeRef, tag: &str) -> bool {
    let kind = || input_type(dom, at);
    tag == "button"
        || tag == "input" && matches!(kind().as_str(), "submit" | "image" | "button" | "reset")
}

fn is_typed(dom: &Dom, at: NodeRef) -> bool {
    let other = [
        "checkbox", "radio", "range", "file", "color", "hidden", "button", "reset", "submit",
        "image",
    ];
    let kind = input_type(dom, at);
    dom.tag(at) == Some("input") && !is_dated(&kind) && !other.contains(&kind.as_str())
}

fn is_dated(kind: &str) -> bool {
    matches!(kind, "date" | "month" | "week" | "time" | "datetime-local")
}
