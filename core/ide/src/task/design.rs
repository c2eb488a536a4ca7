//! Words as components of a screen.

mod lexicon;
mod phrase;
mod words;

use serde_json::{Map, Value, json};

use crate::ui::tokens::camel;
use crate::ui::{Fields, UiNode};
pub(super) use lexicon::{in_english, kinds, of_kind};
pub(super) use words::parts;

/// Something that a screen is to have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ScreenPart {
    /// The component's type, and the first letters of its id.
    pub(super) kind: &'static str,
    pub(super) prefix: &'static str,
    /// What it says, or is called.
    pub(super) label: String,
    /// What its value is called, where that is not what it says.
    pub(super) name: String,
    /// The part that it is in, counted from 1; 0 is the screen.
    pub(super) inside: usize,
    /// What is typed is not shown.
    pub(super) is_hidden: bool,
    /// Why it is there.
    pub(super) why: String,
}

/// What a text asks for.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// The kind of page, where it is one that is known.
    pub(super) page: Option<String>,
    pub(super) parts: Vec<ScreenPart>,
}

impl ScreenPart {
    /// The part as a component.
    pub(super) fn node(&self, id: String, variables: &[String]) -> UiNode {
        let label = self.label.as_str();
        let name = match self.name.is_empty() {
            true => camel(label),
            false => self.name.clone(),
        };
        let mut props = match self.kind {
            "text" | "button" | "text_button" | "header" | "badge" | "chip" => {
                json!({ "text": label })
            }
            "input_field" => json!({ "name": name, "hint": label }),
            "checkbox" | "switch" | "select" => json!({ "name": name, "label": label }),
            "image" | "icon" | "avatar" => json!({ "alt": label }),
            "list" | "grid" | "table" | "carousel" => json!({ "items": format!("#{name}") }),
            _ => json!({}),
        };
        if self.is_hidden {
            props["obscureText"] = json!(true);
        }
        let is_own = |key: &&String| key.rsplit(['.', '#']).next() == Some(name.as_str());
        if let (true, Some(variable)) = (props.get("name").is_some(), variables.iter().find(is_own))
        {
            props["variable"] = json!(variable);
        }
        let props: Map<String, Value> = match props {
            Value::Object(props) => props.into_iter().filter(|(_, value)| value != "").collect(),
            _ => Map::new(),
        };
        UiNode {
            id,
            kind: self.kind.to_owned(),
            props,
            rest: Fields::new(),
            children: Vec::new(),
        }
    }
}
