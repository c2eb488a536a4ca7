//! A response packet, as a model writes it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fault::AnswerFault;
use super::find::{Found, search};
use super::lenient::{self, Envelope};
use super::note::Repair;
use super::{calls, compact, glean};
use screen_agent_wire::Invalid;
use screen_agent_wire::packet::ResponsePacket;
use screen_agent_wire::packet::envelope::SenderRole;

/// Longest answer that is read, in bytes.
pub const ANSWER: usize = 64 * 1024;

/// An answer that was read.
///
/// A model's word on what is ours is never in it: ids of calls, what the gate decided, whether a
/// citation holds, which run it is. Where the answer was read leniently, fields of the envelope that
/// were missing are empty.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadAnswer {
    /// The packet.
    pub packet: ResponsePacket,
    /// How it was read.
    pub how: How,
    /// What was repaired, dropped or read leniently, each once.
    pub notes: Vec<Repair>,
    /// What to tell the model, where a better answer is worth asking for once: words had to be
    /// gathered, or tools were dropped.
    pub ask_again: Option<String>,
}

/// How an answer was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

/// Reads a model's answer: strictly, and then by a ladder of repairs, each of which is noted.
///
/// Every object that stands on its own is tried, and the one whose envelope fits best is taken.
/// Tools are kept only when name, version, type and request id hold and nothing about the calls had
/// to be guessed; one call that makes no sense does not lose the others.
pub fn response(text: &str, request_id: &str) -> Result<ReadAnswer, AnswerFault> {
    if text.len() > ANSWER {
        return Err(AnswerFault::TooLarge { most: ANSWER });
    }
    let search = search(text);
    let Some(found) = best(search.found, request_id) else {
        let words = if search.still_thinking {
            ""
        } else {
            &search.words
        };
        return prose(words, search.notes, request_id);
    };
    let mut notes = search.notes;
    notes.extend(&found.notes);
    if compact::is_compact(&found.object) {
        if found.thought {
            notes.insert(Repair::Thought);
        }
        return of_compact(&found.object, request_id, notes);
    }
    match strict(&found.object, request_id) {
        Ok(packet) => Ok(kept(packet, notes)),
        Err(fault) => lenient(&found.object, request_id, notes, fault),
    }
}

/// The object that fits best: by its form and envelope, then one that was not mended, then the last.
fn best(found: Vec<Found>, request_id: &str) -> Option<Found> {
    let several = found.len() > 1;
    let rank = |found: &Found| {
        let is_packet = found.object.contains_key("assistant");
        let envelope = Envelope::of(&found.object, request_id);
        // A packet of this request before the form that costs words, and that before an echo of what was asked.
        let form = match () {
            () if is_packet && envelope.holds() => 2,
            () if compact::is_compact(&found.object) => 1,
            () => 0,
        };
        let is_whole = found.notes.is_empty();
        (form, envelope, is_packet, !found.thought, is_whole)
    };
    let mut found = found.into_iter().max_by_key(rank)?;
    if several {
        found.notes.insert(Repair::Several);
    }
    Some(found)
}

/// The packet, if every field of it is as it must be.
fn strict(object: &Map<String, Value>, request_id: &str) -> Result<ResponsePacket, AnswerFault> {
    let envelope = Envelope::of(object, request_id);
    let faults = [
        (envelope.name, "protocol.name", "is not laika.llmcp"),
        (envelope.version, "protocol.version", "is not 1"),
        (envelope.response, "type", "is not \"response\""),
        (
            envelope.request,
            "in_reply_to.request_id",
            "is not the id of the request",
        ),
    ];
    if let Some((_, field, reason)) = faults.into_iter().find(|(holds, _, _)| !holds) {
        return Err(Invalid::new(field, reason).into());
    }
    if object.contains_key("toolCalls") {
        return Err(Invalid::new("toolCalls", "is spelled tool_calls").into());
    }
    let tree = object
        .get("assistant")
        .and_then(|assistant| assistant.get("render"))
        .ok_or_else(|| Invalid::new("assistant.render", "is required"))?;
    crate::read::form(tree).map_err(|fault| {
        let field = format!("assistant.render.{}", fault.path);
        Invalid::new(field, fault.wrong.to_string())
    })?;
    let value = Value::Object(object.clone());
    let mut packet: ResponsePacket = screen_agent_wire::read::from_value(&value)?;
    if packet.sender.role != SenderRole::Assistant {
        return Err(Invalid::new("sender.role", "is not \"assistant\"").into());
    }
    let arguments = |value: &Value| value.is_null() || value.is_object();
    if let Some(at) = packet
        .tool_calls
        .iter()
        .position(|call| !arguments(&call.arguments))
    {
        let field = format!("tool_calls[{at}].arguments");
        return Err(Invalid::new(field, "expected an object").into());
    }
    ours(&mut packet);
    Ok(packet)
}

