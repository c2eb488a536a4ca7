//! Records of every kind: found, listed, added and removed by one statement each, made from where they stand. The same
//! for an owner's and for what has no owner.

use async_trait::async_trait;
use screen_agent_store::session::Page;
use screen_agent_store::{
    AddRecord, FindRecord, Latest, ListRecords, Record, RemoveRecord, Stored,
};

use super::owned::{Owned, ScopedStore};
use crate::SqlStore;
use crate::db::Freshness;
use crate::dialect::Dialect;
use crate::sql::{FromRow, Sql, ToColumn};

/// A kind of records, and where its rows stand.
pub(crate) trait Table: Record + FromRow {
    /// The tables, joined; the one that has an owner goes by `own`.
    const FROM: &'static str;
    /// What is read of them, in the order of the record's fields.
    const COLUMNS: &'static str;
}

/// A kind that is found by its id.
pub(crate) trait Found: Table<Id: Bound> {
    /// A condition with the values of the id, from `?3` on; from `?1` on for what has no owner.
    const BY: &'static str = "own.id = ?3";
}

/// A kind that is listed.
pub(crate) trait Listed: Table<Filter: Bound> {
    /// A condition with the values of the filter, bound likewise.
    const WHICH: &'static str = "TRUE";
    const ORDER: &'static str;
    /// How fresh a list must be.
    const READING: Freshness = Freshness::Fresh;

    /// The condition, where databases say it otherwise.
    fn which(_dialect: &dyn Dialect) -> &str {
        Self::WHICH
    }
}

/// A kind of which the rows have no owner, or are wanted whoever's they are.
pub(crate) trait Unowned {}

/// What is bound to statements for an id or a filter.
pub(crate) trait Bound {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        Vec::new()
    }

    /// The same, where databases say it otherwise.
    fn values_for(&self, _dialect: &dyn Dialect) -> Vec<Box<dyn ToColumn + '_>> {
        self.values()
    }

    /// Limit and offset of a page; all without.
    fn part(&self) -> Option<(u32, u32)> {
        None
    }
}

impl<T: ToColumn> Bound for T {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![Box::new(self)]
    }
}

impl<A: ToColumn, B: ToColumn> Bound for (A, B) {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![Box::new(&self.0), Box::new(&self.1)]
    }
}

impl Bound for () {}

impl Bound for Latest {}

/// A kind whose columns are those of one table and its fields.
pub(crate) trait Added: Table {
    const TABLE: &'static str;

    /// What is written of it, without its owner.
    fn columns(&self) -> Vec<(&'static str, &dyn ToColumn)>;
}

/// A kind that is removed, and how the audit log calls it.
pub(crate) trait Removed: Record {
    const TABLE: &'static str;
    const WHAT: &'static str;

    /// What else goes or changes with it.
    fn goes(_rows: &Owned<'_>, _id: &Self::Id, _now_ms: i64) -> Stored<()> {
        Ok(())
    }
}

#[async_trait]
impl<R: Found> FindRecord<R> for ScopedStore<'_> {
    async fn find_record(&self, id: R::Id) -> Stored<Option<R>> {
        self.read(move |rows| find(rows, &id)).await
    }
}

#[async_trait]
impl<R: Found + Unowned> FindRecord<R> for SqlStore {
    async fn find_record(&self, id: R::Id) -> Stored<Option<R>> {
        self.read(move |db| find(db, &id)).await
    }
}

#[async_trait]
impl<R: Listed> ListRecords<R> for ScopedStore<'_> {
    async fn page_of_records(&self, filter: R::Filter) -> Stored<Page<R>> {
        self.read_as(R::READING, move |rows| page(rows, &filter))
            .await
    }
}

#[async_trait]
impl<R: Listed + Unowned> ListRecords<R> for SqlStore {
    async fn page_of_records(&self, filter: R::Filter) -> Stored<Page<R>> {
        self.read_as(R::READING, move |db| page(db, &filter)).await
    }
}

#[async_trait]
impl<R: Added> AddRecord<R> for ScopedStore<'_> {
    async fn add_record(&self, record: R) -> Stored<()> {
        self.write(move |rows| rows.insert(R::TABLE, &record.columns()))
            .await
    }
}

#[async_trait]
impl<R: Removed> RemoveRecord<R> for ScopedStore<'_>
where
    R::Id: ToColumn + std::fmt::Display,
{
    async fn remove_record(&self, id: R::Id, now_ms: i64) -> Stored<bool> {
        self.write(move |rows| {
            R::goes(rows, &id, now_ms)?;
            let owned = "tenant_id = ?1 AND user_id = ?2 AND id = ?3";
            let sql = format!("DELETE FROM {} WHERE {owned}", R::TABLE);
            let gone = rows.change(&sql, &[&id])? > 0;
            if gone {
                rows.log_deleted(R::WHAT, &id.to_string())?;
            }
            Ok(gone)
        })
        .await
    }
}

