use serde_json::json;

use super::*;

fn call(name: &str, arguments: Value) -> Result<ClientCall, CallFault> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    ToolName::read(name).unwrap().call(arguments)
}

#[test]
fn every_tool_is_told_whole() {
    for tool in ToolName::ALL {
        let told = tool.told();
        assert_eq!(ToolName::read(&told.name), Some(tool));
        for schema in [&told.input_schema, told.output_schema.as_ref().unwrap()] {
            assert_eq!(schema["type"], "object", "{}", told.name);
        }
        assert_eq!(told.input_schema["additionalProperties"], json!(false));
        let hints = told.annotations.unwrap();
        let reads = hints.read_only_hint == Some(true);
        assert_eq!(hints.destructive_hint, Some(!reads), "{}", told.name);
        assert!(told.description.unwrap().len() < 900, "{}", told.name);
    }
}

#[test]
fn what_is_wrong_with_a_call_is_said() {
    for (name, arguments, why) in [
        ("look", json!({ "url": 7 }), "invalid type"),
        (
            "look",
            json!({ "url": "file:///etc/passwd" }),
            "neither http nor https",
        ),
        ("look", json!({ "uri": "https://a.test" }), "unknown field"),
        ("look", json!({ "tokens": 1 }), "between 200 and 20000"),
        ("act", json!({}), "missing field"),
        ("act", json!({ "actions": [] }), "none"),
        ("act", json!({ "actions": "click(1)" }), "invalid type"),
        (
            "act",
            json!({ "actions": vec!["wait(1)"; 11] }),
            "more than 10",
        ),
        (
            "act",
            json!({ "actions": ["x".repeat(10_000_000)] }),
            "longer than",
        ),
        ("do", json!({}), "give an instruction"),
        (
            "do",
            json!({ "instruction": "a", "task": "b" }),
            "give an instruction",
        ),
        (
            "do",
            json!({ "instruction": "a", "max_steps": 51 }),
            "between 1 and 50",
        ),
        (
            "do",
            json!({ "instruction": "a", "max_steps": -1 }),
            "invalid value",
        ),
        ("ask", json!({ "question": " " }), "empty"),
        (
            "ask",
            json!({ "question": "a", "url": "https://a.test", "collection": "b" }),
            "not both",
        ),
        (
            "extract",
            json!({ "fields": { "type": "nonsense" } }),
            "invalid type",
        ),
        ("extract", json!({ "fields": [""] }), "empty"),
        ("runs", json!({ "verb": "answer" }), "unknown variant"),
        (
            "runs",
            json!({ "verb": "show", "id": "../1" }),
            "id is none",
        ),
        (
            "runs",
            json!({ "verb": "submit", "instruction": "a" }),
            "a url",
        ),
    ] {
        let fault = call(name, arguments.clone()).unwrap_err();
        assert_eq!(fault.code, "INVALID_ARGUMENTS");
        assert!(fault.message.contains(why), "{name}: {}", fault.message);
        assert!(fault.message.len() < 1_000, "{name}");
    }
}

#[test]
fn a_call_is_read() {
    let look = call(
        "look",
        json!({ "url": "http://127.0.0.1:8080/a", "tokens": 300 }),
    )
    .unwrap();
    let expected = LookArgs {
        lease: None,
        url: Some("http://127.0.0.1:8080/a".to_owned()),
        tokens: Some(300),
    };
    assert_eq!(look, ClientCall::Look(expected));
    assert_eq!(
        call("look", json!({})).unwrap(),
        ClientCall::Look(LookArgs::default())
    );
}
