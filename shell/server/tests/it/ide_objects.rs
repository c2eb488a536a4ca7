//! Objects of IDEs: results that are kept, links, uploads that are taken in, and what survives a kill.

use axum::body::Body;
use axum::http::Request;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use screen_agent_server::{ServerConfig, resume_jobs};
use screen_agent_store::ide::PendingJob;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::kit::{Kit, Reply, alice, request, send};

const TREE: &str = r##"{"version":"1.0","page":{"name":"p"},"tree":[{"id":"a","type":"text","props":{"text":"#name"},"children":[]}]}"##;

fn bare(method: &str, url: &str, body: impl Into<Body>) -> Request<Body> {
    let path = url.strip_prefix("http://localhost").unwrap_or(url);
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(body.into())
        .unwrap()
}

async fn fetch(kit: &Kit, url: &str, headers: &[(&'static str, &str)]) -> Reply {
    let mut asked = bare("GET", url, Body::empty());
    for (name, value) in headers {
        asked.headers_mut().insert(*name, value.parse().unwrap());
    }
    kit.send(asked).await
}

/// Uploads a file by a link; where it is.
async fn upload(kit: &Kit, file: impl Into<Body>) -> String {
    let asked = json!({ "projectId": "demo", "fileName": "screen.json" });
    let link = kit
        .post("/figma-compat/uui/presign", &kit.alice, &asked)
        .await
        .json();
    assert_eq!(link["bucket"], "figma", "{link}");
    let url = link["signedUrl"].as_str().unwrap();
    let put = kit.send(bare("PUT", url, file)).await;
    assert_eq!(put.status, 200, "{}", put.json());
    link["key"].as_str().unwrap().to_owned()
}

fn ingesting(kit: &Kit, more: Value) -> Request<Body> {
    let mut asked = json!({ "projectId": "demo" });
    for (name, value) in more.as_object().unwrap() {
        asked[name] = value.clone();
    }
    let path = "/functions/v1/figma-compat/uui/ingest";
    request("POST", path, &kit.alice, asked.to_string().into())
}

async fn ingest(kit: &Kit, more: Value) -> Reply {
    kit.send(ingesting(kit, more)).await
}

/// Waits until a trace tells nothing more; what it told.
async fn told(kit: &Kit, trace: Uuid) -> Vec<String> {
    let elsewhere = kit.dir.servers() > 1;
    let followed = kit.making.follow_trace(alice(), trace, elsewhere);
    let mut follower = followed.await.unwrap();
    let mut names = Vec::new();
    while let Some(event) = follower.next().await {
        names.push(event.name.clone());
    }
    names
}

/// Returns once every job was noted to be ended, which is just after its trace tells so.
async fn no_job_is_left(kit: &Kit) {
    while !kit
        .store
        .upkeep()
        .list::<PendingJob>(9)
        .await
        .unwrap()
        .is_empty()
    {
        tokio::task::yield_now().await;
    }
}

async fn result(kit: &Kit, trace: Uuid) -> Reply {
    let path = format!("/figma-compat/uui/ingest/result?traceId={trace}");
    kit.get(&path, &kit.alice).await
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status.as_u16(), reply.json()["code"].clone())
}

#[tokio::test]
async fn what_a_task_makes_is_kept_and_read_again() {
    let kit = Kit::new().await;
    let asked = json!({ "text": "hello button image", "projectId": "my shop/1" });
    let made = kit
        .post("/design-generate", &kit.alice, &asked)
        .await
        .json();
    let (artifact, trace) = (&made["artifact"], made["trace_id"].as_str().unwrap());
    let key = format!("fig2cg/my_shop_1/uui.generate/{trace}.json");
    assert_eq!(
        *artifact,
        json!({ "uploaded": true, "bucket": "figma", "path": key })
    );
    let link = &made["artifacts"]["links"][0];
    assert_eq!(link["key"], key.as_str());
    let got = fetch(&kit, link["url"].as_str().unwrap(), &[]).await;
    assert_eq!(got.json()["cogo_ui_json"], made["result"]["cogo_ui_json"]);
    assert_eq!(got.header("content-type"), "application/json");
    let listed = json!({ "project_id": "my shop/1", "base_path": "fig2cg/" });
    let listed = kit
        .post("/artifacts-list", &kit.alice, &listed)
        .await
        .json();
    assert_eq!(
        (&listed["count"], &listed["items"][0]["key"]),
        (&json!(1), &json!(key))
    );
    let metrics = kit
        .get(&format!("/api/metrics/trace/{trace}"), &kit.alice)
        .await
        .json();
    assert_eq!(metrics["artifacts"]["links"][0]["key"], key.as_str());
    let others = kit.get("/artifacts-list", &kit.carol).await.json();
    assert_eq!(others["items"], json!([]));
    let own = format!("/storage/v1/object/figma/{key}");
    assert_eq!(kit.get(&own, &kit.alice).await.status, 200);
    assert_eq!(
        code(&kit.get(&own, &kit.carol).await),
        (404, json!("not_found"))
    );
    // By its place, by its link, and as what goes along.
    let (place, link) = (format!("figma/{key}"), &link["url"]);
    let other = json!({ "name": "a.png", "url": "https://example.com/a.png", "mime": "image/png" });
    for asked in [
        json!({ "payload": { "ui_json_ref": place } }),
        json!({ "payload": { "ui_json_ref": link } }),
        json!({ "attachments": [other, { "url": link, "kind": "ui_json", "mime": "application/json" }] }),
        json!({ "attachments": [{ "id": place, "kind": "ui_json" }] }),
    ] {
        let path = "/figma-compat/uui/symbols/map";
        let found = kit.post(path, &kit.alice, &asked).await;
        assert_eq!(found.status, 200, "{}", found.json());
        assert_eq!(
            found.json()["events"],
            json!(["#onButtonClicked"]),
            "{}",
            found.json()
        );
        let refused = kit.post(path, &kit.bob, &asked).await;
        assert_eq!(code(&refused), (400, json!("invalid_params")));
        assert_eq!(refused.json()["details"]["field"], "ui_json_ref");
    }
}

#[tokio::test]
async fn a_link_lets_through_what_it_was_made_for() {
    let kit = Kit::new().await;
    let key = upload(&kit, TREE).await;
    let path = format!("/storage/v1/object/sign/figma/{key}");
    let signed = kit
        .post(&path, &kit.alice, &json!({ "expiresIn": 60 }))
        .await
        .json();
    let url = format!("/storage/v1{}", signed["signedURL"].as_str().unwrap());
    assert_eq!(fetch(&kit, &url, &[]).await.bytes, TREE.as_bytes());
    let token = url.split_once("token=").unwrap().1;
    let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("{token}");
    };
    let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
    let mut longer: Value =
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    longer["exp"] = json!(i64::MAX);
    let longer = URL_SAFE_NO_PAD.encode(longer.to_string());
    let elsewhere = url.replace("screen.json", "other.json");
    let put = url.replace("/sign/", "/upload/sign/");
    for wrong in [
        url.replace(token, ""),
        url.replace(token, "x"),
        url.replace(token, &format!("{none}.{claims}.")),
        url.replace(token, &format!("{none}.{claims}.{signature}")),
        url.replace(token, &format!("{header}.{longer}.{signature}")),
        elsewhere,
    ] {
        assert_eq!(
            code(&fetch(&kit, &wrong, &[]).await),
            (403, json!("forbidden")),
            "{wrong}"
        );
    }
    assert_eq!(kit.send(bare("PUT", &put, "{}")).await.status, 403);
    let up = format!("/storage/v1/object/upload/sign/figma/{key}");
    let up = kit.post(&up, &kit.alice, &json!({})).await.json();
    let up = format!("/storage/v1{}", up["url"].as_str().unwrap());
    assert_eq!(
        fetch(&kit, &up.replace("/upload/", "/"), &[]).await.status,
        403
    );
    assert_eq!(
        code(&kit.send(bare("PUT", &up, "{}")).await),
        (409, json!("object_exists"))
    );
    kit.clock.advance(60_000);
    assert_eq!(fetch(&kit, &url, &[]).await.status, 403);
}

