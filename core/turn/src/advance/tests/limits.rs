use super::*;
use crate::task::MAX_FAILURES;
use screen_agent_action::status::MAX_STEPS;

#[test]
fn three_failures_in_a_row_end_the_task_honestly() {
    let mut play = Play::of("open orders").see(&form());
    for failures in 1..MAX_FAILURES {
        play = play.propose(click("2")).see(&form());
        assert_eq!(play.task.failures, failures);
        assert_eq!(play.task.tries, failures);
    }
    let play = play.propose(click("2")).see(&form());
    assert_eq!(play.task.status, TaskStatus::Failed);
    let Action::Fail {
        reason: Some(reason),
    } = play.sent()
    else {
        panic!()
    };
    assert_eq!(
        reason,
        "I tried 3 times in a row without success; at last nothing changed."
    );
}

#[test]
fn a_success_starts_the_count_again() {
    let changed = saying(form(), "news");
    let play = Play::of("open orders")
        .see(&form())
        .propose(click("2"))
        .see(&form());
    assert_eq!((play.task.tries, play.task.failures), (1, 1));
    let play = play.propose(click("2")).see(&changed);
    assert_eq!((play.task.tries, play.task.failures), (0, 0));
}

#[test]
fn a_long_checklist_is_carried_out_to_the_last_step() {
    let rows = |ticked: usize| {
        let row = |i: usize| {
            let states: &[screen_agent_page::State] = if i < ticked {
                &[screen_agent_page::State::Checked]
            } else {
                &[]
            };
            crate::testing::being(node(&i.to_string(), "chk", &format!("Row {i}")), states)
        };
        screen((0..MAX_STEPS).map(row).collect())
    };
    let check = |i: usize| Action::Check {
        id: screen_agent_page::NodeId::new(i.to_string()),
    };
    let mut play = Play::of("check every box").see(&rows(0));
    for i in 0..MAX_STEPS - 1 {
        play = play.propose(check(i)).see(&rows(i + 1));
    }
    let done = play.propose(finish("All checked."));
    assert_eq!(done.task.status, TaskStatus::Completed);
    assert_eq!(done.task.steps.len(), MAX_STEPS);
}

#[test]
fn a_task_without_steps_left_is_failed_and_says_so() {
    let page = |n: usize| saying(form(), &format!("line {n}"));
    let mut play = Play::of("click about").see(&page(0));
    for n in 0..MAX_STEPS {
        let action = if n % 2 == 0 { click("2") } else { click("1") };
        play = play.propose(action);
        if play.task.steps.len() < n + 1 {
            // The gate stops what is repeated too often; any other step will do here.
            play = play.propose(set("1", &n.to_string()));
        }
        play = play.see(&page(n + 1));
    }
    assert_eq!(
        play.reply(),
        &Reply::Refused {
            why: Refusal::OutOfSteps
        }
    );
    assert_eq!(play.task.status, TaskStatus::Failed);
    assert_eq!(play.task.steps.len(), MAX_STEPS);
}

#[test]
fn what_holds_already_is_not_set_a_third_time() {
    let page = screen(vec![holding("1", "inp", "Name", "Ann")]);
    let mut play = Play::of("enter Ann").see(&page);
    for _ in 0..2 {
        play = play.propose(set("1", "Ann")).see(&page);
    }
    let play = play.propose(set("1", "Ann"));
    assert_eq!(
        play.asked().refused[0].why,
        "it has been done and seen to hold already"
    );
    assert_eq!(play.task.steps.len(), 2);
}

#[test]
fn a_click_to_no_effect_is_stopped_by_the_gate() {
    let page = || {
        let focused = [screen_agent_page::State::Focused];
        screen(vec![crate::testing::being(
            node("1", "inp", "Name"),
            &focused,
        )])
    };
    let mut play = Play::of("click the name field").see(&page());
    for _ in 0..4 {
        play = play.propose(click("1")).see(&page());
        assert!(
            play.asked()
                .steps
                .last()
                .unwrap()
                .verdict
                .as_ref()
                .unwrap()
                .met
        );
    }
    let play = play.propose(click("1"));
    assert_eq!(play.asked().refused.len(), 1);
    assert_eq!(play.task.steps.len(), 4);
}
