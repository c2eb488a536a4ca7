//! Instructions carried out on written-down screens, step by step.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::check;

const FORM: &str = r#"
# Order
[1 inp "First name"]
[2 inp "E-mail"]
[3 sel "Size" opts=S;M;L]
[4 chk "Gift wrap"] [5 chk "Express" checked]
[6 radio "Card"] [7 radio "Cash"]
[8 btn "Send order"] [9 btn "Cancel"]
[10 link "Help"]
"#;

#[test]
fn forms_are_filled_and_sent() {
    check(
        FORM,
        &[
            (
                "Enter \"Ann\" as the first name, choose M as the size and tick gift wrap.",
                &[
                    "setValue(1, \"Ann\")",
                    "selectDropdown(3, \"\", \"M\")",
                    "check(4)",
                ],
            ),
            (
                "Fill in the e-mail with \"a@b.co\", select Cash, then press Send order",
                &["setValue(2, \"a@b.co\")", "check(7)", "click(8)"],
            ),
            ("Uncheck the express box", &["uncheck(5)"]),
            ("Check the unchecked boxes", &["check(4)"]),
            ("Tick Express", &[]),
            ("Click the help link", &["click(10)"]),
            ("Press the second button", &["click(9)"]),
            ("Click a \"text\" control", &["click(1)"]),
            ("Click a \"radio\" control", &["click(6)"]),
        ],
    );
}

const TABLE: &str = r#"
# People
|| Name | Phone | City
| Dora Fox | 555-1000 | Rome | [1 btn "Edit"] [2 btn "Delete"]
| Emil Ode | 555-2000 | Oslo | [3 btn "Edit"] [4 btn "Delete"]
[5 inp "Phone"]
[6 btn "Save"]
"#;

#[test]
fn rows_of_tables_are_found_by_what_they_say() {
    check(
        TABLE,
        &[
            ("Click Delete in the row of Emil", &["click(4)"]),
            ("Delete Dora Fox", &["click(2)"]),
            ("Click the edit button next to \"Emil Ode\"", &["click(3)"]),
            (
                "Enter the phone of Emil into the field and press Save",
                &["setValue(5, \"555-2000\")", "click(6)"],
            ),
            ("What is the city of Dora?", &["finish Rome"]),
            ("How many rows are in the table?", &["finish 2"]),
            ("Delete", &["ask"]),
        ],
    );
}

#[test]
fn what_is_not_understood_is_said() {
    check(
        FORM,
        &[
            ("Click the Frobnicate button", &["give up"]),
            ("Blah blah blah", &["give up"]),
            ("", &["give up"]),
        ],
    );
}

const LOGIN: &str = r#"
[1 inp "Username"]
[2 inp "Password" type=password]
[3 btn "Log in"]
"#;

#[test]
fn signing_in() {
    check(
        LOGIN,
        &[
            (
                "Log in as \"kim\" with the password \"s3 cret\"",
                &[
                    "setValue(1, \"kim\")",
                    "setValue(2, \"s3 cret\")",
                    "click(3)",
                ],
            ),
            (
                "Type the username \"kim\" and the password \"x1\" into the boxes, then press login",
                &["setValue(1, \"kim\")", "setValue(2, \"x1\")", "click(3)"],
            ),
        ],
    );
}

const SHOP: &str = r#"
Blue mug
$7.50
[1 btn "Add to cart"]
Red mug
$6.00
[2 btn "Add to cart"]
[3 link "Checkout"]
"#;

#[test]
fn cards_belong_to_what_stands_above() {
    check(
        SHOP,
        &[
            ("How much is the blue one?", &["finish $7.50"]),
            ("Click Add to cart below Red mug", &["click(2)"]),
        ],
    );
}

const TREE: &str = r#"
[1 treeitem "Papers" collapsed]
[2 treeitem "Photos" collapsed]
[3 treeitem "readme.txt"]
"#;

#[test]
fn what_is_folded_away_is_looked_for() {
    check(
        TREE,
        &[
            ("Find and open the file named \"readme.txt\"", &["click(3)"]),
            ("Expand the Photos folder", &["click(2)"]),
            (
                "Look through the folders to find and click \"cat.png\"",
                &["click(1)", "click(2)", "give up"],
            ),
        ],
    );
}

const DATES: &str = r#"
[1 inp "Arrival" type=date]
[2 inp "mm/dd/yyyy"]
[3 btn "Search"]
"#;

