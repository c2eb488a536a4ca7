//! Operations of a plan, carried out on the text of a file. Each can be carried out twice and comes to the same.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::document::MergeDepth;
use screen_agent_wire::ide::plan::{PlanOp, PlanOperation};
use serde_json::{Map, Value};

use super::render::render;
use super::{document, is_document};
use crate::document::{merge, remove};

/// Levels of a document.
const DEPTH: usize = 100;

/// The text of a file after its operations; nothing where there is no such file then.
pub fn applied(
    file: &str,
    operations: &[&PlanOperation],
    text: Option<&str>,
) -> Result<Option<String>, Invalid> {
    if !is_document(file) {
        return operations
            .iter()
            .try_fold(text.map(str::to_owned), |_, operation| whole(operation));
    }
    let mut document = document(file, text)?;
    for operation in operations {
        one(&mut document, operation)?;
    }
    Ok(document.map(|value| render(&value, text)))
}

/// Text is replaced, or taken away, as a whole.
fn whole(operation: &PlanOperation) -> Result<Option<String>, Invalid> {
    match (
        operation.op,
        &operation.value,
        operation.json_pointer.as_str(),
    ) {
        (PlanOp::Set, Some(Value::String(text)), "") => Ok(Some(text.clone())),
        (PlanOp::Remove, None, "") => Ok(None),
        _ => Err(Invalid::new(
            "op",
            format!("is not for text, which {} is", operation.file),
        )),
    }
}

fn one(document: &mut Option<Value>, operation: &PlanOperation) -> Result<(), Invalid> {
    let at = operation.json_pointer.as_str();
    if !at.is_empty() && !at.starts_with('/') || at.split('/').count() > DEPTH {
        return Err(Invalid::new("jsonPointer", "is no JSON pointer"));
    }
    if operation.op == PlanOp::Remove {
        match (at, document.as_mut()) {
            ("", _) => *document = None,
            (at, Some(document)) => drop(remove(document, &[at.to_owned()])),
            (_, None) => {}
        }
        return Ok(());
    }
    let value = operation
        .value
        .as_ref()
        .ok_or_else(|| Invalid::new("value", "is missing"))?;
    let standing = document.as_ref().and_then(|document| document.pointer(at));
    let new = match (operation.op, value) {
        (PlanOp::Merge, Value::Object(fields)) => merge(
            standing.unwrap_or(&Value::Null),
            fields.clone(),
            MergeDepth::Deep,
        ),
        (PlanOp::Merge, _) => return Err(Invalid::new("value", "is no object to merge")),
        (PlanOp::Patch, patch) => patched(standing, patch),
        (PlanOp::Set | PlanOp::Remove, value) => value.clone(),
    };
    put(
        document.get_or_insert_with(|| Value::Object(Map::new())),
        at,
        new,
    )
}

/// RFC 7396.
fn patched(target: Option<&Value>, patch: &Value) -> Value {
    let Value::Object(fields) = patch else {
        return patch.clone();
    };
    let mut patched_fields = target
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    for (name, value) in fields {
        match value {
            Value::Null => drop(patched_fields.remove(name)),
            value => {
                let new = patched(patched_fields.get(name), value);
                patched_fields.insert(name.clone(), new);
            }
        }
    }
    Value::Object(patched_fields)
}

/// Puts a value at a place. Objects on the way are made; a list has the places that it has, and the one behind its last.
fn put(document: &mut Value, at: &str, value: Value) -> Result<(), Invalid> {
    let mut place = document;
    for name in at.split('/').skip(1) {
        let name = name.replace("~1", "/").replace("~0", "~");
        place = match place {
            Value::Object(fields) => fields
                .entry(name)
                .or_insert_with(|| Value::Object(Map::new())),
            Value::Array(entries) => {
                let nth = name.parse().ok().filter(|nth| *nth <= entries.len());
                let nth: usize =
                    nth.ok_or_else(|| Invalid::new("jsonPointer", "names no place of a list"))?;
                if nth == entries.len() {
                    entries.push(Value::Null);
                }
                &mut entries[nth]
            }
            _ => return Err(Invalid::new("jsonPointer", "leads into what holds nothing")),
        };
    }
    *place = value;
    Ok(())
}
