#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use screen_agent_page::{DomMode, Node, Observation, Point};

use super::{Want, wants};
use crate::event::{Capabilities, Seen};
use crate::task::Task;
use crate::testing::{click, node, saying, screen, seen, task};
use screen_agent_action::step::{Maker, Report, Step, Verdict};
use screen_agent_think::models::ModelLimits;
use screen_agent_think::plan::{Plan, PlannedStep};

fn looking(screen: Observation, pictures: bool) -> Seen {
    Seen {
        client: Capabilities {
            negotiate: true,
            ..Capabilities::default()
        },
        models: Some(ModelLimits {
            window: 8_000,
            pictures,
            task_tokens: 0,
            task_micros: 0,
        }),
        ..seen(screen)
    }
}

fn placed(mut node: Node) -> Node {
    node.at = Some(Point { x: 1.0, y: 2.0 });
    node
}

fn said() -> Observation {
    saying(screen(vec![node("1", "btn", "Save")]), "Prices")
}

fn mode(want: Option<Want>) -> Option<DomMode> {
    want.map(|want| want.mode)
}

#[test]
fn words_decide_what_is_wanted() {
    let bare = screen(vec![node("1", "btn", "Save")]);
    let known = saying(
        screen(vec![placed(node("1", "btn", "Upload image"))]),
        "Prices",
    );
    for (query, screen, expected) in [
        ("how many orders are open", &bare, Some(DomMode::Full)),
        ("how many orders are open", &said(), None),
        ("press \"how many\"", &bare, None),
        ("save it", &bare, None),
        ("click the gear icon", &said(), Some(DomMode::Hybrid)),
        ("click the \"gear icon\"", &said(), None),
        ("press 'Logo' and don't open the 'banner'", &said(), None),
        ("upload image", &known, None),
        ("click the icon beside it", &known, Some(DomMode::Hybrid)),
        (
            "click the button at the bottom",
            &said(),
            Some(DomMode::Hybrid),
        ),
        ("click the button at the bottom", &known, None),
        ("pick the red one", &said(), Some(DomMode::Hybrid)),
        ("install silicon tools", &said(), None),
    ] {
        let want = wants(&task(query), &looking(screen.clone(), true));
        assert_eq!(mode(want), expected, "{query}");
    }
}

#[test]
fn colors_that_are_told_need_no_picture() {
    let mut screen = said();
    screen.nodes[0].color = Some("red".to_owned());
    let seen = looking(screen, true);
    assert_eq!(wants(&task("pick the red one"), &seen), None);
}

#[test]
fn what_looks_alike_is_looked_at_closer() {
    let twice = vec![node("1", "btn", "Edit"), node("2", "btn", "Edit")];
    let bare = screen(twice.clone());
    let lined = saying(screen(twice.clone()), "Orders");
    let boxed = screen(twice.into_iter().map(placed).collect());
    for (query, screen, pictures, expected) in [
        ("edit it", &bare, true, Some(DomMode::Hybrid)),
        ("edit it", &bare, false, Some(DomMode::Skeleton)),
        ("press \"Edit\"", &bare, false, Some(DomMode::Skeleton)),
        ("go home", &bare, true, None),
        ("edit it", &boxed, true, None),
        ("edit it", &lined, true, Some(DomMode::Hybrid)),
        ("edit it", &lined, false, Some(DomMode::Skeleton)),
    ] {
        let want = wants(&task(query), &looking(screen.clone(), pictures));
        assert_eq!(mode(want), expected, "{query} {pictures}");
    }
}

#[test]
fn a_want_says_exactly_what_and_why() {
    let twice = screen(vec![node("1", "btn", "Edit"), node("2", "btn", "Edit")]);
    let wanted = Want {
        mode: DomMode::Skeleton,
        screenshot: false,
        skeleton: true,
        reason: "2 controls have the same name, and nothing tells them apart".to_owned(),
    };
    assert_eq!(wants(&task("edit"), &looking(twice, false)), Some(wanted));
    let hybrid = wants(&task("click the icon"), &looking(said(), true)).unwrap();
    assert!(hybrid.screenshot && hybrid.skeleton);
    let full = wants(&task("how much is it"), &looking(screen(Vec::new()), true)).unwrap();
    assert!(!full.screenshot && !full.skeleton);
}

#[test]
fn nobody_is_asked_twice_or_in_vain() {
    let query = task("click the icon");
    let seen = looking(said(), true);
    assert!(wants(&query, &seen).is_some());

    let asked = {
        let mut task = query.clone();
        task.thinking.asked_more = Some(0);
        task
    };
    assert_eq!(wants(&asked, &seen), None);

    let narrow = Seen {
        client: Capabilities::default(),
        ..seen.clone()
    };
    assert_eq!(wants(&query, &narrow), None);

    let changed = |change: fn(&mut Observation)| {
        let mut screen = said();
        change(&mut screen);
        let screen = Arc::new(screen);
        wants(
            &query,
            &Seen {
                screen,
                ..seen.clone()
            },
        )
    };
    assert_eq!(changed(|screen| screen.mode = DomMode::Hybrid), None);
    assert_eq!(changed(|screen| screen.url.clear()), None);
    assert_eq!(
        changed(|screen| screen.heavy.screenshot = Some("aW1n".into())),
        None
    );
    assert!(changed(|_| {}).is_some());
}

#[test]
fn a_plan_is_looked_at_step_by_step() {
    let mut planned: Task = task("click the icon, then save");
    planned.thinking.plan = Some(Plan {
        steps: vec![PlannedStep {
            description: "Press Save".to_owned(),
            ..PlannedStep::default()
        }],
        ..Plan::default()
    });
    assert_eq!(wants(&planned, &looking(said(), true)), None);
}

/// A click that found nothing, and was seen to have done nothing.
fn lost(index: u16) -> Step {
    Step {
        index,
        thought: String::new(),
        action: click("1"),
        target: None,
        expected: Default::default(),
        url: String::new(),
        report: Report {
            success: Some(false),
            code: Some("ELEMENT_NOT_FOUND".to_owned()),
            ..Report::default()
        },
        verdict: Some(Verdict {
            met: false,
            confidence: 1.0,
            reason: String::new(),
            tier: 1,
            evidence: Vec::new(),
            proof: Default::default(),
        }),
        by: Maker::default(),
        plan_step: None,
        correction: None,
    }
}

#[test]
fn a_control_that_was_not_found_is_looked_for_in_the_skeleton_and_then_in_the_document() {
    let mut failing = task("save it");
    let seen = looking(said(), false);
    assert_eq!(mode(wants(&failing, &seen)), None);
    failing.steps.push(lost(0));
    assert_eq!(mode(wants(&failing, &seen)), Some(DomMode::Skeleton));
    failing.thinking.asked_more = Some(1);
    assert_eq!(mode(wants(&failing, &seen)), None);
    failing.steps.push(lost(1));
    assert_eq!(mode(wants(&failing, &seen)), Some(DomMode::Full));
    let mut other = lost(2);
    other.report.code = Some("TIMEOUT".to_owned());
    failing.steps.push(other);
    assert_eq!(mode(wants(&failing, &seen)), None);
}

#[test]
fn names_that_stand_more_than_once_are_told_apart_by_the_skeleton() {
    let twice = || screen(vec![node("1", "btn", "Edit"), node("2", "btn", "Edit")]);
    let seen = looking(saying(twice(), "Orders"), false);
    assert_eq!(mode(wants(&task("edit"), &seen)), Some(DomMode::Skeleton));
}
