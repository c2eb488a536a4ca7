//! Tables, lists and cards: which one is meant, and what is told of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow, play};

const PLANTS: &str = r#"
[1 link "Green Corner"] [2 link "Plants"] [3 link "Orders (0)"]
# Plants
[4 inp "Search plants"] [5 btn "Search"]
|| Plant | Grower | House | Price
| [6 link "Silver Fern"] | Ada Moss | Shade | £18.99
| [7 link "Desert Rose"] | Bo Clay | Sun | £12.50
| [8 link "The Night Palm"] | Cy Reed | Shade | £7.50
| [9 link "Ivy"] | Bo Clay | Hall | £34.00
! Cookies
We remember what you liked. [10 btn "Got it"]
"#;

#[test]
fn rows_are_meant_by_what_ranks_them() {
    check(
        PLANTS,
        &[
            ("Open the cheapest plant", &["click(8)"]),
            ("Open the most expensive plant", &["click(9)"]),
            ("Click the plant with the lowest price", &["click(8)"]),
            ("Open the plant that costs the most", &["click(9)"]),
            ("Open the cheapest plant in the Shade house", &["click(8)"]),
            ("Open the most expensive plant by Bo Clay", &["click(9)"]),
            ("Click the third plant", &["click(8)"]),
            ("Click the second plant in the list", &["click(7)"]),
            ("Open the last result", &["click(9)"]),
            ("Select the first row", &["click(6)"]),
            ("Open the plant by Ada Moss", &["click(6)"]),
            ("Open the plant under £10", &["click(8)"]),
            ("Open a plant for less than 15", &["click(7)"]),
            ("Open the plant under £15", &["ask"]),
            ("Open the plant by Bo Clay", &["ask"]),
            ("Click Plants", &["click(2)"]),
            ("Click Ivy", &["click(9)"]),
        ],
    );
}

#[test]
fn questions_over_rows_are_answered() {
    check(
        PLANTS,
        &[
            ("Which plant is the cheapest?", &["finish The Night Palm"]),
            ("What is the most expensive item?", &["finish Ivy"]),
            ("How many plants are there?", &["finish 4"]),
            ("How many plants are in Shade?", &["finish 2"]),
            ("How many plants cost less than £15?", &["finish 2"]),
            ("What is the total price of all plants?", &["finish £72.99"]),
            ("What is the average price?", &["finish £18.25"]),
            ("Who is the grower of Silver Fern?", &["finish Ada Moss"]),
            ("How much is Desert Rose?", &["finish £12.50"]),
            ("What is the price of the Night Palm?", &["finish £7.50"]),
            ("What is the lowest price?", &["finish £7.50"]),
            (
                "Who is the grower of the cheapest plant?",
                &["finish Cy Reed"],
            ),
            (
                "What is the price of the cheapest plant?",
                &["finish £7.50"],
            ),
            ("Which house is Ivy in?", &["finish Hall"]),
            (
                "What is the difference between Ivy and Desert Rose?",
                &["finish £21.50"],
            ),
            ("Is Ivy cheaper than Silver Fern?", &["finish no"]),
            (
                "Which is cheaper, Ivy or Silver Fern?",
                &["finish Silver Fern"],
            ),
            (
                "Which plants are under £15?",
                &["finish Desert Rose, The Night Palm"],
            ),
            ("What is the price of the third plant?", &["finish £7.50"]),
            (
                "Who is the grower of the second plant?",
                &["finish Bo Clay"],
            ),
            (
                "List all plants in Shade",
                &["finish Silver Fern, The Night Palm"],
            ),
            ("Which growers are in Shade?", &["finish Ada Moss, Cy Reed"]),
            ("Which plants are by Bo Clay?", &["finish Desert Rose, Ivy"]),
            ("Are there any plants under £5?", &["finish no"]),
            ("Is Ivy in the Hall?", &["finish yes"]),
            ("Is Ivy in Shade?", &["finish no"]),
            ("What is 3 + 4?", &["finish 7"]),
        ],
    );
}

#[test]
fn notices_are_cleared() {
    check(
        PLANTS,
        &[
            ("Accept the cookie notice", &["click(10)"]),
            ("Close the banner", &["click(10)"]),
            ("Dismiss the message", &["click(10)"]),
            ("Accept cookies", &["click(10)"]),
        ],
    );
}

