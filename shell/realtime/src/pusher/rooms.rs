//! Who is subscribed to which channel. One `Rooms` holds a share of the channels behind one lock:
//! all that happens to a channel has one order, and everybody in it sees that order.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::channel::{Channel, Kind};
use super::message;
use super::presence::{Member, Presence};
use crate::limits::Limits;
use crate::socket::{Socket, SocketId};

/// A share of the channels.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    rooms: HashMap<Channel, Room>,
    /// How many of them are open to everybody.
    public: usize,
}

/// One channel that somebody is in, or that remembers something.
#[derive(Debug, Default)]
struct Room {
    sockets: HashMap<SocketId, Arc<Socket>>,
    presence: Presence,
    remembered: Option<Remembered>,
}

#[derive(Debug)]
struct Remembered {
    text: Utf8Bytes,
    until: Instant,
}

/// Why a socket may not join a channel: a status and a sentence.
pub(crate) type NotJoined = (u16, &'static str);

/// How many are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occupancy {
    pub(crate) sockets: usize,
    /// People; only presence channels know.
    pub(crate) users: usize,
}

impl Rooms {
    /// Lets a socket in and tells whom it concerns. The newcomer reads that it has joined before
    /// anything else of the channel.
    pub(crate) fn join(
        &mut self,
        channel: &Channel,
        socket: &Arc<Socket>,
        member: Option<&Member>,
        limits: &Limits,
    ) -> Result<(), NotJoined> {
        if let Some(member) = member {
            let presence = self.rooms.get(channel).map(|room| &room.presence);
            let is_full = presence.is_some_and(|presence| {
                presence.count() >= limits.presence_members && !presence.has(&member.id)
            });
            if is_full {
                return Err((429, "the channel is full"));
            }
        }
        let is_new = !self.rooms.contains_key(channel);
        if is_new && is_public(channel) && self.public >= limits.public_channels {
            return Err((429, "too many public channels are in use"));
        }
        let room = self.room(channel);
        let mut data = "{}".to_owned();
        if let Some(member) = member {
            if room.presence.join(member) {
                room.tell(&message::member_added(
                    channel.name(),
                    &member.id,
                    &member.info,
                ));
            }
            data = room.presence.roster();
        }
        socket.send(message::subscribed(channel.name(), &data));
        if channel.is_cached() {
            let remembered = room.remembered.as_ref();
            let remembered = remembered.filter(|known| known.until > Instant::now());
            socket.send(match remembered {
                Some(known) => known.text.clone(),
                None => message::cache_miss(channel.name()),
            });
        }
        room.sockets.insert(socket.id, Arc::clone(socket));
        Ok(())
    }

    /// Lets a socket go, with the person it stood for.
    pub(crate) fn leave(&mut self, channel: &Channel, socket: SocketId, member: Option<&str>) {
        let Some(room) = self.rooms.get_mut(channel) else {
            return;
        };
        if room.sockets.remove(&socket).is_none() {
            return;
        }
        if let Some(member) = member
            && room.presence.leave(member)
        {
            room.tell(&message::member_removed(channel.name(), member));
        }
        if room.is_empty() {
            self.rooms.remove(channel);
            self.public -= usize::from(is_public(channel));
        }
    }

    /// The room of a channel, a new one where there was none.
    fn room(&mut self, channel: &Channel) -> &mut Room {
        let public = &mut self.public;
        self.rooms.entry(channel.clone()).or_insert_with(|| {
            *public += usize::from(is_public(channel));
            Room::default()
        })
    }

    /// Sends a message to everybody in a channel but one; how many it waits for.
    pub(crate) fn publish(
        &self,
        channel: &Channel,
        text: &Utf8Bytes,
        except: Option<SocketId>,
    ) -> usize {
        self.rooms
            .get(channel)
            .map_or(0, |room| room.tell_except(text, except))
    }

    /// Remembers the last event of a cache channel; `has_room` says whether for one more channel.
    /// True when the channel remembered nothing before.
    pub(crate) fn remember(
        &mut self,
        channel: &Channel,
        text: Utf8Bytes,
        until: Instant,
        has_room: bool,
    ) -> bool {
        let is_known = self
            .rooms
            .get(channel)
            .is_some_and(|room| room.remembered.is_some());
        if !is_known && !has_room {
            return false;
        }
        let room = self.room(channel);
        room.remembered = Some(Remembered { text, until });
        !is_known
    }

    /// Forgets what has been remembered long enough, and gives in how many channels.
    pub(crate) fn forget(&mut self, now: Instant) -> usize {
        let mut forgotten = 0;
        let public = &mut self.public;
        self.rooms.retain(|channel, room| {
            let old = room.remembered.take_if(|known| known.until <= now);
            forgotten += usize::from(old.is_some());
            let is_over = room.is_empty();
            *public -= usize::from(is_over && is_public(channel));
            !is_over
        });
        forgotten
    }

    /// How many are in a channel.
    pub(crate) fn occupancy(&self, channel: &Channel) -> Occupancy {
        self.rooms
            .get(channel)
            .map(Room::occupancy)
            .unwrap_or_default()
    }

    /// The people in a presence channel.
    pub(crate) fn users(&self, channel: &Channel) -> Vec<String> {
        self.rooms
            .get(channel)
            .map(|room| room.presence.ids().map(str::to_owned).collect())
            .unwrap_or_default()
    }

    /// Channels with somebody in them.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = (&Channel, Occupancy)> {
        self.rooms
            .iter()
            .filter(|(channel, room)| {
                !room.sockets.is_empty() && !matches!(channel.kind(), Kind::ToUser(_))
            })
            .map(|(channel, room)| (channel, room.occupancy()))
    }
}

/// Nobody has to be vouched for to join it.
fn is_public(channel: &Channel) -> bool {
    channel.kind() == Kind::Public
}

impl Room {
    fn tell(&self, text: &Utf8Bytes) -> usize {
        self.tell_except(text, None)
    }

    fn tell_except(&self, text: &Utf8Bytes, except: Option<SocketId>) -> usize {
        self.sockets
            .values()
            .filter(|socket| Some(socket.id) != except && socket.send(text.clone()))
            .count()
    }

    fn occupancy(&self) -> Occupancy {
        Occupancy {
            sockets: self.sockets.len(),
            users: self.presence.count(),
        }
    }

    fn is_empty(&self) -> bool {
        self.sockets.is_empty() && self.remembered.is_none()
    }
}
