//! The one writer: a thread that takes whatever changes are waiting, makes each in a savepoint of
//! its own, and brings them to the disk with one sync.
//!
//! Nobody hears of a success before that sync. A change that fails takes back its own savepoint
//! only. When the transaction as a whole fails, each change is tried once more by itself, so that
//! one that does not fit cannot take others down with it.

use std::sync::mpsc::{Receiver, Sender, channel};

use rusqlite::Connection;
use screen_agent_store::StoreError;
use tokio::sync::oneshot;

use crate::error::store_error;

/// Most changes that share a sync: bounds how long the first one waits for the last.
const MOST_AT_ONCE: usize = 64;

/// The way to the writer thread, which ends when the last one is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    queue: Sender<Box<dyn Job>>,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start(connection: Connection) -> Result<Self, StoreError> {
        let (queue, jobs) = channel();
        std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || write_all(&connection, &jobs))
            .map_err(|cause| StoreError::Unavailable(cause.into()))?;
        Ok(Self { queue })
    }

    /// Makes a change, whole or not at all. It may be made twice, the first time in vain; what it
    /// returns is what the last time returned.
    pub(crate) async fn write<T, F>(&self, change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Change {
            change,
            made: None,
            reply,
        };
        self.queue
            .send(Box::new(job))
            .map_err(|_| StoreError::Unavailable("the writer has stopped".into()))?;
        answer
            .await
            .map_err(|_| StoreError::Unavailable("the writer has stopped".into()))?
    }
}

/// A change whose type the thread need not know.
trait Job: Send {
    /// Makes the change and keeps its result; true when it worked.
    fn make(&mut self, connection: &Connection) -> bool;

    /// Tells the caller, once it is settled whether the transaction holds.
    fn settle(self: Box<Self>, held: Result<(), StoreError>);
}

struct Change<T, F> {
    change: F,
    made: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Change<T, F>
where
    T: Send,
    F: FnMut(&Connection) -> Result<T, StoreError> + Send,
{
    fn make(&mut self, connection: &Connection) -> bool {
        self.made.insert((self.change)(connection)).is_ok()
    }

    fn settle(self: Box<Self>, held: Result<(), StoreError>) {
        let result = match (self.made, held) {
            (Some(Err(own)), _) => Err(own),
            (_, Err(common)) => Err(common),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Unavailable("the change was not made".into())),
        };
        // A caller that went away needs no answer; what was kept stays kept.
        let _gone = self.reply.send(result);
    }
}

fn write_all(connection: &Connection, jobs: &Receiver<Box<dyn Job>>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(MOST_AT_ONCE - 1));
        write_batch(connection, batch);
    }
}

fn write_batch(connection: &Connection, mut batch: Vec<Box<dyn Job>>) {
    let held = in_one_transaction(connection, &mut batch);
    if held.is_err() && batch.len() > 1 {
        for job in batch {
            write_batch(connection, vec![job]);
        }
        return;
    }
    let mut held = Some(held);
    for job in batch {
        // More than one job here means that all is well.
        job.settle(held.take().unwrap_or(Ok(())));
    }
}

fn in_one_transaction(
    connection: &Connection,
    batch: &mut [Box<dyn Job>],
) -> Result<(), StoreError> {
    let run = || -> rusqlite::Result<()> {
        execute(connection, "BEGIN IMMEDIATE")?;
        for job in batch {
            execute(connection, "SAVEPOINT change")?;
            if !job.make(connection) {
                execute(connection, "ROLLBACK TO change")?;
            }
            execute(connection, "RELEASE change")?;
        }
        execute(connection, "COMMIT")
    };
    run().map_err(|cause| {
        if !connection.is_autocommit()
            && let Err(stuck) = execute(connection, "ROLLBACK")
        {
            tracing::error!(error = %stuck, "a transaction could not be rolled back");
        }
        store_error(cause)
    })
}

fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}
