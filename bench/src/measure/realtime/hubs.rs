//! The hubs that are measured: ours, a bare one, and a peer server. Each is a process of its own.

use std::io::{BufRead, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use axum::serve::ListenerExt as _;
use futures_util::{SinkExt as _, StreamExt as _};
use screen_agent_realtime::{ApiRequest, Credentials, Hub as OurHub, Limits, sign_request};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, broadcast};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async, connect_async};

use crate::cpu::{process_ms, resident_mb};

/// The one channel.
pub(super) const CHANNEL: &str = "bench";

/// A hub that we are ourselves, in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Own {
    /// The one this is about.
    Hub,
    /// The least that a hub could be.
    Bare,
}

/// Which hub.
pub(in crate::measure) enum Kind {
    Own(Own),
    /// And where its binary is.
    Sockudo(PathBuf),
}

impl Kind {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Own(Own::Hub) => "this hub",
            Self::Own(Own::Bare) => "bare hub",
            Self::Sockudo(_) => "Sockudo",
        }
    }
}

/// Serves until the process is ended.
pub async fn be(own: Own) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    writeln!(std::io::stdout(), "listening on {}", listener.local_addr()?)?;
    match own {
        Own::Hub => {
            let listener = listener.tap_io(|stream| {
                let _ = stream.set_nodelay(true);
            });
            let hub = OurHub::new(credentials(), Limits::default());
            axum::serve(listener, hub.router::<()>()).await?;
        }
        Own::Bare => bare(listener).await?,
    }
    Ok(())
}

/// Whatever anybody says, everybody hears: a hub of 25 lines.
async fn bare(listener: TcpListener) -> Result<()> {
    let (sender, _) = broadcast::channel::<Message>(1_024);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (sender, mut receiver) = (sender.clone(), sender.subscribe());
        tokio::spawn(async move {
            let Ok(socket) = accept_async(stream).await else {
                return;
            };
            let (mut write, mut read) = socket.split();
            loop {
                tokio::select! {
                    Ok(message) = receiver.recv() => {
                        if write.send(message).await.is_err() {
                            return;
                        }
                    }
                    Some(Ok(message)) = read.next() => {
                        let _ = sender.send(message);
                    }
                    else => return,
                }
            }
        });
    }
}

