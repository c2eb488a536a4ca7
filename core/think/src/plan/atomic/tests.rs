#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;
use crate::plan::words::quoted;

#[test]
fn one_action_stays_one_step() {
    for step in [
        "Click the Submit button",
        "Click \"Save and close\"",
        "Click Save and Close",
        "Type \"salt and press Enter\" into the search box",
        "Type salt and pepper into the search box",
        "Press Enter",
        "Press the Enter key",
        "Press Ctrl and C",
        "Submit the form by clicking the blue button",
        "Once the page has loaded, click Next",
        "If a notice about cookies and tracking appears, press its close button",
        "In the menu, choose \"Type and size\"",
        "Enter Tom in the \"First name\" and \"Last name\" fields",
        "Fill in the confirm password field",
        "Choose the kind and type of plan",
        "Click A or press Enter",
        "Select \"Red\" and \"Blue\" in the colour list",
        "Verify that the page shows the name and the date",
        "Go to https://shop.test/a,b and",
    ] {
        assert!(is_atomic(step), "{step}: {:?}", split(step));
        assert_eq!(split(step).len(), 1, "{step}");
    }
}

fn check(cases: &[(&str, &[&str])]) {
    for (step, parts) in cases {
        assert_eq!(split(step), *parts, "{step}");
    }
}

#[test]
fn an_order_after_another_is_a_step() {
    check(&[
        // `and` and `then` before each order of the list.
        (
            "Open the menu and click Save",
            &["Open the menu", "Click Save"],
        ),
        (
            "Choose a size then press Next",
            &["Choose a size", "Press Next"],
        ),
        ("Open it, and then tap Buy.", &["Open it", "Tap Buy"]),
        ("Scroll down and hit Start", &["Scroll down", "Hit Start"]),
        ("Tick the box and submit", &["Tick the box", "Submit"]),
        (
            "Focus the field and type \"a b\"",
            &["Focus the field", "Type \"a b\""],
        ),
        (
            "Open the field then enter 12",
            &["Open the field", "Enter 12"],
        ),
        // Typing and clicking, in either order.
        (
            "Type \"x and y\" and click Submit",
            &["Type \"x and y\"", "Click Submit"],
        ),
        (
            "Click the field and type Rome",
            &["Click the field", "Type Rome"],
        ),
        ("Type Rome, click Go", &["Type Rome", "Click Go"]),
    ]);
}

#[test]
fn a_text_and_what_sends_it_are_two_steps() {
    check(&[
        // Typing and the key that sends.
        ("Type \"a\" and press Enter", &["Type \"a\"", "Press Enter"]),
        ("Type \"a\" (press Enter)", &["Type \"a\"", "Press Enter"]),
        ("Type \"a\", then Enter", &["Type \"a\"", "Press Enter"]),
        (
            "Type \"a\" followed by pressing Enter",
            &["Type \"a\"", "Press Enter"],
        ),
        ("Search and press Enter", &["Search", "Press Enter"]),
        // Filling in and sending.
        ("Fill form and submit", &["Fill form", "Submit"]),
        (
            "Fill in the form, then confirm",
            &["Fill in the form", "Confirm"],
        ),
        (
            "Fill out and submit the form",
            &["Fill out the form", "Submit the form"],
        ),
    ]);
}

#[test]
fn each_field_and_control_is_a_step() {
    check(&[
        // Several inputs.
        (
            "Enter email and password",
            &["Enter email", "Enter password"],
        ),
        (
            "Enter the first and last name",
            &["Enter the first name", "Enter last name"],
        ),
        (
            "Fill in name, email and phone",
            &["Fill in name", "Fill in email", "Fill in phone"],
        ),
        (
            "Type \"a\" in the first box and \"b\" in the second",
            &["Type \"a\" in the first box", "Type \"b\" in the second"],
        ),
        (
            "Enter the name and enter the date",
            &["Enter the name", "Enter the date"],
        ),
        // Several controls.
        (
            "Check \"A\", \"B\" and \"C\"",
            &["Check \"A\"", "Check \"B\"", "Check \"C\""],
        ),
        (
            "Click the \"A\" and \"B\" buttons",
            &["Click the \"A\"", "Click \"B\" buttons"],
        ),
        ("Click and drag the handle", &["Drag the handle"]),
    ]);
}

#[test]
fn what_only_prepares_is_no_step() {
    check(&[
        // To look for what is clicked is no step.
        ("Find and click the link", &["Click the link"]),
        ("In the list, find and open it", &["In the list, open it"]),
        // All at once.
        (
            "Go to the form, enter email and password, and click \"Log in\"",
            &[
                "Go to the form",
                "Enter email",
                "Enter password",
                "Click \"Log in\"",
            ],
        ),
        ("Then, finally, click Save", &["Click Save"]),
        ("", &[]),
        ("and then", &[]),
    ]);
}

fn any_step() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("and".to_owned()),
        Just("then".to_owned()),
        Just("followed by".to_owned()),
        "(click|press|type|enter|fill in|submit|find|open|drag|clicking|hit|select)",
        "(Click|Press|Type|Enter|Save|the|a|in|by|if|first|Enter key|return|:)",
        "(email|password|name|field|form|button|of|last|city)",
        "[a-z]{1,5}",
        "\"[a-zé ,.']{0,8}\"",
        "“[a-z ]{0,8}”",
        "[(),.;'\"&!]",
    ];
    proptest::collection::vec(
        (piece, prop_oneof![Just(" "), Just(", "), Just(". ")]),
        0..14,
    )
    .prop_map(|pieces| pieces.into_iter().map(|(word, gap)| word + gap).collect())
}

/// A second order, told in the plainest way: not by the code under test.
fn holds_a_second_order(step: &str) -> bool {
    let said = tokens(step);
    let word = |at: usize, words: &[&str]| said.get(at).is_some_and(|token| token.is_one_of(words));
    let orders = ["click", "press", "hit"];
    word(0, &orders)
        && (2..said.len()).any(|at| word(at, &["and", "then"]) && word(at + 1, &orders))
}

proptest! {
    #[test]
    fn splitting_ends_in_single_actions_and_keeps_values(step in any_step()) {
        let parts = split(&step);
        for part in &parts {
            prop_assert!(is_atomic(part), "{part:?} of {step:?}");
            prop_assert!(!holds_a_second_order(part), "{part:?} of {step:?}");
            prop_assert_eq!(split(part), vec![part.clone()]);
        }
        let kept: Vec<String> = parts.iter().flat_map(|part| quoted(part)).collect();
        for value in quoted(&step) {
            prop_assert!(kept.contains(&value), "{value:?} of {step:?} is not in {parts:?}");
        }
    }

    #[test]
    fn no_text_breaks_it(step in "\\PC{0,80}") {
        for part in split(&step) {
            prop_assert!(is_atomic(&part), "{part:?} of {step:?}");
        }
    }
}
