use std::sync::Arc;

use screen_agent_kernel::ask::ProposeFailure;
use screen_agent_server::ServerConfig;
use screen_agent_store_sqlite::Options;

use crate::kit::{Kit, page};

#[tokio::test]
async fn a_full_disk_is_told_and_costs_nothing() {
    let dir = Arc::new(tempfile::TempDir::new().unwrap());
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