/// Where Sockudo is, if it is anywhere.
pub(super) fn sockudo() -> Option<PathBuf> {
    let named = std::env::var_os("SOCKUDO_BIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join("sockudo"));
    named.into_iter().chain(found).find(|file| file.is_file())
}

/// A hub that runs.
pub(in crate::measure) struct Hub {
    kind: Kind,
    child: Child,
    address: SocketAddr,
    publisher: Publisher,
}

enum Publisher {
    /// As a server does it: a signed request.
    Api(reqwest::Client),
    /// As anybody does it who is connected.
    Socket(Box<Mutex<WebSocketStream<MaybeTlsStream<TcpStream>>>>),
}

impl Hub {
    pub(in crate::measure) async fn start(kind: Kind) -> Result<Self> {
        let (child, address) = match &kind {
            Kind::Own(own) => start_own(*own)?,
            Kind::Sockudo(binary) => start_sockudo(binary).await?,
        };
        let publisher = match &kind {
            Kind::Own(Own::Bare) => {
                let (socket, _) = connect_async(format!("ws://{address}/")).await?;
                Publisher::Socket(Box::new(Mutex::new(socket)))
            }
            Kind::Own(Own::Hub) | Kind::Sockudo(_) => {
                screen_agent_adapters::install_tls();
                Publisher::Api(reqwest::Client::new())
            }
        };
        Ok(Self {
            kind,
            child,
            address,
            publisher,
        })
    }

    /// Where listeners connect.
    pub(in crate::measure) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The path of a socket.
    pub(super) fn path(&self) -> String {
        match self.kind {
            Kind::Own(Own::Bare) => "/".into(),
            Kind::Own(Own::Hub) | Kind::Sockudo(_) => {
                format!(
                    "/app/{}?protocol=7&client=bench&version=1",
                    credentials().key
                )
            }
        }
    }

    /// What a listener says to hear the channel; the bare hub has but one.
    pub(super) fn subscription(&self) -> Option<String> {
        let data = json!({ "channel": CHANNEL, "auth": "" });
        let message = json!({ "event": "pusher:subscribe", "data": data }).to_string();
        match self.kind {
            Kind::Own(Own::Bare) => None,
            Kind::Own(Own::Hub) | Kind::Sockudo(_) => Some(message),
        }
    }

    /// Sends events to everybody, at most ten. The bare hub is given the bytes that the others
    /// make of them.
    pub(in crate::measure) async fn publish(&self, events: &[String]) -> Result<()> {
        match &self.publisher {
            Publisher::Socket(socket) => {
                let mut socket = socket.lock().await;
                for data in events {
                    let message = json!({ "event": "e", "channel": CHANNEL, "data": data });
                    socket.feed(Message::text(message.to_string())).await?;
                }
                socket.flush().await?;
                // It hears itself, too.
                for _ in events {
                    socket.next().await.context("the hub hung up")??;
                }
                Ok(())
            }
            Publisher::Api(http) => self.request(http, events).await,
        }
    }

    async fn request(&self, http: &reqwest::Client, events: &[String]) -> Result<()> {
        let event = |data| json!({ "name": "e", "channel": CHANNEL, "data": data });
        let (what, body) = match events {
            [data] => ("events", event(data)),
            many => {
                let batch: Vec<_> = many.iter().map(event).collect();
                ("batch_events", json!({ "batch": batch }))
            }
        };
        let (path, body) = (
            format!("/apps/{}/{what}", credentials().app_id),
            body.to_string(),
        );
        let call = ApiRequest {
            method: "POST",
            path: &path,
            query: &[],
            body: body.as_bytes(),
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let query = sign_request(&credentials(), &call, now);
        let url = format!("http://{}{path}?{query}", self.address);
        let request = http.post(url).header("content-type", "application/json");
        request.body(body).send().await?.error_for_status()?;
        Ok(())
    }

    /// CPU milliseconds so far.
    pub(in crate::measure) fn cpu_ms(&self) -> f64 {
        process_ms(&self.child.id().to_string()).unwrap_or(0.0)
    }

    /// Resident memory now.
    pub(super) fn memory_mb(&self) -> f64 {
        resident_mb(self.child.id()).unwrap_or(0.0)
    }

    pub(in crate::measure) async fn end(mut self) -> Result<Kind> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(self.kind)
    }
}

fn start_own(own: Own) -> Result<(Child, SocketAddr)> {
    let own = match own {
        Own::Hub => "hub",
        Own::Bare => "bare",
    };
    let mut child = Command::new(std::env::current_exe()?)
        .args(["--be", own])
        .stdout(Stdio::piped())
        .spawn()?;
    let stdout = child.stdout.take().context("the hub has no output")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let address = line.trim().trim_start_matches("listening on ").parse()?;
    Ok((child, address))
}

async fn start_sockudo(binary: &PathBuf) -> Result<(Child, SocketAddr)> {
    let free = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    let Credentials {
        app_id,
        key,
        secret,
    } = credentials();
    let child = Command::new(binary)
        .env("HOST", free.ip().to_string())
        .env("PORT", free.port().to_string())
        .env("METRICS_ENABLED", "false")
        .env("RATE_LIMITER_ENABLED", "false")
        .env("QUEUE_DRIVER", "none")
        .env("LOG_LEVEL", "error")
        .env("RUST_LOG", "error")
        .env("SOCKUDO_DEFAULT_APP_ID", app_id)
        .env("SOCKUDO_DEFAULT_APP_KEY", key)
        .env("SOCKUDO_DEFAULT_APP_SECRET", secret)
        .env("SOCKUDO_DEFAULT_APP_MAX_CONNECTIONS", "20000")
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", binary.display()))?;
    for _ in 0..500 {
        if TcpStream::connect(free).await.is_ok() {
            return Ok((child, free));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    anyhow::bail!("Sockudo does not listen")
}

fn credentials() -> Credentials {
    Credentials {
        app_id: "bench".into(),
        key: "bench-key".into(),
        secret: "bench-secret".into(),
    }
}
