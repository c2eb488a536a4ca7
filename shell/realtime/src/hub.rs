//! The hub itself: all sockets, all channels, and what may be done with them from outside.

use std::collections::HashMap;
use std::net::IpAddr;
use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::Notify;

use crate::channel::Channel;
use crate::code;
use crate::limits::Limits;
use crate::message::{self, ClientEvent};
use crate::outbox;
use crate::presence::Member;
use crate::rooms::{Occupancy, Refused, Rooms};
use crate::sign::Credentials;
use crate::socket::{Socket, SocketId};

/// Shares of the channels, each behind a lock of its own.
const SHARES: usize = 16;

/// Everything that is connected; a handle that is cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    credentials: Credentials,
    limits: Limits,
    /// The same for one share of the channels.
    share_limits: Limits,
    began: Instant,
    sockets: Mutex<HashMap<SocketId, Arc<Socket>>>,
    users: Mutex<HashMap<String, Vec<SocketId>>>,
    addresses: Mutex<HashMap<IpAddr, Counts>>,
    shares: [Mutex<Rooms>; SHARES],
    is_closed: AtomicBool,
    is_swept: AtomicBool,
    remembering: AtomicUsize,
    published: AtomicU64,
    delivered: AtomicU64,
    dropped: AtomicU64,
    /// A socket has gone.
    gone: Notify,
}

/// Sockets of one address.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    all: usize,
    /// Those that have shown no signature.
    unsigned: usize,
}

/// The address that counts: of IPv6 the /64, since whoever has one address of it has them all.
pub fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6((u128::from(address) >> 64 << 64).into())
        }
        address => address,
    }
}