/// What tells an owner's rows from others, where there is one.
fn owned(rows: &(impl Sql + ?Sized)) -> &'static str {
    match rows.owner_keys() {
        [] => "TRUE",
        _ => "own.tenant_id = ?1 AND own.user_id = ?2",
    }
}

/// The record with this id, if it is there.
pub(crate) fn find<R: Found>(rows: &(impl Sql + ?Sized), id: &R::Id) -> Stored<Option<R>> {
    let sql = select::<R>(&format!("{} AND {}", owned(rows), R::BY));
    let values = id.values();
    let values: Vec<&dyn ToColumn> = values.iter().map(|value| &**value).collect();
    rows.find(&sql, &values)
}

/// A page of records, and how many there are.
fn page<R: Listed>(rows: &(impl Sql + ?Sized), filter: &R::Filter) -> Stored<Page<R>> {
    let dialect = rows.connection().dialect();
    let which = format!("{} AND {}", owned(rows), R::which(dialect));
    let values = filter.values_for(dialect);
    let values: Vec<&dyn ToColumn> = values.iter().map(|value| &**value).collect();
    let sql = format!("{} ORDER BY {}", select::<R>(&which), R::ORDER);
    let Some((limit, offset)) = filter.part() else {
        let items: Vec<R> = rows.list(&sql, &values)?;
        let total = u32::try_from(items.len()).unwrap_or(u32::MAX);
        return Ok(Page { items, total });
    };
    let nth = rows.owner_keys().len() + values.len();
    let sql = format!("{sql} LIMIT ?{} OFFSET ?{}", nth + 1, nth + 2);
    let items = rows.list(&sql, &[&values[..], &[&limit, &offset]].concat())?;
    let count = format!("SELECT count(*) FROM {} WHERE {which}", R::FROM);
    let total = rows.get(&count, &values)?;
    Ok(Page { items, total })
}

/// Reads records.
pub(crate) fn select<R: Table>(which: &str) -> String {
    format!("SELECT {} FROM {} WHERE {which}", R::COLUMNS, R::FROM)
}

/// A kind, from its fields and the columns that they stand in, where those have other names.
macro_rules! table {
    ($record:ty, $from:expr => $($field:ident $($column:literal)?),+ $(,)?) => {
        impl $crate::rows::records::Table for $record {
            const FROM: &'static str = $from;
            const COLUMNS: &'static str = $crate::rows::records::columns!($($field $($column)?),+);
        }

        $crate::sql::from_row!($record: $($field),+);
    };
}

/// Names of columns, one after the other.
macro_rules! columns {
    ($field:ident $column:literal) => { $column };
    ($field:ident) => { stringify!($field) };
    ($field:ident $column:literal, $($rest:tt)+) => {
        concat!($column, ", ", $crate::rows::records::columns!($($rest)+))
    };
    ($field:ident, $($rest:tt)+) => {
        concat!(stringify!($field), ", ", $crate::rows::records::columns!($($rest)+))
    };
}

/// A kind whose fields are columns of one table, as they are added, too.
macro_rules! added {
    ($record:ty, $table:literal => $($field:ident $($column:literal)?),+ $(,)?) => {
        $crate::rows::records::table!(
            $record, concat!($table, " own") => $($field $($column)?),+);

        impl $crate::rows::records::Added for $record {
            const TABLE: &'static str = $table;

            fn columns(&self) -> Vec<(&'static str, &dyn $crate::sql::ToColumn)> {
                vec![$((
                    $crate::rows::records::columns!($field $($column)?),
                    &self.$field as &dyn $crate::sql::ToColumn,
                )),+]
            }
        }
    };
}

/// A kind that is found by its id, or by the condition that stands here.
macro_rules! found {
    ($record:ty $(, $by:expr)?) => {
        impl $crate::rows::records::Found for $record {
            $(const BY: &'static str = $by;)?
        }
    };
}

/// A kind that is listed: those that a condition picks, all without, and in which order.
macro_rules! listed {
    ($record:ident $(, $which:literal)? by $order:literal) => {
        impl $crate::rows::records::Listed for $record {
            $(const WHICH: &'static str = $which;)?
            const ORDER: &'static str = $order;
        }
    };
}

/// A kind that is removed from its table, and how the audit log calls it.
macro_rules! removed {
    ($record:ty, $table:literal, $what:literal) => {
        impl $crate::rows::records::Removed for $record {
            const TABLE: &'static str = $table;
            const WHAT: &'static str = $what;
        }
    };
}
pub(crate) use {added, columns, found, listed, removed, table};