#[tokio::test]
async fn a_bucket_is_walked_through_folder_by_folder() {
    let kit = Kit::new().await;
    for key in [
        "a/b/one.json",
        "a/b/two.json",
        "a/Three.json",
        "a/b",
        "z.json",
    ] {
        let path = format!("/storage/v1/object/figma/{key}");
        assert_eq!(kit.post(&path, &kit.alice, &json!(key)).await.status, 200);
        kit.clock.advance(1_000);
    }
    let list = async |token: &str, asked: Value| {
        let path = "/storage/v1/object/list/figma";
        let listed = kit.post(path, token, &asked).await;
        assert_eq!(listed.status, 200, "{}", listed.json());
        listed.json().as_array().unwrap().clone()
    };
    for (asked, expected) in [
        (json!({ "prefix": "" }), vec!["a", "z.json"]),
        (json!({ "prefix": "a" }), vec!["Three.json", "b", "b"]),
        (json!({ "prefix": "/a/b/" }), vec!["one.json", "two.json"]),
        (
            json!({ "prefix": "a/", "search": "three" }),
            vec!["Three.json"],
        ),
        (
            json!({ "prefix": "a/b", "limit": 1, "offset": 1 }),
            vec!["two.json"],
        ),
        (
            json!({ "prefix": "a/b", "sortBy": { "column": "updated_at", "order": "desc" } }),
            vec!["two.json", "one.json"],
        ),
        (json!({ "prefix": "b" }), vec![]),
    ] {
        let listed = list(&kit.alice, asked.clone()).await;
        let names: Vec<_> = listed
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, expected, "{asked}");
    }
    let outermost = list(&kit.alice, json!({})).await;
    assert_eq!(
        (&outermost[0]["id"], &outermost[0]["metadata"]),
        (&Value::Null, &Value::Null)
    );
    assert!(outermost[1]["id"].is_string());
    assert_eq!(outermost[1]["metadata"]["size"], "\"z.json\"".len());
    assert_eq!(outermost[1]["metadata"]["mimetype"], "application/json");
    assert_eq!(list(&kit.bob, json!({})).await, Vec::<Value>::new());
    let moon = kit
        .post("/storage/v1/object/list/moon", &kit.alice, &json!({}))
        .await;
    assert_eq!(code(&moon), (400, json!("invalid_params")));
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused() {
    let kit = Kit::new().await;
    for (bucket, key) in [
        ("moon", "a"),
        ("figma", "a/../b"),
        ("figma", "a%00b"),
        ("figma", "a//b"),
    ] {
        let path = format!("/storage/v1/object/{bucket}/{key}");
        let reply = kit.post(&path, &kit.alice, &json!({})).await;
        assert_eq!(code(&reply), (400, json!("invalid_params")), "{path}");
    }
    // There is no bucket that everybody may read.
    let public = "/storage/v1/object/public/figma/a.json";
    let guest = kit.get(public, "").await;
    assert_eq!(code(&guest), (401, json!("unauthorized")));
    let mut html = request(
        "POST",
        "/storage/v1/object/figma/a.html",
        &kit.alice,
        "<p>".into(),
    );
    let kind = "text/html".parse().unwrap();
    html.headers_mut().insert("content-type", kind);
    assert_eq!(
        code(&kit.send(html).await),
        (415, json!("unsupported_media_type"))
    );
    let large = vec![b' '; 10 * 1024 * 1024 + 1];
    let large = request(
        "POST",
        "/storage/v1/object/figma/a",
        &kit.alice,
        large.into(),
    );
    assert_eq!(
        code(&kit.send(large).await),
        (413, json!("payload_too_large"))
    );
}

