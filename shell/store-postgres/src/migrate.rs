//! Brings a database to the schema that this program knows, and to the key that its states are sealed with.

use std::borrow::Cow;
use std::path::Path;

use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::{Db, Sql as _, StateKey};

use crate::lock;
use crate::session::{Here, Session};
use crate::weigh;

/// In order; `about.schema` is how many a database has had.
fn migrations() -> [Cow<'static, str>; 4] {
    [
        include_str!("../migrations/0001_init.sql").into(),
        weigh::migration().into(),
        include_str!("../migrations/0003_peers.sql").into(),
        weigh::runs().into(),
    ]
}

/// What is known of a database before there is anything else in it.
const ABOUT: &str = "CREATE TABLE about (
  one     BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
  schema  BIGINT NOT NULL,
  -- What tells the key that states are sealed with from others.
  sealing BYTEA,
  -- A copy into it has not come to its end.
  copying BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO about (schema) VALUES (0);";

/// The oldest PostgreSQL that has all we use.
const OLDEST: i64 = 150_000;

/// Applies what is missing, all of it or nothing. Of two processes that open the same new database, the second waits,
/// and finds the work done.
pub(crate) fn migrate(session: &Session) -> Stored<()> {
    migrate_for_copy(session)?;
    let key = StateKey::none();
    let here = Here { session, key: &key };
    let db: &dyn Db = &here;
    match db.get("SELECT copying FROM about", &[])? {
        true => Err(unfit(
            "a copy into this database has not come to its end: run `screen-agent data copy` again",
        )),
        false => Ok(()),
    }
}

/// The same, also of what is no whole database yet.
pub(crate) fn migrate_for_copy(session: &Session) -> Stored<()> {
    session.batch(&format!(
        "BEGIN; SELECT pg_advisory_xact_lock({})",
        lock::SCHEMA
    ))?;
    let migrated = missing(session);
    match migrated {
        Ok(()) => session.commit(),
        Err(error) => {
            session.batch("ROLLBACK")?;
            Err(error)
        }
    }
}

fn missing(session: &Session) -> Stored<()> {
    let key = StateKey::none();
    let here = Here { session, key: &key };
    let db: &dyn Db = &here;
    let (version, encoding): (String, String) = db.get(
        "SELECT current_setting('server_version_num'), current_setting('server_encoding')",
        &[],
    )?;
    if version.parse().is_ok_and(|version: i64| version < OLDEST) {
        return Err(unfit("PostgreSQL 15 or later is needed"));
    }
    if encoding != "UTF8" {
        return Err(unfit("the database must be made with the encoding UTF8"));
    }
    let tables = "SELECT count(*), coalesce(bool_or(relname = 'about'), FALSE) FROM pg_class
                  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace";
    let (count, ours): (i64, bool) = db.get(tables, &[])?;
    match (count, ours) {
        (0, _) => session.batch(ABOUT)?,
        (_, false) => return Err(StoreError::Corrupt("another program's database".into())),
        (_, true) => {}
    }
    let found: i64 = db.get("SELECT schema FROM about", &[])?;
    let migrations = migrations();
    let known = migrations.len() as i64;
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    let done = usize::try_from(found).map_err(|cause| StoreError::Corrupt(cause.into()))?;
    for migration in &migrations[done..] {
        session.batch(migration)?;
    }
    db.make("UPDATE about SET schema = ?1 WHERE schema <> ?1", &[&known])
}

/// The key of a database. Who opens it first makes one; others must bring the same.
pub(crate) fn key(session: &Session, file: &Path) -> Stored<StateKey> {
    let none = StateKey::none();
    let here = Here {
        session,
        key: &none,
    };
    let db: &dyn Db = &here;
    let sealing = "SELECT sealing FROM about";
    let mut known: Option<Vec<u8>> = db.get(sealing, &[])?;
    if known.is_some() && !file.exists() {
        let why = "is not there: it holds the key of this database, so bring it from where that was first opened";
        return Err(unfit(&format!("{} {why}", file.display())));
    }
    let key = StateKey::of(file)?;
    if known.is_none() {
        // Of two that come first, one is.
        let sql = "UPDATE about SET sealing = ?1 WHERE sealing IS NULL";
        db.make(sql, &[&key.mark()])?;
        known = db.get(sealing, &[])?;
    }
    match known.is_some_and(|known| known == key.mark()) {
        true => Ok(key),
        false => Err(unfit(&format!(
            "{} holds the key of another database",
            file.display()
        ))),
    }
}

fn unfit(why: &str) -> StoreError {
    StoreError::Unavailable(why.into())
}
