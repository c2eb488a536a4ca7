//! What is said to be entered, and where: every word has its part, or nothing is done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{after_a_lost_step, check, first, play};
use screen_agent_action::ask::Decision;

const BY_MAIL: &str = r#"
# Welcome
[1 inp "Search the shop"]
[2 inp "E-mail"]
[3 inp "Password" type=password]
[4 btn "Sign in"]
[5 btn "Sign in with Mapleleaf"]
"#;

#[test]
fn whoever_signs_in_is_entered_too() {
    let both: &[&str] = &[
        "setValue(2, \"ann@x.example\")",
        "setValue(3, \"b c\")",
        "click(4)",
    ];
    check(
        BY_MAIL,
        &[
            ("Sign in as ann@x.example with password \"b c\"", both),
            (
                "Log in as \"ann@x.example\" with the password \"b c\".",
                both,
            ),
            (
                "log in with e-mail \"ann@x.example\" and password \"b c\"",
                both,
            ),
            (
                "Log in with the username \"ann@x.example\" and the password \"b c\"",
                both,
            ),
            ("Sign in with Mapleleaf", &["click(5)"]),
            ("Sign in with my username and password", &["give up"]),
            (
                "Sign in as ann with the password x1 and the code 77",
                &["give up"],
            ),
        ],
    );
}

#[test]
fn hyphens_and_case_do_not_part_a_name_from_what_is_said() {
    for (name, said) in [
        ("E-mail", "email"),
        ("Email", "e-mail"),
        ("E mail", "E-Mail"),
        ("EMAIL *", "e-mail"),
        ("Zip-code", "zipcode"),
        ("Sign-in code", "sign in code"),
    ] {
        let screen = format!("[1 inp \"First name\"]\n[2 inp \"{name}\"]\n[3 btn \"Save\"]");
        let query = format!("Enter \"x\" into {said}");
        assert_eq!(
            play(&screen, &query),
            ["setValue(2, \"x\")"],
            "{name} / {said}"
        );
    }
}

const CUT: &str = r#"
[1 link "Night ferries to the northern islands return"]
[2 link "Night ferries to the northern islands are late in"]
[3 link "How the old harbour…"]
[4 link "Sport"]
"#;

#[test]
fn a_name_that_was_cut_is_found_by_its_whole() {
    check(
        CUT,
        &[
            (
                "Click \"Night ferries to the northern islands are late in spring, says the harbour\"",
                &["click(2)"],
            ),
            (
                "Click \"How the old harbour was dredged in a single summer\"",
                &["click(3)"],
            ),
            ("Click \"Sport and leisure\"", &["give up"]),
        ],
    );
}

const FORM: &str = r#"
# Guest
[1 inp "Name"]
[2 inp "Search"]
[3 sel "Country" opts=Peru;Chad]
[4 btn "Register"]
"#;

#[test]
fn words_that_say_nothing_are_refused_and_nothing_breaks() {
    for query in [
        "In the settings, please",
        "at , and :",
        "in to to , and",
        ",",
        "please",
    ] {
        let acts = play("[1 btn \"Delete\"]\n", query);
        assert_eq!(acts, ["give up"], "{query}");
    }
}

#[test]
fn particles_adverbs_and_pronouns_are_no_values() {
    for query in [
        "Put the name in",
        "Fill the form in",
        "Fill in the form",
        "Fill in the form as needed",
        "Put it on",
        "Put it there",
        "Put him in",
        "Write the name down",
        "Enter name",
        "Enter username and password",
        "Enter something",
        "Search for the name there",
        "Search for that person",
        "Search for the name",
        "Search here",
        "Search again",
    ] {
        assert_eq!(play(FORM, query), ["give up"], "{query}");
    }
    check(
        FORM,
        &[
            ("Enter \"in\" into Name", &["setValue(1, \"in\")"]),
            (
                "Put \"there\" in the name field",
                &["setValue(1, \"there\")"],
            ),
            ("Put Ines into Name", &["setValue(1, \"Ines\")"]),
            (
                "Search for lamps",
                &["setValue(2, \"lamps\")", "press(\"Enter\")"],
            ),
        ],
    );
}

#[test]
fn searching_at_an_address_goes_there_first() {
    assert_eq!(
        play(FORM, "Search for \"lamps\" at http://shop.example/all")[0],
        "navigate(\"http://shop.example/all\")"
    );
}

const FOLDED: &str = r#"
[1 btn "Details" collapsed]
[2 inp "Name"]
[3 btn "Save"]
"#;

/// Whether the first step only prepares; `None` for no step.
fn prepares(screen: &str, query: &str) -> Option<bool> {
    let proposal = first(screen, query);
    matches!(proposal.decision, Decision::Act { .. }).then_some(proposal.prepares)
}

#[test]
fn what_only_shows_more_is_marked_so() {
    for (query, expected) in [
        ("Click Frobnicate", Some(true)),
        ("Choose where from", Some(true)),
        ("Click Save", Some(false)),
        ("Open Details", Some(false)),
        ("Scroll down", Some(false)),
        ("Wait 2 seconds", Some(false)),
        ("Enter \"x\" into Name", Some(false)),
        ("Blah blah blah", None),
    ] {
        assert_eq!(prepares(FOLDED, query), expected, "{query}");
    }
}

/// A client that was stopped in the middle of an action cannot say whether it was performed.
#[test]
fn what_was_lost_on_the_way_is_done_before_what_follows() {
    let screen = r#"
[1 inp "Search books"]
[2 chk "Gift wrap"]
[3 btn "Search"]
"#;
    for (query, lost) in [
        (
            "Enter \"sea\" into Search books and press Search",
            "setValue(1, \"sea\")",
        ),
        ("Tick \"Gift wrap\" and press Search", "check(2)"),
        ("Press Search and tick \"Gift wrap\"", "click(3)"),
        // Twice back is another page.
        ("Go back", "no action"),
    ] {
        assert_eq!(after_a_lost_step(screen, query), lost, "{query}");
    }
}
