use super::*;
use crate::testing::{at, saying};
use crate::think::Health;

fn with(names: &[&str]) -> Observation {
    let nodes = names.iter().enumerate();
    screen(
        nodes
            .map(|(id, name)| node(&id.to_string(), "btn", name))
            .collect(),
    )
}

#[test]
fn a_plan_ails_when_its_page_is_another_one() {
    let plan = plan(&["Open the menu", "Click \"Buy\""]);
    let forms = |mut screen: Observation| {
        screen.nodes[0].facts.form = Some(1);
        screen
    };
    let scrolled = |mut screen: Observation| {
        screen.scroll_position = Some("50%".to_owned());
        screen
    };
    for (screen, expected) in [
        (page(), None),
        (saying(page(), "Thanks"), None),
        (at(page(), "https://shop.test/start?page=2#top"), None),
        (
            at(page(), "https://shop.test/login"),
            Some("the page is at another address now"),
        ),
        (
            at(page(), "https://pay.test/start"),
            Some("the page is on another site now"),
        ),
        (
            forms(page()),
            Some("the page has changed: forms, dialogs or tables came or went"),
        ),
        (with(&["Buy", "Search", "Help"]), None),
        (
            with(&["Buy", "Search", "Help", "x", "y"]),
            Some("the page has changed: it is built differently"),
        ),
        (with(&["Buy", "Search", "Help", "Basket", "New"]), None),
        (
            with(&["Buy", "x", "y", "z"]),
            Some("the page has changed: most of its controls are gone"),
        ),
        (with(&[]), None),
        (scrolled(with(&["x", "y"])), None),
    ] {
        assert_eq!(
            plan.ailment(&screen, false).as_deref(),
            expected,
            "{screen:?}"
        );
        assert_eq!(plan.ailment(&screen, true), None);
    }
}

#[test]
fn a_plan_that_has_moved_on_counts_on_the_new_page() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    let next = at(with(&["Pay"]), "https://shop.test/pay");
    assert!(plan.ailment(&next, false).is_some());
    plan.carried_out(&next);
    assert_eq!(plan.ailment(&next, false), None);
    assert!(plan.ailment(&page(), false).is_some());
    plan.looked_at(&page());
    assert_eq!(plan.ailment(&page(), false), None);
    plan.current = plan.steps.len();
    assert_eq!(plan.ailment(&next, false), None);
}

fn health(valid: bool, changes: &[&str], anew: bool) -> Health {
    Health {
        valid,
        reason: "The menu is gone.".to_owned(),
        suggested_changes: changes.iter().map(|change| (*change).to_owned()).collect(),
        needs_full_replan: anew,
    }
}

#[test]
fn small_changes_are_made_and_others_make_it_anew() {
    let steps = ["Open the menu", "Click \"Buy\"", "Press \"Pay\""];
    let replan = || Healing::Replan("The menu is gone.".to_owned());
    let kept = ["Open the menu", "Click \"Buy\"", "Press \"Pay\"", LOOK];
    for (health, healing, expected) in [
        (health(true, &[], false), Healing::Keep, kept.to_vec()),
        (
            health(true, &["Skip step 2"], false),
            Healing::Keep,
            kept.to_vec(),
        ),
        (health(true, &[], true), replan(), kept.to_vec()),
        (health(false, &[], false), replan(), kept.to_vec()),
        (
            health(false, &["Skip step 2"], true),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 2"], false),
            Healing::Edited,
            vec!["Open the menu", "Press \"Pay\"", LOOK],
        ),
        (
            health(
                false,
                &["Skip the current step", "Adjust step 3: Click \"Pay now\""],
                false,
            ),
            Healing::Edited,
            vec!["Open the menu", "Click \"Pay now\"", LOOK],
        ),
        (
            health(
                false,
                &["Adjust the next step to type \"a\" and press Enter"],
                false,
            ),
            Healing::Edited,
            vec![
                "Open the menu",
                "Click \"Buy\"",
                "Type \"a\"",
                "Press Enter",
                LOOK,
            ],
        ),
        // A step that is done, the look, one that is not there, no number, two for one, other verbs.
        (
            health(false, &["Skip step 1"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 4"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 2 and 3"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 9"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 0"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip the advertising"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 2", "Adjust step 2: Click \"x\""], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Skip step 2", "Add a step"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Adjust step 2"], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Adjust step 4: Click \"x\""], false),
            replan(),
            kept.to_vec(),
        ),
        (
            health(false, &["Adjust step 2: Verify that it is so"], false),
            replan(),
            kept.to_vec(),
        ),
    ] {
        let mut plan = plan(&steps);
        plan.carried_out(&page());
        assert_eq!(plan.heal(&health), healing, "{health:?}");
        assert_eq!(words(&plan), expected, "{health:?}");
        assert_eq!(plan.current, 1);
        assert_eq!(statuses(&plan)[1], StepStatus::Active);
    }
}

#[test]
fn a_reason_is_always_given() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    assert_eq!(
        plan.heal(&Health::default()),
        Healing::Replan("the rest of it does not fit the page".to_owned())
    );
}
