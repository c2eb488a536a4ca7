//! Any text is an answer on any topic, or a safe sentence that says why it is none. What is read
//! is bounded however long the text is, and an action in it is one that prints and reads back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_action::{Action, is_well_formed, parse, print};
use screen_agent_action::ask::{Decision, LostControl};
use screen_agent_think::{Thought, Topic, read};

/// Stands for a long word, so that short inputs make long answers.
const LONG: char = '\u{1}';
const LENGTH: usize = 20_000;
const MOST_LONG: usize = 40;

/// Most characters of what is kept, as Rust prints it. A proposal holds up to ten actions, and an
/// action is read from at most 64 KiB.
const KEPT: usize = 100_000;
const KEPT_ACTIONS: usize = 11 * 64 * 1024;

fuzz_target!(|text: &str| {
    let answer = stretched(text);
    for topic in topics() {
        match read(&topic, &answer) {
            Ok(thought) => check(&thought),
            Err(why) => assert!(!why.is_empty() && why.len() < 1_000, "{why}"),
        }
    }
});

fn stretched(text: &str) -> String {
    let mut left = MOST_LONG;
    let mut long = String::new();
    for letter in text.chars() {
        if letter == LONG && left > 0 {
            left -= 1;
            long.push_str(&"x".repeat(LENGTH));
        } else {
            long.push(letter);
        }
    }
    long
}

fn topics() -> [Topic; 12] {
    [
        Topic::Analyze,
        Topic::Evaluate,
        Topic::Complete { missing: vec!["the date".to_owned()] },
        Topic::Plan { why: None },
        Topic::Health { change: "another page".to_owned() },
        Topic::Act,
        Topic::Correct,
        Topic::Glance,
        Topic::Judge { claim: None },
        Topic::Critique { action: Action::GoBack },
        Topic::Chat,
        Topic::Locate { lost: LostControl { intent: String::new(), kept: String::new() } },
    ]
}

fn check(thought: &Thought) {
    let kept = format!("{thought:?}").chars().count();
    let most = match thought {
        Thought::Proposal(_) => KEPT_ACTIONS,
        _ => KEPT,
    };
    assert!(kept <= most, "{kept} characters of {thought:.200?}");
    let figure = |figure: f32| assert!((0.0..=1.0).contains(&figure), "{figure}");
    match thought {
        Thought::Analysis(said) => figure(said.confidence),
        Thought::Evaluation(said) => figure(said.confidence),
        Thought::Completeness(said) => figure(said.confidence),
        Thought::Judgement(said) => figure(said.confidence),
        Thought::Critique(said) => figure(said.confidence),
        Thought::Draft(said) => assert!(!said.steps.is_empty()),
        Thought::Proposal(said) => {
            said.confidence.map(figure);
            if let Decision::Act { action } = &said.decision {
                readable(action);
            }
            said.chain.iter().for_each(|link| readable(&link.action));
        }
        Thought::Health(_) | Thought::Words(_) | Thought::Control(_) => {}
    }
}

fn readable(action: &Action) {
    assert!(is_well_formed(action));
    assert_eq!(parse(&print(action)).as_ref(), Ok(action));
}
