use axum::body::Body;
use serde_json::{Value, json};

use crate::kit::{Kit, page, request};

/// Sends raw bytes as an interact body.
async fn raw(kit: &Kit, body: impl Into<Body>) -> crate::kit::Reply {
    let request = request("POST", "/api/agent/interact", &kit.alice, body.into());
    kit.send(request).await
}

fn with(name: &str, value: Value) -> Value {
    let mut body = page("click Help");
    body[name] = value;
    body
}

#[tokio::test]
async fn a_field_over_its_limit_is_named() {
    let kit = Kit::new().await;
    let many = |count: usize, each: Value| Value::Array(vec![each; count]);
    let node = json!({"i": "1", "r": "btn", "n": "x"});
    for (body, field) in [
        (with("query", json!("x".repeat(10_001))), "query"),
        (with("query", json!("  ")), "query"),
        (with("dom", json!("x".repeat(500_001))), "dom"),
        (
            with("skeletonDom", json!("x".repeat(102_401))),
            "skeletonDom",
        ),
        (
            with("screenshot", json!("x".repeat(2 * 1024 * 1024 + 1))),
            "screenshot",
        ),
        (
            with("screenshotHash", json!("x".repeat(257))),
            "screenshotHash",
        ),
        (
            with("interactiveTree", many(5_001, node)),
            "interactiveTree",
        ),
        (with("url", json!("not a url")), "url"),
        (with("previousUrl", json!("/relative")), "previousUrl"),
        (with("tabId", json!(0)), "tabId"),
        (with("domain", json!("x".repeat(256))), "domain"),
        (with("title", json!("x".repeat(501))), "title"),
        (with("recentEvents", many(21, json!("x"))), "recentEvents"),
        (
            with("recentEvents", json!(["x".repeat(201)])),
            "recentEvents[0]",
        ),
        (with("token_reduction", json!(101)), "token_reduction"),
        (with("localDate", json!("tomorrow")), "localDate"),
        (
            with(
                "interactiveTree",
                json!([{"i": "1\"", "r": "btn", "n": ""}]),
            ),
            "interactiveTree[0].i",
        ),
        (
            with(
                "semanticNodes",
                json!([{"id": "", "role": "a", "name": ""}]),
            ),
            "semanticNodes[0].id",
        ),
        (
            with("pageText", json!([{"c": [{"i": "a b"}]}])),
            "pageText[0].c",
        ),
        (
            with(
                "attachment",
                json!({"s3Key": "k", "filename": "f", "mimeType": "m", "size": 0}),
            ),
            "attachment.size",
        ),
    ] {
        let reply = kit.interact(&body).await;
        let (status, found, reason) = reply.refused();
        assert_eq!((status, found.as_str()), (400, field), "{reason}");
        assert!(!reason.is_empty());
    }
    assert_eq!(
        kit.script.asked.load(std::sync::atomic::Ordering::SeqCst),
        0
    );
}

#[tokio::test]
async fn what_is_at_its_limit_is_taken() {
    let kit = Kit::new().await;
    let node = json!({"i": "1", "r": "btn", "n": "é".repeat(300), "xy": [1, 1]});
    let mut body = with("interactiveTree", Value::Array(vec![node; 5_000]));
    body["query"] = json!("ü".repeat(10_000));
    let reply = kit.interact(&body).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
}

#[tokio::test]
async fn wrong_types_are_named_with_their_path() {
    let kit = Kit::new().await;
    for (body, field, reason) in [
        (json!({}), "query", "is required"),
        (json!({"query": 7}), "query", "expected a string"),
        (with("taskId", json!("seven")), "taskId", "expected a UUID"),
        (
            with("domMode", json!("pixels")),
            "domMode",
            "expected one of `semantic`, `skeleton`, `hybrid`, `full`",
        ),
        (
            with("interactiveTree", json!([{"i": "1", "r": "btn"}])),
            "interactiveTree[0].n",
            "is required",
        ),
        (
            with("viewport", json!({"width": "wide", "height": 1})),
            "viewport.width",
            "expected f64",
        ),
        (
            with("lastActionStatus", json!("maybe")),
            "lastActionStatus",
            "expected one of `success`, `failure`, `pending`",
        ),
    ] {
        let refused = kit.interact(&body).await.refused();
        assert_eq!(
            refused,
            (400, field.to_owned(), reason.to_owned()),
            "{body}"
        );
    }
}

