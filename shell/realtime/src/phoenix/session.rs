//! One socket's side of the protocol: what it says is checked here, and answered.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Map, Value, json};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::bytes;
use super::hub::{Knock, PhoenixHub, TopicDoor};
use super::message::{self, ClientMessage, Refs, Version};
use super::rooms::{Member, Place, Told, ToldPayload};
use crate::limits::Limits;
use crate::pusher::{Rate, code};
use crate::socket::{Dialect, Socket};

/// What the names of topics begin with.
const REALTIME: &str = "realtime:";
/// Bytes of a topic's name: what a message in bytes can say.
const TOPIC: usize = 255;

/// What is known of one socket beyond its outbox. Dropping it leaves every topic.
pub(super) struct Session {
    shared: Arc<Shared>,
    /// What the address showed, and then what the client shows instead.
    tokens: Vec<String>,
    joins: u64,
    /// What it asks for.
    asked: Rate,
    /// What it broadcasts.
    said: Rate,
}

/// What those who let a socket in need of it.
struct Shared {
    phoenix: PhoenixHub,
    door: Arc<dyn TopicDoor>,
    socket: Arc<Socket>,
    version: Version,
    /// Topics that it is in or asks to join; nothing once it is gone.
    topics: Mutex<Option<HashMap<String, Joined>>>,
    has_joined: AtomicBool,
}

/// A topic that a socket is in, or will be once it is let in.
struct Joined {
    join: u64,
    refs: Refs,
    group: Option<String>,
    /// It is told that what it broadcasts has come.
    acknowledges: bool,
}

impl Session {
    /// A socket that has said nothing yet.
    pub(super) fn new(
        phoenix: PhoenixHub,
        door: Arc<dyn TopicDoor>,
        socket: Arc<Socket>,
        (version, apikey): (Version, Option<String>),
    ) -> Self {
        let limits = phoenix.hub().limits();
        let said = Rate::new(limits.client_events);
        // Who comes back joins all its topics at once.
        let asked = Rate::new(u32::try_from(limits.channels).unwrap_or(u32::MAX));
        let shared = Shared {
            phoenix,
            door,
            socket,
            version,
            topics: Mutex::new(Some(HashMap::new())),
            has_joined: AtomicBool::new(false),
        };
        Self {
            shared: Arc::new(shared),
            tokens: apikey.into_iter().collect(),
            joins: 0,
            asked,
            said,
        }
    }

    fn take(&mut self, message: ClientMessage) {
        let ClientMessage {
            refs,
            topic,
            event,
            payload,
        } = message;
        let shared = Arc::clone(&self.shared);
        // The rates come first, so that refusals are not for free either. Signs of life may come as they like.
        let is_alive = topic == "phoenix" && event == "heartbeat";
        let rate = match event.as_str() {
            "broadcast" => &mut self.said,
            _ => &mut self.asked,
        };
        if !is_alive && !rate.allows(Instant::now()) {
            return shared.answer(&refs, &topic, Err("too many messages per second"));
        }
        match event.as_str() {
            "heartbeat" if is_alive => shared.answer(&refs, &topic, Ok(json!({}))),
            "phx_join" => self.join(refs, topic, &payload),
            "phx_leave" => {
                let left = shared.leave(&topic, None);
                shared.answer(&refs, &topic, Ok(json!({})));
                if let Some(joined) = left {
                    shared.close(&joined.refs, &topic);
                }
            }
            "access_token" => self.show(&payload),
            "broadcast" => {
                let event = payload["event"].as_str().unwrap_or_default();
                let said = payload.get("payload").unwrap_or(&Value::Null);
                let said = ToldPayload::Json(said.to_string());
                self.broadcast(&refs, &topic, event, said);
            }
            _ => shared.answer(&refs, &topic, Err("this event is not supported")),
        }
    }

    /// What is shown from now on.
    fn show(&mut self, payload: &Value) {
        if let Some(token) = payload["access_token"].as_str() {
            self.tokens.truncate(1);
            self.tokens.insert(0, token.to_owned());
            self.tokens.dedup();
        }
    }

