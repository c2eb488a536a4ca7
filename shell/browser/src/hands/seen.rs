//! What the last look showed, so that an action can be held to it.

use std::collections::HashMap;

use screen_agent_wire::extension::capture::PageCapture;

use crate::page::Expected;
use crate::verbs::Target;

/// The controls of the last look.
#[derive(Debug, Default)]
pub(super) struct Seen {
    controls: HashMap<String, Control>,
}

#[derive(Debug)]
struct Control {
    expected: Expected,
    input_type: Option<String>,
}

impl Seen {
    pub fn remember(&mut self, capture: &PageCapture) {
        let nodes = capture.interactive_tree.iter();
        self.controls = nodes
            .map(|node| {
                let expected = Expected {
                    role: node.r.clone(),
                    name: node.n.clone(),
                    at: node.xy,
                };
                let input_type = node.d.as_ref().and_then(|facts| facts.input_type.clone());
                (
                    node.i.clone(),
                    Control {
                        expected,
                        input_type,
                    },
                )
            })
            .collect();
    }

    /// An element as it was seen. One that was never seen is still looked for by its id.
    pub fn target(&self, id: &str) -> Target {
        let control = self.controls.get(id);
        Target {
            id: id.to_owned(),
            expected: control.map(|control| control.expected.clone()),
            input_type: control.and_then(|control| control.input_type.clone()),
        }
    }
}
