//! Symbols as variables: where each is kept, what type it has, and why.

use std::collections::HashSet;

use screen_agent_wire::ide::request::{VariableNaming, VariablePolicy};
use serde::Serialize;
use serde_json::{Value, json};

use super::component::Role;
use super::symbols::{FoundSymbol, SymbolPlace};
use super::tokens::{camel, is_among, words};

/// A variable of a symbol.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DerivedVariable {
    /// The symbol.
    pub symbol: String,
    /// Such as `#_appData.loginPage.userName`.
    pub key: String,
    /// Its type.
    #[serde(rename = "dataType")]
    pub data_type: DataType,
    /// The type's number, as rows of variables have it: 1 string, 2 number, 3 boolean, 4 object or array.
    #[serde(rename = "type")]
    pub number: u8,
    /// It holds many of a kind.
    pub is_list: bool,
    /// `appData` or `uiState`; the root's own name where it is bound already.
    pub scope: String,
    /// What it holds at first.
    pub value: Vec<String>,
    /// It outlives the screen.
    pub persisted: bool,
    /// Its number in the order of the screen.
    pub tracking_no: String,
    /// Why it is so.
    pub rationale: String,
}

/// Types of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DataType {
    String,
    Number,
    Boolean,
    Object,
    Array,
}

/// Roots whose variables outlive the screen.
const PERSISTABLE: [&str; 3] = ["_appData", "_uiState", "_params"];
/// Roots that are the engine's own.
pub const RESERVED: [&str; 5] = [
    "_results",
    "_currentResult",
    "_parentCallbacks",
    "_cachedResult",
    "_dataAction",
];

/// What is known besides the symbols.
pub struct Deriving<'a> {
    /// Name of the page.
    pub page: &'a str,
    /// How names and types are to be.
    pub policy: &'a VariablePolicy,
    /// Variables that symbols have already.
    pub bound: &'a [(String, String)],
}

/// The variables of symbols. References to APIs have none.
pub fn derive(symbols: &[FoundSymbol], deriving: &Deriving<'_>) -> Vec<DerivedVariable> {
    let wanted = symbols
        .iter()
        .filter(|symbol| symbol.place != SymbolPlace::Api);
    wanted
        .enumerate()
        .map(|(at, symbol)| one(symbol, at, deriving))
        .collect()
}

fn one(symbol: &FoundSymbol, at: usize, deriving: &Deriving<'_>) -> DerivedVariable {
    let (key, mut rationale) = key(symbol, deriving);
    let scope = scope_of(&key);
    let root = key.trim_start_matches('#').split('.').next();
    let root = root.unwrap_or_default();
    let leaf = key.rsplit('.').next().unwrap_or_default();
    let (data_type, why) = data_type(symbol, leaf, deriving.policy);
    rationale = format!("{rationale}; {why}");
    if RESERVED.contains(&root) {
        rationale.push_str("; it is the engine's own, so it is not kept");
    }
    let is_secret = is_secret(leaf);
    if is_secret {
        rationale.push_str("; it is a secret, so it is not kept");
    }
    DerivedVariable {
        number: match data_type {
            DataType::String => 1,
            DataType::Number => 2,
            DataType::Boolean => 3,
            DataType::Object | DataType::Array => 4,
        },
        is_list: data_type == DataType::Array,
        value: match data_type {
            DataType::Boolean => vec!["false".to_owned()],
            DataType::Number => vec!["0".to_owned()],
            DataType::String | DataType::Object | DataType::Array => Vec::new(),
        },
        persisted: PERSISTABLE.contains(&root) && !is_secret,
        tracking_no: format!("VAR-{:03}", at + 1),
        symbol: symbol.symbol.clone(),
        scope,
        data_type,
        key,
        rationale,
    }
}

fn scope_of(key: &str) -> String {
    let root = key.trim_start_matches("#_").split('.').next();
    root.unwrap_or_default().to_owned()
}

fn key(symbol: &FoundSymbol, deriving: &Deriving<'_>) -> (String, String) {
    let name = &symbol.symbol;
    if name.starts_with("#_") {
        return (name.clone(), "it is a variable already".to_owned());
    }
    if let Some((_, bound)) = deriving.bound.iter().find(|(known, _)| known == name) {
        return (bound.clone(), "it has this variable already".to_owned());
    }
    let asked = deriving.policy.scopes.as_ref();
    let asked = asked.and_then(|scopes| scopes.get(name)?.as_str());
    let asked = asked.filter(|scope| ["appData", "uiState"].contains(scope));
    let (scope, why) = match asked {
        Some(scope) => (scope, "as the policy says"),
        None => by_nature(symbol),
    };
    let plain = name.trim_start_matches('#');
    let plain = match deriving.policy.naming {
        Some(VariableNaming::Snake) => words(plain).join("_"),
        Some(VariableNaming::Camel) => camel(plain),
        None => plain.to_owned(),
    };
    let page = deriving.page;
    let key = match page.is_empty() {
        true => format!("#_{scope}.{plain}"),
        false => format!("#_{scope}.{page}.{plain}"),
    };
    (key, format!("{scope}: {why}"))
}

