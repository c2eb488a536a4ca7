//! Brings a database to the schema that this program knows.

use std::borrow::Cow;

use rusqlite::{Connection, TransactionBehavior};
use screen_agent_store::StoreError;
use screen_agent_store_sql::Looked;

use crate::error::store_error;
use crate::weigh;

/// In order; a database's `user_version` is how many it has had.
fn migrations() -> [Cow<'static, str>; 29] {
    [
        include_str!("../migrations/0001_init.sql").into(),
        include_str!("../migrations/0002_mind.sql").into(),
        include_str!("../migrations/0003_relay.sql").into(),
        include_str!("../migrations/0004_files.sql").into(),
        include_str!("../migrations/0005_packet.sql").into(),
        include_str!("../migrations/0006_accounts.sql").into(),
        include_str!("../migrations/0007_history.sql").into(),
        include_str!("../migrations/0008_audit.sql").into(),
        weigh::migration().into(),
        include_str!("../migrations/0010_answers.sql").into(),
        include_str!("../migrations/0011_topics.sql").into(),
        include_str!("../migrations/0012_knowledge.sql").into(),
        include_str!("../migrations/0013_standing.sql").into(),
        include_str!("../migrations/0014_languages.sql").into(),
        weigh::later().into(),
        include_str!("../migrations/0016_ide_access.sql").into(),
        weigh::objects().into(),
        weigh::since(0, include_str!("../migrations/0018_queue.sql")).into(),
        weigh::since(1, include_str!("../migrations/0019_callbacks.sql")).into(),
        weigh::since(2, include_str!("../migrations/0020_schedules.sql")).into(),
        weigh::since(3, include_str!("../migrations/0021_workflows.sql")).into(),
        weigh::since(4, include_str!("../migrations/0022_leases.sql")).into(),
        weigh::since(5, include_str!("../migrations/0023_secrets.sql")).into(),
        include_str!("../migrations/0024_oauth.sql").into(),
        weigh::since(6, include_str!("../migrations/0025_found.sql")).into(),
        include_str!("../migrations/0026_watch.sql").into(),
        include_str!("../migrations/0027_run_files.sql").into(),
        weigh::since(7, include_str!("../migrations/0028_profiles.sql")).into(),
        include_str!("../migrations/0029_described.sql").into(),
    ]
}

/// Marks a file as ours, in SQLite's own place for it: the letters `ScAg`.
const APPLICATION_ID: i64 = 0x5363_4167;

/// Applies what is missing, each migration whole or not at all. Two processes may open the same
/// new file: the second waits, and finds the work done.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let migrations = migrations();
    let known = migrations.len() as i64;
    if version(connection)? == known && is_ours(connection)? {
        return Ok(());
    }
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(store_error)?;
    let found = version(&transaction)?;
    if !is_ours(&transaction)? && !is_empty(&transaction)? {
        return Err(StoreError::Corrupt("another program's database".into()));
    }
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    let done = usize::try_from(found).map_err(|cause| StoreError::Corrupt(cause.into()))?;
    for migration in &migrations[done..] {
        transaction.execute_batch(migration).map_err(store_error)?;
    }
    for (pragma, value) in [("application_id", APPLICATION_ID), ("user_version", known)] {
        transaction
            .pragma_update(None, pragma, value)
            .map_err(store_error)?;
    }
    transaction.commit().map_err(store_error)
}

/// What there is, where it can be used; nothing is changed.
pub(crate) fn look(connection: &Connection) -> Result<Looked, StoreError> {
    let (found, known) = (version(connection)?, migrations().len() as i64);
    match is_ours(connection)? {
        true if found > known => Err(StoreError::NewerSchema { found, known }),
        false if !is_empty(connection)? => {
            Err(StoreError::Corrupt("another program's database".into()))
        }
        ours => Ok(Looked {
            found: ours.then_some(found),
            known,
        }),
    }
}

fn version(connection: &Connection) -> Result<i64, StoreError> {
    pragma(connection, "user_version")
}

fn is_ours(connection: &Connection) -> Result<bool, StoreError> {
    Ok(pragma(connection, "application_id")? == APPLICATION_ID)
}

fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    connection
        .query_row(
            "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)",
            [],
            |row| row.get(0),
        )
        .map_err(store_error)
}

fn pragma(connection: &Connection, name: &str) -> Result<i64, StoreError> {
    connection
        .pragma_query_value(None, name, |row| row.get(0))
        .map_err(store_error)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Name and statement of everything that is in a database after a ninth migration.
    fn schema(ninth: &str) -> BTreeMap<String, String> {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch(&migrations()[..8].concat()).unwrap();
        db.execute_batch(ninth).unwrap();
        let mut all = db
            .prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
            .unwrap();
        let rows = all.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)));
        let words = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
        let same_form = |(name, sql)| (name, words(sql).replace("bytes -(", "bytes - ("));
        rows.unwrap().map(|row| same_form(row.unwrap())).collect()
    }

    /// Databases that counted before the statements were made from a table are as those that begin now.
    #[test]
    fn what_counts_is_what_counted_in_older_databases() {
        let before = schema(include_str!("../tests/fixtures/0009_quota.sql"));
        assert_eq!(schema(&weigh::migration()), before);
    }
}
