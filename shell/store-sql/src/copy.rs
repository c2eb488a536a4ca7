//! Copies everything from one database to another, whichever they are: table by table, in the order of their keys, so
//! that who goes on after a crash sees by the last key how far it came. What came of it is compared row by row.

use std::collections::BTreeSet;

use ring::digest::{Context, SHA256};
use screen_agent_store::{StoreError, Stored};

use crate::db::Db;
use crate::seal::StateKey;
use crate::sql::Sql as _;
use crate::value::{SqlKind, SqlValue};

/// Rows that are copied at a time, unless they are large.
const ROWS: i64 = 500;
/// So many bytes are enough at a time.
const ENOUGH: usize = 8 * 1024 * 1024;
/// What a new database holds that is no copy of anything.
pub const FRESH: &str = "sign_in_changes";
/// Of the rows of this table it is remembered how many there ever were.
const NUMBERED: &str = "outbox";

/// Does something in a transaction.
pub type Act<'a> = &'a mut dyn FnMut(&dyn Db) -> Stored<()>;

/// A database that is copied, or copied into. Everything here blocks.
pub trait CopySide {
    /// Does something in a transaction.
    fn act(&self, act: Act<'_>) -> Stored<()>;

    /// The key that states are sealed with.
    fn key(&self) -> &StateKey;

    /// Reads name and kind (`int`, `real`, `bool`, `text`, `blob`) of the columns of the table `?1` that are copied.
    fn kinds(&self) -> &'static str;

    /// Whether a copy into it has begun.
    fn is_begun(&self) -> Stored<bool>;

    /// Takes triggers away, which would count and number again, and what stands in [`FRESH`]; keeps others from using it
    /// until the end. All of it or nothing.
    fn begin(&self) -> Stored<()>;

    /// Puts everything back, and goes on counting after what is there: in the outbox after this number. All of it or
    /// nothing.
    fn end(&self, numbered: i64) -> Stored<()>;

    /// The highest number that the outbox ever gave.
    fn numbered(&self) -> Stored<i64>;
}

/// What came of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: String,
    /// Rows in it, the same on both sides.
    pub rows: u64,
    /// What its rows come to, the same on both sides.
    pub digest: String,
}

/// Copies everything; `told` hears of each table that is begun.
pub fn copy(
    from: &dyn CopySide,
    to: &dyn CopySide,
    told: &mut dyn FnMut(&str),
) -> Stored<Vec<CopiedTable>> {
    let tables = ordered(from)?;
    if !to.is_begun()? {
        for table in tables.iter().filter(|table| table.name != FRESH) {
            if value(to, &format!("SELECT count(*) FROM {}", table.name))? != Some(0) {
                return Err(refused(format!(
                    "{} holds rows already: a copy goes into a new database",
                    table.name
                )));
            }
        }
        to.begin()?;
    }
    for table in &tables {
        told(&table.name);
        while copied(from, to, table)? {}
    }
    let mut done = Vec::new();
    for table in &tables {
        let (rows, digest) = digest(from, table)?;
        if digest_differs(to, table, rows, &digest)? {
            return Err(refused(format!(
                "{} is not the same on both sides: was something written meanwhile? Stop the server, and copy into a new database",
                table.name
            )));
        }
        let name = table.name.clone();
        done.push(CopiedTable { name, rows, digest });
    }
    to.end(from.numbered()?)?;
    Ok(done)
}

fn digest_differs(to: &dyn CopySide, table: &Table, rows: u64, known: &str) -> Stored<bool> {
    Ok(digest(to, table)? != (rows, known.to_owned()))
}

/// A table, with its columns in an order that no database decides.
struct Table {
    name: String,
    columns: Vec<String>,
    key: Vec<String>,
}

impl Table {
    fn keys(&self) -> String {
        self.key.join(", ")
    }

    fn columns(&self) -> String {
        self.columns.join(", ")
    }
}

