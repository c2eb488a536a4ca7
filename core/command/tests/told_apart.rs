//! Rows that are told apart by what they say, and questions in which every word is accounted for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow, play};

const STAFF: &str = r#"
# Staff
|| Name | Town | Age | Wages
| [1 chk "Select row"] [2 link "Ada Moss"] | Leeds | 31 | 3000
| [3 chk "Select row"] [4 link "Bo Clay"] | Brno | 52 | 2400
| [5 chk "Select row"] [6 link "Cy Moss"] | Brno | 24 | 2900
| [7 chk "Select row"] [8 link "Dee Rhys"] | Leeds | 43 | 5100
"#;

#[test]
fn a_row_is_told_by_what_it_says() {
    check(
        STAFF,
        &[
            ("Open the person who earns the most", &["click(8)"]),
            ("Open the person who earns 2400", &["click(4)"]),
            ("Open the person with the wages 2900", &["click(6)"]),
            (
                "Open the better paid one of Bo Clay and Cy Moss",
                &["click(6)"],
            ),
            (
                "Tick all people except the one in Brno",
                &["check(1)", "check(7)"],
            ),
        ],
    );
}

#[test]
fn a_cell_is_of_the_row_that_is_told_so() {
    let own = r#"
    # Bo Clay
    [9 inp "Age" value=52 form=1]
    "#;
    let filled = own.replace("52", "50");
    for query in [
        "Set the age of the person who earns 2400 to 50",
        "Set Bo Clay's age to 50",
        "Change the age of the person with the wages 2400 to 50",
    ] {
        let acts = follow(&[STAFF, own, &filled], query, &[]);
        assert_eq!(acts[..2], ["click(4)", "setValue(9, \"50\")"], "{query}");
    }
}

#[test]
fn a_question_is_answered_where_every_word_is_accounted_for() {
    check(
        STAFF,
        &[
            ("How many people live in Brno?", &["finish 2"]),
            (
                "How many people with the surname Moss are in Leeds?",
                &["finish 1"],
            ),
            ("What does Cy Moss earn?", &["finish 2900"]),
            (
                "What does the better paid one of Bo Clay and Cy Moss earn?",
                &["finish 2900"],
            ),
            (
                "What are the wages of the person who is 43?",
                &["finish 5100"],
            ),
            ("Which person earns the most?", &["finish Dee Rhys"]),
            ("How many people live in Oslo?", &["give up"]),
            ("What does Ed Moss earn?", &["give up"]),
        ],
    );
}

const FIRST: &str = r#"
# Staff
|| Name | Wages
| [1 link "Ada Moss"] | 3000
| [2 link "Bo Clay"] | 2400
[9 btn "Next page"]
"#;

const SECOND: &str = r#"
# Staff
|| Name | Wages
| [3 link "Cy Reed"] | 2900
| [4 link "Dee Rhys"] | 2000
[8 btn "Previous page"]
"#;

#[test]
fn the_most_of_a_list_is_looked_for_on_all_its_pages() {
    let acts = follow(
        &[FIRST, SECOND, FIRST, FIRST],
        "Open the person who earns the most",
        &[],
    );
    assert_eq!(acts, ["click(9)", "click(8)", "click(1)", "finish"]);
    // Halfway through, the most of what is in view is not the most.
    assert_eq!(
        play(SECOND, "Open the person who earns the most"),
        ["give up"]
    );
}

#[test]
fn to_turn_a_page_is_not_what_was_asked() {
    let acts = follow(
        &[FIRST, SECOND, SECOND],
        "Mark all people with the wages 9000 as new",
        &[],
    );
    assert!(
        !acts.iter().any(|act| act.starts_with("finish")),
        "{acts:?}"
    );
}
