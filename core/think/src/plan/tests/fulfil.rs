use screen_agent_page::{NodeId, State};

use super::*;
use crate::plan::fulfil::fulfils;
use screen_agent_action::testing::{being, click};
use screen_agent_action::{Action, parse};

#[test]
fn only_what_a_step_is_about_carries_it_out() {
    for (step, action, expected) in [
        ("Click \"Buy\"", "click(1)", true),
        ("Click \"Buy\"", "scroll(true)", false),
        ("Click \"Scroll down\"", "scroll(true)", false),
        ("Scroll down to the offers", "scroll(true)", true),
        ("Click \"Buy\"", "findText(\"Buy\")", false),
        ("Find the price list", "findText(\"Prices\")", true),
        ("Click \"Buy\"", "wait(1)", false),
        ("Wait until it has loaded", "wait(1)", true),
        ("Click \"Buy\"", "getText(1)", false),
        ("Read the price", "getText(1)", true),
        ("Click \"Buy\"", "press(\"Escape\")", false),
        ("Close the window", "press(\"Escape\")", true),
        ("Press \"Escape\"", "press(\"Escape\")", true),
        ("Press Enter", "press(\"Enter\")", true),
        ("Click \"Buy\"", "dismissDialog()", false),
        ("Accept the prompt", "acceptDialog()", true),
        ("Click \"Buy\"", "hover(1)", false),
        ("Open the menu \"Tools\"", "hover(1)", true),
        ("Type \"abc\" into \"Name\"", "click(1)", false),
        ("Type \"abc\" into \"Name\"", "setValue(1, \"abc\")", true),
        ("Enter \"3 May\" as the date", "click(1)", true),
        (
            "Go to https://shop.test",
            "navigate(\"https://shop.test\")",
            true,
        ),
        ("Click \"Buy\"", "googleSearch(\"buy\")", false),
        (
            "Search the web for the rules",
            "googleSearch(\"rules\")",
            true,
        ),
        ("Click \"Buy\"", "remember(\"a\", \"b\")", false),
        ("Click \"Buy\"", "finish(\"done\")", false),
        ("Click \"Buy\"", "fail(\"no\")", false),
        ("Verify that it is bought", "finish(\"done\")", true),
        (
            "Verify that it is bought",
            "verifySuccess(\"bought\")",
            true,
        ),
        ("Verify that it is bought", "fail(\"no\")", false),
        ("Verify that it is bought", "click(1)", false),
        ("Verify that it is bought", "getText(1)", true),
    ] {
        let action = parse(action).expect(action);
        assert_eq!(
            fulfils(&drafted(step), &action, None),
            expected,
            "{step}: {action:?}"
        );
    }
}

#[test]
fn a_step_of_the_server_is_carried_out_by_its_tools() {
    let step = PlannedStep {
        tool: Tool::Server,
        ..drafted("Get the rules")
    };
    let tool = Action::GoogleSearch {
        query: "rules".to_owned(),
    };
    assert!(fulfils(&step, &tool, None));
    assert!(!fulfils(
        &step,
        &Action::Focus {
            id: NodeId::new("1")
        },
        None
    ));
}

#[test]
fn opening_a_list_chooses_nothing() {
    let step = drafted("Choose \"Lima\" in \"City\"");
    let list = being(node("1", "generic", "City"), &[State::Collapsed]);
    let option = being(node("1", "opt", "Lima"), &[State::Collapsed]);
    assert!(!fulfils(&step, &click("1"), Some(&list)));
    assert!(fulfils(&step, &click("1"), Some(&option)));
    assert!(fulfils(
        &drafted("Click \"City\""),
        &click("1"),
        Some(&list)
    ));
}

#[test]
fn what_names_a_later_step_carries_that_out_and_not_the_present_one() {
    let mut made = plan(&[
        "Choose \"4 stars\" in \"Rating\"",
        "Type \"Good.\" into \"Review\"",
        "Click \"Send\"",
    ]);
    let (field, button) = (node("1", "textarea", "Review"), node("2", "btn", "Star"));
    let typed = |text: &str| parse(&format!("setValue(1, \"{text}\")")).expect(text);
    assert_eq!(made.carried_out_by(&typed("Good."), Some(&field)), Some(1));
    // Nothing names these: they are for the step that is now.
    assert_eq!(made.carried_out_by(&typed("Fine."), Some(&field)), Some(0));
    assert_eq!(made.carried_out_by(&click("2"), Some(&button)), Some(0));
    made.done(&[1], &page());
    assert_eq!(
        (made.current, statuses(&made)[1]),
        (0, StepStatus::Completed)
    );
    assert_eq!(made.carried_out_by(&typed("Good."), Some(&field)), Some(0));
    made.done(&[0], &page());
    assert_eq!(made.step(), Some(&made.steps[2]));
}