    fn join(&mut self, refs: Refs, topic: String, payload: &Value) {
        self.show(payload);
        let shared = Arc::clone(&self.shared);
        if !topic.starts_with(REALTIME) || topic.len() > TOPIC {
            return shared.answer(&refs, &topic, Err("not a topic's name"));
        }
        // Who joins again has left.
        shared.leave(&topic, None);
        self.joins += 1;
        let config = &payload["config"];
        let broadcast = &config["broadcast"];
        let joined = Joined {
            join: self.joins,
            refs: refs.clone(),
            group: None,
            acknowledges: broadcast["ack"] == true,
        };
        if !shared.begin(&topic, joined) {
            return shared.answer(&refs, &topic, Err("too many topics on this socket"));
        }
        let joining = Joining {
            knock: Knock {
                socket: shared.socket.id.to_string(),
                topic,
                tokens: self.tokens.clone(),
            },
            refs,
            join: self.joins,
            hears_itself: broadcast["self"] == true,
            answer: json!({ "postgres_changes": echoed(&config["postgres_changes"]) }),
        };
        tokio::spawn(async move { shared.let_in(joining).await });
    }

    fn broadcast(&self, refs: &Refs, topic: &str, event: &str, said: ToldPayload) {
        let shared = &self.shared;
        let limits = shared.phoenix.hub().limits();
        let length = match &said {
            ToldPayload::Json(json) => json.len(),
            ToldPayload::Bytes(bytes) => bytes.len(),
        };
        if event.is_empty() || event.len() > limits.event_name || length > limits.event_data {
            return shared.answer(refs, topic, Err("the event's name or payload is too long"));
        }
        let Some((place, acknowledges)) = shared.place(topic) else {
            return shared.answer(refs, topic, Err("this socket is not in the topic"));
        };
        let told = Told {
            seq: None,
            event: event.to_owned(),
            payload: said,
        };
        let from = Some(shared.socket.id);
        shared.phoenix.tell(&place, &told, from);
        if acknowledges {
            shared.answer(refs, topic, Ok(json!({})));
        }
    }
}

/// Somebody who is about to be let in.
struct Joining {
    knock: Knock,
    refs: Refs,
    join: u64,
    hears_itself: bool,
    answer: Value,
}

/// What a client wants to hear of tables, with a number each: it compares that with what it asked for.
fn echoed(wanted: &Value) -> Vec<Value> {
    let wanted = wanted.as_array().map(Vec::as_slice).unwrap_or_default();
    let echo = |(one, id): (&Value, u32)| {
        let mut one = one.as_object().cloned().unwrap_or_else(Map::new);
        one.insert("id".to_owned(), json!(id));
        Value::Object(one)
    };
    wanted.iter().zip(1..).map(echo).collect()
}

