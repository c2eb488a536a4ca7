//! Screens: their shapes, what of them is dynamic, and their variables.

pub mod component;
pub mod events;
pub mod includes;
pub mod prune;
pub mod shape;
pub mod symbols;
pub mod tokens;
pub mod variables;

mod flat;
mod nested;
mod schema;

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

pub use shape::read;

/// A JSON object.
pub type Fields = Map<String, Value>;

/// A screen, whatever shape it came in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UiDocument {
    /// What is said of the whole: `version`, `page`, `meta`, and whatever else stands beside the components.
    pub head: Fields,
    /// The components, outermost first.
    pub nodes: Vec<UiNode>,
}

/// A component of a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UiNode {
    /// Unique within the screen.
    pub id: String,
    /// Its type, as it was written.
    pub kind: String,
    /// Its properties.
    pub props: Fields,
    /// What stands beside the properties: name, place, size.
    pub rest: Fields,
    /// What is inside.
    pub children: Vec<UiNode>,
}

impl UiDocument {
    /// Every component, each before what is inside of it.
    pub fn all(&self) -> Vec<&UiNode> {
        let mut found = Vec::new();
        self.nodes.iter().for_each(|node| node.collect(&mut found));
        found
    }

    /// The page's name.
    pub fn page_name(&self) -> Option<&str> {
        let page = self.head.get("page")?;
        page.get("name")?.as_str().filter(|name| !name.is_empty())
    }
}

impl UiNode {
    fn collect<'a>(&'a self, found: &mut Vec<&'a Self>) {
        found.push(self);
        self.children.iter().for_each(|child| child.collect(found));
    }

    /// A property, or what stands beside the properties under that name.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.props.get(name).or_else(|| self.rest.get(name))
    }

    /// The same as text that says something.
    pub fn text(&self, name: &str) -> Option<&str> {
        let text = self.field(name)?.as_str()?.trim();
        Some(text).filter(|text| !text.is_empty())
    }
}
