//! The shapes that screens are written in. Reading takes any of them and writing gives any of them, and nothing is
//! lost on the way: what a shape has no place for is written under a name that it does not use itself.

use std::collections::HashSet;

use screen_agent_wire::Invalid;
pub use screen_agent_wire::ide::request::UiShape;
use serde_json::{Value, json};

use super::{Fields, UiDocument, UiNode, flat, nested, schema};

/// Components of a screen, at most.
pub const COMPONENTS: usize = 5_000;
/// Levels of components, at most: what is nested deeper could not be sent back as a tree.
pub const LEVELS: usize = 28;

/// Reads a screen of whatever shape; JSON as text is read, too.
pub fn read(value: &Value) -> Result<UiDocument, Invalid> {
    let mut document = match value {
        Value::String(text) => {
            let inner = serde_json::from_str::<Value>(text).ok();
            let inner = inner.filter(|inner| inner.is_object() || inner.is_array());
            return read(&inner.ok_or_else(not_a_screen)?);
        }
        Value::Array(entries) => flat::read(entries)?,
        Value::Object(fields) => of_object(fields)?,
        Value::Null | Value::Bool(_) | Value::Number(_) => return Err(not_a_screen()),
    };
    check(&mut document)?;
    Ok(document)
}

/// Writes a screen.
pub fn write(document: &UiDocument, shape: UiShape) -> Value {
    match shape {
        UiShape::Tree => nested::write(document, &nested::TREE),
        UiShape::Uui => nested::write(document, &nested::UUI),
        UiShape::Schema => schema::write(document),
        UiShape::Flat => flat::write(document),
    }
}

fn of_object(fields: &Fields) -> Result<UiDocument, Invalid> {
    if fields.contains_key("tree") {
        return nested::read(fields);
    }
    if fields.contains_key("components") || fields.contains_key("pages") {
        return schema::read(fields);
    }
    if fields.contains_key("type") || fields.contains_key("kind") {
        let alone = Value::Object(fields.clone());
        return flat::read(std::slice::from_ref(&alone));
    }
    if fields
        .keys()
        .all(|key| ["version", "page", "meta"].contains(&key.as_str()))
    {
        let head = nested::head(fields, &[])?;
        return Ok(UiDocument {
            head,
            nodes: Vec::new(),
        });
    }
    Err(not_a_screen())
}

fn not_a_screen() -> Invalid {
    wrong("is no screen in a known shape")
}

/// What is wrong with a screen as a whole.
pub(super) fn wrong(reason: impl Into<String>) -> Invalid {
    Invalid::new("ui_json", reason)
}

pub(super) fn in_a_circle() -> Invalid {
    wrong("components are inside of each other in a circle")
}

/// Refuses more components than a screen has.
pub fn few(components: usize) -> Result<(), Invalid> {
    match components <= COMPONENTS {
        true => Ok(()),
        false => Err(wrong(format!("more than {COMPONENTS} components"))),
    }
}

/// Refuses what is nested too deep: so many levels are left.
pub(super) fn shallow(levels: usize) -> Result<(), Invalid> {
    match levels {
        0 => Err(wrong(format!("nested deeper than {LEVELS} levels"))),
        _ => Ok(()),
    }
}

/// The fields of a component.
pub(super) fn fields_of(component: &Value) -> Result<&Fields, Invalid> {
    let fields = component.as_object();
    fields.ok_or_else(|| wrong("a component is an object"))
}

/// A component under the names that a shape has for its id, its type and its props; what is its own stands among `own`.
pub(super) fn written(node: &UiNode, [kind, props]: [&str; 2], own: &[&str]) -> Fields {
    let mut fields = Fields::new();
    put_rest(&mut fields, &node.rest, own);
    fields.insert("id".to_owned(), json!(node.id));
    fields.insert(kind.to_owned(), json!(node.kind));
    if !node.props.is_empty() {
        fields.insert(props.to_owned(), Value::Object(node.props.clone()));
    }
    fields
}

/// Refuses what is too much or ambiguous, and names what has no id.
fn check(document: &mut UiDocument) -> Result<(), Invalid> {
    let all = document.all();
    few(all.len())?;
    let mut taken = HashSet::new();
    for node in all {
        if !node.id.is_empty() && !taken.insert(node.id.clone()) {
            return Err(wrong("two components have the same id"));
        }
    }
    let mut next = 0;
    for node in &mut document.nodes {
        name(node, &mut taken, &mut next);
    }
    Ok(())
}

fn name(node: &mut UiNode, taken: &mut HashSet<String>, next: &mut usize) {
    while node.id.is_empty() {
        let id = format!("{}_{next}", node.kind);
        *next += 1;
        if taken.insert(id.clone()) {
            node.id = id;
        }
    }
    for child in &mut node.children {
        name(child, taken, next);
    }
}

/// An id as clients write it: a word, or a number.
pub(super) fn id_of(value: Option<&Value>) -> Result<String, Invalid> {
    match value {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(id)) => Ok(id.clone()),
        Some(Value::Number(id)) => Ok(id.to_string()),
        Some(_) => Err(wrong("an id is a word or a number")),
    }
}

/// The type of a component; what says none is something that holds others.
pub(super) fn kind_of(value: Option<&Value>) -> Result<String, Invalid> {
    match value {
        None | Some(Value::Null) => Ok("container".to_owned()),
        Some(Value::String(kind)) if !kind.trim().is_empty() => Ok(kind.clone()),
        Some(_) => Err(wrong("the type of a component is a word")),
    }
}

/// An object that may be absent.
pub(super) fn object(value: Option<&Value>, field: &str) -> Result<Fields, Invalid> {
    match value {
        None | Some(Value::Null) => Ok(Fields::new()),
        Some(Value::Object(fields)) => Ok(fields.clone()),
        Some(_) => Err(Invalid::new(
            format!("ui_json.{field}"),
            "expected an object",
        )),
    }
}

/// A list that may be absent.
pub(super) fn list<'a>(value: Option<&'a Value>, field: &str) -> Result<&'a [Value], Invalid> {
    match value {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(entries)) => Ok(entries),
        Some(_) => Err(Invalid::new(format!("ui_json.{field}"), "expected a list")),
    }
}

/// Fields of a shape's own stand under their names; others that are called the same get a tilde before theirs.
pub(super) fn put_rest(into: &mut Fields, rest: &Fields, own: &[&str]) {
    for (key, value) in rest {
        let clashes = own.contains(&key.as_str()) || key.starts_with('~');
        let key = if clashes {
            format!("~{key}")
        } else {
            key.clone()
        };
        into.insert(key, value.clone());
    }
}

/// The fields that are not the shape's own, under the names that they had.
pub(super) fn take_rest(fields: &Fields, own: &[&str]) -> Fields {
    let others = fields
        .iter()
        .filter(|(key, _)| !own.contains(&key.as_str()));
    let name = |key: &String| key.strip_prefix('~').unwrap_or(key).to_owned();
    others
        .map(|(key, value)| (name(key), value.clone()))
        .collect()
}
