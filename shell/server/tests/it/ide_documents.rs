//! Documents of IDEs: versions, tags, conditions.

use axum::body::Body;
use screen_agent_ide::IdeMeans;
use screen_agent_server::ServerConfig;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, request};

const PROJECT: &str = "demo";

fn body(path: &str, more: Value) -> Value {
    let mut body = json!({ "project_id": PROJECT, "path": path });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

async fn send(kit: &Kit, path: &str, body: &Value, headers: &[(&'static str, &str)]) -> Reply {
    let mut asked = request("POST", path, &kit.alice, body.to_string().into());
    for (name, value) in headers {
        asked.headers_mut().insert(*name, value.parse().unwrap());
    }
    kit.send(asked).await
}

fn code(reply: &Reply) -> (u16, String) {
    let json = reply.json();
    assert_eq!(json["code"], json["error"], "{json}");
    let code = json["code"].as_str().unwrap_or_default();
    (reply.status.as_u16(), code.to_owned())
}

#[tokio::test]
async fn a_document_has_a_version_and_a_tag() {
    let kit = Kit::new().await;
    let set = body(
        "examples/af.json",
        json!({ "value": { "a": 1, "c": { "d": [1] } } }),
    );
    let first = send(&kit, "/functions/v1/json-set", &set, &[]).await;
    assert_eq!(first.status, 200, "{}", first.json());
    assert_eq!(first.json()["version"], 1);
    let tag = "W/\"demo:examples/af.json:1\"";
    assert_eq!(first.header("etag"), tag);
    let patch = body(
        "examples/af.json",
        json!({ "patch": { "b": 2, "c": { "e": null } } }),
    );
    let merged = send(&kit, "/json-merge", &patch, &[("if-match", tag)]).await;
    assert_eq!(merged.json()["version"], 2);
    assert_eq!(merged.json()["diff"]["added"], json!(["/b", "/c/e"]));
    let cut = body(
        "examples/af.json",
        json!({ "pointers": ["/a", "/none"], "expected_version": 2 }),
    );
    let removed = send(&kit, "/json-remove", &cut, &[]).await;
    assert_eq!(removed.json()["removed"], json!(["/a"]));
    let path = "/json-get?project_id=demo&path=examples/af.json";
    let got = kit.get(path, &kit.alice).await;
    assert_eq!(
        got.json()["json"],
        json!({ "b": 2, "c": { "d": [1], "e": null } })
    );
    assert_eq!(got.json()["version"], 3);
    let tag = got.header("etag").to_owned();
    let ask = |method: &str| {
        let mut asked = request(method, path, &kit.alice, Body::empty());
        asked
            .headers_mut()
            .insert("if-none-match", tag.parse().unwrap());
        kit.send(asked)
    };
    for method in ["GET", "HEAD"] {
        let same = ask(method).await;
        assert_eq!(
            (same.status.as_u16(), same.bytes.len()),
            (304, 0),
            "{method}"
        );
        assert_eq!(same.header("etag"), tag);
    }
    let posted = send(
        &kit,
        "/json-get",
        &body("examples/af.json", json!({})),
        &[("if-none-match", &tag)],
    )
    .await;
    assert_eq!(posted.status, 304);
    assert_eq!(kit.get(path, &kit.bob).await.status, 404);
    assert_eq!(kit.get(path, &kit.carol).await.status, 404);
    // What no header can say has a tag all the same.
    let korean = send(
        &kit,
        "/json-set",
        &body("앱 1.json", json!({ "value": 1 })),
        &[],
    )
    .await;
    assert_eq!(korean.header("etag"), "W/\"demo:%EC%95%B1+1.json:1\"");
}

#[tokio::test]
async fn a_change_is_made_under_its_conditions_or_not_at_all() {
    let strict = Kit::with(ServerConfig {
        ide: IdeMeans {
            strict_preconditions: true,
            ..IdeMeans::default()
        },
        ..ServerConfig::default()
    })
    .await;
    for (kit, blind) in [
        (&Kit::new().await, (200, "")),
        (&strict, (428, "precondition_required")),
    ] {
        let set = body("a.json", json!({ "value": 1 }));
        let new = [("if-none-match", "*")];
        assert_eq!(send(kit, "/json-set", &set, &new).await.status, 200);
        let old = ("if-match", "W/\"demo:a.json:1\"");
        let stale = ("if-match", "W/\"demo:a.json:7\"");
        let versioned =
            |version: u32| body("a.json", json!({ "value": 2, "expected_version": version }));
        for (body, headers, expected) in [
            (&set, &new[..], (412, "precondition_failed")),
            (&set, &[stale], (412, "precondition_failed")),
            (&versioned(7), &[], (409, "version_mismatch")),
            (&set, &[old], (200, "")),
            (&set, &[old], (412, "precondition_failed")),
            (&set, &[("if-match", "*")], (200, "")),
            (&versioned(3), &[], (200, "")),
            (&set, &[], blind),
            (
                &set,
                &[("if-none-match", "W/\"x\"")],
                (400, "invalid_params"),
            ),
            (
                &json!({ "project_id": "demo", "value": 1 }),
                &[],
                (400, "invalid_params"),
            ),
            (
                &json!({ "project_id": "demo", "path": "../a", "value": 1 }),
                &[],
                (400, "invalid_params"),
            ),
            (
                &json!({ "path": "a", "value": 1 }),
                &[],
                (400, "invalid_params"),
            ),
            (&body("b.json", json!({})), &[], (400, "invalid_params")),
            (
                &body("b.json", json!({ "value": 1 })),
                &[("if-match", "*")],
                (412, "precondition_failed"),
            ),
        ] {
            let reply = send(kit, "/json-set", body, headers).await;
            let found = match reply.status.as_u16() {
                200 => (200, String::new()),
                _ => code(&reply),
            };
            assert_eq!(
                found,
                (expected.0, expected.1.to_owned()),
                "{body} {headers:?}"
            );
        }
        let nothing = body("none.json", json!({ "pointers": ["/a"] }));
        assert_eq!(send(kit, "/json-remove", &nothing, &[]).await.status, 404);
    }
}

#[tokio::test]
async fn changes_that_come_at_once_are_all_made() {
    let kit = Kit::new().await;
    let merges = (0..4).map(|n| {
        let kit = &kit;
        async move {
            let patch = body("a.json", json!({ "patch": { format!("f{n}"): n } }));
            send(kit, "/json-merge", &patch, &[]).await.status
        }
    });
    let all = futures_util::future::join_all(merges).await;
    assert!(all.iter().all(|status| *status == 200), "{all:?}");
    let got = kit
        .get("/json-get?projectId=demo&path=a.json", &kit.alice)
        .await;
    assert_eq!(
        got.json()["json"],
        json!({ "f0": 0, "f1": 1, "f2": 2, "f3": 3 })
    );
    assert_eq!(got.json()["version"], 4);
}

#[tokio::test]
async fn documents_are_listed_and_checked() {
    let kit = Kit::new().await;
    for path in ["docs/a.json", "docs/b.json", "other.json"] {
        let set = body(
            path,
            json!({ "value": { "events": [{ "event": "#onA", "actionFlowId": "f" }] } }),
        );
        send(&kit, "/json-set", &set, &[]).await;
    }
    let list = async |more: Value| {
        let mut asked = json!({ "project_id": PROJECT });
        for (name, value) in more.as_object().unwrap() {
            asked[name] = value.clone();
        }
        let reply = send(&kit, "/functions/v1/json-list", &asked, &[])
            .await
            .json();
        let items = reply["items"].as_array().unwrap().clone();
        let paths: Vec<String> = items
            .iter()
            .map(|item| item["path"].as_str().unwrap().to_owned())
            .collect();
        (
            paths.join(" "),
            reply["count"].clone(),
            reply["next_offset"].clone(),
        )
    };
    assert_eq!(
        list(json!({ "prefix": "docs/" })).await,
        ("docs/a.json docs/b.json".into(), json!(2), Value::Null)
    );
    assert_eq!(
        list(json!({ "limit": 1, "offset": 1 })).await,
        ("docs/b.json".into(), json!(3), json!(2))
    );
    assert_eq!(
        list(json!({ "updated_after": "2026-03-04T12:00:00Z" })).await,
        (String::new(), json!(0), Value::Null)
    );
    let wrong = send(
        &kit,
        "/json-list",
        &json!({ "project_id": "demo", "updated_after": "soon" }),
        &[],
    )
    .await;
    assert_eq!(code(&wrong), (400, "invalid_params".into()));
    let kept = body("docs/a.json", json!({ "schema_id": "events.map@1" }));
    assert_eq!(
        send(&kit, "/json-validate", &kept, &[]).await.json()["ok"],
        true
    );
    for (asked, expected) in [
        (
            json!({ "schema_id": "events.map@1", "data": { "events": [{}] } }),
            (422, "validation_failed"),
        ),
        (
            json!({ "schema_id": "moon@1", "data": {} }),
            (400, "invalid_params"),
        ),
        (
            body("none.json", json!({ "schema_id": "bdd@1" })),
            (404, "not_found"),
        ),
    ] {
        let reply = send(&kit, "/json-validate", &asked, &[]).await;
        assert_eq!(code(&reply), (expected.0, expected.1.to_owned()), "{asked}");
    }
}

#[tokio::test]
async fn a_write_under_a_key_is_made_once_and_answered_alike() {
    let kit = Kit::new().await;
    let key = [("idempotency-key", "k")];
    let set = body("a.json", json!({ "value": { "n": 1 } }));
    let (one, other) = tokio::join!(
        send(&kit, "/functions/v1/json-set", &set, &key),
        send(&kit, "/json-set", &set, &key)
    );
    let at_once = [&one, &other].map(|reply| reply.status.as_u16());
    assert!(at_once.contains(&200), "{at_once:?}");
    let again = send(&kit, "/json-set", &set, &key).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.json()["version"], 1);
    assert_eq!(again.header("etag"), "W/\"demo:a.json:1\"");
    assert_eq!(again.header("idempotent-replayed"), "true");
    let another = body("a.json", json!({ "value": 2 }));
    let refused = send(&kit, "/json-set", &another, &key).await;
    assert_eq!(code(&refused), (409, "idempotency_mismatch".into()));
    // Another deed and another person have keys of their own, and what failed is not pinned.
    let merge = body(
        "a.json",
        json!({ "patch": { "m": 2 }, "expected_version": 7 }),
    );
    let refused = send(&kit, "/json-merge", &merge, &key).await;
    assert_eq!(code(&refused), (409, "version_mismatch".into()));
    let merge = body(
        "a.json",
        json!({ "patch": { "m": 2 }, "expected_version": 1 }),
    );
    for _ in 0..2 {
        let merged = send(&kit, "/json-merge", &merge, &key).await.json();
        assert_eq!(
            (&merged["version"], &merged["diff"]["added"]),
            (&json!(2), &json!(["/m"]))
        );
    }
    let cut = body("a.json", json!({ "pointers": ["/m"] }));
    for _ in 0..2 {
        let removed = send(&kit, "/json-remove", &cut, &key).await.json();
        assert_eq!(
            (&removed["version"], &removed["removed"]),
            (&json!(3), &json!(["/m"]))
        );
    }
    let mut carols = request("POST", "/json-set", &kit.carol, another.to_string().into());
    carols
        .headers_mut()
        .insert("idempotency-key", "k".parse().unwrap());
    assert_eq!(kit.send(carols).await.json()["version"], 1);
}

#[tokio::test]
async fn a_document_is_made_of_a_request_and_kept_where_it_says() {
    let kit = Kit::new().await;
    let bdd = "When #onLoginClicked occurs\nThen call #restAPI:Login";
    let asked = json!({ "schema_id": "action.flow@1", "bdd_text": bdd });
    let made = send(&kit, "/functions/v1/json-generate", &asked, &[]).await;
    assert_eq!(made.status, 200, "{}", made.json());
    assert_eq!(made.json()["json"]["id"], "loginProcessFlow");
    assert_eq!(made.json()["warnings"][0]["code"], "no_error_branch");
    assert_eq!(
        (made.json().get("document"), made.header("etag")),
        (None, "")
    );
    let mut kept = asked.clone();
    kept["projectId"] = json!(PROJECT);
    kept["path"] = json!("flows/login.json");
    let key = [("idempotency-key", "k"), ("if-none-match", "*")];
    for _ in 0..2 {
        let made = send(&kit, "/json-generate", &kept, &key).await;
        assert_eq!(made.json()["document"]["version"], 1, "{}", made.json());
        assert_eq!(made.header("etag"), "W/\"demo:flows/login.json:1\"");
    }
    let path = "/json-get?project_id=demo&path=flows/login.json";
    let got = kit.get(path, &kit.alice).await.json();
    assert_eq!(got["json"], made.json()["json"]);
    let again = send(&kit, "/json-generate", &kept, &[("if-none-match", "*")]).await;
    assert_eq!(code(&again), (412, "precondition_failed".into()));
    for (asked, expected) in [
        (json!({ "schema_id": "moon@1" }), (400, "invalid_params")),
        (
            json!({ "schema_id": "action.flow@1", "bdd_text": "moon" }),
            (400, "invalid_params"),
        ),
        (
            json!({ "schema_id": "bdd@1", "path": "a.json" }),
            (400, "invalid_params"),
        ),
        (json!({ "schema_id": "bdd@1" }), (422, "validation_failed")),
        (
            json!({ "schema_id": "symbols@1", "ui_json": [] }),
            (422, "validation_failed"),
        ),
    ] {
        let refused = send(&kit, "/json-generate", &asked, &[]).await;
        assert_eq!(
            code(&refused),
            (expected.0, expected.1.to_owned()),
            "{asked}"
        );
    }
}
