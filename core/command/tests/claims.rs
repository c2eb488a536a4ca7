//! What is claimed of a page, and what is left alone because the page does not bear it out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow, is_verified, play, through};
use screen_agent_action::ledger::{Standing, standing};

const ORDERS: &str = r#"
# Orders
|| Number | Order date | Status
| [1 link "ORD-122"] | Dec. 13, 2025 | cancelled
| [2 link "ORD-121"] | Dec. 12, 2025 | shipped
[3 link "2"]
28 orders
"#;

#[test]
fn a_list_that_goes_on_is_counted_by_its_own_total_or_not_at_all() {
    check(
        ORDERS,
        &[
            ("How many orders are there?", &["finish 28"]),
            ("Total number of orders?", &["finish 28"]),
            ("Who ordered ORD-122?", &["click(1)", "give up"]),
        ],
    );
}

#[test]
fn a_list_of_several_pages_is_gone_through_before_it_is_counted() {
    let page = |rows: [(&str, &str); 2], pager: &str| {
        let rows = rows.map(|(number, state)| format!("| {number} | {state}"));
        format!("# Orders\n|| Number | Status\n{}\n{pager}", rows.join("\n"))
    };
    let first = page([("A-1", "cancelled"), ("A-2", "paid")], "1 [8 link \"2\"]");
    let second = page([("A-3", "cancelled"), ("A-4", "new")], "[7 link \"1\"] 2");
    assert_eq!(
        follow(&[&first, &second], "How many orders are cancelled?", &[]),
        ["click(8)", "finish"]
    );
    let words = through(&[&first, &second], "How many orders are cancelled?").1;
    assert_eq!(standing(&words), Standing::Unverified, "it was counted");
    assert_eq!(
        follow(&[&second], "How many orders are cancelled?", &[]),
        ["give up"],
        "the pages before were not seen"
    );
}

const TODOS: &str = r#"
[1 inp "What needs to be done?"]
- [2 chk "Buy milk"]
- [3 chk "Pay the rent" checked]
- [4 chk "Call Ann"]
2 items left
"#;

#[test]
fn what_the_page_says_is_left_is_the_answer() {
    check(TODOS, &[("How many items are left?", &["finish 2"])]);
}

#[test]
fn a_list_is_written_into_item_by_item() {
    let holding = |text: &str| TODOS.replace("done?\"]", &format!("done?\" value={text}]"));
    let (sweep, dust) = (holding("Sweep"), holding("Dust"));
    let enter = "press(\"Enter\")";
    assert_eq!(
        follow(&[TODOS, &sweep, TODOS], "Add the todo Sweep", &[]),
        ["setValue(1, \"Sweep\")", enter, "finish"]
    );
    assert_eq!(
        follow(
            &[TODOS, &sweep, TODOS, &dust, TODOS],
            "Add the todos Sweep and Dust",
            &[]
        ),
        [
            "setValue(1, \"Sweep\")",
            enter,
            "setValue(1, \"Dust\")",
            enter,
            "finish"
        ]
    );
}

#[test]
fn a_search_field_and_a_form_are_no_list_to_write_into() {
    let search = "[1 inp \"Search\" type=search]\n- [2 link \"Sencha\"]";
    check(search, &[("Add the todo Sweep", &["give up"])]);
}

const SIGN_IN: &str = r#"
[1 link "Log In"]
# Start
[2 inp "Username" form=1]
[3 inp "Password" type=password form=1]
[4 btn "Log In" form=1]
"#;

#[test]
fn the_form_that_was_filled_in_is_sent_by_its_own_button() {
    let steps: &[&str] = &[
        "setValue(2, \"anna\")",
        "setValue(3, \"kettle\")",
        "click(4)",
    ];
    check(
        SIGN_IN,
        &[("Log in as anna with the password kettle", steps)],
    );
}

