//! Texts that are added to or corrected, things that are made by a form, and names that are changed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow, play};

const LETTER: &str = r#"
# Letter
[1 textarea "Letter" value=see_you_Monday tag=textarea]
[2 inp "Subject" value=Meeting tag=input]
[3 btn "Save"]
"#;

/// The notation has no spaces in values.
fn letter() -> String {
    LETTER.replace("see_you_Monday", "Monday")
}

#[test]
fn what_is_added_leaves_what_was_there() {
    let end: &[&str] = &["setValue(1, \"Monday\\nSee you.\")"];
    let start: &[&str] = &["setValue(1, \"Draft\\nMonday\")"];
    check(
        &letter(),
        &[
            ("Append \"See you.\" to the letter", end),
            ("Add the line \"See you.\" at the end of the letter", end),
            ("Add \"See you.\" at the end", end),
            ("letter: append \"See you.\"", end),
            ("Put \"Draft\" before the letter", start),
            (
                "Insert the word Draft at the beginning of the letter",
                start,
            ),
            (
                "Append \"(moved)\" to the subject",
                &["setValue(2, \"Meeting (moved)\")"],
            ),
            (
                "Insert \"next\" before \"Monday\"",
                &["setValue(1, \"next Monday\")"],
            ),
        ],
    );
}

#[test]
fn a_phrase_is_put_in_the_place_of_another() {
    let corrected: &[&str] = &["setValue(1, \"Thursday\")"];
    check(
        &letter(),
        &[
            ("Replace Monday by Thursday in the letter", corrected),
            ("Replace \"Monday\" with \"Thursday\"", corrected),
            ("Change Monday to Thursday in the letter", corrected),
            (
                "The meeting is on \"Thursday\" instead of \"Monday\". Please correct the letter.",
                corrected,
            ),
            (
                "It isn't on Monday but Thursday. Please correct the letter accordingly.",
                corrected,
            ),
            ("Monday -> Thursday", corrected),
            (
                "Replace the whole letter with \"Off\"",
                &["setValue(1, \"Off\")"],
            ),
            ("Replace Friday with Thursday in the letter", &["give up"]),
        ],
    );
}

#[test]
fn what_is_only_described_is_not_written() {
    check(
        &letter(),
        &[
            ("Append a short summary to the letter", &["give up"]),
            ("Add a nice greeting at the end of the letter", &["give up"]),
        ],
    );
}

#[test]
fn an_editor_is_added_to_by_keys() {
    let editor = "[1 textarea \"Note\" value=coffee]";
    check(
        editor,
        &[(
            "Append \"tea\" to the note",
            &[
                "getText(1)",
                "focus(1)",
                "press(\"End\", \"ctrl\")",
                "type(\"\\ntea\")",
            ],
        )],
    );
}

const INDEX: &str = r#"
# Site
|| Model | Add | Change
| [1 link "Authors"] | [2 link "Add"] | [3 link "Change"]
| [4 link "Books"] | [5 link "Add"] | [6 link "Change"]
"#;

const FORM: &str = r#"
# Add author
[7 inp "Name" form=1]
[8 inp "Country" form=1]
[9 inp "Born" form=1]
[10 btn "Save" form=1]
[11 btn "Save and add another" form=1]
"#;

#[test]
fn the_form_of_a_noun_is_filled_in_whole() {
    let name = FORM.replace("\"Name\"", "\"Name\" value=Ann");
    let both = name.replace("\"Country\"", "\"Country\" value=Poland");
    let screens: &[&str] = &[INDEX, FORM, &name, &both, &both];
    for query in [
        "Add an author named Ann from Poland",
        "Add an author named \"Ann\" from Poland and save",
        "We have a new author, Ann, country Poland. Please add her.",
        "add author Ann, country Poland",
        "+ author Ann, country Poland",
        "new author: Ann, country Poland",
    ] {
        assert_eq!(
            follow(screens, query, &[]),
            [
                "click(2)",
                "setValue(7, \"Ann\")",
                "setValue(8, \"Poland\")",
                "click(10)",
                "finish"
            ],
            "{query}"
        );
    }
    assert_eq!(
        follow(&[INDEX, FORM], "Add an author named Ann, colour Red", &[]),
        ["click(2)", "give up"],
        "nothing is left out"
    );
    let product = "# Tea\n[1 inp \"Quantity\"]\n[2 btn \"Add to basket\"]";
    check(
        product,
        &[
            ("Add a note called Ann from Poland", &["give up"]),
            ("Add the note called Ann, country Poland", &["give up"]),
        ],
    );
}

