use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use screen_agent_server::ServerConfig;
use screen_agent_store::answer::HELD_LEASE_MS;
use screen_agent_store::file::Quota;
use screen_agent_store_sqlite::Options;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, request, send};
use crate::place::Place;

const TABLE: &[u8] = b"name,city\nAnn,Lima\nBob,Oslo\n";

/// A part of a form: its head, and what is in it.
pub fn part(head: &str, bytes: &[u8]) -> Vec<u8> {
    let mut part = format!("--cut\r\nContent-Disposition: form-data; {head}\r\n\r\n").into_bytes();
    part.extend_from_slice(bytes);
    part.extend_from_slice(b"\r\n");
    part
}

fn file_part(name: &str, bytes: &[u8]) -> Vec<u8> {
    part(&format!("name=\"file\"; filename=\"{name}\""), bytes)
}

pub fn form(parts: &[Vec<u8>], token: &str) -> Request<Body> {
    form_to("/api/knowledge/upload-to-s3", parts, token)
}

fn form_to(path: &str, parts: &[Vec<u8>], token: &str) -> Request<Body> {
    let mut body = parts.concat();
    body.extend_from_slice(b"--cut--\r\n");
    let mut request = request("POST", path, token, body.into());
    let kind = "multipart/form-data; boundary=cut".parse().unwrap();
    request.headers_mut().insert("content-type", kind);
    request
}

pub async fn upload_to(kit: &Kit, path: &str, token: &str, name: &str, bytes: &[u8]) -> Reply {
    kit.send(form_to(path, &[file_part(name, bytes)], token))
        .await
}

pub async fn upload(kit: &Kit, token: &str, name: &str, bytes: &[u8]) -> Reply {
    kit.send(form(&[file_part(name, bytes)], token)).await
}

async fn link(kit: &Kit, token: &str, key: &str) -> Reply {
    let body = json!({ "key": key });
    kit.post("/api/knowledge/generate-presigned-url", token, &body)
        .await
}

fn once(kit: &Kit, key: &str) -> Request<Body> {
    let mut request = form(&[file_part("sales.csv", TABLE)], &kit.alice);
    let headers = request.headers_mut();
    headers.insert("idempotency-key", key.parse().unwrap());
    request
}

#[tokio::test]
async fn an_upload_under_a_key_is_one_file_whoever_dies() {
    let kit = Kit::new().await;
    for (readings, files) in (0..40).zip(1..) {
        let key = format!("k{readings}");
        kit.clock.kill_after(readings);
        // Whatever breaks off with it, the test does not.
        let first = tokio::spawn(send(kit.app.clone(), once(&kit, &key))).await;
        kit.clock.spare();
        kit.clock.advance(HELD_LEASE_MS);
        let again = kit.send(once(&kit, &key)).await;
        assert_eq!(again.status, 200, "{}", again.json());
        assert_eq!(kit.blobs.count(), files);
        let url = again.data()["presignedUrl"].clone();
        let read = kit.get(url.as_str().unwrap(), "").await;
        assert_eq!(read.bytes, TABLE);
        if first.is_ok_and(|first| first.status == 200) {
            assert!(readings > 3, "nobody died");
            return;
        }
    }
    panic!("everybody died");
}

#[tokio::test]
async fn a_request_under_a_key_that_comes_to_no_end_is_given_up_and_its_key_with_it() {
    let config = ServerConfig {
        drain: Duration::from_millis(50),
        ..ServerConfig::default()
    };
    let kit = Kit::with(config).await;
    kit.blobs.silent.store(true, Ordering::SeqCst);
    let given_up = kit.send(once(&kit, "k")).await.problem();
    assert_eq!(given_up, (504, "TIMEOUT".to_owned()));
    kit.blobs.silent.store(false, Ordering::SeqCst);
    let soon = kit.send(once(&kit, "k")).await.problem();
    assert_eq!(soon, (409, "IDEMPOTENCY_IN_FLIGHT".to_owned()));
    kit.clock.advance(HELD_LEASE_MS);
    assert_eq!(kit.send(once(&kit, "k")).await.status, 200);
    assert_eq!(kit.blobs.count(), 1);
}

#[tokio::test]
async fn a_file_is_kept_and_described() {
    let kit = Kit::new().await;
    let reply = upload(&kit, &kit.alice, "sales.csv", TABLE).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    let mut told = reply.data();
    for link in [
        told["presignedUrl"].take(),
        told["s3Reference"]["presigned_url"].take(),
    ] {
        let link = link.as_str().unwrap().to_owned();
        let file = kit.get(&link, "").await;
        assert_eq!(file.bytes, TABLE);
        assert_eq!(file.header("content-type"), "text/csv");
        let saved = "attachment; filename=\"sales.csv\"; filename*=UTF-8''sales.csv";
        assert_eq!(file.header("content-disposition"), saved);
        assert_eq!(file.header("x-content-type-options"), "nosniff");
    }
    let key = told["s3Key"].as_str().unwrap().to_owned();
    assert!(key.starts_with("uploads/") && key.ends_with("/sales.csv"));
    let until = "2026-03-04T12:10:00.000Z";
    let expected = json!({
        "s3Key": key,
        "attachment": {"s3Key": key, "filename": "sales.csv", "mimeType": "text/csv", "size": TABLE.len()},
        "s3Reference": {"key": key, "presigned_url": null, "expires_at": until},
        "fileMetadata": {"filename": "sales.csv", "size": TABLE.len(), "content_type": "text/csv",
            "uploaded_at": "2026-03-04T12:00:00.000Z"},
        "presignedUrl": null, "presignedUrlExpiresAt": until,
    });
    assert_eq!(told, expected);
    assert_eq!(reply.json()["s3Key"], key, "at the top level, too");
}