#[tokio::test]
async fn fields_that_need_one_another_are_checked_together() {
    let kit = Kit::new().await;
    let bare = |mode: &str| json!({"query": "q", "url": "https://a.example/", "domMode": mode});
    for (body, field) in [
        (bare("full"), "dom"),
        (bare("skeleton"), "skeletonDom"),
        (bare("hybrid"), "skeletonDom"),
        (bare("semantic"), "interactiveTree"),
        (
            json!({"query": "q", "url": "https://a.example/"}),
            "interactiveTree",
        ),
    ] {
        let (status, found, _) = kit.interact(&body).await.refused();
        assert_eq!((status, found.as_str()), (400, field), "{body}");
    }
}

#[tokio::test]
async fn malformed_json_says_where() {
    let kit = Kit::new().await;
    let reply = raw(&kit, "{\"query\": \n oops}").await;
    assert_eq!(reply.problem(), (400, "INVALID_REQUEST".to_owned()));
    assert_eq!(reply.json()["details"]["reason"], "line 2, column 2");
    for body in [
        "",
        "{",
        "[",
        "null",
        "7",
        "{\"query\":\"\\ud800\"}",
        "{\"query\":\"a\",\"query\":\"b\"}",
    ] {
        assert_eq!(raw(&kit, body).await.status, 400, "{body}");
    }
    assert_eq!(raw(&kit, vec![b'"', 0xff, b'"']).await.status, 400);
}

#[tokio::test]
async fn deep_json_is_refused_before_it_is_read() {
    let kit = Kit::new().await;
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!("{{\"query\":\"just say done\",\"unknown\":{open}{close}}}")
    };
    assert_eq!(raw(&kit, nested(63)).await.status, 200);
    assert_eq!(raw(&kit, nested(64)).await.refused().0, 400);
    assert_eq!(raw(&kit, nested(100_000)).await.refused().0, 400);
}

#[tokio::test]
async fn a_body_of_more_than_8_mib_is_413() {
    let kit = Kit::new().await;
    let large = format!(
        "{{\"query\":\"q\",\"unknown\":\"{}\"}}",
        "x".repeat(8 << 20)
    );
    let reply = raw(&kit, large).await;
    assert_eq!(reply.problem(), (413, "PAYLOAD_TOO_LARGE".to_owned()));
    assert_eq!(reply.header("connection"), "close");
}

#[tokio::test]
async fn unknown_keys_are_passed_over() {
    let kit = Kit::new().await;
    let body = with("somethingNew", json!({"a": [1, 2, {"b": null}]}));
    assert_eq!(kit.interact(&body).await.status, 200);
}

#[tokio::test]
async fn other_content_types_are_415() {
    let kit = Kit::new().await;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin1",
        "",
    ] {
        let mut request = request(
            "POST",
            "/api/agent/interact",
            &kit.alice,
            page("q").to_string().into(),
        );
        request
            .headers_mut()
            .insert("content-type", kind.parse().unwrap());
        let reply = kit.send(request).await;
        assert_eq!(
            reply.problem(),
            (415, "UNSUPPORTED_MEDIA_TYPE".to_owned()),
            "{kind}"
        );
    }
}

#[tokio::test]
async fn both_names_of_a_chain_error_are_read() {
    let kit = Kit::new().await;
    let broke = json!({"action": "click(7)", "message": "gone", "code": "ELEMENT_NOT_FOUND", "failedIndex": 1});
    for name in ["chainError", "chainActionError"] {
        assert_eq!(
            kit.interact(&with(name, broke.clone())).await.status,
            200,
            "{name}"
        );
        let wrong = with(name, json!({"action": "click(7)"}));
        assert_eq!(kit.interact(&wrong).await.status, 400, "{name}");
    }
}
