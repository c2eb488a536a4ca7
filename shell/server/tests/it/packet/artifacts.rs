//! Artifacts, in every format.

use serde_json::{Value, json};

use super::world::{Without, World, paragraph, problem, request};

/// Saves an artifact by the model's call, and gives its id.
async fn saved(world: &World, call: Value) -> String {
    world.proposes("artifact.save", call);
    world.says_words("Saved.");
    let reply = world.asked(&request("r-1", "save it as an artifact")).await;
    let result = &reply["tool_results"][0];
    assert_eq!(result["status"], "ok", "{reply}");
    result["result"]["artifactId"].as_str().unwrap().to_owned()
}

fn table() -> Value {
    let cell = |text: &str, header: bool| {
        json!({
        "type": "table_cell", "header": header, "children": [{ "type": "text", "text": text }] })
    };
    let row = |cells: Vec<Value>| json!({ "type": "table_row", "cells": cells });
    json!({ "type": "table", "rows": [
        row(vec![cell("Tea", true), cell("Price", true)]), row(vec![cell("Green", false), cell("12.40", false)]) ] })
}

#[tokio::test]
async fn an_artifact_is_given_in_every_format() {
    let world = World::new().await;
    let doc = json!({ "type": "doc", "children": [paragraph("Prices of teas."), table()] });
    let id = saved(
        &world,
        json!({ "title": "Teas: prices", "doc": doc, "tags": ["tea"] }),
    )
    .await;
    let list = world.get("/api/artifacts").await.json();
    assert_eq!(list["artifacts"][0]["type"], "note");
    assert_eq!(list["artifacts"][0]["tags"], json!(["tea"]));
    let data = world.get(&format!("/api/artifacts/{id}")).await.json();
    assert_eq!(data["doc"]["children"][0], paragraph("Prices of teas."));
    for (format, kind, part) in [
        (
            "markdown",
            "text/markdown; charset=utf-8",
            "| Green | 12.40 |",
        ),
        ("text", "text/plain; charset=utf-8", "Prices of teas."),
        ("json", "application/json", "\"table_cell\""),
        ("csv", "text/csv; charset=utf-8", "Green,12.40"),
        ("pdf", "application/pdf", "%PDF"),
    ] {
        let reply = world
            .get(&format!("/api/artifacts/{id}/content?format={format}"))
            .await;
        assert_eq!(reply.status, 200, "{format}");
        assert_eq!(reply.header("content-type"), kind);
        assert!(
            reply
                .header("content-disposition")
                .starts_with("attachment"),
            "{format}"
        );
        let text = String::from_utf8(reply.bytes.clone()).unwrap();
        assert!(text.contains(part), "{format}: {text}");
    }
    let other = world
        .get(&format!("/api/artifacts/{id}/content?format=docx"))
        .await;
    assert_eq!(problem(&other), (400, "INVALID_REQUEST".into()));
    let gone = world
        .kit
        .delete(&format!("/api/artifacts/{id}"), &world.kit.alice)
        .await;
    assert_eq!(gone.status, 204);
    world.done();
}

#[tokio::test]
async fn what_a_format_cannot_hold_is_refused_and_secrets_stay_out() {
    let world = World::with(Without {
        printer: true,
        ..Without::default()
    })
    .await;
    let text = "The key is sk-abcdefghijklmnop1234 and the password: hunter2";
    let id = saved(&world, json!({ "title": "Notes", "text": text })).await;
    for format in ["csv", "pdf"] {
        let reply = world
            .get(&format!("/api/artifacts/{id}/content?format={format}"))
            .await;
        assert_eq!(
            problem(&reply),
            (422, "UNSUPPORTED_FORMAT".into()),
            "{format}"
        );
    }
    let kept = world.get(&format!("/api/artifacts/{id}")).await.json();
    assert_eq!(kept["text"], "The key is ••• and the password: •••");
    for token in [&world.kit.bob, &world.kit.carol] {
        let reply = world
            .kit
            .get(&format!("/api/artifacts/{id}/content?format=text"), token)
            .await;
        assert_eq!(problem(&reply), (404, "NOT_FOUND".into()));
    }
    world.done();
}
