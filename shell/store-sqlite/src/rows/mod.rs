//! The statements, one file for each thing that is done.
//!
//! Functions here take a connection that is inside a transaction, and an owner where the rows have
//! one: there is no way to name a row of somebody else's.

pub(crate) mod accounts;
pub(crate) mod answered;
pub(crate) mod artifacts;
pub(crate) mod audit;
pub(crate) mod begin;
pub(crate) mod captures;
pub(crate) mod collections;
pub(crate) mod commit;
pub(crate) mod conversations;
pub(crate) mod corrections;
pub(crate) mod debug;
pub(crate) mod domains;
pub(crate) mod files;
pub(crate) mod histories;
pub(crate) mod lease;
pub(crate) mod messages;
pub(crate) mod outbox;
pub(crate) mod packets;
pub(crate) mod preferences;
pub(crate) mod quota;
pub(crate) mod rates;
pub(crate) mod recollect;
pub(crate) mod recover;
pub(crate) mod removal;
pub(crate) mod runs;
pub(crate) mod second_factors;
pub(crate) mod sessions;
pub(crate) mod skills;
pub(crate) mod sources;
pub(crate) mod sweep;
pub(crate) mod tasks;
pub(crate) mod tokens;
pub(crate) mod usage;
pub(crate) mod words;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, Row};
use screen_agent_store::StoreError;
use uuid::Uuid;

use crate::error::store_error;

/// An id as it is stored.
pub(crate) type Key = [u8; 16];

/// An id as it is stored.
pub(crate) fn key(id: Uuid) -> Key {
    *id.as_bytes()
}

/// The first characters of a text, as many as may be kept.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// A list as it is stored.
pub(crate) fn list_json(values: &[String]) -> Result<String, StoreError> {
    serde_json::to_string(values).map_err(|cause| StoreError::Refused(cause.into()))
}

/// Reads a list that is stored as JSON.
pub(crate) fn read_list(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let json: String = row.get(column)?;
    serde_json::from_str(&json).map_err(|cause| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, cause.into())
    })
}

/// Changes rows; says how many.
pub(crate) fn change(
    connection: &Connection,
    sql: &str,
    values: impl Params,
) -> Result<usize, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(values))
        .map_err(store_error)
}

/// Reads one row, if there is one.
pub(crate) fn find<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(values, read).optional())
        .map_err(store_error)
}

/// Reads one row that must be there.
pub(crate) fn get<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<T, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(values, read))
        .map_err(store_error)
}

/// Reads every row.
pub(crate) fn list<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map(values, read)?.collect())
        .map_err(store_error)
}
