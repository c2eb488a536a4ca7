//! The embeddings protocol and the knowledge service, over real HTTP.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use screen_agent_adapters::{Embeddings, ExtractionService, OutsideConfig, SecretKey};
use screen_agent_ports::{
    Embedder as _, KnowledgeService as _, OutsideFailure, ServiceCitation, ServiceKnowledge,
    ServicePassage,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// What was asked: the address, and two headers.
type Heard = Arc<Mutex<Vec<(String, String, String)>>>;

/// A server that always answers the same.
async fn answering(status: StatusCode, body: Value) -> (OutsideConfig, Heard) {
    let heard = Heard::default();
    let own = heard.clone();
    let app = Router::new().fallback(async move |request: Request| {
        let header = |name: &str| {
            let value = request.headers().get(name);
            value
                .map(|value| value.to_str().unwrap().to_owned())
                .unwrap_or_default()
        };
        let told = (
            request.uri().to_string(),
            header("x-tenant-id"),
            header("authorization"),
        );
        own.lock().unwrap().push(told);
        (status, body.to_string()).into_response()
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let config = OutsideConfig {
        base_url,
        key: Some(SecretKey::new("hush")),
        timeout: Duration::from_secs(5),
    };
    (config, heard)
}

#[tokio::test]
async fn a_service_is_told_the_tenant_and_its_answer_is_read() {
    let body = json!({
        "context": [{"id": "c1", "content": "Thirty days.", "documentTitle": "Policy", "metadata": {"page": 2}}],
        "citations": [{"documentId": "d1", "documentTitle": "Policy", "section": "Refunds", "page": 2}],
        "more": true,
    });
    let (config, heard) = answering(StatusCode::OK, body).await;
    let service = ExtractionService::new(config).unwrap();
    let told = service
        .resolve(
            Uuid::from_u128(7),
            "https://a.test/?x=1",
            Some("wie lange?"),
        )
        .await;
    let expected = ServiceKnowledge {
        passages: vec![ServicePassage {
            id: "c1".to_owned(),
            content: "Thirty days.".to_owned(),
            title: "Policy".to_owned(),
            metadata: json!({"page": 2}).as_object().cloned(),
        }],
        citations: vec![ServiceCitation {
            document_id: "d1".to_owned(),
            title: "Policy".to_owned(),
            section: Some("Refunds".to_owned()),
            page: Some(2),
        }],
    };
    assert_eq!(told, Ok(expected));
    let asked = "/api/knowledge/resolve?url=https%3A%2F%2Fa.test%2F%3Fx%3D1&query=wie+lange%3F";
    let tenant = "00000000-0000-0000-0000-000000000007";
    assert_eq!(
        *heard.lock().unwrap(),
        [(
            asked.to_owned(),
            tenant.to_owned(),
            "Bearer hush".to_owned()
        )]
    );
}

#[tokio::test]
async fn a_service_that_fails_says_how() {
    for (status, body, expected) in [
        (
            StatusCode::BAD_GATEWAY,
            json!({"error": "x"}),
            OutsideFailure::Status(502),
        ),
        (
            StatusCode::OK,
            json!({"context": 7}),
            OutsideFailure::Unreadable,
        ),
        (StatusCode::FOUND, json!({}), OutsideFailure::Status(302)),
    ] {
        let (config, _) = answering(status, body).await;
        let service = ExtractionService::new(config).unwrap();
        assert_eq!(
            service.resolve(Uuid::nil(), "a", None).await.err(),
            Some(expected)
        );
    }
    let nobody = OutsideConfig {
        base_url: "http://127.0.0.1:9".to_owned(),
        key: None,
        timeout: Duration::from_secs(5),
    };
    let service = ExtractionService::new(nobody).unwrap();
    assert_eq!(
        service.resolve(Uuid::nil(), "a", None).await.err(),
        Some(OutsideFailure::Unreachable)
    );
}

#[tokio::test]
async fn vectors_come_in_the_order_of_their_texts() {
    let body =
        json!({"data": [{"index": 1, "embedding": [0.5, 1]}, {"index": 0, "embedding": [1, 0]}]});
    let (config, heard) = answering(StatusCode::OK, body).await;
    let model = Embeddings::new(config, "m".to_owned()).unwrap();
    let texts = ["a", "b"].map(str::to_owned);
    assert_eq!(
        model.embed(&texts).await,
        Ok(vec![vec![1.0, 0.0], vec![0.5, 1.0]])
    );
    assert_eq!(heard.lock().unwrap()[0].0, "/embeddings");
    assert_eq!(
        model.embed(&texts[..1]).await,
        Err(OutsideFailure::Unreadable)
    );
}
