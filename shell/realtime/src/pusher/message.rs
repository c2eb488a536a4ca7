//! Messages of the protocol: what clients say, read; and what they are told, written.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What a client says.
#[derive(Debug)]
pub(crate) enum ClientMessage {
    /// Wants to join a channel.
    Subscribe(Subscribe),
    /// Leaves one.
    Unsubscribe(String),
    /// Asks whether we are there.
    Ping,
    /// Is there.
    Pong,
    /// Says who the person is.
    Signin(Signin),
    /// Has something for the others in a channel.
    ClientEvent(ClientEvent),
}

/// Wants to join a channel.
#[derive(Debug, Deserialize)]
pub(crate) struct Subscribe {
    pub(crate) channel: String,
    #[serde(default)]
    pub(crate) auth: Option<String>,
    #[serde(default)]
    pub(crate) channel_data: Option<String>,
}

/// Says who the person is.
#[derive(Debug, Deserialize)]
pub(crate) struct Signin {
    pub(crate) auth: String,
    pub(crate) user_data: String,
}

/// Something for the others in a channel.
#[derive(Debug)]
pub(crate) struct ClientEvent {
    pub(crate) channel: String,
    pub(crate) event: String,
    /// As the client wrote it.
    pub(crate) data: Box<RawValue>,
}

/// Why a message was not understood; the words are for its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("the message is not a JSON object with an event")]
    NotAMessage,
    #[error("the data does not fit the event")]
    Data,
    #[error("unknown event; events of clients begin with client-")]
    Unknown,
    #[error("a client's event needs a channel")]
    NoChannel,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    event: Cow<'a, str>,
    #[serde(borrow, default)]
    channel: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Unsubscribe {
    channel: String,
}

/// Reads one message.
pub(crate) fn read(text: &str) -> Result<ClientMessage, ReadError> {
    let envelope: Envelope<'_> = serde_json::from_str(text).map_err(|_| ReadError::NotAMessage)?;
    match envelope.event.as_ref() {
        "pusher:ping" => Ok(ClientMessage::Ping),
        "pusher:pong" => Ok(ClientMessage::Pong),
        "pusher:subscribe" => data(&envelope).map(ClientMessage::Subscribe),
        "pusher:unsubscribe" => data::<Unsubscribe>(&envelope)
            .map(|unsubscribe| ClientMessage::Unsubscribe(unsubscribe.channel)),
        "pusher:signin" => data(&envelope).map(ClientMessage::Signin),
        event if event.starts_with("client-") => {
            let channel = envelope.channel.ok_or(ReadError::NoChannel)?.into_owned();
            let data = envelope.data.unwrap_or(RawValue::NULL).to_owned();
            Ok(ClientMessage::ClientEvent(ClientEvent {
                channel,
                event: envelope.event.into_owned(),
                data,
            }))
        }
        _ => Err(ReadError::Unknown),
    }
}

/// The data of a message: an object, or the text of one.
fn data<T: for<'a> Deserialize<'a>>(envelope: &Envelope<'_>) -> Result<T, ReadError> {
    let raw = envelope.data.ok_or(ReadError::Data)?.get();
    let read = if raw.starts_with('"') {
        serde_json::from_str::<String>(raw).and_then(|text| serde_json::from_str(&text))
    } else {
        serde_json::from_str(raw)
    };
    read.map_err(|_| ReadError::Data)
}

/// What a client is told.
#[derive(Serialize)]
struct ServerMessage<'a, D: Serialize> {
    event: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel: Option<&'a str>,
    data: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<&'a str>,
}

fn told<D: Serialize>(event: &str, channel: Option<&str>, data: D) -> Utf8Bytes {
    written(&ServerMessage {
        event,
        channel,
        data,
        user_id: None,
    })
}

fn written<D: Serialize>(told: &ServerMessage<'_, D>) -> Utf8Bytes {
    json(told).into()
}

/// Our own types of text and numbers always have a form; an empty one would be refused by a client.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The first message of a socket.
pub(crate) fn established(socket_id: &str, activity_timeout: u128) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Data<'a> {
        socket_id: &'a str,
        activity_timeout: u128,
    }
    let data = json(&Data {
        socket_id,
        activity_timeout,
    });
    told("pusher:connection_established", None, data)
}

/// Something went wrong; what follows is up to the code, or to the client when there is none.
pub(crate) fn error(code: Option<u16>, message: &str) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Data<'a> {
        code: Option<u16>,
        message: &'a str,
    }
    told("pusher:error", None, Data { code, message })
}

/// Asks whether a client is there.
pub(crate) fn ping() -> Utf8Bytes {
    told("pusher:ping", None, "{}")
}

/// Says that we are.
pub(crate) fn pong() -> Utf8Bytes {
    told("pusher:pong", None, "{}")
}

/// The socket has joined; `data` tells who else is there, if that is shown.
pub(crate) fn subscribed(channel: &str, data: &str) -> Utf8Bytes {
    told(
        "pusher_internal:subscription_succeeded",
        Some(channel),
        data,
    )
}

