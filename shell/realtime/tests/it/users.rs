//! People who are signed in.

use axum::http::{Method, StatusCode};
use screen_agent_realtime::{Hub, sign_user};
use serde_json::{Value, json};

use crate::kit::{Client, Closed, ask, hub};

const ANN: &str = r#"{"id":"ann","user_info":{"name":"Ann"}}"#;

async fn sign_in(hub: &Hub, client: &mut Client, user: &str) {
    let auth = sign_user(hub.credentials(), &client.id, user);
    client
        .send(json!({ "event": "pusher:signin", "data": { "auth": auth, "user_data": user } }))
        .await;
}

#[tokio::test]
async fn who_is_signed_in_has_a_channel_of_their_own() {
    let hub = hub();
    let mut client = Client::connect(&hub).await;
    sign_in(&hub, &mut client, ANN).await;
    let answer = client.expect("pusher:signin_success").await;
    let data: Value = serde_json::from_str(answer["data"].as_str().unwrap()).unwrap();
    assert_eq!(data["user_data"], ANN);
    client.subscribe("#server-to-user-ann", None).await;
    client.ask_to_join("#server-to-user-bob", None).await;
    let refused = client.expect("pusher:subscription_error").await;
    assert_eq!(refused["data"]["status"], 401);
    assert_eq!(hub.publish("#server-to-user-ann", "e", "1", None), Ok(1));
    client.expect("e").await;
    let told = client.subscribe("presence-a", None).await;
    assert_eq!(
        told["presence"]["hash"],
        json!({ "ann": { "name": "Ann" } })
    );
}

#[tokio::test]
async fn somebody_else_signing_in_takes_the_channel_away() {
    let hub = hub();
    let mut client = Client::connect(&hub).await;
    sign_in(&hub, &mut client, ANN).await;
    client.expect("pusher:signin_success").await;
    client.subscribe("#server-to-user-ann", None).await;
    sign_in(&hub, &mut client, r#"{"id":"bob"}"#).await;
    client.expect("pusher:signin_success").await;
    assert_eq!(hub.publish("#server-to-user-ann", "e", "1", None), Ok(0));
}

#[tokio::test]
async fn a_sign_in_that_is_not_signed_ends_the_socket() {
    let hub = hub();
    for (auth, user) in [("key:00", ANN), ("", ANN)] {
        let mut client = Client::connect(&hub).await;
        let data = json!({ "auth": auth, "user_data": user });
        client
            .send(json!({ "event": "pusher:signin", "data": data }))
            .await;
        assert_eq!(client.closed().await.1, Closed(4009));
    }
    for user in ["{}", r#"{"id":""}"#, r#"{"id":7}"#, "nonsense"] {
        let mut client = Client::connect(&hub).await;
        sign_in(&hub, &mut client, user).await;
        assert_eq!(client.closed().await.1, Closed(4009), "{user}");
    }
}

#[tokio::test]
async fn all_sockets_of_a_person_can_be_ended() {
    let hub = hub();
    let mut clients = [Client::connect(&hub).await, Client::connect(&hub).await];
    for client in &mut clients {
        sign_in(&hub, client, ANN).await;
        client.expect("pusher:signin_success").await;
    }
    let mut other = Client::connect(&hub).await;
    let path = "/apps/app/users/ann/terminate_connections";
    let (status, _) = ask(&hub, Method::POST, path, &[], json!({})).await;
    assert_eq!(status, StatusCode::OK);
    for client in &mut clients {
        assert_eq!(client.closed().await.1, Closed(4009));
    }
    other.settle().await;
}