/// All tables, each after those that it refers to.
fn ordered(side: &dyn CopySide) -> Stored<Vec<Table>> {
    let mut left: Vec<(Table, BTreeSet<String>)> = Vec::new();
    side.act(&mut |db| {
        let dialect = db.dialect();
        let names: Vec<String> = db.list(dialect.tables(), &[])?;
        left.clear();
        for name in &names {
            let mut columns: Vec<String> = db.list(dialect.columns(), &[name])?;
            columns.sort();
            let key = db.list(dialect.primary_key(), &[name])?;
            let name = name.clone();
            left.push((Table { name, columns, key }, BTreeSet::new()));
        }
        for name in &names {
            let referring: Vec<(String, String, String)> =
                db.list(dialect.references(), &[name])?;
            for (table, ..) in referring.iter().filter(|(table, ..)| table != name) {
                let found = left.iter_mut().find(|(each, _)| each.name == *table);
                found.map(|(_, after)| after.insert(name.clone()));
            }
        }
        Ok(())
    })?;
    let mut ordered: Vec<Table> = Vec::new();
    while !left.is_empty() {
        let (ready, waiting): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, after)| after.is_empty());
        if ready.is_empty() {
            return Err(refused("tables refer to each other in a circle".to_owned()));
        }
        ordered.extend(ready.into_iter().map(|(table, _)| table));
        left = waiting;
        for (_, after) in &mut left {
            after.retain(|name| ordered.iter().all(|table| table.name != *name));
        }
    }
    Ok(ordered)
}

type Values = Vec<SqlValue<'static>>;

/// Copies the rows after the last that is there; false when there are none.
fn copied(from: &dyn CopySide, to: &dyn CopySide, table: &Table) -> Stored<bool> {
    let Table { name, key, .. } = table;
    let (columns, keys) = (table.columns(), table.keys());
    let down: Vec<String> = key.iter().map(|key| format!("{key} DESC")).collect();
    let latest = format!(
        "SELECT {keys} FROM {name} ORDER BY {} LIMIT 1",
        down.join(", ")
    );
    let mut after: Option<Values> = None;
    to.act(&mut |db| {
        after = None;
        db.query(&latest, &[], &mut |row| {
            let values = (0..key.len()).map(|at| Ok(row.value(at)?.into_owned()));
            after = Some(values.collect::<Stored<_>>()?);
            Ok(false)
        })
    })?;
    let after = after.unwrap_or_default();
    let places: Vec<String> = (1..=after.len()).map(|nth| format!("?{nth}")).collect();
    let which = match after.is_empty() {
        true => "TRUE".to_owned(),
        false => format!("({keys}) > ({})", places.join(", ")),
    };
    let next = format!("SELECT {columns} FROM {name} WHERE {which} ORDER BY {keys} LIMIT {ROWS}");
    let mut rows: Vec<Values> = Vec::new();
    from.act(&mut |db| {
        rows.clear();
        let mut bytes = 0;
        db.query(&next, &after, &mut |row| {
            let values = (0..table.columns.len()).map(|at| Ok(row.value(at)?.into_owned()));
            let values: Values = values.collect::<Stored<_>>()?;
            bytes += values.iter().map(size).sum::<usize>();
            rows.push(values);
            Ok(bytes < ENOUGH)
        })
    })?;
    if rows.is_empty() {
        return Ok(false);
    }
    let places: Vec<String> = (1..=table.columns.len())
        .map(|nth| format!("?{nth}"))
        .collect();
    let places = places.join(", ");
    let insert = format!("INSERT INTO {name} ({columns}) VALUES ({places})");
    let kinds = kinds(to, table)?;
    to.act(&mut |db| {
        for row in &rows {
            let row: Values = row.iter().cloned().zip(&kinds).map(as_kind).collect();
            db.execute(&insert, &row)?;
        }
        Ok(())
    })?;
    Ok(true)
}

