//! The hub in this process as a publisher.

use std::time::Duration;

use async_trait::async_trait;

use screen_agent_realtime::{Hub, PublishError};

use super::publish::{Announcement, PublishFailure, Publisher};

/// Events that are read from the outbox at once.
const MOST: u32 = 64;
/// Its sockets live no longer than the process, and clients that come back read what they missed:
/// nobody can still be waiting for what is older.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

#[async_trait]
impl Publisher for Hub {
    async fn publish(&self, events: &[Announcement]) -> Result<(), PublishFailure> {
        for said in events {
            Self::publish(self, &said.channel, said.event, &said.data, None).map_err(failure)?;
        }
        Ok(())
    }

    fn most(&self) -> u32 {
        MOST
    }

    fn patience(&self) -> Duration {
        PATIENCE
    }
}

fn failure(error: PublishError) -> PublishFailure {
    match error {
        PublishError::Closed => PublishFailure::Unavailable(error.into()),
        PublishError::Channel
        | PublishError::Event
        | PublishError::TooLong
        | PublishError::Socket => PublishFailure::Refused(error.into()),
    }
}
