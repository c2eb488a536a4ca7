//! Every case in `fixtures/gate` is decided as it says.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::PathBuf;

use screen_agent_gate::DenyReason;
use screen_agent_gate::tool::codes;

use super::case::decide_line;

fn lines() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/gate");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        for (index, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
        {
            lines.push((format!("{file}:{}", index + 1), line.to_owned()));
        }
    }
    lines
}

#[test]
fn every_case_is_decided_as_it_says() {
    let lines = lines();
    let mut wrong = Vec::new();
    for (place, line) in &lines {
        let verdict = decide_line(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(verdict.met.is_some(), "{place} expects nothing");
        assert!(verdict.name.is_some(), "{place} has no name");
        if verdict.met != Some(true) {
            wrong.push(format!("{place}: {verdict:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(lines.len() >= 80, "{} cases", lines.len());
}

#[test]
fn every_reason_has_a_case() {
    let seen: BTreeSet<&'static str> = lines()
        .iter()
        .map(|(_, line)| decide_line(line).unwrap().reason)
        .collect();
    let denials = [
        DenyReason::WrongStatus,
        DenyReason::OutOfSteps,
        DenyReason::Repeated,
        DenyReason::Outstanding,
        DenyReason::Malformed,
        DenyReason::UnknownHandle,
        DenyReason::Stale,
        DenyReason::Covered,
        DenyReason::Invisible,
        DenyReason::Disabled,
        DenyReason::WrongKind,
        DenyReason::BadAddress,
        DenyReason::PrivateAddress,
        DenyReason::NewLine,
        DenyReason::UnlistedKey,
        DenyReason::ChainLength,
        DenyReason::DuplicateIndex,
    ];
    let others = [
        "leaves_site",
        "posts_elsewhere",
        "changes_state",
        "secret_field",
        "submits_by_enter",
        "privileged",
        "hands_over_files",
        "harmless",
        "own_words",
        "grant",
        "approval",
    ];
    for word in denials.map(DenyReason::word).iter().chain(&others) {
        assert!(seen.contains(word), "no case is decided by {word}");
    }
    for code in codes() {
        assert!(
            seen.contains(code),
            "no case of a tool is decided by {code}"
        );
    }
}

#[test]
fn every_code_of_a_tool_is_written_down() {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/gate.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    for code in codes() {
        assert!(
            docs.contains(&format!("`{code}`")),
            "docs/gate.md lacks {code}"
        );
    }
}

#[test]
fn whoever_is_asked_to_accept_a_dialog_reads_what_it_says() {
    let asked = |seen: &str| {
        let url = "https://a.example/page";
        let line = format!(
            r#"{{"url":"{url}","origins":["https://a.example"],"action":"acceptDialog()"{seen}}}"#
        );
        decide_line(&line).unwrap().why
    };
    let question = "Accept the dialog that https://a.example shows?";
    let long = format!("{question} It says \"{}…\".", "x".repeat(80));
    for (seen, expected) in [
        (String::new(), question.to_owned()),
        (
            r#","dialog":"confirm: Delete\u202e\n it?""#.to_owned(),
            format!("{question} It says \"confirm: Delete it?\"."),
        ),
        (format!(r#","dialog":"{}""#, "x".repeat(200)), long),
        // A dialog of the page's own is not the browser's, which would hide every control.
        (
            r#","dialog":"Welcome","nodes":[{"i":"1","r":"btn","n":"Go"}]"#.to_owned(),
            question.to_owned(),
        ),
    ] {
        assert_eq!(asked(&seen), expected, "{seen}");
    }
}

#[test]
fn a_line_that_is_no_case_is_an_error() {
    for line in [
        "",
        "{",
        "[]",
        "{}",
        "{\"action\":\"finish()\",\"colour\":1}",
    ] {
        assert!(decide_line(line).is_err(), "{line:?}");
    }
}
