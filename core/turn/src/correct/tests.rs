#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_page::{Facts, FormMethod, Node, NodeId, Observation, State};
use screen_agent_think::tries::{failed, refuses};

use super::*;
use crate::testing::{being, click, finish, node, saying, screen, set, task};
use crate::verify;
use screen_agent_action::Action;
use screen_agent_action::ask::{ChainLink, Decision, Proposal};
use screen_agent_action::expect::NextGoal;
use screen_agent_action::step::{Correction, Maker, Report, Strategy, TargetPrint};
use screen_agent_think::skill::Skill;
use screen_agent_words::HIDDEN;

fn verdict(met: bool) -> Verdict {
    Verdict {
        met,
        confidence: 0.95,
        reason: "nothing changed".to_owned(),
        tier: 1,
        evidence: Vec::new(),
        proof: screen_agent_action::step::Proof::default(),
    }
}

/// A step on a control as it was.
fn step(action: Action, on: Option<&Node>, met: bool) -> Step {
    Step {
        index: 0,
        thought: String::new(),
        expected: verify::expect(&action, on, "https://shop.test/start"),
        target: on.map(|node| TargetPrint {
            role: node.role.code().to_owned(),
            name: node.name.clone(),
            selector: None,
            ..TargetPrint::default()
        }),
        action,
        url: "https://shop.test/start".to_owned(),
        report: Report::default(),
        verdict: Some(verdict(met)),
        by: Maker::Model,
        plan_step: None,
        correction: None,
    }
}

fn after(steps: Vec<Step>) -> Task {
    let mut task = task("save the form");
    task.steps = steps;
    for (index, step) in task.steps.iter_mut().enumerate() {
        step.index = u16::try_from(index).unwrap();
    }
    task
}

fn wait() -> Action {
    Action::Wait { seconds: 2.0 }
}

fn down() -> Action {
    Action::Scroll {
        down: true,
        pages: 1.0,
        id: None,
    }
}

fn paused(failed: u16) -> Step {
    Step {
        by: Maker::Rule,
        correction: Some(Correction {
            failed_step: failed,
            strategy: Strategy::RetryWithDelay,
            reason: String::new(),
        }),
        ..step(wait(), None, true)
    }
}

fn coded(mut step: Step, code: &str) -> Step {
    step.report.code = Some(code.to_owned());
    step
}

fn menu_button() -> Node {
    Node {
        facts: Facts {
            popup: Some("menu".to_owned()),
            ..Facts::default()
        },
        ..node("1", "btn", "People")
    }
}

/// The action, its strategy, and whether it only prepares.
fn fix(task: &Task, screen: &Observation, skills: &[Skill]) -> Option<(Action, Strategy, bool)> {
    let proposal = remedy(task, screen, skills)?;
    let correction = proposal.correction.unwrap();
    let Decision::Act { action } = proposal.decision else {
        panic!()
    };
    assert_eq!(proposal.by, Maker::Rule);
    assert_eq!(
        Some(correction.failed_step),
        failed(&task.steps).map(|step| step.index)
    );
    Some((action, correction.strategy, proposal.prepares))
}

#[test]
fn nothing_is_put_right_where_nothing_failed() {
    let page = screen(vec![node("2", "btn", "Save")]);
    let save = node("1", "btn", "Save");
    assert_eq!(fix(&after(vec![]), &page, &[]), None);
    assert_eq!(
        fix(
            &after(vec![step(click("1"), Some(&save), true)]),
            &page,
            &[]
        ),
        None
    );
}

#[test]
fn a_control_is_found_again_under_another_id() {
    let save = node("1", "btn", "Save");
    let task = after(vec![step(click("1"), Some(&save), false)]);
    let other = Some((click("2"), Strategy::AlternativeSelector, false));
    for (name, nodes, expected) in [
        (
            "one alike",
            vec![node("2", "btn", "Save"), node("3", "btn", "Close")],
            other.clone(),
        ),
        (
            "id reused",
            vec![node("1", "btn", "Close"), node("2", "btn", "Save")],
            other.clone(),
        ),
        ("part of a name", vec![node("2", "btn", "Save all")], other),
        (
            "two alike",
            vec![node("2", "btn", "Save"), node("3", "btn", "Save")],
            None,
        ),
        ("another kind", vec![node("2", "link", "Save")], None),
        ("none alike", vec![node("2", "btn", "Close")], None),
        (
            "still there",
            vec![node("1", "btn", "Save"), node("2", "btn", "Save as")],
            None,
        ),
    ] {
        assert_eq!(fix(&task, &screen(nodes), &[]), expected, "{name}");
    }
}

