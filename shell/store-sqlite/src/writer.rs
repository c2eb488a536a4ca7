//! The one writer: a thread that takes whatever changes are waiting, makes each in a savepoint of
//! its own, and brings them to the disk with one sync.
//!
//! Nobody hears of a success before that sync. A change that fails takes back its own savepoint
//! only. When the transaction as a whole fails, each change is tried once more by itself, so that
//! one that does not fit cannot take others down with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
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
    /// Starts the thread, which calls `synced` after each sync.
    pub(crate) fn start(
        connection: Connection,
        synced: impl FnMut() + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (queue, jobs) = channel();
        std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || write_all(&connection, &jobs, synced))
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
        // A panic here must not end the thread that everybody's changes go through.
        let made = catch_unwind(AssertUnwindSafe(|| (self.change)(connection)))
            .unwrap_or_else(|_| Err(StoreError::Unavailable("the change panicked".into())));
        self.made.insert(made).is_ok()
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

fn write_all(connection: &Connection, jobs: &Receiver<Box<dyn Job>>, mut synced: impl FnMut()) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(MOST_AT_ONCE - 1));
        write_batch(connection, batch);
        synced();
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn writer() -> Writer {
        let connection = Connection::open_in_memory().unwrap();
        let table = "CREATE TABLE words (word TEXT NOT NULL UNIQUE)";
        connection.execute_batch(table).unwrap();
        Writer::start(connection, || {}).unwrap()
    }

    async fn add(writer: &Writer, word: Option<&'static str>) -> Result<usize, StoreError> {
        let write = move |connection: &Connection| {
            let insert = |word| connection.execute("INSERT INTO words VALUES (?1)", [word]);
            // Half of a change that fails must not stay.
            insert(Some("half")).map_err(store_error)?;
            insert(word).map_err(store_error)?;
            connection
                .execute("DELETE FROM words WHERE word = 'half'", [])
                .map_err(store_error)
        };
        writer.write(write).await
    }

    async fn words(writer: &Writer) -> Vec<String> {
        let read = |connection: &Connection| {
            connection
                .prepare("SELECT word FROM words ORDER BY word")
                .and_then(|mut all| all.query_map([], |row| row.get(0))?.collect())
                .map_err(store_error)
        };
        writer.write(read).await.unwrap()
    }

    #[tokio::test]
    async fn of_changes_that_share_a_sync_only_the_failing_one_fails() {
        let writer = writer();
        let outcomes = tokio::join!(
            add(&writer, Some("a")),
            add(&writer, None),
            add(&writer, Some("b")),
            add(&writer, Some("a")),
            add(&writer, Some("c")),
        );
        let (a, none, b, again, c) = outcomes;
        assert_eq!(
            [a.is_ok(), none.is_ok(), b.is_ok(), again.is_ok(), c.is_ok()],
            [true, false, true, false, true]
        );
        assert_eq!(words(&writer).await, ["a", "b", "c"]);
    }

    #[tokio::test]
    async fn a_change_that_panics_takes_nobody_down() {
        let writer = writer();
        let panics = writer.write(|_| -> Result<(), StoreError> { panic!("in a test") });
        let (panicked, added) = tokio::join!(panics, add(&writer, Some("a")));
        assert!(matches!(panicked, Err(StoreError::Unavailable(_))));
        added.unwrap();
        assert_eq!(words(&writer).await, ["a"]);
    }
}
