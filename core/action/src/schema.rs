//! The JSON form of actions as JSON Schema, for models that are held to one.

use serde_json::{Map, Value, json};

use super::catalog::{self, Kind, Need, Param};

/// `{"op": …}` for actions whose arguments are alike, with the arguments that they must have and those that are
/// named here, all of them required. `held` says of an argument what else it is held to than its kind.
/// Null where there is no action of the first name.
pub fn schema(names: &[&str], arguments: &[&str], held: &[(&str, Value)]) -> Value {
    let Some(entry) = names.first().and_then(|name| catalog::find(name)) else {
        return Value::Null;
    };
    let wanted = |param: &&Param| param.need == Need::Required || arguments.contains(&param.name);
    let mut fields = Map::from_iter([("op".to_owned(), json!({ "enum": names }))]);
    let mut required = vec!["op"];
    for param in entry.params.iter().filter(wanted) {
        let held = held.iter().find(|(name, _)| *name == param.name);
        let value = held.map_or_else(|| kind(param.kind), |(_, value)| value.clone());
        fields.insert(param.name.to_owned(), value);
        required.push(param.name);
    }
    json!({
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": false,
    })
}

fn kind(kind: Kind) -> Value {
    match kind {
        Kind::Id => json!({ "type": ["integer", "string"] }),
        Kind::Text(_) | Kind::Words(_) | Kind::Key | Kind::Modifiers | Kind::Code => {
            json!({ "type": "string" })
        }
        Kind::Whole(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Real(min, max) => json!({ "type": "number", "minimum": min, "maximum": max }),
        Kind::Flag | Kind::Either(..) => json!({ "type": "boolean" }),
        Kind::OneOf(words) => json!({ "enum": words }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Json(_) | Kind::JsonOrText(_) => json!({ "type": "string" }),
    }
}
