//! What becomes of the actions of a reply, told to their trace.

use screen_agent_server::ServerConfig;
use screen_agent_store_sqlite::Options;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, request};
use crate::place::Place;

const DERIVE: &str = "/figma-compat/uui/variables/derive";
const REPORT: &str = "/functions/v1/metrics-ingest";

async fn derived(kit: &Kit, key: &str) -> Value {
    let body = json!({ "symbols": ["#a"], "projectId": "demo", "idempotency_key": key });
    let reply = kit.post(DERIVE, &kit.alice, &body).await;
    assert_eq!(reply.status, 200);
    reply.json()
}

fn applied(trace: &Value, status: &str, event_id: &str) -> Value {
    let payload = json!({ "action_id": "vars_upsert_1", "status": status });
    json!({ "trace_id": trace, "events": [
        { "event_type": "cli.apply", "event_id": event_id, "payload": payload },
    ] })
}

fn code(reply: &Reply) -> (u16, Value) {
    (reply.status.as_u16(), reply.json()["code"].clone())
}

#[tokio::test]
async fn what_is_told_stands_in_the_trace_once_and_the_trace_stays_done() {
    let kit = Kit::new().await;
    let trace = derived(&kit, "k").await["trace_id"].clone();
    let path = format!("/trace-status?trace_id={}", trace.as_str().unwrap());
    let before = kit.get(&path, &kit.alice).await;
    let count = before.json()["events"].as_array().unwrap().len();
    let [running, success] =
        [("running", "1"), ("success", "2")].map(|(status, id)| applied(&trace, status, id));
    let both = tokio::join!(
        kit.post(REPORT, &kit.alice, &running),
        kit.post(REPORT, &kit.alice, &success),
    );
    assert_eq!((both.0.status.as_u16(), both.1.status.as_u16()), (200, 200));
    let again = kit
        .post(REPORT, &kit.alice, &applied(&trace, "success", "2"))
        .await;
    assert_eq!(again.json()["accepted"], 0);
    assert_eq!(again.json()["last_seq"], count + 2);
    let done =
        json!({ "traceId": trace, "event": "cli.done", "payload": { "summary": { "total": 1 } } });
    assert_eq!(
        kit.post("/metrics-ingest", &kit.alice, &done).await.status,
        200
    );
    let after = kit.get(&path, &kit.alice).await;
    assert_ne!(after.header("etag"), before.header("etag"));
    let (before, after) = (before.json(), after.json());
    assert_eq!(
        (&after["status"], &after["done_at"]),
        (&json!("done"), &before["done_at"])
    );
    assert_eq!(after["event_counts"]["cli.apply"], 2);
    // What is left to do was that action, and is nothing now.
    let left = json!({ "id": "vars_upsert_1", "type": "cli", "cmd": "cogo-cli", "dry_run": true, "hitl": true,
        "on_fail": "stop", "args": before["next_actions"][0]["args"] });
    assert_eq!(before["next_actions"], json!([left]));
    let args = &before["next_actions"][0]["args"];
    assert_eq!(
        (&args[0], &args[1]),
        (&json!("variables"), &json!("upsert"))
    );
    assert!(after.get("next_actions").is_none());
    let newest = &after["events"][0];
    assert_eq!(newest["event_type"], "cli.done");
    let expected = json!({ "summary": { "total": 1 }, "trace_id": trace, "seq": count + 3 });
    assert_eq!(newest["payload"], expected);
    let seqs: Vec<u64> = after["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["seq"].as_u64())
        .collect();
    assert!(
        seqs.iter().rev().copied().eq(1..=(count as u64) + 3),
        "{seqs:?}"
    );
}

#[tokio::test]
async fn what_two_servers_are_told_at_once_stands_in_one_order() {
    let dir = Place::alone();
    let on = |start| {
        Kit::on(
            dir.clone(),
            start,
            Options::default(),
            ServerConfig::default(),
        )
    };
    let (one, two) = (on(0).await, on(1).await);
    let trace = derived(&one, "k").await["trace_id"].clone();
    let tell = async |kit: &Kit, name: &str| {
        for nth in 0..5 {
            let told = applied(&trace, "success", &format!("{name}{nth}"));
            assert_eq!(kit.post(REPORT, &kit.alice, &told).await.status, 200);
        }
    };
    tokio::join!(
        tell(&one, "a"),
        tell(&two, "b"),
        tell(&one, "c"),
        tell(&two, "b")
    );
    let path = format!("/trace-status?trace_id={}", trace.as_str().unwrap());
    let told = one.get(&path, &one.alice).await.json();
    assert_eq!(told["event_counts"]["cli.apply"], 15);
    let events = told["events"].as_array().unwrap();
    for (event, seq) in events.iter().rev().zip(1..) {
        assert_eq!(event["seq"], seq);
        assert_eq!(event["payload"]["seq"], seq, "as it was kept");
    }
    assert_eq!(two.get(&path, &two.alice).await.json(), told);
}

#[tokio::test]
async fn who_is_told_a_trace_again_hears_what_became_of_it_before_its_end() {
    let kit = Kit::new().await;
    let first = derived(&kit, "k").await;
    let told = kit
        .post(
            REPORT,
            &kit.alice,
            &applied(&first["trace_id"], "success", "1"),
        )
        .await;
    assert_eq!(told.status, 200);
    assert_eq!(derived(&kit, "k").await, first);
    let body = json!({ "symbols": ["#a"], "projectId": "demo", "idempotency_key": "k" });
    let mut asked = request("POST", DERIVE, &kit.alice, body.to_string().into());
    asked
        .headers_mut()
        .insert("accept", "text/event-stream".parse().unwrap());
    let text = String::from_utf8(kit.send(asked).await.bytes).unwrap();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(names[names.len() - 3..], ["cli.plan", "cli.apply", "done"]);
}

#[tokio::test]
async fn nobody_tells_a_trace_that_is_not_theirs_or_what_is_no_event() {
    let kit = Kit::new().await;
    let trace = derived(&kit, "k").await["trace_id"].clone();
    let body = applied(&trace, "running", "1");
    for token in [&kit.bob, &kit.carol] {
        let refused = kit.post(REPORT, token, &body).await;
        assert_eq!(code(&refused), (404, json!("not_found")));
    }
    for unknown in [json!("demo"), json!("7b0f0f0e-0000-4000-8000-000000000000")] {
        let refused = kit
            .post(REPORT, &kit.alice, &applied(&unknown, "running", "1"))
            .await;
        assert_eq!(code(&refused), (404, json!("not_found")));
    }
    let many: Vec<Value> = (0..101).map(|_| json!({})).collect();
    for (body, field) in [
        (json!({ "event_type": "cli.apply" }), "trace_id"),
        (
            json!({ "trace_id": trace, "event_type": "done" }),
            "event_type",
        ),
        (
            json!({ "trace_id": trace, "event_type": "cli.plan", "payload": {} }),
            "payload.actions",
        ),
        (json!({ "trace_id": trace, "events": many }), "events"),
    ] {
        let refused = kit.post(REPORT, &kit.alice, &body).await;
        assert_eq!(code(&refused), (400, json!("invalid_params")));
        assert_eq!(refused.json()["details"]["field"], field, "{body}");
    }
    // What is told has an end, too.
    let event = |n: usize| {
        json!({ "event_type": "cli.apply", "event_id": n.to_string(),
        "payload": { "id": "a", "status": "pending" } })
    };
    let mut codes = Vec::new();
    for part in 0..10 {
        let events: Vec<Value> = (0..100).map(|n| event(part * 100 + n)).collect();
        let told = kit
            .post(
                REPORT,
                &kit.alice,
                &json!({ "trace_id": trace, "events": events }),
            )
            .await;
        codes.push(code(&told));
    }
    assert_eq!(codes.last(), Some(&(409, json!("trace_full"))));
    assert_eq!(codes[0].0, 200);
}