const LAMPS: &str = r#"
[1 link "Lumen"] [2 inp "Search"] [3 btn "Search"] [4 link "Account"]
# Lamps
[5 link "pic"]
[6 btn "Save Arc floor lamp"]
[7 link "Arc floor lamp"]
4.5 of 5 stars
120 reviews
$89.00
In stock
[8 btn "Add to cart"]
[9 link "pic"]
[10 btn "Save Blue reading lamp"]
[11 link "Blue reading lamp"]
4.1 of 5 stars
58 reviews
$24.90 $34.90
Out of stock
[12 btn "Add to cart"]
[13 link "pic"]
[14 btn "Save Paper lantern"]
[15 link "Paper lantern"]
4.8 of 5 stars
311 reviews
$32.50
Out of stock
[16 btn "Add to cart"]
"#;

#[test]
fn cards_are_things_of_their_own() {
    check(
        LAMPS,
        &[
            ("Open the cheapest lamp", &["click(11)"]),
            ("Open the lamp with the highest rating", &["click(15)"]),
            ("Open the lamp with the fewest reviews", &["click(11)"]),
            (
                "Press \"Add to cart\" next to the cheapest lamp",
                &["click(12)"],
            ),
            (
                "Click Add to cart for the most expensive lamp",
                &["click(8)"],
            ),
            (
                "Which lamp has the most reviews?",
                &["finish Paper lantern"],
            ),
            (
                "Which lamps have more than 100 reviews?",
                &["finish Arc floor lamp, Paper lantern"],
            ),
            ("Buy a lamp for less than 50", &["ask"]),
            ("Which of them is in stock?", &["finish Arc floor lamp"]),
            ("How many lamps are there?", &["finish 3"]),
            ("Open the second lamp", &["click(11)"]),
        ],
    );
}

const MAIL: &str = r#"
# Inbox
| [1 chk "Select"] | [2 link "Anna Holm"] | Lunch on Friday | 2 March 2026 | [3 btn "Delete"]
| [4 chk "Select"] | [5 link "Ben Ode"] | Your invoice | 27 February 2026 | [6 btn "Delete"]
| [7 chk "Select"] | [8 link "Cleo Rye"] | Holidays | 1 March 2026 | [9 btn "Delete"]
"#;

#[test]
fn messages_have_dates_and_senders() {
    check(
        MAIL,
        &[
            ("Delete the oldest message", &["click(6)"]),
            ("Open the newest message", &["click(2)"]),
            ("Open the message from Ben", &["click(5)"]),
            ("Tick the checkbox in the row of Cleo", &["check(7)"]),
            ("Open the second message", &["click(5)"]),
        ],
    );
}

const ORDERS: &str = r#"
# Your orders
|| Number | Date | Status | Total
| [1 link "A-17"] | 12/03/2025 | Shipped | $40.00
| [2 link "A-18"] | 14/03/2025 | Pending | $112.00
| [3 link "A-19"] | 15/03/2025 | Delivered | $8.00
Delivery: $5.00
Total: $165.00
"#;

#[test]
fn values_tell_rows_apart() {
    check(
        ORDERS,
        &[
            ("Click the order that is Pending", &["click(2)"]),
            ("Open the pending order", &["click(2)"]),
            ("Open the newest order", &["click(3)"]),
            ("Open the order over $100", &["click(2)"]),
            (
                "Open the latest order and tell me the total",
                &["click(3)", "finish $165.00"],
            ),
            ("Tell me the total", &["finish $165.00"]),
            ("What does it say at the top?", &["finish Your orders"]),
            ("When was A-17 shipped?", &["finish 12/03/2025"]),
            ("How many orders are pending?", &["finish 1"]),
            ("Who is the president?", &["give up"]),
        ],
    );
}

#[test]
fn a_value_stands_with_its_label_beside_a_control() {
    let page = "[1 btn \"Run\"] Result: 42";
    check(page, &[("Tell me the result", &["finish 42"])]);
    // A dash says that there is none, and what another has is no answer.
    let people =
        "|| Name | Born\n| [1 link \"Toni Moss\"] | -\n| [2 link \"Ann Clay\"] | 12/03/1931\n";
    check(
        people,
        &[
            ("When was Toni Moss born?", &["click(1)", "give up"]),
            ("When was Ann Clay born?", &["finish 12/03/1931"]),
        ],
    );
    let page = "[1 btn \"Run\"] Result: -";
    check(page, &[("Tell me the result", &["give up"])]);
}