#[tokio::test]
async fn a_published_clients_form_is_taken() {
    let kit = Kit::new().await;
    let parts = [
        part("name=\"filename\"", "My notes.md".as_bytes()),
        part("name=\"source_type\"", b"documentation"),
        part("name=\"knowledge_id\"", b""),
        file_part("blob", b"# Notes"),
    ];
    let told = kit.send(form(&parts, &kit.alice)).await.data();
    assert_eq!(told["attachment"]["filename"], "My notes.md");
    assert_eq!(told["attachment"]["mimeType"], "text/markdown");
}

#[tokio::test]
async fn a_name_that_looks_like_a_path_is_none() {
    let kit = Kit::new().await;
    for name in [
        "../../etc/passwd.txt",
        "..\\\\..\\\\x\\\\passwd.txt",
        "/abs/passwd.txt",
    ] {
        let told = upload(&kit, &kit.alice, name, b"hello").await.data();
        assert_eq!(told["attachment"]["filename"], "passwd.txt", "{name}");
        let key = told["s3Key"].as_str().unwrap();
        assert!(!key.contains("..") && key.ends_with("/passwd.txt"), "{key}");
    }
}

/// Another user of the tenant, another tenant, and nobody's: the same bytes.
#[tokio::test]
async fn a_foreign_key_is_one_that_never_was() {
    let kit = Kit::new().await;
    let told = upload(&kit, &kit.alice, "a.txt", b"hello").await.data();
    let key = told["s3Key"].as_str().unwrap();
    assert_eq!(link(&kit, &kit.alice, key).await.status, 200);
    let unknown = link(&kit, &kit.alice, "uploads/none").await;
    assert_eq!(unknown.problem(), (404, "FILE_NOT_FOUND".to_owned()));
    for token in [&kit.bob, &kit.carol] {
        let foreign = link(&kit, token, key).await;
        assert_eq!(
            (foreign.status, foreign.bytes),
            (unknown.status, unknown.bytes.clone())
        );
    }
    let mut body = json!({"query": "what is in this file?",
        "attachment": {"filename": "a.txt", "mimeType": "text/plain", "size": 5}});
    let mut answers = Vec::new();
    for (token, key) in [
        (&kit.alice, "uploads/none"),
        (&kit.alice, "../../screen-agent.db"),
        (&kit.bob, key),
        (&kit.carol, key),
    ] {
        body["attachment"]["s3Key"] = key.into();
        let reply = kit.post("/api/agent/interact", token, &body).await;
        assert_eq!(reply.problem(), (404, "FILE_NOT_FOUND".to_owned()));
        answers.push(reply.bytes);
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
}

#[tokio::test]
async fn a_link_ends() {
    let kit = Kit::new().await;
    let told = upload(&kit, &kit.alice, "a.txt", b"hello").await.data();
    let key = told["s3Key"].as_str().unwrap();
    let made = link(&kit, &kit.alice, key).await.data();
    let url = made["url"].as_str().unwrap();
    kit.clock.advance(10 * 60 * 1000 - 1);
    assert_eq!(kit.get(url, "").await.bytes, b"hello");
    let changed = format!("{}x", &url[..url.len() - 1]);
    let forged = kit.get(&changed, "").await;
    assert_eq!(forged.problem(), (403, "FORBIDDEN".to_owned()));
    kit.clock.advance(1);
    assert_eq!(kit.get(url, "").await.bytes, forged.bytes);
    let query = format!("/api/knowledge/generate-presigned-url?key={key}");
    assert_eq!(kit.get(&query, &kit.alice).await.status, 200);
    assert_eq!(kit.get(&query, "").await.status, 401);
    let method = kit.post(url, &kit.alice, &json!({})).await;
    assert_eq!(method.status, 405);
}

#[tokio::test]
async fn what_is_too_large_is_refused() {
    let kit = Kit::new().await;
    let most = 10 * 1024 * 1024;
    let text = vec![b'a'; most + 1];
    let reply = upload(&kit, &kit.alice, "a.txt", &text[..most]).await;
    assert_eq!(reply.status, 200);
    let reply = upload(&kit, &kit.alice, "a.txt", &text).await;
    assert_eq!(reply.problem(), (413, "PAYLOAD_TOO_LARGE".to_owned()));
    let far = vec![b'a'; most + 1024 * 1024];
    let reply = upload(&kit, &kit.alice, "a.txt", &far).await;
    assert_eq!(reply.problem(), (413, "PAYLOAD_TOO_LARGE".to_owned()));
}

#[tokio::test]
async fn a_form_that_cannot_be_taken_is_refused_with_its_field() {
    let kit = Kit::new().await;
    let long = "a".repeat(501);
    let kind = format!("name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/{long}");
    for (parts, field) in [
        (vec![], "file"),
        (vec![part("name=\"other\"", b"x")], "file"),
        (vec![file_part("a.txt", b"")], "file"),
        (
            vec![file_part("a.txt", b"a"), file_part("b.txt", b"b")],
            "file",
        ),
        (vec![file_part(&long, b"a")], "filename"),
        (vec![part(&kind, b"a")], "mimeType"),
        (
            vec![
                file_part("a.txt", b"a"),
                part("name=\"source_type\"", b"magic"),
            ],
            "source_type",
        ),
        (vec![part("no name", b"a")], "file"),
        (vec![b"--cut\r\nbroken".to_vec()], ""),
    ] {
        let refused = kit.send(form(&parts, &kit.alice)).await.refused();
        assert_eq!((refused.0, refused.1.as_str()), (400, field));
    }
    let mut cut = form(&[file_part("a.txt", b"a")], &kit.alice);
    *cut.body_mut() = Body::from(file_part("a.txt", b"a"));
    assert_eq!(kit.send(cut).await.status, 400);
    let body = json!({ "file": "a" });
    let path = "/api/knowledge/upload-to-s3";
    let reply = kit.post(path, &kit.alice, &body).await;
    assert_eq!(reply.problem(), (415, "UNSUPPORTED_MEDIA_TYPE".to_owned()));
    assert_eq!(upload(&kit, "", "a.txt", b"a").await.status, 401);
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_refused_with_a_reason() {
    let kit = Kit::new().await;
    let bomb = b"<!DOCTYPE a [<!ENTITY x \"x\">]><a>&x;</a>";
    for (name, bytes, code, reason) in [
        (
            "a.csv",
            b"\x89PNG\r\n\x1a\n\0\0".as_slice(),
            "UNSUPPORTED_FILE",
            "not a kind of file that is read",
        ),
        ("a.json", b"{", "UNREADABLE_FILE", "broken"),
        (
            "a.xml",
            bomb,
            "UNREADABLE_FILE",
            "it declares a document type",
        ),
        (
            "a.pdf",
            b"%PDF-1.7 and nothing more",
            "UNREADABLE_FILE",
            "broken",
        ),
        ("a.txt", b" \n", "UNREADABLE_FILE", "no text in it"),
    ] {
        let reply = upload(&kit, &kit.alice, name, bytes).await;
        assert_eq!(reply.problem(), (422, code.to_owned()), "{name}");
        assert_eq!(
            reply.json()["details"],
            json!({"field": "file", "reason": reason})
        );
    }
    let video = [
        file_part("a.txt", b"a"),
        part("name=\"source_type\"", b"video"),
    ];
    let reply = kit.send(form(&video, &kit.alice)).await;
    assert_eq!(reply.problem(), (422, "UNSUPPORTED_FILE".to_owned()));
}

/// The declared type means nothing.
#[tokio::test]
async fn a_type_is_not_believed() {
    let kit = Kit::new().await;
    let head = "name=\"file\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf";
    let told = kit
        .send(form(&[part(head, b"hello")], &kit.alice))
        .await
        .data();
    assert_eq!(told["attachment"]["mimeType"], Value::from("text/plain"));
}

#[tokio::test]
async fn a_large_file_comes_whole() {
    let kit = Kit::new().await;
    let table = format!("name,city\n{}", "Ann,Lima\n".repeat(20_000));
    let reply = upload(&kit, &kit.alice, "sales.csv", table.as_bytes()).await;
    let link = reply.data()["presignedUrl"].as_str().unwrap().to_owned();
    let file = kit.get(&link, "").await;
    assert_eq!(file.header("content-length"), table.len().to_string());
    assert!(file.bytes == table.as_bytes());
}

/// One person may not fill the disk of all.
#[tokio::test]
async fn who_keeps_as_much_as_may_be_is_told() {
    let options = Options {
        quota: Quota {
            user: 1_000,
            tenant: u64::MAX >> 1,
        },
        ..Options::default()
    };
    let dir = Place::new();
    let kit = Kit::on(dir, 0, options, ServerConfig::default()).await;
    let mut kept = 0;
    let over = loop {
        let reply = upload(&kit, &kit.alice, "sales.csv", TABLE).await;
        if reply.status != 200 {
            break reply;
        }
        kept += 1;
        assert!(kept < 100);
    };
    assert!(kept > 0);
    let usage = kit.get("/api/v1/auth/usage", &kit.alice).await.data();
    let bytes = usage["bytes"].as_u64().unwrap();
    assert!((1..=1_000).contains(&bytes), "{usage}");
    assert_eq!(usage["mostBytes"], 1_000);
    assert_eq!(over.problem(), (507, "QUOTA_EXCEEDED".to_owned()));
    assert_eq!(upload(&kit, &kit.bob, "sales.csv", TABLE).await.status, 200);
}
