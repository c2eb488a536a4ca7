//! What the client is sent.

use screen_agent_wire::packet::envelope::{Protocol, Sender, SenderRole, Trace};
use screen_agent_wire::packet::response::{InReplyTo, ResponseType};
use screen_agent_wire::packet::{Assistant, Block, Doc, ResponsePacket, ToolCall};

use super::state::QuestionRun;
use crate::moment::{self, Moment};

/// A response packet of a run.
pub(super) fn packet(
    run: &QuestionRun,
    moment: &Moment,
    assistant: Assistant,
    tool_calls: Vec<ToolCall>,
) -> ResponsePacket {
    ResponsePacket {
        protocol: Protocol::default(),
        id: moment::mint(moment, "response", 0).to_string(),
        packet_type: ResponseType::Response,
        created_at: moment::iso(moment.now_ms),
        conversation: run.conversation.clone(),
        sender: Sender {
            role: SenderRole::Assistant,
        },
        trace: Some(Trace {
            run_id: run.id.clone(),
            step: run.step,
        }),
        in_reply_to: InReplyTo {
            request_id: run.request_id.clone(),
        },
        assistant,
        tool_calls,
    }
}

/// An answer of our own, in one sentence.
pub(super) fn sentence(words: &str) -> Assistant {
    Assistant {
        title: None,
        render: Doc::new(vec![Block::paragraph(words)]),
        citations: Vec::new(),
        broken_off: false,
    }
}
