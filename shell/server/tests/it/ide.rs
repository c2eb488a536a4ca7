//! The IDE surface over HTTP: both addresses, every place in which clients say something, and every refusal.

use axum::body::Body;
use axum::http::Request;
use screen_agent_server::{IdeMeans, Rates, ServerConfig};
use serde_json::{Value, json};

use crate::kit::{Kit, Reply, request};

/// Status, code, and both names of it.
fn problem(reply: &Reply) -> (u16, String) {
    let json = reply.json();
    assert_eq!(json["ok"], false, "{json}");
    assert_eq!(json["code"], json["error"], "{json}");
    assert_eq!(json["envelope_version"], "v1", "{json}");
    assert!(
        json["message"].is_string() && json["trace_id"].is_string() && json["details"].is_object()
    );
    let code = json["code"].as_str().unwrap().to_owned();
    (reply.status.as_u16(), code)
}

async fn ask(kit: &Kit, path: &str, body: &Value) -> Value {
    let reply = kit.post(path, &kit.alice, body).await;
    assert_eq!(reply.status, 200, "{path} {}", reply.json());
    reply.json()
}

#[tokio::test]
async fn every_task_is_there_twice() {
    let kit = Kit::new().await;
    let screen = json!([{ "id": "e", "type": "input_field", "options": { "name": "email" } }, { "id": "b", "type": "button", "options": { "text": "Login" } }]);
    let bdd = "When #onLoginClicked occurs\nThen call #restAPI:Login";
    for (path, task, part, body) in [
        (
            "design-generate",
            "design_generate",
            "/artifacts/cogo_ui_json_preview/tree",
            json!({ "text": "login page" }),
        ),
        (
            "figma-compat/uui/generate",
            "design_generate",
            "/result/uui_json/tree",
            json!({ "text": "login page" }),
        ),
        (
            "figma-compat/uui/symbols/map",
            "symbols_identify",
            "/symbols/0",
            json!({ "cogo_ui_json": screen }),
        ),
        (
            "figma-compat/uui/variables/derive",
            "variables_derive",
            "/artifacts/mapping/#email",
            json!({ "ui_json": screen, "projectId": "demo" }),
        ),
        (
            "figma-compat/uui/bdd/generate",
            "bdd_generate",
            "/result/scenarios/1",
            json!({ "creatego_json": screen }),
        ),
        (
            "figma-compat/uui/bdd/refine",
            "bdd_refine",
            "/text",
            json!({ "current_bdd": bdd }),
        ),
        (
            "figma-compat/uui/actionflow/generate",
            "actionflow_generate",
            "/artifacts/actionflow/steps/0",
            json!({ "bdd_text": bdd }),
        ),
        (
            "figma-compat/uui/actionflow/refine",
            "actionflow_refine",
            "/diff/unified",
            json!({ "current_flow": { "id": "f", "steps": [] } }),
        ),
        (
            "figma-compat/uui/data_action/generate",
            "data_action_generate",
            "/artifacts/action/params/path",
            json!({ "api": { "path": "/login" } }),
        ),
    ] {
        for prefix in ["/functions/v1/", "/"] {
            let reply = ask(&kit, &format!("{prefix}{path}"), &body).await;
            assert_eq!(reply["task_type"], task);
            assert_eq!(reply["ok"], true);
            assert_eq!(reply["envelope_version"], "v1");
            assert_eq!(reply["result"]["trace_id"], reply["trace_id"]);
            assert!(reply.pointer(part).is_some(), "{path} {part} {reply}");
        }
    }
    assert_eq!(
        problem(
            &kit.post("/figma-compat/uui/moon/land", &kit.alice, &json!({}))
                .await
        ),
        (404, "not_found".into())
    );
    assert_eq!(
        problem(&kit.get("/functions/v1/design-generate", &kit.alice).await),
        (405, "method_not_allowed".into())
    );
}

#[tokio::test]
async fn a_whole_reply_says_what_both_kinds_of_clients_read() {
    // Among several, ids say which server it was.
    let kit = Kit::alone(ServerConfig::default()).await;
    let body = json!({
        "text": "map them", "intent": { "language": "en", "keywords": ["variables.derive", "moon.land"], "target": { "project_uuid": "demo" } },
        "page": "login", "page_id": 101, "payload": { "symbols": ["#userName"] }, "idempotencyKey": "k-1",
        "editor_context": { "active_file": "app/pages/loginPage.json" },
    });
    let mut reply = ask(
        &kit,
        "/functions/v1/figma-compat/uui/variables/derive",
        &body,
    )
    .await;
    // Signed by a secret of this run.
    let link = &mut reply["artifacts"]["links"][0]["url"];
    assert!(link.as_str().unwrap().contains("?token="));
    *link = json!("[link]");
    insta::assert_json_snapshot!(reply);
}

