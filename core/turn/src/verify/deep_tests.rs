#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;
use screen_agent_think::Judgement;

use super::*;
use crate::testing::{at, being, click, holding, node, saying, screen, set};
use screen_agent_action::expect::NextGoal;
use screen_agent_action::step::Maker;
use screen_agent_page::State;

const LAST: Position = Position {
    last: true,
    simple: false,
    by_model: true,
};
const SIMPLE: Position = Position {
    simple: true,
    ..LAST
};
const MIDDLE: Position = Position {
    last: false,
    ..LAST
};
const ENGINE: Position = Position {
    by_model: false,
    ..SIMPLE
};

fn step(action: Action, kind: OutcomeKind, report: Report) -> Step {
    Step {
        index: 0,
        thought: String::new(),
        action,
        target: None,
        expected: Expectation {
            kind,
            ..Expectation::default()
        },
        url: "https://shop.test/start".to_owned(),
        report,
        verdict: None,
        by: Maker::Model,
        plan_step: None,
        correction: None,
    }
}

fn found(met: bool, confidence: f32, evidence: &[&str]) -> Verdict {
    Verdict {
        met,
        confidence,
        reason: "as seen".to_owned(),
        tier: 1,
        evidence: evidence.iter().map(|&note| note.to_owned()).collect(),
        proof: screen_agent_action::step::Proof::default(),
    }
}

fn said(succeeded: bool, completed: bool, part: Option<bool>, confidence: f32) -> Judgement {
    Judgement {
        action_succeeded: succeeded,
        task_completed: completed,
        sub_task_completed: part,
        confidence,
        reason: "It shows.".to_owned(),
        answer: None,
        need: None,
    }
}

const MOVED: &[&str] = &["address: other path"];
const STAYED: &[&str] = &["address: the same"];

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn models_are_asked_only_where_rules_do_not_settle_it() {
    use OutcomeKind::{Dropdown, Field, Generic, Navigation, Query};
    let witnessed = Report {
        dom: Some(true),
        ..Report::default()
    };
    let none = Report::default;
    for (name, kind, report, verdict, position, expected) in [
        (
            "missed",
            Generic,
            none(),
            found(false, 0.2, STAYED),
            LAST,
            Depth::Rules,
        ),
        (
            "engine",
            Generic,
            none(),
            found(true, 0.95, STAYED),
            ENGINE,
            Depth::Rules,
        ),
        (
            "not last",
            Generic,
            none(),
            found(true, 0.95, STAYED),
            MIDDLE,
            Depth::Rules,
        ),
        (
            "last",
            Generic,
            none(),
            found(true, 0.95, STAYED),
            LAST,
            Depth::Glance,
        ),
        (
            "field",
            Field,
            none(),
            found(true, 0.95, STAYED),
            LAST,
            Depth::Glance,
        ),
        (
            "list",
            Dropdown,
            none(),
            found(true, 0.95, STAYED),
            LAST,
            Depth::Rules,
        ),
        (
            "reads",
            Query,
            none(),
            found(true, 1.0, STAYED),
            LAST,
            Depth::Rules,
        ),
        (
            "simple, moved",
            Navigation,
            none(),
            found(true, 1.0, MOVED),
            SIMPLE,
            Depth::Rules,
        ),
        (
            "simple, stayed",
            Navigation,
            none(),
            found(true, 0.95, STAYED),
            SIMPLE,
            Depth::Glance,
        ),
        (
            "moved",
            Navigation,
            none(),
            found(true, 1.0, MOVED),
            LAST,
            Depth::Glance,
        ),
        (
            "witness",
            Generic,
            witnessed.clone(),
            found(true, 0.7, &[]),
            MIDDLE,
            Depth::Judge,
        ),
        (
            "witness, last",
            Generic,
            witnessed.clone(),
            found(true, 0.7, &[]),
            LAST,
            Depth::Judge,
        ),
        (
            "keyboard",
            Generic,
            none(),
            found(true, 0.7, &[]),
            MIDDLE,
            Depth::Judge,
        ),
        (
            "witness, engine",
            Generic,
            witnessed,
            found(true, 0.7, &[]),
            ENGINE,
            Depth::Rules,
        ),
    ] {
        let step = step(click("1"), kind, report);
        assert_eq!(depth(&step, &verdict, &position), expected, "{name}");
    }
}

