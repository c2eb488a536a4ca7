//! What people say besides an order, and orders without a verb.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{is_verified, play};

const ORDER: &str = r#"
# Your order
[1 sel "Colour" opts=Red;Green;Blue popup=listbox]
[2 inp "Lowest price"]
[3 inp "Highest price"]
[4 inp "Note"]
Size
[5 radio "Small"] [6 radio "Large"]
[7 link "Old revisions"] [8 tab "Details"] [9 tab "Active"]
[10 chk "Call the dentist"] [11 chk "Buy milk"]
[12 btn "Run"]
Bela does the garden on Mondays. Chidi cooks.
"#;

#[test]
fn what_is_said_before_an_order_is_no_order() {
    for (query, expected) in [
        (
            "I live in a Green house, please choose it under \"Colour\".",
            vec!["selectDropdown(1, \"\", \"Green\")"],
        ),
        (
            "It should be a good one: please set \"Note\" to oak.",
            vec!["setValue(4, \"oak\")"],
        ),
        (
            "I've done two things, \"Buy milk\" and \"Call the dentist\". Please tick them both.",
            vec!["check(11)", "check(10)"],
        ),
        ("Jana has left us. Please press Run.", vec!["click(12)"]),
        // What stands before is an order that we do not know, or names nothing that is spoken of.
        (
            "Suggest something that I could do next and add it",
            vec!["give up"],
        ),
        (
            "Our stay will be long. Please pick these days.",
            vec!["give up"],
        ),
        (
            "Press Run. I don't want that.",
            vec!["click(12)", "give up"],
        ),
    ] {
        assert_eq!(play(ORDER, query), expected, "{query}");
    }
    let many: String = (0..400)
        .map(|at| format!("\"Thing {at}\" is here. "))
        .collect();
    let all = format!("{many}Please tick {}.", "them and ".repeat(400));
    assert_eq!(play(ORDER, &all), ["give up"]);
    let said = "I only want the cheap one. Set \"Note\" to oak.";
    assert_eq!(is_verified(ORDER, said), Some(false));
}

#[test]
fn a_name_and_a_value_need_no_verb() {
    for (query, expected) in [
        ("colour = Green", vec!["selectDropdown(1, \"\", \"Green\")"]),
        (
            "Choose the colour Green",
            vec!["selectDropdown(1, \"\", \"Green\")"],
        ),
        (
            "lowest price 50, highest price 120",
            vec!["setValue(2, \"50\")", "setValue(3, \"120\")"],
        ),
        (
            "Set the price range from 50 to 120",
            vec!["setValue(2, \"50\")", "setValue(3, \"120\")"],
        ),
        (
            "Set the price between 50 and 120",
            vec!["setValue(2, \"50\")", "setValue(3, \"120\")"],
        ),
        ("Set the size to Large", vec!["check(6)"]),
        ("old revisions", vec!["click(7)"]),
        ("Show the old revisions of this page", vec!["click(7)"]),
        ("Show only the active items", vec!["click(9)"]),
        ("tab Details", vec!["click(8)"]),
        ("colour pot", vec!["give up"]),
        ("Note the patient", vec!["give up"]),
        ("note Ann", vec!["setValue(4, \"Ann\")"]),
    ] {
        assert_eq!(play(ORDER, query), expected, "{query}");
    }
}

#[test]
fn a_question_may_be_answered_by_what_stands_beside_its_words() {
    for (query, expected) in [
        (
            "Who does the garden?",
            vec!["finish Bela does the garden on Mondays."],
        ),
        // What stands behind the tabs may say so.
        (
            "Who does the roof?",
            vec!["click(8)", "click(9)", "give up"],
        ),
        (
            "When does Chidi cook?",
            vec!["click(8)", "click(9)", "give up"],
        ),
    ] {
        assert_eq!(play(ORDER, query), expected, "{query}");
    }
    assert_eq!(is_verified(ORDER, "Who does the garden?"), Some(false));
}

#[test]
fn a_refusal_names_what_is_nearest() {
    let screen = "[1 inp \"Lowest price\"]\n[2 inp \"Highest price\"]\n[3 btn \"Save\"]\n";
    let told = |query: &str| match notation::first(screen, query).decision {
        screen_agent_action::ask::Decision::GiveUp { reason } => reason,
        other => format!("{other:?}"),
    };
    let near = told("Set the hihgest prise per night to 9");
    assert!(
        near.contains("did you mean the field \"Highest price\""),
        "{near}"
    );
    let far = told("Delete the zebra");
    assert!(!far.contains("did you mean"), "{far}");
}

#[test]
fn a_list_that_closes_is_opened_for_each_choice_and_what_was_chosen_is_left_alone() {
    let closed = "[1 inp \"Readers\" collapsed popup=listbox]\n";
    let open = "[1 inp \"Readers\" expanded popup=listbox]\n[2 opt \"Dina\"]\n[3 opt \"Emil\"]\n";
    let one = "[4 btn \"Dina\"] [1 inp \"Readers\" collapsed popup=listbox]\n";
    let again = "[4 btn \"Dina\"] [1 inp \"Readers\" expanded popup=listbox]\n[3 opt \"Emil\"]\n";
    let both = "[4 btn \"Dina\"] [5 btn \"Emil\"] [1 inp \"Readers\" collapsed popup=listbox]\n";
    let acts = notation::follow(
        &[closed, open, one, again, both],
        "Add Dina and Emil to the readers",
        &[],
    );
    assert_eq!(
        acts,
        ["click(1)", "click(2)", "click(1)", "click(3)", "finish"]
    );
}
