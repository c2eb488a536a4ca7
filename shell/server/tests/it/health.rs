use insta::assert_json_snapshot;

use crate::kit::Kit;

#[tokio::test]
async fn health_needs_no_token() {
    let kit = Kit::new().await;
    let reply = kit.get("/api/health", "").await;
    assert_eq!(reply.status, 200);
    assert_json_snapshot!(reply.data());
}
