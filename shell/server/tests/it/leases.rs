//! `/api/leases`: another program on a tab of one's own browser.

use serde_json::{Value, json};

use crate::kit::{Kit, page, page_of};

const HOLDER: &str = "00000000-0000-4000-8000-0000000000aa";

fn wish(mode: &str) -> Value {
    json!({ "client": "Pilot", "purpose": "Compare prices", "sites": ["shop.example.com"], "mode": mode, "minutes": 10 })
}

async fn asked(kit: &Kit, mode: &str) -> String {
    let reply = kit.post("/api/leases", &kit.alice, &wish(mode)).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    format!("/api/leases/{}", reply.data()["id"].as_str().unwrap())
}

async fn step(kit: &Kit, at: &str, step: Value) -> Value {
    let reply = kit.post(at, &kit.alice, &step).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    reply.data()
}

async fn refused(kit: &Kit, at: &str, step: Value) -> (u16, String) {
    kit.post(at, &kit.alice, &step).await.problem()
}

fn act(actions: &[&str]) -> Value {
    json!({ "kind": "order", "order": { "kind": "act", "actions": actions } })
}

/// A lease on which this order was taken up.
async fn under_way(kit: &Kit, mode: &str, actions: &[&str]) -> String {
    let at = asked(kit, mode).await;
    step(
        kit,
        &at,
        json!({ "kind": "allow", "holder": HOLDER, "tab": 3 }),
    )
    .await;
    step(kit, &at, act(actions)).await;
    step(
        kit,
        &at,
        json!({ "kind": "take", "holder": HOLDER, "no": 1 }),
    )
    .await;
    at
}

fn turn(at: &str, mut body: Value) -> Value {
    let id = at.rsplit('/').next().unwrap();
    body["lease"] = json!({ "id": id, "no": 1, "holder": HOLDER });
    body["client"] = json!({ "name": "test", "version": "1", "capabilities": ["approvals"] });
    body
}

#[tokio::test]
async fn a_lease_is_asked_for_and_what_is_done_about_it_out_of_turn_is_refused() {
    let kit = Kit::new().await;
    let at = asked(&kit, "observe").await;
    let list = kit.get("/api/leases", &kit.alice).await.data();
    assert_eq!(list["leases"][0]["state"], "asked", "{list}");
    assert!(
        list["channel"]
            .as_str()
            .unwrap()
            .starts_with("private-leases-")
    );
    assert_eq!(
        kit.get("/api/leases", &kit.bob).await.data()["leases"],
        json!([])
    );
    assert_eq!(kit.get(&at, &kit.bob).await.problem().1, "LEASE_NOT_FOUND");
    let look = json!({ "kind": "order", "order": { "kind": "look" } });
    assert_eq!(
        refused(&kit, &at, look).await,
        (409, "LEASE_NOT_OPEN".into())
    );
    let allow = json!({ "kind": "allow", "holder": HOLDER, "tab": 3 });
    step(&kit, &at, allow.clone()).await;
    assert_eq!(
        refused(&kit, &at, act(&["click(4)"])).await,
        (403, "LEASE_OBSERVES".into())
    );
    let second = asked(&kit, "observe").await;
    assert_eq!(
        refused(&kit, &second, allow).await,
        (409, "TAB_LEASED".into())
    );
    step(&kit, &at, json!({ "kind": "end", "by": "client" })).await;
    let take = json!({ "kind": "take", "holder": HOLDER, "no": 1 });
    assert_eq!(refused(&kit, &at, take).await, (409, "LEASE_ENDED".into()));
    kit.clock.advance(10 * 60_000);
    let late = kit.get(&second, &kit.alice).await.data();
    assert_eq!(
        (&late["state"], &late["endedBy"]),
        (&json!("ended"), &json!("time"))
    );
}

