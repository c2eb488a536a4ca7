//! Arguments of tools, as narrow as a model is held to. What the specification leaves open and no
//! model needs is left out; what may be absent is null.

use serde_json::{Value, json};

use super::narrow::{any_of, list, node, object, one_of, or_null, text, whole};

/// Longest id, name, and text.
const ID: usize = 128;
const NAME: usize = 200;
const TEXT: usize = 4_000;
const URL: usize = 2_000;

/// The arguments of a tool; nothing for an unknown one.
pub(super) fn arguments(name: &str, handles: Value) -> Option<Value> {
    browser(name, handles)
        .or_else(|| ours(name))
        .or_else(|| kept(name))
}

fn browser(name: &str, handle: Value) -> Option<Value> {
    Some(match name {
        "browser.observe_dom" => object([
            ("maxChars", or_null(whole(2_000, 16_000))),
            ("rootHandleId", or_null(handle)),
        ]),
        "browser.get_selection_links" => object([("maxLinks", or_null(whole(1, 200)))]),
        "browser.click" => object([("handleId", handle)]),
        "browser.type" => object([("handleId", handle), ("text", text(TEXT))]),
        "browser.select" => object([("handleId", handle), ("value", text(NAME))]),
        "browser.scroll" => object([("deltaY", whole(-10_000, 10_000))]),
        "browser.open_tab" | "browser.navigate" => object([("url", text(URL))]),
        "browser.back" | "browser.forward" | "browser.refresh" => object([]),
        _ => return None,
    })
}

fn ours(name: &str) -> Option<Value> {
    let destination = || object([("state", text(2)), ("zip", or_null(text(10)))]);
    let rounding = || one_of(&["bankers", "up", "down"]);
    let speed = || one_of(&["standard", "expedited"]);
    Some(match name {
        "search" => object([
            ("engine", or_null(text(40))),
            ("newTab", or_null(json!({ "type": "boolean" }))),
            ("query", text(300)),
        ]),
        "app.calculate" => object([
            ("expression", text(NAME)),
            ("precision", or_null(whole(0, 6))),
        ]),
        "app.money_calculate" => object([
            ("currency", text(3)),
            ("expression", text(NAME)),
            ("rounding", or_null(rounding())),
        ]),
        "commerce.estimate_tax" => object([
            ("amountMinor", whole(0, 1_000_000_000_000)),
            ("category", or_null(text(NAME))),
            ("currency", text(3)),
            ("destination", destination()),
            ("merchantOrigin", or_null(text(NAME))),
        ]),
        "commerce.estimate_shipping" => object([
            ("destination", destination()),
            ("merchantOrigin", or_null(text(NAME))),
            ("speed", or_null(speed())),
        ]),
        // A free object is more than strict modes can hold; as text it is read all the same.
        "integration.invoke" => object([
            ("idempotencyKey", or_null(text(ID))),
            ("integration", text(ID)),
            ("operation", text(ID)),
            ("payload", text(TEXT)),
        ]),
        _ => return None,
    })
}

fn kept(name: &str) -> Option<Value> {
    let tags = || or_null(list(text(64), 0, 10));
    let source = || {
        any_of(vec![
            node("url", [("title", or_null(text(NAME))), ("url", text(URL))]),
            node(
                "note",
                [("text", text(TEXT)), ("title", or_null(text(NAME)))],
            ),
        ])
    };
    Some(match name {
        "artifact.save" => object([
            ("mime", or_null(one_of(&["text/markdown", "text/plain"]))),
            ("tags", tags()),
            ("text", text(TEXT)),
            ("title", text(NAME)),
        ]),
        "artifact.share" => object([
            ("artifactId", text(ID)),
            ("filename", or_null(text(NAME))),
            (
                "format",
                one_of(&["markdown", "text", "json", "csv", "pdf"]),
            ),
            (
                "target",
                or_null(one_of(&["share_sheet", "clipboard", "file"])),
            ),
        ]),
        "artifact.open" => object([
            ("artifactId", text(ID)),
            ("newTab", or_null(json!({ "type": "boolean" }))),
            ("target", or_null(one_of(&["workspace", "browser"]))),
        ]),
        "collection.create" => object([("tags", tags()), ("title", text(NAME))]),
        "collection.add_sources" => object([
            ("collectionId", text(ID)),
            ("sources", list(source(), 1, 10)),
        ]),
        "collection.list_sources" => object([("collectionId", text(ID))]),
        "source.capture" => object([
            ("collectionId", text(ID)),
            ("maxChars", or_null(whole(100, 200_000))),
            ("mode", or_null(one_of(&["auto", "article", "list"]))),
            ("url", text(URL)),
        ]),
        "source.refresh" => object([("sourceId", text(ID))]),
        "transform.list_types" => object([]),
        "transform.run" => object([
            ("collectionId", text(ID)),
            ("config", or_null(text(TEXT))),
            ("type", text(64)),
        ]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Tool;

    #[test]
    fn every_tool_has_arguments() {
        for name in Tool::NAMES {
            assert!(arguments(name, text(ID)).is_some(), "{name}");
        }
    }
}
