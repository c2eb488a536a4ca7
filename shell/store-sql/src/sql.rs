//! Statements: a query is its SQL and a list of values.

mod columns;
mod kept;

use screen_agent_store::{Packed, StoreError, Stored};

use crate::db::Db;
use crate::value::{SqlRow, SqlValue};

pub(crate) use columns::from_row;
pub use columns::{Columns, FromRow, ToColumn};
pub(crate) use kept::Json;

/// An id as it is stored.
pub type Key = [u8; 16];

/// Where statements run: a connection inside a transaction, or one owner's rows of it.
pub trait Sql {
    /// The connection.
    fn connection(&self) -> &dyn Db;

    /// Whose rows are meant. Statements know them as `?1` and `?2`, and what else is bound from `?3` on.
    fn owner_keys(&self) -> &[Key] {
        &[]
    }

    /// Changes rows; says how many.
    fn change(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<usize> {
        self.connection().execute(sql, &bound(self, sql, values)?)
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

    /// Adds a row, with its owner where there is one.
    fn insert(&self, table: &str, columns: &[(&str, &dyn ToColumn)]) -> Stored<()> {
        let (sql, values) = insertion(self.owner_keys().len(), table, columns);
        self.make(&sql, &values)
    }

    /// Adds a row to a table of which the rows have short keys; says which it got.
    fn insert_keyed(&self, table: &str, columns: &[(&str, &dyn ToColumn)]) -> Stored<i64> {
        let (sql, values) = insertion(self.owner_keys().len(), table, columns);
        self.get(&format!("{sql} RETURNING pk"), &values)
    }

    /// Reads one row, if there is one.
    fn find<T: FromRow>(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<Option<T>> {
        let mut found = None;
        self.each(sql, values, &mut |row| {
            found = Some(row.take()?);
            Ok(false)
        })?;
        Ok(found)
    }

    /// Reads one row that must be there.
    fn get<T: FromRow>(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<T> {
        let missing = || StoreError::Unavailable("a row that must be there is not".into());
        self.find(sql, values)?.ok_or_else(missing)
    }

    /// Reads every row.
    fn list<T: FromRow>(&self, sql: &str, values: &[&dyn ToColumn]) -> Stored<Vec<T>> {
        let mut found = Vec::new();
        self.each(sql, values, &mut |row| {
            found.push(row.take()?);
            Ok(true)
        })?;
        Ok(found)
    }

    /// Reads rows one by one, for as long as another is wanted.
    fn each(
        &self,
        sql: &str,
        values: &[&dyn ToColumn],
        each: &mut dyn FnMut(&mut Columns<'_>) -> Stored<bool>,
    ) -> Stored<()> {
        let values = bound(self, sql, values)?;
        let mut read = |row: &dyn SqlRow| each(&mut Columns::of(row));
        self.connection().query(sql, &values, &mut read)
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

    /// A body as it is kept where nobody may read it.
    fn sealed(&self, body: &Packed) -> Stored<Vec<u8>> {
        self.connection().key().seal(body.as_stored(), None)
    }

    /// A body that was sealed.
    fn opened(&self, body: &Packed) -> Stored<Packed> {
        let key = self.connection().key();
        key.open(body.as_stored(), None).map(Packed::stored)
    }
}

impl Sql for dyn Db + '_ {
    fn connection(&self) -> &dyn Db {
        self
    }
}

fn insertion<'a>(
    owner: usize,
    table: &str,
    columns: &[(&str, &'a dyn ToColumn)],
) -> (String, Vec<&'a dyn ToColumn>) {
    let owner = &["tenant_id", "user_id"][..owner];
    let names = columns.iter().map(|(name, _)| *name);
    let names: Vec<&str> = owner.iter().copied().chain(names).collect();
    let places: Vec<String> = (1..=names.len()).map(|nth| format!("?{nth}")).collect();
    let (names, places) = (names.join(", "), places.join(", "));
    let sql = format!("INSERT INTO {table} ({names}) VALUES ({places})");
    (sql, columns.iter().map(|(_, value)| *value).collect())
}

/// The values of a statement, its owner's first where it names them.
fn bound<'a>(
    on: &'a (impl Sql + ?Sized),
    sql: &str,
    values: &[&'a dyn ToColumn],
) -> Stored<Vec<SqlValue<'a>>> {
    let owner = on.owner_keys().iter().take(places(sql));
    let owner = owner.map(|key| key as &dyn ToColumn);
    let values = owner.chain(values.iter().copied());
    values.map(ToColumn::to_column).collect()
}

/// The largest number of a place.
fn places(sql: &str) -> usize {
    let numbers = sql.split('?').skip(1).filter_map(|rest| {
        let digits = rest.find(|sign: char| !sign.is_ascii_digit());
        rest[..digits.unwrap_or(rest.len())].parse().ok()
    });
    numbers.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn places_are_counted_by_the_largest() {
        for (sql, most) in [("SELECT 1", 0), ("?2 = ?10 OR ?1", 10), ("a = ?3", 3)] {
            assert_eq!(places(sql), most, "{sql}");
        }
    }
}
