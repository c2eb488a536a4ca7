//! What a step costs beside those that are stored already. One task is done by the program itself, and its rows are then
//! stored again and again by statements, all of them one person's: nobody has more to look through.

use std::path::Path;

use anyhow::{Context as _, Result};
use rusqlite::Connection;
use screen_agent_testkit::Cluster;

use super::Meter;
use super::person::{Person, STEPS};
use super::place::Place;
use crate::figure::{Figure, quantile};
use crate::measure::serve::Server;

/// How many steps are stored, up to what is asked for.
const STORED: [usize; 4] = [STEPS, 10_000, 100_000, 1_000_000];
/// Tasks that are measured.
const TASKS: usize = 20;
/// What belongs to a task, each with the column that says whose it is. The audit log is left out: a chain cannot be copied.
const TABLES: [(&str, &str); 9] = [
    ("sessions", "pk"),
    ("tasks", "pk"),
    ("task_states", "task_pk"),
    ("task_statuses", "task_pk"),
    ("steps", "task_pk"),
    ("messages", "session_pk"),
    ("verification_records", "task_pk"),
    ("turn_records", "task_pk"),
    ("outbox", "session_pk"),
];
/// Between the numbers of two copies.
const APART: usize = 1_000;
/// Tables that number their rows themselves.
const NUMBERED: [&str; 4] = ["sessions", "tasks", "task_statuses", "outbox"];

pub(super) async fn measure(binary: &Path, most: usize, figures: &mut Vec<Figure>) -> Result<()> {
    for on in ["SQLite", "PostgreSQL"] {
        let cluster = (on == "PostgreSQL").then(Cluster::durable);
        let place = Place::new(binary, cluster, "")?;
        let first = Server::begin(place.command(&["serve"]).arg("--data").arg(place.path("1")))?;
        let person = Person::sign_in(&first.base, 0).await?;
        person.task(std::slice::from_ref(&first.base)).await?;
        drop(first);
        let (mut copies, mut few) = (0, None);
        for stored in STORED.into_iter().filter(|stored| *stored <= most) {
            let until = stored / STEPS - 1;
            if until > copies {
                copy(&place, copies + 1, until)?;
                copies = until;
            }
            let name = format!("{on}, {stored} steps are stored");
            let (took, cpu, largest) = step(&place, &name).await?;
            let (few_took, few_cpu) = *few.get_or_insert((took, cpu));
            figures.extend([
                Figure::plain(format!("{name}: a step, p50"), took, "ms").beside(few_took),
                Figure::plain(format!("{name}: CPU, a step"), cpu, "ms").beside(few_cpu),
                Figure::plain(format!("{name}: on the disk"), largest, "MB"),
            ]);
        }
    }
    Ok(())
}

/// The middle of what steps took, CPU milliseconds of server and database, and megabytes on the disk.
async fn step(place: &Place<'_>, name: &str) -> Result<(f64, f64, f64)> {
    let servers = place.serve(1)?;
    let base = [servers[0].base.clone()];
    let person = Person::sign_in(&base[0], 0).await?;
    for _ in 0..TASKS / 4 {
        person.task(&base).await?;
    }
    let meter = Meter::begin(vec![servers[0].id()], place.cluster().map(Cluster::id));
    let mut took = Vec::new();
    for _ in 0..TASKS {
        took.extend(person.task(&base).await?);
    }
    let (taken, _) = meter.end(name);
    let cpu = (taken.servers + taken.database) / took.len() as f64;
    let bytes = match place.cluster() {
        Some(cluster) => cluster
            .ask("SELECT pg_database_size(current_database())")
            .parse()?,
        None => std::fs::metadata(database(place)?)?.len() as f64,
    };
    Ok((quantile(&mut took, 0.5), cpu, bytes / 1e6))
}

/// The file that everything is in.
fn database(place: &Place<'_>) -> Result<std::path::PathBuf> {
    let files = std::fs::read_dir(place.path("1"))?.flatten();
    let mut files = files.map(|file| file.path());
    let found = files.find(|file| file.extension().is_some_and(|end| end == "db"));
    found.context("there is no database")
}

