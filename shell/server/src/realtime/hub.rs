//! The hub in this process as a publisher.

use std::time::Duration;

use async_trait::async_trait;

use screen_agent_realtime::{PhoenixHub, PublishError, Told, ToldPayload};

use super::publish::{Announcement, PublishFailure, Publisher, Traced};

/// Events that are read from the outbox at once.
const MOST: u32 = 64;
/// Its sockets live no longer than the process, and clients that come back read what they missed:
/// nobody can still be waiting for what is older.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

#[async_trait]
impl Publisher for PhoenixHub {
    async fn publish(&self, events: &[Announcement]) -> Result<(), PublishFailure> {
        for said in events {
            let Some(Traced { group, seq }) = &said.traced else {
                let published = self
                    .hub()
                    .publish(&said.channel, &said.event, &said.data, None);
                published.map_err(failure)?;
                continue;
            };
            let told = Told {
                seq: Some(*seq),
                event: said.event.clone(),
                payload: ToldPayload::Json(said.data.clone()),
            };
            Self::publish(self, group, &said.channel, &told);
        }
        Ok(())
    }

    fn tells_traces(&self) -> bool {
        true
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