#[tokio::test]
async fn what_nobody_could_mean_is_refused() {
    let kit = Kit::new().await;
    for (field, value) in [
        ("sites", json!([])),
        ("sites", json!(["file:///etc"])),
        ("minutes", json!(100_000)),
        ("mode", json!("root")),
        ("purpose", json!("x".repeat(100_000))),
        ("url", json!("https://evil.example/")),
    ] {
        let mut wish = wish("observe");
        wish[field] = value;
        let reply = kit.post("/api/leases", &kit.alice, &wish).await;
        assert!(
            [400, 413].contains(&reply.status.as_u16()),
            "{field}: {}",
            reply.json()
        );
    }
    let at = asked(&kit, "autopilot").await;
    for step in [
        act(&[]),
        act(&["no such thing"]),
        json!({ "kind": "sudo" }),
        json!({ "kind": "allow", "holder": "me", "tab": 3 }),
    ] {
        assert_eq!(refused(&kit, &at, step.clone()).await.0, 400, "{step}");
    }
}

#[tokio::test]
async fn an_order_is_a_task_that_its_client_alone_proposes_in() {
    let kit = Kit::new().await;
    let at = under_way(&kit, "autopilot", &["goBack()"]).await;
    // No proposer of the server's is asked: this one would press something else.
    kit.script.act("click(7)");
    let reply = kit.interact(&turn(&at, page("press Buy now"))).await;
    let data = reply.data();
    assert_ne!(data["action"], "click(7)", "{}", reply.json());
    let lease = kit.get(&at, &kit.alice).await.data();
    assert_eq!(data["sessionId"], lease["sessionId"]);
    let mut stranger = turn(&at, page("press Buy now"));
    stranger["lease"]["holder"] = json!("00000000-0000-4000-8000-0000000000bb");
    assert_eq!(
        kit.interact(&stranger).await.problem(),
        (403, "LEASE_HELD_ELSEWHERE".into())
    );
    let mut elsewhere = turn(&at, page("x"));
    elsewhere["url"] = json!("https://evil.example/");
    assert_eq!(kit.interact(&elsewhere).await.problem().0, 400);
    step(&kit, &at, json!({ "kind": "end", "by": "person" })).await;
    let after = kit
        .interact(&turn(&at, page_of(&data, "press Buy now")))
        .await;
    assert_eq!(after.problem(), (409, "LEASE_ENDED".into()));
}

#[tokio::test]
async fn where_the_person_wants_to_be_asked_about_everything_they_are() {
    let kit = Kit::new().await;
    let at = under_way(
        &kit,
        "assist",
        &["navigate(\"https://shop.example.com/sale\")"],
    )
    .await;
    let reply = kit.interact(&turn(&at, page("go"))).await;
    let data = reply.data();
    assert_eq!(data["status"], "needs_user_input", "{}", reply.json());
    assert_eq!(data["approval"]["reason"], "each_is_asked");
}

#[tokio::test]
async fn a_page_of_another_site_is_not_handed_on() {
    let kit = Kit::new().await;
    let at = under_way(&kit, "autopilot", &["wait(1)"]).await;
    let report = |url: &str| {
        json!({ "kind": "report", "holder": HOLDER, "no": 1,
        "report": { "page": { "url": url, "pageTitle": "Mail" } } })
    };
    let told = step(&kit, &at, report("https://mail.example/")).await;
    assert_eq!(told["order"]["report"]["page"], Value::Null, "{told}");
    assert_eq!(
        refused(&kit, &at, report("https://shop.example.com/"))
            .await
            .1,
        "ORDER_OVER"
    );
}

#[tokio::test]
async fn who_waits_hears_as_soon_as_there_is_an_answer() {
    let kit = Kit::new().await;
    let at = asked(&kit, "observe").await;
    let waiting = format!("{at}?wait=25");
    let (heard, _) = tokio::join!(kit.get(&waiting, &kit.alice), async {
        step(
            &kit,
            &at,
            json!({ "kind": "end", "by": "person", "why": "no" }),
        )
        .await
    });
    let heard = heard.data();
    assert_eq!(
        (&heard["state"], &heard["why"]),
        (&json!("ended"), &json!("no"))
    );
}
