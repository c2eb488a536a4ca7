//! The hub itself: all sockets, all channels, and what may be done with them from outside.

use std::collections::HashMap;
use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::channel::Channel;
use super::message::{self, ClientEvent};
use super::presence::Member;
use super::rooms::{NotJoined, Occupancy, Rooms};
use super::{Credentials, code};
use crate::limits::Limits;
use crate::socket::{Registry, Socket, SocketId};

/// Shares of the channels, each behind a lock of its own.
const SHARES: usize = 16;

/// How often it is looked for what cache channels have remembered long enough, while any is in use.
const FORGET: Duration = Duration::from_secs(1);

/// Everything that is connected; a handle that is cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    credentials: Credentials,
    limits: Limits,
    /// The same for one share of the channels.
    share_limits: Limits,
    sockets: Registry,
    users: Mutex<HashMap<String, Vec<SocketId>>>,
    shares: [Mutex<Rooms>; SHARES],
    is_closed: AtomicBool,
    /// Channels that remember something.
    remembering: AtomicUsize,
    /// When it was last looked what can be forgotten.
    forgot: Mutex<Instant>,
    published: AtomicU64,
    delivered: AtomicU64,
    dropped: AtomicU64,
    /// Topics beside the channels that somebody is in.
    topics: AtomicUsize,
}

/// What a hub has done, and does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Sockets that are connected.
    pub sockets: usize,
    /// Channels, and topics beside them, with somebody in them.
    pub channels: usize,
    /// Events that were published, by servers and clients.
    pub published: u64,
    /// Messages that were left for sockets because of them.
    pub delivered: u64,
    /// Sockets that were sent away because they read too slowly.
    pub dropped: u64,
}

/// Why an event was not published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublishError {
    /// Not a channel's name.
    #[error("not a channel's name")]
    Channel,
    /// Too long, empty, or one of the protocol's own.
    #[error("not an event's name: 1 to 200 characters, and not pusher: or pusher_internal:")]
    Event,
    /// Longer than an event's data may be.
    #[error("the event's data is too long")]
    TooLong,
    /// Not a socket's id.
    #[error("not a socket's id")]
    Socket,
    /// The hub has been closed.
    #[error("the hub is closed")]
    Closed,
}

impl Hub {
    /// A hub for one app. Sockets come through [`Hub::router`].
    pub fn new(credentials: Credentials, limits: Limits) -> Self {
        Self(Arc::new(Inner {
            credentials,
            limits,
            share_limits: Limits {
                public_channels: limits.public_channels.div_ceil(SHARES),
                ..limits
            },
            sockets: Registry::default(),
            users: Mutex::default(),
            shares: Default::default(),
            is_closed: AtomicBool::new(false),
            remembering: AtomicUsize::new(0),
            forgot: Mutex::new(Instant::now()),
            published: AtomicU64::new(0),
            delivered: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            topics: AtomicUsize::new(0),
        }))
    }

    /// Sends an event to everybody in a channel, but for the socket with the id `except`. `data`
    /// is what clients read, JSON by custom. Gives how many it waits for.
    ///
    /// Events of one channel reach each socket in the order in which they were published. Nothing
    /// here waits for the network.
    pub fn publish(
        &self,
        channel: &str,
        event: &str,
        data: &str,
        except: Option<&str>,
    ) -> Result<usize, PublishError> {
        let channel = Channel::parse(channel).ok_or(PublishError::Channel)?;
        self.check_event(event, data)?;
        let except = except
            .map(SocketId::from_str)
            .transpose()
            .map_err(|_| PublishError::Socket)?;
        if self.is_closed() {
            return Err(PublishError::Closed);
        }
        Ok(self.send(
            &channel,
            &message::event(channel.name(), event, data),
            except,
        ))
    }

    /// Closes one socket with a code of the protocol; false when there is no such socket.
    pub fn disconnect(&self, socket_id: &str, code: u16) -> bool {
        let socket = self.find(socket_id);
        if let Some(socket) = &socket {
            socket.close(code, "disconnected by the server");
        }
        socket.is_some()
    }

    /// True while a socket is connected.
    pub fn is_open(&self, socket_id: &str) -> bool {
        self.find(socket_id).is_some()
    }

    fn find(&self, socket_id: &str) -> Option<Arc<Socket>> {
        self.sockets().get(socket_id.parse().ok()?)
    }