#[test]
fn a_name_is_changed_where_it_stands() {
    let list = "- [1 chk \"Buy milk\"]\n- [2 chk \"Pay\"]";
    let open = format!("{list}\n[3 inp \"\" value=Buy focused tag=input]");
    let held = open.replace("value=Buy", "value=Bread");
    assert_eq!(
        follow(
            &[list, list, &open, &held, list],
            "Rename Buy milk to Bread",
            &[]
        ),
        [
            "rightClick(1)",
            "doubleClick(1)",
            "setValue(3, \"Bread\")",
            "press(\"Enter\")",
            "finish"
        ]
    );
}

#[test]
fn what_a_table_does_not_let_be_changed_is_changed_on_the_page_of_its_row() {
    let list =
        "# Authors\n|| Name | Born\n| [1 link \"Ann Moss\"] | -\n| [2 link \"Bo Clay\"] | 1950";
    let form = "# Ann Moss\n[3 inp \"Name\" value=Ann]\n[4 inp \"Born\"]\n[5 btn \"Save\"]";
    let held = form.replace("\"Born\"", "\"Born\" value=1931-02-18");
    for query in [
        "Set the birth date of Ann Moss to 1931-02-18 and press Save",
        "Ann Moss: born 1931-02-18, press Save",
    ] {
        assert_eq!(
            follow(&[list, form, &held, &held], query, &[]),
            [
                "click(1)",
                "setValue(4, \"1931-02-18\")",
                "click(5)",
                "finish"
            ],
            "{query}"
        );
    }
}

#[test]
fn what_a_question_is_about_is_opened() {
    let start = "# House\n- [1 link \"Pancakes\"]\n- [2 link \"Soup\"]";
    let page = "# Cake\n- 250 g flour\n- 3 eggs";
    for query in [
        "Pancakes: how much flour?",
        "How much flour do I need for the \"Pancakes\"?",
        "How much flour do the pancakes need?",
    ] {
        assert_eq!(
            follow(&[start, page], query, &[]),
            ["click(1)", "finish"],
            "{query}"
        );
    }
    check(start, &[("When does the library open?", &["give up"])]);
}

#[test]
fn what_is_called_done_is_ticked() {
    let list = "- [1 chk \"Call Ann\"]\n- [2 chk \"Pay\" checked]\n[3 link \"Active\"]\n[4 btn \"Add to basket\"]";
    check(
        list,
        &[
            ("\"Call Ann\" is done", &["check(1)"]),
            ("Pay is not done", &["uncheck(2)"]),
            ("filter Active", &["click(3)"]),
        ],
    );
}

#[test]
fn what_the_page_shows_is_opened_to_be_changed() {
    let shown = "# Soup\nCook 300 g of lentils for 25 minutes.\n[1 link \"Edit this page\"]\n[2 btn \"Search\"]\n";
    let opened = "# Soup\n[3 textarea \"Text\" value=300g tag=textarea]\n[4 btn \"Save\"]\n";
    let acts = follow(&[shown, opened, opened], "Change 300 to 400 and save", &[]);
    assert_eq!(acts[0], "click(1)");
    // Where it stands twice, or nothing opens it, it is left.
    let twice = shown.replace("25", "300");
    let closed = shown.replace("Edit this page", "History");
    for screen in [&twice, &closed] {
        assert_eq!(
            play(screen, "Change 300 to 400 and save"),
            ["give up"],
            "{screen}"
        );
    }
}

#[test]
fn what_is_said_to_stand_there_has_to_stand_there() {
    let form = "[1 inp \"City\" value=Oslo tag=input]\n[2 inp \"Guests\" value=2 tag=input]";
    check(
        form,
        &[
            (
                "Change the city from Oslo to Rome",
                &["setValue(1, \"Rome\")"],
            ),
            ("Change guests from 2 to 3", &["setValue(2, \"3\")"]),
            ("Change the city from Bonn to Rome", &["give up"]),
            ("Change guests from 4 to 3", &["give up"]),
        ],
    );
}

#[test]
fn what_was_opened_to_be_changed_is_kept() {
    let shown = "# Soup\nCook 300 g of lentils.\n[1 link \"Edit this page\"]\n";
    let opened = "# Soup\n[3 textarea \"Text\" value=300g tag=textarea]\n[4 btn \"Save\"]\n"
        .replace("300g", "300");
    let held = opened.replace("value=300", "value=400");
    let after = shown.replace("300", "400");
    assert_eq!(
        follow(&[shown, &opened, &held, &after], "Change 300 to 400", &[]),
        ["click(1)", "setValue(3, \"400\")", "click(4)", "finish"]
    );
}

#[test]
fn what_was_done_last_is_taken_back() {
    let page = "[1 btn \"Undo\"] [2 textarea \"Note\" value=tea]";
    check(
        page,
        &[
            ("undo that", &["click(1)"]),
            ("Undo the last change", &["click(1)"]),
            ("Undo the order", &["give up"]),
        ],
    );
    check(
        "[2 textarea \"Note\" value=tea]",
        &[("Undo that", &["give up"])],
    );
}
