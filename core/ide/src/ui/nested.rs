//! Screens as trees: our own, and UUI, which calls the same things otherwise.

use screen_agent_wire::Invalid;
use serde_json::{Value, json};

use super::shape::{
    LEVELS, fields_of, id_of, kind_of, list, object, put_rest, shallow, take_rest, written,
};
use super::{Fields, UiDocument, UiNode};

/// What a tree calls its parts.
pub(super) struct Words {
    kind: &'static str,
    props: &'static str,
}

pub(super) const TREE: Words = Words {
    kind: "type",
    props: "props",
};
pub(super) const UUI: Words = Words {
    kind: "kind",
    props: "attrs",
};

pub(super) fn read(fields: &Fields) -> Result<UiDocument, Invalid> {
    let tree = list(fields.get("tree"), "tree")?;
    let uui = |node: &Value| node.get("kind").is_some() && node.get("type").is_none();
    let words = if tree.first().is_some_and(uui) {
        &UUI
    } else {
        &TREE
    };
    Ok(UiDocument {
        head: head(fields, &["tree"])?,
        nodes: nodes(tree, words, LEVELS)?,
    })
}

/// What is said of the whole. A page that is only named is an object all the same.
pub(super) fn head(fields: &Fields, own: &[&str]) -> Result<Fields, Invalid> {
    let mut head = take_rest(fields, own);
    match head.get("page") {
        Some(Value::String(name)) => {
            let page = json!({ "name": name });
            head.insert("page".to_owned(), page);
        }
        Some(Value::Number(id)) => {
            let page = json!({ "id": id });
            head.insert("page".to_owned(), page);
        }
        page => {
            if object(page, "page")?.is_empty() {
                head.remove("page");
            }
        }
    }
    Ok(head)
}

pub(super) fn nodes(
    entries: &[Value],
    words: &Words,
    levels: usize,
) -> Result<Vec<UiNode>, Invalid> {
    if !entries.is_empty() {
        shallow(levels)?;
    }
    let one = |entry: &Value| node(fields_of(entry)?, words, levels);
    entries.iter().map(one).collect()
}

fn node(fields: &Fields, words: &Words, levels: usize) -> Result<UiNode, Invalid> {
    let children = list(fields.get("children"), "children")?;
    Ok(UiNode {
        id: id_of(fields.get("id"))?,
        kind: kind_of(fields.get(words.kind))?,
        props: object(fields.get(words.props), words.props)?,
        rest: take_rest(fields, &own(words)),
        children: nodes(children, words, levels - 1)?,
    })
}

fn own(words: &Words) -> [&'static str; 4] {
    ["id", words.kind, words.props, "children"]
}

pub(super) fn write(document: &UiDocument, words: &Words) -> Value {
    let mut fields = Fields::new();
    put_rest(&mut fields, &document.head, &["tree"]);
    let tree = document.nodes.iter().map(|node| grown(node, words));
    fields.insert("tree".to_owned(), tree.collect());
    Value::Object(fields)
}

fn grown(node: &UiNode, words: &Words) -> Value {
    // A tree with `type` would not be taken for UUI.
    let [id, kind, props, children] = own(words);
    let own = [id, kind, props, children, "type"];
    let mut fields = written(node, [kind, props], &own);
    let children = node.children.iter().map(|child| grown(child, words));
    fields.insert("children".to_owned(), children.collect());
    Value::Object(fields)
}
