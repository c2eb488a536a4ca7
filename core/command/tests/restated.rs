//! Orders in words that no reading knows, which name a thing of the page and how it is to change.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, play};

const TRIP: &str = r#"
# Trip
[1 inp "Departure" value=2026-03-10]
[2 inp "Pick-up" value=07:30]
[3 inp "Travellers" value=2]
[4 inp "Lowest price" value=20]
[5 inp "Highest price" value=80]
[6 sel "Cabin" value=Inside opts=Inside;Outside;Balcony]
[7 inp "Seat row" value=12]
"#;

#[test]
fn as_much_more_or_less_than_is_held() {
    check(
        TRIP,
        &[
            (
                "Move the departure one day later",
                &["setValue(1, \"2026-03-11\")"],
            ),
            (
                "Have them depart exactly a week earlier than it says now",
                &["give up"],
            ),
            (
                "Postpone the departure by two weeks",
                &["setValue(1, \"2026-03-24\")"],
            ),
            (
                "Let the pick-up come half an hour later than planned",
                &["setValue(2, \"08:00\")"],
            ),
            (
                "Make the pick-up an hour earlier",
                &["setValue(2, \"06:30\")"],
            ),
            ("Add two more travellers", &["setValue(3, \"4\")"]),
            ("One traveller less, please", &["setValue(3, \"1\")"]),
            (
                "Turn the highest price down by 10",
                &["setValue(5, \"70\")"],
            ),
        ],
    );
}

#[test]
fn both_ends_of_a_range_and_one_of_them() {
    check(
        TRIP,
        &[
            (
                "Narrow the price range to between 30 and 60",
                &["setValue(4, \"30\")", "setValue(5, \"60\")"],
            ),
            (
                "Widen the price range by 5 at both ends",
                &["setValue(4, \"15\")", "setValue(5, \"85\")"],
            ),
            (
                "Start the price range at 35, and keep its upper end where it is",
                &["setValue(4, \"35\")"],
            ),
            // The lower end would pass the upper on its way.
            (
                "Shift the whole price range up by 70",
                &["setValue(5, \"150\")", "setValue(4, \"90\")"],
            ),
            (
                "Raise the upper end of the price range to 160",
                &["setValue(5, \"160\")"],
            ),
        ],
    );
}

#[test]
fn one_verb_for_several_and_any_word_before_the_field() {
    check(
        TRIP,
        &[
            (
                "Set 4 as the travellers and 14 as the seat row",
                &["setValue(3, \"4\")", "setValue(7, \"14\")"],
            ),
            (
                "Select Balcony in Cabin",
                &["selectDropdown(6, \"\", \"Balcony\")"],
            ),
        ],
    );
}

/// What is left over is not understood, and a word that makes it depend on something is not passed over.
#[test]
fn every_word_has_to_say_something() {
    for query in [
        "Have the departure moved to where the others left off",
        "Move the departure one day later unless it rains",
        "Move the departure one moon later",
        "Move the pick-up three days later",
        "Shift the whole price range up by a week",
        "Narrow the price range to between 60 and 30",
        "Bring the departure two days forward and backward",
    ] {
        assert_eq!(play(TRIP, query), ["give up"], "{query}");
    }
}

#[test]
fn what_another_row_holds() {
    const STAFF: &str = r#"
# Staff
|| [1 clickable "Name"] | [2 clickable "City"] | [3 clickable "Age"]
| [4 clickable "Ada Moss"] | [5 inp "" value=Oslo] | [6 inp "" value=41]
| [7 clickable "Bo Clay"] | [8 inp "" value=Delft] | [9 inp "" value=30]
| [10 clickable "Cy Reed"] | [11 inp "" value=Bern] | [12 inp "" value=30]
"#;
    check(
        STAFF,
        &[
            (
                "Give Ada Moss the same city as Cy Reed",
                &["setValue(5, \"Bern\")"],
            ),
            (
                "Swap the cities of Ada Moss and Bo Clay",
                &["setValue(5, \"Delft\")", "setValue(8, \"Oslo\")"],
            ),
            (
                "Make the age of Ada Moss two more than it is",
                &["setValue(6, \"43\")"],
            ),
            ("Swap the cities of Ada Moss and Dan Foot", &["give up"]),
        ],
    );
}