const CARD: &str = r#"
# Silver Fern
by Ada Moss
£18.99
[1 inp "Quantity" value=1]
[2 chk "Gift wrap (£3.00)"]
[3 btn "Add to basket"]
"#;

#[test]
fn what_is_said_only_once_needs_no_name() {
    check(
        CARD,
        &[
            ("What is the price?", &["finish £18.99"]),
            ("Who wrote it?", &["finish Ada Moss"]),
            ("How much is it?", &["finish £18.99"]),
            ("How much is Silver Fern?", &["finish £18.99"]),
            ("What is the weight?", &["give up"]),
        ],
    );
}

const TRIPS: &str = r#"
# Crossings
|| Crossing | Takes | Fare
| North pier | 1 h 40 min | €30.00 | [1 btn "Reserve"]
| South pier | 3 h | €12.00 | [2 btn "Reserve"]
| Old harbour | 55 min | €41.00 | [3 btn "Reserve"]
"#;

#[test]
fn lengths_of_time_are_compared_in_one_unit() {
    check(
        TRIPS,
        &[
            (
                "Which crossings take less than 2 hours?",
                &["finish North pier, Old harbour"],
            ),
            ("Which crossing is the shortest?", &["finish Old harbour"]),
            ("Press Reserve for the longest crossing", &["click(2)"]),
            ("Press Reserve next to the cheapest crossing", &["click(2)"]),
            ("Press Reserve in the row of Old harbour", &["click(3)"]),
        ],
    );
}

const NEWS: &str = r#"
# [1 link "World"]
### [2 link "Sport"]
## [3 link "Harbour opens"]
The ferries left at dawn.
## [4 link "City bees thrive"]
[5 btn "More"]
"#;

#[test]
fn the_headline_is_the_main_heading() {
    check(
        "# Harbour opens after the ice\nThe ferries left at dawn.\n[5 btn \"More\"]",
        &[
            (
                "What is the headline?",
                &["finish Harbour opens after the ice"],
            ),
            ("Read the headline", &["finish Harbour opens after the ice"]),
            (
                "Read the main heading of the page",
                &["finish Harbour opens after the ice"],
            ),
            ("What is the headline of the third page?", &["give up"]),
        ],
    );
    assert_eq!(play(NEWS, "Read the top story"), ["finish World"]);
}

/// As much of a list as is in view from this entry on.
fn view(first: usize, more: bool) -> String {
    let mut screen = String::from("[1 inp \"Search\"] [2 btn \"Alerts\"]\n");
    for entry in first..first + 3 {
        screen.push_str(&format!(
            "### [{} link \"Song of day {entry}\"]\n{entry}0 plays\n",
            entry + 2
        ));
    }
    if more {
        screen.push_str("more below\n");
    }
    screen
}

#[test]
fn a_list_that_grows_is_followed_to_what_is_counted_to() {
    let screens = [view(1, true), view(3, true), view(5, false)];
    let screens: Vec<&str> = screens.iter().map(String::as_str).collect();
    let down = "scroll(true, 0.8)";
    for (query, expected) in [
        ("Open the 2nd video", vec!["click(4)", "finish"]),
        ("Open the 5th video", vec![down, "click(7)", "finish"]),
        (
            "Open the seventh video",
            vec![down, down, "click(9)", "finish"],
        ),
    ] {
        assert_eq!(notation::follow(&screens, query, &[]), expected, "{query}");
    }
}

#[test]
fn a_page_that_says_it_is_loading_is_given_a_moment() {
    let screens = [
        "[1 btn \"Alerts\"]\nLoading…",
        "[1 btn \"Alerts\"]\n[2 link \"Songs\"]",
    ];
    assert_eq!(
        notation::follow(&screens, "Click Songs", &[]),
        ["wait(1)", "click(2)", "finish"]
    );
}

#[test]
fn a_page_that_shows_nothing_yet_is_waited_for() {
    let screens = ["", "", "[1 btn \"Songs\"]"];
    assert_eq!(
        notation::follow(&screens, "Click Songs", &[]),
        ["wait(2)", "wait(2)", "click(1)", "finish"]
    );
}

