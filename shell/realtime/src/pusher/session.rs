//! One socket's side of the protocol: what it says is checked here, and answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::channel::{Channel, Kind};
use super::hub::Hub;
use super::message::{self, ClientEvent, ClientMessage, Signin, Subscribe};
use super::presence::{self, Member};
use super::rate::Rate;
use super::rooms::NotJoined;
use super::{code, sign};
use crate::limits::Limits;
use crate::socket::{Dialect, Socket};

/// What is known of one socket beyond its outbox. Dropping it leaves every channel.
#[derive(Debug)]
pub(crate) struct Session {
    hub: Hub,
    socket: Arc<Socket>,
    /// Each channel, and in presence channels who the socket stands for.
    joined: HashMap<Channel, Option<String>>,
    user: Option<Member>,
    client_events: Rate,
    /// It has been in a channel.
    has_joined: bool,
}

const NOT_SIGNED: NotJoined = (
    401,
    "not allowed on this channel: the signature does not match",
);

impl Session {
    /// A socket that has said nothing yet.
    pub(crate) fn new(hub: Hub, socket: Arc<Socket>) -> Self {
        let client_events = Rate::new(hub.limits().client_events);
        Self {
            hub,
            socket,
            joined: HashMap::new(),
            user: None,
            client_events,
            has_joined: false,
        }
    }

    /// Leaves every channel, and tells who cares.
    fn leave_all(&mut self) {
        for (channel, member) in self.joined.drain() {
            self.hub
                .rooms(&channel)
                .leave(&channel, self.socket.id, member.as_deref());
        }
        if let Some(user) = self.user.take() {
            self.hub.sign_out(&user.id, self.socket.id);
        }
    }

    fn subscribe(&mut self, wanted: &Subscribe) {
        if let Err((status, error)) = self.join(wanted) {
            // What is echoed is cut, so that no name costs more than it should.
            let end = wanted.channel.floor_char_boundary(200);
            let channel = &wanted.channel[..end];
            self.socket
                .send(message::subscription_error(channel, error, status));
        }
    }

    fn join(&mut self, wanted: &Subscribe) -> Result<(), NotJoined> {
        let channel = Channel::parse(&wanted.channel).ok_or((
            400,
            "not a channel's name: at most 200 letters, digits and _-=@,.;",
        ))?;
        if self.joined.contains_key(&channel) {
            let text = format!("Existing subscription to channel {}", channel.name());
            self.socket.send(message::error(None, &text));
            return Ok(());
        }
        if self.joined.len() >= self.hub.limits().channels {
            return Err((429, "too many channels on this socket"));
        }
        let member = self.allowed(&channel, wanted)?;
        self.hub.join(&channel, &self.socket, member.as_ref())?;
        self.has_joined = true;
        if channel.kind() != Kind::Public {
            self.hub.sockets().sign(&self.socket);
        }
        self.joined.insert(channel, member.map(|member| member.id));
        Ok(())
    }

    /// Checks that the socket may join, and finds who it stands for in a presence channel.
    fn allowed(&self, channel: &Channel, wanted: &Subscribe) -> Result<Option<Member>, NotJoined> {
        match channel.kind() {
            Kind::Public => Ok(None),
            Kind::Private | Kind::Encrypted => self.is_signed(wanted).map(|()| None),
            Kind::Presence => {
                self.is_signed(wanted)?;
                self.member(wanted).map(Some)
            }
            Kind::ToUser(id) if self.user.as_ref().is_some_and(|user| user.id == id) => Ok(None),
            Kind::ToUser(_) => Err(NOT_SIGNED),
        }
    }

    fn is_signed(&self, wanted: &Subscribe) -> Result<(), NotJoined> {
        let auth = wanted.auth.as_deref().unwrap_or_default();
        let signed = sign::channel_is_signed(
            self.hub.credentials(),
            auth,
            &self.socket.id.to_string(),
            (&wanted.channel, wanted.channel_data.as_deref()),
        );
        if signed { Ok(()) } else { Err(NOT_SIGNED) }
    }

    /// Who is presented: whom the signed data names, else the person who is signed in.
    fn member(&self, wanted: &Subscribe) -> Result<Member, NotJoined> {
        let member = match &wanted.channel_data {
            Some(data) => Member::read(data),
            None => self.user.clone(),
        };
        let member = member.ok_or((400, "channel_data needs a user_id"))?;
        if member.size() > self.hub.limits().presence_data {
            return Err((413, "channel_data is too long"));
        }
        Ok(member)
    }