fn by_nature(symbol: &FoundSymbol) -> (&'static str, &'static str) {
    const STATES: [&str; 14] = [
        "visible", "loading", "open", "opened", "selected", "error", "enabled", "disabled",
        "active", "expanded", "checked", "hidden", "busy", "focused",
    ];
    let words = words(&symbol.symbol);
    match symbol.place {
        SymbolPlace::Style => ("uiState", "it is how something looks"),
        SymbolPlace::State => ("uiState", "it is a state of the screen"),
        _ if is_question(&words) => ("uiState", "its name asks a question"),
        _ if words.iter().any(|word| STATES.contains(&word.as_str())) => {
            ("uiState", "its name is that of a state")
        }
        _ => ("appData", "it is content"),
    }
}

/// `isLoading`, `hasItems`, `canSubmit`, `shouldShow`.
fn is_question(words: &[String]) -> bool {
    words.len() > 1 && ["is", "has", "can", "should"].contains(&words[0].as_str())
}

fn data_type(
    symbol: &FoundSymbol,
    leaf: &str,
    policy: &VariablePolicy,
) -> (DataType, &'static str) {
    let asked = policy.types.as_ref();
    let asked = asked.and_then(|types| types.get(&symbol.symbol)?.as_str());
    let asked = asked.and_then(named_type);
    if let Some(asked) = asked {
        return (asked, "its type is as the policy says");
    }
    match (symbol.is_switch, symbol.is_list) {
        (true, _) => (DataType::Boolean, "it is yes or no"),
        (false, true) if by_name(leaf).0 != DataType::Boolean => {
            (DataType::Array, "it holds many of a kind")
        }
        _ => by_name(leaf),
    }
}

/// The type of what has this name, and why.
pub fn by_name(name: &str) -> (DataType, &'static str) {
    const FLAGS: &str =
        "visible loading open opened enabled disabled active expanded checked hidden";
    const NUMBERS: &str = "count total price amount quantity age index size number percent rating score balance progress";
    const LISTS: &str = "list items options rows";
    // "Number" behind such a word numbers nothing: it may begin with a zero, and nobody adds it up.
    const CALLED: &str = "card phone account order serial house room flight passport routing tracking mobile fax invoice";
    let words = words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    let before = words.iter().rev().nth(1).map_or("", String::as_str);
    if is_question(&words) || is_among(FLAGS, last) {
        return (DataType::Boolean, "it is yes or no");
    }
    if is_among(LISTS, last) {
        return (DataType::Array, "it holds many of a kind");
    }
    match is_among(NUMBERS, last) && !(last == "number" && is_among(CALLED, before)) {
        true => (DataType::Number, "it is counted"),
        false => (DataType::String, "it is text"),
    }
}

/// Whether a name says that what it holds is nobody else's to know.
fn is_secret(name: &str) -> bool {
    let words = words(name);
    let says = |list: &str| words.iter().any(|word| is_among(list, word));
    says("password passcode pin cvv cvc otp secret") || (says("card") && says("number"))
}

fn named_type(name: &str) -> Option<DataType> {
    Some(match name {
        "string" => DataType::String,
        "number" => DataType::Number,
        "boolean" => DataType::Boolean,
        "object" => DataType::Object,
        "array" => DataType::Array,
        _ => return None,
    })
}

/// Symbols that are given by name, or as objects that tell more.
pub fn given_symbols(symbols: &[Value]) -> Vec<FoundSymbol> {
    let one = |value: &Value| {
        let name = value.as_str().or_else(|| {
            let places = ["symbol", "name", "id"];
            places.iter().find_map(|place| value.get(place)?.as_str())
        })?;
        let name = name.trim().trim_start_matches('#');
        let letter = name
            .chars()
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_');
        let place = match value.get("place").and_then(Value::as_str) {
            Some("style") => SymbolPlace::Style,
            Some("state") => SymbolPlace::State,
            _ if name.starts_with("restAPI:") => SymbolPlace::Api,
            _ => SymbolPlace::Content,
        };
        letter.then(|| FoundSymbol {
            symbol: format!("#{name}"),
            place,
            component_id: value
                .get("component_id")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            property: String::new(),
            is_list: value.get("is_list") == Some(&json!(true)),
            is_switch: value.get("is_switch") == Some(&json!(true)),
            role: Role::Other,
            rationale: "it was given".to_owned(),
        })
    };
    let mut seen = HashSet::new();
    let found = symbols.iter().filter_map(one);
    found
        .filter(|symbol| seen.insert(symbol.symbol.clone()))
        .collect()
}
