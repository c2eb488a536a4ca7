//! Records of every kind: found, listed, added and removed by one statement each, made from where they stand.

use async_trait::async_trait;
use screen_agent_store::session::Page;
use screen_agent_store::{AddRecord, FindRecord, ListRecords, Owner, Record, RemoveRecord, Stored};

use super::owned::{Owned, ScopedStore};
use crate::sql::{FromRow, Sql as _, ToColumn};

/// A kind of records, and where its rows stand.
pub(crate) trait Table: Record + FromRow {
    /// The tables, joined; the one that has an owner goes by `own`.
    const FROM: &'static str;
    /// What is read of them, in the order of the record's fields.
    const COLUMNS: &'static str;
}

/// A kind that is found by its id.
pub(crate) trait Found: Table {
    const ID: &'static str = "own.id";
}

/// A kind that is listed.
pub(crate) trait Listed: Table {
    /// What a filter lets through; nothing is listed without.
    fn which(filter: &Self::Filter, owner: Owner) -> Option<Which<'_>>;
}

/// Some of an owner's rows, in an order.
pub(crate) struct Which<'a> {
    /// A condition, in which [values](Self::values) are bound from `?3` on.
    pub(crate) sql: &'static str,
    pub(crate) values: Vec<Box<dyn ToColumn + 'a>>,
    pub(crate) order: &'static str,
    /// Limit and offset; all without.
    pub(crate) part: Option<(u32, u32)>,
}

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
impl<R: Found> FindRecord<R> for ScopedStore<'_>
where
    R::Id: ToColumn,
{
    async fn find_record(&self, id: R::Id) -> Stored<Option<R>> {
        self.read(move |rows| rows.record(&id)).await
    }
}

#[async_trait]
impl<R: Listed> ListRecords<R> for ScopedStore<'_> {
    async fn page_of_records(&self, filter: R::Filter) -> Stored<Page<R>> {
        self.read(move |rows| rows.page(&filter)).await
    }
}

#[async_trait]
impl<R: Added> AddRecord<R> for ScopedStore<'_> {
    async fn add_record(&self, record: R) -> Stored<()> {
        self.write(move |rows| rows.insert(R::TABLE, &record.columns()).map(drop))
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

impl Owned<'_> {
    /// The record with this id, if it is there and the owner's.
    pub(crate) fn record<R: Found>(&self, id: &dyn ToColumn) -> Stored<Option<R>> {
        let which = format!("own.tenant_id = ?1 AND own.user_id = ?2 AND {} = ?3", R::ID);
        self.find(&select::<R>(&which), &[id])
    }

    /// A page of records, and how many there are.
    fn page<R: Listed>(&self, filter: &R::Filter) -> Stored<Page<R>> {
        let Some(which) = R::which(filter, self.owner) else {
            let (items, total) = (Vec::new(), 0);
            return Ok(Page { items, total });
        };
        let owned = format!("own.tenant_id = ?1 AND own.user_id = ?2 AND {}", which.sql);
        let values: Vec<&dyn ToColumn> = which.values.iter().map(|value| &**value).collect();
        let (order, sql) = (which.order, select::<R>(&owned));
        let Some((limit, offset)) = which.part else {
            let items: Vec<R> = self.list(&format!("{sql} ORDER BY {order}"), &values)?;
            let total = u32::try_from(items.len()).unwrap_or(u32::MAX);
            return Ok(Page { items, total });
        };
        let (nth_limit, nth_offset) = (values.len() + 3, values.len() + 4);
        let sql = format!("{sql} ORDER BY {order} LIMIT ?{nth_limit} OFFSET ?{nth_offset}");
        let items = self.list(&sql, &[&values[..], &[&limit, &offset]].concat())?;
        let count = format!("SELECT count(*) FROM {} WHERE {owned}", R::FROM);
        let total = self.get(&count, &values)?;
        Ok(Page { items, total })
    }
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
pub(crate) use {added, columns, table};
