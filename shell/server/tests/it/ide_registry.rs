//! The registry of keywords: listed, changed by those who may, and heeded by every request that follows.

use screen_agent_server::{IdeAccess, IdeMeans, ServerConfig};
use serde_json::{Value, json};

use crate::kit::Kit;

async fn kit() -> Kit {
    let config = ServerConfig {
        ide: IdeMeans {
            strict_keywords: true,
            strict_requires: true,
            ..IdeMeans::default()
        },
        ide_access: IdeAccess {
            registry_editors: vec!["alice@acme.test".to_owned()],
            ..IdeAccess::default()
        },
        ..ServerConfig::default()
    };
    // What one server has read of it counts there for a while.
    Kit::alone(config).await
}

fn template(id: &str) -> Value {
    json!({ "id": id, "command": "symbols identify", "args": ["--project", "{{project_uuid}}", "--from-stdin"],
        "input_ref": "result.cogo_ui_json", "apply_strategy": "merge", "conflict_strategy": "skip", "enabled": true })
}

fn after(id: &str, others: &[&str]) -> Value {
    let mut template = template(id);
    template["depends_on"] = json!(others);
    template
}

async fn put(kit: &Kit, keyword: &str, body: &Value) -> (u16, Value) {
    let reply = kit
        .put(&format!("/intent-registry/{keyword}"), &kit.alice, body)
        .await;
    (reply.status.as_u16(), reply.json())
}

fn named<'a>(registry: &'a Value, keyword: &str) -> &'a Value {
    let all = registry["keywords"].as_array().unwrap();
    let found = all.iter().find(|known| known["keyword"] == keyword);
    found.expect("the keyword")
}

#[tokio::test]
async fn a_keyword_that_is_added_counts_at_once_and_its_actions_follow() {
    let kit = kit().await;
    let before = kit
        .get("/functions/v1/intent-registry", &kit.bob)
        .await
        .json();
    assert_eq!(before["registry_version"], "1.0.0");
    assert_eq!(named(&before, "ui.generate")["source"], "seed");
    let ask = json!({ "text": "login page", "projectId": "p", "intent": { "keywords": ["shop.publish"] } });
    assert_eq!(
        kit.post("/design-generate", &kit.alice, &ask).await.status,
        400
    );
    let change = json!({ "description": "Puts a page into the shop", "templates": [template("publish_1")],
        "requires": { "payload.event_id|flow_id": { "required": true } } });
    let (status, registry) = put(&kit, "shop.publish", &change).await;
    assert_eq!(
        (status, &registry["registry_version"]),
        (200, &json!("1.0.1")),
        "{registry}"
    );
    let refused = kit.post("/design-generate", &kit.alice, &ask).await.json();
    assert_eq!(
        refused["details"]["field"], "payload.event_id|flow_id",
        "{refused}"
    );
    let mut full = ask.clone();
    full["event_id"] = json!("#onPublish");
    let reply = kit.post("/design-generate", &kit.alice, &full).await.json();
    assert_eq!(reply["cli_actions"][0]["id"], "publish_1", "{reply}");
    assert_eq!(
        reply["cli_actions"][0]["args"],
        json!(["--project", "p", "--from-stdin"])
    );
    assert_eq!(reply["cli_actions"][0]["dry_run"], true);
    assert_eq!(
        reply["intent"]["registry"],
        json!({ "version": "1.0.1", "source": "registry" })
    );
    let found = kit
        .post(
            "/intent-resolve",
            &kit.bob,
            &json!({ "text": "shop.publish it" }),
        )
        .await
        .json();
    assert_eq!(found["intent"]["keywords"], json!(["shop.publish"]));
}

#[tokio::test]
async fn actions_stand_behind_those_that_they_depend_on_or_are_not_there() {
    let kit = kit().await;
    let templates = [
        after("b_1", &["a_1"]),
        template("a_1"),
        after("c_1", &["elsewhere_1"]),
    ];
    let (status, registry) = put(&kit, "shop.publish", &json!({ "templates": templates })).await;
    assert_eq!(status, 200, "{registry}");
    let mut ask = json!({ "text": "login page", "projectId": "p", "intent": { "keywords": ["shop.publish"] } });
    let offered = async |ask: &Value| {
        let reply = kit.post("/design-generate", &kit.alice, ask).await.json();
        let actions = reply["cli_actions"].as_array().cloned().unwrap_or_default();
        let named = |action: &Value| (action["id"].clone(), action["depends_on"].clone());
        actions.iter().map(named).collect::<Vec<_>>()
    };
    let (first, second) = ((json!("a_1"), Value::Null), (json!("b_1"), json!(["a_1"])));
    assert_eq!(offered(&ask).await, [first.clone(), second.clone()]);
    // What another keyword brings is there once that is named.
    put(
        &kit,
        "shop.prepare",
        &json!({ "templates": [template("elsewhere_1")] }),
    )
    .await;
    ask["intent"]["keywords"] = json!(["shop.publish", "shop.prepare"]);
    let third = (json!("elsewhere_1"), Value::Null);
    let last = (json!("c_1"), json!(["elsewhere_1"]));
    assert_eq!(offered(&ask).await, [first, second, third, last]);
}