#[tokio::test]
async fn what_a_client_says_of_its_intent_stays() {
    let kit = Kit::new().await;
    let parsed = json!({ "goal": "A page to sign in", "scope": ["single page"], "constraints": ["mobile-first"],
        "acceptance": ["email"], "target": { "project_uuid": "demo", "page_id": 101 } });
    let mut body = json!({ "text": "login page", "intent": { "parsed": parsed, "confidence": 0.86, "intent_id": "u-1",
        "registry": { "version": "1.0.0", "source": "cogo.intent_keyword" } } });
    let reply = ask(&kit, "/design-generate", &body).await;
    let intent = &reply["intent"];
    assert_eq!(
        (
            &intent["parsed"],
            &intent["confidence"],
            &intent["intent_id"]
        ),
        (&parsed, &json!(0.86), &json!("u-1"))
    );
    assert_eq!(intent["registry"].get("warning"), None);
    // How actions are gone about is said by every task, also by one that has none.
    assert_eq!(
        (&reply["execution"]["dry_run"], reply.get("cli_actions")),
        (&json!(true), None)
    );
    // A registry of another kind is no reason to refuse, and one to say so; nobody is surer than sure.
    body["intent"]["registry"]["version"] = json!("2.1.0");
    body["intent"]["confidence"] = json!(7);
    let intent = ask(&kit, "/design-generate", &body).await["intent"].clone();
    let warning = intent["registry"]["warning"].as_str().unwrap();
    assert!(warning.contains("2.1.0") && warning.contains("/intent-resolve/info"));
    assert_eq!(intent["confidence"], 0.8);
}

#[tokio::test]
async fn the_project_may_stand_anywhere_or_nowhere() {
    let kit = Kit::new().await;
    let place = |body: Value| {
        let kit = &kit;
        async move {
            ask(kit, "/design-generate", &body).await["intent"]["parsed"]["target"]["project_uuid"]
                .clone()
        }
    };
    for body in [
        json!({ "text": "button", "target": { "project_uuid": "p" } }),
        json!({ "text": "button", "intent": { "target": { "project_uuid": "p" } } }),
        json!({ "text": "button", "intent": { "parsed": { "target": { "project_uuid": "p" } } } }),
        json!({ "text": "button", "projectId": "p" }),
        json!({ "text": "button", "project_id": "p" }),
        json!({ "text": "button", "project_uuid": "p" }),
    ] {
        assert_eq!(place(body.clone()).await, "p", "{body}");
    }
    assert_eq!(
        place(json!({ "text": "button", "intent": "chat" })).await,
        Value::Null
    );
}

#[tokio::test]
async fn what_is_wanted_may_stand_in_the_address_and_the_editor_in_a_header() {
    let kit = Kit::new().await;
    let mut asked = request(
        "POST",
        "/functions/v1/design-generate?prompt=hello%20button",
        &kit.alice,
        Body::empty(),
    );
    asked.headers_mut().remove("content-type");
    asked.headers_mut().insert(
        "x-editor-context",
        "%7B%22active_file%22%3A%22%EC%95%B1.json%22%7D"
            .parse()
            .unwrap(),
    );
    let reply = kit.send(asked).await;
    assert_eq!(reply.status, 200);
    assert_eq!(
        reply.json()["result"]["cogo_ui_json"]["tree"][0]["children"][1]["id"],
        "btn_0"
    );
    assert_eq!(
        reply.json()["meta"]["editor_context"]["active_file"],
        "앱.json"
    );
    assert_eq!(reply.json()["ide_hints"]["open_file"], "앱.json");
    let mut asked = request(
        "POST",
        "/design-generate?text=button",
        &kit.alice,
        Body::empty(),
    );
    asked
        .headers_mut()
        .insert("x-editor-context", "[1]".parse().unwrap());
    assert_eq!(
        problem(&kit.send(asked).await),
        (400, "invalid_params".into())
    );
    let both =
        json!({ "text": "button", "editor_context": { "active_file": "a.json" } }).to_string();
    let mut asked = request("POST", "/design-generate", &kit.alice, both.into());
    asked.headers_mut().insert(
        "x-editor-context",
        "{\"active_file\":\"b.json\"}".parse().unwrap(),
    );
    assert_eq!(
        kit.send(asked).await.json()["ide_hints"]["open_file"],
        "a.json"
    );
}

