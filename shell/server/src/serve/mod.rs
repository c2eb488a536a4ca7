//! Accepts connections until told to stop, then lets what is under way finish.

mod connection_limit;
mod patience;

use std::convert::Infallible;
use std::future::{Future, pending};
use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::{Extension, Router};
use futures_util::FutureExt as _;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use self::connection_limit::{Admission, ConnectionLimit};
use self::patience::{Answering, Patient};
use crate::app::{app_beside, turned_away, wordings};
use crate::auth::watch;
use crate::extension::{callbacks, schedules};
use crate::http::host::Listening;
use crate::realtime;
use crate::state::AppState;

/// Most bytes of a head that are held; the checks of its parts are stricter.
const HEAD_BUFFER: usize = 64 * 1024;
/// Most header fields that are parsed at all.
const HEAD_FIELDS: usize = 128;
/// After an accept that failed (too many open files, mostly).
const PAUSE: Duration = Duration::from_millis(50);
/// How long the head of a request may take from when nothing was under way any more, and how long a
/// client may take nothing of an answer.
const PATIENCE: Duration = Duration::from_secs(75);
/// The same for a connection that only hears that there is no place.
const BRIEF: Duration = Duration::from_secs(5);
/// How long the relay may take to note how far it came, and sockets to hear that we are leaving.
const LEAVE: Duration = Duration::from_secs(1);

/// Serves, with routes of somebody else's beside its own, until `shutdown` resolves, then drains for at most the configured time. Sockets of
/// listeners are told to come back, and not waited for.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    beside: Router,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let listening = Listening {
        loopback: listener.local_addr()?.ip().to_canonical().is_loopback(),
    };
    let router = app_beside(state.clone(), beside).layer(Extension(listening));
    let refusing = turned_away(&state, router.clone());
    let connections = GracefulShutdown::new();
    let config = &state.config;
    let limit = ConnectionLimit::new(config.max_connections, config.connections_per_address);
    let relaying = TaskTracker::new();
    relay(&state, &relaying);
    let (leaving, notice) = (state.leaving.clone(), config.notice);
    let mut shutdown = pin!(async move {
        shutdown.await;
        // A balancer that asks how the server is sends nobody here any more, and sent some before it asked.
        leaving.cancel();
        tokio::time::sleep(notice).await;
    });
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = async {
                limit.room().await;
                listener.accept().await
            } => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let place = limit.enter(peer.ip());
                let means = match place.is_served {
                    true => (router.clone(), PATIENCE),
                    false => (refusing.clone(), BRIEF),
                };
                tokio::spawn(connection(
                    stream,
                    peer,
                    means,
                    connections.watcher(),
                    place,
                ));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    tracing::info!("stopping; letting requests under way finish");
    state.closing.cancel();
    if let Some(hub) = state.realtime.hub() {
        hub.close();
    }
    relaying.close();
    if tokio::time::timeout(state.config.drain, connections.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("requests were cut off: the time for draining was over");
    }
    // What the relay was about to mark would only be sent again.
    let _in_time = tokio::time::timeout(LEAVE, async {
        relaying.wait().await;
        if let Some(hub) = state.realtime.hub() {
            hub.drained().await;
        }
    })
    .await;
    Ok(())
}

/// Begins to tell listeners what is committed.
fn relay(app: &AppState, tasks: &TaskTracker) {
    let own = app.clone();
    tasks.spawn(async move {
        let Some(publisher) = own.publisher() else {
            return;
        };
        // Nobody would notice that it is gone: one row that it cannot stand must not be the end.
        let (engine, closing, wordings) = (own.engine(), &own.closing, wordings());
        let run = || {
            let relay = realtime::run(engine, closing, publisher, &wordings);
            AssertUnwindSafe(relay).catch_unwind()
        };
        while run().await.is_err() {
            tracing::error!("the relay panicked and is started again");
            tokio::time::sleep(LEAVE).await;
        }
    });
    tasks.spawn(watch::watch(app.clone()));
    tasks.spawn(schedules::run(app.clone()));
    if app.callbacks.is_some() {
        tasks.spawn(callbacks::run(app.clone()));
    }
    if let Some(hub) = app.realtime.hub() {
        tasks.spawn(watch::listeners(app.clone(), hub.clone()));
    }
}

/// Serves one connection to its end, or until it has become a socket: that is the hub's, with a
/// cap and patience of its own, and no longer one of our connections.
async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    (router, patience): (Router, Duration),
    watcher: Watcher,
    place: Admission,
) {
    // Small answers should not wait for more to send.
    let _ = stream.set_nodelay(true);
    let answering = Answering::default();
    let io = TokioIo::new(Patient::new(stream, patience, answering.clone()));
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let under_way = answering.begin();
        let answering = answering.clone();
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = router.clone().oneshot(request);
        async move {
            let response = answer.await?;
            let status = response.status();
            answering.refused(status.is_client_error() || status.is_server_error());
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                under_way.goes_on();
            }
            // It is answered once the body is handed over.
            Ok::<_, Infallible>(response.map(|body| {
                body.map_err(move |error| {
                    let _until_then = &under_way;
                    error
                })
            }))
        }
    });
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .header_read_timeout(None)
        .max_buf_size(HEAD_BUFFER)
        .max_headers(HEAD_FIELDS);
    let served = builder.serve_connection_with_upgrades(io, service);
    let made_room = async {
        place.out.cancelled().await;
        // Whoever is being answered is gone soon.
        if answering.is_any() {
            pending::<()>().await;
        }
    };
    tokio::select! {
        result = watcher.watch(served) => {
            if let Err(error) = result {
                tracing::debug!(%error, "a connection broke off");
            }
        }
        () = made_room => {}
    }
}
