//! What was said in other words than an order's own, and what was said again in better ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{check, follow};

const FORM: &str = r#"
# Order
[1 sel "Size" value=Medium opts=Small;Medium;Large]
[2 sel "Colour" opts=Red;Green;Blue]
[3 inp "Name"]
[4 sel "Owner" opts=Ann;Ben;Dina]
[5 sel "Meals" opts=Breakfast;Lunch;Dinner]
[6 switch "Newsletter" checked]
[7 chk "I accept the terms"]
"#;

#[test]
fn a_list_and_its_entry_need_no_verb_and_no_capital_letter() {
    let (small, green) = (
        "selectDropdown(1, \"\", \"Small\")",
        "selectDropdown(2, \"\", \"Green\")",
    );
    check(
        FORM,
        &[
            ("Size small, colour green.", &[small, green][..]),
            ("Make the colour green.", &[green]),
            ("The colour is green, but not blue.", &[green]),
            (
                "The owner is Ben, not Dina.",
                &["selectDropdown(4, \"\", \"Ben\")"],
            ),
            ("Size enormous, colour green.", &["give up"]),
        ],
    );
}

#[test]
fn what_was_set_last_takes_something_else_or_more() {
    let (ben, dina) = (
        "selectDropdown(4, \"\", \"Ben\")",
        "selectDropdown(4, \"\", \"Dina\")",
    );
    check(
        FORM,
        &[
            ("Make Ben the owner, then Dina instead.", &[ben, dina][..]),
            (
                "Type Ada into Name and append Byron.",
                &["setValue(3, \"Ada\")", "setValue(3, \"Ada Byron\")"],
            ),
            ("Set the owner to Ben. No, Dina.", &[dina]),
            // To choose an entry once more would not take it out of its list.
            (
                "Choose Lunch and Dinner as Meals, then take Lunch out again.",
                &[
                    "selectDropdown(5, \"\", \"Lunch\")",
                    "selectDropdown(5, \"\", \"Dinner\")",
                    "give up",
                ],
            ),
        ],
    );
}

#[test]
fn a_box_does_what_it_offers_where_nothing_is_called_after_the_verb() {
    check(
        FORM,
        &[
            (
                "Accept the terms and turn the newsletter off.",
                &["check(7)", "uncheck(6)"][..],
            ),
            ("Subscribe to the magazine.", &["give up"]),
        ],
    );
    let plain = "# News\n[1 chk \"Newsletter\"]\n";
    check(plain, &[("Subscribe to the newsletter.", &["check(1)"])]);
    let button = "# News\n[1 chk \"Newsletter\"]\n[2 btn \"Subscribe\"]\n";
    let acts = notation::play(button, "Subscribe to the newsletter.");
    assert!(!acts.contains(&"check(1)".to_owned()), "{acts:?}");
}

#[test]
fn several_things_are_put_there_or_taken_away_one_by_one() {
    let shop = r#"
# Shop
- [1 link "Tea Bowl"] 12.00 [2 btn "Add to basket"]
- [3 link "Travel Mug"] 14.00 [4 btn "Add to basket"]
- [5 link "Tea Glass"] 6.00 [6 btn "Add to basket"]
"#;
    check(
        shop,
        &[
            (
                "Put the Travel Mug and the Tea Bowl in the basket.",
                &["click(4)", "click(2)"][..],
            ),
            (
                "Put the Tea Glass in the basket, not the Tea Bowl.",
                &["click(6)"],
            ),
        ],
    );
    let first = notation::play(shop, "Put the Travel Mug and the Samovar in the basket.");
    assert!(!first.contains(&"click(4)".to_owned()), "{first:?}");
    // What goes first is what stands last, so that the other is still where it was said to be.
    let notes = "# Notes\n|| Note | |\n| Pen | [1 btn \"Delete\"]\n| Ink | [2 btn \"Delete\"]\n| Key | [3 btn \"Delete\"]\n";
    let left = "# Notes\n|| Note | |\n| Pen | [1 btn \"Delete\"]\n| Ink | [2 btn \"Delete\"]\n";
    let last = "# Notes\n|| Note | |\n| Ink | [2 btn \"Delete\"]\n";
    let acts = follow(
        &[notes, left, last],
        "Delete the first and the third row.",
        &[],
    );
    assert_eq!(acts[..2], ["click(3)", "click(1)"]);
}

#[test]
fn stars_are_given_to_what_is_named_and_the_last_that_is_lit_counts() {
    let stars = "# Course\n[1 radio \"star 1\" group=s checked] [2 radio \"star 2\" group=s checked] [3 radio \"star 3\" group=s]\n";
    check(
        stars,
        &[
            ("Make it one star.", &["click(1)"][..]),
            ("Give it two stars.", &[]),
            ("Rate the course with three stars.", &["click(3)"]),
            ("Give the course 3 stars.", &["click(3)"]),
        ],
    );
}

#[test]
fn a_link_that_only_stands_there_is_none_of_the_items() {
    let page = "# todos\n- [2 chk \"Buy milk\"]\n- [4 chk \"Pay the rent\"]\nPart of [5 link \"TodoMVC\"]\n";
    let acts = notation::play(page, "Remove the last item");
    assert!(!acts.contains(&"click(5)".to_owned()), "{acts:?}");
}

#[test]
fn what_is_ticked_in_a_list_is_told() {
    let tasks = "# Things\n[1 inp \"New\"]\n- [2 chk \"Buy milk\"]\n- [3 chk \"Call Ann\" checked]\n- [4 chk \"Pay the rent\"]\n";
    check(
        tasks,
        &[
            (
                "Which of them are not done yet?",
                &["finish Buy milk, Pay the rent"][..],
            ),
            ("How many things are still to be done?", &["finish 2"]),
            ("Which tasks are done?", &["finish Call Ann"]),
            ("Which of them are done by Bo?", &["give up"]),
        ],
    );
}

#[test]
fn an_answer_is_of_the_kind_that_is_asked_for() {
    check(
        "# Library\ntitle\n- Title: Chess\n",
        &[("What is the title of item 3?", &["give up"])],
    );
    check(
        "# March\n12 12:30p Lunch with Ines\n",
        &[("At what time is the lunch with Ines?", &["finish 12:30"])],
    );
    let head = "# Desk\n[1 inp \"City\"]\nmore below\n";
    let trips = "# Desk\n|| Traveller | To | Nights | Cost\n| Ida Berg | Malmo | 5 | 310\n| Ann Dal | Bergen | 3 | 720\n";
    for order in ["Which trip is the cheapest?", "Who stays away longest?"] {
        let acts = follow(&[head, trips], order, &[]);
        assert_eq!(acts, ["scroll(true, 0.8)", "finish"], "{order}");
    }
}