#[test]
fn behind_a_noun_for_what_it_is_stands_its_name() {
    let files = "[1 link \"plan.md\"]\n[2 link \"notes.txt\"]";
    check(files, &[("Open the file plan.md", &["click(1)"])]);
}

#[test]
fn an_amount_of_what_the_page_does_not_speak_of_is_not_told() {
    let page = "# Pancakes\n| Servings | 3";
    check(page, &[("How much flour do they need?", &["give up"])]);
}

#[test]
fn what_is_to_be_done_with_a_field_is_not_typed_into_it() {
    let form = "[1 inp \"Languages\"]\n[2 textarea \"Note\"]";
    check(
        form,
        &[
            ("languages: add Italian", &["give up"]),
            ("languages: + Italian, Greek", &["give up"]),
            ("note: nice apology for late delivery", &["give up"]),
            (
                "note: leave it at the door",
                &["setValue(2, \"leave it at the door\")"],
            ),
        ],
    );
}

#[test]
fn all_that_is_ticked_are_boxes() {
    let page = "[1 link \"All\"]\n- [2 chk \"Buy milk\"]\n- [3 chk \"Call Ann\"]";
    let both: &[&str] = &["check(2)", "check(3)"];
    check(page, &[("Tick all", both), ("tick all of them", both)]);
}

const SHELF: &str = r#"
# Books
- Dune by Herbert [1 btn "Remove"]
- Emma by Austen [2 btn "Remove"]
- Ulysses by Joyce [3 btn "Archive"]
[4 inp "Title"]
[5 btn "Save"]
"#;

#[test]
fn what_was_worked_out_is_done_and_not_verified() {
    for (query, verified) in [
        ("Click Save", true),
        ("Click \"Archive\"", true),
        ("Click Remove in the row of Emma", true),
        ("Type Nana into Title", true),
        ("Click the second Remove button", false),
        ("Click the last button", false),
        ("Type the title of the first book into Title", false),
    ] {
        assert_eq!(is_verified(SHELF, query), Some(verified), "{query}");
    }
}

#[test]
fn what_is_asked_behind_a_comma_is_not_left_out() {
    for query in [
        "Using the editor, give the text Emma a bold style and press Save",
        "In the list, give Emma a star",
        "Scroll the shelf to its end hit Save",
    ] {
        assert_eq!(is_verified(SHELF, query), None, "{query}");
    }
}

#[test]
fn a_field_is_not_pressed_for_a_button_that_is_not_there() {
    let page = "[1 inp \"Username\"]\n[2 inp \"Password\" type=password]\n[3 btn \"Go\" covered]";
    assert_eq!(play(page, "Press login"), ["give up"]);
}

#[test]
fn a_field_is_left_before_it_is_called_filled() {
    let holding = |value: &str, state: &str| format!("[1 inp \"Seats\" value={value} {state}]");
    let (empty, typed, left) = (
        holding("1", ""),
        holding("80", "focused"),
        holding("60", ""),
    );
    let set = |kept: &str| through(&[&empty, &typed, kept], "Set Seats to 80");
    let (acts, ledger) = set(&holding("80", ""));
    assert_eq!(acts, ["setValue(1, \"80\")", "blur(1)", "finish"]);
    assert_eq!(standing(&ledger), Standing::Verified, "{ledger:?}");
    // The page takes fewer, or says something else of it.
    let (acts, _) = set(&left);
    assert_eq!(acts, ["setValue(1, \"80\")", "blur(1)", "give up"]);
    let (acts, ledger) = set(&holding("many", ""));
    assert_eq!(acts.last().map(String::as_str), Some("finish"));
    assert_eq!(standing(&ledger), Standing::Unverified, "{ledger:?}");
}

#[test]
fn only_some_of_what_a_link_leads_to_is_not_shown_by_opening_it() {
    let page = "# Shop\n[1 link \"Books\"]\n- [2 link \"Emma\"]";
    let acts = play(page, "Show only the books that are available");
    assert_eq!(acts, ["click(1)", "give up"]);
}

