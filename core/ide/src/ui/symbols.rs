//! What of a screen is dynamic. Every finding says where it stands and why it counts.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;

use super::component::{Role, role, stem};
use super::tokens::{Symbol, camel, symbols};
use super::{UiDocument, UiNode};

/// A symbol of a screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundSymbol {
    /// With its `#`.
    pub symbol: String,
    /// What it stands for.
    pub place: SymbolPlace,
    /// The component.
    pub component_id: String,
    /// The property.
    pub property: String,
    /// It stands for many of a kind.
    pub is_list: bool,
    /// It is on or off.
    pub is_switch: bool,
    /// What the component is.
    #[serde(skip)]
    pub role: Role,
    /// Why it counts.
    pub rationale: String,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SymbolPlace {
    /// What is shown or typed.
    Content,
    /// How it looks.
    Style,
    /// Whether it is seen, busy, open, chosen, or wrong.
    State,
    /// A variable that is bound already.
    Bound,
    /// An API that is called.
    Api,
}

/// Symbols of one request.
pub const SYMBOLS: usize = 5_000;

/// The symbols of a screen, each once, where it stands first.
pub fn identify(document: &UiDocument) -> Vec<FoundSymbol> {
    let mut seen = HashSet::new();
    let all = document.all().into_iter().flat_map(of_node);
    all.filter(|symbol| seen.insert(symbol.symbol.clone()))
        .take(SYMBOLS)
        .collect()
}

/// The variables that components are bound to already, by the symbol that they would have.
pub fn bindings(document: &UiDocument) -> Vec<(String, String)> {
    let bound = |node: &&UiNode| {
        let variable = node
            .text("variable")
            .or_else(|| node.text("textVariableKey"))?;
        let variable = match variable.starts_with('#') {
            true => variable.to_owned(),
            false => format!("#{variable}"),
        };
        Some((input_symbol(node)?, variable))
    };
    let all = document.all();
    let bound = all.iter().filter_map(bound);
    bound
        .filter(|(_, variable)| variable.starts_with("#_"))
        .collect()
}

fn of_node(node: &UiNode) -> Vec<FoundSymbol> {
    let mut found = Vec::new();
    let fields = node.props.iter().chain(&node.rest);
    for (key, value) in fields.filter(|(key, _)| !aside(key)) {
        texts(key, value, &mut |key, text| {
            of_text(node, key, text, &mut found)
        });
    }
    if let Some(symbol) = input_symbol(node) {
        let known = found
            .iter()
            .any(|one| one.symbol == symbol || one.place == SymbolPlace::Bound);
        if !known {
            let rationale = format!("the name of the input {:?}", node.id);
            found.push(entry(node, symbol, SymbolPlace::Content, "name", rationale));
        }
    }
    found
}

/// What an input's content would be called.
fn input_symbol(node: &UiNode) -> Option<String> {
    if !matches!(role(node), Role::Input | Role::Toggle | Role::Choice) {
        return None;
    }
    let name = node.text("name")?;
    let name = match name.strip_prefix('#') {
        Some(symbol) => symbol.to_owned(),
        None => camel(&stem(node)),
    };
    let letter = name.chars().next().is_some_and(char::is_alphabetic);
    letter.then(|| format!("#{name}"))
}

/// Keys whose texts are ids, or what is done, but not shown.
fn aside(key: &str) -> bool {
    let lower = key.to_lowercase();
    ["id", "page_id", "parent_id", "events"].contains(&lower.as_str())
        || lower.ends_with("actionid")
        || lower.ends_with("flowid")
}

fn texts(key: &str, value: &Value, on: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => on(key, text),
        Value::Array(entries) => entries.iter().for_each(|entry| texts(key, entry, on)),
        Value::Object(fields) => {
            for (inner, value) in fields.iter().filter(|(inner, _)| !aside(inner)) {
                // What is inside of a colour is part of one.
                let key = if colours(key) { key } else { inner };
                texts(key, value, on);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn of_text(node: &UiNode, key: &str, text: &str, found: &mut Vec<FoundSymbol>) {
    let is_colour = colours(key);
    for symbol in symbols(text) {
        let (symbol, place) = match symbol {
            Symbol::Own(name) if is_colour && is_hex(&name[1..]) => continue,
            Symbol::Own(name) => (name.to_owned(), place(key, is_colour)),
            Symbol::System(path) => (path.to_owned(), SymbolPlace::Bound),
            Symbol::Api(name) => (format!("#restAPI:{name}"), SymbolPlace::Api),
            Symbol::Event(_) => continue,
        };
        let rationale = match place {
            SymbolPlace::Content => format!("named in {key:?} of {:?}", node.id),
            SymbolPlace::Style => format!("a look that changes: {key:?} of {:?}", node.id),
            SymbolPlace::State => format!("a state: {key:?} of {:?}", node.id),
            SymbolPlace::Bound => format!("bound already in {key:?} of {:?}", node.id),
            SymbolPlace::Api => format!("an API that {key:?} of {:?} refers to", node.id),
        };
        found.push(entry(node, symbol, place, key, rationale));
    }
}

fn entry(
    node: &UiNode,
    symbol: String,
    place: SymbolPlace,
    key: &str,
    rationale: String,
) -> FoundSymbol {
    FoundSymbol {
        symbol,
        place,
        component_id: node.id.clone(),
        property: key.to_owned(),
        is_list: role(node) == Role::Collection && place == SymbolPlace::Content,
        is_switch: role(node) == Role::Toggle && place == SymbolPlace::Content,
        role: role(node),
        rationale,
    }
}

fn place(key: &str, is_colour: bool) -> SymbolPlace {
    let lower = key.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(&[
        "visib", "enable", "disable", "loading", "open", "select", "error", "checked",
    ]) {
        return SymbolPlace::State;
    }
    let looks = [
        "style", "opacity", "fontsize", "radius", "padding", "margin", "width", "height",
    ];
    match is_colour || says(&looks) {
        true => SymbolPlace::Style,
        false => SymbolPlace::Content,
    }
}

/// Keys under which `#FFFFFF` is a colour and no symbol.
fn colours(key: &str) -> bool {
    let lower = key.to_lowercase();
    let mut parts = "color colour fill background stroke border shadow gradient tint".split(' ');
    parts.any(|part| lower.contains(part)) || lower == "bg"
}

fn is_hex(name: &str) -> bool {
    matches!(name.len(), 3 | 4 | 6 | 8) && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}
