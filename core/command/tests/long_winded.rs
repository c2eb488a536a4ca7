//! Orders as people say them to one another: asked for, introduced, with words that pick nothing out. Page and agent are the
//! same as for the plain ones, and what is not meant as an order is not carried out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, play};

const ROOM: &str = r#"
# Book
[1 inp "Arrival" value=2026-03-10]
[2 inp "Call at" value=07:30]
[3 inp "Guests" value=1]
[4 inp "Lowest price" value=20]
[5 inp "Highest price" value=80]
[6 area "Note"]
"#;

const CREW: &str = r#"
# Crew
|| [1 chk "Select all"] | Name | Port | [2 clickable "Pay"]
| [3 chk "" tag=input] | [4 clickable "Ada Moss"] | [5 clickable "Oslo"] | [6 clickable "2000"]
| [7 chk "" tag=input] | [8 clickable "Bo Lind"] | [9 clickable "Delft"] | [10 clickable "3000"]
| [11 chk "" tag=input] | [12 clickable "Cy Reed"] | [13 clickable "Oslo"] | [14 clickable "1000"]
"#;

#[test]
fn what_is_told_first_is_what_the_order_means() {
    check(
        ROOM,
        &[
            (
                "I'd like to be called at 6:45 in the morning, please set \"Call at\" to that.",
                &["setValue(2, \"6:45\")"],
            ),
            // In the evening it is another time.
            (
                "I'd like to be called at 6:45 in the evening, please set \"Call at\" to that.",
                &["give up"],
            ),
            (
                "We arrive a little later: please pick 2026-03-14 as the day of \"Arrival\".",
                &["setValue(1, \"2026-03-14\")"],
            ),
            (
                "Hello! Could you set the guests to 4 in this form?",
                &["setValue(3, \"4\")"],
            ),
        ],
    );
}

#[test]
fn what_is_no_value_is_not_entered() {
    check(
        ROOM,
        &[
            ("Please fill in \"Guests\" and \"Arrival\".", &["give up"]),
            (
                "Could you put a short, polite apology into the Note field?",
                &["give up"],
            ),
            // How things are is no order.
            (
                "I've got three guests. The note is about the cat.",
                &["give up"],
            ),
        ],
    );
}

#[test]
fn rows_are_spoken_of_with_their_boxes_and_cells() {
    for (query, expected) in [
        (
            "Please tick the boxes in front of \"Ada Moss\" and \"Cy Reed\".",
            vec!["check(3)", "check(11)"],
        ),
        (
            "Would you tick the boxes of the first and the second row?",
            vec!["check(3)", "check(7)"],
        ),
    ] {
        assert_eq!(play(CREW, query), expected, "{query}");
    }
    // The value is for the cell of that row, wherever else it stands.
    for query in [
        "Please choose \"Delft\" as the port of Cy Reed.",
        "Cy Reed has moved to \"Delft\"; please change his port in the table.",
    ] {
        assert_eq!(play(CREW, query)[0], "doubleClick(13)", "{query}");
    }
    assert_eq!(
        play(CREW, "Raise Bo Lind to a pay of 3400")[0],
        "doubleClick(10)"
    );
}

#[test]
fn who_is_meant_is_not_answered_by_the_question() {
    let duties = "# Duties\n|| Name | Task\n| Bela | Garden\n| Dora | Roof\n";
    let told = play(duties, "Can you tell me whose task the \"Garden\" is?");
    assert_ne!(told, ["finish Garden"], "{told:?}");
}

#[test]
fn the_cheapest_of_these_is_compared() {
    let shop = r#"
# Pots
- Iron pot €48.00 [1 btn "Add to basket"]
- Clay pot €22.00 [2 btn "Add to basket"]
- Glass pot €31.00 [3 btn "Add to basket"]
"#;
    for query in [
        "Put the cheapest one of these pots into my basket",
        "Put the cheapest of those pots into the basket",
    ] {
        assert_eq!(play(shop, query), ["click(2)"], "{query}");
    }
}
