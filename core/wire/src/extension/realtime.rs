//! Joining the live stream of a conversation. Spec 001 §3.6.

use uuid::Uuid;

use crate::Invalid;
use crate::derives::*;

/// Longest name of a channel, and longest id of a socket.
const NAME_CHARS: usize = 200;

/// `GET /api/realtime`: where the stream is, in the words of Pusher's clients. What is left out is
/// as for this server: its host, its port, and TLS as the client reached it.
#[contract(Default)]
pub struct RealtimeData {
    /// The app's key; no secret.
    pub key: String,
    /// Host of another server.
    pub host: Option<String>,
    /// Its port.
    pub port: Option<u16>,
    /// It speaks TLS.
    pub tls: Option<bool>,
    /// Cluster of Pusher's own service.
    pub cluster: Option<String>,
}

/// `POST /api/pusher/auth`, as a form or as JSON: the names are Pusher's.
#[contract]
pub struct ChannelAuthRequest {
    /// The socket that wants to listen.
    pub socket_id: String,
    /// `private-session-<sessionId>`.
    pub channel_name: String,
}

impl ChannelAuthRequest {
    /// Checks form and limits.
    pub fn checked(self) -> Result<Self, Invalid> {
        if !is_socket_id(&self.socket_id) {
            return Err(Invalid::new("socket_id", "is not two numbers around a dot"));
        }
        if self.channel_name.is_empty() || self.channel_name.len() > NAME_CHARS {
            let reason = format!("is not 1 to {NAME_CHARS} characters");
            return Err(Invalid::new("channel_name", reason));
        }
        Ok(self)
    }

    /// The conversation whose channel is meant. An id is taken in the one form in which channels
    /// are named, since a name that differs is another channel.
    pub fn session(&self) -> Option<Uuid> {
        let id = self.channel_name.strip_prefix(SESSION_CHANNEL)?;
        let session = Uuid::parse_str(id).ok()?;
        (session.to_string() == id).then_some(session)
    }
}

/// What the channels of conversations begin with.
const SESSION_CHANNEL: &str = "private-session-";

/// The channel of a conversation.
pub fn session_channel(session: Uuid) -> String {
    format!("{SESSION_CHANNEL}{session}")
}

/// The signature that lets a socket listen, as Pusher's clients pass it on.
#[contract]
pub struct ChannelAuth {
    /// `key:signature`.
    pub auth: String,
}

fn is_socket_id(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= NAME_CHARS
        && text
            .split_once('.')
            .is_some_and(|(left, right)| number(left) && number(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(socket_id: &str, channel_name: &str) -> ChannelAuthRequest {
        ChannelAuthRequest {
            socket_id: socket_id.to_owned(),
            channel_name: channel_name.to_owned(),
        }
    }

    #[test]
    fn a_socket_id_is_two_numbers_around_a_dot() {
        for (id, fits) in [
            ("1.2", true),
            ("123456789.987654321", true),
            ("", false),
            ("1", false),
            (".", false),
            ("1.", false),
            ("1.2.3", false),
            ("1.2:private-x", false),
            ("-1.2", false),
        ] {
            assert_eq!(request(id, "c").checked().is_ok(), fits, "{id:?}");
        }
    }

    #[test]
    fn only_the_channel_of_a_conversation_names_one() {
        let id = "3f0e9b1c-0000-4000-8000-000000000001";
        let session = Uuid::parse_str(id).ok();
        for (channel, expected) in [
            (format!("private-session-{id}"), session),
            (format!("private-session-{}", id.to_uppercase()), None),
            (format!("private-session-{}", id.replace('-', "")), None),
            (format!("presence-session-{id}"), None),
            (format!("session-{id}"), None),
            (format!("private-session-{id}-x"), None),
            ("private-session-".to_owned(), None),
        ] {
            assert_eq!(request("1.2", &channel).session(), expected, "{channel}");
        }
        assert_eq!(
            session.map(session_channel),
            Some(format!("private-session-{id}"))
        );
    }
}
