//! A packet out of an object, field by field.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::note::Repair;
use super::{calls, glean};
use screen_agent_wire::invalid::cut;
use screen_agent_wire::limits;
use screen_agent_wire::packet::envelope::{
    Conversation, PROTOCOL, Protocol, Sender, SenderRole, VERSION,
};
use screen_agent_wire::packet::response::{InReplyTo, ResponseType};
use screen_agent_wire::packet::{Assistant, Doc, ResponsePacket};

/// Longest id and moment that are taken over, in characters.
const ID: usize = 128;

/// What holds of an object's envelope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Envelope {
    pub(super) name: bool,
    pub(super) response: bool,
    pub(super) version: bool,
    pub(super) request: bool,
}

impl Envelope {
    pub(super) fn of(object: &Map<String, Value>, request_id: &str) -> Self {
        let inner = |outer: &str, key: &str| object.get(outer).and_then(|outer| outer.get(key));
        let is =
            |found: Option<&Value>, wanted: &str| found.and_then(Value::as_str) == Some(wanted);
        Self {
            name: is(inner("protocol", "name"), PROTOCOL),
            response: is(object.get("type"), "response"),
            version: inner("protocol", "version").and_then(Value::as_u64) == Some(VERSION.into()),
            request: is(inner("in_reply_to", "request_id"), request_id),
        }
    }

    /// Only then may tools be proposed.
    pub(super) fn holds(self) -> bool {
        self.name && self.response && self.version && self.request
    }
}

/// The packet, and whether its words had to be gathered. Nothing when it says nothing at all.
pub(super) fn packet(
    object: &Map<String, Value>,
    request_id: &str,
    notes: &mut BTreeSet<Repair>,
) -> Option<(ResponsePacket, bool)> {
    let nothing = Map::new();
    let assistant = match object.get("assistant") {
        Some(Value::Object(assistant)) => assistant,
        Some(_) => &nothing,
        None => object,
    };
    let (render, gathered) = match tree(object, assistant) {
        Some((render, as_it_stands)) => {
            if !as_it_stands {
                notes.insert(Repair::Render);
            }
            (render, false)
        }
        None => {
            notes.insert(Repair::Gathered);
            (glean::from_object(object)?, true)
        }
    };
    let citations = calls::citations(assistant, notes);
    let proposed = calls::calls(object, notes);
    let mut packet = bare(request_id, render);
    packet.assistant.title = text(assistant, "title", limits::TITLE);
    packet.assistant.citations = citations;
    packet.tool_calls = proposed;
    envelope(object, &mut packet);
    Some((packet, gathered))
}

/// A packet that says no more than this.
pub(super) fn bare(request_id: &str, render: Doc) -> ResponsePacket {
    ResponsePacket {
        protocol: Protocol::default(),
        id: String::new(),
        packet_type: ResponseType::Response,
        created_at: String::new(),
        conversation: Conversation {
            id: String::new(),
            turn: 0,
        },
        sender: Sender {
            role: SenderRole::Assistant,
        },
        trace: None,
        in_reply_to: InReplyTo {
            request_id: request_id.to_owned(),
        },
        assistant: Assistant {
            title: None,
            render,
            citations: Vec::new(),
            broken_off: false,
        },
        tool_calls: Vec::new(),
    }
}

/// What of the envelope is there.
fn envelope(object: &Map<String, Value>, packet: &mut ResponsePacket) {
    packet.id = text(object, "id", ID).unwrap_or_default();
    packet.created_at = text(object, "created_at", ID).unwrap_or_default();
    if let Some(Value::Object(conversation)) = object.get("conversation") {
        packet.conversation.id = text(conversation, "id", ID).unwrap_or_default();
        let turn = conversation.get("turn").and_then(Value::as_u64);
        packet.conversation.turn = turn.and_then(|turn| turn.try_into().ok()).unwrap_or(0);
    }
}

/// The tree, where models put it, and whether it was as it must be.
fn tree(object: &Map<String, Value>, assistant: &Map<String, Value>) -> Option<(Doc, bool)> {
    let strict = assistant.get("render").map(crate::read);
    if let Some(Ok(doc)) = strict {
        return Some((doc, true));
    }
    let named = ["render", "doc", "document"]
        .into_iter()
        .filter_map(|key| assistant.get(key))
        .find_map(crate::read_lenient);
    let found = named.or_else(|| {
        let is_tree = matches!(
            object.get("type").and_then(Value::as_str),
            Some("doc" | "document")
        );
        let whole = || crate::read_lenient(&Value::Object(object.clone()));
        is_tree.then(whole).flatten()
    });
    found.map(|doc| (doc, false))
}

fn text(object: &Map<String, Value>, key: &str, most: usize) -> Option<String> {
    let mut text = object.get(key)?.as_str()?.trim().to_owned();
    cut(&mut text, most);
    (!text.is_empty()).then_some(text)
}
