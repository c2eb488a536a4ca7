use super::*;
use screen_agent_action::expect::NextGoal;

#[test]
fn steps_follow_one_another() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    assert_eq!(
        plan.step().map(|step| step.description.as_str()),
        Some("Open the menu")
    );
    assert!(!plan.is_last());
    plan.failed();
    assert_eq!(statuses(&plan)[0], StepStatus::Failed);
    plan.carried_out(&page());
    plan.carried_out(&page());
    assert!(plan.is_last() && !plan.is_done());
    assert_eq!(
        statuses(&plan),
        [
            StepStatus::Completed,
            StepStatus::Completed,
            StepStatus::Active
        ]
    );
    plan.carried_out(&page());
    assert!(plan.is_last() && plan.is_done());
    assert_eq!(plan.step(), None);
    plan.carried_out(&page());
    plan.failed();
    assert_eq!(statuses(&plan), [StepStatus::Completed; 3]);
}

#[test]
fn a_step_is_left_out_but_never_the_look() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    plan.carried_out(&page());
    assert!(plan.skip());
    assert_eq!(words(&plan), ["Open the menu", LOOK]);
    assert_eq!(statuses(&plan), [StepStatus::Completed, StepStatus::Active]);
    assert!(!plan.skip());
}

#[test]
fn what_the_next_step_names_is_looked_for() {
    for (next, text) in [
        ("Click \"Buy\"", Some("Buy")),
        ("Type \"abc\" into \"Name\"", Some("Name")),
        ("Enter \"abc\" in the \"City\" field", Some("City")),
        ("Fill in \"City\" with \"Rome\"", Some("City")),
        ("Select \"Red\" from \"Colour\"", Some("Colour")),
        ("Type \"abc\"", None),
        ("Go to \"https://shop.test\"", None),
        ("Press \"Enter\"", None),
        ("Click the button", None),
        ("Click \"\"", None),
    ] {
        let plan = plan(&["Open the menu", next]);
        let expected = text.map(|text| NextGoal {
            description: next.to_owned(),
            text: Some(text.to_owned()),
            ..NextGoal::default()
        });
        assert_eq!(plan.next_goal(), expected, "{next}");
    }
}

#[test]
fn it_is_required_only_where_the_plan_says_so() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    plan.steps[1].required = true;
    assert_eq!(plan.next_goal().map(|goal| goal.required), Some(true));
    plan.carried_out(&page());
    plan.carried_out(&page());
    assert_eq!(plan.next_goal(), None);
}

#[test]
fn the_person_reads_it_as_a_list() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    assert_eq!(
        plan.in_words(false),
        format!("This is how I will go about it:\n\n1. Open the menu\n2. Click \"Buy\"\n3. {LOOK}")
    );
    plan.carried_out(&page());
    assert_eq!(
        plan.in_words(true),
        format!(
            "The plan has changed. This is how I go on:\n\n1. Open the menu (done)\n2. Click \"Buy\"\n3. {LOOK}"
        )
    );
}

#[test]
fn a_page_that_has_got_past_a_step_moves_the_plan_on() {
    for (steps, past) in [
        (
            &["Click \"Open\"", "Click \"Buy\"", "Click \"Pay\""][..],
            Some(1),
        ),
        // Its control is still there, the next is not, or something would be left unfilled.
        (&["Click \"Search\"", "Click \"Buy\""], None),
        (&["Click \"Open\"", "Click \"Pay\""], None),
        (&["Type \"a\" into \"Name\"", "Click \"Buy\""], None),
        (
            &[
                "Click \"Open\"",
                "Type \"a\" into \"Name\"",
                "Click \"Buy\"",
            ],
            None,
        ),
        (&["Attend to it", "Click \"Buy\""], None),
    ] {
        let mut plan = plan(steps);
        assert_eq!(
            plan.got_past(&page()).then_some(plan.current),
            past,
            "{steps:?}"
        );
    }
}

#[test]
fn the_look_at_the_end_is_never_passed_over() {
    let mut plan = plan(&["Open the menu", "Click \"Buy\""]);
    plan.done(&[0, 1, 2, 3], &page());
    assert!(plan.is_last() && !plan.is_done());
}
