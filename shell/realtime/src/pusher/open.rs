//! The way in for sockets: `GET /app/{key}?protocol=7`.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::hub::Hub;
use super::session::Session;
use super::{code, message};
use crate::socket::{self, Socket};

/// The one version of the protocol that is spoken.
const VERSION: u32 = 7;

/// What a client says of itself.
#[derive(Debug, Deserialize)]
pub(crate) struct Client {
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
    request: Request,
) -> Response {
    // Those who are turned away hold a socket for a moment, too; there is an end to that as well.
    let most = hub.limits().sockets;
    if hub.sockets().count() > most + most / 10 {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many sockets.\n").into_response();
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|ConnectInfo(peer)| peer.ip());
    socket::upgrade(request, async move |io| {
        let socket = hub.sockets().admit(peer, hub.limits());
        match check(&hub, &socket, &key, client.protocol.as_deref()) {
            Ok(()) => {
                let timeout = hub.limits().activity_timeout.as_millis().div_ceil(1_000);
                socket.send(message::established(&socket.id.to_string(), timeout));
            }
            Err(reason) => {
                let (code, reason) = (reason.code(), reason.to_string());
                socket.send(message::error(Some(code), &reason));
                socket.close(code, reason);
            }
        }
        let session = Session::new(hub.clone(), socket.clone());
        socket::serve(io, socket, session, hub.limits()).await;
    })
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
    if hub.sockets().count() > hub.limits().sockets {
        return Err(NotLetIn::OverCapacity);
    }
    if hub.sockets().is_crowded(socket, hub.limits()) {
        return Err(NotLetIn::Crowded);
    }
    Ok(())
}
