//! What the audit log says of what was done over HTTP.

use screen_agent_audit::{LogRow, SigningKey, Verifier};
use screen_agent_server::ServerConfig;
use screen_agent_store::audit::AuditFilter;
use serde_json::{Value, json};
use std::collections::BTreeMap;

use crate::kit::{Kit, PASSWORD, alice, page, page_of, request};

/// A secret that the person tells in their words.
const SECRET: &str = "S3cret-Pw-4711";

async fn rows(kit: &Kit) -> Vec<LogRow> {
    kit.store
        .upkeep()
        .list::<LogRow>(AuditFilter::After {
            seq: 0,
            limit: 1_000,
        })
        .await
        .unwrap()
}

fn of_kind<'a>(rows: &'a [LogRow], kind: &str) -> Vec<&'a LogRow> {
    rows.iter().filter(|row| row.kind == kind).collect()
}

/// A page with a button that changes something, seen by a client that shows approvals.
fn risky(mut body: Value) -> Value {
    let delete = json!({"i": "8", "r": "btn", "n": "Delete account", "xy": [40, 90],
        "box": [10, 80, 60, 20],
        "d": {"tag": "button", "method": "post", "action": "https://shop.example.com/gone",
              "form": 0, "submit": true}});
    body["interactiveTree"].as_array_mut().unwrap().push(delete);
    body["client"] = json!({"name": "test", "version": "1", "capabilities": ["approvals"]});
    body
}

async fn login(kit: &Kit, email: &str, password: &str) -> u16 {
    let body = json!({"email": email, "password": password});
    kit.post("/api/v1/auth/login", "", &body)
        .await
        .status
        .into()
}

#[tokio::test]
async fn what_was_done_is_in_the_log_with_whom_it_concerns() {
    let kit = Kit::new().await;
    let before = rows(&kit).await.len();
    assert_eq!(login(&kit, "alice@acme.test", "not my password").await, 401);
    assert_eq!(login(&kit, "nobody@acme.test", SECRET).await, 401);
    assert_eq!(login(&kit, "alice@acme.test", PASSWORD).await, 200);
    let words = format!("look around, my password is {SECRET}");
    kit.script.act("click(8)");
    let asked = kit.interact(&risky(page(&words))).await.data();
    let mut yes = risky(page_of(&asked, &words));
    yes["lastActionStatus"] = Value::Null;
    yes["approval"] =
        json!({"fingerprint": asked["approval"]["fingerprint"], "allow": true, "scope": "site"});
    let allowed = kit.interact(&yes).await;
    assert_eq!(allowed.data()["action"], "click(8)", "{}", allowed.json());
    let report = format!(
        "/api/session/{}/task/{}/report",
        asked["sessionId"].as_str().unwrap(),
        asked["taskId"].as_str().unwrap()
    );
    assert_eq!(kit.get(&report, &kit.alice).await.status, 200);
    let archive = json!({"sessionId": asked["sessionId"]});
    assert_eq!(
        kit.send(request(
            "POST",
            "/api/session",
            &kit.alice,
            archive.to_string().into()
        ))
        .await
        .status,
        200
    );

    let all = rows(&kit).await;
    let all = &all[before..];
    let kinds: Vec<&str> = all.iter().map(|row| row.kind.as_str()).collect();
    let expected = [
        "sign_in_failed",
        "sign_in_failed",
        "signed_in",
        "approval_asked",
        "approval_given",
        "effect",
        "grant_given",
        "exported",
        "deleted",
    ];
    assert_eq!(kinds, expected);
    let known = all.iter().filter(|row| row.user.is_some());
    assert!(
        known
            .clone()
            .all(|row| row.user == Some(alice().user.get()))
    );
    assert!(
        known
            .clone()
            .all(|row| row.tenant == Some(alice().tenant.get()))
    );
    assert_eq!(known.count(), expected.len() - 1);
    let effect = of_kind(all, "effect")[0].details_value();
    let given = of_kind(all, "approval_given")[0].details_value();
    assert_eq!(effect["basis"], "approval");
    assert_eq!(effect["origin"], "https://shop.example.com");
    assert_eq!(effect["target"]["name"], "Delete account");
    assert_eq!(given["shown"], asked["approval"]["text"]);
    assert_eq!(given["fingerprint"], asked["approval"]["fingerprint"]);
    assert!(all.iter().all(|row| !row.details.contains(SECRET)));
}

