//! Any text is an action or a typed error, every action that is read prints and reads back, and the
//! gate decides it.

#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use screen_agent_action::{is_well_formed, parse, print};
use screen_agent_gate::{Course, GateCase, decide};
use screen_agent_action::status::TaskStatus;
use screen_agent_page::Keyboard;

fuzz_target!(|text: &str| {
    let Ok(action) = parse(text) else {
        return;
    };
    assert!(is_well_formed(&action));
    assert_eq!(parse(&print(&action)).as_ref(), Ok(&action));
    let origins = BTreeSet::from(["https://site.test".to_owned()]);
    let case = GateCase {
        words: vec![text],
        origins: &origins,
        url: "https://site.test/",
        document: "",
        keyboard_at: &Keyboard::Unknown,
        nodes: &[],
        lines: &[],
        regions: &[],
        action: &action,
        aimed_at: None,
        keyboard: None,
        task: String::new(),
        step: 0,
        status: TaskStatus::Active,
        outstanding: false,
        repeats: 0,
        activated: Vec::new(),
        course: Course::default(),
        approved: None,
        grants: &[],
        now_ms: 0,
    };
    assert!(!decide(&case).why().is_empty());
});