#[test]
fn a_named_thing_is_closed_by_its_own_control() {
    let page = "# Notes\n[1 tab \"plan.md\"]\nThe review is on 9 June.\nWould you like news? [2 btn \"Hide notification\"]";
    assert_eq!(play(page, "Close plan.md"), ["give up"]);
    assert_eq!(play(page, "Close the notification"), ["click(2)"]);
}

#[test]
fn a_written_text_is_not_written_over() {
    let letter = "# Letter\n[1 textarea \"Letter\"]\n[2 btn \"Send\"]";
    let mut written = notation::read(letter);
    written.nodes[0].value = Some("Dear Ann, see you.".into());
    for (query, replaces) in [
        ("Type Regards into the letter", false),
        ("Set the letter to Regards", true),
    ] {
        let act = notation::first_on(&written, query).decision;
        let typed = act.action().is_some_and(|action| action.typed().is_some());
        assert_eq!(typed, replaces, "{query}: {act:?}");
    }
}

#[test]
fn how_many_there_are_is_no_figure_under_a_name() {
    let page = "# Orders\nNumber of order: 2025\n[1 link \"2\"]\n[2 link \"3\"]";
    assert_eq!(play(page, "Total number of orders?"), ["give up"]);
}

#[test]
fn the_beginning_of_a_name_is_enough_where_no_other_begins_so() {
    let page = "[1 chk \"Gift wrap (£3.00)\"]\n[2 chk \"News\"]";
    assert_eq!(is_verified(page, "Tick Gift wrap"), Some(true));
    let two = "[1 btn \"Gift wrap (£3.00)\"]\n[2 link \"About gift wrap\"]";
    assert_eq!(is_verified(two, "Click Gift wrap"), Some(false));
}

#[test]
fn a_row_that_is_marked_is_not_open() {
    let files = "- [1 treeitem \"plan.md\"]\n- [2 treeitem \"rain.md\"]";
    let open = "# plan.md\nThe plan is this.";
    let marked = through(&[files, files], "Open the file plan.md");
    assert_eq!(standing(&marked.1), Standing::Unverified, "{:?}", marked.0);
    let opened = through(&[files, open], "Open the file plan.md");
    assert_eq!(standing(&opened.1), Standing::Verified, "{:?}", opened.0);
}

#[test]
fn a_cell_that_was_changed_is_read_again() {
    let staff = |of_ann: &str| {
        format!(
            "# Staff\n|| Name | Town\n| [1 clickable \"Ann\"] | {of_ann}\n| [3 clickable \"Bo\"] | [4 clickable \"Brno\"]"
        )
    };
    let before = staff("[2 clickable \"Leeds\"]");
    let open = staff("[9 inp \"\" value=Leeds focused]");
    let order = "Set the town of Ann to Brno";
    let changed = staff("[5 clickable \"Brno\"]");
    let ledger = through(&[&before, &open, &open, &changed], order).1;
    assert_eq!(standing(&ledger), Standing::Verified, "{ledger:?}");
    // Another row says so already.
    let acts = follow(&[&before, &open, &open, &before], order, &[]);
    assert_eq!(acts.last().unwrap(), "give up", "{acts:?}");
    // Its row has left the view.
    let gone = before.replace("Ann", "Cy");
    let ledger = through(&[&before, &open, &open, &gone], order).1;
    assert_ne!(standing(&ledger), Standing::Verified, "{ledger:?}");
}

const POTS: &str = r#"
# Pots
[1 link "Iron Pot"] [2 link "Glass Pot"] [3 link "Clay Pot"]
[4 chk "Lid"] [5 link "Lid"]
[6 btn "Remove"] [7 btn "Remove tag: lunch"]
[8 area "Note"]
[9 inp "Filter the menu"] [10 inp "Search"]
"#;

