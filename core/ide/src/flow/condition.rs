//! Conditions in words, as expressions.

use crate::expr::parse::statements;
use crate::ui::tokens::{Symbol, symbols};

/// What a condition asks. One that is no expression already is read as `#a is empty`, `#a and #b are provided`,
/// `#a is true`, `#a is "x"`; of any other, what it names has to be there.
pub(super) fn expression(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches([',', '.']);
    if text.contains(['=', '<', '>', '!', '&', '|']) && statements(text).is_ok() {
        return Some(text.to_owned());
    }
    let names = names(text);
    if names.is_empty() {
        return None;
    }
    let lower = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let quoted = quoted(text).next();
    let (test, joint) = match quoted {
        Some(wanted) if says(&[" is ", " equals "]) => {
            let sign = if says(&[" not "]) { "!=" } else { "==" };
            (
                format!("{sign} {}", serde_json::Value::from(wanted)),
                " && ",
            )
        }
        _ if says(&["not empty", "not missing"]) => ("!= \"\"".to_owned(), " && "),
        // One that is missing is enough.
        _ if says(&["empty", "missing", "blank", "not provided"]) => ("== \"\"".to_owned(), " || "),
        _ if says(&[" false", " off", " invalid", "not valid"]) => ("== false".to_owned(), " || "),
        _ if says(&[" true", " on", " valid", "checked"]) => ("== true".to_owned(), " && "),
        _ => ("!= \"\"".to_owned(), " && "),
    };
    let each = names.iter().map(|name| format!("{name} {test}"));
    Some(each.collect::<Vec<_>>().join(joint))
}

/// The symbols that a text says to be there.
pub(super) fn provided(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let there = is(&["provided", "filled", "entered", "given"]) && !is(&[" not ", "n't "]);
    let names = if there { names(text) } else { Vec::new() };
    names.into_iter().map(str::to_owned).collect()
}

/// The symbols of a text that have values.
pub(super) fn names(text: &str) -> Vec<&str> {
    let found = symbols(text).into_iter().filter_map(|symbol| match symbol {
        Symbol::Own(name) | Symbol::System(name) => Some(name),
        Symbol::Api(_) | Symbol::Event(_) => None,
    });
    found.collect()
}

/// What stands in double quotes.
pub(super) fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}
