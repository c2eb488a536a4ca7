#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use screen_agent_action::expect::Expectation;
use screen_agent_action::step::{Correction, Maker, Report, Step, Strategy, Verdict};
use screen_agent_action::testing::{click, node, screen, set};

fn target(role: &str, name: &str) -> TargetPrint {
    TargetPrint {
        role: role.to_owned(),
        name: name.to_owned(),
        selector: None,
        ..TargetPrint::default()
    }
}

fn skill(failed: &str, fix: &str, tries: u32, wins: u32) -> Skill {
    Skill {
        goal: "save".to_owned(),
        failed: failed.to_owned(),
        fix: fix.to_owned(),
        tries,
        wins,
    }
}

#[test]
fn a_wish_is_kept_without_what_belongs_to_one_occasion() {
    for (query, expected) in [
        ("Please save the form.", "save form"),
        ("Order \"two blue cups\" for me", "order"),
        (
            "write to ann@shop.test about order 4711",
            "write to about order",
        ),
        ("log in with password Sesame", "log in with password"),
        ("log in with password hunter2", "log in with password"),
        ("open https://shop.test/x", "open"),
        ("say \"open ended", "say open ended"),
        ("", ""),
    ] {
        assert_eq!(goal(query), expected, "{query:?}");
    }
    assert_eq!(goal(&"save it ".repeat(100)).chars().count(), GOAL);
}

#[test]
fn a_shape_holds_no_id_and_nothing_typed() {
    let button = target("btn", "Save\nall");
    let scroll = Action::Scroll {
        down: true,
        pages: 1.0,
        id: None,
    };
    let press = Action::Press {
        key: "Escape".to_owned(),
        modifiers: Vec::new(),
    };
    for (action, target, expected) in [
        (click("17"), Some(&button), "click btn \"Save all\""),
        (
            set("17", "Ann"),
            Some(&target("inp", "Name")),
            "setValue inp \"Name\"",
        ),
        (click("17"), None, "click"),
        (scroll, None, "scroll"),
        (press, None, "press Escape"),
    ] {
        assert_eq!(shape(&action, target), expected);
    }
    let long = target("btn", &"x".repeat(500));
    assert!(shape(&click("1"), Some(&long)).chars().count() < NAME + 20);
}

#[test]
fn fixes_that_mostly_work_are_told_best_first() {
    let skills = [
        skill("a", "never tried", 0, 0),
        skill("a", "half", 4, 2),
        skill("a", "less", 5, 2),
        skill("a", "always, often", 9, 9),
        skill("a", "always, once", 1, 1),
        skill("a", "mostly", 10, 9),
        skill("a", "two of three", 3, 2),
        skill("a", "three of five", 5, 3),
    ];
    let told: Vec<&str> = useful(&skills).iter().map(|s| s.fix.as_str()).collect();
    let expected = [
        "always, often",
        "always, once",
        "mostly",
        "two of three",
        "three of five",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_fix_is_done_only_to_the_one_control_that_it_means() {
    let screen = screen(vec![
        node("1", "btn", "Save"),
        node("2", "inp", "Name"),
        node("3", "btn", "More"),
        node("4", "btn", "More"),
    ]);
    for (fix, failed, expected) in [
        ("click btn \"Save\"", click("9"), Some(click("1"))),
        (
            "doubleClick btn \"Save\"",
            click("9"),
            Some(Action::DoubleClick {
                id: NodeId::new("1"),
            }),
        ),
        (
            "setValue inp \"Name\"",
            set("9", "Ann"),
            Some(set("2", "Ann")),
        ),
        ("setValue inp \"Name\"", click("9"), None),
        (
            "setValue inp \"Name\"",
            set("9", screen_agent_words::HIDDEN),
            None,
        ),
        ("click btn \"More\"", click("9"), None),
        ("click btn \"Gone\"", click("9"), None),
        ("goBack", click("9"), Some(Action::GoBack)),
        ("navigate", click("9"), None),
    ] {
        let skill = skill("x", fix, 1, 1);
        assert_eq!(grounded(&skill, &failed, &screen), expected, "{fix}");
    }
}

fn step(index: u16, action: Action, on: Option<TargetPrint>, met: bool) -> Step {
    Step {
        index,
        thought: String::new(),
        expected: Expectation::default(),
        target: on,
        action,
        url: String::new(),
        report: Report::default(),
        verdict: Some(Verdict {
            met,
            confidence: 0.95,
            reason: String::new(),
            tier: 1,
            evidence: Vec::new(),
            proof: screen_agent_action::step::Proof::default(),
        }),
        by: Maker::Model,
        plan_step: None,
        correction: None,
    }
}

#[test]
fn a_correction_teaches_whether_it_worked() {
    let correction = Some(Correction {
        failed_step: 0,
        strategy: Strategy::AlternativeSelector,
        reason: String::new(),
    });
    let learned = |fix: Step, domain: &str| {
        let steps = [step(0, click("1"), Some(target("btn", "Save")), false), fix];
        lesson("save the form", &steps, domain)
    };
    let fix = |met| Step {
        by: Maker::Model,
        correction: correction.clone(),
        ..step(1, click("2"), Some(target("link", "Save all")), met)
    };
    let expected = |worked| Lesson {
        domain: "shop.test".to_owned(),
        goal: "save form".to_owned(),
        failed: "click btn \"Save\"".to_owned(),
        fix: "click link \"Save all\"".to_owned(),
        worked,
    };
    assert_eq!(learned(fix(true), "shop.test"), Some(expected(true)));
    assert_eq!(learned(fix(false), "shop.test"), Some(expected(false)));
    assert_eq!(learned(fix(true), ""), None);
    let found_again = Step {
        by: Maker::Engine,
        ..fix(true)
    };
    assert_eq!(learned(found_again, "shop.test"), None);
    let unasked = Step {
        correction: None,
        ..fix(true)
    };
    assert_eq!(learned(unasked, "shop.test"), None);
    let pending = Step {
        verdict: None,
        ..fix(true)
    };
    assert_eq!(learned(pending, "shop.test"), None);
    let mut quiet = fix(true);
    quiet.expected.kind = OutcomeKind::Query;
    assert_eq!(learned(quiet, "shop.test"), None);
    let nameless = Step {
        target: Some(target("btn", " ")),
        ..fix(true)
    };
    assert_eq!(learned(nameless, "shop.test"), None);
    let again = Step {
        target: Some(target("btn", "Save")),
        ..fix(true)
    };
    assert_eq!(learned(again, "shop.test"), None);
}
