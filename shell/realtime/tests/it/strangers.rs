//! Sockets of people who were let into nothing.

use std::time::Duration;

use tokio_tungstenite::tungstenite::Message;

use crate::kit::{Client, Closed, hub, hub_with, open_from, until};

const PATH: &str = "/app/key?protocol=7&client=test&version=1";

/// How a socket from an address is met: 0 when it is let in, else what it is closed with.
async fn met(hub: &screen_agent_realtime::Hub, peer: &str) -> u16 {
    let mut client = Client::from_socket(open_from(hub, PATH, peer).await);
    let first = client.next().await.expect("a message");
    if first["event"] == "pusher:connection_established" {
        std::mem::forget(client);
        return 0;
    }
    let (_, Closed(code)) = client.closed().await;
    code
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_fewer_without_a_signature() {
    let hub = hub_with(|limits| {
        limits.per_address = 3;
        limits.unsigned_per_address = 2;
    });
    let mut first = Client::connect_from(&hub, "192.0.2.1").await;
    let second = Client::connect_from(&hub, "::ffff:192.0.2.1").await;
    assert_eq!(met(&hub, "192.0.2.1").await, 4100);
    // Others are others: another address, another network, this machine.
    for peer in ["192.0.2.2", "2001:db8::1", "127.0.0.1", "::1"] {
        assert_eq!(met(&hub, peer).await, 0, "{peer}");
    }
    first.subscribe("private-a", None).await;
    until(|| hub.stats().sockets == 6).await;
    let _third = Client::connect_from(&hub, "192.0.2.1").await;
    assert_eq!(met(&hub, "192.0.2.1").await, 4100);
    until(|| hub.stats().sockets == 7).await;
    second.vanish();
    until(|| hub.stats().sockets == 6).await;
    assert_eq!(met(&hub, "192.0.2.1").await, 0);
}

#[tokio::test]
async fn of_one_network_of_ipv6_all_addresses_count_together() {
    let hub = hub_with(|limits| limits.unsigned_per_address = 1);
    assert_eq!(met(&hub, "2001:db8::1").await, 0);
    assert_eq!(met(&hub, "2001:db8::ffff:1").await, 4100);
    assert_eq!(met(&hub, "2001:db8:0:1::1").await, 0);
}

#[tokio::test]
async fn a_stranger_says_little_at_a_time_and_who_has_signed_says_more() {
    let hub = hub();
    let long = || Message::text("x".repeat(4 * 1024 + 1));
    let mut stranger = Client::subscribed(&hub, "public").await;
    stranger.send_raw(long()).await;
    assert_eq!(stranger.closed().await.1, Closed(4100));
    let mut known = Client::connect(&hub).await;
    known.subscribe("private-a", None).await;
    known.send_raw(long()).await;
    known.expect("pusher:error").await;
}

#[tokio::test]
async fn who_never_listens_to_anything_is_sent_away() {
    let hub = hub_with(|limits| limits.begin_timeout = Duration::from_millis(40));
    let mut listens = Client::subscribed(&hub, "public").await;
    let mut idle = Client::connect(&hub).await;
    assert_eq!(idle.closed().await.1, Closed(4100));
    assert_eq!(listens.settle().await.len(), 0);
}
