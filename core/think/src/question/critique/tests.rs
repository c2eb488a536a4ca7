#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::question::judge::tests::{brief, pressed, whole};
use crate::question::{Topic, prompt};
use screen_agent_action::testing::{click, node, screen, set};

#[test]
fn a_critic_sees_what_is_about_to_be_done() {
    let why = "The cups are in the basket.".to_owned();
    let action = click("6");
    let topic = Topic::Critique { action, why };
    let brief = brief(topic, vec![pressed(0, "7", "My orders", false)]);
    insta::assert_snapshot!("critique", whole(&brief));
    assert_eq!(prompt(&brief, "k3y").role, ModelTier::Smart);
}

#[test]
fn a_critic_sees_no_password() {
    let topic = Topic::Critique {
        action: set("1", "hunter2"),
        why: String::new(),
    };
    let mut brief = brief(topic, Vec::new());
    brief.seen = std::sync::Arc::new(screen(vec![node("1", "inp", "Password")]));
    assert!(!whole(&brief).contains("hunter2"));
}

#[test]
fn a_critique_is_read_however_it_is_wrapped() {
    let no = Critique {
        approved: false,
        confidence: 0.9,
        reason: "Wrong cups.".to_owned(),
        suggestion: Some("Choose the blue ones.".to_owned()),
    };
    let json = r#"{"approved": false, "confidence": 0.9, "reason": "Wrong cups.", "suggestion": "Choose the blue ones."}"#;
    assert_eq!(read(json), Ok(no.clone()));
    assert_eq!(read(&format!("```json\n{json}\n```")), Ok(no.clone()));
    let odd = json.replace("0.9", "90");
    assert_eq!(
        read(&odd),
        Ok(Critique {
            confidence: 0.5,
            ..no
        })
    );
    let bare = read(r#"{"approved": true}"#).unwrap();
    assert_eq!(
        bare,
        Critique {
            approved: true,
            confidence: 0.5,
            ..Critique::default()
        }
    );
}

#[test]
fn without_a_plain_yes_nothing_is_approved() {
    for answer in [
        "",
        "approved",
        "{}",
        r#"{"approved": "true"}"#,
        r#"{"approved": 1}"#,
        r#"{"approved": null}"#,
        r#"{"confidence": 1}"#,
    ] {
        assert!(read(answer).is_err(), "{answer}");
    }
}

#[test]
fn a_long_critique_is_cut() {
    let long = "x".repeat(50_000);
    let said = read(&format!(
        r#"{{"approved": false, "reason": "{long}", "suggestion": "{long}"}}"#
    ))
    .unwrap();
    assert_eq!(said.reason.chars().count(), SENTENCE + 1);
    assert_eq!(said.suggestion.unwrap().chars().count(), SENTENCE + 1);
}