#[test]
fn what_several_could_be_is_asked() {
    for (query, expected) in [
        ("Open the pot", "ask"),
        ("Remove it", "ask"),
        ("Open the clay pot", "click(3)"),
        ("Tick the lid", "check(4)"),
        ("Search for tea", "setValue(10, \"tea\")"),
        ("Let me see the clay pot", "click(3)"),
    ] {
        let acts = play(POTS, query);
        assert!(acts[0].starts_with(expected), "{query}: {acts:?}");
    }
}

#[test]
fn words_that_say_how_are_no_value_and_no_choice() {
    for query in [
        "Put it back how it came",
        "Untick everything but this one: lid on",
        "What is the biggest cup I may choose?",
    ] {
        assert_eq!(play(POTS, query), ["give up"], "{query}");
    }
}

#[test]
fn what_is_so_already_is_what_was_meant() {
    let form = r#"
# Trip
[1 inp "Traveller"] [2 inp "Nights" value=2]
[3 slider "Brightness: 5" value=50%]
"#;
    for (query, expected) in [
        (
            "Empty the field for the nights, and touch nothing else",
            "setValue(2, \"\")",
        ),
        ("Enter 6 nights and a window seat with insurance", "give up"),
        (
            "If the brightness is below 7, set the nights to 7",
            "give up",
        ),
        ("Is the brightness higher than the nights?", "give up"),
    ] {
        assert_eq!(play(form, query)[0], expected, "{query}");
    }
}

const TRAVELLERS: &str = r#"
# Travellers
[1 chk "Omar Said"]
[2 chk "Nadia Petrova"]
[3 chk "Paula Reyes" checked]
"#;

#[test]
fn what_is_denied_is_not_chosen_and_what_stands_chosen_is_told() {
    check(
        TRAVELLERS,
        &[
            ("Tick Omar Said, not Nadia Petrova", &["check(1)"][..]),
            ("Tick Omar Said and not Nadia Petrova", &["check(1)"]),
            (
                "Tick \"Omar Said\", but not \"Nadia Petrova\"",
                &["check(1)"],
            ),
        ],
    );
    let verified = |query| is_verified(TRAVELLERS, query);
    assert_eq!(verified("Tick Omar Said, not Nadia Petrova"), Some(true));
    assert_eq!(verified("Tick Omar Said, not Paula Reyes"), Some(false));
}

const USERS: &str = "# Users\n|| Name\n| [1 link \"maria\"]\n| [2 link \"piet\"]\n";
const USER: &str =
    "# Change user\n[3 inp \"Username\" value=maria]\n[4 btn \"Save\"] [5 link \"Delete\"]\n";

#[test]
fn a_page_that_asks_whether_to_delete_is_half_way() {
    let asks = "# Are you sure?\n[6 btn \"Yes, I'm sure\"] [7 link \"No, take me back\"]\n";
    let screens = [USERS, USER, asks, "# Users\n|| Name\n| [8 link \"piet\"]\n"];
    assert_eq!(
        follow(&screens, "Delete the user maria", &[]),
        ["click(1)", "click(5)", "click(6)", "finish"]
    );
    let other = "# Deleting a user\n[6 btn \"Proceed to archive\"] [7 link \"Back\"]\n";
    let (acts, ledger) = through(&[USERS, USER, other], "Delete the user maria");
    assert_eq!(acts, ["click(1)", "click(5)", "finish"]);
    assert_eq!(standing(&ledger), Standing::Unverified);
}

#[test]
fn where_one_of_several_stands_there_still_they_are_not_deleted() {
    let asks = "# Are you sure?\n[6 btn \"Yes, I'm sure\"] [7 link \"No, take me back\"]\n";
    let left = "# Users\n|| Name\n| [8 link \"piet\"]\n";
    for query in ["Delete the users maria and piet", "Delete maria and piet"] {
        let acts = follow(&[USERS, USER, asks, left], query, &[]);
        assert!(!acts.contains(&"finish".to_owned()), "{query}: {acts:?}");
    }
}

