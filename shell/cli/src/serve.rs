//! `serve`: the server, until it is told to stop.

use std::io::IsTerminal;
use std::net::SocketAddr;

use anyhow::{Context, Result};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};

use crate::args::{HomeArgs, ModelArgs, RealtimeArgs};
use crate::compose::Inside;
use crate::config::{LogFormat, Settings};
use crate::signals::Stops;
use crate::telemetry::Telemetry;
use crate::terminal::say;
use crate::{Ending, agui, mcp};

/// Serve clients: the browser extension, and the console at /.
///
/// Add a person first: screen-agent user add you@example.org
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Address and port [default: 127.0.0.1:8787]
    #[arg(long, env = "SCREEN_AGENT_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    home: HomeArgs,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    realtime: RealtimeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let mut settings = Settings::load_with(&args.home, &args.model, &args.realtime)?;
    settings.listen = args.listen.unwrap_or(settings.listen);
    let telemetry = Telemetry::begin()?;
    log(&settings, &telemetry);
    room_for_sockets();
    let stops = Stops::counted()?;
    let listener = tokio::net::TcpListener::bind(settings.listen)
        .await
        .with_context(|| format!("cannot listen on {}", settings.listen))?;
    let address = listener.local_addr()?;
    let inside = Inside::configured(&settings).await?;
    say(&format!("listening on http://{address}"));
    let beside = mcp::served(inside.state()).merge(agui::served(inside.router()));
    let served = tokio::select! {
        served = inside.serve(listener, beside, stops.times(1)) => served,
        () = stops.times(2) => {
            tracing::warn!("asked twice to stop: requests under way are cut off");
            Ok(())
        }
    };
    telemetry.end();
    served?;
    Ok(Ending::Done)
}

/// Every socket is an open file, and most systems allow a process few of them unless it asks.
fn room_for_sockets() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: now.maximum,
        maximum: now.maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, wanted) {
        tracing::warn!(%error, allowed = now.current, "no more open files are allowed");
    }
}

/// Logs go to standard error, so that standard output stays for what was asked.
fn log(settings: &Settings, telemetry: &Telemetry) {
    let filter = EnvFilter::try_new(&settings.file.log.level).unwrap_or_else(|_| "info".into());
    let lines = fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let lines = match settings.file.log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .with(telemetry.layer())
        .init();
}
