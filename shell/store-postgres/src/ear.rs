//! Hearing that another process wrote to the outbox: a connection of its own that listens, on a thread of its own.

use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use postgres::fallible_iterator::FallibleIterator as _;
use screen_agent_store::{StoreError, Stored};
use tokio::sync::Notify;

use crate::error::store_error;
use crate::pool::Pool;
use crate::presence::Presence;

/// The name under which the schema tells of it.
const CHANNEL: &str = "screen_agent_outbox";
/// Between looks at whether anybody still wants to hear.
const LOOK: Duration = Duration::from_secs(1);
/// How often it is asked whether the connections still stand, this one and the one by which others see this process.
const BEAT: Duration = Duration::from_secs(5);
/// Before it is connected again.
const PAUSE: Duration = Duration::from_secs(1);

/// What hears; it begins to when somebody first wants to.
pub(crate) struct Ear {
    pool: Pool,
    presence: Arc<Presence>,
    heard: Arc<Notify>,
    begun: OnceLock<()>,
}

impl Ear {
    pub(crate) fn new(pool: Pool, presence: Arc<Presence>) -> Self {
        Self {
            pool,
            presence,
            heard: Arc::default(),
            begun: OnceLock::new(),
        }
    }

    /// Returns when another process may have written something.
    pub(crate) async fn heard(&self) {
        self.begun.get_or_init(|| {
            let (pool, presence) = (self.pool.clone(), Arc::downgrade(&self.presence));
            let heard = Arc::downgrade(&self.heard);
            let listening = std::thread::Builder::new()
                .name("store-listen".into())
                .spawn(move || listen(&pool, &presence, &heard));
            if let Err(error) = listening {
                tracing::warn!(%error, "what others write is heard of late");
            }
        });
        self.heard.notified().await;
    }
}

/// Listens until nobody is left who wants to hear.
fn listen(pool: &Pool, presence: &Weak<Presence>, heard: &Weak<Notify>) {
    while heard.strong_count() > 0 {
        if let Err(error) = hear(pool, presence, heard) {
            tracing::warn!(%error, "what others write is heard of late; it is connected again");
            std::thread::sleep(PAUSE);
        }
    }
}

fn hear(pool: &Pool, presence: &Weak<Presence>, heard: &Weak<Notify>) -> Stored<()> {
    let mut client = pool.address().connect(pool.patience())?;
    // Whoever starts meanwhile must not take itself to be alone, nor this process to be gone.
    let stays = || presence.upgrade().map_or(Ok(()), |own| own.stays(pool));
    stays()?;
    client
        .batch_execute(&format!("LISTEN {CHANNEL}"))
        .map_err(store_error)?;
    // What was written before this stood is heard of now.
    let mut news = true;
    let mut beat = Instant::now();
    loop {
        if news {
            let Some(heard) = heard.upgrade() else {
                return Ok(());
            };
            heard.notify_one();
        }
        let said = {
            let mut notifications = client.notifications();
            let mut waiting = notifications.timeout_iter(LOOK);
            waiting.next().map_err(store_error)?
        };
        // What this process wrote it knows.
        news = said
            .as_ref()
            .is_some_and(|said| said.payload() != pool.address().node());
        if beat.elapsed() >= BEAT {
            beat = Instant::now();
            stays()?;
            client.is_valid(pool.patience()).map_err(store_error)?;
        }
        if said.is_some() {
            continue;
        }
        if heard.strong_count() == 0 {
            return Ok(());
        }
        if client.is_closed() {
            return Err(StoreError::Unavailable("the connection was cut".into()));
        }
    }
}
