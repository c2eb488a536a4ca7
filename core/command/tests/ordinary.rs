//! What ordinary people say of a form, a table, a list and a text, in their own words.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, play};

const FORM: &str = r#"
# Holiday request
[1 inp "Employee"]
[2 sel "Office" opts=Athens;Lisbon;Oslo;Rome value=Oslo popup=listbox]
[3 inp "Days" type=number value=2]
[4 sel "Meals" opts=Breakfast;Lunch;Dinner popup=listbox]
Seat
[5 radio "Aisle" group=seat checked] [6 radio "Window" group=seat]
[7 switch "Insured"] [8 chk "Newsletter"]
[9 inp "Arrival" value=2026-03-10]
[10 inp "Guests" value=1]
[11 inp "Owner"]
[12 btn "Send the request"]
[13 slider "Volume" value=30 range=0;100;5]
"#;

#[test]
fn how_a_form_is_to_be_is_said_in_many_ways() {
    let cases: &[(&str, &[&str])] = &[
        ("insured: on", &["check(7)"]),
        ("newsletter yes", &["check(8)"]),
        ("I want to be insured", &["check(7)"]),
        (
            "I work in Rome, so pick that office",
            &["selectDropdown(2, \"\", \"Rome\")"],
        ),
        (
            "I have been to Oslo often, so choose Athens for the office.",
            &["selectDropdown(2, \"\", \"Athens\")"],
        ),
        ("Put Ben down as the owner", &["setValue(11, \"Ben\")"]),
        (
            "We'll arrive on 17 March 2026",
            &["setValue(9, \"2026-03-17\")"],
        ),
        (
            "Have us arrive on 17 March 2026",
            &["setValue(9, \"2026-03-17\")"],
        ),
        (
            "Would you mind setting the days to 4?",
            &["setValue(3, \"4\")"],
        ),
        ("Can we make it 4 days?", &["setValue(3, \"4\")"]),
        ("The volume has to be 10", &["setValue(13, \"10\")"]),
        ("What is the number of guests?", &["finish 1"]),
        ("Which office is chosen?", &["finish Oslo"]),
        ("What seat is selected?", &["finish Aisle"]),
        // What is said of where it goes is not left out.
        ("Send it to the Rome office", &["give up"]),
        // Nothing says that it is to be so.
        ("The newsletter was a good read.", &["give up"]),
        ("The newsletter should not be ticked", &["give up"]),
    ];
    check(FORM, cases);
}

const TRIPS: &str = r#"
# Trips
|| Traveller | Destination | Nights | Cost | Booked | Born
| [4 link "Nadia Petrova"] | Lisbon | 3 | 720 | yes | 16 Dec 1975
| [5 link "Omar Said"] | Vienna | 2 | 480 | no | 8 Oct 1980
| [6 link "Paula Reyes"] | Oslo | 5 | 1310 | yes | 15 Sep 1990
| [7 link "Quentin Roy"] | Athens | 4 | 655 | no | 21 Oct 1969
4 trips
"#;

#[test]
fn a_table_is_asked_in_many_ways() {
    let cases: &[(&str, &[&str])] = &[
        ("reyes: nights?", &["finish 5"]),
        ("omar born when", &["finish 8 Oct 1980"]),
        ("What's Nadia's date of birth?", &["finish 16 Dec 1975"]),
        ("How expensive is the trip to Oslo?", &["finish 1310"]),
        ("For how many nights will Ms Reyes be away?", &["finish 5"]),
        ("How many trips are booked?", &["finish 2"]),
        ("Is there a trip to Oslo?", &["finish yes"]),
        ("Is there a trip to Rome?", &["give up"]),
        ("Is Omar's trip booked?", &["finish no"]),
        (
            "I forgot where Omar is travelling to. Can you check the table?",
            &["finish Vienna"],
        ),
        ("Bring up Paula Reyes", &["click(6)"]),
        ("Let me see Paula Reyes", &["click(6)"]),
    ];
    check(TRIPS, cases);
}

#[test]
fn what_is_listed_is_asked_for_by_what_is_said_of_it() {
    let page = r#"
# Select author to change
|| Name | Country | Born
| [1 link "Jane Austen"] | England | 1775
| [2 link "Ada Nowak"] | Poland | 1923
"#;
    let cases: &[(&str, &[&str])] = &[
        ("Which author comes from Poland?", &["finish Ada Nowak"]),
        ("author from Poland?", &["finish Ada Nowak"]),
        ("Which author comes from Spain?", &["give up"]),
    ];
    check(page, cases);
}

const ERRANDS: &str = r#"
# Errands
[1 inp "What needs to be done?"]
- [2 chk "Buy milk"] Buy milk [3 btn "Delete Buy milk"]
- [4 chk "Call Ann"] Call Ann [5 btn "Delete Call Ann"]
- [6 chk "Pay the rent" checked] Pay the rent [7 btn "Delete Pay the rent"]
[8 link "All"] [9 link "Active"] [10 link "Completed"]
"#;

#[test]
fn what_is_to_be_done_is_said_of_the_thing() {
    for query in [
        "Buy milk can go",
        "I need Buy milk gone",
        "I want Buy milk removed",
        "Buy milk should be deleted",
        "Buy milk - delete",
        "Buy milk: remove",
        "Make sure that Buy milk is deleted",
        "Take Buy milk off the list",
        "Strike Buy milk from the list",
        "Delete Buy milk from the list",
    ] {
        let acts = play(ERRANDS, query);
        assert_eq!(
            acts.first().map(String::as_str),
            Some("click(3)"),
            "{query}"
        );
    }
    let cases: &[(&str, &[&str])] = &[
        ("Call Ann should be ticked", &["check(4)"]),
        ("I need Call Ann ticked", &["check(4)"]),
        ("Make sure Call Ann is ticked", &["check(4)"]),
        ("Is Pay the rent done?", &["finish yes"]),
        ("Is Buy milk done?", &["finish no"]),
        // A word that a box is called by is no state of it.
        ("Go to the active ones", &["click(9)"]),
        // It asks for nothing, or for something else.
        ("Should Buy milk be deleted?", &["give up"]),
        ("Buy milk must not be deleted", &["give up"]),
        ("If it can go, tell me", &["give up"]),
        ("We have to go. Please tick Call Ann.", &["check(4)"]),
        ("Buy milk is gone", &["give up"]),
        (
            "\"Buy milk\" must be deleted on Friday. Please tick Call Ann.",
            &["check(4)"],
        ),
    ];
    check(ERRANDS, cases);
}

#[test]
fn what_is_written_is_asked_in_many_ways() {
    let page = "# House\nTrained in Utrecht on 12 May 2025.\nThe network is called Pelican.";
    let cases: &[(&str, &[&str])] = &[
        (
            "trained when",
            &["finish Trained in Utrecht on 12 May 2025."],
        ),
        (
            "trained where?",
            &["finish Trained in Utrecht on 12 May 2025."],
        ),
        (
            "What's the network called?",
            &["finish The network is called Pelican."],
        ),
        ("item 3: title?", &["give up"]),
    ];
    check(page, cases);
    let heads = "# Library\n## Items\n[1 btn \"List items\"]\n## Members\n[2 btn \"List members\"]";
    assert_eq!(play(heads, "How many members are there?"), ["give up"]);
}
