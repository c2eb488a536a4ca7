//! What is not exactly one well-formed action, and where it goes wrong.

use super::fixture;
use crate::parse;

#[derive(serde::Deserialize)]
struct Refusal {
    written: String,
    error: String,
}

#[test]
fn what_is_not_one_action_is_told_why_and_where() {
    for Refusal { written, error } in fixture("refusals") {
        let found = parse(&written).expect_err(&written);
        assert_eq!(found.to_string(), error, "{written}");
    }
}

#[test]
fn nesting_is_limited() {
    let nested = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        parse(&format!("remember(\"k\", {open}1{close})"))
    };
    assert!(nested(64).is_ok());
    assert!(nested(65).unwrap_err().to_string().contains("too deeply"));
    assert!(
        nested(30_000)
            .unwrap_err()
            .to_string()
            .contains("too deeply")
    );
}

#[test]
fn lengths_are_limited() {
    let text = |length: usize| parse(&format!("setValue(1, \"{}\")", "é".repeat(length)));
    assert!(text(10_000).is_ok());
    assert!(text(10_001).is_err());
    let code = |length: usize| parse(&format!("evaluate(\"{}\")", "a".repeat(length)));
    assert!(code(10_000).is_ok());
    assert!(code(10_001).is_err());
    let id = |length: usize| parse(&format!("click(\"{}\")", "a".repeat(length)));
    assert!(id(100).is_ok());
    assert!(id(101).is_err());
    assert!(
        parse(&"(".repeat(70_000))
            .unwrap_err()
            .to_string()
            .contains("too long")
    );
}

#[test]
fn reading_html_in_code_is_not_refused() {
    for code in [
        "a.innerHTML == b",
        "a.innerHTML.length",
        "evaluation",
        "requirements",
    ] {
        assert!(parse(&format!("evaluate(\"{code}\")")).is_ok(), "{code}");
    }
}
