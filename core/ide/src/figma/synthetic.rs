//! A design that nobody drew, for those who try a client without a key: as Figma would answer it.

use serde_json::json;

/// Nodes, unless somebody says how many.
const NODES: u32 = 25;
/// Most of them.
const MOST: u32 = 5_000;

/// A page of so many nodes, one under the other.
pub fn synthetic(nodes: Option<u32>) -> Vec<u8> {
    let children = (0..nodes.unwrap_or(NODES).clamp(1, MOST)).map(|at| {
        let place = json!({ "x": 16, "y": 16 + 40 * at, "width": 343, "height": 32 });
        match at % 2 {
            0 => json!({ "id": format!("1:{}", at + 2), "name": format!("text {at}"), "type": "TEXT",
                "characters": format!("Text {at}"), "absoluteBoundingBox": place }),
            _ => json!({ "id": format!("1:{}", at + 2), "name": format!("box {at}"), "type": "RECTANGLE",
                "absoluteBoundingBox": place }),
        }
    });
    let frame = json!({ "id": "1:1", "name": "[PAGE] Synthetic#1", "type": "FRAME",
        "absoluteBoundingBox": { "x": 0, "y": 0, "width": 375, "height": 812 },
        "children": children.collect::<Vec<_>>() });
    let canvas = json!({ "id": "0:1", "name": "Page 1", "type": "CANVAS", "children": [frame] });
    let document =
        json!({ "id": "0:0", "name": "Document", "type": "DOCUMENT", "children": [canvas] });
    json!({ "name": "Synthetic", "document": document })
        .to_string()
        .into_bytes()
}
