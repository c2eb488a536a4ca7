//! What code may not hold: it makes code of text, outlives the action, or rewrites the page.
//!
//! This keeps accidents out; what code may do at all is for the gate to decide.

/// What code may not use, as the published clients refuse it.
const REFUSED_NAMES: &[&str] = &[
    "eval",
    "Function",
    "setTimeout",
    "setInterval",
    "setImmediate",
    "requestAnimationFrame",
    "import",
    "importScripts",
    "require",
];

/// The part of some code for which it is not run.
pub fn refused_in(code: &str) -> Option<&'static str> {
    if let Some(name) =
        names_in(code).find_map(|name| REFUSED_NAMES.iter().find(|bad| **bad == name))
    {
        return Some(name);
    }
    let dense: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    if dense.contains("document.write") {
        return Some("document.write");
    }
    ["innerHTML", "outerHTML"]
        .into_iter()
        .find(|name| assigns(&dense, name))
}

/// Whatever could be a name in some code.
pub fn names_in(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$'))
}

/// True where the name is written to: `=` or `+=` follows, but not `==`.
fn assigns(dense: &str, name: &str) -> bool {
    dense.match_indices(name).any(|(index, _)| {
        let rest = dense.get(index + name.len()..).unwrap_or_default();
        let rest = rest.strip_prefix('+').unwrap_or(rest);
        rest.starts_with('=') && !rest.starts_with("==")
    })
}
