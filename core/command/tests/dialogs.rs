//! Dialogs of the browser, which hold the page until they are answered.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::follow;

const LIST: &str = r#"
# Files
[1 btn "Remove"] [2 btn "Rename"] [3 btn "Cancel"]
"#;
const REMOVE: &str = "! confirm: Remove the file?";
const AGAIN: &str = "! confirm: It is shared. Remove it for all?";
const RENAME: &str = "! prompt: New name?";
const LEAVE: &str = "! leave page: Changes are not saved.";

const ASK_REMOVE: &str = "ask The page asks: \"Remove the file?\" Shall I accept it, or cancel?";
const ASK_NAME: &str = "ask The page wants a text: \"New name?\" What shall I enter?";

/// Each case: the screens, the instruction, what the person answers, and what it comes to.
fn check(screens: &[&str], cases: &[(&str, &[&str], &[&str])]) {
    for (query, answers, expected) in cases {
        let played = follow(screens, query, answers);
        assert_eq!(played, *expected, "{query} {answers:?}");
    }
}

#[test]
fn what_the_person_said_answers_a_question() {
    let yes: &[&str] = &["click(1)", "acceptDialog()", "finish"];
    let no: &[&str] = &["click(1)", "dismissDialog()", "finish"];
    check(
        &[LIST, REMOVE, LIST],
        &[
            ("Click Remove and accept the confirmation", &[], yes),
            ("Click Remove and press OK", &[], yes),
            ("Click Remove, then click \"OK\" in the dialog", &[], yes),
            ("Click Remove and confirm", &[], yes),
            ("Click Remove and confirm to remove the file", &[], yes),
            ("Click Remove, then press Enter", &[], yes),
            ("Click Remove and dismiss the dialog", &[], no),
            ("Click Remove, then cancel", &[], no),
            ("Click Remove and click Cancel in the popup", &[], no),
            ("Click Remove. Do not accept the confirmation.", &[], no),
            ("Click Remove and close the dialog", &[], no),
        ],
    );
}

#[test]
fn what_was_not_said_is_asked() {
    check(
        &[LIST, REMOVE, LIST],
        &[
            ("Click Remove", &[], &["click(1)", ASK_REMOVE]),
            (
                "Click Remove",
                &["yes"],
                &["click(1)", ASK_REMOVE, "acceptDialog()", "finish"],
            ),
            (
                "Click Remove",
                &["No, cancel"],
                &["click(1)", ASK_REMOVE, "dismissDialog()", "finish"],
            ),
            (
                "Click Remove",
                &["what is in it?", "ok"],
                &[
                    "click(1)",
                    ASK_REMOVE,
                    ASK_REMOVE,
                    "acceptDialog()",
                    "finish",
                ],
            ),
            (
                "Click Remove",
                &["yes or no"],
                &["click(1)", ASK_REMOVE, ASK_REMOVE],
            ),
            // What is to be confirmed is not what the page asks.
            (
                "Click Remove and confirm the payment",
                &[],
                &["click(1)", ASK_REMOVE],
            ),
        ],
    );
}

#[test]
fn to_cancel_something_is_not_to_cancel_the_question() {
    check(
        &[LIST, "! confirm: Cancel the order?", LIST],
        &[(
            "Click Cancel",
            &[],
            &[
                "click(3)",
                "ask The page asks: \"Cancel the order?\" Shall I accept it, or cancel?",
            ],
        )],
    );
}

#[test]
fn a_text_is_entered_where_one_is_wanted() {
    let named: &[&str] = &["click(2)", "acceptDialog(\"final\")", "finish"];
    check(
        &[LIST, RENAME, LIST],
        &[
            ("Click Rename and enter \"final\" in the prompt", &[], named),
            (
                "Click Rename, type \"final\" in the prompt and press OK",
                &[],
                named,
            ),
            ("Click Rename and type final", &[], named),
            (
                "Click Rename and accept the prompt",
                &[],
                &["click(2)", "acceptDialog()", "finish"],
            ),
            (
                "Click Rename, then cancel",
                &[],
                &["click(2)", "dismissDialog()", "finish"],
            ),
            (
                "Click Rename",
                &["final"],
                &["click(2)", ASK_NAME, "acceptDialog(\"final\")", "finish"],
            ),
            (
                "Click Rename",
                &["cancel"],
                &["click(2)", ASK_NAME, "dismissDialog()", "finish"],
            ),
        ],
    );
}

#[test]
fn an_answer_is_given_once() {
    check(
        &[LIST, REMOVE, AGAIN, LIST],
        &[
            (
                "Click Remove and accept the confirmation",
                &[],
                &[
                    "click(1)",
                    "acceptDialog()",
                    "ask The page asks: \"It is shared. Remove it for all?\" Shall I accept it, or cancel?",
                ],
            ),
            (
                "Click Remove, press OK, then press Cancel",
                &[],
                &["click(1)", "acceptDialog()", "dismissDialog()", "finish"],
            ),
            (
                "Click Remove",
                &["yes"],
                &[
                    "click(1)",
                    ASK_REMOVE,
                    "acceptDialog()",
                    "ask The page asks: \"It is shared. Remove it for all?\" Shall I accept it, or cancel?",
                ],
            ),
        ],
    );
}

#[test]
fn the_rest_is_done_after_the_dialog() {
    check(
        &[LIST, REMOVE, LIST, LIST],
        &[(
            "Click Remove, accept the dialog and click Rename",
            &[],
            &["click(1)", "acceptDialog()", "click(2)", "finish"],
        )],
    );
    check(
        &[LEAVE],
        &[(
            "Click Rename",
            &[],
            &["ask The page asks whether to leave it: \"Changes are not saved.\" Shall I leave?"],
        )],
    );
}

#[test]
fn a_dialog_of_the_page_is_no_dialog_of_the_browser() {
    let page = "! Remove the file?\n[1 btn \"OK\"] [2 btn \"Cancel\"]";
    check(&[page, LIST], &[("Press OK", &[], &["click(1)", "finish"])]);
}

#[test]
fn a_dialog_that_asks_for_the_order_over_again_is_accepted_and_no_other() {
    let page = "- [1 btn \"Delete\"] Milk\n- [2 btn \"Delete\"] Bread\n";
    for (asks, expected) in [
        ("Delete the note \"Milk\"?", "acceptDialog()"),
        ("Delete Milk?", "acceptDialog()"),
        ("Delete the entry \"Milk\"?", "acceptDialog()"),
        ("Delete the complete list \"Milk\"?", "ask"),
        ("Delete the entry \"Milk\" and its copies?", "ask"),
        ("Delete Milk and everything else?", "ask"),
        ("Send Milk?", "ask"),
        ("Delete Bread?", "ask"),
        ("Delete all notes?", "ask"),
    ] {
        let dialog = format!("! confirm: {asks}\n");
        let acts = follow(&[page, &dialog], "Delete the note Milk", &[]);
        assert_eq!(acts[0], "click(1)", "{acts:?}");
        assert!(acts[1].starts_with(expected), "{asks}: {acts:?}");
    }
    // The page may have another word for it.
    for query in ["Remove the note Milk", "I need the note Milk gone"] {
        for (asks, expected) in [("Delete Milk?", "acceptDialog()"), ("Delete Bread?", "ask")] {
            let dialog = format!("! confirm: {asks}\n");
            let acts = follow(&[page, &dialog], query, &[]);
            assert_eq!(acts[0], "click(1)", "{query}: {acts:?}");
            assert!(acts[1].starts_with(expected), "{query} {asks}: {acts:?}");
        }
    }
}
