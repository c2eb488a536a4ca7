//! The door for sockets: `GET /app/{key}?protocol=7`.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use sha1::{Digest as _, Sha1};

use crate::code;
use crate::connection;
use crate::hub::{Hub, ms};
use crate::message;
use crate::socket::Socket;
use crate::sweep;

/// The one version of the protocol that is spoken.
const VERSION: u32 = 7;

/// What every websocket's key is hashed with, by RFC 6455.
const MAGIC: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// What a client says of itself.
#[derive(Debug, Deserialize)]
pub(crate) struct Client {
    #[serde(default)]
    protocol: Option<String>,
}

/// Why a socket is closed as soon as it is open. Clients read codes, not statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NotLetIn {
    #[error("no app has this key")]
    NoApp,
    #[error("no version of the protocol was named")]
    NoVersion,
    #[error("the version of the protocol is not a number")]
    VersionFormat,
    #[error("only version 7 of the protocol is spoken")]
    Version,
    #[error("as many sockets as may be are connected")]
    OverCapacity,
    #[error("as many sockets as may be are connected from this address")]
    Crowded,
    #[error("the server is restarting")]
    Closing,
}

impl NotLetIn {
    fn code(self) -> u16 {
        match self {
            Self::NoApp => code::NO_APP,
            Self::NoVersion => code::NO_VERSION,
            Self::VersionFormat => code::VERSION_FORMAT,
            Self::Version => code::VERSION,
            Self::OverCapacity | Self::Crowded => code::OVER_CAPACITY,
            Self::Closing => code::RECONNECT,
        }
    }
}

/// Opens a socket.
pub(crate) async fn open(
    State(hub): State<Hub>,
    Path(key): Path<String>,
    Query(client): Query<Client>,
    mut request: Request,
) -> Response {
    let Some(accept) = accept(request.headers()) else {
        let upgrade = [
            (header::UPGRADE, "websocket"),
            (header::CONNECTION, "upgrade"),
        ];
        return (
            StatusCode::UPGRADE_REQUIRED,
            upgrade,
            "only websockets live here\n",
        )
            .into_response();
    };
    // Those who are turned away hold a socket for a moment, too; there is an end to that as well.
    let most = hub.limits().sockets;
    if hub.count() > most + most / 10 {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many sockets\n").into_response();
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|ConnectInfo(peer)| peer.ip());
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let Ok(io) = upgrade.await else {
            return;
        };
        sweep::ensure(&hub);
        let socket = hub.admit(peer);
        match check(&hub, &socket, &key, client.protocol.as_deref()) {
            Ok(()) => {
                let timeout = ms(hub.limits().activity_timeout).div_ceil(1_000);
                socket.send(message::established(&socket.id.to_string(), timeout));
            }
            Err(reason) => {
                socket.send(message::error(Some(reason.code()), &reason.to_string()));
                hub.close_socket(&socket, reason.code(), &reason.to_string());
            }
        }
        connection::serve(hub, socket, io).await;
    });
    switching(accept)
}

/// Who is let in. Looked at after the socket was taken in: a hub that closes meanwhile sees it.
fn check(hub: &Hub, socket: &Socket, key: &str, version: Option<&str>) -> Result<(), NotLetIn> {
    let version = version.filter(|version| !version.is_empty());
    let version = version.ok_or(NotLetIn::NoVersion)?;
    let version: u32 = version.parse().map_err(|_| NotLetIn::VersionFormat)?;
    if version != VERSION {
        return Err(NotLetIn::Version);
    }
    if key != hub.credentials().key {
        return Err(NotLetIn::NoApp);
    }
    if hub.is_closed() {
        return Err(NotLetIn::Closing);
    }
    if hub.count() > hub.limits().sockets {
        return Err(NotLetIn::OverCapacity);
    }
    if hub.is_crowded(socket) {
        return Err(NotLetIn::Crowded);
    }
    Ok(())
}

/// What answers a websocket's key; nothing when the request opens none.
fn accept(headers: &HeaderMap) -> Option<HeaderValue> {
    let has = |name: HeaderName, word: &str| {
        headers
            .get_all(name)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let opens = has(header::CONNECTION, "upgrade")
        && has(header::UPGRADE, "websocket")
        && has(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| opens)?;
    let digest = Sha1::new()
        .chain_update(key.as_bytes())
        .chain_update(MAGIC)
        .finalize();
    HeaderValue::from_str(&STANDARD.encode(digest)).ok()
}

fn switching(accept: HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    response
}
