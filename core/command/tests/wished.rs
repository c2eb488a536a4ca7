//! How something is to be, said without a verb that does it; and what is counted from either end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, first_on, play, read, through};
use screen_agent_action::ask::Decision;
use screen_agent_action::ledger::{Standing, standing};

const COURSE: &str = r#"
# Language course
[1 inp "Name"]
[2 inp "Stay" value=2026-04-01]
[3 sel "Country" opts=Chile;Guinea;Peru]
Day
[4 radio "Monday" checked]
[5 radio "Friday"]
[6 chk "Newsletter"]
[7 switch "Insured"]
[8 inp "Seats" value=2 type=number]
"#;

#[test]
fn a_wish_is_found_on_the_page() {
    check(
        COURSE,
        &[
            ("I'd like the newsletter", &["check(6)"]),
            ("I want to be insured", &["check(7)"]),
            ("The course should be on Fridays", &["check(5)"]),
            ("Change the day to Friday", &["check(5)"]),
            (
                "My country is Guinea",
                &["selectDropdown(3, \"\", \"Guinea\")"],
            ),
            ("I live in Peru", &["selectDropdown(3, \"\", \"Peru\")"]),
            ("Set the seats to five", &["setValue(8, \"5\")"]),
        ],
    );
}

#[test]
fn what_is_denied_asked_or_not_on_the_page_is_no_wish() {
    for said in [
        "I'd like no newsletter",
        "I don't want to be insured",
        "Would I like the newsletter?",
        "I'd like the newsletter cancelled",
        "I read the newsletter",
        "The course should be on Sundays",
        "I'd like the newsletter of the library",
        "So three boxes should be ticked at the end",
    ] {
        let played = play(COURSE, said);
        assert!(
            played.iter().all(|step| !step.starts_with("check")
                && !step.starts_with("click")
                && !step.starts_with("set")),
            "{said}: {played:?}"
        );
    }
}

const PEOPLE: &str = r#"
# People
|| Name | City | Salary | Staff status
| [1 link "Ann Lee"] | Oslo | 3100 | True
| [2 link "Bo Clay"] | Leeds | 2900 | False
| [3 link "Cy Moss"] | Brno | 4000 | False
| [4 link "Di Fox"] | Oslo | 2500 | True
"#;

#[test]
fn a_verb_says_which_column_is_meant() {
    // What the table only shows is changed on the page of the row.
    for (said, row) in [
        ("Bo Clay now lives in Oslo", "click(2)"),
        ("Cy Moss earns 4200 from now on", "click(3)"),
        ("Give Bo Clay staff status", "click(2)"),
    ] {
        assert_eq!(play(PEOPLE, said).first().unwrap(), row, "{said}");
    }
}

#[test]
fn which_of_several_is_counted_from_either_end() {
    check(
        PEOPLE,
        &[
            ("Open the last but one person", &["click(3)"]),
            ("Open the second to last person", &["click(3)"]),
            ("Open the third person from the bottom", &["click(2)"]),
        ],
    );
}

const SEARCH: &str = r#"
[1 inp "Filter the menu"]
| [2 link "Ann Lee"] | 12
"#;

#[test]
fn what_is_put_nowhere_is_not_typed_into_whatever_field_there_is() {
    check(SEARCH, &[("Put Ann Lee up to 15", &["give up"])]);
}

const GOODS: &str = r#"
# Goods
- [1 link "Green Tea"] £4.20 [2 btn "Add to basket"]
- [3 link "Glass Teapot"] £24.50 [4 btn "Add to basket"]
- [5 link "Clay Teapot"] £31.00 [6 btn "Add to basket"]
"#;

#[test]
fn the_cheapest_of_a_kind_is_none_of_another() {
    for said in [
        "Put the cheapest teapot into the basket",
        "Put the least expensive teapot in my basket",
    ] {
        assert_eq!(play(GOODS, said), ["click(4)"], "{said}");
    }
    // Nothing in view is called so, and there is more of the list.
    let cut = format!("{GOODS}\nmore below");
    let first = first_on(&read(&cut), "Put the cheapest samovar into the basket");
    let Decision::Act { action } = first.decision else {
        return;
    };
    assert!(action.target().is_none(), "{action:?}");
}