#[tokio::test]
async fn each_refusal_has_its_status_and_code() {
    let kit = Kit::new().await;
    let send = |path: &'static str, token: &str, body: String| {
        kit.send(request("POST", path, token, body.into()))
    };
    let deep = format!("{{\"ui_json\":{}1{}}}", "[".repeat(70), "]".repeat(70));
    let large = format!("{{\"text\":\"{}\"}}", "a".repeat(1024 * 1024));
    let wordy = format!("{{\"text\":\"{}\"}}", "a".repeat(20_001));
    for (path, token, body, expected) in [
        (
            "/design-generate",
            &kit.alice,
            "{".to_owned(),
            (400, "invalid_json"),
        ),
        (
            "/design-generate",
            &kit.alice,
            "[]".to_owned(),
            (400, "invalid_params"),
        ),
        (
            "/design-generate",
            &kit.alice,
            String::new(),
            (400, "invalid_params"),
        ),
        (
            "/design-generate",
            &kit.alice,
            "{\"text\":7}".to_owned(),
            (400, "invalid_params"),
        ),
        (
            "/design-generate",
            &kit.alice,
            "{\"text\":\"x\",\"envelope_version\":\"v2\"}".to_owned(),
            (400, "invalid_params"),
        ),
        (
            "/design-generate",
            &kit.alice,
            deep,
            (400, "invalid_params"),
        ),
        (
            "/design-generate",
            &kit.alice,
            wordy,
            (400, "invalid_params"),
        ),
        (
            "/figma-compat/uui/symbols/map",
            &kit.alice,
            large,
            (413, "payload_too_large"),
        ),
        (
            "/intent-resolve",
            &kit.alice,
            "{}".to_owned(),
            (400, "invalid_params"),
        ),
    ] {
        let reply = send(path, token, body.clone()).await;
        let (status, code) = problem(&reply);
        assert_eq!((status, code.as_str()), expected, "{path} {body:.60}");
    }
}

#[tokio::test]
async fn strangers_and_unknown_versions_are_told_so() {
    let kit = Kit::new().await;
    let body = json!({ "text": "button", "envelope_version": "v2" });
    for token in ["", "nonsense"] {
        let reply = kit
            .post("/functions/v1/design-generate", token, &body)
            .await;
        assert_eq!(problem(&reply), (401, "unauthorized".into()));
    }
    let reply = kit.post("/design-generate", &kit.alice, &body).await;
    let told = json!({ "field": "envelope_version", "reason": "is none of: v1" });
    assert_eq!(reply.json()["details"], told);
    assert_eq!(reply.json()["retryable"], false);
}

#[tokio::test]
async fn a_strict_server_insists() {
    let kit = Kit::with(ServerConfig {
        ide: IdeMeans {
            strict_keywords: true,
            strict_requires: true,
            strict_preconditions: false,
            strict_idempotency: true,
            dev_flags: None,
            hosts: vec!["api.example.com".into()],
        },
        ..ServerConfig::default()
    })
    .await;
    for (path, body, field) in [
        (
            "/design-generate",
            json!({ "text": "button" }),
            "target.project_uuid",
        ),
        (
            "/design-generate",
            json!({ "text": "button", "projectId": "p", "intent": { "keywords": ["moon.land"] } }),
            "intent.keywords",
        ),
        (
            "/figma-compat/uui/bdd/refine",
            json!({}),
            "payload.bdd_text|current_bdd|bdd_struct",
        ),
    ] {
        let reply = kit.post(path, &kit.alice, &body).await;
        assert_eq!(problem(&reply).0, 400);
        assert_eq!(reply.json()["details"]["field"], field);
    }
    let api =
        json!({ "projectId": "p", "payload": { "api": { "path": "https://api.example.com/x" } } });
    let keyless = kit
        .post("/figma-compat/uui/data_action/generate", &kit.alice, &api)
        .await;
    assert_eq!(problem(&keyless), (400, "idempotency_required".to_owned()));
    let mut api = api;
    api["idempotency_key"] = json!("k");
    let reply = ask(&kit, "/figma-compat/uui/data_action/generate", &api).await;
    assert_eq!(
        reply["artifacts"]["action"]["params"]["baseUrl"],
        "https://api.example.com"
    );
}

