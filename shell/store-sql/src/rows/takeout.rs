//! Everything that is an owner's, as rows. Which tables there are the schema says, so that none is forgotten: a row is
//! somebody's that names them, or that hangs on a conversation or a task of theirs.

use screen_agent_store::takeout::{Taken, Taker};
use screen_agent_store::{Packed, StoreError, Stored};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::owned::Owned;
use crate::sql::Sql as _;
use crate::value::SqlValue as Column;

/// What we keep for our own work: copies of what stands elsewhere, counts, and what is sealed. The audit log is taken
/// out by a way of its own.
const OURS: [&str; 14] = [
    "answered",
    "audit",
    "histories",
    "ide_jobs",
    "kept_bytes",
    "queued_run_orders",
    "run_callbacks",
    "run_found",
    "run_states",
    "runs",
    "snapshots",
    "task_states",
    "topics",
    "used_approvals",
];

/// Columns that say nothing to their owner.
const COLUMNS_OF_OURS: [&str; 5] = [
    "tenant_id",
    "user_id",
    "lease_id",
    "lease_until_ms",
    "sealed",
];

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
        let dialect = self.db.dialect();
        for table in self.db.list::<String>(dialect.tables(), &[])? {
            let columns: Vec<String> = self.db.list(dialect.columns(), &[&table])?;
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
        self.each(&sql, &[], &mut |row| {
            let mut read = Map::new();
            for column in &columns {
                read.insert((*column).to_owned(), readable(column, row.value()?));
            }
            taken(taker, Taken::Row(table.to_owned(), read))?;
            Ok(true)
        })
    }

    fn take_pictures(&self, taker: &mut Taker) -> Stored<()> {
        let sql = "SELECT lower(hex(tasks.id)), step_index, mime, image FROM snapshots
                   JOIN tasks ON tasks.pk = task_pk WHERE tenant_id = ?1 AND user_id = ?2";
        self.each(sql, &[], &mut |row| {
            let (task, step, mime, image): (String, u16, String, Vec<u8>) = row.take()?;
            let ending = mime.strip_prefix("image/").unwrap_or("bin");
            let picture = Taken::Picture(format!("{task}-{step}.{ending}"), image);
            taken(taker, picture)?;
            Ok(true)
        })
    }
}

fn taken(taker: &mut Taker, piece: Taken) -> Stored<()> {
    taker(piece).map_err(|cause| StoreError::Unavailable(cause.into()))
}

/// A value as a person can read it: ids in their usual form, packed bodies opened.
fn readable(column: &str, value: Column<'_>) -> Value {
    match value {
        Column::Null(_) => Value::Null,
        Column::Int(number) => number.into(),
        // As every database tells it.
        Column::Bool(is) => i64::from(is).into(),
        Column::Real(number) => number.into(),
        Column::Text(text) => words(&text),
        Column::Blob(bytes) => match <[u8; 16]>::try_from(&*bytes) {
            Ok(id) if column == "id" || column.ends_with("_id") => {
                Uuid::from_bytes(id).to_string().into()
            }
            _ => match Packed::stored(bytes.to_vec()).open() {
                Ok(body) => words(&String::from_utf8_lossy(&body)),
                Err(_) => hex(&bytes).into(),
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
