//! A hub on a port, for clients of all kinds to be tried against.
//!
//! `cargo run --example hub -- --port 6001 --id app --key key --secret secret`. It prints
//! `listening on ADDRESS`, and ends when its standard input does, as a server does that is stopped.

use std::io::Write as _;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use screen_agent_realtime::{Credentials, Hub, Limits};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let credentials = Credentials {
        app_id: argument("--id").unwrap_or_else(|| "app".into()),
        key: argument("--key").unwrap_or_else(|| "key".into()),
        secret: argument("--secret").unwrap_or_else(|| "secret".into()),
    };
    let mut limits = Limits::default();
    if let Some(ms) = number("--activity-ms") {
        limits.activity_timeout = Duration::from_millis(ms);
    }
    if let Some(ms) = number("--pong-ms") {
        limits.pong_timeout = Duration::from_millis(ms);
    }
    let hub = Hub::new(credentials, limits);
    let port = number("--port").unwrap_or(0);
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    writeln!(std::io::stdout(), "listening on {}", listener.local_addr()?)?;
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let router = hub.router();
    tokio::select! {
        served = axum::serve(listener, router).into_future() => served,
        () = end_of_input() => {
            hub.close();
            hub.drained().await;
            Ok(())
        }
    }
}

async fn end_of_input() {
    let read = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
    let _ = tokio::task::spawn_blocking(read).await;
}

fn number(name: &str) -> Option<u64> {
    argument(name)?.parse().ok()
}

fn argument(name: &str) -> Option<String> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1)
}
