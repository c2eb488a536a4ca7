//! Nothing is proposed that the person did not order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::{asked, play, read};
use screen_agent_action::ask::Decision;
use screen_agent_command::propose;
use screen_agent_page::NodeId;

const SHOP: &str = r#"
# A shop
Opening hours: 9 to 17, Sundays closed.
[1 inp "Search"]
[2 btn "OK"]
[3 btn "Post"]
[4 btn "Add"]
[5 btn "Order"]
[6 btn "Delete"]
[7 btn "Send"]
[8 btn "Book"]
[9 btn "Share"]
"#;

#[test]
fn what_asks_for_an_answer_presses_and_writes_nothing() {
    for query in [
        "Write down the opening hours for me",
        "Write out the opening hours",
        "Write me the opening hours",
        "Note down the opening hours",
        "Post me the opening hours here",
        "Post office hours too",
        "Add up the opening hours",
        "Add the opening hours together",
        "Order the opening hours by day",
        "Order them by day",
        "Send me the opening hours",
        "Share the opening hours with me",
        "Share what it says",
        "Select the text Delete",
        "Select the word Delete",
        "Press Delete? No!",
        "Delete it? No.",
        "Delete the note. No, wait.",
        "Book titles only",
        "Delete the seconds from the hours",
    ] {
        let acts = play(SHOP, query);
        let done = acts.iter().any(|act| {
            act.starts_with("click") || act.starts_with("setValue") || act.starts_with("press")
        });
        assert!(!done, "{query}: {acts:?}");
    }
}

#[test]
fn the_button_after_a_field_is_of_its_form() {
    let mut seen = read(SHOP);
    for node in &mut seen.nodes {
        node.facts.form = Some(if node.id == NodeId::new("1") { 0 } else { 1 });
    }
    let mut ask = asked(&seen, "Enter lamps into the search field and submit");
    for _ in 0..4 {
        let proposal = propose(&ask);
        ask.notes = proposal.notes;
        let Decision::Act { action } = proposal.decision else {
            break;
        };
        let target = action.target().map(NodeId::as_str);
        assert!(matches!(target, None | Some("1")), "{action:?}");
        if action.is_terminal() {
            break;
        }
        ask.steps
            .push(notation::step(&ask.seen, ask.steps.len(), action));
    }
    assert!(!ask.steps.is_empty());
}