#[test]
fn what_only_cleared_the_way_is_not_judged() {
    let cleared = Step {
        by: Maker::Rule,
        ..step(click("1"), OutcomeKind::Generic, Report::default())
    };
    let met = found(true, 0.95, STAYED);
    assert_eq!(depth(&cleared, &met, &SIMPLE), Depth::Rules);
    let went = Step {
        expected: Expectation {
            kind: OutcomeKind::Navigation,
            ..Expectation::default()
        },
        ..cleared.clone()
    };
    assert!(!goal_by_rules(&went, &found(true, 1.0, MOVED), &SIMPLE));
    let fixed = Step {
        correction: Some(screen_agent_action::step::Correction {
            failed_step: 0,
            strategy: screen_agent_action::step::Strategy::AlternativeSelector,
            reason: String::new(),
        }),
        ..cleared
    };
    assert_eq!(depth(&fixed, &met, &SIMPLE), Depth::Glance);
}

#[test]
fn rules_alone_call_only_a_single_navigation_done() {
    use OutcomeKind::{Generic, Navigation};
    let go = || Action::Navigate {
        url: "https://shop.test/start".to_owned(),
        new_tab: false,
    };
    for (name, action, kind, verdict, position, expected) in [
        (
            "went",
            click("1"),
            Navigation,
            found(true, 1.0, MOVED),
            SIMPLE,
            true,
        ),
        (
            "was there",
            go(),
            Navigation,
            found(true, 1.0, STAYED),
            SIMPLE,
            true,
        ),
        (
            "stayed",
            click("1"),
            Navigation,
            found(true, 1.0, STAYED),
            SIMPLE,
            false,
        ),
        (
            "complex",
            click("1"),
            Navigation,
            found(true, 1.0, MOVED),
            LAST,
            false,
        ),
        (
            "missed",
            go(),
            Navigation,
            found(false, 0.8, MOVED),
            SIMPLE,
            false,
        ),
        (
            "button",
            click("1"),
            Generic,
            found(true, 0.95, MOVED),
            SIMPLE,
            false,
        ),
        (
            "engine",
            click("1"),
            Navigation,
            found(true, 1.0, MOVED),
            ENGINE,
            false,
        ),
    ] {
        let step = step(action, kind, Report::default());
        assert_eq!(
            goal_by_rules(&step, &verdict, &position),
            expected,
            "{name}"
        );
    }
}

/// Met, goal, part done, deeper.
type Outcome = (bool, bool, bool, bool);

