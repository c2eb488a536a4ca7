//! What is to be done in every row, or to everything of a name: to each of them, or to none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::check;

const PEOPLE: &str = r#"
# People
|| Name | Action
| Ada Moss | [1 btn "Archive"]
| Bo Clay | [2 btn "Archive"]
| Cy Reed | [3 btn "Archive"]
"#;

const BILLS: &str = r#"
# Bills
|| Bill | Amount | Paid
| March | [1 inp "Amount"] | [4 chk "Paid"]
| April | [2 inp "Amount"] | [5 chk "Paid"]
| May | [3 inp "Amount"] | [6 chk "Paid"]
"#;

#[test]
fn what_is_said_of_every_row_is_done_in_each() {
    let each = &["click(1)", "click(2)", "click(3)"][..];
    check(
        PEOPLE,
        &[
            ("Press Archive in every row", each),
            ("Click Archive in each row", each),
            ("Press every Archive button", each),
        ],
    );
    let each = &["check(4)", "check(5)", "check(6)"][..];
    check(
        BILLS,
        &[
            ("Tick every Paid box", each),
            ("Tick all Paid boxes", each),
            ("Check Paid in each row", each),
        ],
    );
}

#[test]
fn where_it_is_not_known_which_all_are_nothing_is_done() {
    let nothing = &["give up"][..];
    check(
        PEOPLE,
        &[
            ("Click Archive for all people", nothing),
            ("Tap Archive next to each person", nothing),
            ("Press Archive for every admin", nothing),
        ],
    );
    check(
        BILLS,
        &[
            ("Tick Paid for every bill", nothing),
            ("Type 7 into Amount for every bill", nothing),
            ("Tick Paid for all bills from April", nothing),
        ],
    );
}

const SHELF: &str = r#"
# Shelf
|| Crate | Lid
| Pens | [1 btn "Lid" collapsed]
| Nails | [2 btn "Lid" collapsed]
[3 item "Pens" drag]
[4 item "Nails" drag]
[5 btn "Delete"]
[6 btn "Next"]
"#;

#[test]
fn no_verb_takes_one_for_all_of_them_or_goes_to_look_for_them() {
    let nothing = &["give up"][..];
    check(
        SHELF,
        &[
            ("Expand Lid for every crate", nothing),
            ("Drag Pens next to every crate", nothing),
            ("Drag Pens beside each nail onto Nails", nothing),
            ("Clear Lid for each crate", nothing),
            ("Delete Lid for all crates", nothing),
        ],
    );
}
