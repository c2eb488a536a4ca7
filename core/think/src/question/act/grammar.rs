//! The forms of an action, as JSON Schema that a model can be held to: all of them for a server that takes a schema,
//! and those that the page in view allows for a model that is decoded under it.
//!
//! What they let through is still read, validated and gated.

use screen_agent_action::schema as form;
use screen_agent_page::{Node, Role, State};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::left_out;
use crate::question::Brief;
use crate::question::lenient::{self, narrowed};

/// Most controls that are offered; the nearest to the top.
const CONTROLS: usize = 200;
/// Longest text, in characters.
const TEXT: usize = 300;
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

/// The answer's schema.
pub(crate) fn schema(brief: &Brief) -> Value {
    let without = left_out(brief, &[]);
    let more = Map::from_iter([("action".to_owned(), any(forms(brief)))]);
    let mut schema = narrowed(lenient::schema::<Answer>(), &without, more, &["thought"]);
    if let Some(link) = schema.pointer_mut("/properties/actions/items/properties/action") {
        *link = any(fillings());
    }
    schema
}

/// The answer's schema, narrowed. An answer that fits it is always one action that can be read.
pub(crate) fn grammar(brief: &Brief) -> Value {
    let without = left_out(
        brief,
        &["question", "missing", "expect", "actions", "step_done"],
    );
    let mut forms = controls(&offered(brief));
    forms.extend(free(brief));
    let more = Map::from_iter([("action".to_owned(), any(forms))]);
    narrowed(
        lenient::schema::<Answer>(),
        &without,
        more,
        &["thought", "action"],
    )
}

fn any(forms: Vec<Value>) -> Value {
    json!({ "anyOf": forms })
}

/// What may stand in a row.
fn fillings() -> Vec<Value> {
    vec![
        form(&["check", "uncheck"], &[], &[]),
        form(&["setValue", "appendText"], &[], &[]),
        form(&["selectDropdown"], &["text"], &[]),
    ]
}

/// Every action that the prompt tells of.
fn forms(brief: &Brief) -> Vec<Value> {
    let mut forms = fillings();
    forms.extend([
        form(&["click", "hover", "doubleClick", "getText"], &[], &[]),
        form(&["press"], &[], &[]),
        form(&["type", "findText"], &[], &[]),
        form(&["dragAndDrop"], &[], &[]),
        form(&["scroll"], &["down"], &[]),
        form(&["scroll_container"], &["direction"], &[]),
        form(&["navigate"], &[], &[]),
        form(&["goBack", "acceptDialog", "dismissDialog"], &[], &[]),
        form(&["wait"], &["seconds"], &[]),
        form(&["finish"], &["text"], &[]),
        form(&["fail"], &["reason"], &[]),
        form(&["remember"], &[], &[]),
        form(&["recall", "exportToSession"], &[], &[]),
        form(&["verifySuccess"], &[], &[]),
    ]);
    forms.extend(brief.can_search.then(|| form(&["googleSearch"], &[], &[])));
    forms
}

/// True where there is more than one field or box to fill in.
pub(super) fn has_several_fields(brief: &Brief) -> bool {
    let fields = brief.seen.nodes.iter();
    let fields = fields.filter(|node| takes_text(node) || is_ticked(node) || is_list(node));
    fields.take(2).count() == 2
}

/// The controls that may be used at all, those at the top first.
fn offered(brief: &Brief) -> Vec<&Node> {
    let mut nodes: Vec<&Node> = brief
        .seen
        .nodes
        .iter()
        .filter(|node| !node.covered && !node.is(State::Disabled) && !node.id.as_str().is_empty())
        .collect();
    if nodes.len() > CONTROLS {
        let top = |node: &Node| node.point().map_or(f64::MAX, |point| point.y);
        nodes.sort_by(|a, b| top(a).total_cmp(&top(b)));
        nodes.truncate(CONTROLS);
    }
    nodes
}

fn controls(nodes: &[&Node]) -> Vec<Value> {
    let of = |fits: fn(&Node) -> bool| {
        let fitting = nodes.iter().filter(|node| fits(node));
        let ids: Vec<Value> = fitting.map(|node| id(node)).collect();
        (!ids.is_empty()).then(|| ("id", json!({ "enum": ids })))
    };
    let forms = [
        of(|_| true).map(|id| form(&["click"], &[], &[id])),
        of(takes_text).map(|id| form(&["setValue"], &[], &[id, text("text")])),
        of(takes_text).map(|id| form(&["appendText"], &[], &[id, words("text")])),
        of(is_ticked).map(|id| form(&["check", "uncheck"], &[], &[id])),
        of(is_list).map(|id| form(&["selectDropdown"], &["text"], &[id, text("text")])),
    ];
    forms.into_iter().flatten().collect()
}

/// What needs no control.
fn free(brief: &Brief) -> Vec<Value> {
    let url = json!({ "type": "string", "pattern": "^https://[^\"\\\\\\s\\x00-\\x1f]{1,300}$" });
    let mut forms = vec![
        form(&["scroll"], &["down"], &[]),
        form(
            &["wait"],
            &["seconds"],
            &[("seconds", json!({ "enum": [1, 2, 3, 5, 10] }))],
        ),
        form(&["goBack"], &[], &[]),
        form(&["navigate"], &[], &[("url", url)]),
        form(&["press"], &[], &[("key", json!({ "enum": KEYS }))]),
        form(&["finish"], &["text"], &[text("text")]),
        form(&["fail"], &["reason"], &[text("reason")]),
    ];
    if brief.can_search {
        forms.push(form(&["googleSearch"], &[], &[words("query")]));
    }
    forms
}

fn text(name: &str) -> (&str, Value) {
    (name, json!({ "type": "string", "maxLength": TEXT }))
}

/// Text that may not be empty.
fn words(name: &str) -> (&str, Value) {
    let words = json!({ "type": "string", "minLength": 1, "maxLength": TEXT });
    (name, words)
}

/// The id as it stands on the page that the model reads: a number, or a text.
fn id(node: &Node) -> Value {
    let text = node.id.as_str();
    let number = node.id.is_numeric().then(|| text.parse::<u32>().ok());
    match number.flatten() {
        Some(number) if number.to_string() == text => json!(number),
        _ => json!(text),
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
