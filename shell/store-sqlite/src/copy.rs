//! A database that is copied, or copied into.

use std::path::Path;

use rusqlite::Connection;
use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::copy::{Act, CopySide, FRESH, goes_on};
use screen_agent_store_sql::{Sql as _, StateKey};

use crate::connect::{self, Options};
use crate::db::Here;
use crate::error::store_error;

/// A database, opened for a copy.
pub struct SqliteCopy {
    connection: Connection,
    key: StateKey,
}

impl SqliteCopy {
    /// Opens one that is copied.
    pub fn from(path: &Path) -> Stored<Self> {
        if !path.exists() {
            let why = format!("{} is not there", path.display());
            return Err(StoreError::Unavailable(why.into()));
        }
        Ok(Self {
            connection: connect::open_writer(path, Options::default())?,
            key: connect::key(path)?,
        })
    }

    /// Opens one that is copied into; its states are sealed with the key of the other, for what is sealed is copied as
    /// it is.
    pub fn into(path: &Path, key: &StateKey) -> Stored<Self> {
        let file = connect::key_file(path);
        if key.keep(&file)?.mark() != key.mark() {
            let why = format!(
                "{} holds another key than that of what is copied",
                file.display()
            );
            return Err(StoreError::Refused(why.into()));
        }
        Ok(Self {
            connection: connect::open_for_copy(path)?,
            key: key.clone(),
        })
    }

    fn batch(&self, sql: &str) -> Stored<()> {
        self.connection.execute_batch(sql).map_err(store_error)
    }
}

impl CopySide for SqliteCopy {
    fn act(&self, act: Act<'_>) -> Stored<()> {
        let here = Here {
            connection: &self.connection,
            key: &self.key,
        };
        self.batch("BEGIN IMMEDIATE")?;
        match act(&here) {
            Ok(()) => self.batch("COMMIT"),
            Err(error) => {
                self.batch("ROLLBACK")?;
                Err(error)
            }
        }
    }

    fn key(&self) -> &StateKey {
        &self.key
    }

    fn kinds(&self) -> &'static str {
        "SELECT name, CASE type WHEN 'INTEGER' THEN 'int' WHEN 'REAL' THEN 'real' WHEN 'BLOB' THEN 'blob' ELSE 'text' END
         FROM pragma_table_info(?1)"
    }

    fn is_begun(&self) -> Stored<bool> {
        connect::is_copying(&self.connection)
    }

    fn begin(&self) -> Stored<()> {
        self.act(&mut |db| {
            db.make(
                "CREATE TABLE copying (name TEXT PRIMARY KEY, sql TEXT NOT NULL) STRICT",
                &[],
            )?;
            db.make(
                "INSERT INTO copying SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
                &[],
            )?;
            for trigger in db.list::<String>("SELECT name FROM copying", &[])? {
                db.make(&format!("DROP TRIGGER \"{trigger}\""), &[])?;
            }
            db.make(&format!("DELETE FROM {FRESH}"), &[])
        })
    }

    fn end(&self, numbered: i64) -> Stored<()> {
        self.act(&mut |db| {
            for index in ["packet_words", "knowledge_index"] {
                db.make(
                    &format!("INSERT INTO {index} ({index}) VALUES ('rebuild')"),
                    &[],
                )?;
            }
            for trigger in db.list::<String>("SELECT sql FROM copying ORDER BY rowid", &[])? {
                db.make(&trigger, &[])?;
            }
            let after = goes_on(db, numbered)?;
            db.make("DELETE FROM sqlite_sequence WHERE name = 'outbox'", &[])?;
            db.make(
                "INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?1)",
                &[&after],
            )?;
            db.make("DROP TABLE copying", &[])
        })
    }

    fn numbered(&self) -> Stored<i64> {
        let mut number = 0;
        self.act(&mut |db| {
            let sql = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'outbox'), 0)";
            number = db.get(sql, &[])?;
            Ok(())
        })?;
        Ok(number)
    }
}
