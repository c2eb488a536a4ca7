//! Trees out of `fixtures/render`.

use std::path::PathBuf;

use serde_json::Value;

use crate::*;
use screen_agent_wire::packet::tree::*;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/render")
}

/// Snapshots beside what they are of.
pub(super) fn snapshots(inside: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder().join(inside));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

fn cases(name: &str) -> Vec<Value> {
    let lines = std::fs::read_to_string(folder().join(name)).unwrap();
    let cases: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!cases.is_empty(), "{name} holds nothing");
    cases
}

#[test]
fn a_tree_that_is_not_written_as_it_should_be_is_refused_with_its_place() {
    for case in cases("refused.jsonl") {
        let fault = read(&case["tree"]).unwrap_err().to_string();
        assert_eq!(Some(fault.as_str()), case["fault"].as_str(), "{case}");
    }
}

#[test]
fn a_tree_that_may_not_be_shown_is_found_and_cleaned() {
    for case in cases("unfit.jsonl") {
        let doc = read(&case["tree"]).unwrap();
        let fault = check(&doc).unwrap_err().to_string();
        assert_eq!(Some(fault.as_str()), case["fault"].as_str(), "{case}");
        assert_eq!(check(&clean(doc)), Ok(()), "{case}");
    }
}

#[test]
fn what_was_meant_is_read_as_far_as_it_makes_sense() {
    for case in cases("lenient.jsonl") {
        let expected = (!case["read"].is_null()).then(|| read(&case["read"]).unwrap());
        assert_eq!(read_lenient(&case["written"]), expected, "{case}");
    }
}

#[test]
fn an_address_is_followed_in_its_normal_form_or_not_at_all() {
    for case in cases("links.jsonl") {
        let cleaned = link::clean(case["href"].as_str().unwrap());
        assert_eq!(cleaned.as_deref(), case["cleaned"].as_str(), "{case}");
        if let Some(cleaned) = cleaned {
            assert_eq!(link::clean(&cleaned).as_ref(), Some(&cleaned), "{case}");
        }
    }
}

#[test]
fn a_good_tree_is_read_and_shown_in_every_form() {
    let settings = snapshots("trees");
    for name in ["answer", "lists", "markup", "scripts"] {
        let text = std::fs::read_to_string(folder().join(format!("trees/{name}.json"))).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let doc = read(&value).unwrap();
        assert_eq!(serde_json::to_value(&doc).unwrap(), value, "{name}");
        assert_eq!(serde_json::from_value::<Doc>(value).unwrap(), doc, "{name}");
        settings.bind(|| {
            let snap = |form: &str| format!("{name}.{form}");
            insta::assert_snapshot!(snap("html"), html(&doc));
            insta::assert_snapshot!(snap("md"), markdown(&doc));
            insta::assert_snapshot!(snap("plain"), plain(&doc));
            insta::assert_snapshot!(snap("csv"), csv(&doc).unwrap_or_default());
        });
    }
}