const TRAINS: &str = r#"
[1 inp "From"] [2 inp "To"] [3 inp "Day" type=date]
[4 btn "Search trains"]
"#;
const TRAINS_FOUND: &str = r#"
[1 inp "From" value=Ulm] [2 inp "To" value=Kiel] [3 inp "Day" type=date value=2026-03-10]
[4 btn "Search trains"]
- 08:00 | Comet 1 | Direct | €80 | [5 btn "Select Comet 1"]
- 09:00 | Comet 2 | 1 change | €40 | [6 btn "Select Comet 2"]
- 10:00 | Comet 3 | Direct | €60 | [7 btn "Select Comet 3"]
"#;

#[test]
fn a_form_that_asks_first_is_given_what_was_said() {
    let screens = [TRAINS, TRAINS, TRAINS, TRAINS, TRAINS_FOUND];
    let entered = [
        "setValue(1, \"Ulm\")",
        "setValue(2, \"Kiel\")",
        "setValue(3, \"2026-03-10\")",
        "click(4)",
        "click(7)",
        "finish",
    ];
    for query in [
        "Find the cheapest direct train from Ulm to Kiel next Tuesday and select it",
        "Select the cheapest direct train from Ulm to Kiel on 10 March 2026",
    ] {
        assert_eq!(notation::follow(&screens, query, &[]), entered, "{query}");
    }
    // One part alone may as well say where something stands.
    assert_eq!(play(TRAINS, "Open the timetable from Ulm"), ["give up"]);
}

#[test]
fn what_was_chosen_after_looking_further_may_lead_away() {
    let first = format!("{TRAINS_FOUND}more below");
    let screens = [
        first.as_str(),
        TRAINS_FOUND,
        "[1 link \"Back\"]\nComet 2, €40",
    ];
    assert_eq!(
        notation::follow(&screens, "Select the cheapest train", &[]),
        ["scroll(true, 0.8)", "click(6)", "finish"]
    );
}

#[test]
fn all_of_what_a_page_lists_are_its_items() {
    let page = r#"
# tasks
[9 chk "Remind me"]
- [1 chk "Sweep"]
- [2 chk "Dust"]
"#;
    let both: &[&str] = &["check(1)", "check(2)"];
    assert_eq!(play(page, "Mark all tasks as done"), both);
    assert_eq!(play(page, "Tick all letters"), ["give up"]);
}

#[test]
fn a_list_without_a_name_is_opened_by_what_it_shows() {
    let shut = "# Order\nSize\n- [6 opt \"Medium\" selected]\nTags\n[9 inp \"Tags\" tag=input]\n";
    let open = format!("{shut}[10 opt \"Small\"]\n[11 opt \"Large\"]\n");
    let chosen = shut.replace("Medium", "Large");
    let acts = follow(&[shut, &open, &chosen], "Change the size to Large", &[]);
    assert_eq!(acts, ["click(6)", "click(11)", "finish"]);
}

/// A list beside its filters.
const FILTERS: &str = r#"
# Orders
| [1 link "A-1"] | Paid
| [2 link "A-2"] | New
By status
- [3 link "All"]
- [4 link "Paid"]
By country
- [5 link "All"]
- [6 link "Peru"]
[7 inp "City"]
"#;

#[test]
fn a_list_is_filtered_by_what_bears_the_value() {
    check(
        FILTERS,
        &[
            ("Filter the orders by the status Paid", &["click(4)"]),
            ("Filter by country Peru", &["click(6)"]),
            (
                "Filter the orders by city \"Oslo\"",
                &["setValue(7, \"Oslo\")"],
            ),
        ],
    );
}

/// Chips in a field, each with what takes it away, beside another field of the kind.
const CHIPS: &str = r#"
# Order
Toppings
[1 generic "Olives" at=10,100,60,20] [2 link "Remove" at=50,102,16,16] [3 inp "Toppings" popup=listbox at=90,100,200,20]
Tags
[4 generic "lunch" at=10,200,60,20] [5 btn "Remove item: lunch" at=50,202,16,16] [6 inp "Tags" at=90,200,200,20]
"#;

#[test]
fn what_cannot_be_taken_back_is_done_to_what_was_named() {
    check(
        CHIPS,
        &[
            ("Remove the tag lunch", &["click(5)"]),
            // It stands there still.
            ("Remove Olives from the toppings", &["click(2)", "give up"]),
            (
                "Add the tags \"hot\" and \"sweet\"",
                &[
                    "setValue(6, \"hot\")",
                    "press(\"Enter\")",
                    "setValue(6, \"sweet\")",
                    "press(\"Enter\")",
                ],
            ),
            ("Remove the tag dinner", &["click(6)", "wait(1)", "give up"]),
        ],
    );
}

