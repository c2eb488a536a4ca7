//! Files of runs: given by whoever submits one, and brought by whoever does it.

use axum::body::Body;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, request};
use crate::knowledge::files::upload;
use crate::runs::{KEY, LEASE_MS, claim, kit, say, shown};

pub const TABLE: &[u8] = b"name,city\nAnn,Lima\nBob,Oslo\n";

pub async fn uploaded(kit: &Kit, token: &str, name: &str) -> String {
    let reply = upload(kit, token, name, TABLE).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    reply.data()["s3Key"].as_str().unwrap().to_owned()
}

fn order(files: &[&str]) -> Value {
    json!({ "instruction": "Upload the file", "url": "https://jobs.example/", "files": files })
}

async fn submit(kit: &Kit, files: &[&str]) -> Reply {
    kit.post("/api/runs", &kit.alice, &order(files)).await
}

/// A run without files that is under way.
async fn begun(kit: &Kit) -> Value {
    assert_eq!(submit(kit, &[]).await.status, 201);
    claim(kit).await
}

/// What a worker brings as the run's so manieth file.
pub async fn bring(
    kit: &Kit,
    run: &Value,
    key: &str,
    (number, name, bytes): (u32, &str, &[u8]),
) -> Reply {
    let body = Body::from(bytes.to_vec());
    brought(kit, run, key, (number, name, body)).await
}

async fn brought(
    kit: &Kit,
    run: &Value,
    key: &str,
    (number, name, body): (u32, &str, Body),
) -> Reply {
    let (id, claim) = (run["id"].as_str().unwrap(), &run["claim"]);
    let name = url::form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>();
    let path = format!("/api/work/{id}/received?claim={claim}&number={number}&name={name}");
    let mut request = request("POST", &path, key, body);
    let kind = "application/octet-stream".parse().unwrap();
    request.headers_mut().insert("content-type", kind);
    kit.send(request).await
}

pub fn names(run: &Value) -> Vec<(&str, bool)> {
    let files = run["files"].as_array().into_iter().flatten();
    let told = files.map(|file| (file["name"].as_str().unwrap(), file["received"] == true));
    told.collect()
}

#[tokio::test]
async fn a_run_is_given_files_which_only_who_holds_it_gets() {
    let kit = kit().await;
    let cv = uploaded(&kit, &kit.alice, "cv.csv").await;
    let other = uploaded(&kit, &kit.alice, "other.csv").await;
    let submitted = submit(&kit, &[&cv]).await;
    assert_eq!(submitted.status, 201, "{}", submitted.json());
    let told = submitted.data();
    assert_eq!(names(&told), [("cv.csv", false)]);
    let run = claim(&kit).await;
    assert_eq!(names(&run), [("cv.csv", false)]);
    assert_eq!(run["files"][0]["link"], Value::Null);
    let path = format!("/api/work/{}/file", run["id"].as_str().unwrap());
    let body = |key: &str| json!({ "claim": run["claim"], "key": key });
    let got = kit.post(&path, KEY, &body(&cv)).await;
    assert_eq!((got.status.as_u16(), &got.bytes[..]), (200, TABLE));
    for key in [&*other, "uploads/none"] {
        let refused = kit.post(&path, KEY, &body(key)).await;
        assert_eq!(refused.problem(), (404, "FILE_NOT_FOUND".to_owned()));
    }
    let stranger = kit.post(&path, &kit.alice, &body(&cv)).await;
    assert_eq!(stranger.status, 401);
    kit.clock.advance(LEASE_MS);
    assert_eq!(claim(&kit).await["id"], run["id"]);
    let lost = kit.post(&path, KEY, &body(&cv)).await;
    assert_eq!(lost.problem(), (409, "RUN_LOST".to_owned()));
}

#[tokio::test]
async fn an_order_whose_files_are_not_there_or_alike_is_refused() {
    let kit = kit().await;
    let theirs = uploaded(&kit, &kit.bob, "theirs.csv").await;
    for key in [&*theirs, "uploads/none"] {
        let refused = submit(&kit, &[key]).await;
        assert_eq!(refused.problem(), (404, "FILE_NOT_FOUND".to_owned()));
    }
    let one = uploaded(&kit, &kit.alice, "cv.csv").await;
    let two = uploaded(&kit, &kit.alice, "cv.csv").await;
    let alike = submit(&kit, &[&one, &two]).await;
    assert_eq!(alike.status, 400);
    assert_eq!(alike.json()["details"]["field"], "files");
    let schedule = json!({ "cron": "0 9 * * *", "run": order(&[&one]) });
    let refused = kit.post("/api/schedules", &kit.alice, &schedule).await;
    assert_eq!(refused.json()["details"]["field"], "run.files");
    assert_eq!(claim(&kit).await, Value::Null);
}

