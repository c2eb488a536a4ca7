//! What was said before in a conversation, as short text.

use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::envelope::{Sender, SenderRole, Trace};
use screen_agent_words::quote::{cut, plain};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::read::SourcesRead;
use crate::inquiry::Exchange;

/// Most exchanges that are told.
const MOST: usize = 4;
/// Longest question and longest answer, in characters.
const QUESTION: usize = 300;
const ANSWER: usize = 700;

/// What was said before, and where it came from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Earlier {
    /// The last exchanges, oldest first.
    pub exchanges: Vec<Exchange>,
    /// Where everything that was ever read in the conversation came from: an answer may repeat an
    /// earlier one.
    pub heard: SourcesRead,
    /// What the person's organisation knows of the pages and the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub knowledge: Vec<Document>,
}

/// A packet of a conversation as it is kept, as far as later questions are told of it. What is not
/// there is empty: it may be of an older form.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum KeptPacket {
    /// What was asked, or what a tool came to.
    Request(KeptRequest),
    /// What was answered.
    Response(KeptResponse),
    /// It could not be read: nothing is told of it, and it may have been about anything.
    #[serde(skip)]
    Unreadable,
}

impl KeptPacket {
    /// Reads one.
    pub fn read(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json)
    }
}

/// A request as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct KeptRequest {
    sender: Option<Sender>,
    trace: Option<Trace>,
    input: KeptInput,
    pub(super) context: KeptContext,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct KeptInput {
    user_message: Option<KeptWords>,
    task: KeptTask,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct KeptWords {
    text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct KeptTask {
    args: Map<String, Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct KeptContext {
    pub(super) documents: Vec<KeptDocument>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct KeptDocument {
    pub(super) content: KeptContent,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct KeptContent {
    pub(super) doc_type: String,
    pub(super) url: String,
}

/// An answer as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct KeptResponse {
    assistant: KeptAnswer,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct KeptAnswer {
    /// As JSON: what was hidden in it may have made it another tree than any that is shown.
    render: Value,
}

impl KeptRequest {
    /// It was about a collection.
    pub(super) fn of_collection(&self) -> bool {
        let id = self.input.task.args.get("collection_id");
        id.is_some_and(Value::is_string)
    }

    fn is_of_tool(&self) -> bool {
        let role = self.sender.as_ref().map(|sender| sender.role);
        role == Some(SenderRole::Tool)
    }
}

/// Reads the last exchanges out of a conversation's packets, oldest first. Of the packets of one run
/// only its question and its last answer count.
pub fn earlier(packets: &[KeptPacket]) -> Earlier {
    let mut heard = SourcesRead::default();
    let mut exchanges: Vec<Exchange> = Vec::new();
    for packet in packets {
        heard.add_kept(packet);
        match packet {
            KeptPacket::Request(request) if !request.is_of_tool() => ask(&mut exchanges, request),
            KeptPacket::Response(response) => answer(&mut exchanges, response),
            KeptPacket::Request(_) | KeptPacket::Unreadable => {}
        }
    }
    exchanges.retain(|exchange| !exchange.answer.is_empty());
    exchanges.drain(..exchanges.len().saturating_sub(MOST));
    Earlier {
        exchanges,
        heard,
        ..Earlier::default()
    }
}

fn ask(told: &mut Vec<Exchange>, request: &KeptRequest) {
    // A request that goes on with a run repeats its question.
    if request.trace.is_some() && !told.is_empty() {
        return;
    }
    let Some(words) = &request.input.user_message else {
        return;
    };
    told.push(Exchange {
        question: cut(&plain(&words.text), QUESTION),
        answer: String::new(),
    });
}

fn answer(told: &mut [Exchange], response: &KeptResponse) {
    let Some(last) = told.last_mut() else {
        return;
    };
    let mut words = String::new();
    gather(&response.assistant.render, &mut words, 0);
    let words = plain(&words);
    if !words.is_empty() {
        last.answer = cut(&words, ANSWER);
    }
}

/// The words of a tree, in order.
fn gather(node: &Value, words: &mut String, depth: usize) {
    const DEEPEST: usize = 32;
    if depth > DEEPEST || words.len() > ANSWER * 4 {
        return;
    }
    if let Some(text) = node["text"].as_str() {
        words.push_str(text);
    }
    for key in ["children", "items", "rows", "cells"] {
        for child in node[key].as_array().into_iter().flatten() {
            gather(child, words, depth + 1);
        }
    }
    // Words of one line belong together; blocks are set apart.
    if !matches!(node["type"].as_str(), Some("text" | "link")) {
        words.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(packets: &[Value]) -> Vec<KeptPacket> {
        let read = packets
            .iter()
            .map(|packet| KeptPacket::read(&packet.to_string()));
        read.map(|read| read.unwrap_or(KeptPacket::Unreadable))
            .collect()
    }

    fn request(turn: u32, text: &str) -> Value {
        json!({ "type": "request", "conversation": { "turn": turn }, "sender": { "role": "user" },
            "input": { "user_message": { "text": text } } })
    }

    fn response(text: &str) -> Value {
        json!({ "type": "response", "assistant": { "render": { "type": "doc", "children": [
            { "type": "paragraph", "children": [{ "type": "text", "text": text }] },
            { "type": "list", "ordered": false, "items": [{ "type": "list_item", "children": [
                { "type": "paragraph", "children": [{ "type": "text", "text": "and more" }] }] }] },
        ] } } })
    }

    #[test]
    fn questions_and_last_answers_are_told() {
        let mut going_on = request(2, "and why?");
        going_on["trace"] = json!({ "run_id": "run_1", "step": 2 });
        let mut tool = request(2, "and why?");
        tool["sender"]["role"] = json!("tool");
        let packets = [
            request(1, "what is it?"),
            response("A book."),
            request(2, "and why?"),
            response("I look it up."),
            tool,
            going_on,
            response("Because."),
            request(3, "not answered yet"),
            json!({ "type": "something" }),
            json!(4),
        ];
        let expected = [
            ("what is it?", "A book. and more"),
            ("and why?", "Because. and more"),
        ]
        .map(|(question, answer)| Exchange {
            question: question.to_owned(),
            answer: answer.to_owned(),
        });
        assert_eq!(earlier(&read(&packets)).exchanges, expected);
    }

    #[test]
    fn only_the_last_are_told_and_short() {
        let long = "word ".repeat(2_000);
        let packets: Vec<Value> = (0..9)
            .flat_map(|turn| [request(turn, &long), response(&long)])
            .collect();
        let told = earlier(&read(&packets)).exchanges;
        assert_eq!(told.len(), MOST);
        assert!(told[0].answer.chars().count() <= ANSWER + 1);
        assert!(told[0].question.chars().count() <= QUESTION + 1);
    }
}