fn outcome(verdict: Verdict, said: &Judgement, depth: Depth, weak: bool, at: Position) -> Outcome {
    let judged = judged(verdict, said, depth, weak, &at);
    (
        judged.verdict.met,
        judged.goal,
        judged.sub_task_done,
        judged.deeper,
    )
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn a_judgement_counts_from_its_figures_on() {
    for (name, answer, weak, expected) in [
        (
            "success at .7",
            said(true, false, None, 0.7),
            false,
            (true, false, false, false),
        ),
        (
            "under .7",
            said(true, true, None, 0.69),
            false,
            (false, false, false, false),
        ),
        (
            "weak at .6",
            said(true, false, None, 0.6),
            true,
            (true, false, false, false),
        ),
        (
            "weak under .6",
            said(true, false, None, 0.59),
            true,
            (false, false, false, false),
        ),
        (
            "weak, completed at .6",
            said(true, true, None, 0.65),
            true,
            (true, false, false, false),
        ),
        (
            "weak, completed at .7",
            said(true, true, None, 0.7),
            true,
            (true, true, false, false),
        ),
        (
            "completed",
            said(true, true, None, 0.7),
            false,
            (true, true, false, false),
        ),
        (
            "completed without success",
            said(false, true, None, 1.0),
            false,
            (false, false, false, false),
        ),
        (
            "part",
            said(true, false, Some(true), 0.7),
            false,
            (true, false, true, false),
        ),
        (
            "weak part",
            said(true, false, Some(true), 0.65),
            true,
            (true, false, false, false),
        ),
        (
            "no figure",
            said(true, true, None, f32::NAN),
            false,
            (false, false, false, false),
        ),
        (
            "beyond 1",
            said(true, true, None, 7.0),
            false,
            (false, false, false, false),
        ),
    ] {
        let rules = found(true, 0.95, STAYED);
        assert_eq!(
            outcome(rules, &answer, Depth::Judge, weak, LAST),
            expected,
            "{name}"
        );
    }
}

#[test]
fn a_glance_counts_only_in_plain_sight() {
    let done = || said(true, true, None, 0.9);
    for (name, answer, evidence, position, expected) in [
        ("simple", done(), STAYED, SIMPLE, (true, true, false, false)),
        ("moved", done(), MOVED, LAST, (true, true, false, false)),
        ("neither", done(), STAYED, LAST, (true, false, false, true)),
        (
            "not done",
            said(true, false, None, 0.9),
            STAYED,
            LAST,
            (true, false, false, false),
        ),
        (
            "doubt",
            said(false, false, None, 0.9),
            STAYED,
            SIMPLE,
            (false, false, false, true),
        ),
        (
            "unsure",
            said(true, true, None, 0.5),
            STAYED,
            SIMPLE,
            (false, false, false, true),
        ),
    ] {
        let rules = found(true, 0.95, evidence);
        assert_eq!(
            outcome(rules, &answer, Depth::Glance, false, position),
            expected,
            "{name}"
        );
    }
}

#[test]
fn a_judgement_clears_a_doubt_of_a_glance_but_not_of_a_rule() {
    let doubted = judged(
        found(true, 0.95, STAYED),
        &said(false, false, None, 0.9),
        Depth::Glance,
        false,
        &LAST,
    );
    let yes = said(true, true, None, 0.9);
    let cleared = outcome(doubted.verdict, &yes, Depth::Judge, false, LAST);
    assert_eq!(cleared, (true, true, false, false));
    let missed = found(false, 0.2, STAYED);
    let kept = judged(missed, &yes, Depth::Judge, false, &LAST);
    assert!(!kept.verdict.met && !kept.goal);
    assert_eq!(kept.verdict.reason, "as seen");
}

#[test]
fn the_tier_and_what_it_saved_stand_in_the_evidence() {
    let rules = || found(true, 0.95, STAYED);
    let yes = said(true, false, None, 0.9);
    for (depth, tier, note) in [
        (Depth::Glance, 2, "tier 2 decided, 300 tokens saved"),
        (Depth::Judge, 3, "tier 3 decided, 0 tokens saved"),
    ] {
        let verdict = judged(rules(), &yes, depth, false, &LAST).verdict;
        assert_eq!(verdict.tier, tier);
        assert_eq!(verdict.evidence, ["address: the same", note]);
    }
    let twice = judged(rules(), &yes, Depth::Glance, false, &LAST).verdict;
    let twice = judged(twice, &yes, Depth::Judge, false, &LAST).verdict;
    assert_eq!(twice.evidence.len(), 2);
}

#[test]
fn without_a_needed_model_nothing_is_verified() {
    let verdict = undecided(found(true, 0.95, STAYED));
    assert_eq!((verdict.met, verdict.confidence), (false, 0.0));
    assert_eq!(
        verdict.reason,
        "it could not be verified, since no model answered"
    );
}

#[test]
fn a_claim_holds_from_the_same_figures_on() {
    assert!(confirmed(&said(true, false, None, 0.7), false));
    assert!(!confirmed(&said(true, true, None, 0.65), false));
    assert!(confirmed(&said(true, false, None, 0.65), true));
    assert!(!confirmed(&said(false, true, None, 1.0), true));
}

/// The verdict on an action whose client told of its own checks.
fn checked(action: Action, report: Report, before: &Observation, now: &Observation) -> Verdict {
    let target = action.target().and_then(|id| before.node(id)).cloned();
    let step = Step {
        expected: expect(&action, target.as_ref(), &before.url),
        ..step(action, OutcomeKind::Generic, Report::default())
    };
    verify(&step, Some(&super::before(before)), &report, now)
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn a_clients_checks_take_away_what_is_not_proven_and_give_nothing() {
    let page = || {
        screen(vec![
            node("1", "btn", "Add"),
            node("2", "inp", "Name"),
            being(node("3", "btn", "More"), &[State::Collapsed]),
        ])
    };
    let changed = || saying(page(), "Something else");
    let failing = || Report {
        errors: vec!["Out of stock".to_owned()],
        ..Report::default()
    };
    let found = |yes| Report {
        element_found: Some(yes),
        ..Report::default()
    };
    let passed = |yes| Report {
        passed: Some(yes),
        successes: vec!["Saved".to_owned()],
        ..Report::default()
    };
    let mut typed = page();
    typed.nodes[1] = holding("2", "inp", "Name", "Ann");
    let went = || at(page(), "https://shop.test/cart");
    for (name, action, report, now, expected) in [
        ("error", click("1"), failing(), changed(), (false, 0.8)),
        (
            "not found",
            click("1"),
            found(false),
            changed(),
            (false, 0.6),
        ),
        (
            "check failed",
            click("1"),
            passed(false),
            changed(),
            (false, 0.6),
        ),
        ("found", click("1"), found(true), changed(), (true, 0.95)),
        (
            "found, but nothing changed",
            click("1"),
            found(true),
            page(),
            (false, 0.4),
        ),
        (
            "passed, but nothing changed",
            click("1"),
            passed(true),
            page(),
            (false, 0.2),
        ),
        (
            "error, but the value holds",
            set("2", "Ann"),
            failing(),
            typed,
            (true, 0.95),
        ),
        (
            "not found, but another page",
            click("1"),
            found(false),
            went(),
            (true, 0.95),
        ),
    ] {
        let verdict = checked(action, report, &page(), &now);
        assert_eq!((verdict.met, verdict.confidence), expected, "{name}");
    }
}

#[test]
fn what_the_next_step_needs_outweighs_a_message() {
    let page = screen(vec![node("1", "btn", "Add")]);
    let mut step = step(click("1"), OutcomeKind::Generic, Report::default());
    step.expected.next_goal = Some(NextGoal {
        text: Some("Check out".to_owned()),
        required: true,
        ..NextGoal::default()
    });
    let report = Report {
        errors: vec!["Cookies are off".to_owned()],
        ..Report::default()
    };
    let before = before(&page);
    let now = screen(vec![node("1", "btn", "Add"), node("2", "btn", "Check out")]);
    let verdict = verify(&step, Some(&before), &report, &now);
    assert!(verdict.met, "{}", verdict.reason);
    assert!(
        verdict
            .evidence
            .contains(&"client: error \"Cookies are off\"".to_owned())
    );
    let elsewhere = saying(page, "Something else");
    assert!(!verify(&step, Some(&before), &report, &elsewhere).met);
}

#[test]
fn a_typed_secret_is_not_repeated_by_a_message() {
    let report = screen_agent_action::mask::without_words(Report {
        errors: vec!["hunter2 is too short".to_owned()],
        successes: vec!["hunter2 is fine".to_owned()],
        downloads: vec!["hunter2.txt".to_owned()],
        passed: Some(true),
        ..Report::default()
    });
    assert_eq!(
        report,
        Report {
            passed: Some(true),
            ..Report::default()
        }
    );
}

proptest! {
    #[test]
    fn a_failed_judgement_never_passes(
        met: bool, tier in 0u8..4, completed: bool, part: Option<bool>, succeeded: bool,
        confidence in proptest::num::f32::ANY, weak: bool, glance: bool, simple: bool, last: bool,
    ) {
        let rules = Verdict { tier, ..found(met, 0.95, MOVED) };
        let depth = if glance { Depth::Glance } else { Depth::Judge };
        let position = Position { last, simple, by_model: true };
        let answer = said(succeeded, completed, part, confidence);
        let judged = judged(rules, &answer, depth, weak, &position);
        let enough = (0.6..=1.0).contains(&confidence);
        if !succeeded || !enough {
            prop_assert!(!judged.verdict.met && !judged.goal && !judged.sub_task_done);
        }
        if tier < 2 && !met {
            prop_assert!(!judged.verdict.met);
        }
        prop_assert!(judged.verdict.met || !judged.goal);
    }
}
