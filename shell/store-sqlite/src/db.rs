//! A connection, for the statements of the port.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};
use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::{Db, Dialect, Lock, SqlRow, SqlValue, StateKey};

use crate::dialect::Sqlite;
use crate::error::store_error;

/// A connection inside a transaction.
pub(crate) struct Here<'a> {
    pub(crate) connection: &'a Connection,
    pub(crate) key: &'a StateKey,
}

impl Db for Here<'_> {
    fn dialect(&self) -> &dyn Dialect {
        &Sqlite
    }

    fn key(&self) -> &StateKey {
        self.key
    }

    fn execute(&self, sql: &str, values: &[SqlValue<'_>]) -> Stored<usize> {
        let executed = || {
            let mut statement = self.connection.prepare_cached(sql)?;
            statement.execute(params_from_iter(values.iter().map(Bound)))
        };
        executed().map_err(store_error)
    }

    fn query(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn SqlRow) -> Stored<bool>,
    ) -> Stored<()> {
        let statement = self.connection.prepare_cached(sql);
        let mut statement = statement.map_err(store_error)?;
        let values = params_from_iter(values.iter().map(Bound));
        let mut rows = statement.query(values).map_err(store_error)?;
        while let Some(row) = rows.next().map_err(store_error)? {
            if !each(&Read(row))? {
                break;
            }
        }
        Ok(())
    }

    /// There is one writer, and it holds everything.
    fn lock(&self, _what: Lock) -> Stored<()> {
        Ok(())
    }
}

struct Bound<'a>(&'a SqlValue<'a>);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self.0 {
            SqlValue::Null(_) => ValueRef::Null,
            SqlValue::Int(number) => ValueRef::Integer(*number),
            SqlValue::Real(number) => ValueRef::Real(*number),
            SqlValue::Bool(is) => ValueRef::Integer(i64::from(*is)),
            SqlValue::Text(text) => ValueRef::Text(text.as_bytes()),
            SqlValue::Blob(bytes) => ValueRef::Blob(bytes),
        };
        Ok(ToSqlOutput::Borrowed(value))
    }
}

struct Read<'a>(&'a rusqlite::Row<'a>);

impl SqlRow for Read<'_> {
    fn value(&self, at: usize) -> Stored<SqlValue<'_>> {
        Ok(match self.0.get_ref(at).map_err(store_error)? {
            ValueRef::Null => SqlValue::Null(screen_agent_store_sql::SqlKind::Blob),
            ValueRef::Integer(number) => SqlValue::Int(number),
            ValueRef::Real(number) => SqlValue::Real(number),
            ValueRef::Text(text) => {
                let text = std::str::from_utf8(text);
                SqlValue::Text(
                    text.map_err(|cause| StoreError::Corrupt(cause.into()))?
                        .into(),
                )
            }
            ValueRef::Blob(bytes) => SqlValue::Blob(bytes.into()),
        })
    }
}
