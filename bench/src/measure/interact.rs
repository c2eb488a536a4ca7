//! The interact endpoint, beside an axum echo of the same body and the same transactions alone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use async_trait::async_trait;
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, Proposal, ProposeFailure};
use screen_agent_action::id::TaskId;
use screen_agent_cli::compose::{self, Inside};
use screen_agent_ports::{Proposed, Proposer};
use screen_agent_store::{Owner, Store};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::serve_here;
use super::transactions::{Sample, Transactions};
use crate::cpu::own_ms;
use crate::figure::{Figure, median, ms_since, quantile};

/// Requests of each phase.
const REQUESTS: usize = 500;

/// Requests a second where the tail is looked at, and for how long.
const RATE: u32 = 100;
const SECONDS: u32 = 5;

/// Controls in the page that is sent.
const CONTROLS: usize = 300;

/// Proposes a short wait, whatever is asked: what is measured is everything but the thinking.
struct Scripted;

#[async_trait]
impl Proposer for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure> {
        let action = Action::Wait { seconds: 1.0 };
        let proposal = Proposal {
            notes: ask.notes.clone(),
            ..Proposal::new("I wait a moment.", Decision::Act { action })
        };
        Ok(Proposed {
            proposal,
            usage: None,
        })
    }
}

/// What one phase cost.
struct Phase {
    cpu_ms: f64,
    wall: Vec<f64>,
}

/// Measures the endpoint and its two baselines, one after the other in this process.
pub async fn measure() -> Result<Vec<Figure>> {
    let data = compose::temporary_data()?;
    let inside = Inside::local_with(data.path(), vec![Arc::new(Scripted)], None, None)?;
    let (token, owner) = inside.token().await?;
    let interact = listen(inside.router()).await?;
    let echo = listen(
        Router::new()
            .route("/api/agent/interact", post(|body: Bytes| async { body }))
            .layer(DefaultBodyLimit::disable()),
    )
    .await?;
    let body = body();
    screen_agent_adapters::install_tls();
    let http = reqwest::Client::new();
    let caller = Caller {
        http: &http,
        token: &token,
        body: &body,
    };

    let last = caller.once(&interact).await?;
    caller.phase(&interact).await?;
    let whole = caller.phase(&interact).await?;
    let bare = caller.phase(&echo).await?;
    let task = TaskId::new(last.context("the server named no task")?);
    let sample = Sample::of(&*inside.store().scoped(owner), task).await?;
    let alone = Transactions::open(owner)
        .await?
        .phase(&sample, REQUESTS)
        .await?;
    let mut tail = caller.at_rate(&interact).await?;

    let (mut whole_wall, mut bare_wall) = (whole.wall, bare.wall);
    let kb = body.len() / 1024;
    let per = |cpu: f64| cpu / REQUESTS as f64;
    Ok(vec![
        Figure::plain(
            format!("interact, {kb} KB: CPU (baseline: echo + transactions)"),
            per(whole.cpu_ms),
            "ms",
        )
        .beside(per(bare.cpu_ms) + per(alone))
        .at_most(4.0),
        Figure::plain(
            "interact: p50, one at a time (baseline: echo)",
            median(&mut whole_wall),
            "ms",
        )
        .beside(median(&mut bare_wall)),
        Figure::plain(
            "interact: throughput, one at a time",
            1000.0 * REQUESTS as f64 / whole_wall.iter().sum::<f64>(),
            "/s",
        ),
        Figure::plain(
            format!("interact: p50 at {RATE} requests/s"),
            quantile(&mut tail, 0.5),
            "ms",
        ),
        Figure::plain(
            format!("interact: p99 at {RATE} requests/s"),
            quantile(&mut tail, 0.99),
            "ms",
        )
        .at_most(25.0),
    ])
}

/// What a real turn stores, and whose it was.
pub(super) async fn sample() -> Result<(Sample, Owner)> {
    let data = compose::temporary_data()?;
    let inside = Inside::local_with(data.path(), vec![Arc::new(Scripted)], None, None)?;
    let (token, owner) = inside.token().await?;
    let interact = listen(inside.router()).await?;
    let caller = Caller {
        http: &reqwest::Client::new(),
        token: &token,
        body: &body(),
    };
    let task = caller.once(&interact).await?;
    let task = TaskId::new(task.context("the server named no task")?);
    let sample = Sample::of(&*inside.store().scoped(owner), task).await?;
    Ok((sample, owner))
}

async fn listen(router: Router) -> Result<String> {
    Ok(format!("{}/api/agent/interact", serve_here(router).await?))
}

/// Somebody who asks.
#[derive(Clone, Copy)]
struct Caller<'a> {
    http: &'a reqwest::Client,
    token: &'a str,
    body: &'a [u8],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    task_id: Option<Uuid>,
}

impl Caller<'_> {
    async fn once(self, url: &str) -> Result<Option<Uuid>> {
        let bytes = self.send(url).await?;
        Ok(serde_json::from_slice::<Told>(&bytes)?.task_id)
    }

    async fn send(self, url: &str) -> Result<Bytes> {
        let request = self
            .http
            .post(url)
            .bearer_auth(self.token)
            .header("content-type", "application/json")
            .body(self.body.to_vec());
        let response = request.send().await?.error_for_status()?;
        Ok(response.bytes().await?)
    }

    async fn phase(self, url: &str) -> Result<Phase> {
        let cpu = own_ms();
        let mut wall = Vec::with_capacity(REQUESTS);
        for _ in 0..REQUESTS {
            let began = Instant::now();
            self.send(url).await?;
            wall.push(ms_since(began));
        }
        Ok(Phase {
            cpu_ms: own_ms() - cpu,
            wall,
        })
    }

    /// Sends at a fixed rate whether or not answers are back, so that waiting counts.
    async fn at_rate(self, url: &str) -> Result<Vec<f64>> {
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / RATE);
        let mut under_way = tokio::task::JoinSet::new();
        for _ in 0..RATE * SECONDS {
            ticks.tick().await;
            let (http, token, body, url) = (
                self.http.clone(),
                self.token.to_owned(),
                self.body.to_vec(),
                url.to_owned(),
            );
            under_way.spawn(async move {
                let caller = Caller {
                    http: &http,
                    token: &token,
                    body: &body,
                };
                let began = Instant::now();
                caller.send(&url).await.map(|_| ms_since(began))
            });
        }
        under_way.join_all().await.into_iter().collect()
    }
}

/// A semantic request of the size that a real page has.
fn body() -> Vec<u8> {
    let nodes: Vec<_> = (0..CONTROLS)
        .map(|n| {
            json!({ "i": n.to_string(), "r": "btn", "n": format!("Control number {n}"), "xy": [40 + n % 900, n], "box": [10, n, 60, 20],
                "d": { "tag": "button", "form": 0, "method": "get", "action": "http://shop.example/search", "sel": format!("#control-{n}") } })
        })
        .collect();
    let lines: Vec<_> = (0..CONTROLS).map(|n| json!({ "c": [format!("Row {n} of a list"), { "i": n.to_string() }], "b": [0, n, 900, 20] })).collect();
    let request = json!({
        "query": "wait a moment", "url": "http://shop.example/list", "domMode": "semantic", "interactiveTree": nodes, "pageText": lines,
        "viewport": { "width": 1280, "height": 800 }, "pageTitle": "List", "scrollPosition": "0%",
    });
    request.to_string().into_bytes()
}
