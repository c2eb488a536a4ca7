//! Ids. All are minted by the shell; core has no randomness.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// Wraps an id.
            pub const fn new(raw: Uuid) -> Self {
                Self(raw)
            }

            /// The id itself.
            pub const fn get(self) -> Uuid {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )*};
}

ids! {
    /// One user goal, from first request to finish.
    TaskId
    /// A conversation; one per tab.
    SessionId
    /// A message of a conversation.
    MessageId
    /// A person.
    UserId
    /// Whose data it is: a person's own, or an organisation's.
    TenantId
}
