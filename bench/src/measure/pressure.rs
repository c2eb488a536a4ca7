//! The server while strangers press on it: memory, and whether it still answers.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::serve::Server;
use crate::figure::{Figure, ms_since, quantile};

/// Wrong passwords, by so many clients at a time.
const GUESSES: usize = 100;
const CLIENTS: usize = 8;
/// Connections that stop in the middle of a head.
const HALF_OPEN: usize = 5_000;
/// How often the server is asked how it is.
const ASKED: usize = 50;
/// What a connection may wait for its place: beyond that it is not counted.
const PATIENCE: Duration = Duration::from_secs(10);

/// Presses on a server of its own, and asks it meanwhile how it is.
pub async fn measure(binary: &Path) -> Result<Vec<Figure>> {
    screen_agent_adapters::install_tls();
    let data = screen_agent_cli::compose::temporary_data()?;
    let server = Server::start(binary, data.path())?;
    let client = reqwest::Client::builder()
        .pool_max_idle_per_host(0)
        .build()?;
    let quiet = health(&client, &server).await?;
    let before = server.memory();
    guess(&client, &server).await?;
    let guessed = server.memory();
    let crowd = crowd(&server).await;
    let held = crowd.len();
    let pressed = health(&client, &server).await?;
    let crowded = server.memory();
    drop(crowd);
    Ok(vec![
        Figure::plain("pressure: memory after 100 wrong passwords", guessed, "MB").beside(before),
        Figure::plain(
            format!("pressure: memory with {held} half-open connections"),
            crowded,
            "MB",
        )
        .beside(before),
        Figure::plain("pressure: health meanwhile, p95", pressed, "ms").beside(quiet),
    ])
}

/// How long it takes to be told how the server is, at the 95th percentile.
async fn health(client: &reqwest::Client, server: &Server) -> Result<f64> {
    let url = format!("{}/api/health", server.base);
    let mut samples = Vec::new();
    for _ in 0..ASKED {
        let began = Instant::now();
        client.get(&url).send().await?.error_for_status()?;
        samples.push(ms_since(began));
    }
    Ok(quantile(&mut samples, 0.95))
}

async fn guess(client: &reqwest::Client, server: &Server) -> Result<()> {
    let url = format!("{}/api/v1/auth/login", server.base);
    for from in (0..GUESSES).step_by(CLIENTS) {
        let guesses = (from..GUESSES.min(from + CLIENTS)).map(|n| {
            let body = json!({"email": format!("nobody{n}@example.test"), "password": "wrong"});
            client.post(&url).json(&body).send()
        });
        for answer in join_all(guesses).await {
            let status = answer?.status().as_u16();
            anyhow::ensure!(matches!(status, 401 | 429), "a guess was answered {status}");
        }
    }
    Ok(())
}

async fn crowd(server: &Server) -> Vec<TcpStream> {
    let address = server.base.trim_start_matches("http://");
    let one = async || {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all(b"GET / HTTP/1.1\r\nHo").await.ok()?;
        Some(stream)
    };
    let all = join_all((0..HALF_OPEN).map(|_| tokio::time::timeout(PATIENCE, one())));
    all.await.into_iter().flatten().flatten().collect()
}