#[test]
fn a_value_outside_of_what_a_field_takes_is_not_set() {
    let mut seen = read("[1 slider \"Zoom\" value=100 tag=input]");
    seen.nodes[0].facts.range = Some(["50".into(), "200".into(), "10".into()]);
    let decision = |order: &str| first_on(&seen, order).decision;
    assert!(matches!(
        decision("Set the zoom to 300"),
        Decision::GiveUp { .. }
    ));
    assert!(matches!(
        decision("Set the zoom to 150"),
        Decision::Act { .. }
    ));
}

#[test]
fn a_filter_that_leaves_other_rows_is_not_called_done() {
    let page = |held: &str, city: &str| {
        format!(
            "|| [1 inp \"Name\"] | [2 inp \"City\"{held}]\n| Ann | {city}\n| Bo | Delft\n| Cy | {city}"
        )
    };
    let before = page("", "Oslo");
    for (city, expected) in [
        ("Oslo", Standing::Unverified),
        ("Delft", Standing::Verified),
    ] {
        let after = page(" value=Delft", city);
        let ledger = through(&[&before, &after], "Filter by the city Delft").1;
        assert_eq!(standing(&ledger), expected, "{city}");
    }
}

const STEPS: &str = r#"
# Steps
- [1 item "Wash"]
- [2 item "Peel"]
- [3 item "Serve"]
"#;

#[test]
fn what_should_come_first_is_moved_there() {
    assert_eq!(
        play(STEPS, "Serve should come first"),
        play(STEPS, "Move Serve to the top")
    );
}

const STAFF: &str = r#"
# Who does what
|| Name | Task | Room
| Ann | Accounts | 12
| Bo | Garden | 4
| Cy | Library | 7
"#;

#[test]
fn where_and_whose_ask_for_a_place_and_a_person() {
    check(
        STAFF,
        &[
            ("Where does Bo sit?", &["finish 4"]),
            ("Whose task is the library?", &["finish Cy"]),
            ("Where is the key?", &["give up"]),
        ],
    );
}

const TASKS: &str = r#"
[1 inp "What needs to be done?"]
- [2 chk "Buy milk"]
- [3 chk "Pay the rent" checked]
[4 btn "Clear completed"]
"#;

#[test]
fn all_that_is_done_goes_by_the_button_that_clears_it() {
    check(TASKS, &[("Remove all completed items", &["click(4)"])]);
    let written = &play(TASKS, "New task: Feed the cat")[..1];
    assert_eq!(written, ["setValue(1, \"Feed the cat\")"]);
}

const RATER: &str = r#"
[1 inp "Text"]
Styles
[2 chk "Formal"]
[3 chk "Friendly"]
[4 chk "Short"]
[5 btn "Rate"]
"#;

#[test]
fn values_behind_the_name_of_a_group_are_its_boxes() {
    check(
        RATER,
        &[("Styles: friendly, short", &["check(3)", "check(4)"])],
    );
}

const VIEWS: &str = r#"
# March 2026
[1 btn "month" pressed] [2 btn "week"] [3 btn "day"]
"#;

#[test]
fn another_form_of_the_name_of_a_view() {
    check(
        VIEWS,
        &[
            ("Switch to the weekly view", &["click(2)"]),
            ("I would like to see this by week", &["click(2)"]),
            ("Show it by day", &["click(3)"]),
        ],
    );
}

const SIGN_UP: &str = r#"
# Register
[1 inp "First name" form=1]
[2 inp "Last name" form=1]
[3 inp "E-mail address" type=email form=1]
[4 sel "Country" opts=Austria;Italy form=1]
[5 btn "Register" form=1 submits]
"#;

#[test]
fn a_name_of_two_parts_and_an_address_go_where_they_belong() {
    check(
        SIGN_UP,
        &[(
            "Register Ann Lee with the e-mail ann@lee.example from Italy",
            &[
                "setValue(1, \"Ann\")",
                "setValue(2, \"Lee\")",
                "setValue(3, \"ann@lee.example\")",
                "selectDropdown(4, \"\", \"Italy\")",
                "click(5)",
            ],
        )],
    );
}
