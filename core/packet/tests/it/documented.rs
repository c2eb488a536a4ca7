//! What `docs/packet.md` says is so.

use screen_agent_answer::model::{self, How};
use screen_agent_packet::read;
use screen_agent_tools::Tool;
use screen_agent_wire::packet::ToolCall;
use screen_agent_wire::packet::document::Content;
use serde_json::Value;

const DOCS: &str = include_str!("../../../../docs/packet.md");

/// The examples, in order.
fn examples() -> Vec<Value> {
    DOCS.split("```json\n")
        .skip(1)
        .map(|block| serde_json::from_str(block.split("```").next().unwrap()).unwrap())
        .collect()
}

#[test]
fn every_example_is_what_it_says() {
    let mut seen = [0; 3];
    for example in examples() {
        match example["type"].as_str() {
            Some("request") => {
                read::request(example.to_string().as_bytes()).unwrap();
                seen[0] += 1;
            }
            Some("response") => {
                let expected = "req-1";
                let reading = model::response(&example.to_string(), expected).unwrap();
                assert_eq!(reading.how, How::Strict);
                seen[1] += 1;
            }
            _ if example.get("arguments").is_some() => {
                let call: ToolCall = serde_json::from_value(example).unwrap();
                Tool::read(&call.name, &call.arguments).unwrap();
                seen[2] += 1;
            }
            _ if example.get("answer").is_some() => {
                let reading = model::response(&example.to_string(), "req-1").unwrap();
                assert_eq!(reading.how, How::Strict);
                seen[1] += 1;
            }
            _ => assert!(example.get("error").is_some(), "{example}"),
        }
    }
    assert_eq!(seen, [2, 2, 1]);
}

#[test]
fn every_tool_its_arguments_and_every_kind_of_document_are_named() {
    for name in Tool::NAMES {
        let row = DOCS
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")))
            .unwrap_or_else(|| panic!("{name} is not in the table"));
        let schema = Tool::schema(name).unwrap().to_value();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for argument in schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, _)| key)
        {
            let may_be_absent = !required.iter().any(|key| key == argument);
            // One of the two is wanted, which no schema of one argument says.
            let either = *name == "artifact.save" && ["text", "doc"].contains(&argument.as_str());
            let written = if may_be_absent && !either {
                format!("{argument}?")
            } else {
                argument.clone()
            };
            assert!(row.contains(&written), "{written} of {name}: {row}");
        }
    }
    for kind in Content::KINDS {
        assert!(DOCS.contains(&format!("`{kind}`")), "{kind}");
    }
}
