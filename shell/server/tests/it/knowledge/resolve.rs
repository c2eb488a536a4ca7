use serde_json::json;

use crate::kit::{Kit, NOON};

const PATH: &str = "/api/knowledge/resolve";

pub async fn list(kit: &Kit, tenant: &str, pattern: &str) {
    let store = kit.dir.open();
    let set = store
        .upkeep()
        .set_domain(tenant.to_owned(), pattern.to_owned(), true, NOON);
    set.await.unwrap();
}

#[tokio::test]
async fn the_list_is_a_filter_and_never_forbids() {
    let kit = Kit::new().await;
    let resolve = async |token: &str, url: &str| {
        let reply = kit.get(&format!("{PATH}?url={url}&query=x"), token).await;
        assert_eq!(reply.status, 200);
        reply.data()
    };
    let expected = |matched: bool, reason: &str, listed: &[&str]| {
        json!({
            "allowed": true, "domain": "app.acme.com", "hasOrgKnowledge": false,
            "context": [], "citations": [],
            "ragDebug": {"hasOrgKnowledge": false, "activeDomain": "app.acme.com",
                "domainMatch": matched, "ragMode": "public_only", "reason": reason,
                "chunkCount": 0, "allowedDomains": listed},
        })
    };
    let none = expected(false, "The organisation has listed no domains.", &[]);
    assert_eq!(
        resolve(&kit.alice, "https%3A%2F%2Fapp.acme.com%2Fx").await,
        none
    );
    list(&kit, "acme", "*.acme.com").await;
    let yes = expected(
        true,
        "The domain is on the organisation's list, and there is no knowledge about it yet.",
        &["*.acme.com"],
    );
    assert_eq!(resolve(&kit.alice, "app.acme.com").await, yes);
    assert_eq!(
        resolve(&kit.carol, "app.acme.com").await,
        yes,
        "a colleague"
    );
    assert_eq!(
        resolve(&kit.bob, "app.acme.com").await,
        none,
        "another tenant"
    );
    let other = resolve(&kit.alice, "https://elsewhere.test").await;
    assert_eq!(other["allowed"], true);
    assert_eq!(other["ragDebug"]["domainMatch"], false);
}

#[tokio::test]
async fn what_is_no_address_is_refused() {
    let kit = Kit::new().await;
    for query in [
        "",
        "?url=",
        "?url=chrome%3A%2F%2Fsettings",
        "?url=not%20one",
    ] {
        let reply = kit.get(&format!("{PATH}{query}"), &kit.alice).await;
        let (status, field, _) = reply.refused();
        assert_eq!((status, field.as_str()), (400, "url"), "{query}");
    }
    assert_eq!(kit.get(&format!("{PATH}?url=a.test"), "").await.status, 401);
}

#[tokio::test]
async fn it_may_be_asked_thirty_times_a_minute() {
    let kit = Kit::new().await;
    let ask = async || kit.get(&format!("{PATH}?url=a.test"), &kit.alice).await;
    for _ in 0..30 {
        assert_eq!(ask().await.status, 200);
    }
    assert_eq!(ask().await.problem(), (429, "RATE_LIMIT".to_owned()));
}
