//! The IDE surface without a model, each beside the least that could answer alike, in the same run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use futures_util::{SinkExt as _, StreamExt as _, stream};
use screen_agent_cli::compose::{self, Inside};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::realtime::{Hub, Kind, Own};
use super::serve::Server;
use super::serve_here;
use crate::cpu::process_ms;
use crate::figure::{Figure, median, ms_since, quantile};

/// Requests of each kind.
const REQUESTS: usize = 100;
/// Scenarios that are compiled.
const SCENARIOS: usize = 40;
/// Listeners of one trace, and what they are told.
const LISTENERS: usize = 1_000;
const EVENTS: usize = 50;
/// What listeners know an event by.
const MARK: &str = "bench-mark";
/// Nothing takes so long but what is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measures streams, two tasks and a trace with a crowd that listens.
pub async fn measure(binary: &Path) -> Result<Vec<Figure>> {
    screen_agent_adapters::install_tls();
    let data = compose::temporary_data()?;
    let inside = Inside::local(data.path(), None, None)?;
    let caller = Caller {
        http: reqwest::Client::new(),
        token: inside.token().await?.0,
        base: serve_here(inside.router()).await?,
    };
    let mut figures = caller.first_event().await?;
    let screen = json!({ "text": "100 inputs, 100 buttons and 100 images" });
    let bdd = json!({ "bdd_text": scenarios() });
    let compile = "figma-compat/uui/actionflow/generate";
    for (what, path, body, made) in [
        (
            "design_generate, 300 components",
            "design-generate",
            screen,
            "/result/rationale",
        ),
        ("compile, 40 scenarios", compile, bdd, "/result/flows"),
    ] {
        figures.push(caller.whole(what, path, &body, made).await?);
    }
    figures.extend(listeners(binary).await?);
    Ok(figures)
}

/// Somebody who asks a server.
struct Caller {
    http: reqwest::Client,
    token: String,
    base: String,
}

impl Caller {
    fn ask(&self, url: &str, body: &Value) -> reqwest::RequestBuilder {
        self.http.post(url).bearer_auth(&self.token).json(body)
    }

    /// From the request to the first event that is heard of it.
    async fn first_event(&self) -> Result<Vec<Figure>> {
        let bare = async |_: Bytes| {
            let frame = Bytes::from_static(b"event: ready\ndata: {\"seq\":1}\n\n");
            let frames = stream::iter([Ok::<_, std::io::Error>(frame)]).chain(stream::pending());
            (
                [(CONTENT_TYPE, "text/event-stream")],
                Body::from_stream(frames),
            )
        };
        let bare = serve_here(Router::new().route("/", post(bare))).await?;
        let body = json!({ "text": "A login page with email and password" });
        let ours = format!("{}/functions/v1/design-generate", self.base);
        let mut heard = [ours.as_str(), bare.as_str()].map(|url| (url, Vec::new()));
        for _ in 0..REQUESTS {
            for (url, samples) in &mut heard {
                let request = self.ask(url, &body).header("accept", "text/event-stream");
                let began = Instant::now();
                let mut answer = request.send().await?.error_for_status()?;
                let first = answer.chunk().await?.context("no event")?;
                samples.push(ms_since(began));
                ensure!(first.starts_with(b"event: ready"), "{first:?}");
            }
        }
        let [(_, mut ours), (_, mut bare)] = heard;
        Ok(vec![
            Figure::plain(
                "ide: first event, p50 (baseline: bare stream)",
                median(&mut ours),
                "ms",
            )
            .beside(median(&mut bare)),
            Figure::plain("ide: first event, p95", quantile(&mut ours, 0.95), "ms").at_most(15.0),
        ])
    }

    /// A task from its request to its reply, beside a handler that knows the reply already.
    async fn whole(&self, what: &str, path: &str, body: &Value, made: &str) -> Result<Figure> {
        let url = format!("{}/functions/v1/{path}", self.base);
        let reply = self.ask(&url, body).send().await?.error_for_status()?;
        let reply = reply.bytes().await?;
        let read: Value = serde_json::from_slice(&reply)?;
        let made = read.pointer(made).context("the reply has nothing")?;
        let count = made
            .as_array()
            .map(Vec::len)
            .or(made.as_object().map(serde_json::Map::len));
        ensure!(
            count.is_some_and(|count| count >= SCENARIOS),
            "{what}: {count:?}"
        );
        let known = move |_: Bytes| async move { ([(CONTENT_TYPE, "application/json")], reply) };
        let bare = Router::new()
            .route("/", post(known))
            .layer(DefaultBodyLimit::disable());
        let bare = serve_here(bare).await?;
        let mut samples = [url.as_str(), bare.as_str()].map(|url| (url, Vec::new()));
        for _ in 0..REQUESTS {
            for (url, samples) in &mut samples {
                let began = Instant::now();
                let answer = self.ask(url, body).send().await?.error_for_status()?;
                answer.bytes().await?;
                samples.push(ms_since(began));
            }
        }
        let [(_, mut ours), (_, mut bare)] = samples;
        let name = format!("ide: {what}, p50 (baseline: known answer)");
        Ok(Figure::plain(name, median(&mut ours), "ms").beside(median(&mut bare)))
    }
}

