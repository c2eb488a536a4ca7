//! Web search over real HTTP, against a server that follows a script.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use screen_agent_adapters::{SecretKey, Tavily, TavilyConfig};
use screen_agent_ports::WebSearcher;
use screen_agent_testkit::{Hit, ScriptedTavily, SearchTurn, Searched};
use screen_agent_think::search::{Finding, Found, SearchFailure, SearchQuery};
use serde_json::json;

fn tavily(server: &ScriptedTavily) -> Tavily {
    let key = Some(SecretKey::new("tvly-test"));
    Tavily::new(TavilyConfig::new(server.url(), key)).unwrap()
}

fn query(domain: Option<&str>) -> SearchQuery {
    SearchQuery {
        words: "how to register".into(),
        domain: domain.map(str::to_owned),
    }
}

fn hit(nth: u32) -> Hit {
    Hit::new(
        &format!("Page {nth}"),
        &format!("https://a.example/{nth}"),
        "Says so.",
    )
}

fn finding(nth: u32) -> Finding {
    Finding {
        title: format!("Page {nth}"),
        url: format!("https://a.example/{nth}"),
        text: "Says so.".into(),
    }
}

#[tokio::test]
async fn enough_of_a_site_s_own_pages_are_enough() {
    let server = ScriptedTavily::start().await.unwrap();
    let hits = vec![hit(1), hit(2), hit(3)];
    server.then(SearchTurn::Finds(Some("In short.".into()), hits));
    let found = tavily(&server).search(&query(Some("a.example"))).await;
    let expected = Found {
        answer: Some("In short.".into()),
        findings: vec![finding(1), finding(2), finding(3)],
        widened: false,
    };
    assert_eq!(found, Ok(expected));
    let asked = Searched {
        key: Some("tvly-test".into()),
        body: json!({
            "query": "how to register",
            "max_results": 10,
            "include_answer": true,
            "include_domains": ["a.example"],
        }),
    };
    assert_eq!(server.asked(), [asked]);
}

#[tokio::test]
async fn too_few_of_them_and_the_web_is_searched_once_more() {
    let server = ScriptedTavily::start().await.unwrap();
    server.finds([hit(1), hit(2)]);
    server.finds([hit(2), hit(5)]);
    let found = tavily(&server).search(&query(Some("a.example"))).await;
    let expected = Found {
        answer: None,
        findings: vec![finding(1), finding(2), finding(5)],
        widened: true,
    };
    assert_eq!(found, Ok(expected));
    let asked = server.asked();
    assert_eq!(asked.len(), 2);
    assert!(asked[1].body["include_domains"].is_null());
}

#[tokio::test]
async fn without_a_site_there_is_one_search() {
    let server = ScriptedTavily::start().await.unwrap();
    server.finds([]);
    let found = tavily(&server).search(&query(None)).await;
    assert_eq!(found, Ok(Found::default()));
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn half_a_failure_is_half_a_success() {
    let server = ScriptedTavily::start().await.unwrap();
    server.finds([hit(1)]);
    server.then(SearchTurn::Status(500));
    let found = tavily(&server)
        .search(&query(Some("a.example")))
        .await
        .unwrap();
    assert_eq!((found.findings, found.widened), (vec![finding(1)], false));
    server.then(SearchTurn::Status(500));
    server.finds([hit(2)]);
    let found = tavily(&server)
        .search(&query(Some("a.example")))
        .await
        .unwrap();
    assert_eq!((found.findings, found.widened), (vec![finding(2)], true));
}

#[tokio::test]
async fn a_search_that_fails_says_so() {
    for turn in [
        SearchTurn::Status(401),
        SearchTurn::Status(307),
        SearchTurn::Garbage,
    ] {
        let server = ScriptedTavily::start().await.unwrap();
        server.then(turn.clone());
        let found = tavily(&server).search(&query(None)).await;
        assert_eq!(found, Err(SearchFailure::Unavailable), "{turn:?}");
    }
}

#[tokio::test]
async fn a_search_without_an_answer_ends_in_time_and_hangs_up() {
    let server = ScriptedTavily::start().await.unwrap();
    server.then(SearchTurn::Hang);
    let config = TavilyConfig {
        timeout: Duration::from_millis(100),
        ..TavilyConfig::new(server.url(), None)
    };
    let found = Tavily::new(config).unwrap().search(&query(None)).await;
    assert_eq!(found, Err(SearchFailure::TimedOut));
    server.until_gone(1).await;
    assert_eq!(server.asked()[0].key, None);
}

#[tokio::test]
async fn a_long_question_is_cut() {
    let server = ScriptedTavily::start().await.unwrap();
    server.finds([]);
    let words = SearchQuery {
        words: "é".repeat(5_000),
        domain: None,
    };
    tavily(&server).search(&words).await.unwrap();
    assert_eq!(server.asked()[0].body["query"], "é".repeat(400));
}
