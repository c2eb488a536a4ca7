//! Properties of reading requests: what is printed is read back, and nothing panics.

use proptest::prelude::*;
use screen_agent_packet::read;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::{
    ChunkDocument, Content, Document, SummaryDocument, Trust,
};
use screen_agent_wire::packet::envelope::{Conversation, Protocol, Sender, SenderRole};
use screen_agent_wire::packet::request::{
    Context, Input, Output, PacketTask, RequestType, TaskName, UserMessage,
};

const MOMENT: &str = "2026-01-24T12:34:56.789Z";

fn request() -> impl Strategy<Value = RequestPacket> {
    let documents = prop::collection::vec((any::<bool>(), ".{0,40}", ".{0,20}"), 0..4);
    ("[!-~]{1,40}", any::<u32>(), "[a-z ]{0,20}[a-z]", documents).prop_map(
        |(id, turn, words, documents)| RequestPacket {
            protocol: Protocol::default(),
            id: id.clone(),
            packet_type: RequestType::Request,
            created_at: MOMENT.to_owned(),
            conversation: Conversation { id, turn },
            sender: Sender {
                role: SenderRole::User,
            },
            trace: None,
            input: Input {
                user_message: UserMessage {
                    id: "u".to_owned(),
                    text: words,
                },
                task: PacketTask {
                    name: TaskName::Answer,
                    args: serde_json::Map::new(),
                },
                mode: None,
                tools: Vec::new(),
                approvals: Vec::new(),
            },
            context: Context {
                documents: documents.into_iter().enumerate().map(document).collect(),
            },
            output: Output::default(),
        },
    )
}

fn document((index, (short, text, title)): (usize, (bool, String, String))) -> Document {
    let content = if short {
        Content::Summary(SummaryDocument {
            text,
            title,
            ..SummaryDocument::default()
        })
    } else {
        Content::Chunk(ChunkDocument {
            text,
            title,
            chunk_index: 1,
            chunk_count: 1,
            ..ChunkDocument::default()
        })
    };
    Document {
        doc_id: format!("doc:{index}"),
        kind: content.kind().to_owned(),
        trust: Trust::Untrusted,
        source: None,
        content,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_request_that_is_printed_is_read_back(packet in request()) {
        let printed = serde_json::to_vec(&packet).unwrap();
        prop_assert_eq!(read::request(&printed), Ok(packet));
    }

    #[test]
    fn any_text_is_a_request_or_a_fault(text in "\\PC{0,200}") {
        let _ = read::request(text.as_bytes());
    }
}
