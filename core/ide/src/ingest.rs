//! Files that clients upload instead of sending a screen: what is a screen in them, read as any other is.

use std::collections::HashMap;

use screen_agent_wire::Invalid;
use serde_json::Value;

use crate::ui::includes::innermost_first;
use crate::ui::prune::preview;
use crate::ui::shape::{UiShape, write};
use crate::ui::{UiDocument, read};

/// Bytes of a component, with what is inside of it.
const COMPONENT: usize = 1024 * 1024;

/// A screen that was taken in.
#[derive(Debug)]
pub struct IngestedScreen {
    /// As a tree.
    pub screen: Value,
    /// As much of it as a reply shows.
    pub preview: Value,
    /// How many components it has.
    pub components: usize,
}

/// Reads the screen of a file.
pub fn ingest(file: &Value) -> Result<IngestedScreen, Invalid> {
    let screen = screen_in(file);
    includes_end(screen)?;
    let document = read(screen)?;
    small_enough(&document)?;
    Ok(IngestedScreen {
        screen: write(&document, UiShape::Tree),
        preview: preview(&document),
        components: document.all().len(),
    })
}

/// The screen in a file: all of it, or what stands where replies and requests have one.
pub fn screen_in(file: &Value) -> &Value {
    let places = [file.get("result"), file.get("payload"), Some(file)];
    let names = ["cogo_ui_json", "creatego_json", "ui_json", "uui_json"];
    let screens = places
        .into_iter()
        .flatten()
        .flat_map(|place| names.map(|name| place.get(name)));
    screens.flatten().next().unwrap_or(file)
}

fn small_enough(document: &UiDocument) -> Result<(), Invalid> {
    let weight = |value: &serde_json::Map<String, Value>| {
        serde_json::to_string(value).map_or(0, |text| text.len())
    };
    let all = document.all();
    let mut own = all
        .iter()
        .map(|node| weight(&node.props) + weight(&node.rest));
    match own.any(|bytes| bytes > COMPONENT) {
        true => Err(Invalid::new("ui_json", "a component has more than 1 MB")),
        false => Ok(()),
    }
}

/// Pages may include pages, but none itself, however far around.
fn includes_end(screen: &Value) -> Result<(), Invalid> {
    let pages = screen["pages"].as_array().map(Vec::as_slice);
    let pages = pages.unwrap_or_default();
    let word = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let included = |page: &Value| -> Vec<String> {
        let includes = page["includes"].as_array();
        let ids = includes
            .into_iter()
            .flatten()
            .map(|one| word(&one["pageRefId"]));
        ids.collect()
    };
    let pages: HashMap<String, Vec<String>> = pages
        .iter()
        .map(|page| (word(&page["id"]), included(page)))
        .collect();
    match innermost_first(&pages) {
        Some(_) => Ok(()),
        None => Err(Invalid::new(
            "ui_json.pages",
            "include each other in a circle",
        )),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_screen_is_found_wherever_a_file_has_it() {
        let tree = json!({ "version": "1.0", "tree": [{ "id": "a", "type": "text" }] });
        let flat = json!([{ "id": "a", "type": "text" }]);
        for file in [
            tree.clone(),
            flat.clone(),
            json!({ "cogo_ui_json": tree }),
            json!({ "result": { "note": "x", "uui_json": { "tree": [{ "id": "a", "kind": "text" }] } } }),
            json!({ "payload": { "ui_json": flat } }),
        ] {
            let taken = ingest(&file).unwrap();
            assert_eq!(taken.components, 1, "{file}");
            assert_eq!(taken.screen["tree"][0]["id"], "a");
        }
    }

    #[test]
    fn what_is_no_screen_is_refused_with_its_place() {
        let page = |id: &str, of: &[&str]| {
            let includes: Vec<Value> = of.iter().map(|id| json!({ "pageRefId": id })).collect();
            json!({ "id": id, "name": id, "components": [], "includes": includes })
        };
        let pages =
            |pages: [Value; 3]| json!({ "version": "1.0", "pages": pages, "components": [] });
        let cases = [
            (
                pages([page("a", &["b"]), page("b", &["c", "x"]), page("c", &[])]),
                None,
            ),
            (
                pages([page("a", &["b"]), page("b", &["c"]), page("c", &["b"])]),
                Some("ui_json.pages"),
            ),
            (
                pages([page("a", &["a"]), page("b", &[]), page("c", &[])]),
                Some("ui_json.pages"),
            ),
            (
                json!([{ "id": "a", "parent_id": "b" }, { "id": "b", "parent_id": "a" }]),
                Some("ui_json"),
            ),
            (
                json!([{ "id": "a", "options": { "text": "x".repeat(COMPONENT) } }]),
                Some("ui_json"),
            ),
            (json!({ "moon": 1 }), Some("ui_json")),
            (json!(7), Some("ui_json")),
        ];
        for (file, field) in cases {
            let fault = ingest(&file).err().map(|fault| fault.field);
            let shown: String = file.to_string().chars().take(200).collect();
            assert_eq!(fault.as_deref(), field, "{shown}");
        }
    }
}