/// Scenarios of one event each, with what follows on success and on failure.
fn scenarios() -> String {
    let one = |n: usize| {
        format!(
            "Scenario: Save {n}\nGiven #title{n} is provided\nWhen #onSave{n}Clicked occurs\nThen #isLoading is set to true\n\
             And call #restAPI:Save{n}\nAnd saved to \"#draft{n}\"\nAnd navigate to Home\nOtherwise show \"Not saved\" message\n\n"
        )
    };
    (0..SCENARIOS).map(one).collect()
}

/// What it costs to tell a crowd of a trace's events, each of which is kept before; beside a hub that keeps nothing.
async fn listeners(binary: &Path) -> Result<Vec<Figure>> {
    let data = compose::temporary_data()?;
    let token = Inside::local(data.path(), None, None)?.token().await?.0;
    let server = Server::start(binary, data.path())?;
    let caller = Caller {
        http: reqwest::Client::new(),
        token,
        base: server.base.clone(),
    };
    let asked = caller.ask(
        &format!("{}/design-generate", server.base),
        &json!({ "text": "button" }),
    );
    let reply: Value = asked.send().await?.error_for_status()?.json().await?;
    let trace = reply["trace_id"].as_str().context("no trace")?;
    let address = server.base.trim_start_matches("http://");
    let url = format!(
        "ws://{address}/realtime/v1/websocket?vsn=2.0.0&apikey={}",
        caller.token
    );
    let join = json!(["1", "1", format!("realtime:trace:{trace}"), "phx_join", { "config": {} }]);
    let crowd = Crowd::gather(&url, Some(join.to_string())).await?;
    let message = "x".repeat(150);
    let event = |n: usize| {
        let payload =
            json!({ "action_id": "a", "status": "running", "message": format!("{MARK}{message}") });
        json!({ "event_type": "cli.apply", "event_id": n.to_string(), "payload": payload })
    };
    let events: Vec<Value> = (0..EVENTS).map(event).collect();
    let told = caller.ask(
        &format!("{}/metrics-ingest", server.base),
        &json!({ "trace_id": trace, "events": events }),
    );
    let cpu = || process_ms(&server.id().to_string()).unwrap_or(0.0);
    let ours = crowd
        .told(cpu, async {
            told.send().await?.error_for_status()?;
            Ok(())
        })
        .await?;
    let hub = Hub::start(Kind::Own(Own::Bare)).await?;
    let crowd = Crowd::gather(&format!("ws://{}/", hub.address()), None).await?;
    let events: Vec<String> = (0..EVENTS).map(|_| format!("{MARK}{message}")).collect();
    let bare = crowd.told(|| hub.cpu_ms(), hub.publish(&events)).await?;
    hub.end().await?;
    let figure = |what: &str, unit, ours: f64, bare: f64| {
        let name = format!("ide: {LISTENERS} on one trace, {what} (baseline: bare hub)");
        Figure::plain(name, ours, unit).beside(bare)
    };
    Ok(vec![
        figure("CPU a delivery", "µs", ours.cpu_us, bare.cpu_us),
        figure("all heard 50 events", "ms", ours.wall_ms, bare.wall_ms),
    ])
}

/// Those who listen. Dropping it hangs up.
struct Crowd {
    heard: Arc<Vec<AtomicUsize>>,
    _listeners: JoinSet<()>,
}

/// What it cost to tell them.
struct Told {
    cpu_us: f64,
    wall_ms: f64,
}

impl Crowd {
    /// Connects all of them; what they say first is answered.
    async fn gather(url: &str, first: Option<String>) -> Result<Self> {
        let heard: Vec<_> = (0..LISTENERS).map(|_| AtomicUsize::new(0)).collect();
        let (heard, mut listeners) = (Arc::new(heard), JoinSet::new());
        for index in 0..LISTENERS {
            let (mut socket, _) = connect_async(url).await?;
            if let Some(first) = &first {
                socket.send(Message::text(first.clone())).await?;
                let answer = socket.next().await.context("no answer")??.into_text()?;
                ensure!(answer.contains("\"ok\""), "{answer}");
            }
            let heard = Arc::clone(&heard);
            listeners.spawn(async move {
                while let Some(Ok(message)) = socket.next().await {
                    let is_meant = message.to_text().is_ok_and(|text| text.contains(MARK));
                    heard[index].fetch_add(usize::from(is_meant), Ordering::Relaxed);
                }
            });
        }
        Ok(Self {
            heard,
            _listeners: listeners,
        })
    }

    /// Tells them, and waits until the slowest has heard everything.
    async fn told(
        &self,
        cpu_ms: impl Fn() -> f64,
        tell: impl Future<Output = Result<()>>,
    ) -> Result<Told> {
        let (before, began) = (cpu_ms(), Instant::now());
        tell.await?;
        let all = async {
            let has_all = |count: &AtomicUsize| count.load(Ordering::Relaxed) >= EVENTS;
            while !self.heard.iter().all(has_all) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let heard = tokio::time::timeout(PATIENCE, all).await;
        heard.context("somebody did not hear everything")?;
        let deliveries = (LISTENERS * EVENTS) as f64;
        Ok(Told {
            wall_ms: ms_since(began),
            cpu_us: (cpu_ms() - before) * 1_000.0 / deliveries,
        })
    }
}
