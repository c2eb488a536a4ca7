//! Properties of reading: what is printed is read back, and nothing panics.

use proptest::prelude::*;
use screen_agent_answer::clean;
use screen_agent_answer::model::{self, How};
use screen_agent_wire::packet::envelope::{Conversation, Protocol, Sender, SenderRole};
use screen_agent_wire::packet::response::{InReplyTo, ResponseType};
use screen_agent_wire::packet::{Assistant, Block, Citation, Doc, ResponsePacket, ToolCall};
use serde_json::json;

const MOMENT: &str = "2026-01-24T12:34:56.789Z";

fn response() -> impl Strategy<Value = ResponsePacket> {
    let texts = prop::collection::vec("[ -~]{1,40}", 1..5);
    let calls = prop::collection::vec("[a-z.]{1,20}", 0..4);
    (texts, calls, prop::option::of("[ -~]{1,20}")).prop_map(|(texts, calls, title)| {
        ResponsePacket {
            protocol: Protocol::default(),
            id: "res-1".to_owned(),
            packet_type: ResponseType::Response,
            created_at: MOMENT.to_owned(),
            conversation: Conversation {
                id: "c-1".to_owned(),
                turn: 1,
            },
            sender: Sender {
                role: SenderRole::Assistant,
            },
            trace: None,
            in_reply_to: InReplyTo {
                request_id: "req-1".to_owned(),
            },
            assistant: Assistant {
                title,
                // Only what the render tree allows can be read strictly.
                render: clean(Doc::new(texts.iter().map(Block::paragraph).collect())),
                citations: vec![Citation {
                    doc_id: "d".to_owned(),
                    quote: texts.first().cloned(),
                    ..Citation::default()
                }],
                broken_off: false,
            },
            tool_calls: calls
                .into_iter()
                .map(|name| ToolCall {
                    id: None,
                    name,
                    arguments: json!({ "a": 1 }),
                    policy: None,
                })
                .collect(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_response_that_is_printed_is_read_back(packet in response()) {
        let printed = serde_json::to_string(&packet).unwrap();
        let reading = model::response(&printed, "req-1").unwrap();
        prop_assert_eq!(reading.how, How::Strict);
        prop_assert_eq!(reading.packet, packet);
    }

    /// Whatever stands around a packet without brackets and quotation marks does not change it.
    #[test]
    fn words_around_a_response_change_nothing(
        packet in response(), before in "[a-zA-Z .,:\n]{0,40}", after in "[a-zA-Z .,:\n]{0,40}"
    ) {
        let text = format!("{before}\n```json\n{}\n```{after}", serde_json::to_string(&packet).unwrap());
        let reading = model::response(&text, "req-1").unwrap();
        prop_assert_eq!(reading.packet, packet);
    }

    #[test]
    fn any_text_is_an_answer_or_a_fault(text in "\\PC{0,200}") {
        let _ = model::response(&text, "req-1");
    }

    #[test]
    fn pieces_of_json_in_any_order_are_an_answer_or_a_fault(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"", "\\", "'", "“", "”", " ", "\n", "a", "1", "-", "true", "None",
            "\"type\"", "\"response\"", "\"protocol\"", "<think>", "</think>", "```", "//", "/*", "\\u00", "é",
            "\"assistant\":", "\"render\":", "\"tool_calls\":",
        ]), 0..60)
    ) {
        let _ = model::response(&pieces.concat(), "req-1");
    }
}
