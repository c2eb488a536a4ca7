use std::sync::atomic::Ordering;

use screen_agent_server::ServerConfig;
use screen_agent_store_sqlite::Options;
use serde_json::json;

use crate::kit::{Kit, page, page_of, request, send};

#[tokio::test]
async fn of_many_interacts_for_one_task_one_advances() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let first = kit.interact(&page("click Help twice")).await.data();
    let body = page_of(&first, "click Help twice");

    let gate = kit.script.hold();
    kit.script.act("click(7)");
    let send_one = || {
        let request = request(
            "POST",
            "/api/agent/interact",
            &kit.alice,
            body.to_string().into(),
        );
        tokio::spawn(send(kit.app.clone(), request))
    };
    let winner = send_one();
    kit.script.entered.notified().await;
    for _ in 0..5 {
        let loser = send_one().await.unwrap();
        assert_eq!(loser.problem(), (409, "TASK_BUSY".to_owned()));
    }
    gate.add_permits(10);
    assert_eq!(winner.await.unwrap().status, 200);
    assert_eq!(kit.script.asked.load(Ordering::SeqCst), 2);
}

/// The other took the task from the turn, which only finds out when it is done.
#[tokio::test]
async fn a_turn_whose_task_is_stopped_at_another_server_is_told_so() {
    let kit = Kit::new().await;
    let (dir, config) = (kit.dir.clone(), ServerConfig::default());
    let other = Kit::on(dir, 1, Options::default(), config).await;
    kit.script.act("click(7)");
    let first = kit.interact(&page("click Help twice")).await.data();
    let gate = kit.script.hold();
    let body = page_of(&first, "click Help twice").to_string();
    let request = request("POST", "/api/agent/interact", &kit.alice, body.into());
    let turn = tokio::spawn(send(kit.app.clone(), request));
    kit.script.entered.notified().await;
    let id = |name: &str| first[name].as_str().unwrap();
    let (session, task) = (id("sessionId"), id("taskId"));
    let path = format!("/api/session/{session}/task/{task}/stop");
    let stopped = other.post(&path, &other.alice, &json!({})).await;
    assert_eq!(stopped.data()["status"], "interrupted");
    gate.add_permits(10);
    let told = turn.await.unwrap().problem();
    assert_eq!(told, (409, "TASK_STOPPED".to_owned()));
}

#[tokio::test]
async fn a_task_can_be_stopped_in_the_middle_of_a_turn() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let first = kit.interact(&page("click Help twice")).await.data();
    let _gate = kit.script.hold();
    let body = page_of(&first, "click Help twice").to_string();
    let request = request("POST", "/api/agent/interact", &kit.alice, body.into());
    let turn = tokio::spawn(send(kit.app.clone(), request));
    kit.script.entered.notified().await;

    let session = first["sessionId"].as_str().unwrap();
    let task = first["taskId"].as_str().unwrap();
    let path = format!("/api/session/{session}/task/{task}/stop");
    let stopped = kit.post(&path, &kit.alice, &json!({})).await;
    assert_eq!(
        stopped.data()["status"],
        "interrupted",
        "{}",
        stopped.json()
    );
    assert_eq!(
        turn.await.unwrap().problem(),
        (409, "TASK_STOPPED".to_owned())
    );
}
