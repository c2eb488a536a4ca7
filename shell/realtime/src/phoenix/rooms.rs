//! Who is in which topic. A topic is a group's own: the same name in another group is another room.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::bytes;
use super::message::{Refs, Version, write};
use crate::socket::{Socket, SocketId};

/// Something that is told in a topic.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its number in the topic, where what was told before is kept: nobody is told a number twice.
    pub seq: Option<u32>,
    /// Its name.
    pub event: String,
    /// What is told.
    pub payload: ToldPayload,
}

/// What is told.
#[derive(Clone, Debug)]
pub enum ToldPayload {
    /// JSON.
    Json(String),
    /// Bytes, for those who take some.
    Bytes(Vec<u8>),
}

/// Where a topic is, by its group and its name as clients say it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) group: String,
    pub(super) topic: String,
}

/// A socket in a topic.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) socket: Arc<Socket>,
    pub(super) version: Version,
    /// Which of its joins this is: one that joins again is not taken for the one before.
    pub(super) join: u64,
    /// It hears what it broadcasts itself.
    pub(super) hears_itself: bool,
}

#[derive(Debug)]
struct Seat {
    member: Member,
    hears: Hears,
}

/// What a member hears.
#[derive(Debug)]
enum Hears {
    /// Nothing yet: what was told before comes first. This is told meanwhile.
    Past(Vec<Told>),
    /// What is told, after this number.
    Live(u32),
}

/// All topics that somebody is in.
#[derive(Debug, Default)]
pub(super) struct Rooms(HashMap<Place, HashMap<SocketId, Seat>>);

impl Rooms {
    /// Takes a member in who is to hear of the past first.
    pub(super) fn join(&mut self, place: Place, member: Member) {
        let seats = self.0.entry(place).or_default();
        let hears = Hears::Past(Vec::new());
        seats.insert(member.socket.id, Seat { member, hears });
    }

    /// Tells a new member that it has joined, then what was told before, then what was told meanwhile.
    pub(super) fn open(
        &mut self,
        place: &Place,
        (socket, join): (SocketId, u64),
        joined: Utf8Bytes,
        past: Vec<Told>,
    ) {
        let Some(seats) = self.0.get_mut(place) else {
            return;
        };
        let Some(seat) = seats
            .get_mut(&socket)
            .filter(|seat| seat.member.join == join)
        else {
            return;
        };
        seat.member.socket.send(joined);
        let Hears::Past(meanwhile) = std::mem::replace(&mut seat.hears, Hears::Live(0)) else {
            return;
        };
        for told in past.iter().chain(&meanwhile) {
            seat.tell(&place.topic, told, &mut Written::default());
        }
    }

    /// How many topics somebody is in.
    pub(super) fn occupied(&self) -> usize {
        self.0.len()
    }

    /// Lets a member go.
    pub(super) fn leave(&mut self, place: &Place, socket: SocketId, join: u64) {
        let Some(seats) = self.0.get_mut(place) else {
            return;
        };
        if seats
            .get(&socket)
            .is_some_and(|seat| seat.member.join == join)
        {
            seats.remove(&socket);
        }
        if seats.is_empty() {
            self.0.remove(place);
        }
    }

    /// Tells everybody in a topic but whoever said it and does not want to hear it; how many hear of it.
    pub(super) fn tell(&mut self, place: &Place, told: &Told, from: Option<SocketId>) -> usize {
        let mut written = Written::default();
        let seats = self.0.get_mut(place).into_iter().flatten();
        let others = seats.filter(|(id, seat)| seat.member.hears_itself || Some(**id) != from);
        others
            .filter_map(|(_, seat)| seat.tell(&place.topic, told, &mut written))
            .count()
    }
}

impl Seat {
    fn tell(&mut self, topic: &str, told: &Told, written: &mut Written) -> Option<()> {
        match &mut self.hears {
            Hears::Past(meanwhile) => {
                meanwhile.push(told.clone());
                return None;
            }
            Hears::Live(last) => {
                if told.seq.is_some_and(|seq| seq <= *last) {
                    return None;
                }
                *last = told.seq.unwrap_or(*last);
            }
        }
        let message = written.of(self.member.version, topic, told)?;
        self.member.socket.leave(message).then_some(())
    }
}

/// A message as it is written once for all who read it alike.
#[derive(Default)]
struct Written([Option<Message>; 2]);

impl Written {
    /// Nothing for who cannot read it.
    fn of(&mut self, version: Version, topic: &str, told: &Told) -> Option<Message> {
        let place = &mut self.0[version as usize];
        if place.is_none() {
            *place = written(version, topic, told);
        }
        place.clone()
    }
}

fn written(version: Version, topic: &str, told: &Told) -> Option<Message> {
    let json = match (&told.payload, version) {
        (ToldPayload::Json(json), _) => json,
        (ToldPayload::Bytes(said), Version::Arrays) => {
            return bytes::write(topic, &told.event, said).map(Message::binary);
        }
        (ToldPayload::Bytes(_), Version::Objects) => return None,
    };
    let event = json!(told.event);
    let payload = format!("{{\"type\":\"broadcast\",\"event\":{event},\"payload\":{json}}}");
    let named = (topic, "broadcast");
    Some(Message::Text(write(
        version,
        &Refs::default(),
        named,
        &payload,
    )))
}