#[test]
fn dates_take_the_form_of_their_field() {
    check(
        DATES,
        &[
            (
                "Enter 04/12/2016 as the arrival and hit Search",
                &["setValue(1, \"2016-04-12\")", "click(3)"],
            ),
            (
                "Enter March 5, 2016 into the 2nd field",
                &["setValue(2, \"03/05/2016\")"],
            ),
        ],
    );
}

const INBOX: &str = r#"
# Inbox
Ann Lee
Lunch?
[1 clickable "trash"] [2 clickable "star"]
Bo Rye
Invoice
[3 clickable "trash"] [4 clickable "star"]
"#;

#[test]
fn icons_belong_to_the_item_above_them() {
    check(
        INBOX,
        &[
            ("Star the message from Bo Rye", &["click(4)"]),
            ("Delete the e-mail by Ann Lee", &["click(1)"]),
            (
                "Find the e-mail by Bo Rye and click the trash icon to delete it",
                &["click(3)"],
            ),
        ],
    );
}

const MESSAGE: &str = r#"
Ann Lee
See you tomorrow
[1 btn "Reply"] [2 btn "Forward"]
[3 inp "To"]
[4 textarea "Message"]
[5 btn "Send"]
"#;

#[test]
fn replies_have_a_text_and_forwards_a_recipient() {
    check(
        MESSAGE,
        &[
            (
                "Reply to Ann Lee with the text \"Fine.\"",
                &["click(1)", "setValue(4, \"Fine.\")", "click(5)"],
            ),
            (
                "Forward the message by Ann Lee to Bo",
                &["click(2)", "setValue(3, \"Bo\")", "click(5)"],
            ),
        ],
    );
}

const QUIZ: &str = r#"
Do you smoke?
[1 radio "Yes"] [2 radio "No"]
Do you drive?
[3 radio "Yes"] [4 radio "No"]
What is 12 + 30?
[5 inp "Answer"]
The quick brown fox jumps
[6 btn "Submit"]
"#;

#[test]
fn answers_go_under_their_questions() {
    check(
        QUIZ,
        &[
            (
                "Select \"Yes\" for the question \"Do you drive?\" and submit",
                &["check(3)", "click(6)"],
            ),
            (
                "Type the answer to the problem into the box and press Submit",
                &["setValue(5, \"42\")", "click(6)"],
            ),
            (
                "Enter \"abc\" in upper case in the answer field and submit",
                &["setValue(5, \"ABC\")", "click(6)"],
            ),
            ("Click Submit twice", &["click(6)", "click(6)"]),
        ],
    );
}

const PAIRS: &str = r#"
| Colour | teal
| Weight | 12 kg
[1 inp "Weight"]
[2 inp "Colour"]
[3 btn "Submit"]
"#;

#[test]
fn values_are_taken_over_from_the_page() {
    check(
        PAIRS,
        &[
            (
                "Enter the value of each label into its field and press Submit",
                &[
                    "setValue(1, \"12 kg\")",
                    "setValue(2, \"teal\")",
                    "click(3)",
                ],
            ),
            ("What is the colour?", &["finish teal"]),
            (
                "Enter the weight in the weight field and submit",
                &["setValue(1, \"12 kg\")", "click(3)"],
            ),
        ],
    );
}

const NUMBERS: &str = r#"
[1 clickable "7"] [2 clickable "3"] [3 clickable "10"]
[4 chk "Alpha"] [5 chk "Beta"] [6 chk "Apex"]
"#;

#[test]
fn numbers_and_forms_of_names_choose() {
    check(
        NUMBERS,
        &[
            (
                "Click the numbers in ascending order",
                &["click(2)", "click(1)", "click(3)"],
            ),
            ("Click the largest number", &["click(3)"]),
            ("Click the even number", &["click(3)"]),
            ("Tick all that start with \"A\"", &["check(4)", "check(6)"]),
        ],
    );
}

const HOTELS: &str = r#"
|| Hotel | Price
| Alba | $80 | [1 btn "Book"]
| Borea | $55 | [2 btn "Book"]
| Casa | $120 | [3 btn "Book"]
[4 chk "Pears"] [5 chk "Plums"] [6 chk "Figs"]
"#;

