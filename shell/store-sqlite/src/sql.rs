//! Statements: a query is its SQL and a list of values.

mod columns;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OptionalExtension as _, Row, Statement, params_from_iter};
use screen_agent_store::{StoreError, Stored};

use crate::error::store_error;

pub(crate) use columns::{Columns, FromRow, Json, ToColumn, from_row, word};

/// An id as it is stored.
pub(crate) type Key = [u8; 16];

/// Where statements run: a connection inside a transaction, or one owner's rows of it.
pub(crate) trait Sql {
    /// The connection.
    fn connection(&self) -> &Connection;

    /// Whose rows are meant. Statements know them as `?1` and `?2`, and what else is bound from `?3` on.
    fn owner_keys(&self) -> &[Key] {
        &[]
    }

    /// Changes rows; says how many.
    fn change(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<usize> {
        run(self, sql, values, |statement, values| {
            statement.execute(values)
        })
    }

    /// Changes rows, however many.
    fn make(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<()> {
        self.change(sql, values).map(drop)
    }

    /// Changes the one row that must be held for it.
    fn change_held(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<()> {
        match self.change(sql, values)? {
            1 => Ok(()),
            _ => Err(StoreError::LeaseLost),
        }
    }

    /// Adds a row, with its owner where there is one; says which.
    fn insert(&self, table: &str, columns: &[(&str, &dyn ToColumn)]) -> Stored<i64> {
        let owner = ["tenant_id", "user_id"];
        let owner = &owner[..self.owner_keys().len()];
        let names = columns.iter().map(|(name, _)| *name);
        let names: Vec<&str> = owner.iter().copied().chain(names).collect();
        let places = vec!["?"; names.len()].join(", ");
        let sql = format!(
            "INSERT INTO {table} ({}) VALUES ({places})",
            names.join(", ")
        );
        let values: Vec<&dyn ToColumn> = columns.iter().map(|(_, value)| *value).collect();
        self.change(&sql, &values)?;
        Ok(self.connection().last_insert_rowid())
    }

    /// Reads one row, if there is one.
    fn find<T: FromRow>(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<Option<T>> {
        run(self, sql, values, |statement, values| {
            statement.query_row(values, read).optional()
        })
    }

    /// Reads one row that must be there.
    fn get<T: FromRow>(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<T> {
        run(self, sql, values, |statement, values| {
            statement.query_row(values, read)
        })
    }

    /// Reads every row.
    fn list<T: FromRow>(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<Vec<T>> {
        run(self, sql, values, |statement, values| {
            statement.query_map(values, read)?.collect()
        })
    }

    /// Whether there is such a row.
    fn has(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<bool> {
        Ok(self.find::<i64>(sql, values)?.is_some())
    }

    /// Notes that a row was changed; a clock that was set back makes nothing older.
    fn touch(&self, table: &str, pk: i64, now_ms: i64) -> Stored<()> {
        let sql = format!("UPDATE {table} SET updated_ms = max(updated_ms, ?2) WHERE pk = ?1");
        self.connection().make(&sql, &[&pk, &now_ms])
    }
}

impl Sql for Connection {
    fn connection(&self) -> &Connection {
        self
    }
}

fn read<T: FromRow>(row: &Row<'_>) -> rusqlite::Result<T> {
    T::from_row(&mut Columns::of(row))
}

type Values<'a> = rusqlite::ParamsFromIter<Vec<ToSqlOutput<'a>>>;

fn run<T>(
    on: &(impl Sql + ?Sized),
    sql: &str,
    values: &[&dyn ToColumn],
    run: impl FnOnce(&mut Statement<'_>, Values<'_>) -> rusqlite::Result<T>,
) -> Stored<T> {
    let prepared = || {
        let mut statement = on.connection().prepare_cached(sql)?;
        let owner = on.owner_keys().iter().take(statement.parameter_count());
        let owner = owner.map(|key| key as &dyn ToColumn);
        let values = owner.chain(values.iter().copied()).map(ToColumn::to_column);
        let values = params_from_iter(values.collect::<rusqlite::Result<Vec<_>>>()?);
        run(&mut statement, values)
    };
    prepared().map_err(store_error)
}