/// The socket has not joined.
pub(crate) fn subscription_error(channel: &str, error: &str, status: u16) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Data<'a> {
        r#type: &'a str,
        error: &'a str,
        status: u16,
    }
    let r#type = match status {
        401 | 403 => "AuthError",
        413 | 429 => "LimitReached",
        _ => "SubscriptionError",
    };
    let data = Data {
        r#type,
        error,
        status,
    };
    told("pusher:subscription_error", Some(channel), data)
}

/// The person is known now.
pub(crate) fn signed_in(user_data: &str) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Data<'a> {
        user_data: &'a str,
    }
    told("pusher:signin_success", None, json(&Data { user_data }))
}

/// Nothing is remembered in a cache channel.
pub(crate) fn cache_miss(channel: &str) -> Utf8Bytes {
    told("pusher:cache_miss", Some(channel), "")
}

/// Somebody came into a presence channel.
pub(crate) fn member_added(channel: &str, user_id: &str, user_info: &RawValue) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Data<'a> {
        user_id: &'a str,
        user_info: &'a RawValue,
    }
    let data = json(&Data { user_id, user_info });
    told("pusher_internal:member_added", Some(channel), data)
}

/// Somebody left a presence channel.
pub(crate) fn member_removed(channel: &str, user_id: &str) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Data<'a> {
        user_id: &'a str,
    }
    let data = json(&Data { user_id });
    told("pusher_internal:member_removed", Some(channel), data)
}

/// What a server published.
pub(crate) fn event(channel: &str, event: &str, data: &str) -> Utf8Bytes {
    told(event, Some(channel), data)
}

/// What a client published, and in a presence channel who that was.
pub(crate) fn client_event(said: &ClientEvent, user_id: Option<&str>) -> Utf8Bytes {
    written(&ServerMessage {
        event: &said.event,
        channel: Some(&said.channel),
        data: &said.data,
        user_id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_told_things_in_the_protocols_own_form() {
        let info = RawValue::from_string(r#"{"n":1}"#.into()).unwrap();
        for (text, expected) in [
            (
                established("1.2", 120),
                r#"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\",\"activity_timeout\":120}"}"#,
            ),
            (
                error(None, "no"),
                r#"{"event":"pusher:error","data":{"code":null,"message":"no"}}"#,
            ),
            (
                subscribed("c", "{}"),
                r#"{"event":"pusher_internal:subscription_succeeded","channel":"c","data":"{}"}"#,
            ),
            (
                subscription_error("c", "no", 401),
                r#"{"event":"pusher:subscription_error","channel":"c","data":{"type":"AuthError","error":"no","status":401}}"#,
            ),
            (
                signed_in(r#"{"id":"1"}"#),
                r#"{"event":"pusher:signin_success","data":"{\"user_data\":\"{\\\"id\\\":\\\"1\\\"}\"}"}"#,
            ),
            (
                member_added("presence-c", "7", &info),
                r#"{"event":"pusher_internal:member_added","channel":"presence-c","data":"{\"user_id\":\"7\",\"user_info\":{\"n\":1}}"}"#,
            ),
            (
                event("c", "e", r#"{"a":"b"}"#),
                r#"{"event":"e","channel":"c","data":"{\"a\":\"b\"}"}"#,
            ),
        ] {
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn data_is_an_object_or_the_text_of_one() {
        for text in [
            r#"{"event":"pusher:subscribe","data":{"channel":"c","auth":"","channel_data":null}}"#,
            r#"{"event":"pusher:subscribe","data":"{\"channel\":\"c\",\"auth\":\"\"}"}"#,
        ] {
            let Ok(ClientMessage::Subscribe(subscribe)) = read(text) else {
                panic!("{text}");
            };
            assert_eq!(
                (subscribe.channel.as_str(), subscribe.channel_data),
                ("c", None)
            );
        }
    }

    #[test]
    fn a_clients_event_is_passed_on_as_it_was_written() {
        let text = r#"{"event":"client-a\"b","channel":"presence-c","data":{"x" : [1.0, "é"]}}"#;
        let Ok(ClientMessage::ClientEvent(said)) = read(text) else {
            panic!("not read");
        };
        assert_eq!(
            client_event(&said, Some("7")),
            r#"{"event":"client-a\"b","channel":"presence-c","data":{"x" : [1.0, "é"]},"user_id":"7"}"#
        );
    }

    #[test]
    fn what_is_not_understood_is_told_apart() {
        for (text, expected) in [
            ("", ReadError::NotAMessage),
            ("[]", ReadError::NotAMessage),
            (r#"{"event":1}"#, ReadError::NotAMessage),
            (r#"{"event":"pusher:subscribe"}"#, ReadError::Data),
            (r#"{"event":"pusher:subscribe","data":{}}"#, ReadError::Data),
            (
                r#"{"event":"pusher:subscribe","data":"{"}"#,
                ReadError::Data,
            ),
            (
                r#"{"event":"pusher:signin","data":{"auth":"x"}}"#,
                ReadError::Data,
            ),
            (r#"{"event":"pusher:other"}"#, ReadError::Unknown),
            (r#"{"event":"hello","channel":"c"}"#, ReadError::Unknown),
            (r#"{"event":"client-a","data":1}"#, ReadError::NoChannel),
        ] {
            assert_eq!(read(text).unwrap_err(), expected, "{text}");
        }
        assert_eq!(
            read(&"[".repeat(10_000)).unwrap_err(),
            ReadError::NotAMessage
        );
    }
}
