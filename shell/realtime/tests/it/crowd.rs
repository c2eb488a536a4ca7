//! Many at once, some of them slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::kit::{Client, Closed, hub, hub_with, until};

const CROWD: usize = 1_000;
const MESSAGES: usize = 100;

/// How far the publisher may be ahead of those who read.
const AHEAD: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_hear_everything_in_order_and_the_slow_one_is_sent_away() {
    let hub = hub_with(|limits| {
        limits.queue_messages = 50;
        limits.close_timeout = Duration::from_secs(600);
    });
    let mut slow = Client::subscribed(&hub, "a").await;
    let heard: Vec<_> = (0..CROWD).map(|_| Arc::<AtomicUsize>::default()).collect();
    let mut readers = Vec::new();
    for heard in &heard {
        let client = Client::subscribed(&hub, "a").await;
        readers.push(tokio::spawn(read_all(client, Arc::clone(heard))));
    }
    for n in 0..MESSAGES {
        let sent = hub.publish("a", "e", &n.to_string(), None).unwrap();
        assert!(sent >= CROWD, "{sent} at {n}");
        let follows = |heard: &Arc<AtomicUsize>| heard.load(Ordering::Relaxed) + AHEAD > n;
        until(|| heard.iter().all(follows)).await;
    }
    for reader in readers {
        reader.await.expect("everything, in order");
    }
    let (heard, closed) = slow.closed().await;
    assert_eq!(closed, Closed(4100));
    assert!(heard.len() < MESSAGES);
    for (n, message) in heard.iter().enumerate() {
        assert_eq!(message["data"], n.to_string());
    }
    assert_eq!(hub.stats().dropped, 1);
}

async fn read_all(mut client: Client, heard: Arc<AtomicUsize>) {
    for n in 0..MESSAGES {
        assert_eq!(client.expect("e").await["data"], n.to_string());
        heard.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn so_much_may_wait_and_no_more() {
    let hub = hub();
    let mut patient = Client::subscribed(&hub, "a").await;
    for n in 0..1_000 {
        assert_eq!(hub.publish("a", "e", &n.to_string(), None), Ok(1), "{n}");
    }
    for n in 0..1_000 {
        assert_eq!(patient.expect("e").await["data"], n.to_string());
    }
    for _ in 0..1_000 {
        hub.publish("a", "e", "", None).expect("room for it");
    }
    assert_eq!(hub.publish("a", "e", "one too many", None), Ok(0));
    assert_eq!(patient.closed().await.1, Closed(4100));
}