const COURSE: &str = r#"
# Course
[1 inp "Name"]
[2 btn "English"] [3 btn "French"] [4 inp "Languages" collapsed]
"#;

#[test]
fn what_stands_chosen_before_a_list_is_not_empty_and_is_taken_out_in_the_list() {
    let opened = "# Course\n[1 inp \"Name\"]\n[2 btn \"English\"] [3 btn \"French\"] [4 inp \"Languages\" expanded]\n[5 opt \"English\" selected]\n[6 opt \"French\" selected]\n[7 opt \"Italian\"]\n";
    let one = "# Course\n[1 inp \"Name\"]\n[3 btn \"French\"] [4 inp \"Languages\" collapsed]\n";
    let (acts, ledger) = through(&[COURSE, opened, one], "Remove English from the languages");
    assert_eq!(acts, ["click(4)", "click(5)", "finish"]);
    assert_eq!(standing(&ledger), Standing::Verified);
    assert_eq!(
        follow(
            &[COURSE, opened, COURSE],
            "Remove English from the languages",
            &[]
        ),
        ["click(4)", "click(5)", "give up"]
    );
    let both = follow(
        &[
            COURSE,
            opened,
            one,
            opened,
            "# Course\n[1 inp \"Name\"]\n[3 btn \"French\"] [8 btn \"Italian\"] [4 inp \"Languages\" collapsed]\n",
        ],
        "Replace English by Italian in the languages",
        &[],
    );
    assert_eq!(
        both,
        ["click(4)", "click(5)", "click(4)", "click(7)", "finish"]
    );
    assert_eq!(
        follow(
            &[COURSE, &opened.replace(" selected", "")],
            "Clear the languages",
            &[]
        ),
        ["click(4)", "click(5)", "give up"]
    );
}

#[test]
fn all_that_was_chosen_is_taken_out_by_the_button_for_it() {
    let opened = "# Course\n[2 btn \"English\"] [3 btn \"French\"] [4 inp \"Languages\" expanded] [9 btn \"Clear\"]\n";
    let chosen = "# Course\n[2 btn \"English\"] [3 btn \"French\"] [8 btn \"Italian\"] [4 inp \"Languages\" collapsed] [9 btn \"Clear\"]\n";
    let with_entries = opened.to_owned() + "[7 opt \"Italian\"]\n";
    let none = "# Course\n[4 inp \"Languages\" collapsed]\n";
    for (order, screens, acts) in [
        (
            "Clear the languages",
            vec![opened, none],
            vec!["click(9)", "finish"],
        ),
        (
            "Add Italian to the languages and clear them",
            vec![COURSE, &with_entries, chosen, none],
            vec!["click(4)", "click(7)", "click(9)", "finish"],
        ),
    ] {
        let (done, ledger) = through(&screens, order);
        assert_eq!(done, acts, "{order}");
        assert_eq!(standing(&ledger), Standing::Verified, "{order}");
    }
    assert_eq!(play(COURSE, "Clear them"), ["give up"]);
}

const TEAPOTS: &str = r#"
# All products
- [1 link "Assam"] €5.10 [2 btn "Add to basket"]
- [3 link "Iron Teapot"] €48.00 [4 btn "Add to basket"]
- [5 link "Glass Teapot"] €24.50 [6 btn "Add to basket"]
- [7 link "Clay Teapot"] €31.00 [8 btn "Add to basket"]
"#;

#[test]
fn that_one_is_what_the_question_before_was_answered_with() {
    check(
        TEAPOTS,
        &[
            ("Which teapot costs the most?", &["finish Iron Teapot"][..]),
            (
                "Which teapot costs least? Put that one in my basket.",
                &["click(6)", "finish Glass Teapot"],
            ),
        ],
    );
}

