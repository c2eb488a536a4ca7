#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_page::{Line, LineKind, Run};

use super::*;
use screen_agent_action::expect::Expectation;
use screen_agent_action::step::{Maker, Report};
use screen_agent_action::testing::{at, being, click, node, saying, screen};

fn provided(condition: Condition, about: &str, actions: Vec<Measure>) -> Contingency {
    Contingency {
        condition,
        about: about.to_owned(),
        actions,
        ..Contingency::default()
    }
}

fn plan(contingencies: Vec<Contingency>) -> Plan {
    Plan {
        looks: Some(Looks::of(&screen(vec![node("1", "btn", "Buy")]))),
        contingencies,
        ..Plan::default()
    }
}

fn ask(plan: &mut Plan, screen: &Observation) -> Option<Remedy> {
    plan.contingency(&Situation {
        screen,
        words: "buy it, or else go to other.test and look there",
        step: None,
    })
}

fn act(action: Action, thought: &str) -> Option<Remedy> {
    Some(Remedy::Act {
        action,
        thought: thought.to_owned(),
    })
}

fn press(control: &str) -> Measure {
    Measure::Click {
        control: control.to_owned(),
    }
}

fn dialog(mut screen: Observation, title: &str) -> Observation {
    screen.lines.push(Line {
        kind: LineKind::Dialog,
        runs: vec![Run::Text(title.to_owned())],
        ..Line::default()
    });
    screen
}

#[test]
fn each_condition_is_judged_by_what_is_seen() {
    let buy = || screen(vec![node("1", "btn", "Buy now")]);
    let wrong = being(
        node("2", "inp", "City"),
        &[screen_agent_page::State::Invalid],
    );
    let failing = Observation {
        has_errors: true,
        ..saying(buy(), "Sold out today")
    };
    for (condition, about, seen, expected) in [
        (Condition::ElementMissing, "buy", buy(), false),
        (Condition::ElementMissing, "rent", buy(), true),
        (Condition::ElementMissing, "", buy(), false),
        (Condition::PopupDetected, "", buy(), false),
        (
            Condition::PopupDetected,
            "",
            dialog(buy(), "Newsletter"),
            true,
        ),
        (
            Condition::PopupDetected,
            "Cookies",
            dialog(buy(), "Newsletter"),
            false,
        ),
        (Condition::ErrorDisplayed, "", buy(), false),
        (Condition::ErrorDisplayed, "sold out", failing.clone(), true),
        (Condition::ErrorDisplayed, "old out", failing, false),
        (Condition::UrlChanged, "", buy(), false),
        (
            Condition::UrlChanged,
            "",
            at(buy(), "https://shop.test/start?page=2"),
            false,
        ),
        (
            Condition::UrlChanged,
            "",
            at(buy(), "https://shop.test/login"),
            true,
        ),
        (
            Condition::UrlChanged,
            "basket",
            at(buy(), "https://shop.test/login"),
            false,
        ),
        (Condition::FormValidation, "", buy(), false),
        (Condition::FormValidation, "", screen(vec![wrong]), true),
        (Condition::Custom, "", buy(), false),
        (Condition::Custom, "buy", buy(), true),
        (Condition::Custom, "still there", buy(), false),
    ] {
        let mut plan = plan(vec![provided(condition, about, vec![Measure::SkipStep])]);
        let there = ask(&mut plan, &seen) == Some(Remedy::SkipStep);
        assert_eq!(there, expected, "{condition:?} {about:?}");
    }
}

#[test]
fn what_the_client_did_not_find_is_missing() {
    let step = Step {
        index: 0,
        thought: String::new(),
        action: click("9"),
        target: None,
        expected: Expectation::default(),
        url: String::new(),
        report: Report {
            code: Some("ELEMENT_NOT_FOUND".to_owned()),
            ..Report::default()
        },
        verdict: None,
        by: Maker::Model,
        plan_step: Some(0),
        correction: None,
    };
    let seen = screen(vec![]);
    let mut plan = plan(vec![provided(
        Condition::ElementMissing,
        "",
        vec![Measure::Scroll { down: true }],
    )]);
    let remedy = plan.contingency(&Situation {
        screen: &seen,
        words: "",
        step: Some(&step),
    });
    let down = Action::Scroll {
        down: true,
        pages: 1.0,
        id: None,
    };
    assert_eq!(
        remedy,
        act(down, "What I need is not in view, so I scroll down.")
    );
}

#[test]
fn a_control_is_never_guessed() {
    let seen = |names: &[&str]| {
        let nodes = names.iter().enumerate();
        screen(
            nodes
                .map(|(id, name)| node(&id.to_string(), "btn", name))
                .collect(),
        )
    };
    for (names, expected) in [
        (vec!["No thanks", "Close"], Some("1")),
        (vec!["Close all", "close"], Some("1")),
        (vec!["Close this notice"], Some("0")),
        (vec!["Close", "Close"], None),
        (vec!["Close A", "Close B"], None),
        (vec!["Enclose"], None),
        (vec![], None),
    ] {
        let mut plan = plan(vec![provided(
            Condition::Custom,
            "welcome",
            vec![press("close")],
        )]);
        let found = match ask(&mut plan, &saying(seen(&names), "Welcome!")) {
            Some(Remedy::Act { action, .. }) => action.target().map(|id| id.as_str().to_owned()),
            _ => None,
        };
        assert_eq!(found.as_deref(), expected, "{names:?}");
    }
}

#[test]
fn nothing_is_tried_twice_and_the_most_important_comes_first() {
    let seen = saying(screen(vec![node("1", "btn", "Close")]), "Welcome!");
    let mut plan = plan(vec![
        provided(Condition::Custom, "welcome", vec![Measure::SkipStep]),
        Contingency {
            priority: 5,
            ..provided(
                Condition::Custom,
                "welcome",
                vec![
                    press("close"),
                    Measure::Wait { seconds: 90.0 },
                    Measure::ResumeMain,
                ],
            )
        },
    ]);
    let why = "The plan provides for what the page says, so I";
    assert_eq!(
        ask(&mut plan, &seen),
        act(click("1"), &format!("{why} click \"Close\"."))
    );
    assert_eq!(
        ask(&mut plan, &seen),
        act(
            Action::Wait { seconds: 10.0 },
            &format!("{why} wait a moment.")
        )
    );
    assert_eq!(ask(&mut plan, &seen), Some(Remedy::SkipStep));
    assert_eq!(ask(&mut plan, &seen), None);
}

#[test]
fn only_the_own_site_and_what_the_person_named_is_gone_to() {
    for (url, goes) in [
        ("https://shop.test/login", true),
        ("https://www.other.test/", true),
        ("https://evil.test/", false),
        ("https://evil.test/?next=other.test", false),
        ("https://other.test@evil.test/", false),
        ("https://other.test.evil.test/", false),
        ("javascript:alert(1)", false),
        ("file:///etc/passwd", false),
        ("/login", false),
    ] {
        let measure = Measure::Navigate {
            url: url.to_owned(),
        };
        let mut plan = plan(vec![provided(Condition::Custom, "buy", vec![measure])]);
        let seen = screen(vec![node("1", "btn", "Buy")]);
        assert_eq!(ask(&mut plan, &seen).is_some(), goes, "{url}");
    }
}
