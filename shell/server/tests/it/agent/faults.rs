use screen_agent_action::ask::ProposeFailure;
use screen_agent_server::{Rates, ServerConfig};
use screen_agent_store_sqlite::Options;

use crate::kit::{Kit, page, request, send};
use crate::place::Place;

#[tokio::test]
async fn a_full_disk_is_told_and_costs_nothing() {
    let dir = Place::alone();
    let options = Options {
        max_pages: Some(260),
        ..Options::default()
    };
    let kit = Kit::on(dir, 0, options, ServerConfig::default()).await;
    let mut told = 0;
    for number in 0..60 {
        let words = format!("{number} {}", "x".repeat(9_000));
        let reply = kit.interact(&page(&words)).await;
        if reply.status != 200 {
            assert_eq!(reply.problem(), (507, "STORAGE_FULL".to_owned()));
            break;
        }
        told += 1;
    }
    assert!((1..60).contains(&told), "{told}");
    let list = kit.get("/api/session", &kit.alice).await;
    assert_eq!(list.status, 200);
}

#[tokio::test]
async fn a_model_that_fails_is_told_and_the_task_can_go_on() {
    let kit = Kit::new().await;
    for (failure, expected) in [
        (ProposeFailure::TimedOut, (504, "TIMEOUT")),
        (ProposeFailure::Unavailable, (500, "LLM_ERROR")),
    ] {
        kit.script.fail(failure);
        let reply = kit.interact(&page("click Help")).await;
        let (status, code) = reply.problem();
        assert_eq!((status, code.as_str()), expected);
        kit.script.act("click(7)");
        assert_eq!(kit.interact(&page("click Help")).await.status, 200);
    }
}

#[tokio::test]
async fn a_fault_of_ours_is_500_and_says_nothing_of_itself() {
    let kit = Kit::new().await;
    kit.script.panic_next();
    let reply = kit.interact(&page("click Help")).await;
    assert_eq!(reply.problem(), (500, "INTERNAL_ERROR".to_owned()));
    let told = String::from_utf8(reply.bytes).unwrap();
    assert!(!told.contains("secret of the script"), "{told}");
}

/// More than the server can do at once is shed, and what costs little is answered all the same.
#[tokio::test]
async fn too_many_turns_are_told_to_come_again() {
    let config = ServerConfig {
        max_turns: 1,
        ..ServerConfig::default()
    };
    let kit = Kit::alone(config).await;
    let gate = kit.script.hold();
    let (app, body) = (kit.app.clone(), page("just say done").to_string());
    let first = request("POST", "/api/agent/interact", &kit.alice, body.into());
    let first = tokio::spawn(send(app, first));
    kit.script.entered.notified().await;
    let body = page("just say done");
    let second = kit.post("/api/agent/interact", &kit.bob, &body).await;
    assert_eq!(second.problem(), (503, "SERVER_BUSY".to_owned()));
    assert_eq!(second.header("retry-after"), "1");
    assert_eq!(kit.get("/api/health", "").await.status, 200);
    assert_eq!(kit.get("/api/session", &kit.bob).await.status, 200);
    gate.add_permits(10);
    assert_eq!(first.await.unwrap().status, 200);
    assert_eq!(kit.interact(&page("just say done")).await.status, 200);
}

/// Nothing can be written: reading goes on, limits count in memory, and health says how it stands.
#[tokio::test]
async fn what_cannot_be_written_can_be_read() {
    let dir = Place::alone();
    let config = ServerConfig {
        rates: Rates {
            session: 3,
            ..Rates::default()
        },
        ..ServerConfig::default()
    };
    let kit = Kit::on(dir, 0, Options::default(), config).await;
    let database = rusqlite::Connection::open(kit.dir.file()).unwrap();
    database.execute_batch("DROP TABLE rate_windows").unwrap();
    let statuses = async |times: usize| {
        let mut found = Vec::new();
        for _ in 0..times {
            let reply = kit.get("/api/session", &kit.alice).await;
            found.push(reply.status.as_u16());
        }
        found
    };
    assert_eq!(statuses(4).await, [200, 200, 200, 429]);
    let health = kit.get("/api/health", "").await;
    assert_eq!(health.status, 200);
    assert_eq!(health.data()["status"], "degraded");
    database.execute_batch("DROP TABLE preferences").unwrap();
    let reply = kit.get("/api/v1/user/preferences", &kit.bob).await;
    assert_eq!(reply.problem(), (503, "DATABASE_ERROR".to_owned()));
}
