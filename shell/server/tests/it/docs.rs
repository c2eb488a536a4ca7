use serde_json::Value;

use crate::kit::Kit;

#[tokio::test]
async fn the_api_describes_itself() {
    let kit = Kit::new().await;
    let api = kit.get("/api/openapi.json", "").await.json();
    assert_eq!(api["openapi"], "3.1.0");
    assert_eq!(api["info"]["title"], "Screen Agent");
    let mut endpoints: Vec<String> = Vec::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["responses"].is_object(), "{method} {path}");
            endpoints.push(format!("{} {path}", method.to_uppercase()));
        }
    }
    endpoints.sort();
    insta::assert_snapshot!(endpoints.join("\n"));
}

#[tokio::test]
async fn every_reference_of_the_description_leads_somewhere() {
    let kit = Kit::new().await;
    let api = kit.get("/api/openapi.json", "").await.json();
    let mut references = Vec::new();
    collect(&api, &mut references);
    assert!(references.len() > 50);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(api.pointer(pointer).is_some(), "{reference}");
    }
}

fn collect(json: &Value, found: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.push(reference.clone());
            }
            fields.values().for_each(|value| collect(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn schemas_are_listed_and_served() {
    let kit = Kit::new().await;
    let names = kit.get("/api/schemas", "").await.json();
    for name in names.as_array().unwrap() {
        let name = name.as_str().unwrap();
        let schema = kit.get(&format!("/api/schemas/{name}.json"), "").await;
        assert_eq!(schema.header("content-type"), "application/schema+json");
        assert!(schema.json()["$schema"].is_string(), "{name}");
    }
    let missing = kit.get("/api/schemas/nope", "").await;
    assert_eq!(missing.problem(), (404, "NOT_FOUND".to_owned()));
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    let kit = Kit::new().await;
    let page = kit.get("/api/docs", "").await;
    let text = String::from_utf8(page.bytes.clone()).unwrap();
    let loaded: Vec<&str> = text
        .split(['"'])
        .filter(|part| part.starts_with("/docs/"))
        .collect();
    assert_eq!(loaded.len(), 4);
    for path in loaded {
        let reply = kit.get(path, "").await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(
            reply.header("content-security-policy"),
            page.header("content-security-policy")
        );
    }
    assert!(!text.contains("http://") && !text.contains("https://"));
    assert!(
        page.header("content-security-policy")
            .starts_with("default-src 'self'")
    );
}

#[test]
fn what_is_generated_is_what_is_committed() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, wanted) in screen_agent_server::codegen::files().unwrap() {
        let found = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
        assert!(found == wanted, "{path} is stale; run cargo xtask codegen");
    }
}