impl Shared {
    fn topics(&self) -> MutexGuard<'_, Option<HashMap<String, Joined>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, refs: &Refs, topic: &str, answer: Result<Value, &str>) {
        // What is echoed is cut, so that no name costs more than it should.
        let topic = &topic[..topic.floor_char_boundary(TOPIC)];
        self.socket
            .send(message::reply(self.version, refs, topic, answer));
    }

    fn close(&self, joined: &Refs, topic: &str) {
        let refs = Refs {
            join: joined.join.clone(),
            own: joined.join.clone(),
        };
        let named = (topic, "phx_close");
        self.socket
            .send(message::write(self.version, &refs, named, "{}"));
    }

    /// Notes that it asks to join; false when it is in too many topics, or gone.
    fn begin(&self, topic: &str, joined: Joined) -> bool {
        let mut topics = self.topics();
        let most = self.phoenix.hub().limits().channels;
        match topics.as_mut().filter(|topics| topics.len() < most) {
            Some(topics) => topics.insert(topic.to_owned(), joined).is_none(),
            None => false,
        }
    }

    /// Where a topic that it is in is, and whether it wants to be answered there.
    fn place(&self, topic: &str) -> Option<(Place, bool)> {
        let topics = self.topics();
        let joined = topics.as_ref()?.get(topic)?;
        let place = Place {
            group: joined.group.clone()?,
            topic: topic.to_owned(),
        };
        Some((place, joined.acknowledges))
    }

    /// Leaves a topic, or, where one is named, this join of it alone.
    fn leave(&self, topic: &str, join: Option<u64>) -> Option<Joined> {
        let joined = {
            let mut topics = self.topics();
            let topics = topics.as_mut()?;
            let known = topics.get(topic)?.join;
            join.is_none_or(|join| join == known)
                .then(|| topics.remove(topic))??
        };
        self.left(topic, &joined);
        Some(joined)
    }

    fn left(&self, topic: &str, joined: &Joined) {
        if let Some(group) = joined.group.clone() {
            let topic = topic.to_owned();
            let place = Place { group, topic };
            self.phoenix
                .seat(|rooms| rooms.leave(&place, self.socket.id, joined.join));
        }
    }

    fn leave_all(&self) {
        let topics = self.topics().take();
        for (topic, joined) in topics.unwrap_or_default() {
            self.left(&topic, &joined);
        }
    }

    /// Asks the door, and lets somebody in who was not gone by then.
    async fn let_in(&self, joining: Joining) {
        let Joining { refs, join, .. } = joining;
        let topic = joining.knock.topic.clone();
        let refused = |why: &str| {
            self.leave(&topic, Some(join));
            self.answer(&refs, &topic, Err(why));
        };
        let group = match self.door.admit(joining.knock).await {
            Ok(group) => group,
            Err(why) => return refused(why),
        };
        let place = Place {
            group,
            topic: topic.clone(),
        };
        let member = Member {
            socket: Arc::clone(&self.socket),
            version: self.version,
            join,
            hears_itself: joining.hears_itself,
        };
        if !self.enter(&place, member) {
            return;
        }
        let past = match self.door.past(&place.group, &topic).await {
            Ok(past) => past,
            Err(why) => return refused(why),
        };
        self.has_joined.store(true, Ordering::Relaxed);
        self.phoenix.hub().sockets().sign(&self.socket);
        let joined = message::reply(self.version, &refs, &topic, Ok(joining.answer));
        let who = (self.socket.id, join);
        self.phoenix.rooms().open(&place, who, joined, past);
    }

    /// Enters a topic, unless this join is not wanted any more.
    fn enter(&self, place: &Place, member: Member) -> bool {
        let mut topics = self.topics();
        let topics = topics.as_mut();
        let Some(joined) = topics.and_then(|topics| topics.get_mut(&place.topic)) else {
            return false;
        };
        if joined.join != member.join {
            return false;
        }
        joined.group = Some(place.group.clone());
        self.phoenix.seat(|rooms| rooms.join(place.clone(), member));
        true
    }
}

impl Dialect for Session {
    const OVER_CAPACITY: u16 = code::OVER_CAPACITY;
    const NO_ANSWER: u16 = code::NO_PONG;

    fn limits(&self) -> &Limits {
        self.shared.phoenix.hub().limits()
    }

    /// Clients say by themselves that they are there.
    fn ping() -> Option<Utf8Bytes> {
        None
    }

    fn receive(&mut self, text: &str) {
        match message::read(text) {
            Some(message) => self.take(message),
            None => {
                let refs = Refs::default();
                let why = "not a message of the protocol";
                self.shared.answer(&refs, "phoenix", Err(why));
            }
        }
    }

    fn receive_bytes(&mut self, bytes: &[u8]) -> bool {
        if self.shared.version == Version::Objects {
            return false;
        }
        let Some(push) = bytes::read(bytes) else {
            return false;
        };
        let word = |word: &str| Some(word.to_owned()).filter(|word| !word.is_empty());
        let refs = Refs {
            join: word(push.join_ref),
            own: word(push.own_ref),
        };
        if !self.said.allows(Instant::now()) {
            let why = "too many messages per second";
            self.shared.answer(&refs, push.topic, Err(why));
            return true;
        }
        let said = match push.is_json {
            false => ToldPayload::Bytes(push.said.to_vec()),
            true => match serde_json::from_slice::<Value>(push.said) {
                Ok(said) => ToldPayload::Json(said.to_string()),
                Err(_) => {
                    self.shared.answer(&refs, push.topic, Err("not JSON"));
                    return true;
                }
            },
        };
        self.broadcast(&refs, push.topic, push.event, said);
        true
    }

    fn is_in_use(&self) -> bool {
        self.shared.has_joined.load(Ordering::Relaxed)
    }

    fn leave(&mut self) {
        if self.shared.socket.is_too_slow() {
            self.shared.phoenix.hub().note_dropped();
        }
        self.shared.leave_all();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shared.leave_all();
        self.shared
            .phoenix
            .hub()
            .sockets()
            .dismiss(&self.shared.socket);
    }
}
