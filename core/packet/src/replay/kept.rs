//! A packet as it was kept.

use screen_agent_wire::packet::SenderRole;
use screen_agent_wire::packet::conversation::ConversationMessage;
use serde_json::Value;

/// A packet as it was kept.
pub(super) struct Kept<'a> {
    pub(super) id: &'a str,
    pub(super) message: &'a ConversationMessage,
    pub(super) packet: &'a Value,
    pub(super) kind: Kind,
    /// Its documents and arguments are there, and not only what they were like.
    pub(super) whole: bool,
}

/// What kind of packet it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A client asks, or goes on.
    Request,
    /// What a tool came to.
    Tool,
    /// What a model said, or what was shown.
    Response,
    /// Something else.
    Other,
}

impl<'a> Kept<'a> {
    pub(super) fn of(message: &'a ConversationMessage) -> Self {
        let by_tool = message.sender_role == SenderRole::Tool;
        let kind = match message.packet_type.as_str() {
            "tool" => Kind::Tool,
            "request" if by_tool => Kind::Tool,
            "request" => Kind::Request,
            "response" => Kind::Response,
            _ => Kind::Other,
        };
        Self {
            id: &message.id,
            message,
            packet: &message.packet,
            kind,
            whole: message.packet["redaction"]
                .as_str()
                .is_none_or(|how| how == "whole"),
        }
    }

    /// The run that it belongs to, if it says so.
    pub(super) fn run(&self) -> Option<&'a str> {
        self.packet["trace"]["run_id"].as_str()
    }

    /// The documents that it brings.
    pub(super) fn documents(&self) -> &'a [Value] {
        let documents = self.packet["context"]["documents"].as_array();
        documents.map_or(&[], Vec::as_slice)
    }

    /// The packet, without what redaction says of itself and without answers of the person: of those
    /// nobody keeps what they are known by.
    pub(super) fn as_sent(&self) -> Value {
        let mut packet = self.packet.clone();
        if let Some(fields) = packet.as_object_mut() {
            fields.remove("redaction");
        }
        if let Some(input) = packet.get_mut("input").and_then(Value::as_object_mut) {
            input.remove("approvals");
        }
        packet
    }
}
