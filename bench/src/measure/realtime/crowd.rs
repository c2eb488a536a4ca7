//! Those who listen: many sockets in this process, each with next to nothing of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::DATA;
use super::hubs::Hub;
use crate::figure::quantile;

/// Sockets that connect at a time.
const AT_A_TIME: usize = 64;

/// Events that the slowest listener may be behind in a burst; far fewer than any hub lets wait.
const AHEAD: usize = 100;

/// Events of one request in a burst.
const BATCH: usize = 10;

/// Nothing takes so long but what is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// What some events came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase {
    deliveries: usize,
    cpu_ms: f64,
    wall: Duration,
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
}

impl Phase {
    /// The hub's CPU for one delivery.
    pub(super) fn cpu_us(&self) -> f64 {
        self.cpu_ms * 1_000.0 / self.deliveries as f64
    }

    /// Deliveries in a second.
    pub(super) fn per_second(&self) -> f64 {
        self.deliveries as f64 / self.wall.as_secs_f64()
    }
}

/// What the listeners have heard.
struct Heard {
    began: Instant,
    /// Events of each listener.
    counts: Vec<AtomicUsize>,
    /// Microseconds from publishing to hearing.
    delays: Mutex<Vec<f64>>,
    wrong: AtomicU64,
}

/// Those who listen. Dropping it hangs up.
pub(super) struct Crowd {
    heard: Arc<Heard>,
    published: usize,
    _listeners: JoinSet<()>,
}

impl Crowd {
    /// Connects so many, and returns once all are subscribed.
    pub(super) async fn gather(hub: &Hub, size: usize) -> Result<Self> {
        let heard = Arc::new(Heard {
            began: Instant::now(),
            counts: (0..size).map(|_| AtomicUsize::new(0)).collect(),
            delays: Mutex::default(),
            wrong: AtomicU64::new(0),
        });
        let slots = Arc::new(Semaphore::new(AT_A_TIME));
        let mut joining = JoinSet::new();
        for index in 0..size {
            let slot = Arc::clone(&slots).acquire_owned().await?;
            let (address, path, subscription) = (hub.address(), hub.path(), hub.subscription());
            joining.spawn(async move {
                let socket = join(TcpStream::connect(address).await?, &path, subscription).await;
                drop(slot);
                socket.map(|socket| (index, socket))
            });
        }
        let mut listeners = JoinSet::new();
        while let Some(joined) = joining.join_next().await {
            let (index, socket) = joined??;
            listeners.spawn(listen(index, socket, Arc::clone(&heard)));
        }
        Ok(Self {
            heard,
            published: 0,
            _listeners: listeners,
        })
    }

    /// So many events a second, evenly.
    pub(super) async fn paced(&mut self, hub: &Hub, rate: u32, time: Duration) -> Result<Phase> {
        let events = (time.as_secs_f64() * f64::from(rate)) as usize;
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / rate);
        ticks.tick().await;
        let begun = self.begin(hub).await;
        for _ in 0..events {
            ticks.tick().await;
            self.publish(hub, 1).await?;
        }
        self.end(hub, begun, events).await
    }

    /// So many events, ten at a time, as fast as the slowest listener can follow.
    pub(super) async fn burst(&mut self, hub: &Hub, events: usize) -> Result<Phase> {
        let begun = self.begin(hub).await;
        for _ in 0..events / BATCH {
            self.publish(hub, BATCH).await?;
            self.slowest_has(self.published.saturating_sub(AHEAD))
                .await?;
        }
        self.end(hub, begun, events).await
    }

    async fn begin(&self, hub: &Hub) -> (f64, Instant) {
        self.heard.delays.lock().await.clear();
        (hub.cpu_ms(), Instant::now())
    }

    async fn publish(&mut self, hub: &Hub, events: usize) -> Result<()> {
        let now = self.heard.began.elapsed().as_micros();
        // The time goes first, and the rest fills it up to the size.
        let data = format!("{now:0>20}{}", "x".repeat(DATA - 20));
        hub.publish(&vec![data; events]).await?;
        self.published += events;
        Ok(())
    }

    async fn end(&self, hub: &Hub, begun: (f64, Instant), events: usize) -> Result<Phase> {
        self.slowest_has(self.published).await?;
        let (cpu_before, began) = begun;
        let (cpu_ms, wall) = (hub.cpu_ms() - cpu_before, began.elapsed());
        let wrong = self.heard.wrong.load(Ordering::Relaxed);
        ensure!(wrong == 0, "{wrong} messages were not what was published");
        let mut delays = self.heard.delays.lock().await;
        ensure!(
            delays.len() == events * self.heard.counts.len(),
            "{} deliveries of {events} events",
            delays.len()
        );
        Ok(Phase {
            deliveries: delays.len(),
            cpu_ms,
            wall,
            p50_ms: quantile(&mut delays, 0.5) / 1_000.0,
            p99_ms: quantile(&mut delays, 0.99) / 1_000.0,
        })
    }

    async fn slowest_has(&self, events: usize) -> Result<()> {
        let heard = |count: &AtomicUsize| count.load(Ordering::Relaxed) >= events;
        let caught_up = async {
            while !self.heard.counts.iter().all(heard) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(PATIENCE, caught_up)
            .await
            .context("somebody did not hear everything")
    }
}

/// Connects and subscribes.
async fn join(
    stream: TcpStream,
    path: &str,
    subscription: Option<String>,
) -> Result<WebSocketStream<TcpStream>> {
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(2_048);
    let url = format!("ws://{}{path}", stream.peer_addr()?);
    let (mut socket, _) = client_async_with_config(url, stream, Some(config)).await?;
    if let Some(subscription) = subscription {
        socket.next().await.context("no greeting")??;
        socket.send(Message::text(subscription)).await?;
        let answer = socket.next().await.context("no answer")??;
        let answer = answer.into_text()?;
        ensure!(answer.contains("subscription_succeeded"), "{answer}");
    }
    Ok(socket)
}

async fn listen(index: usize, mut socket: WebSocketStream<TcpStream>, heard: Arc<Heard>) {
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        match published_at(&text) {
            Some(then) => {
                let now = heard.began.elapsed().as_micros() as f64;
                heard.delays.lock().await.push(now - then);
                heard.counts[index].fetch_add(1, Ordering::Relaxed);
            }
            None if text.contains("\"e\"") => {
                heard.wrong.fetch_add(1, Ordering::Relaxed);
            }
            // The protocol's own messages: pings.
            None => {}
        }
    }
}

/// The time in an event's data. The crowd shares the machine with the hub, so it does not parse.
fn published_at(text: &str) -> Option<f64> {
    let (before, _) = text.split_once("xxxx")?;
    let digits = before.get(before.len().checked_sub(20)?..)?;
    digits.parse().ok()
}
