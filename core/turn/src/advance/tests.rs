#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any_thought;
mod leaks;
mod limits;
mod person;
mod properties;
mod recorded;
mod thinking;
mod trust;

use screen_agent_page::{Node, Observation, ScrollContainer};

use super::*;
use crate::next::{Call, Reply};
use crate::testing::{
    at, click, decided, finish, holding, node, observed, proposed, reported, saying, screen, set,
    task,
};
use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, ProposeFailure};
use screen_agent_action::step::Report;

/// A task and what its last event called for.
struct Play {
    task: Task,
    notes: Vec<Note>,
    next: Next,
}

impl Play {
    fn of(query: &str) -> Self {
        Self {
            task: task(query),
            notes: Vec::new(),
            next: Next::refused(Refusal::NotAsked),
        }
    }

    fn on(mut self, event: Event) -> Self {
        (self.task, self.notes, self.next) = advance(self.task, event);
        self
    }

    fn see(self, screen: &Observation) -> Self {
        self.on(observed(screen.clone()))
    }

    fn propose(self, action: Action) -> Self {
        self.on(proposed(action))
    }

    fn reply(&self) -> &Reply {
        match &self.next {
            Next::Reply(reply) => reply,
            other => panic!("no reply but {other:?}"),
        }
    }

    fn asked(&self) -> &Ask {
        match &self.next {
            Next::Await(Call::Propose { ask }) => ask,
            other => panic!("no question to the proposer but {other:?}"),
        }
    }

    /// The action that the client was sent.
    fn sent(&self) -> &Action {
        match self.reply() {
            Reply::Act { action, .. } => action.action(),
            other => panic!("no action but {other:?}"),
        }
    }

    fn names(&self) -> Vec<String> {
        let values = crate::record::values(&self.notes, &self.next).unwrap();
        let name = |value: &serde_json::Value| value["effect"].as_str().unwrap().to_owned();
        values.iter().map(name).collect()
    }
}

fn form() -> Observation {
    screen(vec![node("1", "inp", "Name"), node("2", "link", "Orders")])
}