/// Takes out what a model has no say in.
fn ours(packet: &mut ResponsePacket) {
    packet.trace = None;
    packet.assistant.broken_off = false;
    for citation in &mut packet.assistant.citations {
        citation.check = None;
    }
    for call in &mut packet.tool_calls {
        call.id = None;
        call.policy = None;
        if call.arguments.is_null() {
            call.arguments = Value::Object(Map::new());
        }
    }
}

/// A packet that was read strictly, after whatever repairs.
fn kept(mut packet: ResponsePacket, mut notes: BTreeSet<Repair>) -> ReadAnswer {
    for call in &mut packet.tool_calls {
        let arguments = std::mem::take(&mut call.arguments);
        call.arguments = calls::spelled(&call.name, arguments, &mut notes);
    }
    let unsafe_calls = notes.iter().any(|note| note.makes_calls_unsafe());
    let mut ask_again = None;
    if unsafe_calls && !packet.tool_calls.is_empty() {
        drop_tools(&mut packet, &mut notes);
        ask_again = Some(ask_for(
            "its JSON is broken, so its tool_calls were not used",
        ));
    }
    as_read(packet, notes, ask_again)
}

/// What was read, strictly where nothing had to be noted.
fn as_read(
    packet: ResponsePacket,
    notes: BTreeSet<Repair>,
    ask_again: Option<String>,
) -> ReadAnswer {
    ReadAnswer {
        packet,
        how: if notes.is_empty() {
            How::Strict
        } else {
            How::Repaired
        },
        notes: notes.into_iter().collect(),
        ask_again,
    }
}

/// The form that costs words. Its calls are dropped where anything about it had to be guessed.
fn of_compact(
    object: &Map<String, Value>,
    request_id: &str,
    mut notes: BTreeSet<Repair>,
) -> Result<ReadAnswer, AnswerFault> {
    let read = compact::packet(object, request_id, &mut notes);
    let Some((mut packet, is_certain)) = read else {
        return Err(AnswerFault::Empty);
    };
    let drops = !packet.tool_calls.is_empty() && !is_certain;
    if drops {
        drop_tools(&mut packet, &mut notes);
    }
    let unsafe_calls = "it is not one whole object alone, so its tool_calls were not used";
    let ask_again = drops.then(|| ask_for(unsafe_calls));
    Ok(as_read(packet, notes, ask_again))
}

fn lenient(
    object: &Map<String, Value>,
    request_id: &str,
    mut notes: BTreeSet<Repair>,
    fault: AnswerFault,
) -> Result<ReadAnswer, AnswerFault> {
    let envelope = Envelope::of(object, request_id);
    if !envelope.request && object.contains_key("in_reply_to") {
        notes.insert(Repair::OtherRequest);
    }
    if !envelope.holds() {
        notes.insert(Repair::Envelope);
    }
    let Some((mut packet, gathered)) = lenient::packet(object, request_id, &mut notes) else {
        return Err(fault);
    };
    let guessed = notes.iter().any(|note| note.makes_calls_unsafe());
    let drops = !packet.tool_calls.is_empty() && (gathered || guessed || !envelope.holds());
    if drops {
        drop_tools(&mut packet, &mut notes);
    }
    Ok(ReadAnswer {
        packet,
        how: if gathered {
            How::Fallback
        } else {
            How::Lenient
        },
        notes: notes.into_iter().collect(),
        ask_again: (gathered || drops).then(|| fault.for_model()),
    })
}

fn drop_tools(packet: &mut ResponsePacket, notes: &mut BTreeSet<Repair>) {
    packet.tool_calls.clear();
    notes.insert(Repair::ToolsDropped);
}

/// Words without any packet: shown, if they are words.
fn prose(
    words: &str,
    mut notes: BTreeSet<Repair>,
    request_id: &str,
) -> Result<ReadAnswer, AnswerFault> {
    let Some(render) = glean::from_prose(words) else {
        return Err(AnswerFault::NoPacket);
    };
    notes.remove(&Repair::Around);
    notes.extend([Repair::Envelope, Repair::Gathered]);
    Ok(ReadAnswer {
        packet: lenient::bare(request_id, render),
        how: How::Fallback,
        notes: notes.into_iter().collect(),
        ask_again: Some(AnswerFault::NoPacket.for_model()),
    })
}

fn ask_for(why: &str) -> String {
    format!("Your answer cannot be used as it is: {why}. Send one JSON object, and nothing else.")
}
