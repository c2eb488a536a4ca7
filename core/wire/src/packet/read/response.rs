//! A response packet, as a model writes it.

use serde::{Deserialize, Serialize};

use super::fault::PacketFault;
use crate::packet::ResponsePacket;

/// What is known of an answer before it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    /// Id of the request packet that it must name, or its tools are dropped.
    pub request_id: &'a str,
}

/// An answer that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The packet. Ids of calls, decisions and checks that a model wrote are not in it.
    pub packet: ResponsePacket,
    /// How it was read.
    pub how: How,
    /// What was repaired, dropped or read leniently, each once.
    pub notes: Vec<Note>,
    /// What to tell the model, where a better answer is worth asking for once: how it was read is
    /// [`How::Fallback`].
    pub ask_again: Option<String>,
}

/// How an answer was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// As it stands.
    Strict,
    /// After repairs of its JSON, or taken out of what stood around it.
    Repaired,
    /// Field by field.
    Lenient,
    /// There was no render tree: words were gathered, tools dropped.
    Fallback,
}

/// What was repaired, dropped or read leniently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A block of thinking was left out.
    Thinking,
}

/// Reads a model's answer.
pub fn response(text: &str, expected: &Expected<'_>) -> Result<Reading, PacketFault> {
    let packet = crate::read::read::<ResponsePacket>(text.as_bytes())?;
    if packet.in_reply_to.request_id != expected.request_id {
        return Err(PacketFault::NoPacket);
    }
    Ok(Reading {
        packet,
        how: How::Strict,
        notes: Vec::new(),
        ask_again: None,
    })
}
