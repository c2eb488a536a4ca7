#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use screen_agent_page::{Facts, State};

use super::*;
use crate::question::judge::tests::{brief, pressed, whole};
use crate::question::tests::proposed;
use crate::question::{Topic, prompt};
use screen_agent_action::ask::Proposal;
use screen_agent_action::expect::expect;
use screen_agent_action::step::{Maker, TargetPrint};
use screen_agent_action::testing::{being, click, node, screen};

fn read(answer: &str) -> Result<Proposal, String> {
    proposed(&Topic::Correct, answer)
}

#[test]
fn a_correction_sees_what_was_tried() {
    let mut first = pressed(0, "6", "Order", false);
    first.report.code = Some("ELEMENT_NOT_FOUND".to_owned());
    let second = pressed(1, "7", "My orders", false);
    let brief = brief(Topic::Correct, vec![first, second]);
    insta::assert_snapshot!("correct", whole(&brief));
    let prompt = prompt(&brief, "k3y");
    assert_eq!(
        (prompt.temperature, prompt.role),
        (Some(0.2), ModelTier::Smart)
    );
}

#[test]
fn an_open_menu_is_pointed_out() {
    let menu = screen_agent_action::testing::node("1", "btn", "People");
    let menu = screen_agent_page::Node {
        facts: Facts {
            popup: Some("menu".to_owned()),
            ..Facts::default()
        },
        ..menu
    };
    let mut opened = pressed(0, "1", "People", true);
    opened.expected = expect(&click("1"), Some(&menu), "https://shop.test/start");
    opened.target = Some(TargetPrint {
        role: "btn".to_owned(),
        name: "People".to_owned(),
        selector: None,
        ..TargetPrint::default()
    });
    let missed = pressed(1, "2", "Reports", false);
    let told = |steps: Vec<Step>, state: State| {
        let mut brief = brief(Topic::Correct, steps);
        let nodes = vec![
            being(menu.clone(), &[state]),
            node("2", "btn", "Reports"),
            node("3", "menuitem", "New"),
        ];
        brief.seen = Arc::new(screen(nodes));
        whole(&brief)
    };
    let steps = || vec![opened.clone(), missed.clone()];
    assert!(told(steps(), State::Expanded).contains(MENU));
    assert!(!told(steps(), State::Collapsed).contains(MENU));
    assert!(!told(vec![missed.clone()], State::Expanded).contains(MENU));
}

#[test]
fn a_correction_is_read_with_its_strategy() {
    let json = r#"{"strategy": "ALTERNATIVE_TOOL", "reason": "It wants\tEnter.", "thought": "I press Enter.", "action": "press(\"Enter\")", "confidence": 0.8}"#;
    let json = json.replace("\\t", " ");
    let said = read(&json).unwrap();
    assert_eq!(said.by, Maker::Model);
    assert_eq!(said.thought, "I press Enter.");
    assert_eq!(said.confidence, Some(0.8));
    let made = Correction {
        failed_step: 0,
        strategy: Strategy::AlternativeTool,
        reason: "It wants Enter.".to_owned(),
    };
    assert_eq!(said.correction, Some(made));
    assert_eq!(read(&format!("```\n{json}\n```")).unwrap(), said);
    for word in STRATEGIES.map(Strategy::word) {
        let spelled = word.to_lowercase().replace('_', " ");
        for word in [word, &spelled] {
            let said = read(&json.replace("ALTERNATIVE_TOOL", word)).unwrap();
            assert!(said.correction.is_some(), "{word}");
        }
    }
}

#[test]
fn a_strategy_that_is_none_is_left_open() {
    for strategy in ["\"PRAY\"", "7", "null", "[]"] {
        let said = read(&format!(
            r#"{{"strategy": {strategy}, "thought": "x", "action": "click(7)"}}"#
        ))
        .unwrap();
        assert_eq!(said.correction, None, "{strategy}");
        assert_eq!(said.decision, Decision::Act { action: click("7") });
    }
    let asked =
        read(r#"{"strategy": "UPDATE_PLAN", "thought": "x", "question": "Which?"}"#).unwrap();
    assert_eq!(asked.correction, None);
    assert!(matches!(asked.decision, Decision::Question { .. }));
}

#[test]
fn what_is_no_correction_is_refused_and_what_is_long_is_cut() {
    for answer in ["", "{}", "I would click it", r#"{"action": "explode(1)"}"#] {
        assert!(read(answer).is_err(), "{answer}");
    }
    let long = "x".repeat(50_000);
    let said = read(&format!(
        r#"{{"strategy": "UPDATE_PLAN", "reason": "{long}", "thought": "{long}", "action": "goBack()"}}"#
    ))
    .unwrap();
    assert_eq!(said.correction.unwrap().reason.chars().count(), REASON + 1);
    assert!(said.thought.chars().count() < 2_000);
}

#[test]
fn no_chain_follows_a_failure() {
    let said = read(
        r#"{"thought": "x", "action": "check(1)", "actions": [{"action": "check(1)", "description": "a"}, {"action": "check(2)", "description": "b"}]}"#,
    )
    .unwrap();
    assert_eq!(said.chain, []);
    let brief = crate::question::Brief {
        can_chain: true,
        ..brief(Topic::Correct, Vec::new())
    };
    for schema in [schema(&brief), grammar(&brief)] {
        let fields = schema["properties"].as_object().unwrap();
        assert!(!fields.contains_key("actions"));
        assert_eq!(fields["strategy"]["enum"].as_array().unwrap().len(), 5);
        for field in schema["required"].as_array().unwrap() {
            assert!(fields.contains_key(field.as_str().unwrap()));
        }
        assert_eq!(schema["additionalProperties"], false);
    }
}