    fn unsubscribe(&mut self, name: &str) {
        let Some(channel) = Channel::parse(name) else {
            return;
        };
        if let Some(member) = self.joined.remove(&channel) {
            self.hub
                .rooms(&channel)
                .leave(&channel, self.socket.id, member.as_deref());
        }
    }

    fn sign_in(&mut self, signin: &Signin) {
        let Some(user) = self.signed_user(signin) else {
            let reason = "the sign-in is not signed for this socket";
            self.socket
                .send(message::error(Some(code::UNAUTHORIZED), reason));
            self.socket.close(code::UNAUTHORIZED, reason);
            return;
        };
        if let Some(before) = self.user.take() {
            self.hub.sign_out(&before.id, self.socket.id);
            self.unsubscribe(&format!("#server-to-user-{}", before.id));
        }
        self.hub.sockets().sign(&self.socket);
        self.hub.sign_in(&user.id, self.socket.id);
        self.user = Some(user);
        self.socket.send(message::signed_in(&signin.user_data));
    }

    fn signed_user(&self, signin: &Signin) -> Option<Member> {
        #[derive(Deserialize)]
        struct User {
            id: String,
            #[serde(default)]
            user_info: Option<Box<RawValue>>,
        }
        let socket = self.socket.id.to_string();
        let credentials = self.hub.credentials();
        if !sign::user_is_signed(credentials, &signin.auth, &socket, &signin.user_data) {
            return None;
        }
        let user: User = serde_json::from_str(&signin.user_data).ok()?;
        let info = user.user_info.unwrap_or_else(presence::nothing);
        (!user.id.is_empty()).then_some(Member { id: user.id, info })
    }

    fn forward(&mut self, said: &ClientEvent) -> Result<(), &'static str> {
        // The rate comes first, so that refusals are not for free either.
        if !self.client_events.allows(Instant::now()) {
            return Err("Client event rejected: too many per second");
        }
        let channel = Channel::parse(&said.channel)
            .filter(|channel| matches!(channel.kind(), Kind::Private | Kind::Presence))
            .ok_or(
                "Client event rejected: only private and presence channels take client events",
            )?;
        let member = self
            .joined
            .get(&channel)
            .ok_or("Client event rejected: this socket is not in the channel")?;
        self.hub
            .check_event(&said.event, said.data.get())
            .map_err(|_| "Client event rejected: its name or data is too long")?;
        self.hub
            .forward(&channel, said, (self.socket.id, member.as_deref()));
        Ok(())
    }
}

impl Dialect for Session {
    const OVER_CAPACITY: u16 = code::OVER_CAPACITY;
    const NO_ANSWER: u16 = code::NO_PONG;

    fn limits(&self) -> &Limits {
        self.hub.limits()
    }

    fn ping() -> Option<Utf8Bytes> {
        Some(message::ping())
    }

    fn receive(&mut self, text: &str) {
        match message::read(text) {
            Ok(ClientMessage::Ping) => {
                self.socket.send(message::pong());
            }
            // Any message counts as a sign of life; there is nothing to do about this one.
            Ok(ClientMessage::Pong) => {}
            Ok(ClientMessage::Subscribe(subscribe)) => self.subscribe(&subscribe),
            Ok(ClientMessage::Unsubscribe(channel)) => self.unsubscribe(&channel),
            Ok(ClientMessage::Signin(signin)) => self.sign_in(&signin),
            Ok(ClientMessage::ClientEvent(said)) => {
                if let Err(reason) = self.forward(&said) {
                    self.socket
                        .send(message::error(Some(code::CLIENT_EVENT), reason));
                }
            }
            Err(unread) => {
                self.socket.send(message::error(None, &unread.to_string()));
            }
        }
    }

    fn is_in_use(&self) -> bool {
        self.has_joined || self.socket.is_signed()
    }

    fn leave(&mut self) {
        if self.socket.is_too_slow() {
            self.hub.note_dropped();
        }
        self.leave_all();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.leave_all();
        self.hub.sockets().dismiss(&self.socket);
    }
}