#[tokio::test]
async fn a_no_and_an_answer_to_nothing_are_told_apart() {
    let kit = Kit::new().await;
    kit.script.act("click(8)");
    let asked = kit.interact(&risky(page("look around"))).await.data();
    for (print, allow) in [
        (json!("0".repeat(64)), true),
        (asked["approval"]["fingerprint"].clone(), false),
    ] {
        kit.script.act("finish(true)");
        let mut body = risky(page_of(&asked, "look around"));
        body["lastActionStatus"] = Value::Null;
        body["approval"] = json!({"fingerprint": print, "allow": allow});
        kit.interact(&body).await;
    }
    let all = rows(&kit).await;
    assert_eq!(of_kind(&all, "approval_void").len(), 1);
    assert_eq!(of_kind(&all, "approval_refused").len(), 1);
    assert_eq!(of_kind(&all, "effect").len(), 0);
}

#[tokio::test]
async fn a_person_reads_their_own_rows_and_a_reader_everybodys_of_the_tenant() {
    let kit = Kit::with(ServerConfig {
        audit_readers: vec!["carol@acme.test".into()],
        ..ServerConfig::default()
    })
    .await;
    let seen = async |token: &str, query: &str| {
        let page = kit
            .get(&format!("/api/v1/audit{query}"), token)
            .await
            .data();
        let rows = page["rows"].as_array().unwrap().iter();
        rows.map(|row| row["email"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(seen(&kit.bob, "?kind=signed_in").await.len(), 1);
    let own = seen(&kit.alice, "").await;
    assert!(
        !own.is_empty() && own.iter().all(|email| email == "alice@acme.test"),
        "{own:?}"
    );
    let all = seen(&kit.carol, "").await;
    assert!(
        all.contains(&"alice@acme.test".to_owned()) && all.contains(&"carol@acme.test".to_owned())
    );
    assert!(!all.iter().any(|email| email.starts_with("bob")));
    let of_alice = format!("?user={}", alice().user.get());
    assert_eq!(seen(&kit.carol, &of_alice).await, own);
    assert!(seen(&kit.bob, &of_alice).await.is_empty());
    let one = kit.get("/api/v1/audit?limit=1", &kit.carol).await.data();
    let next = one["next"].as_u64().unwrap();
    assert_eq!(
        seen(&kit.carol, &format!("?before={next}")).await.len(),
        all.len() - 1
    );
}

#[tokio::test]
async fn a_download_holds_rows_that_can_be_checked_and_is_itself_in_the_log() {
    let kit = Kit::new().await;
    let file = kit.get("/api/v1/audit/export", &kit.alice).await;
    assert_eq!(file.header("content-type"), "application/x-ndjson");
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    let told: Vec<LogRow> = text
        .lines()
        .map(|line| LogRow::from_line(line).unwrap())
        .collect();
    assert!(!told.is_empty() && told.iter().all(|row| row.computed() == row.hash));
    let all = rows(&kit).await;
    assert_eq!(all.last().map(|row| row.kind.as_str()), Some("exported"));
    let mut verifier = Verifier::new([], &BTreeMap::new());
    all.iter().for_each(|row| verifier.take(row));
    verifier.finish().unwrap();
}

#[tokio::test]
async fn keys_are_published_to_whoever_asks() {
    let kit = Kit::new().await;
    let key = SigningKey::of_seed(&[5; 32]).unwrap();
    kit.store.upkeep().add(key.first(7)).await.unwrap();
    let told = kit
        .get("/.well-known/screen-agent-audit.json", "")
        .await
        .json();
    assert_eq!(told["keys"][0], serde_json::to_value(key.first(7)).unwrap());
}
