//! Cells, columns and rows of tables.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow, play};

const STAFF: &str = r#"
# Staff
|| [1 chk "Select all"] | [2 clickable "Name"] | [3 clickable "Salary"] | [4 clickable "Active"]
| [5 chk ""] | [6 clickable "Ada Moss"] | [7 clickable "3000"] | [8 chk "Toggle"]
| [9 chk ""] | [10 clickable "Bo Clay"] | [11 clickable "2000"] | [12 chk "Toggle"]
| [13 chk ""] | [14 clickable "Cy Reed"] | [15 clickable "1000"] | [16 chk "Toggle"]
"#;

/// The same with another control where the salary of Bo Clay stands.
fn with_salary(control: &str) -> String {
    STAFF.replace("[11 clickable \"2000\"]", control)
}

#[test]
fn a_cell_is_opened_written_into_and_left() {
    let opened = with_salary("[21 inp \"\" value=2000 focused]");
    let changed = with_salary("[22 clickable \"2500\"]");
    let screens = [STAFF, &opened, &opened, &changed];
    let expected = [
        "doubleClick(11)",
        "setValue(21, \"2500\")",
        "press(\"Enter\")",
        "finish",
    ];
    for query in [
        "Set the salary of Bo Clay to 2500",
        "Bo Clay: salary 2500",
        "Bo Clay, salary 2500",
        "Bo Clay gets a rise: please change his Salary to 2500.",
        "Bo Clay gets a rise. Please change the salary of Bo Clay to 2500.",
    ] {
        let acts = follow(&screens, query, &[]);
        assert_eq!(acts, expected, "{query}");
    }
}

#[test]
fn a_box_is_of_its_column_and_of_its_row() {
    for (query, expected) in [
        ("Tick active for Ada Moss", vec!["check(8)"]),
        ("Ada Moss: active yes", vec!["check(8)"]),
        ("Select the first two rows", vec!["check(5)", "check(9)"]),
        ("Select the last two rows", vec!["check(9)", "check(13)"]),
        ("Set the salary of Dan to 5", vec!["give up"]),
    ] {
        assert_eq!(play(STAFF, query), expected, "{query}");
    }
}

#[test]
fn a_column_is_sorted_by_its_head_until_it_is_in_order() {
    let rising = r#"
# Staff
|| [2 clickable "Name"] | [3 clickable "Salary"]
| [14 clickable "Cy Reed"] | [15 clickable "1000"]
| [10 clickable "Bo Clay"] | [11 clickable "2000"]
| [6 clickable "Ada Moss"] | [7 clickable "3000"]
"#;
    for (query, screens, expected) in [
        (
            "Sort by salary",
            [STAFF, rising, rising],
            vec!["click(3)", "finish"],
        ),
        (
            "Sort the table by salary, highest first",
            [STAFF, rising, STAFF],
            vec!["click(3)", "click(3)", "finish"],
        ),
        (
            "Sort the staff by shoe size",
            [STAFF, STAFF, STAFF],
            vec!["give up"],
        ),
    ] {
        assert_eq!(follow(&screens, query, &[]), expected, "{query}");
    }
}

#[test]
fn a_row_of_filters_is_no_row() {
    let filtered = r#"
|| [1 chk "Select all"] | [2 clickable "Name"] | [4 clickable "Active"]
| | [3 inp "Name filter"] [17 btn "Open"] |
| [5 chk ""] | [6 clickable "Ada Moss"] | [8 chk "Toggle"]
| [9 chk ""] | [10 clickable "Bo Clay"] | [12 chk "Toggle"]
"#;
    let acts = play(filtered, "Tick the box in the first row");
    assert!(
        !acts.contains(&"check(8)".to_owned()) && !acts.contains(&"check(12)".to_owned()),
        "{acts:?}"
    );
}

