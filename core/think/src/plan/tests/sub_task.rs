use super::*;

fn parts(plan: &Plan) -> Vec<(usize, usize, &str)> {
    let parts = plan.sub_tasks.iter();
    parts
        .map(|part| (part.from, part.to, part.goal.as_str()))
        .collect()
}

fn clicks(count: usize) -> Plan {
    let steps: Vec<String> = (1..=count).map(|at| format!("Click \"{at}\"")).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    plan(&steps)
}

#[test]
fn a_long_plan_has_parts() {
    assert_eq!(clicks(4).sub_tasks, []);
    for count in 5..=9 {
        let plan = clicks(count);
        let steps = count + 1;
        let mut at = 0;
        for part in &plan.sub_tasks {
            assert_eq!(part.from, at, "{plan:?}");
            assert!((3..=7).contains(&(part.to - part.from)), "{plan:?}");
            at = part.to;
        }
        assert_eq!((at, plan.sub_tasks.len()), (steps, 2), "{plan:?}");
    }
}

#[test]
fn parts_begin_with_a_phase_where_they_can() {
    let plan = plan(&[
        "Go to \"Shop\"",
        "Type \"lamp\"",
        "Press Enter",
        "Click the first lamp",
        "Choose \"Red\"",
        "Add it to the basket",
        "Click \"Basket\"",
        "Click \"Pay\"",
    ]);
    assert_eq!(parts(&plan), [(0, 5, "Choose \"Red\""), (5, 9, LOOK)]);
}

#[test]
fn a_plan_of_many_phases_is_one_part_at_least() {
    let plan = plan(&["Search for \"Lee\"", "Add her to the list", "Submit it"]);
    assert_eq!(parts(&plan), [(0, 4, LOOK)]);
    // What stands in quotation marks is no phase.
    let quoted = super::plan(&["Click \"Search\"", "Click \"Add\"", "Click \"Submit\""]);
    assert_eq!(quoted.sub_tasks, []);
}

#[test]
fn a_part_is_left_when_its_steps_are_done() {
    let mut plan = clicks(5);
    for expected in [0, 0, 0, 1, 1, 1, 2] {
        assert_eq!(plan.sub_task_at, expected, "{}", plan.current);
        plan.carried_out(&page());
    }
    assert_eq!(plan.sub_task(), None);
}

#[test]
fn a_part_is_left_when_it_is_surely_done() {
    for (confidence, fails, left) in [
        (0.7, false, true),
        (1.0, false, true),
        (0.69, false, false),
        (f32::NAN, false, false),
        (9.0, false, false),
        (1.0, true, false),
    ] {
        let mut plan = clicks(5);
        plan.carried_out(&page());
        if fails {
            plan.failed();
        }
        assert_eq!(plan.sub_task_done(confidence), left, "{confidence} {fails}");
        let expected = if left { (1, 3) } else { (0, 1) };
        assert_eq!((plan.sub_task_at, plan.current), expected);
    }
}

#[test]
fn the_look_at_the_end_is_never_left_out() {
    let mut plan = clicks(5);
    assert!(plan.sub_task_done(0.9));
    assert!(plan.sub_task_done(0.9));
    assert!(!plan.sub_task_done(0.9));
    assert_eq!(
        plan.step().map(|step| step.description.as_str()),
        Some(LOOK)
    );
    assert!(!plan.is_done());
    assert!(!clicks(2).sub_task_done(1.0));
}
