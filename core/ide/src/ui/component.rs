//! What a component is, whatever its type is called.

use super::UiNode;
use super::tokens::{is_among, words};

/// What a component is to whoever uses the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Takes words.
    Input,
    /// Is pressed.
    Button,
    /// Is on or off.
    Toggle,
    /// Is one of several.
    Choice,
    /// Shows many of a kind.
    Collection,
    /// Shows words or a picture, or holds others.
    Other,
}

/// What a component is, by its type; by its name where Figma's types say nothing.
pub fn role(node: &UiNode) -> Role {
    let kind = node.kind.to_lowercase().replace(['_', '-', ' '], "");
    let by_kind = role_of(&kind);
    let shapeless = "container frame rectangle instance component group text";
    if by_kind != Role::Other || !is_among(shapeless, &kind) {
        return by_kind;
    }
    let named = words(node.text("name").unwrap_or_default());
    let token = |word: &str| match word {
        "button" | "btn" => Role::Button,
        "input" | "field" | "textfield" => Role::Input,
        "checkbox" | "switch" | "toggle" => Role::Toggle,
        _ => Role::Other,
    };
    // What a label says of an input does not make it one.
    match kind.as_str() {
        "text" => Role::Other,
        _ => named.last().map_or(Role::Other, |word| token(word)),
    }
}

fn role_of(kind: &str) -> Role {
    match kind {
        "inputfield" | "textfield" | "input" | "textinput" | "textarea" => Role::Input,
        "button" | "textbutton" | "iconbutton" => Role::Button,
        "checkbox" | "switch" | "toggle" => Role::Toggle,
        "select" | "dropdown" | "radio" | "tabs" => Role::Choice,
        "list" | "grid" | "table" | "carousel" | "wrap" => Role::Collection,
        _ => Role::Other,
    }
}

/// What a component is about, without the words that only say what it is: `loginButton` is about `Login`.
pub fn stem(node: &UiNode) -> String {
    const SAID: &str =
        "button btn input field textfield inp checkbox switch toggle select dropdown";
    let about = |text: &str| -> String {
        let words = words(text);
        let kept = words
            .iter()
            .filter(|word| !is_among(SAID, word) && word.parse::<u64>().is_err());
        kept.cloned().collect::<Vec<_>>().join(" ")
    };
    let places = [
        node.text("name"),
        node.text("text"),
        node.text("label"),
        node.text("hint"),
        Some(node.id.as_str()),
    ];
    places
        .into_iter()
        .flatten()
        .filter(|text| !text.contains('#'))
        .map(about)
        .find(|text| !text.is_empty())
        .unwrap_or_default()
}
