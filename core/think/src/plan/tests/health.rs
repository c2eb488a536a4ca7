use super::*;
use crate::plan::Health;
use screen_agent_action::testing::{at, saying};

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

const STEPS: [&str; 4] = ["Open the menu", "Click \"Buy\"", "Press \"Pay\"", LOOK];

/// Heals a plan whose first step is done.
fn healed(health: &Health) -> (Healing, Plan) {
    let mut plan = plan(&STEPS[..3]);
    plan.carried_out(&page());
    let healing = plan.heal(health);
    assert_eq!(plan.current, 1);
    assert_eq!(statuses(&plan)[1], StepStatus::Active);
    (healing, plan)
}

#[test]
fn steps_are_left_out_or_worded_anew() {
    for (changes, expected) in [
        (
            vec!["Skip step 2"],
            vec!["Open the menu", "Press \"Pay\"", LOOK],
        ),
        (
            vec!["Skip the current step", "Adjust step 3: Click \"Pay now\""],
            vec!["Open the menu", "Click \"Pay now\"", LOOK],
        ),
        (
            vec!["Adjust the next step to type \"a\" and press Enter"],
            vec![
                "Open the menu",
                "Click \"Buy\"",
                "Type \"a\"",
                "Press Enter",
                LOOK,
            ],
        ),
    ] {
        let (healing, plan) = healed(&health(false, &changes, false));
        assert_eq!(
            (healing, words(&plan)),
            (Healing::Edited, expected),
            "{changes:?}"
        );
    }
}

#[test]
fn other_changes_make_it_anew() {
    for (changes, anew) in [
        (vec![], false),
        (vec!["Skip step 2"], true),
        // A step that is done, the look at the end, ones that are not there.
        (vec!["Skip step 1"], false),
        (vec!["Skip step 4"], false),
        (vec!["Skip step 9"], false),
        (vec!["Skip step 0"], false),
        // No number, two of them, two changes of one step.
        (vec!["Skip the advertising"], false),
        (vec!["Skip step 2 and 3"], false),
        (vec!["Skip step 2", "Adjust step 2: Click \"x\""], false),
        // Another kind of change, no new words, a look in the middle, none at the end.
        (vec!["Skip step 2", "Add a step"], false),
        (vec!["Adjust step 2"], false),
        (vec!["Adjust step 2: Verify that it is so"], false),
        (vec!["Adjust step 4: Click \"x\""], false),
    ] {
        let (healing, plan) = healed(&health(false, &changes, anew));
        let replan = Healing::Replan("The menu is gone.".to_owned());
        assert_eq!(
            (healing, words(&plan)),
            (replan, STEPS.to_vec()),
            "{changes:?}"
        );
    }
}

#[test]
fn a_plan_that_fits_is_kept() {
    for changes in [vec![], vec!["Skip step 2"]] {
        let (healing, plan) = healed(&health(true, &changes, false));
        assert_eq!((healing, words(&plan)), (Healing::Keep, STEPS.to_vec()));
    }
    let (healing, _) = healed(&health(true, &[], true));
    assert_eq!(healing, Healing::Replan("The menu is gone.".to_owned()));
}

#[test]
fn a_reason_is_always_given() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    assert_eq!(
        plan.heal(&Health::default()),
        Healing::Replan("the rest of it does not fit the page".to_owned())
    );
}
