//! Watching a run: pictures from its worker to its owner, and the owner's hands to the worker.
//!
//! Whoever watches is connected to one server, and the worker comes to that server: it asks whether somebody watches, is
//! told under which id, and dials until it meets the server that knows it. So pictures go through the memory of one server, the
//! newest in the place of the one before, and are kept nowhere.

pub(crate) mod console;
pub(crate) mod worker;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use screen_agent_store::queue::RunHold;
use screen_agent_wire::extension::watch::{WatchSaid, WatchTold};
use serde::Serialize;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use crate::error::{ApiError, errors};

errors! {
    RUN_NOT_HELD: CONFLICT, "No worker has this run just now, so there is nothing to see.";
    WATCHED_ELSEWHERE: CONFLICT, "This run is shown in another window now.";
    NOT_WATCHED_HERE: NOT_FOUND, "Nobody watches this run at this server.";
    NOT_TAKEN_OVER: CONFLICT, "Take over first: the page is the agent's.";
    TOO_MUCH_INPUT: TOO_MANY_REQUESTS, "The page cannot keep up. Some of it was left out.";
    NOT_UNDERSTOOD: BAD_REQUEST, "This is not what is said here.";
    SOCKET_ONLY: UPGRADE_REQUIRED, "This address takes websockets only.";
    GOES_AWAY: SERVICE_UNAVAILABLE, "The server stops. Connect again.";
}

/// Longest that a socket is not taken anything from, before it is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whoever watches at this server, by the id under which workers ask for them.
#[derive(Clone, Default)]
pub(super) struct Seats(Arc<Mutex<HashMap<Uuid, mpsc::Sender<Link>>>>);

impl Seats {
    /// Takes a seat; it is given up with what this returns.
    fn take(&self, watch: Uuid) -> Seat {
        let (bring, links) = mpsc::channel(1);
        let mut seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seats.insert(watch, bring);
        Seat {
            seats: self.clone(),
            watch,
            links,
        }
    }

    fn find(&self, watch: Uuid) -> Option<mpsc::Sender<Link>> {
        let seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seats.get(&watch).cloned()
    }
}

/// Where one watches.
struct Seat {
    seats: Seats,
    watch: Uuid,
    links: mpsc::Receiver<Link>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut seats = self.seats.0.lock().unwrap_or_else(PoisonError::into_inner);
        seats.remove(&self.watch);
    }
}

/// A worker that has come, as whoever watches has it.
struct Link {
    hold: RunHold,
    /// The newest picture.
    pictures: watch::Receiver<Bytes>,
    told: mpsc::Receiver<WatchTold>,
    said: mpsc::Sender<WatchSaid>,
}

/// Opens a socket that takes messages of so many bytes.
fn opened(
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    most: usize,
) -> Result<WebSocketUpgrade, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::SOCKET_ONLY)?;
    Ok(upgrade.max_message_size(most).max_frame_size(most))
}

/// Says something; false when nobody takes it.
async fn say(socket: &mut WebSocket, said: &impl Serialize) -> bool {
    match serde_json::to_string(said) {
        Ok(text) => send(socket, Message::text(text)).await,
        Err(_) => false,
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    let sent = tokio::time::timeout(PATIENCE, socket.send(message)).await;
    matches!(sent, Ok(Ok(())))
}

fn refused(error: &ApiError) -> WatchTold {
    WatchTold::Refused {
        code: error.code.to_owned(),
        message: error.message.clone().into_owned(),
    }
}

fn ended(error: &ApiError) -> WatchTold {
    WatchTold::Ended {
        code: error.code.to_owned(),
        message: error.message.clone().into_owned(),
    }
}
