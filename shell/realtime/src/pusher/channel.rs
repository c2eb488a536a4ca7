//! Names of channels, and what a name says about who may join.

use std::fmt;
use std::sync::Arc;

/// Most characters of a channel's name.
const LONGEST: usize = 200;

/// How the channel of a signed-in person begins.
const TO_USER: &str = "#server-to-user-";

/// A channel's name that has been looked at: cheap to copy.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Channel(Arc<str>);

/// Who may join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'a> {
    /// Everybody.
    Public,
    /// Whom the app's server vouches for.
    Private,
    /// The same, and what is said is unreadable to us.
    Encrypted,
    /// The same, and everybody sees who is there.
    Presence,
    /// The person who is signed in on the socket, by this id.
    ToUser(&'a str),
}

impl Channel {
    /// Reads a name; nothing when it is none.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let plain = match name.strip_prefix(TO_USER) {
            Some(user) => return is_user(user).then(|| Self(name.into())),
            None => name,
        };
        let fits = !plain.is_empty() && plain.len() <= LONGEST;
        (fits && plain.bytes().all(is_allowed)).then(|| Self(name.into()))
    }

    /// As it is written.
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Who may join it.
    pub(crate) fn kind(&self) -> Kind<'_> {
        if let Some(user) = self.0.strip_prefix(TO_USER) {
            Kind::ToUser(user)
        } else if self.0.starts_with("private-encrypted-") {
            Kind::Encrypted
        } else if self.0.starts_with("private-") {
            Kind::Private
        } else if self.0.starts_with("presence-") {
            Kind::Presence
        } else {
            Kind::Public
        }
    }

    /// True when its last event is remembered for those who join later.
    pub(crate) fn is_cached(&self) -> bool {
        let name = ["private-encrypted-", "private-", "presence-"]
            .iter()
            .find_map(|prefix| self.0.strip_prefix(prefix))
            .unwrap_or(&self.0);
        name.starts_with("cache-")
    }
}

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-=@,.;".contains(&byte)
}

/// Ids of people are the app's own: any text without control characters.
fn is_user(id: &str) -> bool {
    !id.is_empty() && id.len() <= LONGEST && !id.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_who_may_join() {
        for (name, kind, cached) in [
            ("news", Kind::Public, false),
            ("cache-news", Kind::Public, true),
            ("private-a_b=c@d,e.f;g-1", Kind::Private, false),
            ("private-cache-x", Kind::Private, true),
            ("private-encrypted-x", Kind::Encrypted, false),
            ("private-encrypted-cache-x", Kind::Encrypted, true),
            ("presence-room", Kind::Presence, false),
            ("#server-to-user-ann@x y", Kind::ToUser("ann@x y"), false),
        ] {
            let channel = Channel::parse(name).expect(name);
            assert_eq!(
                (channel.kind(), channel.is_cached()),
                (kind, cached),
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let long = "x".repeat(201);
        for name in [
            "",
            "a b",
            "ä",
            "#x",
            "#server-to-user-",
            "a/b",
            "a:b",
            "a\n",
            &long,
        ] {
            assert_eq!(Channel::parse(name), None, "{name:?}");
        }
        assert!(Channel::parse(&long[1..]).is_some());
    }
}
