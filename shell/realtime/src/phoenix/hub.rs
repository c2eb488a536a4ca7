//! Topics beside a hub, and the way into them: `GET /realtime/v1/websocket`.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use axum::Router;
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde::Deserialize;

use super::message::Version;
use super::rooms::{Place, Rooms, Told};
use super::session::Session;
use crate::pusher::Hub;
use crate::socket::{self, SocketId};

/// Somebody who wants to join a topic.
#[derive(Clone, Debug)]
pub struct Knock {
    /// The socket's id, by which the [`Hub`] knows it.
    pub socket: String,
    /// The topic, as clients name it.
    pub topic: String,
    /// What they show, the most particular first.
    pub tokens: Vec<String>,
}

/// Who may join what, and what was told there before.
#[async_trait]
pub trait TopicDoor: Send + Sync + 'static {
    /// The group whose topic is meant; an `Err` says why they may not join.
    async fn admit(&self, knock: Knock) -> Result<String, &'static str>;

    /// What was told in a topic before, in order. An `Err` says why that cannot be said.
    async fn past(&self, group: &str, topic: &str) -> Result<Vec<Told>, &'static str>;
}

/// What a client says of itself.
#[derive(Debug, Deserialize)]
struct Client {
    apikey: Option<String>,
    vsn: Option<String>,
}

/// Topics of Phoenix Channels, whose sockets are a hub's. A handle that is cheap to clone.
#[derive(Clone, Debug)]
pub struct PhoenixHub {
    hub: Hub,
    rooms: Arc<Mutex<Rooms>>,
}

impl PhoenixHub {
    /// Topics beside a hub.
    pub fn beside(hub: &Hub) -> Self {
        Self {
            hub: hub.clone(),
            rooms: Arc::default(),
        }
    }

    /// The hub that has the sockets.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Tells everybody in a group's topic; how many hear of it just now.
    pub fn publish(&self, group: &str, topic: &str, told: &Told) -> usize {
        let (group, topic) = (group.to_owned(), topic.to_owned());
        self.tell(&Place { group, topic }, told, None)
    }

    /// The way in, with whoever says who may join. The server that serves it has to allow upgrades.
    pub fn router<S: Clone + Send + Sync + 'static>(&self, door: Arc<dyn TopicDoor>) -> Router<S> {
        Router::new()
            .route("/realtime/v1/websocket", get(open))
            .with_state((self.clone(), door))
    }

    /// Tells everybody in a topic but whoever said it, which the hub counts.
    pub(super) fn tell(&self, place: &Place, told: &Told, from: Option<SocketId>) -> usize {
        let sent = self.rooms().tell(place, told, from);
        self.hub.note_published(sent);
        sent
    }

    /// Changes who is in which topic.
    pub(super) fn seat<T>(&self, change: impl FnOnce(&mut Rooms) -> T) -> T {
        let mut rooms = self.rooms();
        let changed = change(&mut rooms);
        // Told while nobody else changes it.
        self.hub.note_topics(rooms.occupied());
        changed
    }

    pub(super) fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn open(
    State((phoenix, door)): State<(PhoenixHub, Arc<dyn TopicDoor>)>,
    Query(client): Query<Client>,
    request: Request,
) -> Response {
    let Some(version) = Version::read(client.vsn.as_deref()) else {
        let told = "vsn is 1.0.0 or 2.0.0.\n";
        return (StatusCode::BAD_REQUEST, told).into_response();
    };
    if phoenix.hub.is_overrun() {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many sockets.\n").into_response();
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|ConnectInfo(peer)| peer.ip());
    socket::upgrade(request, move |io| {
        let hub = &phoenix.hub;
        let socket = hub.sockets().admit(peer, hub.limits());
        if let Some((code, reason)) = hub.turns_away(&socket) {
            socket.close(code, reason);
        }
        let session = Session::new(phoenix, door, socket.clone(), (version, client.apikey));
        socket::serve(io, socket, session)
    })
}
