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

/// Why a socket is closed as soon as it is open: clients read codes, not statuses.
type NotLetIn = (u16, &'static str);

/// Opens a socket.
pub(crate) async fn open(
    State(hub): State<Hub>,
    Path(key): Path<String>,
    Query(client): Query<Client>,
    request: Request,
) -> Response {
    if hub.is_overrun() {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many sockets.\n").into_response();
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|ConnectInfo(peer)| peer.ip());
    socket::upgrade(request, move |io| {
        let socket = hub.sockets().admit(peer, hub.limits());
        match check(&hub, &socket, &key, client.protocol.as_deref()) {
            Ok(()) => {
                let timeout = hub.limits().activity_timeout.as_millis().div_ceil(1_000);
                socket.send(message::established(&socket.id.to_string(), timeout));
            }
            Err((code, reason)) => {
                socket.send(message::error(Some(code), reason));
                socket.close(code, reason);
            }
        }
        let session = Session::new(hub.clone(), socket.clone());
        socket::serve(io, socket, session)
    })
}

/// Who is let in.
fn check(hub: &Hub, socket: &Socket, key: &str, version: Option<&str>) -> Result<(), NotLetIn> {
    let version = version.filter(|version| !version.is_empty());
    let version = version.ok_or((code::NO_VERSION, "no protocol version was given"))?;
    let number: Result<u32, _> = version.parse();
    match number {
        Ok(VERSION) => {}
        Ok(_) => return Err((code::VERSION, "only protocol version 7 is supported")),
        Err(_) => {
            let reason = "the protocol version is not a number";
            return Err((code::VERSION_FORMAT, reason));
        }
    }
    if key != hub.credentials().key {
        return Err((code::NO_APP, "no app has this key"));
    }
    hub.turns_away(socket).map_or(Ok(()), Err)
}