#[test]
fn a_secret_is_not_typed_again_by_rule() {
    let field = node("1", "inp", "Password");
    let task = after(vec![step(set("1", HIDDEN), Some(&field), false)]);
    assert_eq!(
        fix(&task, &screen(vec![node("2", "inp", "Password")]), &[]),
        None
    );
}

#[test]
fn what_passes_is_waited_for_but_not_for_ever() {
    let save = node("1", "btn", "Save");
    let page = screen(vec![save.clone()]);
    let missed = || step(click("1"), Some(&save), false);
    let pause = Some((wait(), Strategy::RetryWithDelay, true));
    for code in ["TIMEOUT", "NETWORK_ERROR", "ACTION_TIMEOUT"] {
        assert_eq!(
            fix(&after(vec![coded(missed(), code)]), &page, &[]),
            pause,
            "{code}"
        );
    }
    for code in ["DISABLED", "ACTION_FAILED"] {
        assert_eq!(
            fix(&after(vec![coded(missed(), code)]), &page, &[]),
            None,
            "{code}"
        );
    }
    let loading = saying(page.clone(), "Loading…");
    assert_eq!(fix(&after(vec![missed()]), &loading, &[]), pause);
    let slow = |pauses: usize| {
        let mut steps = vec![coded(missed(), "TIMEOUT")];
        for _ in 0..pauses {
            steps.extend([paused(0), coded(missed(), "TIMEOUT")]);
        }
        fix(&after(steps), &page, &[])
    };
    assert_eq!(slow(1), pause);
    assert_eq!(slow(2), None);
}

#[test]
fn what_is_out_of_view_is_looked_for_further_down() {
    let save = node("1", "btn", "Save");
    let below = |mut page: Observation| {
        page.scroll_position = Some("20%".to_owned());
        page
    };
    let gone = || step(click("1"), Some(&save), false);
    let look = Some((down(), Strategy::GatherInformation, true));
    assert_eq!(fix(&after(vec![gone()]), &below(screen(vec![])), &[]), look);
    assert_eq!(fix(&after(vec![gone()]), &screen(vec![]), &[]), None);
    let mut wanting = step(click("1"), Some(&save), false);
    wanting.expected.next_goal = Some(NextGoal {
        text: Some("Check out".to_owned()),
        required: true,
        ..NextGoal::default()
    });
    let page = below(screen(vec![save.clone()]));
    assert_eq!(fix(&after(vec![wanting.clone()]), &page, &[]), look);
    let there = saying(page, "Check out");
    assert_eq!(fix(&after(vec![wanting]), &there, &[]), None);
    let vain = after(vec![gone(), step(down(), None, false)]);
    assert_eq!(fix(&vain, &below(screen(vec![])), &[]), None);
}

#[test]
fn a_fix_that_worked_here_is_done_again_where_it_is_meant() {
    let save = node("1", "btn", "Save");
    let page = screen(vec![save.clone(), node("2", "link", "Save all")]);
    let task = after(vec![step(click("1"), Some(&save), false)]);
    let known = |goal: &str, tries, wins| Skill {
        goal: goal.to_owned(),
        failed: "click btn \"Save\"".to_owned(),
        fix: "click link \"Save all\"".to_owned(),
        tries,
        wins,
    };
    let done = Some((click("2"), Strategy::AlternativeSelector, false));
    assert_eq!(fix(&task, &page, &[known("save form", 2, 1)]), done);
    assert_eq!(fix(&task, &page, &[known("save form", 3, 1)]), None);
    assert_eq!(fix(&task, &page, &[known("delete form", 2, 2)]), None);
    let tried = after(vec![
        step(click("2"), Some(&page.nodes[1]), false),
        step(click("1"), Some(&save), false),
    ]);
    assert_eq!(fix(&tried, &page, &[known("save form", 2, 2)]), None);
}

