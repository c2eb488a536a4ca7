use insta::assert_json_snapshot;
use serde_json::json;

use crate::kit::Kit;

const PATH: &str = "/api/v1/user/preferences";

#[tokio::test]
async fn preferences_are_kept_per_person() {
    let kit = Kit::new().await;
    let before = kit.get(PATH, &kit.alice).await.data();
    assert_eq!(before, json!({"preferences": {"theme": "system"}}));
    let body = json!({"theme": "dark", "clientVersion": "1.2.3"});
    assert_eq!(kit.post(PATH, &kit.alice, &body).await.status, 200);
    assert_json_snapshot!(kit.get(PATH, &kit.alice).await.json());
    let theirs = kit.get(PATH, &kit.carol).await.data();
    assert_eq!(theirs["preferences"]["theme"], "system");
}

#[tokio::test]
async fn an_unknown_theme_is_refused() {
    let kit = Kit::new().await;
    let reply = kit.post(PATH, &kit.alice, &json!({"theme": "pink"})).await;
    assert_eq!(reply.refused().1, "theme");
}