#[test]
fn rows_are_meant_by_what_they_hold() {
    let trips = r#"
|| [1 chk "Select all"] | Traveller | To | Nights
| [2 chk "" tag=input] | Nadia Petrova | Bergen | 3 | [7 btn "Cancel"]
| [3 chk "" tag=input] | Tom Ek | Oslo | 2 | [8 btn "Cancel"]
| [4 chk "" tag=input] | Ida Berg | Malmo | 5 | [9 btn "Cancel"]
"#;
    let both: &[&str] = &["check(2)", "check(4)"];
    for (query, acts) in [
        ("Tick the trips to Bergen and Malmo", both),
        ("Select Bergen and Malmo", both),
        ("Tick the rows of Nadia Petrova and Ida Berg", both),
        ("Cancel the trip to Oslo", &["click(8)"]),
    ] {
        assert_eq!(play(trips, query), acts, "{query}");
    }
}

#[test]
fn what_ranks_first_is_done_away_with_only_where_the_page_tells_the_measure() {
    let trips = r#"
|| Traveller | To | Nights | Cost
| Tom Ek | Oslo | 2 | 480 EUR | [8 btn "Cancel"]
| Ida Berg | Malmo | 5 | 310 EUR | [9 btn "Cancel"]
| Ann Dal | Bergen | 3 | 720 EUR | [10 btn "Cancel"]
"#;
    assert_eq!(play(trips, "Cancel the cheapest trip"), ["click(9)"]);
    assert_eq!(play(trips, "Cancel the tallest trip"), ["give up"]);
    // Nights are what a trip lasts.
    assert_eq!(play(trips, "Cancel the longest trip"), ["click(9)"]);
    let one = "|| Traveller | To | Seats\n| Tom Ek | Oslo | 2 | [8 btn \"Cancel\"]\n";
    assert_eq!(play(one, "Cancel the longest trip"), ["give up"]);
}

#[test]
fn where_the_page_asks_whether_to_cancel_it_is_answered() {
    let trips = r#"
|| Traveller | To | Nights
| Tom Ek | Oslo | 2 | [8 btn "Cancel"]
| Ida Berg | Malmo | 5 | [9 btn "Cancel"]
"#;
    let asked = format!("{trips}\nCancel this trip?\n[20 btn \"Cancel\"] [21 btn \"OK\"]\n");
    let acts = follow(&[trips, &asked, trips], "Cancel the trip to Oslo", &[]);
    assert_eq!(acts, ["click(8)", "click(21)", "finish"]);
}

#[test]
fn pages_that_are_only_numbered_are_gone_through() {
    let page = |row: &str, pages: &str| {
        format!(
            "# Orders\n|| [1 clickable \"Order\"] | [2 clickable \"State\"]\n| [3 link \"{row}\"] | New | [4 btn \"Delete\"]\n{pages}\n"
        )
    };
    let first = page("ORD-1", "1 [8 link \"2\"] 4 orders");
    let second = page("ORD-2", "[9 link \"1\"] 2 4 orders");
    let acts = follow(&[&first, &second, &second], "Delete the order ORD-2", &[]);
    assert_eq!(acts[..2], ["click(8)", "click(4)"]);
    // The last page has no next.
    let acts = follow(&[&first, &second, &second], "Delete the order ORD-3", &[]);
    assert_eq!(acts, ["click(8)", "give up"]);
}

#[test]
fn a_row_is_told_by_where_it_stands() {
    for (query, expected) in [
        ("Tick active in the second row", vec!["check(12)"]),
        (
            "Tick active in the first and in the third row",
            vec!["check(8)", "check(16)"],
        ),
        ("Select rows 1 and 3", vec!["check(5)", "check(13)"]),
        ("Tick row 2", vec!["check(9)"]),
        ("Tick row 7", vec!["give up"]),
        ("Set the salary in the fourth row to 5", vec!["give up"]),
    ] {
        assert_eq!(play(STAFF, query), expected, "{query}");
    }
    // A sheet counts its rows, wherever the view begins.
    let sheet = r#"
# Sheet
|| | Name | Paid
| 12 | Ada Moss | [1 chk "Toggle"]
| 13 | Bo Clay | [2 chk "Toggle"]
"#;
    for (query, expected) in [
        ("Tick Paid in row 13", vec!["check(2)"]),
        ("Tick Paid in row 2", vec!["give up"]),
        ("Tick Paid in the second row", vec!["give up"]),
    ] {
        assert_eq!(play(sheet, query), expected, "{query}");
    }
}

