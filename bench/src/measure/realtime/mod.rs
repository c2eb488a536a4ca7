//! Fan-out: what a message to a thousand sockets costs, beside a bare hub and a peer server.
//!
//! Each hub is a process of its own, so that what is counted is the hub's alone. The crowd that
//! listens is this process; both share the machine.

mod crowd;
mod hubs;

use std::time::Duration;

use anyhow::Result;

pub(super) use hubs::{Hub, Kind};
pub use hubs::{Own, be};

use self::crowd::{Crowd, Phase};
use crate::figure::Figure;
use crate::say;

/// Listeners of a phase with traffic.
const CROWD: usize = 1_000;

/// Listeners that only sit there.
const IDLE: usize = 10_000;

/// Events a second where cost and latency are looked at, and for how long.
const RATE: u32 = 50;
const SECONDS: u32 = 6;

/// Events that are sent as fast as the crowd can follow; a multiple of ten.
const BURST: usize = 600;

/// Bytes of an event's data.
const DATA: usize = 200;

/// What one hub came to.
struct Measured {
    kind: Kind,
    paced: Phase,
    burst: Phase,
    empty_mb: f64,
    crowd_mb: f64,
    idle_mb: f64,
}

/// Measures ours, a bare hub and, if it is there, a peer server.
pub async fn measure() -> Result<Vec<Figure>> {
    let ours = one(Kind::Own(Own::Hub)).await?;
    let bare = one(Kind::Own(Own::Bare)).await?;
    let mut figures = alone(&ours);
    figures.extend(beside(&ours, &bare));
    match hubs::sockudo() {
        Some(binary) => figures.extend(beside(&ours, &one(Kind::Sockudo(binary)).await?)),
        None => say(
            "Sockudo is not here, so nothing stands beside it. Install it with: cargo install sockudo \
             --version 5.2.0 --features local (needs the packages protobuf-compiler and \
             libprotobuf-dev), or name its binary in SOCKUDO_BIN.",
        ),
    }
    Ok(figures)
}

async fn one(kind: Kind) -> Result<Measured> {
    let hub = Hub::start(kind).await?;
    let empty_mb = hub.memory_mb();
    let mut crowd = Crowd::gather(&hub, CROWD).await?;
    // Not counted: the first events find cold caches and growing buffers.
    crowd.paced(&hub, RATE, Duration::from_secs(1)).await?;
    let paced = crowd
        .paced(&hub, RATE, Duration::from_secs(SECONDS.into()))
        .await?;
    let burst = crowd.burst(&hub, BURST).await?;
    let crowd_mb = hub.memory_mb();
    drop(crowd);
    let kind = hub.end().await?;
    // Another process: what the crowd left behind is not what sitting there costs.
    let hub = Hub::start(kind).await?;
    let idle = Crowd::gather(&hub, IDLE).await?;
    let idle_mb = hub.memory_mb();
    drop(idle);
    let kind = hub.end().await?;
    Ok(Measured {
        kind,
        paced,
        burst,
        empty_mb,
        crowd_mb,
        idle_mb,
    })
}

fn alone(ours: &Measured) -> Vec<Figure> {
    let kb_each = (ours.idle_mb - ours.empty_mb) * 1024.0 / IDLE as f64;
    vec![
        Figure::plain(
            "realtime, 1000 sockets: CPU a delivery",
            ours.paced.cpu_us(),
            "µs",
        )
        .at_most(6.0),
        Figure::plain(
            "realtime, 1000 sockets: memory after it",
            ours.crowd_mb,
            "MB",
        )
        .at_most(60.0),
        Figure::plain("realtime, 10000 idle sockets: memory", ours.idle_mb, "MB").at_most(400.0),
        Figure::plain("realtime, 10000 idle sockets: memory each", kb_each, "KB"),
    ]
}

fn beside(ours: &Measured, other: &Measured) -> Vec<Figure> {
    let name = other.kind.name();
    let figure = |what: &str, unit, of: fn(&Measured) -> f64| {
        Figure::plain(
            format!("realtime: {what} (baseline: {name})"),
            of(ours),
            unit,
        )
        .beside(of(other))
    };
    vec![
        // Most of it is the kernel's sending, which differs with the machine; the ratio does less.
        figure("CPU a delivery", "µs", |one| one.paced.cpu_us()).at_most(1.0),
        figure("p50 of a delivery", "ms", |one| one.paced.p50_ms),
        figure("p99 of a delivery", "ms", |one| one.paced.p99_ms),
        figure("burst: CPU a delivery", "µs", |one| one.burst.cpu_us()),
        figure("burst: deliveries", "k/s", |one| {
            one.burst.per_second() / 1_000.0
        }),
        figure("memory, empty", "MB", |one| one.empty_mb),
        figure("memory, 1000 sockets", "MB", |one| one.crowd_mb),
        figure("memory, 10000 idle", "MB", |one| one.idle_mb),
    ]
}