#[tokio::test]
async fn what_a_page_gave_is_the_runs_with_a_link_for_its_owner() {
    let kit = kit().await;
    let run = begun(&kit).await;
    let id = run["id"].as_str().unwrap();
    for _ in 0..2 {
        let kept = bring(&kit, &run, KEY, (0, "../visits.csv", TABLE)).await;
        assert_eq!(kept.status, 204, "{}", String::from_utf8_lossy(&kept.bytes));
    }
    let end = json!({ "status": "done", "outcome": { "result": "It is saved." } });
    assert_eq!(say(&kit, &run, "finish", end).await.0, 204);
    let done = shown(&kit, id).await;
    assert_eq!(names(&done), [("visits.csv", true)]);
    let file = &done["files"][0];
    assert_eq!(
        (&file["mimeType"], &file["size"]),
        (&json!("text/csv"), &json!(TABLE.len()))
    );
    let link = file["link"]["url"].as_str().unwrap();
    assert_eq!(kit.get(link, "").await.bytes, TABLE);
    let path = format!("/api/runs/{id}");
    assert_eq!(kit.get(&path, &kit.bob).await.status, 404);
    // Lists are short.
    let list = kit.get("/api/runs", &kit.alice).await.data();
    assert_eq!(list["runs"][0]["files"], Value::Null);
    let late = bring(&kit, &run, KEY, (1, "late.csv", TABLE)).await;
    assert_eq!(late.problem(), (409, "RUN_LOST".to_owned()));
    let retry = format!("{path}/retry");
    assert_eq!(kit.post(&retry, &kit.alice, &json!({})).await.status, 200);
    assert_eq!(names(&shown(&kit, id).await), []);
    assert_eq!(kit.get(link, "").await.status, 404);
}

/// A worker that dies over a file leaves none, and another goes on with the run.
#[tokio::test]
async fn a_file_of_which_only_a_part_came_is_none() {
    let kit = kit().await;
    let run = begun(&kit).await;
    let id = run["id"].as_str().unwrap();
    let reset = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
    let pieces = [Ok(&TABLE[..10]), Err(reset)];
    let part = Body::from_stream(futures_util::stream::iter(pieces));
    let broken = brought(&kit, &run, KEY, (0, "visits.csv", part)).await;
    assert_eq!(broken.problem(), (400, "INVALID_REQUEST".to_owned()));
    assert_eq!(
        (names(&shown(&kit, id).await), kit.blobs.count()),
        (vec![], 0)
    );
    kit.clock.advance(LEASE_MS);
    let again = claim(&kit).await;
    assert_eq!(again["id"], run["id"]);
    let kept = bring(&kit, &again, KEY, (0, "visits.csv", TABLE)).await;
    assert_eq!(kept.status, 204);
    assert_eq!(names(&shown(&kit, id).await), [("visits.csv", true)]);
}

#[tokio::test]
async fn what_is_no_file_of_a_run_is_refused_and_leaves_nothing() {
    let kit = kit().await;
    let run = begun(&kit).await;
    let large = vec![b'a'; 10 * 1024 * 1024 + 1];
    for (key, (name, bytes), (status, code)) in [
        (
            KEY,
            ("a.exe", &b"MZ\0\x01\0"[..]),
            (422, "UNSUPPORTED_FILE"),
        ),
        (KEY, ("a.csv", b""), (400, "VALIDATION_ERROR")),
        (KEY, ("a.txt", &large), (413, "PAYLOAD_TOO_LARGE")),
        (&kit.alice, ("a.csv", TABLE), (401, "UNAUTHORIZED")),
    ] {
        let refused = bring(&kit, &run, key, (0, name, bytes)).await;
        assert_eq!(refused.problem(), (status, code.to_owned()), "{name}");
    }
    for number in 0..20 {
        let kept = bring(&kit, &run, KEY, (number, "a.csv", TABLE)).await;
        assert_eq!(kept.status, 204);
    }
    let beyond = bring(&kit, &run, KEY, (20, "a.csv", TABLE)).await;
    assert_eq!(beyond.problem(), (409, "LIMIT_REACHED".to_owned()));
    let id = run["id"].as_str().unwrap();
    assert_eq!(names(&shown(&kit, id).await).len(), 20);
}