#[test]
fn the_cheapest_and_the_excepted() {
    check(
        HOTELS,
        &[
            ("Find the cheapest hotel and book it", &["click(2)"]),
            ("Book the cheapest hotel", &["click(2)"]),
            ("Which hotel is the most expensive?", &["finish Casa"]),
            (
                "Check all boxes except \"Plums\"",
                &["check(4)", "check(6)"],
            ),
            (
                "Tick the 2nd checkbox and the checkbox labelled \"Figs\"",
                &["check(5)", "check(6)"],
            ),
        ],
    );
}

#[test]
fn a_box_for_all_is_not_ticked_where_one_is_spared() {
    let page = "[1 chk \"Mark all as complete\"]\n- [2 chk \"Buy milk\"]\n- [3 chk \"Pay the rent\"]\n- [4 chk \"Call Ann\"]";
    let others = &["check(3)", "check(4)"][..];
    check(
        page,
        &[
            ("Tick everything except Buy milk.", others),
            ("Tick all but \"Buy milk\"", others),
        ],
    );
}

#[test]
fn several_values_in_one_sentence() {
    check(
        FORM,
        &[
            (
                "Enter the first name Ann, the e-mail a@b.co and then tick Gift wrap",
                &[
                    "setValue(1, \"Ann\")",
                    "setValue(2, \"a@b.co\")",
                    "check(4)",
                ],
            ),
            (
                "Fill in First name: Ann, E-mail: a@b.co and choose L from the size list",
                &[
                    "setValue(1, \"Ann\")",
                    "setValue(2, \"a@b.co\")",
                    "selectDropdown(3, \"\", \"L\")",
                ],
            ),
            (
                "Set the size to \"S\" and the e-mail to x@y.z",
                &["selectDropdown(3, \"\", \"S\")", "setValue(2, \"x@y.z\")"],
            ),
        ],
    );
}

const CARDS: &str = r#"
[1 link "Cart 2"]
# Arc lamp
4.5 of 5 stars
$89.00
[2 btn "Add to cart"]
# Reading lamp
4.1 of 5 stars
$24.90
[3 btn "Add to cart"]
[4 sel "Sort by" opts=Relevance;Price]
"#;

#[test]
fn shops_are_read_by_price() {
    check(
        CARDS,
        &[
            ("How much is the reading lamp?", &["finish $24.90"]),
            ("What is the cheapest lamp?", &["finish Reading lamp"]),
            ("Click \"Add to cart\" for the cheapest lamp", &["click(3)"]),
            ("Add the Arc lamp to the cart", &["click(2)"]),
            ("Sort by price", &["selectDropdown(4, \"\", \"Price\")"]),
        ],
    );
}

const MAIL: &str = r#"
[1 btn "Compose"]
[2 link "Starred"]
| [3 chk "Select Ada"] | [4 btn "Star 0"] | [5 clickable "Ada"] | Minutes
| [6 chk "Select Dora"] | [7 btn "Star 1"] | [8 clickable "Dora"] | Lunch
| [9 chk "Select Ada"] | [10 btn "Star 2"] | [11 clickable "Ada"] | Bill
! New message
[12 inp "To"]
[13 inp "Subject"]
[14 textarea "Message body"]
[15 btn "Send"]
"#;

#[test]
fn messages_are_written_and_found() {
    check(
        MAIL,
        &[
            ("Star the mail from Dora", &["click(7)"]),
            (
                "Write an e-mail to \"bo@x.org\" with the subject \"Hi\" and the message \"See you\" and send it",
                &[
                    "setValue(12, \"bo@x.org\")",
                    "setValue(13, \"Hi\")",
                    "setValue(14, \"See you\")",
                    "click(15)",
                ],
            ),
            ("How many mails are there from Ada?", &["finish 2"]),
        ],
    );
}

#[test]
fn names_may_be_told_with_a_word_more() {
    check(
        FORM,
        &[
            ("Choose the Card option", &["check(6)"]),
            ("Choose a size of L", &["selectDropdown(3, \"\", \"L\")"]),
            ("Set volume", &["give up"]),
        ],
    );
}

const MENU: &str = r#"
[1 menuitem "By mail"] [2 menuitem "By link"] [3 menuitem "Print"]
3x + 4 = 19
[4 inp "x"]
"#;

#[test]
fn names_may_hold_words_for_kinds_and_places() {
    check(
        MENU,
        &[
            ("Click By link from the menu", &["click(2)"]),
            (
                "Enter the value of x into the field",
                &["setValue(4, \"5\")"],
            ),
        ],
    );
}
