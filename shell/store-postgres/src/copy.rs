//! A database that is copied, or copied into.

use std::path::Path;

use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::copy::{Act, CopySide, FRESH, goes_on};
use screen_agent_store_sql::{Db, Looked, Sql as _, StateKey};

use crate::address::Address;
use crate::pool::Pool;
use crate::session::{Here, Session};
use crate::{PostgresOptions, migrate};

/// A database, opened for a copy.
pub struct PostgresCopy {
    session: Session,
    key: StateKey,
}

impl PostgresCopy {
    /// Opens one that is copied. Blocks.
    pub fn from(options: &PostgresOptions) -> Stored<Self> {
        let session = session(options)?;
        migrate::migrate(&session)?;
        let key = migrate::key(&session, &options.key)?;
        Ok(Self { session, key })
    }

    /// Opens one that is copied into; its states are sealed with the key of the other, for what is sealed is copied as
    /// it is. Blocks.
    pub fn into(options: &PostgresOptions, key: &StateKey) -> Stored<Self> {
        let session = session(options)?;
        migrate::migrate_for_copy(&session)?;
        let key = same(&key.keep(&options.key)?, key, &options.key)?;
        migrate::key(&session, &options.key)?;
        Ok(Self { session, key })
    }

    fn triggers(&self, db: &dyn Db, change: &str) -> Stored<()> {
        for table in db.list::<String>(db.dialect().tables(), &[])? {
            self.session
                .batch(&format!("ALTER TABLE {table} {change} TRIGGER USER"))?;
        }
        Ok(())
    }
}

fn session(options: &PostgresOptions) -> Stored<Session> {
    let address = Address::read(&options.url, options.password.as_deref())?;
    let session = Pool::new(address, 1, options.patience).one()?;
    // What this program does not know of it could not copy.
    match migrate::look(&session)? {
        Looked {
            found: Some(found),
            known,
        } if found > known => Err(StoreError::NewerSchema { found, known }),
        _ => Ok(session),
    }
}

fn same(kept: &StateKey, wanted: &StateKey, file: &Path) -> Stored<StateKey> {
    match kept.mark() == wanted.mark() {
        true => Ok(kept.clone()),
        false => Err(StoreError::Refused(
            format!(
                "{} holds another key than that of what is copied",
                file.display()
            )
            .into(),
        )),
    }
}

impl CopySide for PostgresCopy {
    fn act(&self, act: Act<'_>) -> Stored<()> {
        let here = Here {
            session: &self.session,
            key: &self.key,
        };
        self.session.batch("BEGIN")?;
        match act(&here) {
            Ok(()) => self.session.commit(),
            Err(error) => {
                // Where this fails, too, the connection is gone, and the transaction with it.
                let _gone = self.session.batch("ROLLBACK");
                Err(error)
            }
        }
    }

    fn key(&self) -> &StateKey {
        &self.key
    }

    fn kinds(&self) -> &'static str {
        "SELECT attname, CASE format_type(atttypid, NULL)
           WHEN 'bigint' THEN 'int' WHEN 'double precision' THEN 'real' WHEN 'boolean' THEN 'bool'
           WHEN 'bytea' THEN 'blob' ELSE 'text' END
         FROM pg_attribute WHERE attrelid = ?1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''"
    }

    fn is_begun(&self) -> Stored<bool> {
        let mut begun = false;
        self.act(&mut |db| {
            begun = db.get("SELECT copying FROM about", &[])?;
            Ok(())
        })?;
        Ok(begun)
    }

    fn begin(&self) -> Stored<()> {
        self.act(&mut |db| {
            self.triggers(db, "DISABLE")?;
            db.make(&format!("DELETE FROM {FRESH}"), &[])?;
            db.make("UPDATE about SET copying = TRUE", &[])
        })
    }

    fn end(&self, numbered: i64) -> Stored<()> {
        self.act(&mut |db| {
            let after = goes_on(db, numbered)?;
            let keyed = "SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
                         WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attidentity <> ''";
            for table in db.list::<String>(keyed, &[])? {
                let column = if table == "knowledge_tenants" { "number" } else { "pk" };
                let latest = match table.as_str() {
                    "outbox" => after.to_string(),
                    _ => format!("(SELECT coalesce(max({column}), 0) FROM {table})"),
                };
                self.session.batch(&format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), greatest({latest}, 1), {latest} > 0)"
                ))?;
            }
            self.triggers(db, "ENABLE")?;
            db.make("UPDATE about SET copying = FALSE", &[])
        })?;
        // Figures of what is where, by which PostgreSQL decides how to look for it.
        self.session.batch("ANALYZE")
    }

    fn numbered(&self) -> Stored<i64> {
        let mut number = 0;
        self.act(&mut |db| {
            let sql = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'pk')), 0)";
            number = db.get(sql, &[])?;
            Ok(())
        })?;
        Ok(number)
    }
}
