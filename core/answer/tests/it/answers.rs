//! Answers of models: how each is read, and what was done to read it.

use std::fmt::Write;

use crate::fixtures::{beside, fixtures, pretty};
use screen_agent_answer::model::{self, ANSWER, AnswerFault, How, ReadAnswer};

const EXPECTED: &str = "req-1";

/// What a client is told where no answer could be read.
fn code(fault: &AnswerFault) -> &'static str {
    match fault {
        AnswerFault::Invalid(_) | AnswerFault::NoPacket | AnswerFault::Empty => "INVALID_PACKET",
        AnswerFault::TooLarge { .. } => "TOO_LARGE",
    }
}

fn told(read: &Result<ReadAnswer, AnswerFault>) -> String {
    let mut text = String::new();
    match read {
        Ok(reading) => {
            let word = |note| serde_json::from_value(serde_json::json!(note)).unwrap();
            let notes: Vec<String> = reading.notes.iter().map(word).collect();
            writeln!(text, "{:?}: {}", reading.how, notes.join(", ")).unwrap();
            if let Some(sentence) = &reading.ask_again {
                writeln!(text, "ask again: {sentence}").unwrap();
            }
            text.push_str(&pretty(&reading.packet));
        }
        Err(fault) => {
            writeln!(text, "{}: {fault}", code(fault)).unwrap();
            text.push_str(&fault.for_model());
        }
    }
    text
}

#[test]
fn answers_are_read_as_expected() {
    for (name, text) in fixtures("responses", "txt") {
        let read = model::response(&text, EXPECTED);
        beside("responses", || insta::assert_snapshot!(name, told(&read)));
    }
}

#[test]
fn what_was_read_is_read_the_same_again_and_strictly() {
    for (name, text) in fixtures("responses", "txt") {
        let Ok(reading) = model::response(&text, EXPECTED) else {
            continue;
        };
        // What was gathered or read leniently may hold what is only cleaned later.
        if reading.how > How::Repaired {
            continue;
        }
        let again = model::response(&pretty(&reading.packet), EXPECTED).unwrap();
        assert_eq!(again.how, How::Strict, "{name}");
        assert_eq!(again.packet, reading.packet, "{name}");
    }
}

#[test]
fn no_tools_without_an_envelope_that_holds() {
    // The form that costs words has none.
    let packets = fixtures("responses", "txt").into_iter();
    for (name, text) in packets.filter(|(name, _)| !name.starts_with("compact-")) {
        let Ok(reading) = model::response(&text, "req-other") else {
            continue;
        };
        assert!(reading.packet.tool_calls.is_empty(), "{name}");
    }
}

#[test]
fn no_prefix_of_an_answer_panics_or_keeps_a_tool_that_was_cut() {
    for (name, text) in fixtures("responses", "txt") {
        let whole = model::response(&text, EXPECTED).map(|reading| reading.packet.tool_calls);
        // Every end where there are tools to lose, and some where there are none.
        let step = if text.contains("handleId") { 3 } else { 37 };
        for end in (0..text.len())
            .step_by(step)
            .filter(|end| text.is_char_boundary(*end))
        {
            if let Ok(reading) = model::response(&text[..end], EXPECTED)
                && !reading.packet.tool_calls.is_empty()
            {
                assert_eq!(Ok(reading.packet.tool_calls), whole, "{name} up to {end}");
            }
        }
    }
}

#[test]
fn an_answer_that_is_too_long_is_not_read() {
    let text = "a".repeat(ANSWER + 1);
    let fault = model::response(&text, EXPECTED).unwrap_err();
    assert_eq!(fault, AnswerFault::TooLarge { most: ANSWER });
}

/// Reading is linear: were it not, these would not end while anybody watches.
#[test]
fn what_is_meant_to_take_long_does_not() {
    for piece in [
        "{",
        "[",
        "{\"a\":",
        "{\"",
        "\"",
        "<think>",
        "</think>",
        "</",
        "```",
        "{a:",
        "{\"a\":1,",
        "{\"a\" \"b\"}",
        "{}",
        "\\",
        "{'a': 'b'",
        "{“a”:“",
        "' ",
        "{\"a\":[{",
        "{//",
    ] {
        let text = piece.repeat(ANSWER / piece.len());
        if let Ok(reading) = model::response(&text, EXPECTED) {
            assert!(reading.packet.tool_calls.is_empty(), "{piece}");
        }
    }
}
