//! A month that the page shows day by day: what is on its days, and what is moved to another.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow};

const MARCH: &str = r#"
[1 btn "Previous month"] [2 btn "Next month"]
# March 2026
|| Sun | Mon | Tue | Wed | Thu | Fri | Sat
| [10 generic "1" at=10,72,20,10] | [11 generic "2" at=90,72,20,10] | [12 generic "3" at=170,72,20,10] [13 generic "Trade fair" at=170,82,230,10] | [14 generic "4" at=250,72,20,10] | [15 generic "5" at=330,72,20,10] | [16 generic "6" at=410,72,20,10] | [17 generic "7" at=490,72,20,10]
| [18 generic "8" at=10,96,20,10] | [19 generic "9" at=90,96,20,10] | [20 generic "10" at=170,96,20,10] [21 generic "9:15a Dentist" at=165,106,60,10] | [22 generic "11" at=250,96,20,10] | [23 generic "12" at=330,96,20,10] | [24 generic "13" at=410,96,20,10] | [25 generic "14" at=490,96,20,10]
| [26 generic "15" at=10,120,20,10] | [27 generic "16" at=90,120,20,10] | [28 generic "17" at=170,120,20,10] | [29 generic "18" at=250,120,20,10] [30 generic "2p Board meeting" at=245,130,60,10] | [31 generic "19" at=330,120,20,10] | [32 generic "20" at=410,120,20,10] [33 generic "7p Rehearsal" at=405,130,60,10] | [34 generic "21" at=490,120,20,10]
| [35 generic "22" at=10,144,20,10] | [36 generic "23" at=90,144,20,10] | [37 generic "24" at=170,144,20,10] | [38 generic "25" at=250,144,20,10] | [39 generic "26" at=330,144,20,10] | [40 generic "27" at=410,144,20,10] [41 generic "7p Rehearsal" at=405,154,60,10] | [42 generic "28" at=490,144,20,10]
| [43 generic "29" at=10,168,20,10] | [44 generic "30" at=90,168,20,10] | [45 generic "31" at=170,168,20,10] | [46 generic "1" at=250,168,20,10] | [47 generic "2" at=330,168,20,10] | [48 generic "3" at=410,168,20,10] | [49 generic "4" at=490,168,20,10]
"#;

#[test]
fn a_month_answers_what_is_on_its_days() {
    check(
        MARCH,
        &[
            (
                "When is the dentist?",
                &["finish Tuesday 10 March 2026, 9:15a"],
            ),
            (
                "whens the dentist?",
                &["finish Tuesday 10 March 2026, 9:15a"],
            ),
            (
                "When are the rehearsals?",
                &["finish Friday 20 March 2026, 7p; Friday 27 March 2026, 7p"],
            ),
            ("When is the yoga?", &["give up"]),
            ("When is the dentist on the 18th?", &["give up"]),
            (
                "Am I free on the 13th?",
                &["finish yes, nothing is entered on Friday 13 March 2026"],
            ),
            (
                "Is anything planned on 4 March?",
                &["finish yes, on Wednesday 4 March 2026: Trade fair"],
            ),
            (
                "What is the last event in March 2026?",
                &["finish Rehearsal, Friday 27 March 2026, 7p"],
            ),
            ("What is the last event in April 2026?", &["give up"]),
            (
                "How many days does the trade fair last?",
                &["finish 3 days"],
            ),
            ("How many days does the dentist last?", &["give up"]),
        ],
    );
}

#[test]
fn what_is_entered_is_moved_to_another_day() {
    check(
        MARCH,
        &[
            (
                "Move the dentist's appointment to 17 March",
                &["dragAndDrop(21, 28)"],
            ),
            (
                "Drag the board meeting over to Monday the 23rd",
                &["dragAndDrop(30, 36)"],
            ),
            ("Drag the board meeting to Tuesday the 23rd", &["give up"]),
            (
                "Move the board meeting to the next day",
                &["dragAndDrop(30, 31)"],
            ),
            // It is taken by its middle day.
            ("Move the trade fair to 10 March", &["dragAndDrop(13, 22)"]),
            ("Move the rehearsal to 17 March", &["ask"]),
            ("Move the yoga to 17 March", &["give up"]),
            ("Cancel the rehearsal", &["ask"]),
        ],
    );
}

#[test]
fn what_is_on_a_day_decides() {
    check(
        MARCH,
        &[
            (
                "If the board meeting falls on a Wednesday, move it to the next day; if not, leave it",
                &["dragAndDrop(30, 31)"],
            ),
            (
                "If the board meeting falls on a Tuesday, move it to the next day",
                &[],
            ),
            (
                "If nothing is planned on 11 March, click Next month",
                &["click(2)"],
            ),
            ("If nothing is planned on 10 March, click Next month", &[]),
            (
                "If the rehearsal falls on a Friday, click Next month",
                &["give up"],
            ),
        ],
    );
}

#[test]
fn the_next_day_is_gone_to_once() {
    let moved = MARCH.replace("[30 generic \"2p Board meeting\" at=245,130,60,10]", "").replace(
        "[31 generic \"19\" at=330,120,20,10]",
        "[31 generic \"19\" at=330,120,20,10] [30 generic \"2p Board meeting\" at=325,130,60,10]",
    );
    let acts = follow(
        &[MARCH, &moved, &moved],
        "Move the board meeting to the next day",
        &[],
    );
    assert_eq!(acts, ["dragAndDrop(30, 31)", "finish"]);
}