/// Who may read, each with what takes them away; the owner is chosen elsewhere.
const READERS: &str = r#"
# Plan
Owner
[1 inp "Owner" popup=listbox]
Readers
Ana [2 btn "Remove Ana"] [3 inp "Readers" popup=listbox]
"#;

#[test]
fn nobody_is_taken_from_another_list_than_was_said() {
    check(
        READERS,
        &[
            ("Remove Ana from the readers", &["click(2)"]),
            ("Remove Ana", &["click(2)"]),
            ("Remove Ana from the owners", &["give up"]),
        ],
    );
}

/// A list that is put in order by dragging.
const STEPS: &str = r#"
# Steps
[1 generic "Wash" at=10,100,90,20] [9 btn "Help" at=300,100,50,20]
[2 generic "Peel" at=10,130,90,20]
[3 generic "Cook" at=10,160,90,20]
"#;

#[test]
fn a_thing_is_dragged_to_its_place_in_a_list() {
    for (query, expected) in [
        ("Move Cook to the top", "dragAndDrop(3, 1)"),
        ("Put Wash after Peel", "dragAndDrop(1, 2)"),
        ("Drag Cook above Peel", "dragAndDrop(3, 2)"),
        ("Move Cook after Wash", "dragAndDrop(3, 2)"),
        ("Move Wash to the end", "dragAndDrop(1, 3)"),
    ] {
        let first = notation::first(STEPS, query);
        let screen_agent_action::ask::Decision::Act { action } = first.decision else {
            panic!("{query}");
        };
        assert_eq!(
            screen_agent_action::print(&action).to_string(),
            expected,
            "{query}"
        );
    }
    check(STEPS, &[("Put Wash before Peel", &[])]);
}

/// What a server answered, written out.
const ANSWER: &str = r#"
# Answer
Body { "first": { "id": 1, "full_name": "Ada Moss", "town": "Leeds" }, "next": { "id": 2, "full_name": "Bo Clay", "town": "Ghent" } } Headers
At length: the serial number is 4711.
"#;

#[test]
fn what_is_written_out_as_records_is_read() {
    check(
        ANSWER,
        &[
            ("Tell me the town of Bo Clay", &["finish Ghent"]),
            ("What is the full name of 1?", &["finish Ada Moss"]),
            ("Tell me the town of Cy Reed", &["give up"]),
            (
                "What is the serial number?",
                &["finish At length: the serial number is 4711."],
            ),
        ],
    );
}

/// A table whose rows are chosen by a box, with a form beside it.
const DESK: &str = r#"
# Desk
[1 btn "Add a trip"]
City
[2 inp "Traveller"]
|| Select | To | Paid | Nights
| [3 chk "Select Row"] | Oslo | no | 3
| [4 chk "Select Row"] | Rome | yes | 5
"#;

#[test]
fn what_is_said_of_a_form_ticks_no_row() {
    check(
        DESK,
        &[
            ("Choose Oslo as the city and the window seat", &["give up"]),
            ("Tick Paid for Oslo", &["give up"]),
            ("Sort the trips by weight, heaviest first", &["give up"]),
            ("Go back two months", &["give up"]),
            ("Select the row of Oslo", &["check(3)"]),
        ],
    );
}

/// A month, as calendars show it.
const MONTH: &str = r#"
[1 btn "Previous month"] [2 btn "Next month"] [3 btn "today"]
## March 2026
|| Sun | Mon | Tue
| [4 generic "1"] | [5 generic "2"] | [6 generic "3"] [7 generic "7p Rehearsal"]
| [8 generic "8"] | [9 generic "9"] [10 generic "9:15a Dentist"] | [11 generic "10"]
| [12 generic "15"] | [13 generic "16"] [14 generic "7p Rehearsal"] | [15 generic "17"]
more below
"#;

#[test]
fn what_a_month_holds_is_counted_where_it_says_which_it_is() {
    let order = "How many rehearsals are there in March?";
    check(MONTH, &[(order, &["finish 2"])]);
}