#[test]
fn a_task_goes_from_words_to_a_verified_end() {
    let typed = screen(vec![
        holding("1", "inp", "Name", "Ann"),
        node("2", "link", "Orders"),
    ]);
    let orders = at(screen(vec![]), "https://shop.test/orders");

    let play = Play::of("enter Ann as name and open the orders").see(&form());
    assert_eq!(play.names(), ["propose"]);
    assert_eq!(play.task.status, TaskStatus::Planning);

    let play = play.propose(set("1", "Ann"));
    assert_eq!(play.names(), ["record_step", "reply"]);
    assert_eq!(play.task.status, TaskStatus::Executing);
    assert_eq!(play.sent(), &set("1", "Ann"));
    assert_eq!(play.task.phase, Phase::WithClient);

    let play = play.see(&typed);
    assert_eq!(play.names(), ["record_verdict", "propose"]);
    assert!(play.asked().steps[0].verdict.as_ref().unwrap().met);

    let play = play
        .propose(click("2"))
        .see(&orders)
        .propose(finish("Done."));
    assert_eq!(play.task.status, TaskStatus::Completed);
    assert_eq!(play.task.result.as_deref(), Some("Done."));
    assert_eq!(play.task.steps.len(), 3);
    assert!(
        play.task
            .steps
            .iter()
            .all(|step| step.verdict.as_ref().unwrap().met)
    );
    match play.reply() {
        Reply::Act {
            verdict: Some(verdict),
            ..
        } => assert!(verdict.met),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_ended_task_is_left_alone() {
    let ended = Play::of("x").see(&form()).propose(finish("Done.")).task;
    for event in [observed(form()), proposed(click("2")), Event::Stopped] {
        let (task, notes, next) = advance(ended.clone(), event);
        assert_eq!(task, ended);
        assert_eq!(notes, []);
        assert_eq!(next, Next::refused(Refusal::Ended));
    }
}

#[test]
fn a_covered_target_is_uncovered_first() {
    let page = screen(vec![
        Node {
            covered: true,
            ..node("1", "btn", "Save")
        },
        node("2", "btn", "×"),
    ]);
    let play = Play::of("save").see(&page).propose(click("1"));
    let Action::Press { key, .. } = play.sent() else {
        assert_eq!(play.sent(), &click("2"));
        return;
    };
    assert_eq!(key, "Escape");
}

#[test]
fn a_missing_target_is_scrolled_to_only_where_there_is_more() {
    let mut page = form();
    page.containers.push(ScrollContainer {
        id: screen_agent_page::NodeId::new("9"),
        depth: "0%".to_owned(),
        has_more: true,
    });
    let play = Play::of("open 44").see(&page).propose(click("44"));
    let Reply::Act { scroll_reason, .. } = play.reply() else {
        panic!()
    };
    assert_eq!(
        scroll_reason.as_deref(),
        Some("control \"44\" is not in view")
    );
    assert!(matches!(
        play.sent(),
        Action::Scroll {
            down: true,
            id: Some(_),
            ..
        }
    ));

    let play = Play::of("open 44").see(&form()).propose(click("44"));
    assert_eq!(play.asked().refused.len(), 1);
}

#[test]
fn finishing_after_a_failed_step_is_not_believed() {
    let play = Play::of("open orders").see(&form()).propose(click("2"));
    let mut play = play.see(&form());
    assert!(!play.asked().steps[0].verdict.as_ref().unwrap().met);
    assert_eq!(play.task.status, TaskStatus::Correcting);
    for refusals in 1..=2 {
        play = play.propose(finish("Done."));
        assert_eq!(play.asked().refused.len(), refusals);
    }
    let play = play.propose(finish("Done."));
    assert_eq!(play.task.status, TaskStatus::Failed);
    assert!(matches!(play.sent(), Action::Fail { .. }));
}

#[test]
fn finishing_is_believed_once_another_way_worked() {
    let orders = at(form(), "https://shop.test/orders");
    let play = Play::of("open orders")
        .see(&form())
        .propose(click("2"))
        .see(&form());
    let play = play
        .propose(click("2"))
        .see(&orders)
        .propose(finish("Done."));
    assert_eq!(play.task.status, TaskStatus::Completed);
}

#[test]
fn an_end_without_success_is_a_fail_and_the_thought_says_so() {
    let play = Play::of("open orders")
        .see(&form())
        .propose(Action::Finish {
            text: Some("There are no orders here.".to_owned()),
            success: false,
        });
    let Reply::Act {
        thought, action, ..
    } = play.reply()
    else {
        panic!()
    };
    let reason = Some("There are no orders here.".to_owned());
    assert_eq!(action.action(), &Action::Fail { reason });
    assert_eq!(thought, "There are no orders here.");
    assert_eq!(play.task.status, TaskStatus::Failed);
}

#[test]
fn another_way_after_a_failure_is_a_correction_and_recorded_also_where_the_engine_finds_it() {
    let play = Play::of("enter Ann").see(&form()).propose(click("2"));
    let play = play.see(&form()).propose(set("1", "Ann"));
    assert_eq!(play.names(), ["record_correction", "record_step", "reply"]);
    let made = play.task.steps[1].correction.as_ref().unwrap();
    assert_eq!(
        (made.failed_step, made.strategy.word()),
        (0, "ALTERNATIVE_TOOL")
    );
    assert_eq!(
        made.reason,
        play.task.steps[0].verdict.as_ref().unwrap().reason
    );
}

#[test]
fn giving_up_says_why() {
    let play = Play::of("dance").see(&form()).on(decided(Decision::GiveUp {
        reason: "I do not know how to dance.".to_owned(),
    }));
    let Action::Fail { reason } = play.sent() else {
        panic!()
    };
    assert_eq!(reason.as_deref(), Some("I do not know how to dance."));
    assert_eq!(play.task.status, TaskStatus::Failed);
}

#[test]
fn memory_is_served_inside_the_turn() {
    let remember = Action::Remember {
        key: "who".to_owned(),
        value: "Ann".to_owned(),
    };
    let play = Play::of("x").see(&form()).propose(remember);
    assert_eq!(play.names(), ["record_step", "propose"]);
    assert_eq!(play.task.memory["who"], "Ann");
    assert!(play.asked().steps[0].report.state.is_some());
}

#[test]
fn an_empty_page_is_asked_for_in_full_where_the_client_can() {
    let bare = at(Observation::default(), "https://shop.test/");
    let Event::Observed { mut seen } = observed(bare.clone()) else {
        panic!()
    };
    seen.client.negotiate = true;
    let play = Play::of("open orders").on(Event::Observed { seen });
    assert!(matches!(play.reply(), Reply::NeedsContext { .. }));
    assert_eq!(Play::of("open orders").see(&bare).names(), ["propose"]);
}

#[test]
fn a_failure_that_the_client_reports_is_a_failure() {
    let play = Play::of("open orders").see(&form()).propose(click("2"));
    let report = Report {
        success: Some(false),
        code: Some("ELEMENT_NOT_FOUND".to_owned()),
        ..Report::default()
    };
    let play = play.on(reported(saying(form(), "news"), report));
    let verdict = play.asked().steps[0].verdict.clone().unwrap();
    assert!(!verdict.met);
    assert_eq!(
        verdict.reason,
        "what it was for is not on the page any more"
    );
    assert!(verdict.evidence[0].contains("ELEMENT_NOT_FOUND"));
}

#[test]
fn a_typed_password_is_not_recorded() {
    let page = screen(vec![node("1", "inp", "Password")]);
    let play = Play::of("log in with password hunter2")
        .see(&page)
        .propose(set("1", "hunter2"));
    assert_eq!(play.sent(), &set("1", "hunter2"));
    let kept = serde_json::to_string(&play.task.steps).unwrap();
    assert!(!kept.contains("hunter2"), "{kept}");
    assert_eq!(
        play.task.steps[0].action,
        set("1", screen_agent_words::HIDDEN)
    );
}

#[test]
fn an_outage_leaves_the_task_where_it_stands() {
    let failed = |failure| Event::ProposeFailed { failure };
    for (failure, why) in [
        (ProposeFailure::TimedOut, Refusal::TimedOut),
        (ProposeFailure::Unavailable, Refusal::Unavailable),
    ] {
        let play = Play::of("x").see(&form()).on(failed(failure));
        assert_eq!(play.reply(), &Reply::Refused { why });
        assert!(!play.task.status.is_terminal());
        assert_eq!(play.see(&form()).names(), ["propose"]);
    }
    let why = "two actions".to_owned();
    let unreadable = || failed(ProposeFailure::Unreadable { why: why.clone() });
    let play = Play::of("x").see(&form()).on(unreadable()).on(unreadable());
    assert_eq!(play.names(), ["propose"]);
    assert_eq!(play.on(unreadable()).task.status, TaskStatus::Failed);
}