#[tokio::test]
async fn what_a_change_leaves_out_stays_and_what_is_deprecated_is_understood_and_not_told_of() {
    let kit = kit().await;
    put(&kit, "variables.derive", &json!({ "requires": {} })).await;
    let (_, registry) = put(&kit, "variables.derive", &json!({ "deprecated": true })).await;
    let known = named(&registry, "variables.derive");
    assert_eq!(known["version"], 2);
    assert_eq!(known["requires"], json!({}));
    assert_eq!(known["templates"][0]["id"], "vars_upsert_1");
    let body = json!({ "symbols": ["#a"], "intent": { "keywords": ["variables.derive"] } });
    assert_eq!(
        kit.post("/figma-compat/uui/variables/derive", &kit.alice, &body)
            .await
            .status,
        200
    );
    let told = kit.get("/intent-resolve/info", &kit.alice).await.json();
    let keywords = told["intent_keywords"].as_array().unwrap();
    assert!(!keywords.contains(&json!("variables.derive")));
    assert_eq!(told["registry_keywords_count"], keywords.len());
    assert_eq!(told["requires_source"], "registry");
    let seed = kit
        .get("/intent-resolve/info?include_fallback=1", &kit.alice)
        .await
        .json();
    assert!(
        seed["intent_keywords"]
            .as_array()
            .unwrap()
            .contains(&json!("variables.derive"))
    );
    assert_eq!(seed["requires_source"], "fallback");
}

#[tokio::test]
async fn another_server_on_the_same_data_knows_a_change_when_its_time_is_over() {
    let kit = kit().await;
    let keywords = async || {
        let reply = kit.get("/intent-resolve/info", &kit.alice).await.json();
        reply["intent_keywords"]
            .as_array()
            .unwrap()
            .contains(&json!("shop.publish"))
    };
    assert!(!keywords().await);
    let change = screen_agent_wire::ide::registry::KeywordChange {
        keyword: "shop.publish".to_owned(),
        ..Default::default()
    };
    screen_agent_server::change_keyword(&*kit.store, &change, 0)
        .await
        .unwrap();
    assert!(!keywords().await);
    kit.clock.advance(60_000);
    assert!(keywords().await);
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused_with_its_place() {
    let kit = kit().await;
    let with = |field: &str, value: Value| {
        let mut template = template("a_1");
        template[field] = value;
        json!({ "templates": [template] })
    };
    for (keyword, body, field) in [
        ("publish", json!({}), "keyword"),
        ("Shop.Publish", json!({}), "keyword"),
        (
            "shop.publish",
            json!({ "description": "x".repeat(501) }),
            "description",
        ),
        (
            "shop.publish",
            json!({ "requires": { "moon": { "required": true } } }),
            "requires.moon",
        ),
        (
            "shop.publish",
            json!({ "requires": { "payload.a": {} } }),
            "requires.payload.a",
        ),
        ("shop.publish", with("id", json!("a b")), "templates[0].id"),
        (
            "shop.publish",
            with("command", json!("rm -rf")),
            "templates[0].command",
        ),
        (
            "shop.publish",
            with("input_ref", json!("env.SECRET")),
            "templates[0].input_ref",
        ),
        (
            "shop.publish",
            with("args", json!(["--exec", "x"])),
            "templates[0].args[0]",
        ),
        (
            "shop.publish",
            with("args", json!(["--project"])),
            "templates[0].args[0]",
        ),
        (
            "shop.publish",
            with("args", json!(["--project", "--page-id"])),
            "templates[0].args[0]",
        ),
        (
            "shop.publish",
            with("args", json!(["--project", "{{token}}"])),
            "templates[0].args[0]",
        ),
        (
            "shop.publish",
            json!({ "templates": [template("a_1"), template("a_1")] }),
            "templates[1].id",
        ),
        (
            "shop.publish",
            json!({ "templates": [{ "id": "a" }] }),
            "templates[0].command",
        ),
    ] {
        let (status, reply) = put(&kit, keyword, &body).await;
        assert_eq!(
            (status, &reply["details"]["field"]),
            (400, &json!(field)),
            "{reply}"
        );
        assert!(!reply["details"]["reason"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn actions_that_depend_on_themselves_are_refused() {
    let kit = kit().await;
    for (templates, field) in [
        (vec![after("a_1", &["a b"])], "templates[0].depends_on"),
        (vec![after("a_1", &["a_1"])], "templates.depends_on"),
        (
            vec![after("a_1", &["b_1"]), after("b_1", &["a_1"])],
            "templates.depends_on",
        ),
    ] {
        let body = json!({ "templates": templates });
        let (status, reply) = put(&kit, "shop.publish", &body).await;
        assert_eq!((status, &reply["details"]["field"]), (400, &json!(field)));
    }
}

#[tokio::test]
async fn others_may_not_change_it() {
    let kit = kit().await;
    let reply = kit
        .put("/intent-registry/shop.publish", &kit.bob, &json!({}))
        .await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["code"]),
        (403, &json!("forbidden"))
    );
}
