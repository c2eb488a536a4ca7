//! Everything that is an owner's, as rows. Which tables there are the schema says, so that none is forgotten: a row is
//! somebody's that names them, or that hangs on a conversation or a task of theirs.

use rusqlite::types::ValueRef;
use screen_agent_store::takeout::{Taken, Taker};
use screen_agent_store::{Packed, StoreError, Stored};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::owned::Owned;
use crate::error::store_error;
use crate::sql::Sql as _;

/// What we keep for our own work: copies of what stands elsewhere, counts, and what is sealed. The audit log is taken
/// out by a way of its own.
const OURS: [&str; 11] = [
    "answered",
    "audit",
    "histories",
    "ide_jobs",
    "kept_bytes",
    "run_states",
    "runs",
    "snapshots",
    "task_states",
    "topics",
    "used_approvals",
];

/// Columns that say nothing to their owner.
const COLUMNS_OF_OURS: [&str; 4] = ["tenant_id", "user_id", "lease_id", "lease_until_ms"];

/// How a row is known to be an owner's, by its columns.
const WAYS: [(&str, &str); 3] = [
    ("user_id", "tenant_id = ?1 AND user_id = ?2"),
    (
        "session_pk",
        "session_pk IN (SELECT pk FROM sessions WHERE tenant_id = ?1 AND user_id = ?2)",
    ),
    (
        "task_pk",
        "task_pk IN (SELECT pk FROM tasks WHERE tenant_id = ?1 AND user_id = ?2)",
    ),
];

impl Owned<'_> {
    /// Hands over everything.
    pub(crate) fn take_out(&self, taker: &mut Taker) -> Stored<()> {
        let tables =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
                      ORDER BY name";
        for table in self.db.list::<String>(tables, &[])? {
            let columns = "SELECT name FROM pragma_table_info(?1) ORDER BY cid";
            let columns: Vec<String> = self.db.list(columns, &[&table])?;
            let has = |name: &str| columns.iter().any(|column| column == name);
            let way = WAYS.iter().find(|(column, _)| has(column));
            // Sign-ins and their proofs name a person, but no tenant.
            let is_account = has("user_id") && !has("tenant_id");
            if let Some((_, which)) = way
                && !is_account
                && !OURS.contains(&table.as_str())
            {
                // What else is in the outbox is a copy.
                let which = match table.as_str() {
                    "outbox" => format!("{which} AND body IS NOT NULL"),
                    _ => (*which).to_owned(),
                };
                self.take_table(&table, &columns, &which, taker)?;
            }
        }
        self.take_pictures(taker)
    }

    fn take_table(
        &self,
        table: &str,
        columns: &[String],
        which: &str,
        taker: &mut Taker,
    ) -> Stored<()> {
        let columns = columns.iter().map(String::as_str);
        let columns: Vec<&str> = columns
            .filter(|column| !COLUMNS_OF_OURS.contains(column))
            .collect();
        let sql = format!("SELECT {} FROM {table} WHERE {which}", columns.join(", "));
        let mut statement = self.db.prepare(&sql).map_err(store_error)?;
        let mut rows = statement
            .query(self.owner_keys_of_two())
            .map_err(store_error)?;
        while let Some(row) = rows.next().map_err(store_error)? {
            let mut read = Map::new();
            for (at, column) in columns.iter().enumerate() {
                let value = readable(column, row.get_ref(at).map_err(store_error)?);
                read.insert((*column).to_owned(), value);
            }
            taken(taker, Taken::Row(table.to_owned(), read))?;
        }
        Ok(())
    }

    fn take_pictures(&self, taker: &mut Taker) -> Stored<()> {
        let sql = "SELECT lower(hex(tasks.id)), step_index, mime, image FROM snapshots
                   JOIN tasks ON tasks.pk = task_pk WHERE tenant_id = ?1 AND user_id = ?2";
        let mut statement = self.db.prepare(sql).map_err(store_error)?;
        let mut rows = statement
            .query(self.owner_keys_of_two())
            .map_err(store_error)?;
        while let Some(row) = rows.next().map_err(store_error)? {
            let read = || -> rusqlite::Result<(String, u16, String, Vec<u8>)> {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            };
            let (task, step, mime, image) = read().map_err(store_error)?;
            let ending = mime.strip_prefix("image/").unwrap_or("bin");
            taken(
                taker,
                Taken::Picture(format!("{task}-{step}.{ending}"), image),
            )?;
        }
        Ok(())
    }
}

fn taken(taker: &mut Taker, piece: Taken) -> Stored<()> {
    taker(piece).map_err(|cause| StoreError::Unavailable(cause.into()))
}

/// A value as a person can read it: ids in their usual form, packed bodies opened.
fn readable(column: &str, value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => words(&String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => match <[u8; 16]>::try_from(bytes) {
            Ok(id) if column == "id" || column.ends_with("_id") => {
                Uuid::from_bytes(id).to_string().into()
            }
            _ => match Packed::stored(bytes.to_vec()).open() {
                Ok(body) => words(&String::from_utf8_lossy(&body)),
                Err(_) => hex(bytes).into(),
            },
        },
    }
}

/// JSON as JSON, and anything else as it is.
fn words(text: &str) -> Value {
    let is_json = text.starts_with(['{', '[']);
    let json = is_json.then(|| serde_json::from_str(text).ok()).flatten();
    json.unwrap_or_else(|| text.into())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
