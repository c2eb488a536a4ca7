use axum::http::StatusCode;
use insta::assert_snapshot;
use screen_agent_action::ask::Decision;
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, page, page_of};

/// A task of two steps, the second of which came to nothing.
async fn task(kit: &Kit) -> Value {
    kit.script.act("click(7)");
    let first = kit.interact(&page("click =HYPERLINK(1) | then stop")).await;
    assert_eq!(first.status, 200, "{}", first.json());
    kit.clock.advance(61_000);
    kit.script.act("finish(\"Done: *all* of it.\")");
    let mut seen = page_of(&first.data(), "click =HYPERLINK(1) | then stop");
    seen["pageText"] = json!([{"k": "h1", "c": ["How we help"]}]);
    seen["url"] = "https://shop.example.com/help".into();
    let second = kit.interact(&seen).await;
    assert_eq!(second.data()["status"], "completed", "{}", second.json());
    first.data()
}

async fn report(kit: &Kit, token: &str, task: &Value, query: &str) -> Reply {
    let (session, task) = (&task["sessionId"], &task["taskId"]);
    let path = format!(
        "/api/session/{}/task/{}/report{query}",
        session.as_str().unwrap(),
        task.as_str().unwrap()
    );
    kit.get(&path, token).await
}

#[tokio::test]
async fn a_task_is_told_in_three_forms() {
    let kit = Kit::new().await;
    let task = task(&kit).await;
    for (format, mime, ending) in [
        ("json", "application/json", "json"),
        ("csv", "text/csv; charset=utf-8", "csv"),
        ("markdown", "text/markdown; charset=utf-8", "md"),
    ] {
        let reply = report(&kit, &kit.alice, &task, &format!("?format={format}")).await;
        assert_eq!(reply.status, StatusCode::OK);
        assert_eq!(reply.header("content-type"), mime);
        let saved =
            format!("attachment; filename=\"task-report-2026-03-04T12-01-01-000Z.{ending}\"");
        assert_eq!(reply.header("content-disposition"), saved);
        let kept = "no-cache, no-store, must-revalidate";
        assert_eq!(reply.header("cache-control"), kept);
        assert_snapshot!(
            format!("report_{format}"),
            String::from_utf8(reply.bytes).unwrap()
        );
    }
    let plain = report(&kit, &kit.alice, &task, "").await;
    assert_eq!(plain.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_report_is_its_owners() {
    let kit = Kit::new().await;
    let task = task(&kit).await;
    let mut unknown = task.clone();
    unknown["taskId"] = "00000000-0000-4000-8000-00000000ffff".into();
    let nobodys = report(&kit, &kit.alice, &unknown, "").await;
    assert_eq!(nobodys.problem(), (404, "NOT_FOUND".to_owned()));
    let mut elsewhere = task.clone();
    elsewhere["sessionId"] = unknown["taskId"].clone();
    for (token, task) in [
        (&kit.bob, &task),
        (&kit.carol, &task),
        (&kit.alice, &elsewhere),
    ] {
        let reply = report(&kit, token, task, "").await;
        assert_eq!(
            (reply.status, reply.bytes),
            (nobodys.status, nobodys.bytes.clone())
        );
    }
    assert_eq!(report(&kit, "", &task, "").await.status, 401);
    let refused = report(&kit, &kit.alice, &task, "?format=pdf").await;
    assert_eq!(refused.refused().1, "format");
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn a_task_under_way_has_no_end_and_a_step_without_a_verdict_is_pending() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let first = kit.interact(&page("click Help")).await.data();
    let told = report(&kit, &kit.alice, &first, "").await.json();
    assert_eq!(told["task"]["completedAt"], Value::Null);
    assert_eq!(told["actionHistory"][0]["status"], "pending");
    assert_eq!(told["summary"]["successfulSteps"], 0);
    kit.script.say(Decision::GiveUp {
        reason: "no".to_owned(),
    });
    let second = kit.interact(&page_of(&first, "click Help")).await;
    assert_eq!(second.status, 200);
    let told = report(&kit, &kit.alice, &first, "").await.json();
    assert_eq!(told["actionHistory"][0]["status"], "failure");
}
