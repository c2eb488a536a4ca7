//! Brings a database to the schema that this program knows, and to the key that its states are sealed with.

use std::borrow::Cow;
use std::path::Path;

use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::{Db, Looked, Sql as _, StateKey};

use crate::session::{Here, Session};
use crate::{lock, weigh};

/// In order; `about.schema` is how many a database has had.
fn migrations() -> [Cow<'static, str>; 16] {
    [
        include_str!("../migrations/0001_init.sql").into(),
        weigh::migration().into(),
        include_str!("../migrations/0003_peers.sql").into(),
        weigh::since(0, include_str!("../migrations/0004_queue.sql")).into(),
        weigh::since(1, include_str!("../migrations/0005_callbacks.sql")).into(),
        weigh::since(2, include_str!("../migrations/0006_schedules.sql")).into(),
        weigh::since(3, include_str!("../migrations/0007_workflows.sql")).into(),
        weigh::since(4, include_str!("../migrations/0008_leases.sql")).into(),
        weigh::since(5, include_str!("../migrations/0009_secrets.sql")).into(),
        include_str!("../migrations/0010_oauth.sql").into(),
        weigh::since(6, include_str!("../migrations/0011_found.sql")).into(),
        include_str!("../migrations/0012_watch.sql").into(),
        include_str!("../migrations/0013_run_files.sql").into(),
        weigh::since(7, include_str!("../migrations/0014_profiles.sql")).into(),
        include_str!("../migrations/0015_works_from.sql").into(),
        include_str!("../migrations/0016_described.sql").into(),
    ]
}

/// How many migrations a program must know to work beside this one. What a migration adds, an older program does not see.
/// One that takes away or changes what was there before raises this, and comes a version after the last program that needs it.
const WORKS_FROM: i64 = 15;

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
    let Looked { found, known } = look(session)?;
    if found.is_none() {
        session.batch(ABOUT)?;
    }
    let done = found.unwrap_or_default();
    let done = usize::try_from(done).map_err(|cause| StoreError::Corrupt(cause.into()))?;
    for migration in migrations().iter().skip(done) {
        session.batch(migration)?;
    }
    let key = StateKey::none();
    let here = Here { session, key: &key };
    let db: &dyn Db = &here;
    db.make(
        "UPDATE about SET schema = ?1, works_from = ?2 WHERE schema < ?1",
        &[&known, &WORKS_FROM],
    )
}

/// What there is, where it can be used; nothing is changed.
pub(crate) fn look(session: &Session) -> Stored<Looked> {
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
    let known = migrations().len() as i64;
    let found: i64 = match (count, ours) {
        (0, _) => return Ok(Looked { found: None, known }),
        (_, false) => return Err(StoreError::Corrupt("another program's database".into())),
        (_, true) => db.get("SELECT schema FROM about", &[])?,
    };
    if found > known && db.get::<i64>("SELECT works_from FROM about", &[])? > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    Ok(Looked {
        found: Some(found),
        known,
    })
}

/// Whether the key is the one of the database, where that has one.
pub(crate) fn fits(session: &Session, file: &Path) -> Stored<()> {
    let none = StateKey::none();
    let here = Here {
        session,
        key: &none,
    };
    let db: &dyn Db = &here;
    match db.get::<Option<Vec<u8>>>("SELECT sealing FROM about", &[])? {
        Some(known) => brought(file, &known).map(drop),
        None => Ok(()),
    }
}

/// The key in the file, if it is the one that is known by this mark.
fn brought(file: &Path, known: &[u8]) -> Stored<StateKey> {
    if !file.exists() {
        let why = "is not there: it holds the key of this database, so bring it from where that was first opened";
        return Err(unfit(&format!("{} {why}", file.display())));
    }
    let key = StateKey::of(file)?;
    match known == key.mark() {
        true => Ok(key),
        false => Err(unfit(&format!(
            "{} holds the key of another database",
            file.display()
        ))),
    }
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
    if let Some(known) = db.get::<Option<Vec<u8>>>(sealing, &[])? {
        return brought(file, &known);
    }
    // Of two that come first, one is.
    let key = StateKey::of(file)?;
    let sql = "UPDATE about SET sealing = ?1 WHERE sealing IS NULL";
    db.make(sql, &[&key.mark()])?;
    brought(file, &db.get::<Vec<u8>>(sealing, &[])?)
}

fn unfit(why: &str) -> StoreError {
    StoreError::Unavailable(why.into())
}