#[test]
fn a_list_is_written_into_however_that_is_said() {
    let empty = "# To do\n[1 inp \"What needs to be done?\" tag=input]\n- Buy milk\n";
    let typed = |name: &str| empty.replace("tag=input", &format!("value={name} tag=input"));
    let screens = [empty.to_owned(), typed("eggs"), format!("{empty}- eggs\n")];
    let screens: Vec<&str> = screens.iter().map(String::as_str).collect();
    for query in ["Put eggs on the list", "Write \"eggs\" on my to-do list"] {
        let acts = ["setValue(1, \"eggs\")", "press(\"Enter\")", "finish"];
        assert_eq!(follow(&screens, query, &[]), acts, "{query}");
    }
    let several = [
        empty.to_owned(),
        typed("milk"),
        format!("{empty}- milk\n"),
        format!("{}- milk\n", typed("bread")),
        format!("{empty}- milk\n- bread\n"),
        format!("{}- milk\n- bread\n", typed("eggs")),
        format!("{empty}- milk\n- bread\n- eggs\n"),
    ];
    let screens: Vec<&str> = several.iter().map(String::as_str).collect();
    let acts = follow(&screens, "Put milk, bread and eggs on the list", &[]);
    let typed = acts
        .iter()
        .filter(|act| act.starts_with("setValue"))
        .count();
    assert_eq!(typed, 3, "{acts:?}");
}

#[test]
fn what_is_nowhere_in_view_is_looked_for_by_the_search_of_the_page() {
    let played = play(
        "# Teas\n[1 inp \"Search\" type=search tag=input]\n[2 link \"Green\"]",
        "Look for oolong",
    );
    assert_eq!(played[0], "setValue(1, \"oolong\")", "{played:?}");
}

#[test]
fn orders_are_read_as_people_put_them() {
    check(
        "[1 inp \"Nights\" value=2]\n[2 btn \"Next\"]\n[3 inp \"Search\" type=search]",
        &[
            ("Make it four nights", &["setValue(1, \"4\")"]),
            (
                "Make it four nights instead of two",
                &["setValue(1, \"4\")"],
            ),
        ],
    );
}

const TASKS: &str = r#"
# Who does what
|| Name | Task | Room
| Anna | Accounts | 12
| Bela | Garden | 4
| Chidi | Kitchen | 7
Last changed 2026
"#;

#[test]
fn a_row_is_told_by_any_cell_of_it() {
    check(
        TASKS,
        &[
            ("who does the kitchen", &["finish Chidi"]),
            ("who does the cellar", &["give up"]),
            ("Who is in room 12?", &["finish Anna"]),
            ("Who's in a room under ten?", &["finish Bela, Chidi"]),
            ("Who has a room over 10?", &["finish Anna"]),
            ("how many people are on the list", &["finish 3"]),
            ("how many dogs are on the roof", &["give up"]),
            // One answer would leave the other question open.
            (
                "Which room number is the highest, and who's in it?",
                &["give up"],
            ),
        ],
    );
}

#[test]
fn a_head_that_sorts_is_no_topic() {
    let books = r#"
|| [1 link "Title"] | [2 link "Born"]
| Emma | 1775
| Beloved | 1931
"#;
    check(
        books,
        &[(
            "Which authors were born in the nineteen-twenties?",
            &["give up"],
        )],
    );
}

#[test]
fn what_was_added_to_a_list_is_not_ticked_there() {
    let list = |value: &str, more: &str| {
        format!("# List\n[1 inp \"What is needed?\" value={value}]\n- [5 chk \"milk\"]\n{more}")
    };
    let (one, two, three) = (
        "- [6 chk \"bread\"]\n".to_owned(),
        "- [6 chk \"bread\"]\n- [7 chk \"cheese\"]\n".to_owned(),
        "- [6 chk \"bread\"]\n- [7 chk \"cheese\"]\n- [8 chk \"wine\"]\n".to_owned(),
    );
    let screens = [
        list("", ""),
        list("bread", ""),
        list("", &one),
        list("cheese", &one),
        list("", &two),
        list("wine", &two),
        list("", &three),
    ];
    let screens: Vec<&str> = screens.iter().map(String::as_str).collect();
    let acts = follow(&screens, "Put bread, cheese and wine on the list", &[]);
    assert_eq!(acts.len(), 7, "{acts:?}");
    assert_eq!(acts[6], "finish");
}