/// Copies of the first task.
#[derive(Clone, Copy)]
struct Copies {
    from: usize,
    to: usize,
    /// The highest number of a row so far: whoever reads rows in their order has read up to it.
    above: usize,
}

/// All that was told so far counts as sent, or the next server would begin with the copies.
const SENT: &str = "UPDATE outbox SET sent_ms = at_ms WHERE sent_ms IS NULL";

/// Stores the first task again, once for each number.
fn copy(place: &Place<'_>, from: usize, to: usize) -> Result<()> {
    let highest = NUMBERED.map(|table| format!("SELECT max(pk) AS pk FROM {table}"));
    let highest = format!("SELECT max(pk) FROM ({}) a", highest.join(" UNION ALL "));
    match place.cluster() {
        Some(cluster) => {
            let above = cluster.ask(&highest).parse()?;
            cluster.ask(SENT);
            for (table, own) in TABLES {
                let columns = cluster.ask(&format!(
                    "SELECT string_agg(column_name, ',' ORDER BY ordinal_position) FROM information_schema.columns
                     WHERE table_name = '{table}' AND table_schema = current_schema AND is_generated = 'NEVER'"
                ));
                let id =
                    |number: &str| format!("convert_to(lpad(({number})::text, 16, '0'), 'UTF8')");
                let insert = again((table, own), &columns, id, Copies { from, to, above });
                // Without triggers: what they make is copied, too.
                cluster.ask(&format!("SET session_replication_role = replica; {insert}"));
            }
            for table in NUMBERED {
                cluster.ask(&format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'pk'), (SELECT max(pk) FROM {table}))"
                ));
            }
            cluster.ask("VACUUM ANALYZE");
        }
        None => {
            let db = Connection::open(database(place)?)?;
            db.execute_batch("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")?;
            let above: i64 = db.query_row(&highest, [], |row| row.get(0))?;
            let above = usize::try_from(above)?;
            let triggers: Vec<(String, String)> = db
                .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            for (name, _) in &triggers {
                db.execute_batch(&format!("DROP TRIGGER {name}"))?;
            }
            db.execute_batch(SENT)?;
            for (table, own) in TABLES {
                let columns: String = db.query_row(
                    "SELECT group_concat(name) FROM pragma_table_info(?1)",
                    [table],
                    |row| row.get(0),
                )?;
                let id = |number: &str| format!("CAST(printf('%016d', {number}) AS BLOB)");
                let insert = again((table, own), &columns, id, Copies { from, to, above });
                db.execute_batch(&insert)?;
            }
            for (_, sql) in &triggers {
                db.execute_batch(sql)?;
            }
        }
    }
    Ok(())
}

/// The statement that stores the rows of one table again. Copies have numbers of their own, and each is a bit older.
fn again(
    (table, own): (&str, &str),
    columns: &str,
    id: impl Fn(&str) -> String,
    Copies { from, to, above }: Copies,
) -> String {
    let value = |column: &str| match (table, column) {
        ("messages", "id") => id(&format!("n.i * {APART} + o.sequence + 1")),
        (_, "id" | "task_id") => id(&format!("n.i * {APART}")),
        (_, "pk" | "task_pk" | "session_pk") => {
            format!("o.{column} + {above} + (n.i - {from}) * {APART}")
        }
        (_, "sent_ms") => "coalesce(o.sent_ms, o.at_ms)".to_owned(),
        (_, "at_ms" | "created_ms" | "updated_ms" | "last_message_ms") => {
            format!("o.{column} - n.i")
        }
        _ => format!("o.{column}"),
    };
    let values: Vec<String> = columns.split(',').map(value).collect();
    let whose = match (table, own) {
        ("sessions", _) | (_, "session_pk") => "sessions",
        _ => "tasks",
    };
    format!(
        "INSERT INTO {table} ({columns}) SELECT {} FROM {table} o,
           (WITH RECURSIVE c (i) AS (SELECT CAST({from} AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < {to}) SELECT i FROM c) n
         WHERE o.{own} = (SELECT min(pk) FROM {whose})",
        values.join(", ")
    )
}
