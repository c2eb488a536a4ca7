//! One control, as it is compared between two looks.

use serde::{Deserialize, Serialize};

use crate::node::{Node, State};

/// One control as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Print {
    /// Role code.
    pub role: String,
    /// Name.
    pub name: String,
    /// Value.
    pub value: Option<String>,
    /// States, as the wire's comma list.
    pub states: String,
}

/// The print of one control.
pub fn print(node: &Node) -> Print {
    let states: Vec<&str> = node.states.iter().map(|state| state.word()).collect();
    Print {
        role: node.role.code().to_owned(),
        name: node.name.clone(),
        value: node.value.clone(),
        states: states.join(","),
    }
}

impl Print {
    /// True when the state holds.
    pub fn is(&self, state: State) -> bool {
        self.states.split(',').any(|word| word == state.word())
    }
}
