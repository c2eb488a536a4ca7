use super::*;

#[test]
fn a_plan_is_made_of_single_actions_and_ends_with_a_look() {
    for (steps, expected) in [
        (
            vec!["Type \"a\" and press Enter", "Verify that a list is shown"],
            Some(vec![
                "Type \"a\"",
                "Press Enter",
                "Verify that a list is shown",
            ]),
        ),
        (
            vec!["Open the menu", "Click \"Buy\""],
            Some(vec!["Open the menu", "Click \"Buy\"", LOOK]),
        ),
        // Every step is looked at by itself, so only the last look is a step.
        (
            vec![
                "Open the menu",
                "Check that it is open",
                "Click \"Buy\"",
                "Make sure it is bought",
            ],
            Some(vec![
                "Open the menu",
                "Click \"Buy\"",
                "Make sure it is bought",
            ]),
        ),
        (
            vec!["Click \"Buy\"", "Verify that it is bought"],
            Some(vec!["Click \"Buy\"", "Verify that it is bought"]),
        ),
        (vec!["Click \"Buy\""], Some(vec!["Click \"Buy\"", LOOK])),
        // What is told is told by whoever looks at the end.
        (
            vec!["Click \"Buy\"", "Tell the person the price"],
            Some(vec!["Click \"Buy\"", "Tell the person the price"]),
        ),
        (
            vec![
                "Click \"Buy\"",
                "Report the price",
                "Verify that it is bought",
            ],
            Some(vec!["Click \"Buy\"", "Verify that it is bought"]),
        ),
        (
            vec!["Click \"Buy\"", "Report \"Spam\""],
            Some(vec!["Click \"Buy\"", "Report \"Spam\"", LOOK]),
        ),
        (vec!["", "and", "Verify that it is so"], None),
        (vec![], None),
    ] {
        let plan = Plan::new(draft(&steps), 7, &page());
        let made = plan.as_ref().map(words);
        assert_eq!(made, expected, "{steps:?}");
    }
}

#[test]
fn a_long_plan_keeps_all_its_steps() {
    let mut steps: Vec<String> = (1..=14).map(|at| format!("Click \"{at}\"")).collect();
    steps.push("Verify that 14 is chosen".to_owned());
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let made = plan(&steps);
    assert_eq!(words(&made), steps);
}

#[test]
fn what_is_known_of_a_step_stays_with_its_parts() {
    let compound = PlannedStep {
        description: "Type \"a\" and press Enter".to_owned(),
        reasoning: Some("to search".to_owned()),
        tool: Tool::Mixed,
        expected: Some("a list".to_owned()),
        status: StepStatus::Completed,
        required: true,
    };
    let made = Plan::new(
        Draft {
            steps: vec![compound, drafted("Click \"a\"")],
            contingencies: Vec::new(),
            missing: Vec::new(),
        },
        7,
        &page(),
    )
    .unwrap();
    let part = |description: &str, expected: Option<&str>, status, required| PlannedStep {
        description: description.to_owned(),
        reasoning: Some("to search".to_owned()),
        tool: Tool::Mixed,
        expected: expected.map(str::to_owned),
        status,
        required,
    };
    let expected = Plan {
        steps: vec![
            part("Type \"a\"", None, StepStatus::Active, true),
            part("Press Enter", Some("a list"), StepStatus::Pending, false),
            drafted("Click \"a\""),
            drafted(LOOK),
        ],
        created_ms: 7,
        looks: Some(Looks::of(&page())),
        ..Plan::default()
    };
    assert_eq!(made, expected);
}

#[test]
fn a_look_in_between_becomes_what_is_expected() {
    let made = plan(&["Open the menu", "Verify that it is open", "Click \"Buy\""]);
    let expected: Vec<Option<&str>> = made
        .steps
        .iter()
        .map(|step| step.expected.as_deref())
        .collect();
    assert_eq!(expected, [Some("Verify that it is open"), None, None]);
}

#[test]
fn a_renewed_plan_keeps_what_is_done() {
    let mut before = plan(&["Open the menu", "Click \"Buy\"", "Press \"Pay\""]);
    before.carried_out(&page());
    let renewed = before
        .renewed(draft(&["Click \"Basket\""]), 9, &page())
        .unwrap();
    assert_eq!(words(&renewed), ["Open the menu", "Click \"Basket\"", LOOK]);
    assert_eq!(
        statuses(&renewed),
        [
            StepStatus::Completed,
            StepStatus::Active,
            StepStatus::Pending
        ]
    );
    assert_eq!(
        (renewed.current, renewed.revision, renewed.created_ms),
        (1, 1, 9)
    );
    assert_eq!(
        before.renewed(draft(&["Verify that it is so"]), 9, &page()),
        None
    );
    assert_eq!(before.renewed(Draft::default(), 9, &page()), None);
}

#[test]
fn a_renewed_plan_stays_within_the_limit() {
    let steps: Vec<String> = (1..MOST_DRAFTED)
        .map(|at| format!("Click \"{at}\""))
        .collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let mut made = plan(&steps);
    for _ in 0..3 {
        while !made.is_last() {
            made.carried_out(&page());
        }
        made = made.renewed(draft(&steps), 9, &page()).unwrap_or(made);
        assert!(made.steps.len() <= 40, "{}", made.steps.len());
    }
    assert_eq!(made.steps.len(), 40);
}

#[test]
fn a_plan_survives_being_stored() {
    let made = plan(&[
        "Search for \"a\"",
        "Click \"a\"",
        "Add it",
        "Fill in \"n\"",
        "Submit",
    ]);
    let stored = serde_json::to_string(&made).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&stored).unwrap(), made);
    // One that was stored before plans had parts.
    let old = r#"{"steps":[],"current":0,"created_ms":1,"revision":0}"#;
    let expected = Plan {
        created_ms: 1,
        ..Plan::default()
    };
    assert_eq!(serde_json::from_str::<Plan>(old).unwrap(), expected);
}
