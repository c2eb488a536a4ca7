//! From the outbox to the publisher, in order.

use std::time::Duration;

use metrics::{counter, histogram};
use screen_agent_engine::Engine;
use screen_agent_store::Duty;
use screen_agent_store::outbox::{Announced, OutboxPosition};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::publish::{Announcement, PublishFailure, Publisher};

/// How often the outbox is looked at unasked: another process may write to the same database, and not be heard.
const LOOK: Duration = Duration::from_secs(2);
/// How long the first failure holds everything back; each further one twice as long as the last.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// Longest that a failure holds everything back.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How often marks are made at most: each is a transaction, and one stands for all before it.
const MARK: Duration = Duration::from_millis(250);

/// What the names of a surface's topics begin with, and how it words what was committed there; `None` for what nobody
/// is told of.
pub(crate) type Wording = (&'static str, fn(Announced) -> Option<Announcement>);

/// Sends what is committed until the server stops.
pub(crate) async fn run(
    engine: &Engine,
    closing: &CancellationToken,
    publisher: &dyn Publisher,
    wordings: &[Wording],
) {
    let (sent, marks) = watch::channel(OutboxPosition::default());
    let relay = Relay {
        engine,
        closing,
        publisher,
        wordings,
        at: None,
        sent,
    };
    // The marks end when the relay drops its end of the channel.
    tokio::join!(relay.run(), mark(engine, closing, marks));
}

/// Marks what was sent, beside the sending: what is committed meanwhile need not wait for it. A
/// crash in between sends again what was sent, under the same ids.
async fn mark(
    engine: &Engine,
    closing: &CancellationToken,
    mut sent: watch::Receiver<OutboxPosition>,
) {
    let parts = engine.parts();
    while sent.changed().await.is_ok() {
        let place = *sent.borrow_and_update();
        let marked = parts
            .store
            .upkeep()
            .mark_sent(place, parts.clock.now_ms())
            .await;
        if let Err(error) = marked {
            tracing::warn!(%error, "events were sent but could not be marked as sent");
        }
        tokio::select! {
            () = closing.cancelled() => {}
            () = tokio::time::sleep(MARK) => {}
        }
    }
}

struct Relay<'a> {
    engine: &'a Engine,
    closing: &'a CancellationToken,
    publisher: &'a dyn Publisher,
    wordings: &'a [Wording],
    /// Everything up to here is sent, whether it is marked or not. Marks count for the start alone:
    /// another process with listeners of its own may make them, too.
    at: Option<OutboxPosition>,
    sent: watch::Sender<OutboxPosition>,
}

impl Relay<'_> {
    async fn run(mut self) {
        let closing = self.closing;
        let mut commits = self.engine.commits();
        let heard = self.engine.parts().store.upkeep();
        let mut wait = FIRST_WAIT;
        loop {
            // What is committed from here on is noticed, also while this reads.
            commits.borrow_and_update();
            let pause = match self.drain().await {
                Ok(()) => {
                    wait = FIRST_WAIT;
                    LOOK
                }
                Err(error) => {
                    tracing::warn!(
                        error = &*error,
                        "events could not be published; they are held back"
                    );
                    counter!("screen_agent_live_failures_total").increment(1);
                    let pause = wait;
                    wait = (wait * 2).min(LONGEST_WAIT);
                    pause
                }
            };
            let healthy = wait == FIRST_WAIT;
            tokio::select! {
                () = closing.cancelled() => return,
                // While nobody takes anything, more to send is no reason to try.
                _ = commits.changed(), if healthy => {}
                () = heard.heard(), if healthy => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Sends everything that is there.
    async fn drain(&mut self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let (upkeep, most) = (self.engine.parts().store.upkeep(), self.publisher.most());
        if self.publisher.is_shared() && !upkeep.takes(Duty::Background).await? {
            // Whoever does goes on from the marks, and so does this one should it be its turn.
            self.at = None;
            return Ok(());
        }
        loop {
            let at = match self.at {
                Some(at) => at,
                None => upkeep.sent_up_to().await?,
            };
            self.at = Some(at);
            let rows = upkeep.list::<Announced>((at, most)).await?;
            let Some(last) = rows.last().map(|row| row.place) else {
                return Ok(());
            };
            let full = rows.len() >= most as usize;
            self.send(rows).await?;
            self.deliver(last);
            if !full || self.closing.is_cancelled() {
                return Ok(());
            }
        }
    }

    async fn send(&mut self, rows: Vec<Announced>) -> Result<(), PublishFailure> {
        let now_ms = self.engine.parts().clock.now_ms();
        let patience = i64::try_from(self.publisher.patience().as_millis()).unwrap_or(i64::MAX);
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            let (place, age_ms) = (row.place, now_ms.saturating_sub(row.at_ms));
            if age_ms > patience {
                skipped("stale");
            } else if !row.is_first {
                skipped("shared");
            } else if let Some(event) = self.worded(row) {
                events.push((place, age_ms, event));
            }
        }
        if events.is_empty() {
            return Ok(());
        }
        let all: Vec<Announcement> = events.iter().map(|(.., event)| event.clone()).collect();
        match self.publisher.publish(&all).await {
            Ok(()) => {
                events.iter().for_each(|(_, age_ms, _)| sent(*age_ms));
                Ok(())
            }
            Err(PublishFailure::Refused(cause)) if events.len() == 1 => {
                refused(&*cause);
                Ok(())
            }
            Err(PublishFailure::Refused(_)) => self.send_each(events).await,
            Err(failure) => Err(failure),
        }
    }

    fn worded(&self, row: Announced) -> Option<Announcement> {
        let mut wordings = self.wordings.iter();
        let (_, word) = wordings.find(|(topics, _)| row.topic.0.starts_with(topics))?;
        word(row).filter(|event| event.traced.is_none() || self.publisher.tells_traces())
    }

    /// One of several is not taken: the others are, one by one.
    async fn send_each(
        &mut self,
        events: Vec<(OutboxPosition, i64, Announcement)>,
    ) -> Result<(), PublishFailure> {
        for (place, age_ms, event) in events {
            match self.publisher.publish(&[event]).await {
                Ok(()) => sent(age_ms),
                Err(PublishFailure::Refused(cause)) => refused(&*cause),
                Err(failure) => return Err(failure),
            }
            self.deliver(place);
        }
        Ok(())
    }

    fn deliver(&mut self, place: OutboxPosition) {
        self.at = Some(place);
        self.sent.send_replace(place);
    }
}

fn sent(age_ms: i64) {
    counter!("screen_agent_live_events_total", "outcome" => "sent").increment(1);
    let seconds = Duration::from_millis(u64::try_from(age_ms).unwrap_or(0)).as_secs_f64();
    histogram!("screen_agent_live_lag_duration_seconds").record(seconds);
}

fn skipped(why: &'static str) {
    counter!("screen_agent_live_events_total", "outcome" => why).increment(1);
}

/// Nobody would ever take it, and it must not hold up what comes after it: it is read by REST.
fn refused(cause: &(dyn std::error::Error + Send + Sync)) {
    tracing::warn!(error = %cause, "an event was refused and is skipped");
    skipped("refused");
}
