//! `--outputs`: what a run is to bring, as a person writes it.

use std::path::Path;

use screen_agent_wire::extension::outputs::{OutputType, output_fields};
use serde_json::{Map, Value, json};

/// What is to be brought, as it is submitted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outputs(pub(super) Value);

/// A file with a JSON Schema, or names with their types.
pub(super) fn outputs(text: &str) -> Result<Outputs, String> {
    let path = Path::new(text);
    let spec = match path.is_file() {
        true => {
            let read = std::fs::read_to_string(path);
            let read = read.map_err(|error| format!("{text} cannot be read: {error}"))?;
            serde_json::from_str(&read).map_err(|error| format!("{text} holds no JSON: {error}"))?
        }
        false => named(text)?,
    };
    output_fields(&spec).map_err(|wrong| wrong.told())?;
    Ok(Outputs(spec))
}

fn named(text: &str) -> Result<Value, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let is_plain = |part: &&str| !part.contains(':') && !part.ends_with('?');
    // A list keeps the order in which they were named.
    if parts.iter().all(is_plain) {
        return Ok(json!(parts));
    }
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts {
        let (said, may_be_missing) = match part.strip_suffix('?') {
            Some(said) => (said, true),
            None => (part, false),
        };
        let (name, kind) = said.rsplit_once(':').unwrap_or((said, "string"));
        if OutputType::named(kind).is_none() {
            return Err(format!(
                "{kind:?} is none of string, number, integer; expected NAME:TYPE with a comma between, or a file"
            ));
        }
        if properties
            .insert(name.to_owned(), json!({ "type": kind }))
            .is_some()
        {
            return Err(format!("{name:?} is named twice"));
        }
        if !may_be_missing {
            required.push(name);
        }
    }
    Ok(json!({ "type": "object", "properties": properties, "required": required }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_types_and_files_say_what_is_to_be_brought() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let schema = json!({ "type": "object", "required": ["price"],
            "properties": { "price": { "type": "number" }, "stock": { "type": "integer" } } });
        for (text, expected) in [
            ("sku, price".to_owned(), Ok(json!(["sku", "price"]))),
            ("price:number,stock:integer?".to_owned(), Ok(schema.clone())),
            (file("a.json", &schema.to_string()), Ok(schema)),
            (file("b.json", "{"), Err(())),
            (file("c.json", "{\"properties\": 4}"), Err(())),
            ("price:money".to_owned(), Err(())),
            ("price:number,price".to_owned(), Err(())),
            ("a,,b".to_owned(), Err(())),
            (String::new(), Err(())),
        ] {
            let told = outputs(&text).map(|outputs| outputs.0).map_err(drop);
            assert_eq!(told, expected, "{text}");
        }
    }
}