#[tokio::test]
async fn intents_are_resolved_and_capabilities_told() {
    let kit = Kit::new().await;
    let resolved = ask(
        &kit,
        "/functions/v1/intent-resolve",
        &json!({ "text": "please ui.generate, then simbols.identify" }),
    )
    .await;
    assert_eq!(resolved["intent"]["keywords"], json!(["ui.generate"]));
    assert_eq!(
        resolved["intent"]["suggestions"],
        json!({ "simbols.identify": ["symbols.identify"] })
    );
    assert_eq!(resolved["registry_version"], "1.0.0");
    let told = kit
        .get("/functions/v1/intent-resolve/info", &kit.alice)
        .await
        .json();
    let again = kit.get("/chat/capabilities", &kit.alice).await.json();
    assert_eq!(told["task_type"], again["task_types"]);
    assert_eq!(told["requires_source"], "registry");
    assert_eq!(told["metrics_enabled"], true);
    let fallback = kit
        .get("/intent-resolve/info?include_fallback=1", &kit.alice)
        .await
        .json();
    assert_eq!(fallback["requires_source"], "fallback");
    // Whatever is told to be there is there.
    for task in told["task_type"].as_array().unwrap() {
        let endpoint = told["task_type_details"][task.as_str().unwrap()]["endpoint"]
            .as_str()
            .unwrap();
        let reply = kit
            .post(endpoint, &kit.alice, &json!({ "envelope_version": "v2" }))
            .await;
        assert_eq!(
            problem(&reply),
            (400, "invalid_params".into()),
            "{endpoint}"
        );
    }
    insta::assert_json_snapshot!(told);
}

#[tokio::test]
async fn functions_are_healthy_for_everybody() {
    let kit = Kit::new().await;
    for path in [
        "/design-generate/healthz",
        "/functions/v1/figma-compat/healthz",
        "/chat/healthz",
        "/functions/v1/json-generate/healthz",
        "/metrics-ingest/healthz",
    ] {
        assert_eq!(
            kit.get(path, "").await.json(),
            json!({ "ok": true }),
            "{path}"
        );
    }
    assert_eq!(
        problem(&kit.get("/functions/v1/moon/healthz", "").await),
        (404, "not_found".into())
    );
    // A function that is not there is told of in this surface's words.
    let posted = kit.post("/functions/v1/moon", &kit.alice, &json!({})).await;
    assert_eq!(problem(&posted), (404, "not_found".into()));
    let read = kit.get("/functions/v1/moon/rise", "").await;
    assert_eq!(problem(&read), (404, "not_found".into()));
}

#[tokio::test]
async fn computing_is_limited_and_browsers_of_listed_origins_may_ask() {
    const ORIGIN: &str = "https://ide.example.org";
    let kit = Kit::with(ServerConfig {
        rates: Rates {
            interact: 1,
            ..Rates::default()
        },
        extension_origins: vec![ORIGIN.to_owned()],
        ..ServerConfig::default()
    })
    .await;
    ask(&kit, "/design-generate", &json!({ "text": "button" })).await;
    let second = kit
        .post(
            "/functions/v1/design-generate",
            &kit.alice,
            &json!({ "text": "button" }),
        )
        .await;
    assert_eq!(problem(&second), (429, "rate_limited".into()));
    assert_eq!(second.json()["retryable"], true);
    assert!(!second.header("retry-after").is_empty());
    // Reading counts for itself.
    assert_eq!(kit.get("/chat/capabilities", &kit.alice).await.status, 200);
    let preflight = Request::builder()
        .method("OPTIONS")
        .uri("/functions/v1/design-generate")
        .header("origin", ORIGIN)
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "apikey,x-client-info,authorization,x-editor-context,x-agent-id",
        );
    let reply = kit.send(preflight.body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status, 204);
    assert_eq!(reply.header("access-control-allow-origin"), ORIGIN);
    let allowed = reply.header("access-control-allow-headers");
    assert!(
        ["apikey", "x-client-info", "x-agent-id", "idempotency-key"]
            .iter()
            .all(|header| allowed.contains(header))
    );
}
