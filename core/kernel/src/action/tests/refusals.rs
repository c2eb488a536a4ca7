//! What is not exactly one well-formed action, and where it goes wrong.

use crate::action::parse;

/// What is written, and the sentence that it earns.
const REFUSALS: &[(&str, &str)] = &[
    ("", "there is no action (at character 0)"),
    ("  ", "there is no action (at character 0)"),
    (
        "(12)",
        "an action begins with its name, as in click(12) (at character 0)",
    ),
    (
        "clck(12)",
        "there is no action of this name; did you mean click? (at character 0)",
    ),
    (
        "set_valeu(1, 'a')",
        "there is no action of this name; did you mean setValue? (at character 0)",
    ),
    (
        "frobnicate(1)",
        "there is no action of this name (at character 0)",
    ),
    ("click", "click needs round brackets (at character 5)"),
    ("click(", "a bracket stays open (at character 6)"),
    ("click(12", "a bracket stays open (at character 8)"),
    (
        "click(12) click(13)",
        "exactly one action is allowed, and nothing after it (at character 10)",
    ),
    (
        "click(12);",
        "exactly one action is allowed, and nothing after it (at character 9)",
    ),
    (
        "finish click(1)",
        "exactly one action is allowed, and nothing after it (at character 7)",
    ),
    (
        "click(12)\nThen I wait.",
        "exactly one action is allowed, and nothing after it (at character 10)",
    ),
    ("click()", "click needs id (at character 7)"),
    (
        "click(\"\")",
        "id of click must be the id of a control, of at most 100 characters (at character 6)",
    ),
    (
        "click(1.5)",
        "id of click must be the id of a control, of at most 100 characters (at character 6)",
    ),
    (
        "click(-1)",
        "id of click must be the id of a control, of at most 100 characters (at character 6)",
    ),
    (
        "click(1, 2)",
        "click takes fewer arguments (at character 9)",
    ),
    ("click(id=1, id=2)", "a name stands twice (at character 12)"),
    ("click(1, id=2)", "a name stands twice (at character 9)"),
    (
        "click(x=1)",
        "click has no argument of this name (at character 6)",
    ),
    (
        "click({\"id\":1,\"id\":2})",
        "a name stands twice (at character 14)",
    ),
    (
        "click(12 13)",
        "a comma or the end was expected (at character 9)",
    ),
    (
        "click(12a)",
        "a value is missing or cannot be read (at character 6)",
    ),
    (
        "setValue(é, \"a\")",
        "a value is missing or cannot be read (at character 9)",
    ),
    (
        "setValue(1, \"é\" x)",
        "a comma or the end was expected (at character 16)",
    ),
    ("setValue(1, \"a)", "a quote stays open (at character 13)"),
    ("setValue(1)", "setValue needs text (at character 11)"),
    (
        "setValue(1, \"a\", false)",
        "clear of setValue must be one of true (at character 17)",
    ),
    (
        "wait(31)",
        "seconds of wait must be a number from 0 to 30 (at character 5)",
    ),
    (
        "wait(-1)",
        "seconds of wait must be a number from 0 to 30 (at character 5)",
    ),
    (
        "type(\"\")",
        "text of type must be text of 1 to 10000 characters (at character 5)",
    ),
    (
        "press(\"Enter Enter\")",
        "key of press must be one key, such as Enter or ctrl+a (at character 6)",
    ),
    (
        "press(\"hyper+a\")",
        "key of press must be one key, such as Enter or ctrl+a (at character 6)",
    ),
    (
        "scroll(left, 1)",
        "down of scroll must be true or false, down or up (at character 7)",
    ),
    (
        "wait_for({\"type\":\"custom\"})",
        "type of wait_for must be one of text, selector, element_count, url_change (at character 9)",
    ),
    (
        "mockResponse(\"*\", \"{a\")",
        "response of mockResponse must be JSON of at most 10000 characters (at character 18)",
    ),
    (
        "evaluate(\"eval('1')\")",
        "the code uses eval, which is refused (at character 9)",
    ),
    (
        "evaluate(\"new Function('a')\")",
        "the code uses Function, which is refused (at character 9)",
    ),
    (
        "evaluate(\"setTimeout(f)\")",
        "the code uses setTimeout, which is refused (at character 9)",
    ),
    (
        "evaluate(\"document . write(1)\")",
        "the code uses document.write, which is refused (at character 9)",
    ),
    (
        "evaluate(\"a.innerHTML += 'x'\")",
        "the code uses innerHTML, which is refused (at character 9)",
    ),
    (
        "dismissOverlay(1)",
        "dismissOverlay takes fewer arguments (at character 0)",
    ),
    (
        "{\"name\":\"click\",\"args\":{\"id\":1},\"then\":2}",
        "click has no argument of this name (at character 0)",
    ),
    (
        "{\"name\":\"click\",\"id\":1,\"x\":2}",
        "click has no argument of this name (at character 0)",
    ),
    (
        "{\"name\":\"click\",\"id\":\"1\",\"id\":\"2\"}",
        "a name stands twice (at character 25)",
    ),
    (
        "{\"id\":1}",
        "an action begins with its name, as in click(12) (at character 0)",
    ),
];

#[test]
fn what_is_not_one_action_is_told_why_and_where() {
    for (written, sentence) in REFUSALS {
        let error = parse(written).expect_err(written);
        assert_eq!(&error.to_string(), sentence, "{written}");
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
