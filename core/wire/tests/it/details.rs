//! An action taken apart, as the extension's hands compare it with the action itself.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use screen_agent_action::testing::any_action;
use screen_agent_action::{parse, print};
use screen_agent_wire::extension::action_details;
use serde_json::{Value, json};

#[test]
fn details_are_what_the_hands_compare_with() {
    let kept = std::fs::read_to_string(folder().join("details.jsonl")).unwrap();
    assert_eq!(kept, told());
}

#[test]
#[ignore = "writes the fixture; run it after a change of the grammar that is meant"]
fn write_details() {
    std::fs::write(folder().join("details.jsonl"), told()).unwrap();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/actions")
}

/// One line for each printed form of the grammar's own cases.
fn told() -> String {
    let spellings = std::fs::read_to_string(folder().join("spellings.jsonl")).unwrap();
    let mut printed: Vec<String> = spellings
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["printed"].clone())
        .map(|printed| printed.as_str().unwrap().to_owned())
        .collect();
    printed.sort();
    printed.dedup();
    let line = |text: &String| {
        let action = parse(text).unwrap();
        assert_eq!(print(&action), *text);
        let details = action_details(&action, None);
        format!("{}\n", json!({ "printed": text, "details": details }))
    };
    printed.iter().map(line).collect()
}

proptest! {
    /// Nothing that an action takes is forgotten, also of those that no case spells.
    #[test]
    fn details_hold_all_that_an_action_takes(action in any_action()) {
        let mut whole = json!(action);
        let fields = whole.as_object_mut().unwrap();
        fields.retain(|name, value| name != "name" && name != "id" && !value.is_null());
        if action.writes() {
            let text = fields.remove("text").unwrap();
            fields.insert("value".to_owned(), text);
        }
        prop_assert_eq!(action_details(&action, None).args.unwrap_or_default(), fields.clone());
    }
}
