//! What may happen on a screen.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;

use super::component::{Role, role, stem};
use super::symbols::{FoundSymbol, SymbolPlace};
use super::tokens::pascal;
use super::{UiDocument, UiNode};

/// Something that may happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundEvent {
    /// Such as `#onLoginClicked`.
    pub event: String,
    /// The component; none for the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component_id: Option<String>,
    /// Why it counts.
    pub rationale: String,
}

/// The events of a screen, each once.
pub fn identify(document: &UiDocument, symbols: &[FoundSymbol]) -> Vec<FoundEvent> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut add = |event: FoundEvent| {
        if seen.insert(event.event.clone()) {
            found.push(event);
        }
    };
    let all = document.all();
    for node in &all {
        let named = named(node);
        match named.is_empty() {
            true => derived(node).into_iter().for_each(&mut add),
            false => named.into_iter().for_each(&mut add),
        }
    }
    let shows = |symbol: &FoundSymbol| {
        let typed = symbol.role != Role::Other && !symbol.is_list;
        symbol.place == SymbolPlace::Content && !typed
    };
    let list = all.iter().find(|node| role(node) == Role::Collection);
    let reason = match (symbols.iter().find(|symbol| shows(symbol)), list) {
        (Some(symbol), _) => format!("{} is shown, so it has to be loaded", symbol.symbol),
        (None, Some(node)) => format!(
            "{:?} shows many of a kind, so they have to be loaded",
            node.id
        ),
        (None, None) => return found,
    };
    add(FoundEvent {
        event: "#onPageLoad".to_owned(),
        component_id: None,
        rationale: reason,
    });
    found
}

/// Events that a component names itself.
fn named(node: &UiNode) -> Vec<FoundEvent> {
    let mut names = Vec::new();
    for (key, value) in node.props.iter().chain(&node.rest) {
        collect(key, value, &mut names);
    }
    let event = |(key, name): (String, String)| FoundEvent {
        rationale: format!("{key:?} of {:?} names it", node.id),
        event: match name.starts_with('#') {
            true => name,
            false => format!("#{name}"),
        },
        component_id: Some(node.id.clone()),
    };
    names.into_iter().map(event).collect()
}

fn collect(key: &str, value: &Value, names: &mut Vec<(String, String)>) {
    match value {
        Value::String(name) if is_event_key(key) && !name.trim().is_empty() => {
            names.push((key.to_owned(), name.trim().to_owned()));
        }
        Value::Object(fields) => fields
            .iter()
            .for_each(|(key, value)| collect(key, value, names)),
        _ => {}
    }
}

fn is_event_key(key: &str) -> bool {
    let lower = key.to_lowercase();
    lower == "eventactionid" || (lower.starts_with("on") && lower.ends_with("actionid"))
}

/// What a component of its kind is used for.
fn derived(node: &UiNode) -> Option<FoundEvent> {
    let ending = match role(node) {
        Role::Button => "Clicked",
        Role::Input | Role::Choice => "Changed",
        Role::Toggle => "Toggle",
        Role::Collection | Role::Other => return None,
    };
    let stem = pascal(&stem(node));
    let stem = if stem.is_empty() {
        pascal(&node.kind)
    } else {
        stem
    };
    Some(FoundEvent {
        event: format!("#on{stem}{ending}"),
        component_id: Some(node.id.clone()),
        rationale: format!("{:?} is a {}", node.id, node.kind),
    })
}
