//! The traces that are under way in this process, and whoever follows them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use screen_agent_store::Owner;
use screen_agent_store::answer::RequestKey;
use serde_json::{Map, Value};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The events after which nothing comes.
const LAST: [&str; 3] = ["done", "error", "aborted"];

/// The fields of an event.
pub type TraceBody = Map<String, Value>;

/// Something that a trace tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEvent {
    /// Its number in the trace, from 1.
    pub seq: u32,
    /// Its name.
    pub name: String,
    /// A JSON object in one line of ASCII, with the number and the trace's id.
    pub body: String,
    /// When it happened.
    pub at_ms: i64,
}

impl TraceEvent {
    /// Nothing comes after it.
    pub fn is_last(&self) -> bool {
        LAST.contains(&self.name.as_str())
    }

    /// Its fields.
    pub fn fields(&self) -> TraceBody {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

/// A trace that is under way in this process.
#[derive(Debug)]
pub struct LiveTrace {
    pub(crate) owner: Owner,
    pub(crate) id: Uuid,
    /// The key of its request: whoever sends it again follows the same trace.
    pub(crate) key: Option<RequestKey>,
    pub(crate) told: watch::Sender<Vec<Arc<TraceEvent>>>,
    /// It goes on when nobody follows it any more.
    stays: AtomicBool,
    pub(crate) left: CancellationToken,
}

impl LiveTrace {
    pub(crate) fn of(owner: Owner, id: Uuid, key: Option<RequestKey>) -> Self {
        Self {
            owner,
            id,
            stays: AtomicBool::new(key.is_some()),
            key,
            told: watch::Sender::new(Vec::new()),
            left: CancellationToken::new(),
        }
    }

    /// Its id.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// It goes on from here, whoever leaves.
    pub fn stay(&self) {
        self.stays.store(true, Ordering::SeqCst);
    }

    /// Whether it goes on, whoever leaves.
    pub fn stays(&self) -> bool {
        self.stays.load(Ordering::SeqCst)
    }

    /// Returns once nobody follows it any more and it is not to go on without, or it was broken off.
    pub async fn left(&self) {
        self.left.cancelled().await;
    }

    /// Everything that it has told, since it was begun anew if it was, and tells.
    pub fn follow(self: &Arc<Self>) -> Follower {
        let told = self.told.subscribe();
        let at = begun_at(&told.borrow(), !self.is_over());
        Follower {
            told,
            trace: Arc::clone(self),
            at,
            waits: true,
        }
    }

    /// Whether it has told anything yet.
    pub fn has_begun(&self) -> bool {
        !self.told.borrow().is_empty()
    }

    /// Whether it has come to its end.
    pub fn is_over(&self) -> bool {
        self.told.borrow().last().is_some_and(|last| last.is_last())
    }
}

/// Where what a trace tells begins: behind the end that it came to before it was begun anew.
fn begun_at(told: &[Arc<TraceEvent>], is_under_way: bool) -> usize {
    let ends = told
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, told)| told.is_last());
    let mut ends = ends.skip(usize::from(!is_under_way));
    ends.next().map_or(0, |(at, _)| at + 1)
}

/// Whoever waits for the events of a trace.
#[derive(Debug)]
pub struct Follower {
    trace: Arc<LiveTrace>,
    told: watch::Receiver<Vec<Arc<TraceEvent>>>,
    at: usize,
    /// For what is told later.
    waits: bool,
}

impl Follower {
    /// The next event; none after the last.
    pub async fn next(&mut self) -> Option<Arc<TraceEvent>> {
        loop {
            let (next, is_over) = {
                let told = self.told.borrow_and_update();
                let is_over = told.last().is_some_and(|event| event.is_last());
                (told.get(self.at).cloned(), is_over)
            };
            if next.is_some() {
                self.at += 1;
                return next;
            }
            if is_over || !self.waits {
                return None;
            }
            self.told.changed().await.ok()?;
        }
    }

    /// Nobody tells anything any more.
    pub(crate) fn until_what_is_told(mut self) -> Self {
        self.waits = false;
        self.at = begun_at(&self.told.borrow(), false);
        self
    }

    /// What it follows.
    pub fn trace(&self) -> &LiveTrace {
        &self.trace
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let is_last = self.trace.told.receiver_count() <= 1;
        if is_last && !self.trace.stays() {
            self.trace.left.cancel();
        }
    }
}

/// The traces that are under way in this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traces {
    open: Arc<Mutex<Vec<Arc<LiveTrace>>>>,
    /// Held while a key is asked for: who finds that it is somebody's finds their trace, too.
    pub(crate) claiming: Arc<AsyncMutex<()>>,
}

impl Traces {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<Arc<LiveTrace>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The latest that is meant.
    pub(crate) fn find(&self, is_meant: impl Fn(&LiveTrace) -> bool) -> Option<Arc<LiveTrace>> {
        let open = self.lock();
        open.iter().rev().find(|trace| is_meant(trace)).cloned()
    }
}