#[test]
fn a_filter_goes_into_the_field_of_its_column() {
    const FILTERED: &str = r#"
|| [1 clickable "Name"] | [2 clickable "City"]
| [3 inp "Name Filter"] | [4 inp "City Filter"]
| [5 clickable "Ada Moss"] | [6 clickable "Oslo"]
| [7 clickable "Bo Clay"] | [8 clickable "Bern"]
"#;
    check(
        FILTERED,
        &[
            ("Filter the city by Oslo", &["setValue(4, \"Oslo\")"]),
            (
                "Filter the list by the name Moss and the city Oslo, both at once",
                &["setValue(3, \"Moss\")", "setValue(4, \"Oslo\")"],
            ),
            (
                "Limit the list to people from Bern",
                &["setValue(4, \"Bern\")"],
            ),
            ("Limit the list to people from Rome", &["give up"]),
        ],
    );
}

#[test]
fn what_is_shown_behind_a_control() {
    const PLAN: &str = r#"
[1 btn "week" pressed] [2 btn "list"]
[3 link "Old revisions"] [4 link "Edit"]
# Plan
Yoga
"#;
    check(
        PLAN,
        &[
            ("Show the events as a list", &["click(2)"]),
            ("Show the old revisions of this page", &["click(3)"]),
            ("Show the events as a tree", &["give up"]),
        ],
    );
}

#[test]
fn what_is_held_is_told() {
    check(
        TRIP,
        &[
            (
                "How many travellers are entered at the moment?",
                &["finish 2"],
            ),
            (
                "On which day of the week does the departure fall?",
                &["finish Tuesday"],
            ),
            ("How many pick-up are there?", &["give up"]),
        ],
    );
}

#[test]
fn what_stands_beside_what_is_named() {
    const STEPS: &str = r#"
# Steps
[1 clickable "Wash"]
[2 clickable "Peel"]
[3 clickable "Cook"]
"#;
    check(
        STEPS,
        &[
            ("Which step follows Peel?", &["finish Cook"]),
            ("What comes directly before Peel?", &["finish Wash"]),
            ("Which step stands between Wash and Cook?", &["finish Peel"]),
            ("Which step follows Cook?", &["give up"]),
            ("Which singer follows Peel?", &["give up"]),
        ],
    );
}

#[test]
fn what_two_fields_hold_is_compared() {
    check(
        TRIP,
        &[
            (
                "Is the seat row higher than the lowest price?",
                &["finish no, seat row is 12"],
            ),
            (
                "Is the highest price above 70?",
                &["finish yes, highest price is 80"],
            ),
            ("Is the seat row higher than the ceiling?", &["give up"]),
        ],
    );
}

#[test]
fn where_in_its_list_a_thing_is_to_stand() {
    const STEPS: &str = r#"
# Steps
[1 clickable "Wash"]
[2 clickable "Peel"]
[3 clickable "Cook"]
[4 clickable "Serve"]
"#;
    let first = |query: &str| play(STEPS, query).first().cloned().unwrap_or_default();
    for (query, plain) in [
        (
            "Drag Wash so that it comes right after Cook",
            "Move Wash after Cook",
        ),
        (
            "Move \"Peel\" so that it comes directly after \"Cook\"",
            "Move Peel after Cook",
        ),
        ("Move Peel one place down", "Move Peel after Cook"),
        ("Move Serve two places up", "Move Serve before Peel"),
        ("Put Cook first among the steps", "Move Cook to the top"),
        ("Swap Wash and Peel", "Move Wash after Peel"),
    ] {
        let expected = first(plain);
        assert!(expected.starts_with("dragAndDrop"), "{plain}: {expected}");
        assert_eq!(first(query), expected, "{query}");
    }
    for query in [
        "Move Serve one place down",
        "Put Cook first among the singers",
        "Swap Wash and Serve",
    ] {
        assert_eq!(first(query), "give up", "{query}");
    }
}

#[test]
fn the_box_of_a_row_by_the_state_it_stands_for() {
    const STAFF: &str = r#"
# Staff
|| [1 clickable "Name"] | [2 clickable "Active"]
| [3 clickable "Ada Moss"] | [4 chk "Toggle"]
| [5 clickable "Bo Clay"] | [6 chk "Toggle" checked]
"#;
    check(
        STAFF,
        &[
            ("Set Ada Moss to active", &["check(4)"]),
            ("Make Ada Moss active", &["check(4)"]),
            ("Bo Clay is no longer active", &["uncheck(6)"]),
            ("Make Ada Moss active on Sundays", &["give up"]),
        ],
    );
}
