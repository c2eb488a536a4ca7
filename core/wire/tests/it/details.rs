//! An action taken apart, as the extension's hands compare it with the action itself.

use std::path::Path;

use screen_agent_kernel::action::{parse, print};
use screen_agent_wire::extension::action_details;
use serde_json::{Value, json};

/// One line for each printed form of the grammar's own cases. `UPDATE_FIXTURES=1` writes them anew.
#[test]
fn details_are_what_the_hands_compare_with() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/actions");
    let spellings = std::fs::read_to_string(folder.join("spellings.jsonl")).unwrap();
    let mut printed: Vec<String> = spellings
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["printed"].clone())
        .map(|printed| printed.as_str().unwrap().to_owned())
        .collect();
    printed.sort();
    printed.dedup();
    let told: String = printed
        .iter()
        .map(|text| {
            let action = parse(text).unwrap();
            assert_eq!(print(&action), *text);
            let details = action_details(&action, None);
            format!("{}\n", json!({ "printed": text, "details": details }))
        })
        .collect();
    let kept = folder.join("details.jsonl");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&kept, &told).unwrap();
    }
    assert_eq!(std::fs::read_to_string(kept).unwrap(), told);
}