#[test]
fn what_failed_is_not_tried_again() {
    let save = node("1", "btn", "Save");
    let page = screen(vec![save.clone(), node("2", "btn", "Save all")]);
    let no = Some("it has been tried already and did not work".to_owned());
    let miss = |id: &str| step(click(id), page.node(&NodeId::new(id)), false);
    let cleared = Step {
        by: Maker::Rule,
        ..step(click("7"), None, true)
    };
    let gone = |id: &str| {
        let mut step = miss(id);
        step.report.code = Some("ELEMENT_NOT_FOUND".to_owned());
        step
    };
    for (name, steps, action, expected) in [
        ("first", vec![], click("1"), None),
        ("gone, and back", vec![gone("1")], click("1"), None),
        (
            "gone, and still so",
            vec![gone("7")],
            click("7"),
            no.clone(),
        ),
        (
            "gone twice",
            vec![gone("1"), gone("1")],
            click("1"),
            no.clone(),
        ),
        ("failed", vec![miss("1")], click("1"), no.clone()),
        ("other", vec![miss("1")], click("2"), None),
        (
            "earlier try",
            vec![miss("1"), miss("2")],
            click("1"),
            no.clone(),
        ),
        (
            "beyond a look",
            vec![miss("1"), step(down(), None, true)],
            click("1"),
            no.clone(),
        ),
        (
            "beyond an overlay",
            vec![miss("1"), cleared],
            click("1"),
            no.clone(),
        ),
        (
            "after a pause",
            vec![miss("1"), paused(0)],
            click("1"),
            None,
        ),
        (
            "after a pause, twice",
            vec![miss("1"), paused(0), miss("1"), paused(2)],
            click("1"),
            no,
        ),
        (
            "another step since",
            vec![miss("1"), step(set("3", "x"), None, true)],
            click("1"),
            None,
        ),
    ] {
        assert_eq!(
            refuses(&after(steps).steps, &page, &action),
            expected,
            "{name}"
        );
    }
    let secret = after(vec![step(set("1", HIDDEN), None, false)]);
    assert!(refuses(&secret.steps, &page, &set("1", "hunter2")).is_some());
}

#[test]
fn an_open_menu_wants_one_of_its_items() {
    let page = |state: State| {
        screen(vec![
            being(menu_button(), &[state]),
            node("2", "btn", "Reports"),
            node("3", "menuitem", "New"),
        ])
    };
    let open = page(State::Expanded);
    let opened = || step(click("1"), Some(&menu_button()), true);
    let missed = || step(click("9"), Some(&node("9", "btn", "New")), false);
    let no = Some("a menu is open: one of its items has to be chosen".to_owned());
    for (name, steps, action, screen, expected) in [
        (
            "another button",
            vec![opened(), missed()],
            click("2"),
            &open,
            no.clone(),
        ),
        ("an item", vec![opened(), missed()], click("3"), &open, None),
        ("a key", vec![opened(), missed()], down(), &open, None),
        ("nothing failed", vec![opened()], click("2"), &open, None),
        (
            "closed again",
            vec![opened(), missed()],
            click("2"),
            &page(State::Collapsed),
            None,
        ),
        ("no menu", vec![missed()], click("2"), &open, None),
        (
            "opening itself was missed",
            vec![step(click("1"), Some(&menu_button()), false)],
            click("2"),
            &open,
            no,
        ),
    ] {
        assert_eq!(
            refuses(&after(steps).steps, screen, &action),
            expected,
            "{name}"
        );
    }
}

#[test]
fn a_strategy_is_told_from_what_is_done_instead() {
    let failed = step(click("1"), None, false);
    let go = Action::Navigate {
        url: "https://shop.test/".to_owned(),
        new_tab: false,
    };
    let find = Action::FindText {
        text: "Save".to_owned(),
    };
    for (action, expected) in [
        (click("2"), Strategy::AlternativeSelector),
        (click("1"), Strategy::RetryWithDelay),
        (wait(), Strategy::RetryWithDelay),
        (
            Action::DoubleClick {
                id: NodeId::new("1"),
            },
            Strategy::AlternativeTool,
        ),
        (set("1", "x"), Strategy::AlternativeTool),
        (down(), Strategy::GatherInformation),
        (find, Strategy::GatherInformation),
        (go, Strategy::UpdatePlan),
        (Action::GoBack, Strategy::UpdatePlan),
    ] {
        assert_eq!(strategy_for(&failed, &action), expected, "{action:?}");
    }
}

fn by_model(action: Action, confidence: Option<f32>) -> Proposal {
    Proposal {
        by: Maker::Model,
        confidence,
        ..Proposal::new("As asked.", Decision::Act { action })
    }
}

#[test]
fn a_correction_says_what_it_puts_right() {
    let task = after(vec![
        step(set("3", "x"), None, true),
        step(click("1"), None, false),
    ]);
    let unnamed = attributed(&task, by_model(click("2"), None));
    let made = |strategy, reason: &str| {
        Some(Correction {
            failed_step: 1,
            strategy,
            reason: reason.to_owned(),
        })
    };
    assert_eq!(
        unnamed.correction,
        made(Strategy::AlternativeSelector, "nothing changed")
    );
    let mut named = by_model(click("2"), None);
    named.correction = Some(Correction {
        failed_step: 40,
        strategy: Strategy::UpdatePlan,
        reason: "the page\nwants more".to_owned(),
    });
    let named = attributed(&task, named);
    assert_eq!(
        named.correction,
        made(Strategy::UpdatePlan, "the page wants more")
    );
    let fine = after(vec![step(click("1"), None, true)]);
    assert_eq!(attributed(&fine, named).correction, None);
}

