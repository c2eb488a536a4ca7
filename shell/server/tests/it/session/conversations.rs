use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::kit::{Kit, page};

const ID: &str = "3f0e9b1c-0000-4000-8000-000000000001";

fn id(number: u32) -> String {
    format!("3f0e9b1c-0000-4000-8000-{number:012}")
}

async fn init(kit: &Kit, session: &str, url: &str) -> Value {
    let body =
        json!({"sessionId": session, "url": url, "tabId": 12, "initialQuery": "find a shirt"});
    kit.post("/api/session/init", &kit.alice, &body)
        .await
        .json()
}

#[tokio::test]
async fn init_makes_a_conversation_once() {
    let kit = Kit::new().await;
    let first = init(&kit, ID, "https://www.shop.example.co.uk/x").await;
    assert_eq!(first["data"], json!({"sessionId": ID, "created": true}));
    let again = init(&kit, ID, "https://www.shop.example.co.uk/x").await;
    assert_eq!(again["data"]["created"], false);
    assert_json_snapshot!(kit.get("/api/session", &kit.alice).await.json());
}

#[tokio::test]
async fn init_without_an_address_is_fine() {
    let kit = Kit::new().await;
    for (number, body) in [json!({}), json!({"url": ""}), json!({"url": null})]
        .into_iter()
        .enumerate()
    {
        let mut body = body;
        body["sessionId"] = json!(id(number as u32));
        let reply = kit.post("/api/session/init", &kit.alice, &body).await;
        assert_eq!(reply.status, 200, "{body}");
    }
}

#[tokio::test]
async fn init_checks_what_it_is_given() {
    let kit = Kit::new().await;
    for (body, field) in [
        (json!({}), "sessionId"),
        (json!({"sessionId": "abc"}), "sessionId"),
        (json!({"sessionId": ID, "url": "nope"}), "url"),
        (json!({"sessionId": ID, "title": "x".repeat(501)}), "title"),
    ] {
        let reply = kit.post("/api/session/init", &kit.alice, &body).await;
        assert_eq!(reply.refused().1, field, "{body}");
    }
}

#[tokio::test]
async fn lists_come_in_pages() {
    let kit = Kit::new().await;
    for number in 0..5 {
        init(&kit, &id(number), "https://a.example/").await;
        kit.clock.advance(1);
    }
    let page = kit
        .get("/api/session?limit=2&offset=1", &kit.alice)
        .await
        .data();
    let shown: Vec<&str> = page["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|session| session["sessionId"].as_str().unwrap())
        .collect();
    assert_eq!(shown, [id(3), id(2)]);
    assert_eq!(
        page["pagination"],
        json!({"total": 5, "limit": 2, "offset": 1, "hasMore": true})
    );
}

#[tokio::test]
async fn list_parameters_are_checked() {
    let kit = Kit::new().await;
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("offset=-1", "offset"),
        ("status=happy", "status"),
        ("includeArchived=maybe", "includeArchived"),
    ] {
        let reply = kit.get(&format!("/api/session?{query}"), &kit.alice).await;
        assert_eq!(
            (reply.refused().0, reply.refused().1.as_str()),
            (400, field)
        );
    }
}

#[tokio::test]
async fn an_archived_conversation_is_out_of_sight() {
    let kit = Kit::new().await;
    init(&kit, ID, "https://a.example/").await;
    let reply = kit
        .post("/api/session", &kit.alice, &json!({"sessionId": ID}))
        .await;
    assert_json_snapshot!(reply.json());
    let total = async |query: &str| {
        let list = kit.get(&format!("/api/session{query}"), &kit.alice).await;
        list.data()["pagination"]["total"].clone()
    };
    assert_eq!(total("").await, 0);
    assert_eq!(total("?includeArchived=true").await, 1);
    assert_eq!(total("?status=archived").await, 1);
    let messages = kit
        .get(&format!("/api/session/{ID}/messages"), &kit.alice)
        .await;
    assert_eq!(messages.data()["sessionExists"], false);
    let mut body = page("go on");
    body["sessionId"] = json!(ID);
    assert_eq!(
        kit.interact(&body).await.problem(),
        (409, "SESSION_ARCHIVED".to_owned())
    );
}

#[tokio::test]
async fn a_conversation_stands_as_its_last_task_ended() {
    let kit = Kit::new().await;
    let total = async |query: &str| {
        let list = kit.get(&format!("/api/session{query}"), &kit.alice).await;
        list.data()["pagination"]["total"].clone()
    };
    for (number, ends, word) in [
        (1, "finish(\"Bought.\")", "completed"),
        (2, "fail(\"Sold out.\")", "failed"),
    ] {
        kit.script.act(ends);
        let mut body = page("buy it");
        body["sessionId"] = json!(id(number));
        assert_eq!(kit.interact(&body).await.status, 200);
        assert_eq!(total(&format!("?status={word}")).await, 1);
        let latest = format!("/api/session/latest?status={word}");
        let latest = kit.get(&latest, &kit.alice).await.json();
        assert_eq!(latest["data"]["sessionId"], id(number));
        assert_eq!(latest["data"]["status"], word);
    }
    assert_eq!(total("?status=active").await, 0);
    assert_eq!(total("").await, 2, "whoever says nothing sees all");
    assert_eq!(total("?status=completed,failed").await, 2);
    assert_eq!(total("?status=interrupted").await, 0);
    let wrong = kit.get("/api/session?status=failed,", &kit.alice).await;
    assert_eq!(wrong.refused().1, "status");
    let none = kit
        .get("/api/session/latest?status=active", &kit.alice)
        .await;
    assert_eq!(none.problem(), (404, "SESSION_NOT_FOUND".to_owned()));
}