const PAGED: &str = r#"
# Staff
|| Name | Age
| [1 generic "Ada"] | 36
| [2 generic "Bo"] | 41
| [3 generic "Cy"] | 28
[4 btn "Show Page 1"] [5 btn "Show Page 2"] [6 btn "Show Page 3"] [7 btn "Next Page"]
[8 radio "1 Star"] [9 radio "2 Stars"] [10 radio "3 Stars"]
[11 slider "Budget" tag=div value=30]
"#;

#[test]
fn what_is_told_by_its_number_is_nothing_that_stands_there() {
    check(
        PAGED,
        &[
            ("Go to the third page", &["click(6)"][..]),
            ("Turn to page 2 of the staff", &["click(5)"]),
            ("Rate it with 3 stars", &["click(10)"]),
            ("Lower the budget by 10", &["setValue(11, \"20\")"]),
        ],
    );
    let one =
        "# Staff\n|| Name\n| [1 generic \"Ada\"]\n| [2 generic \"Bo\"]\n| [3 generic \"Cy\"]\n";
    let played = play(one, "Go to the third page");
    assert!(!played.contains(&"click(3)".to_owned()), "{played:?}");
    check(
        TRAVELLERS,
        &[("Type Ann, not Bo into Notes", &["give up"][..])],
    );
}

#[test]
fn of_stars_the_last_lit_one_is_chosen_and_is_left_alone() {
    let stars = "# Rate\n[1 radio \"star star 1\" group=s checked] [2 radio \"star star 2\" group=s checked] [3 radio \"star star 3\" group=s]\n";
    check(
        stars,
        &[
            ("Choose \"star star 1\"", &["click(1)"][..]),
            ("Give it two stars", &[]),
            ("Give it 3 stars", &["click(3)"]),
        ],
    );
}

#[test]
fn what_was_to_be_deleted_and_stands_there_is_not_gone() {
    let rows = "|| Name\n| [1 link \"Ada Lee\"] | [2 btn \"Delete\"]\n| [3 link \"Bo Kay\"] | [4 btn \"Delete\"]\n";
    let left = "|| Name\n| [3 link \"Bo Kay\"] | [4 btn \"Delete\"]\n";
    let acts = follow(&[rows, rows], "Delete Ada Lee", &[]);
    assert_eq!(acts, ["click(2)", "give up"]);
    let acts = follow(&[rows, left], "Delete Ada Lee", &[]);
    assert_eq!(acts, ["click(2)", "finish"]);
}

#[test]
fn what_is_only_written_beside_entries_is_none_of_them() {
    let tags = "# Order\n[1 generic \"lunch\" at=0,0,60,20] [2 btn \"Remove item: lunch\" at=40,0,20,20] [3 inp \"Tags\" at=80,0,100,20]\n";
    assert_eq!(is_verified(tags, "Type dinner into Tags"), Some(false));
    assert_eq!(
        is_verified("[3 inp \"Tags\"]\n", "Type dinner into Tags"),
        Some(true)
    );
}

#[test]
fn more_of_one_thing_are_not_added_by_one_press() {
    let own = "# Assam\n[2 btn \"Add to basket\"]\n";
    let acts = |order: &str| follow(&[TEAPOTS, own], order, &[]);
    assert_eq!(acts("Add 3 Assam to my basket"), ["click(1)", "give up"]);
    assert_eq!(acts("Add Assam to my basket"), ["click(2)", "finish"]);
}

#[test]
fn to_choose_people_presses_no_button_that_adds_one() {
    let staff = "# Staff\n[1 btn \"Add a person\"]\n[2 clickable \"Ada Lee\"]\n";
    let acts = play(staff, "Select all people who live in Oslo");
    assert!(!acts.contains(&"click(1)".to_owned()), "{acts:?}");
}

#[test]
fn a_number_is_not_whichever_star_is_lit() {
    let stars = "# Rate\nStars [1 radio \"star star 1\" group=s checked] [2 radio \"star star 2\" group=s checked]\n";
    assert_ne!(is_verified(stars, "Make it one star"), Some(true));
}
