//! What was said before in a conversation, as short text.

use screen_agent_kernel::quote::{cut, plain};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::read::Sources;

/// Most exchanges that are told.
const MOST: usize = 4;
/// Longest question and longest answer, in characters.
const QUESTION: usize = 300;
const ANSWER: usize = 700;

/// What was said before, and where it came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// The last exchanges, oldest first.
    pub exchanges: Vec<Exchange>,
    /// Where everything that was ever read in the conversation came from: an answer may repeat an
    /// earlier one.
    pub heard: Sources,
}

/// A question and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The person's words.
    pub question: String,
    /// The answer, as plain text.
    pub answer: String,
}

/// Reads the last exchanges out of a conversation's packets as they are kept, oldest first. Of the
/// packets of one run only its question and its last answer count; what cannot be read is passed over.
pub fn earlier(packets: &[Value]) -> Earlier {
    let mut heard = Sources::default();
    let mut told: Vec<(u64, Exchange)> = Vec::new();
    for packet in packets {
        heard.add_kept(packet);
        let turn = packet["conversation"]["turn"].as_u64().unwrap_or_default();
        match packet["type"].as_str() {
            Some("request") if packet["sender"]["role"] != "tool" => ask(&mut told, turn, packet),
            Some("response") => answer(&mut told, packet),
            _ => {}
        }
    }
    told.retain(|(_, exchange)| !exchange.answer.is_empty());
    let skip = told.len().saturating_sub(MOST);
    let exchanges = told.into_iter().skip(skip).map(|(_, one)| one).collect();
    Earlier { exchanges, heard }
}

fn ask(told: &mut Vec<(u64, Exchange)>, turn: u64, packet: &Value) {
    // A request that goes on with a run repeats its question.
    if packet["trace"]["run_id"].is_string() && !told.is_empty() {
        return;
    }
    let Some(words) = packet["input"]["user_message"]["text"].as_str() else {
        return;
    };
    let question = cut(&plain(words), QUESTION);
    let answer = String::new();
    told.push((turn, Exchange { question, answer }));
}

fn answer(told: &mut [(u64, Exchange)], packet: &Value) {
    let Some((_, last)) = told.last_mut() else {
        return;
    };
    let mut words = String::new();
    gather(&packet["assistant"]["render"], &mut words, 0);
    let words = plain(&words);
    if !words.is_empty() {
        last.answer = cut(&words, ANSWER);
    }
}

/// The words of a render tree, in order. Read as JSON: a kept packet may be of an older form.
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
        going_on["trace"] = json!({ "run_id": "run_1" });
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
        assert_eq!(earlier(&packets).exchanges, expected);
    }

    #[test]
    fn only_the_last_are_told_and_short() {
        let long = "word ".repeat(2_000);
        let packets: Vec<Value> = (0..9)
            .flat_map(|turn| [request(turn, &long), response(&long)])
            .collect();
        let told = earlier(&packets).exchanges;
        assert_eq!(told.len(), MOST);
        assert!(told[0].answer.chars().count() <= ANSWER + 1);
        assert!(told[0].question.chars().count() <= QUESTION + 1);
    }
}