#[tokio::test]
async fn a_part_of_an_object_is_given_and_what_is_known_is_not_sent_again() {
    let kit = Kit::new().await;
    let path = "/storage/v1/object/artifacts/logs/a.json";
    assert_eq!(kit.post(path, &kit.alice, &json!("0123")).await.status, 200);
    let ask = async |headers: &[(&'static str, &str)]| {
        let mut asked = request("GET", path, &kit.alice, Body::empty());
        for (name, value) in headers {
            asked.headers_mut().insert(*name, value.parse().unwrap());
        }
        let reply = kit.send(asked).await;
        let text = String::from_utf8(reply.bytes.clone()).unwrap();
        (
            reply.status.as_u16(),
            text,
            reply.header("content-range").to_owned(),
            reply,
        )
    };
    let whole = "\"0123\"";
    let (_, _, _, first) = ask(&[]).await;
    let tag = first.header("etag").to_owned();
    assert_eq!(tag, format!("\"{}\"", hex::encode(Sha256::digest(whole))));
    for (headers, status, text, range) in [
        (vec![("range", "bytes=1-2")], 206, "01", "bytes 1-2/6"),
        (vec![("range", "bytes=4-")], 206, "3\"", "bytes 4-5/6"),
        (vec![("range", "bytes=-3")], 206, "23\"", "bytes 3-5/6"),
        (vec![("range", "bytes=0-99")], 206, whole, "bytes 0-5/6"),
        (vec![("range", "bytes=6-")], 416, "", "bytes */6"),
        (vec![("range", "bytes=3-1")], 200, whole, ""),
        (vec![("range", "lines=1-2")], 200, whole, ""),
        (
            vec![("range", "bytes=1-2"), ("if-range", &tag)],
            206,
            "01",
            "bytes 1-2/6",
        ),
        (
            vec![("range", "bytes=1-2"), ("if-range", "\"old\"")],
            200,
            whole,
            "",
        ),
        (vec![("if-none-match", &tag)], 304, "", ""),
        (vec![("if-none-match", "\"old\"")], 200, whole, ""),
    ] {
        let (found, body, around, reply) = ask(&headers).await;
        assert_eq!(
            (found, body.as_str(), around.as_str()),
            (status, text, range),
            "{headers:?}"
        );
        assert_eq!(reply.header("etag"), tag);
    }
    let head = kit
        .send(request("HEAD", path, &kit.alice, Body::empty()))
        .await;
    assert_eq!((head.header("content-length"), head.bytes.len()), ("6", 0));
    let gone = json!({ "prefixes": ["logs/a.json", "logs/b.json"] });
    let gone = request(
        "DELETE",
        "/storage/v1/object/artifacts",
        &kit.alice,
        gone.to_string().into(),
    );
    assert_eq!(kit.send(gone).await.json().as_array().unwrap().len(), 1);
    assert_eq!(ask(&[]).await.0, 404);
}

#[tokio::test]
async fn an_upload_is_taken_in() {
    let kit = Kit::new().await;
    let key = upload(&kit, TREE).await;
    let digest = hex::encode(Sha256::digest(TREE));
    let trace = Uuid::from_u128(7);
    let asked = json!({ "storage_key": key, "sha256": digest.to_uppercase(), "size": TREE.len(), "traceId": trace });
    for _ in 0..2 {
        let begun = ingest(&kit, asked.clone()).await;
        assert_eq!(begun.json(), json!({ "ok": true, "trace_id": trace }));
        let expected =
            "ready meta uui_ingest_requested progress progress uui_ingest_succeeded done";
        assert_eq!(told(&kit, trace).await.join(" "), expected);
    }
    let ready = result(&kit, trace).await.json();
    assert_eq!(ready["status"], "ready", "{ready}");
    assert_eq!(ready["key"], format!("artifacts/cogo_ui/demo/{trace}.json"));
    let screen = fetch(&kit, ready["signedUrl"].as_str().unwrap(), &[])
        .await
        .json();
    assert_eq!(screen, serde_json::from_str::<Value>(TREE).unwrap());
    let path = format!("/figma-compat/uui/ingest/result?traceId={trace}");
    assert_eq!(kit.get(&path, &kit.bob).await.status, 404);
    no_job_is_left(&kit).await;
    let stream = format!("/trace-status?trace_id={trace}");
    let mut asked = request("GET", &stream, &kit.alice, Body::empty());
    let kind = "text/event-stream".parse().unwrap();
    asked.headers_mut().insert("accept", kind);
    let text = String::from_utf8(kit.send(asked).await.bytes).unwrap();
    assert_eq!(text.matches("event: ").count(), 7, "{text}");
    let traces = kit.get("/trace-list", &kit.alice).await.json();
    let item = &traces["items"][0];
    assert_eq!(
        (&item["operation"], &item["status"]),
        (&json!("uui.ingest"), &json!("done"))
    );
    assert_eq!(kit.get("/trace-list", &kit.bob).await.json()["count"], 0);
}

#[tokio::test]
async fn an_upload_that_is_no_screen_ends_in_an_error_that_says_why() {
    let kit = Kit::new().await;
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let wide = json!([{ "id": "a", "options": { "text": "x".repeat(1024 * 1024) } }]).to_string();
    let circle = r#"[{"id":"a","parent_id":"b"},{"id":"b","parent_id":"a"}]"#;
    let many: Vec<Value> = (0..5_001)
        .map(|id| json!({ "id": format!("n{id}") }))
        .collect();
    for (file, field) in [
        (deep, "storage_key"),
        (wide, "ui_json"),
        (circle.to_owned(), "ui_json"),
        (json!(many).to_string(), "ui_json"),
        ("{\"tree\":".to_owned(), "storage_key"),
        ("\u{0}\u{1}".to_owned(), "storage_key"),
        (r#"{"tree":7}"#.to_owned(), "ui_json.tree"),
        ("7".to_owned(), "ui_json"),
    ] {
        let shown: String = file.chars().take(60).collect();
        let key = upload(&kit, file).await;
        let begun = ingest(&kit, json!({ "storage_key": key })).await.json();
        let trace = Uuid::parse_str(begun["trace_id"].as_str().unwrap()).unwrap();
        assert_eq!(told(&kit, trace).await.last().unwrap(), "error", "{shown}");
        let failed = result(&kit, trace).await;
        assert_eq!(code(&failed), (422, json!("validation_failed")), "{shown}");
        assert_eq!(failed.json()["details"]["field"], field, "{shown}");
    }
    let key = upload(&kit, TREE).await;
    for (asked, expected) in [
        (
            json!({ "storage_key": key, "sha256": "00" }),
            (422, "validation_failed"),
        ),
        (
            json!({ "storage_key": key, "size": 1 }),
            (422, "validation_failed"),
        ),
        (
            json!({ "storage_key": key, "traceId": "x" }),
            (400, "invalid_params"),
        ),
        (
            json!({ "storage_key": "uploads/demo/none.json" }),
            (404, "not_found"),
        ),
        (json!({ "storage_key": "../a" }), (400, "invalid_params")),
        (
            json!({ "storage_key": key, "projectId": "" }),
            (400, "invalid_params"),
        ),
    ] {
        let found = code(&ingest(&kit, asked.clone()).await);
        assert_eq!(found, (expected.0, json!(expected.1)), "{asked}");
    }
    let other = kit
        .post(
            "/design-generate",
            &kit.alice,
            &json!({ "text": "a button" }),
        )
        .await;
    let asked = json!({ "storage_key": key, "traceId": other.json()["trace_id"] });
    assert_eq!(
        code(&ingest(&kit, asked).await),
        (400, json!("invalid_params"))
    );
}

/// More readings of the clock than there are from a request to its end.
const MOST: i64 = 40;

#[tokio::test]
async fn an_upload_is_taken_in_wherever_the_server_is_killed() {
    let (mut cut, mut whole) = (0, 0);
    for readings in 1..MOST {
        let kit = Kit::alone(ServerConfig::default()).await;
        let key = upload(&kit, TREE).await;
        let trace = Uuid::from_u128(9);
        let asked = json!({ "storage_key": key, "traceId": trace });
        kit.clock.kill_after(readings);
        // Whatever breaks off with it, the test does not.
        let begun = tokio::spawn(send(kit.app.clone(), ingesting(&kit, asked.clone())));
        let begun = begun.await.is_ok_and(|reply| reply.status == 200);
        let last = told(&kit, trace).await.pop();
        kit.clock.spare();
        match last.as_deref() {
            Some("done") => whole += 1,
            _ => cut += 1,
        }
        resume_jobs(&kit.state).await.unwrap();
        if begun {
            assert_eq!(
                told(&kit, trace).await.pop().as_deref(),
                Some("done"),
                "{readings}"
            );
        }
        assert_eq!(ingest(&kit, asked).await.status, 200, "{readings}");
        assert_eq!(
            told(&kit, trace).await.pop().as_deref(),
            Some("done"),
            "{readings}"
        );
        assert_eq!(
            result(&kit, trace).await.json()["status"],
            "ready",
            "{readings}"
        );
        no_job_is_left(&kit).await;
        let kept = kit
            .get("/artifacts-list?bucket=artifacts", &kit.alice)
            .await
            .json();
        assert_eq!(kept["count"], 1, "{readings}");
    }
    assert!(cut > 10 && whole > 0, "{cut} {whole}");
}
