//! The port to where listeners are.

use std::time::Duration;

use async_trait::async_trait;

/// One event on one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The channel.
    pub channel: String,
    /// The event's name.
    pub event: String,
    /// Its data: JSON of at most 10 KB.
    pub data: String,
    /// It is part of a trace, of which only the hub in this process can tell.
    pub traced: Option<Traced>,
}

/// Where in a trace an event stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// Whose listeners may hear it.
    pub group: String,
    /// Its number.
    pub seq: u32,
}

/// Where events go.
#[async_trait]
pub trait Publisher: Send + Sync {
    /// Publishes events in this order. When it fails, all of them may be published once more.
    async fn publish(&self, events: &[Announcement]) -> Result<(), PublishFailure>;

    /// It can tell of traces.
    fn tells_traces(&self) -> bool {
        false
    }

    /// Those who listen to it listen for what any process on the database commits: one of them tells it.
    fn is_shared(&self) -> bool {
        false
    }

    /// Most events that it takes at once.
    fn most(&self) -> u32;

    /// How old news may be and still find somebody who has waited for it all the while.
    fn patience(&self) -> Duration;
}

/// Why events were not published.
#[derive(Debug, thiserror::Error)]
pub enum PublishFailure {
    /// Nobody took them just now; they may be sent later.
    #[error("the events could not be delivered")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// One of them will never be taken.
    #[error("an event was refused")]
    Refused(#[source] Box<dyn std::error::Error + Send + Sync>),
}
