//! Which elements are controls, and of what kind.

use super::{Dom, NodeRef};
use crate::role::Role;
use screen_agent_words::secret::is_secret_name;

use crate::secret::is_secret_field;

/// Attributes by which frameworks and pages say "this reacts to clicks".
const CLICKS: [&str; 12] = [
    "onclick",
    "ondblclick",
    "onmousedown",
    "onmouseup",
    "onpointerdown",
    "onpointerup",
    "ontouchstart",
    "ng-click",
    "v-on:click",
    "@click",
    "(click)",
    "data-has-click-listener",
];

/// What kind of control an element is: its ARIA role first, then its tag and type, then whether it
/// reacts at all. `None` when it is no control.
pub(crate) fn role_of(dom: &Dom, at: NodeRef) -> Option<Role> {
    let tag = dom.tag(at)?;
    let native = native_role(dom, at, tag);
    match dom.attr(at, "role").and_then(widget) {
        // A field that suggests is still typed into.
        Some(Role::Select) if native == Some(Role::Input) => native,
        Some(Role::Input) if native == Some(Role::TextArea) => native,
        Some(role) => Some(role),
        None => native.or_else(|| reacts(dom, at).then_some(Role::Generic)),
    }
}

fn widget(roles: &str) -> Option<Role> {
    roles.split_ascii_whitespace().find_map(|word| {
        let role = Role::parse(word);
        matches!(
            role,
            Role::Button
                | Role::Link
                | Role::Checkbox
                | Role::Radio
                | Role::Switch
                | Role::Tab
                | Role::Input
                | Role::Select
                | Role::Slider
                | Role::Option
                | Role::MenuItem
                | Role::TreeItem
        )
        .then_some(role)
    })
}

fn native_role(dom: &Dom, at: NodeRef, tag: &str) -> Option<Role> {
    match tag {
        "a" | "area" => dom.has(at, "href").then_some(Role::Link),
        "button" | "summary" => Some(Role::Button),
        "input" => input_role(&input_type(dom, at)),
        "select" => Some(Role::Select),
        "textarea" => Some(Role::TextArea),
        _ => is_editable(dom, at).then_some(Role::TextArea),
    }
}

fn input_role(kind: &str) -> Option<Role> {
    match kind {
        "hidden" => None,
        "button" | "submit" | "reset" | "image" => Some(Role::Button),
        "checkbox" => Some(Role::Checkbox),
        "radio" => Some(Role::Radio),
        "range" => Some(Role::Slider),
        "file" => Some(Role::File),
        _ => Some(Role::Input),
    }
}

/// The type of an input, lower case; "text" where none is written.
pub(crate) fn input_type(dom: &Dom, at: NodeRef) -> String {
    match dom.attr(at, "type").map(str::trim) {
        None | Some("") => "text".to_owned(),
        Some(kind) => kind.to_ascii_lowercase(),
    }
}

/// True when typing into this very element edits it.
pub(crate) fn is_editable(dom: &Dom, at: NodeRef) -> bool {
    dom.attr(at, "contenteditable").is_some_and(|word| {
        !word.eq_ignore_ascii_case("false") && !word.eq_ignore_ascii_case("inherit")
    })
}

/// True when it says that it reacts: to clicks, or to the keyboard.
pub(crate) fn reacts(dom: &Dom, at: NodeRef) -> bool {
    takes_clicks(dom, at)
        || dom
            .attr(at, "tabindex")
            .is_some_and(|order| order.trim().parse::<i32>().is_ok_and(|order| order >= 0))
}

/// True when it says that it reacts to clicks.
pub(crate) fn takes_clicks(dom: &Dom, at: NodeRef) -> bool {
    dom.attrs(at).any(|(name, _)| CLICKS.contains(&name))
}

/// True when its value is nobody's business but the person's.
pub(crate) fn is_secret(dom: &Dom, at: NodeRef) -> bool {
    let tokens = dom.attr(at, "autocomplete").unwrap_or_default();
    match dom.tag(at) {
        Some("input") => {
            let kind = input_type(dom, at);
            is_secret_field(&kind, tokens)
                || input_role(&kind) == Some(Role::Input) && is_named_secret(dom, at)
        }
        Some("textarea" | "select") => is_secret_field("", tokens) || is_named_secret(dom, at),
        _ => false,
    }
}

fn is_named_secret(dom: &Dom, at: NodeRef) -> bool {
    ["name", "id", "aria-label", "placeholder", "title"]
        .iter()
        .filter_map(|name| dom.attr(at, name))
        .any(is_secret_name)
}