#[tokio::test]
async fn the_latest_and_the_one_of_a_domain() {
    let kit = Kit::new().await;
    let none = kit.get("/api/session/latest", &kit.alice).await;
    assert_eq!(none.problem(), (404, "SESSION_NOT_FOUND".to_owned()));
    init(&kit, &id(1), "https://a.example/").await;
    kit.clock.advance(5);
    init(&kit, &id(2), "https://b.example/").await;
    let latest = kit.get("/api/session/latest", &kit.alice).await;
    assert_eq!(latest.json()["sessionId"], json!(id(2)));
    let found = kit
        .get("/api/session/by-domain/A.example", &kit.alice)
        .await;
    assert_eq!(found.data()["session"]["sessionId"], json!(id(1)));
    let missing = kit
        .get("/api/session/by-domain/c.example", &kit.alice)
        .await;
    assert_eq!(missing.data(), json!({"session": null}));
    let wrong = kit.get("/api/session/latest?status=nope", &kit.alice).await;
    assert_eq!(wrong.refused().1, "status");
}

#[tokio::test]
async fn a_title_given_by_the_person_stays() {
    let kit = Kit::new().await;
    init(&kit, ID, "https://a.example/").await;
    let path = format!("/api/session/{ID}");
    let renamed = kit
        .patch(&path, &kit.alice, &json!({"title": "Shirts"}))
        .await;
    assert_eq!(renamed.data()["title"], "Shirts");
    assert_eq!(renamed.data()["isRenamed"], true);
    let mut body = page("find trousers");
    body["sessionId"] = json!(ID);
    body["title"] = json!("Trousers");
    kit.interact(&body).await;
    let latest = kit.get("/api/session", &kit.alice).await;
    assert_eq!(latest.data()["sessions"][0]["title"], "Shirts");
    let empty = kit.patch(&path, &kit.alice, &json!({"title": " "})).await;
    assert_eq!(empty.refused().1, "title");
}

#[tokio::test]
async fn messages_come_in_order_and_in_pages() {
    let kit = Kit::new().await;
    for words in ["one", "two", "three"] {
        let mut body = page(words);
        body["sessionId"] = json!(ID);
        assert_eq!(kit.interact(&body).await.status, 200);
        kit.clock.advance(1_000);
    }
    let read = async |query: &str| {
        let path = format!("/api/session/{ID}/messages{query}");
        let data = kit.get(&path, &kit.alice).await.data();
        let numbers: Vec<u64> = data["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|message| message["sequenceNumber"].as_u64().unwrap())
            .collect();
        (numbers, data["total"].as_u64().unwrap())
    };
    assert_eq!(read("").await, (vec![0, 1, 2, 3, 4, 5], 6));
    assert_eq!(read("?limit=2").await.0, [0, 1]);
    assert_eq!(read("?limit=3&after=1").await.0, [2, 3, 4]);
    assert_eq!(read("?since=2026-03-04T12:00:02Z").await.0, [4, 5]);
    for query in ["?limit=0", "?limit=201", "?since=yesterday", "?after=x"] {
        let path = format!("/api/session/{ID}/messages{query}");
        assert_eq!(kit.get(&path, &kit.alice).await.refused().0, 400, "{query}");
    }
}

#[tokio::test]
async fn an_unknown_conversation_has_no_messages_and_says_so() {
    let kit = Kit::new().await;
    let data = kit
        .get(&format!("/api/session/{ID}/messages"), &kit.alice)
        .await
        .data();
    assert_eq!(
        data,
        json!({"sessionId": ID, "messages": [], "total": 0, "sessionExists": false})
    );
    let wrong = kit.get("/api/session/abc/messages", &kit.alice).await;
    assert_eq!(wrong.refused().1, "sessionId");
}

#[tokio::test]
async fn a_conversation_is_where_its_tab_is_now_and_tells_where_it_began() {
    let kit = Kit::new().await;
    init(&kit, ID, "https://a.example/").await;
    let mut body = page("click Help");
    body["sessionId"] = json!(ID);
    body["url"] = json!("https://www.shop.co.uk/help");
    kit.script.act("click(7)");
    kit.interact(&body).await;
    let told = kit.get("/api/session", &kit.alice).await.data();
    let session = &told["sessions"][0];
    assert_eq!(session["url"], "https://www.shop.co.uk/help");
    assert_eq!(session["domain"], "shop.co.uk");
    assert_eq!(session["metadata"]["initialUrl"], "https://a.example/");
    assert_eq!(session["metadata"]["initialDomain"], "a.example");
}