/// What the columns of a table hold.
fn kinds(side: &dyn CopySide, table: &Table) -> Stored<Vec<SqlKind>> {
    let mut found: Vec<(String, String)> = Vec::new();
    side.act(&mut |db| {
        found = db.list(side.kinds(), &[&table.name])?;
        Ok(())
    })?;
    let kind = |column: &String| {
        let known = found.iter().find(|(name, _)| name == column);
        let (_, kind) = known.ok_or_else(|| {
            refused(format!(
                "{} has no column {column} on the other side",
                table.name
            ))
        })?;
        Ok(match kind.as_str() {
            "int" => SqlKind::Int,
            "real" => SqlKind::Real,
            "bool" => SqlKind::Bool,
            "blob" => SqlKind::Blob,
            _ => SqlKind::Text,
        })
    };
    table.columns.iter().map(kind).collect()
}

/// A value as a column takes it: what is yes and no in one database may be 1 and 0 in another.
fn as_kind((value, kind): (SqlValue<'static>, &SqlKind)) -> SqlValue<'static> {
    match (value, kind) {
        (SqlValue::Null(_), kind) => SqlValue::Null(*kind),
        (SqlValue::Int(number), SqlKind::Bool) => SqlValue::Bool(number != 0),
        (SqlValue::Bool(is), SqlKind::Int) => SqlValue::Int(is.into()),
        (value, _) => value,
    }
}

fn size(value: &SqlValue<'_>) -> usize {
    match value {
        SqlValue::Text(text) => text.len(),
        SqlValue::Blob(bytes) => bytes.len(),
        SqlValue::Null(_) | SqlValue::Int(_) | SqlValue::Real(_) | SqlValue::Bool(_) => 8,
    }
}

/// How many rows there are, and what all of them come to.
fn digest(side: &dyn CopySide, table: &Table) -> Stored<(u64, String)> {
    let (columns, keys, name) = (table.columns(), table.keys(), &table.name);
    let all = format!("SELECT {columns} FROM {name} ORDER BY {keys}");
    let mut found = (0, String::new());
    side.act(&mut |db| {
        let (mut rows, mut sum) = (0, Context::new(&SHA256));
        db.query(&all, &[], &mut |row| {
            rows += 1;
            for at in 0..table.columns.len() {
                add(&mut sum, &row.value(at)?);
            }
            Ok(true)
        })?;
        let sum = sum.finish();
        let hex = sum
            .as_ref()
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"));
        found = (rows, hex.collect());
        Ok(())
    })?;
    Ok(found)
}

/// Adds a value, the same whatever the database: what it is, how long it is, and it.
fn add(sum: &mut Context, value: &SqlValue<'_>) {
    let mut add = |kind: u8, bytes: &[u8]| {
        sum.update(&[kind]);
        sum.update(&(bytes.len() as u64).to_le_bytes());
        sum.update(bytes);
    };
    match value {
        SqlValue::Null(_) => add(b'n', &[]),
        SqlValue::Int(number) => add(b'i', &number.to_le_bytes()),
        SqlValue::Bool(is) => add(b'i', &i64::from(*is).to_le_bytes()),
        SqlValue::Real(number) => add(b'r', &number.to_le_bytes()),
        SqlValue::Text(text) => add(b't', storable(text).as_bytes()),
        SqlValue::Blob(bytes) => add(b'b', bytes),
    }
}

/// A text as every database can store it: one has no place for the sign that is no sign.
pub fn storable(text: &str) -> std::borrow::Cow<'_, str> {
    match text.contains('\0') {
        true => text.replace('\0', "\u{fffd}").into(),
        false => text.into(),
    }
}

fn value(side: &dyn CopySide, sql: &str) -> Stored<Option<i64>> {
    let mut found = None;
    side.act(&mut |db| {
        found = db.find(sql, &[])?;
        Ok(())
    })?;
    Ok(found)
}

/// What gives an outbox that is empty the number to go on after.
pub fn goes_on(side: &dyn Db, numbered: i64) -> Stored<i64> {
    let latest: Option<i64> = side.get(&format!("SELECT max(pk) FROM {NUMBERED}"), &[])?;
    Ok(latest.unwrap_or_default().max(numbered))
}

fn refused(why: String) -> StoreError {
    StoreError::Refused(why.into())
}