#[test]
fn a_filter_is_not_the_cell_of_a_row() {
    let filtered = STAFF.replace(
        "| [5 chk",
        "| | [31 inp \"Name Filter\"] | [32 inp \"Salary Filter\"] |\n| [5 chk",
    );
    let acts = play(&filtered, "Set the salary in the second row to 2500");
    assert!(
        !acts.iter().any(|act| act.starts_with("setValue(32")),
        "{acts:?}"
    );
}

#[test]
fn what_is_ticked_is_a_box() {
    let named = STAFF.replace("Cy Reed", "Active");
    assert_eq!(play(STAFF, "Tick Bo Clay"), ["check(9)"]);
    assert_eq!(play(&named, "Tick Dan"), ["give up"]);
}

#[test]
fn rows_are_ticked_by_what_they_say() {
    let town = r#"
[30 link "Staff" selected]
# Staff
|| [1 chk "Select all"] | Name | City | Salary
| [2 chk ""] | Ada Moss | Oslo | 3000
| [3 chk ""] | Bo Clay | Paris | 2000
| [4 chk ""] | Cy Reed | Oslo | 1000
[5 sel "Action" options="Delete selected staff,Export"]
"#;
    for (query, expected) in [
        (
            "Tick all people who live in Oslo",
            vec!["check(2)", "check(4)"],
        ),
        (
            "Tick everyone in Oslo on this page",
            vec!["check(2)", "check(4)"],
        ),
        ("Tick the people from Paris", vec!["check(3)"]),
        ("Tick the staff of Rome", vec!["give up"]),
    ] {
        assert_eq!(play(town, query), expected, "{query}");
    }
}

#[test]
fn who_and_where_are_told_by_the_row_that_is_named() {
    check(
        "|| Number | Customer | Book | Town | Age\n| A-21 | Anna Berg | Emma | Oslo | 36\n| A-22 | Bo Kay | Dune | Bergen | 41\n",
        &[
            ("Who ordered A-22?", &["finish Bo Kay"][..]),
            ("Who placed order A-21?", &["finish Anna Berg"]),
            ("Where does Bo Kay live?", &["finish Bergen"]),
            ("How old is Anna Berg?", &["finish 36"]),
            ("Who ordered A-23?", &["give up"]),
        ],
    );
    let trips = "# Desk\n|| Traveller | To | Nights | Cost\n| Ida Berg | Malmo | 5 | 310 | [9 btn \"Cancel\"]\n| Ann Dal | Bergen | 3 | 720 | [10 btn \"Cancel\"]\n";
    check(
        trips,
        &[
            ("Where is Ida Berg going?", &["finish Malmo"][..]),
            ("Which trip is the shortest?", &["finish Ann Dal"]),
            ("Who stays away longest?", &["finish Ida Berg"]),
        ],
    );
    // The page was scrolled for it, and the table is the one that tells what is compared.
    let head = "# Desk\n[1 inp \"City\"]\nmore below\n";
    let acts = follow(&[head, trips], "Cancel the trip with the most nights", &[]);
    assert_eq!(acts[..2], ["scroll(true, 0.8)", "click(9)"]);
}

#[test]
fn what_is_somebodys_is_in_the_row_of_that_person() {
    check(
        "# Desk\n|| Traveller | To | Nights |\n| Ida Berg | Malmo | 5 | [9 btn \"Cancel\"]\n| Ann Dal | Bergen | 3 | [10 btn \"Cancel\"]\n",
        &[
            ("Cancel Ann Dal's trip", &["click(10)"][..]),
            ("Cancel Ida's trip", &["click(9)"]),
            ("Cancel Bo's trip", &["give up"]),
        ],
    );
}