#[test]
fn a_critic_looks_at_doubtful_ends_and_at_what_lasts() {
    let posting = |name: &str| Node {
        facts: Facts {
            tag: Some("button".to_owned()),
            submits: true,
            form_method: Some(FormMethod::Post),
            ..Facts::default()
        },
        ..node("5", "btn", name)
    };
    let page = screen(vec![
        node("1", "btn", "Delete account"),
        node("2", "btn", "Show details"),
        node("3", "link", "Order history"),
        node("4", "btn", "Continue"),
        posting("Continue"),
    ]);
    let fine = || vec![step(click("2"), None, true)];
    let failing = || vec![step(click("2"), None, false), step(click("3"), None, true)];
    let fail = Action::Fail { reason: None };
    for (name, steps, action, sure, expected) in [
        ("sure", fine(), finish("done"), Some(0.85), false),
        ("not told", fine(), finish("done"), None, false),
        ("doubtful", fine(), finish("done"), Some(0.84), true),
        ("giving up in doubt", fine(), fail.clone(), Some(0.5), true),
        (
            "after a failure",
            failing(),
            finish("done"),
            Some(0.99),
            true,
        ),
        ("giving up after a failure", failing(), fail, None, true),
        ("grave", fine(), click("1"), Some(0.99), true),
        ("only looks", fine(), click("2"), Some(0.2), false),
        ("a noun", fine(), click("3"), None, false),
        ("plain", fine(), click("4"), None, false),
        ("posts", fine(), click("5"), None, true),
        ("types", fine(), set("9", "x"), None, false),
        (
            "runs code",
            fine(),
            Action::Evaluate {
                code: "1".to_owned(),
            },
            None,
            true,
        ),
    ] {
        let proposal = by_model(action, sure);
        assert_eq!(
            needs_critic(&after(steps), &page, &proposal),
            expected,
            "{name}"
        );
    }
    let engine = Proposal::new("As asked.", Decision::Act { action: click("1") });
    assert!(!needs_critic(&after(vec![]), &page, &engine));
    let mut chained = by_model(set("9", "x"), None);
    chained.chain = vec![ChainLink {
        action: click("1"),
        description: String::new(),
    }];
    assert!(needs_critic(&after(vec![]), &page, &chained));
}

#[test]
fn a_key_is_weighed_by_what_has_the_keyboard() {
    let enter = || {
        by_model(
            Action::Press {
                key: "Enter".to_owned(),
                modifiers: Vec::new(),
            },
            None,
        )
    };
    let focused = |method, multiline| {
        let facts = Facts {
            tag: Some("input".to_owned()),
            form_method: Some(method),
            multiline,
            ..Facts::default()
        };
        screen(vec![Node {
            facts,
            ..being(node("1", "inp", "Name"), &[State::Focused])
        }])
    };
    let task = after(vec![]);
    assert!(needs_critic(
        &task,
        &focused(FormMethod::Post, false),
        &enter()
    ));
    assert!(!needs_critic(
        &task,
        &focused(FormMethod::Get, false),
        &enter()
    ));
    assert!(!needs_critic(
        &task,
        &focused(FormMethod::Post, true),
        &enter()
    ));
}

#[test]
fn success_is_shown_before_it_is_claimed_after_a_failure() {
    let ok = || step(click("1"), None, true);
    let miss = || step(click("1"), None, false);
    let claim = |met| {
        step(
            Action::VerifySuccess {
                description: "it is saved".to_owned(),
            },
            None,
            met,
        )
    };
    let judged = || {
        let mut step = ok();
        step.verdict.as_mut().unwrap().tier = 3;
        step
    };
    for (name, steps, expected) in [
        ("nothing done", vec![], false),
        ("all well", vec![ok(), ok()], false),
        ("failed last", vec![ok(), miss()], true),
        ("failed lately", vec![miss(), ok(), ok()], true),
        ("failed long ago", vec![miss(), ok(), ok(), ok()], false),
        ("shown since", vec![miss(), ok(), claim(true)], false),
        ("not shown", vec![miss(), ok(), claim(false)], true),
        ("judged since", vec![miss(), judged()], false),
    ] {
        assert_eq!(must_verify_first(&after(steps)), expected, "{name}");
    }
}