/// What a hub has done, and does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Sockets that are connected.
    pub sockets: usize,
    /// Channels with somebody in them.
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
            began: Instant::now(),
            sockets: Mutex::default(),
            users: Mutex::default(),
            addresses: Mutex::default(),
            shares: Default::default(),
            is_closed: AtomicBool::new(false),
            is_swept: AtomicBool::new(false),
            remembering: AtomicUsize::new(0),
            published: AtomicU64::new(0),
            delivered: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            gone: Notify::new(),
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
        let Ok(id) = socket_id.parse::<SocketId>() else {
            return false;
        };
        let socket = self.sockets().get(&id).cloned();
        match socket {
            Some(socket) => {
                self.close_socket(&socket, code, "disconnected by the server");
                true
            }
            None => false,
        }
    }

    /// True while a socket is connected.
    pub fn is_open(&self, socket_id: &str) -> bool {
        let id = socket_id.parse::<SocketId>();
        id.is_ok_and(|id| self.sockets().contains_key(&id))
    }

    /// Sends everybody away with 4200, which clients answer by coming back at once, and lets nobody
    /// in any more.
    pub fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        let sockets: Vec<_> = self.sockets().values().cloned().collect();
        for socket in sockets {
            self.close_socket(&socket, code::RECONNECT, "the server is restarting");
        }
    }

    /// Returns once the last socket has gone. Those that are being closed take a few seconds at most.
    pub async fn drained(&self) {
        loop {
            let gone = self.0.gone.notified();
            if self.sockets().is_empty() {
                return;
            }
            gone.await;
        }
    }

    /// What the hub has done, and does now.
    pub fn stats(&self) -> Stats {
        let sockets = self.sockets().len();
        let channels = self
            .0
            .shares
            .iter()
            .map(|share| lock(share).occupied().count());
        Stats {
            sockets,
            channels: channels.sum(),
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
    pub(crate) fn pass_on(
        &self,
        channel: &Channel,
        said: &ClientEvent,
        (sender, user_id): (SocketId, Option<&str>),
    ) {
        self.send(channel, &message::client_event(said, user_id), Some(sender));
    }

    fn send(&self, channel: &Channel, frame: &Bytes, except: Option<SocketId>) -> usize {
        let sent = {
            let mut rooms = self.share(channel);
            let sent = rooms.publish(channel, frame, except);
            if channel.is_cached() {
                self.remember(&mut rooms, channel, frame);
            }
            sent
        };
        self.0.published.fetch_add(1, Ordering::Relaxed);
        self.0.delivered.fetch_add(sent as u64, Ordering::Relaxed);
        sent
    }

    fn remember(&self, rooms: &mut Rooms, channel: &Channel, frame: &Bytes) {
        let limits = &self.0.limits;
        let until = self.now() + ms(limits.cache_time);
        let has_room = self.0.remembering.load(Ordering::Relaxed) < limits.cached_channels;
        if rooms.remember(channel, frame.clone(), until, has_room) {
            self.0.remembering.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes a new socket in.
    pub(crate) fn admit(&self, peer: Option<IpAddr>) -> Arc<Socket> {
        let address = peer.map(network).filter(|address| !address.is_loopback());
        if let Some(address) = address {
            let mut known = lock(&self.0.addresses);
            let counts = known.entry(address).or_default();
            counts.all += 1;
            counts.unsigned += 1;
        }
        let room = outbox::Room {
            messages: self.0.limits.queue_messages,
            bytes: self.0.limits.queue_bytes,
        };
        let mut sockets = self.sockets();
        loop {
            let id = SocketId::random();
            if let std::collections::hash_map::Entry::Vacant(place) = sockets.entry(id) {
                let socket = Arc::new(Socket::new(id, room, address, self.now()));
                place.insert(Arc::clone(&socket));
                return socket;
            }
        }
    }

    /// Forgets a socket that has gone.
    pub(crate) fn dismiss(&self, socket: &Socket) {
        if let Some(address) = socket.address() {
            let mut known = lock(&self.0.addresses);
            if let Some(counts) = known.get_mut(&address) {
                counts.all -= 1;
                counts.unsigned -= usize::from(!socket.is_signed());
                if counts.all == 0 {
                    known.remove(&address);
                }
            }
        }
        self.sockets().remove(&socket.id);
        self.0.gone.notify_waiters();
    }

    /// A socket has shown a signature.
    pub(crate) fn signed(&self, socket: &Socket) {
        if socket.sign()
            && let Some(address) = socket.address()
            && let Some(counts) = lock(&self.0.addresses).get_mut(&address)
        {
            counts.unsigned -= 1;
        }
    }

    /// More sockets are open from the address of this one than may be.
    pub(crate) fn is_crowded(&self, socket: &Socket) -> bool {
        let limits = self.limits();
        let known = lock(&self.0.addresses);
        let counts = socket.address().and_then(|address| known.get(&address));
        counts.is_some_and(|counts| {
            counts.all > limits.per_address || counts.unsigned > limits.unsigned_per_address
        })
    }

    /// Lets a socket into a channel and tells everybody.
    pub(crate) fn join(
        &self,
        channel: &Channel,
        socket: &Arc<Socket>,
        member: Option<&Member>,
    ) -> Result<(), Refused> {
        self.share(channel)
            .join(channel, socket, member, &self.0.share_limits)
    }

    /// Lets a socket go from a channel and tells everybody.
    pub(crate) fn leave(&self, channel: &Channel, socket: SocketId, member: Option<&str>) {
        self.share(channel).leave(channel, socket, member);
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
    pub(crate) fn terminate(&self, user_id: &str) -> usize {
        let ids = lock(&self.0.users)
            .get(user_id)
            .cloned()
            .unwrap_or_default();
        ids.iter()
            .filter(|id| self.disconnect(&id.to_string(), code::UNAUTHORIZED))
            .count()
    }

    /// How many are in a channel.
    pub(crate) fn occupancy(&self, channel: &Channel) -> Occupancy {
        self.share(channel).occupancy(channel)
    }

    /// The people in a presence channel.
    pub(crate) fn users(&self, channel: &Channel) -> Vec<String> {
        self.share(channel).users(channel)
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

    /// Sockets that are connected.
    pub(crate) fn count(&self) -> usize {
        self.sockets().len()
    }

    /// True once the hub has been closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::SeqCst)
    }

    /// Milliseconds since the hub began.
    pub(crate) fn now(&self) -> u64 {
        ms(self.0.began.elapsed())
    }

    /// A socket was sent away because it read too slowly.
    pub(crate) fn note_dropped(&self) {
        self.0.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins to close a socket; how long that may take counts from now.
    pub(crate) fn close_socket(&self, socket: &Socket, code: u16, reason: &str) {
        socket.hear(self.now());
        socket.close(code, reason);
    }

    /// All sockets, as they are now.
    pub(crate) fn all(&self) -> Vec<Arc<Socket>> {
        self.sockets().values().cloned().collect()
    }

    /// Forgets what cache channels have remembered long enough.
    pub(crate) fn forget(&self) {
        let now = self.now();
        let forgotten: usize = self
            .0
            .shares
            .iter()
            .map(|share| lock(share).forget(now))
            .sum();
        self.0.remembering.fetch_sub(forgotten, Ordering::Relaxed);
    }

    /// True for the one who asks first.
    pub(crate) fn begin_sweeping(&self) -> bool {
        !self.0.is_swept.swap(true, Ordering::Relaxed)
    }

    /// A handle that keeps nothing alive.
    pub(crate) fn downgrade(&self) -> Distant {
        Distant(Arc::downgrade(&self.0))
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<SocketId, Arc<Socket>>> {
        lock(&self.0.sockets)
    }

    fn share(&self, channel: &Channel) -> MutexGuard<'_, Rooms> {
        // Any even spread will do; names that differ anywhere should differ here.
        let sum = channel.name().bytes().fold(0usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        lock(&self.0.shares[sum % SHARES])
    }
}

/// A handle that keeps nothing alive.
pub(crate) struct Distant(Weak<Inner>);

impl Distant {
    /// The hub, if it is still there.
    pub(crate) fn hub(&self) -> Option<Hub> {
        self.0.upgrade().map(Hub)
    }
}

/// What a poisoned lock guards is changed in steps that each leave it whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A duration in milliseconds; the longest is as good as any.
pub(crate) fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
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
    fn an_event_waits_for_everybody_but_one() {
        let hub = hub();
        let channel = Channel::parse("a").unwrap();
        let sockets = [hub.admit(None), hub.admit(None)];
        for socket in &sockets {
            hub.join(&channel, socket, None).unwrap();
        }
        assert_eq!(hub.publish("a", "e", "1", None), Ok(2));
        let first = sockets[0].id.to_string();
        assert_eq!(hub.publish("a", "e", "1", Some(&first)), Ok(1));
        hub.leave(&channel, sockets[0].id, None);
        assert_eq!(hub.publish("a", "e", "1", None), Ok(1));
        assert_eq!(hub.stats().channels, 1);
        hub.leave(&channel, sockets[1].id, None);
        let stats = hub.stats();
        assert_eq!(
            (stats.channels, stats.published, stats.delivered),
            (0, 3, 4)
        );
    }
}