    /// Sends everybody away with 4200, which clients answer by coming back at once, and lets nobody
    /// in any more.
    pub fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        for socket in self.sockets().all() {
            socket.close(code::RECONNECT, "the server is restarting");
        }
    }

    /// Returns once the last socket has gone. Those that are being closed take a few seconds at most.
    pub async fn drained(&self) {
        self.sockets().drained().await;
    }

    /// What the hub has done, and does now.
    pub fn stats(&self) -> Stats {
        let shares = self.0.shares.iter();
        let channels: usize = shares.map(|share| lock(share).occupied().count()).sum();
        Stats {
            sockets: self.sockets().count(),
            channels: channels + self.0.topics.load(Ordering::Relaxed),
            published: self.0.published.load(Ordering::Relaxed),
            delivered: self.0.delivered.load(Ordering::Relaxed),
            dropped: self.0.dropped.load(Ordering::Relaxed),
        }
    }

    /// Who may sign for this app.
    pub fn credentials(&self) -> &Credentials {
        &self.0.credentials
    }

    /// How much of everything is taken.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Refuses an event that nobody may publish.
    pub(crate) fn check_event(&self, event: &str, data: &str) -> Result<(), PublishError> {
        let is_ours = event.starts_with("pusher:") || event.starts_with("pusher_internal:");
        if event.is_empty() || event.chars().count() > self.0.limits.event_name || is_ours {
            return Err(PublishError::Event);
        }
        if data.len() > self.0.limits.event_data {
            return Err(PublishError::TooLong);
        }
        Ok(())
    }

    /// Passes a client's event on to the others.
    pub(crate) fn forward(
        &self,
        channel: &Channel,
        said: &ClientEvent,
        (sender, user_id): (SocketId, Option<&str>),
    ) {
        self.send(channel, &message::client_event(said, user_id), Some(sender));
    }

    fn send(&self, channel: &Channel, text: &Utf8Bytes, except: Option<SocketId>) -> usize {
        if channel.is_cached() {
            self.forget();
        }
        let sent = {
            let mut rooms = self.rooms(channel);
            let sent = rooms.publish(channel, text, except);
            if channel.is_cached() {
                self.remember(&mut rooms, channel, text);
            }
            sent
        };
        self.note_published(sent);
        sent
    }

    fn remember(&self, rooms: &mut Rooms, channel: &Channel, text: &Utf8Bytes) {
        let limits = &self.0.limits;
        let until = Instant::now() + limits.cache_time;
        let has_room = self.0.remembering.load(Ordering::Relaxed) < limits.cached_channels;
        if rooms.remember(channel, text.clone(), until, has_room) {
            self.0.remembering.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Forgets what cache channels have remembered long enough.
    fn forget(&self) {
        let now = Instant::now();
        {
            let mut forgot = lock(&self.0.forgot);
            if now.saturating_duration_since(*forgot) < FORGET.min(self.0.limits.cache_time) {
                return;
            }
            *forgot = now;
        }
        let shares = self.0.shares.iter();
        let forgotten: usize = shares.map(|share| lock(share).forget(now)).sum();
        self.0.remembering.fetch_sub(forgotten, Ordering::Relaxed);
    }

    /// Lets a socket into a channel and tells everybody.
    pub(crate) fn join(
        &self,
        channel: &Channel,
        socket: &Arc<Socket>,
        member: Option<&Member>,
    ) -> Result<(), NotJoined> {
        let limits = &self.0.share_limits;
        self.rooms(channel).join(channel, socket, member, limits)
    }

    /// Notes who the person at a socket is.
    pub(crate) fn sign_in(&self, user_id: &str, socket: SocketId) {
        lock(&self.0.users)
            .entry(user_id.to_owned())
            .or_default()
            .push(socket);
    }

    /// Forgets it.
    pub(crate) fn sign_out(&self, user_id: &str, socket: SocketId) {
        let mut users = lock(&self.0.users);
        if let Some(sockets) = users.get_mut(user_id) {
            sockets.retain(|own| *own != socket);
            if sockets.is_empty() {
                users.remove(user_id);
            }
        }
    }

    /// Closes all sockets of a person; they do not come back by themselves.
    pub(crate) fn terminate(&self, user_id: &str) {
        let ids = lock(&self.0.users)
            .get(user_id)
            .cloned()
            .unwrap_or_default();
        for id in ids {
            self.disconnect(&id.to_string(), code::UNAUTHORIZED);
        }
    }

    /// Channels whose names begin so, with somebody in them, by name.
    pub(crate) fn occupied(&self, prefix: &str) -> Vec<(String, Occupancy)> {
        let mut occupied: Vec<_> = Vec::new();
        for share in &self.0.shares {
            let rooms = lock(share);
            let named = rooms
                .occupied()
                .filter(|(channel, _)| channel.name().starts_with(prefix))
                .map(|(channel, occupancy)| (channel.name().to_owned(), occupancy));
            occupied.extend(named);
        }
        occupied.sort_by(|one, other| one.0.cmp(&other.0));
        occupied
    }

    /// Why a socket that was taken in may not stay, with a code. Looked at after that: a hub that closes meanwhile sees it.
    pub(crate) fn turns_away(&self, socket: &Socket) -> Option<(u16, &'static str)> {
        if self.is_closed() {
            return Some((code::RECONNECT, "the server is restarting"));
        }
        if self.sockets().count() > self.limits().sockets {
            return Some((code::OVER_CAPACITY, "too many sockets are connected"));
        }
        let crowd = "too many sockets are connected from this address";
        let is_crowded = self.sockets().is_crowded(socket, self.limits());
        is_crowded.then_some((code::OVER_CAPACITY, crowd))
    }

    /// Those who are turned away hold a socket for a moment, too; there is an end to that as well.
    pub(crate) fn is_overrun(&self) -> bool {
        let most = self.limits().sockets;
        self.sockets().count() > most + most / 10
    }

    /// True once the hub has been closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::SeqCst)
    }

    /// Something was published, and left for so many sockets.
    pub(crate) fn note_published(&self, sent: usize) {
        self.0.published.fetch_add(1, Ordering::Relaxed);
        self.0.delivered.fetch_add(sent as u64, Ordering::Relaxed);
    }

    /// So many topics beside the channels have somebody in them.
    pub(crate) fn note_topics(&self, topics: usize) {
        self.0.topics.store(topics, Ordering::Relaxed);
    }

    /// A socket was sent away because it read too slowly.
    pub(crate) fn note_dropped(&self) {
        self.0.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// All sockets.
    pub(crate) fn sockets(&self) -> &Registry {
        &self.0.sockets
    }

    /// The share of the channels in which one is.
    pub(crate) fn rooms(&self, channel: &Channel) -> MutexGuard<'_, Rooms> {
        // Any even spread will do; names that differ anywhere should differ here.
        let sum = channel.name().bytes().fold(0usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        lock(&self.0.shares[sum % SHARES])
    }
}

/// What a poisoned lock guards is changed in steps that each leave it whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn hub() -> Hub {
        let credentials = Credentials {
            app_id: "1".into(),
            key: "key".into(),
            secret: "secret".into(),
        };
        Hub::new(credentials, Limits::default())
    }

    #[test]
    fn what_cannot_be_published_is_told_apart() {
        let hub = hub();
        let long = "x".repeat(10 * 1024 + 1);
        for (channel, event, data, except, expected) in [
            ("a b", "e", "", None, PublishError::Channel),
            ("a", "", "", None, PublishError::Event),
            ("a", "pusher:error", "", None, PublishError::Event),
            ("a", &long[..201], "", None, PublishError::Event),
            ("a", "e", &long, None, PublishError::TooLong),
            ("a", "e", "", Some("x"), PublishError::Socket),
        ] {
            let published = hub.publish(channel, event, data, except);
            assert_eq!(published, Err(expected), "{event:.20}");
        }
        assert_eq!(hub.publish("a", "e", &long[1..], None), Ok(0));
        hub.close();
        assert_eq!(hub.publish("a", "e", "", None), Err(PublishError::Closed));
    }

    #[test]
    fn what_is_remembered_long_enough_makes_room() {
        let credentials = hub().credentials().clone();
        let limits = Limits {
            cached_channels: 1,
            cache_time: Duration::ZERO,
            ..Limits::default()
        };
        let hub = Hub::new(credentials, limits);
        for channel in ["cache-a", "cache-b"] {
            hub.publish(channel, "e", "1", None).unwrap();
        }
        let second = Channel::parse("cache-b").unwrap();
        assert_eq!(hub.rooms(&second).forget(Instant::now()), 1);
    }

    #[test]
    fn an_event_waits_for_everybody_but_one() {
        let hub = hub();
        let channel = Channel::parse("a").unwrap();
        let sockets = [(), ()].map(|()| hub.sockets().admit(None, hub.limits()));
        for socket in &sockets {
            hub.join(&channel, socket, None).unwrap();
        }
        assert_eq!(hub.publish("a", "e", "1", None), Ok(2));
        let first = sockets[0].id.to_string();
        assert_eq!(hub.publish("a", "e", "1", Some(&first)), Ok(1));
        hub.rooms(&channel).leave(&channel, sockets[0].id, None);
        assert_eq!(hub.publish("a", "e", "1", None), Ok(1));
        assert_eq!(hub.stats().channels, 1);
        hub.rooms(&channel).leave(&channel, sockets[1].id, None);
        let stats = hub.stats();
        assert_eq!(
            (stats.channels, stats.published, stats.delivered),
            (0, 3, 4)
        );
    }
}
