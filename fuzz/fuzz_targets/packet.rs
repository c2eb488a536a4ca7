//! Any bytes are a request or a typed fault, and any text is an answer or one. What was read as it
//! stands is read the same again after it was printed; tools stay only where the envelope holds; and
//! what is kept of either is JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_answer::model::{self, How};
use screen_agent_tools::redact::{self, Keep};
use screen_agent_wire::packet::schema;
use screen_agent_tools::Tool;
use screen_agent_packet::read;

const EXPECTED: &str = "req-1";

fuzz_target!(|bytes: &[u8]| {
    if let Ok(packet) = read::request(bytes) {
        let printed = serde_json::to_vec(&packet).expect("a packet can be printed");
        assert_eq!(read::request(&printed).expect("what was read is read again"), packet);
        for keep in [Keep::Default, Keep::Whole] {
            is_json(redact::request(&packet, keep).as_str());
        }
        let tools = Tool::NAMES;
        schema::response(&packet, tools);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(reading) = model::response(text, EXPECTED) else {
        return;
    };
    for keep in [Keep::Default, Keep::Whole] {
        is_json(redact::response(&reading.packet, keep).as_str());
    }
    for call in &reading.packet.tool_calls {
        assert!(call.id.is_none() && call.policy.is_none());
        let _ = Tool::read(&call.name, &call.arguments);
    }
    if reading.how <= How::Repaired {
        let printed = serde_json::to_string(&reading.packet).expect("a packet can be printed");
        let again = model::response(&printed, EXPECTED).expect("what was read is read again");
        assert_eq!((again.how, &again.packet), (How::Strict, &reading.packet));
    }
});

fn is_json(text: &str) {
    serde_json::from_str::<serde_json::Value>(text).expect("what is kept is JSON");
}
