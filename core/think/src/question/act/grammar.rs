//! What the page in view allows, as a pattern that a model can be held to.
//!
//! The pattern is as long as the page has controls and no longer: each kind of action lists the
//! ids that it may be done to. What it lets through is still validated and gated.

use screen_agent_page::{Node, Role, State};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::left_out;
use crate::question::Brief;
use crate::question::lenient::{self, narrowed};

/// Most controls that are offered; the nearest to the top.
const CONTROLS: usize = 200;
/// Between the quotes of an argument: nothing that would end it or need an escape.
const TEXT: &str = "[^\"\\\\\\x00-\\x1f]{0,300}";
const KEYS: [&str; 10] = [
    "Enter",
    "Escape",
    "Tab",
    "ArrowDown",
    "ArrowUp",
    "ArrowLeft",
    "ArrowRight",
    "PageDown",
    "PageUp",
    "Space",
];

/// The answer's schema, narrowed. An answer that fits it is always one action that parses.
pub(crate) fn grammar(brief: &Brief) -> Value {
    let without = left_out(
        brief,
        &["question", "missing", "expect", "actions", "step_done"],
    );
    let action = json!({ "type": "string", "pattern": pattern(brief) });
    let more = Map::from_iter([("action".to_owned(), action)]);
    narrowed(
        lenient::schema::<Answer>(),
        &without,
        more,
        &["thought", "action"],
    )
}

fn pattern(brief: &Brief) -> String {
    let mut forms = controls(&offered(brief));
    forms.extend(free(brief));
    format!("^(?:{})$", forms.join("|"))
}

/// The controls that may be used at all, those at the top first.
fn offered(brief: &Brief) -> Vec<&Node> {
    let mut nodes: Vec<&Node> = brief
        .seen
        .nodes
        .iter()
        .filter(|node| !node.covered && !node.is(State::Disabled) && can_be_written(node))
        .collect();
    if nodes.len() > CONTROLS {
        let top = |node: &Node| node.point().map_or(f64::MAX, |point| point.y);
        nodes.sort_by(|a, b| top(a).total_cmp(&top(b)));
        nodes.truncate(CONTROLS);
    }
    nodes
}

fn can_be_written(node: &Node) -> bool {
    let odd = |c: char| c.is_control() || matches!(c, '"' | '\\');
    !node.id.as_str().is_empty() && !node.id.as_str().contains(odd)
}

fn controls(nodes: &[&Node]) -> Vec<String> {
    let of = |fits: fn(&Node) -> bool| {
        let ids: Vec<String> = nodes
            .iter()
            .filter(|node| fits(node))
            .map(|node| written(node))
            .collect();
        (!ids.is_empty()).then(|| format!("(?:{})", ids.join("|")))
    };
    let forms = [
        of(|_| true).map(|ids| format!("click\\({ids}\\)")),
        of(takes_text).map(|ids| format!("setValue\\({ids}, \"{TEXT}\"\\)")),
        of(is_ticked).map(|ids| format!("(?:un)?check\\({ids}\\)")),
        of(is_list).map(|ids| format!("selectDropdown\\({ids}, \"{TEXT}\"\\)")),
    ];
    forms.into_iter().flatten().collect()
}

/// What needs no control.
fn free(brief: &Brief) -> Vec<String> {
    let mut forms = vec![
        "scroll\\((?:true|false)\\)".to_owned(),
        "wait\\((?:[1-9]|10)\\)".to_owned(),
        "goBack\\(\\)".to_owned(),
        "navigate\\(\"https://[^\"\\\\\\s\\x00-\\x1f]{1,300}\"\\)".to_owned(),
        format!("press\\(\"(?:{})\"\\)", KEYS.join("|")),
        format!("finish\\(\"{TEXT}\"\\)"),
        format!("fail\\(\"{TEXT}\"\\)"),
    ];
    if brief.can_search {
        forms.push("googleSearch\\(\"[^\"\\\\\\x00-\\x1f]{1,200}\"\\)".to_owned());
    }
    forms
}

/// The id as it stands in an action, with what a pattern would take for its own escaped.
fn written(node: &Node) -> String {
    let mut text = String::new();
    for c in node.id.as_str().chars() {
        if c.is_ascii_punctuation() && !matches!(c, '_' | '<' | '>') {
            text.push('\\');
        }
        text.push(c);
    }
    if node.id.is_numeric() {
        text
    } else {
        format!("\"{text}\"")
    }
}

fn takes_text(node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let holds_none = matches!(
        kind,
        "checkbox" | "radio" | "button" | "submit" | "reset" | "file" | "image" | "hidden"
    );
    let field = node.role.takes_text() || node.role == Role::Slider || node.facts.multiline;
    // A combobox may be a text field; a native list never is.
    let typed = node.role == Role::Select && node.facts.known() && !is_native_list(node);
    (field || typed) && !holds_none && !node.is(State::Readonly)
}

fn is_ticked(node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    node.role.is_checkable() || matches!(kind, "checkbox" | "radio")
}

fn is_list(node: &Node) -> bool {
    node.role == Role::Select || !node.facts.options.is_empty() || node.opens_list()
}

fn is_native_list(node: &Node) -> bool {
    node.facts.tag.as_deref() == Some("select") || !node.facts.options.is_empty()
}
