//! From the id of a control to a selector that survives a re-render.

use std::collections::BTreeMap;

use crate::from_html::{Read, read};
use crate::node::NodeId;
use crate::observation::{DomMode, Observation};
use crate::selector::of_node;

/// Selectors by id.
pub type Mapping = BTreeMap<NodeId, String>;

/// Every selector that an observation's own controls carry.
pub fn of_observation(observation: &Observation) -> Mapping {
    let mut mapping = Mapping::new();
    for node in &observation.nodes {
        if let Some(path) = of_node(node) {
            mapping
                .entry(node.id.clone())
                .or_insert_with(|| path.to_owned());
        }
    }
    mapping
}

/// Every selector that can be told from HTML.
pub fn of_html(html: &str) -> Mapping {
    let Read { nodes, .. } = read(html, "", DomMode::Skeleton);
    of_observation(&Observation {
        nodes,
        ..Observation::default()
    })
}

/// The selector of one control: its own, else what the skeleton or the page says of that id.
pub fn selector_path(observation: &Observation, id: &NodeId) -> Option<String> {
    let own = observation.node(id).and_then(of_node);
    if let Some(path) = own {
        return Some(path.to_owned());
    }
    let heavy = &observation.heavy;
    [heavy.skeleton.as_deref(), heavy.dom.as_deref()]
        .into_iter()
        .flatten()
        .find_map(|html| of_html(html).remove(id))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;
    use crate::testing::node;

    #[test]
    fn a_selector_is_looked_for_in_the_tree_then_in_the_html() {
        let mut known = node("7", "inp", "Search");
        known.facts.selector = Some("input[name=\"q\"]".into());
        let mut observation = Observation {
            nodes: vec![known, node("8", "btn", "Go"), node("9", "btn", "Nowhere")],
            ..Observation::default()
        };
        observation.heavy.skeleton = Some(
            "<input data-llm-id=7 name=other><button data-llm-id=8 name=go>Go</button>".into(),
        );
        let path = |id: &str| selector_path(&observation, &NodeId::new(id));
        assert_eq!(path("7").as_deref(), Some("input[name=\"q\"]"));
        assert_eq!(path("8").as_deref(), Some("button[name=\"go\"]"));
        assert_eq!(path("9"), None);
        assert_eq!(of_observation(&observation).len(), 1);
    }

    #[test]
    fn ids_of_the_page_serve_where_none_were_stamped() {
        let mapping = of_html("<textarea id=13 name=q></textarea><button id=14>x</button>");
        let expected = [(NodeId::new("13"), "textarea[name=\"q\"]".to_owned())];
        assert_eq!(mapping, Mapping::from(expected));
    }
}
