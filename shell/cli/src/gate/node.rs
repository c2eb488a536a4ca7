//! A control as a client sends it, in the keys of the wire.

use screen_agent_page::Node;
use screen_agent_wire::extension::capture::SemanticNode;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value, json};

/// A control in the keys of the semantic tree; `i`, `r` and `n` are empty where they are absent.
#[derive(Clone, Debug)]
pub(crate) struct FileNode(SemanticNode);

impl FileNode {
    pub(crate) fn to_node(&self) -> Node {
        self.0.clone().into()
    }
}

impl<'de> Deserialize<'de> for FileNode {
    fn deserialize<D: Deserializer<'de>>(written: D) -> Result<Self, D::Error> {
        let written: Map<String, Value> = Deserialize::deserialize(written)?;
        let mut whole = json!({ "i": "", "r": "", "n": "" });
        whole
            .as_object_mut()
            .into_iter()
            .for_each(|whole| whole.extend(written.clone()));
        let node: SemanticNode = serde_json::from_value(whole).map_err(Error::custom)?;
        // Clients may send keys that are not known here; in a case they are a slip of the pen.
        let read = serde_json::to_value(&node).map_err(Error::custom)?;
        match unknown(&Value::Object(written), &read) {
            Some(key) => Err(Error::custom(format!("unknown field `{key}`"))),
            None => Ok(Self(node)),
        }
    }
}

/// A key that was written, and not read.
fn unknown<'a>(written: &'a Value, read: &Value) -> Option<&'a str> {
    let mut given = written.as_object()?.iter();
    given.find_map(|(key, value)| match read.get(key) {
        None if value.is_null() => None,
        None => Some(key.as_str()),
        Some(read) => unknown(value, read),
    })
}
