//! The triggers that count how many bytes are kept for each person, as SQLite has them. `tests/quota.rs` counts again
//! and compares.

use std::fmt::Write as _;

use screen_agent_store_sql::weigh::{
    LATER, OBJECTS, OWNED, PARENTS, SINCE, Weighed, children_weights, owner,
};

/// Objects of an IDE, whose bytes lie elsewhere, under an id that no client says; and jobs that are taken up after a crash.
const OBJECT_TABLES: &str = "
CREATE TABLE objects (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  bucket     TEXT NOT NULL CHECK (length(bucket) BETWEEN 1 AND 100),
  key        TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 500),
  blob_id    BLOB NOT NULL CHECK (length(blob_id) = 16),
  mime       TEXT NOT NULL CHECK (length(mime) BETWEEN 1 AND 100),
  size       INTEGER NOT NULL CHECK (size BETWEEN 0 AND 10485760),
  digest     BLOB NOT NULL CHECK (length(digest) = 32),
  trace_id   BLOB CHECK (length(trace_id) = 16),
  updated_ms INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, bucket, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX objects_by_blob ON objects (blob_id);
CREATE INDEX objects_by_age ON objects (updated_ms);
CREATE INDEX objects_by_trace ON objects (tenant_id, user_id, trace_id) WHERE trace_id IS NOT NULL;

CREATE TABLE ide_jobs (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  trace_id   BLOB NOT NULL CHECK (length(trace_id) = 16),
  body       TEXT NOT NULL CHECK (json_valid(body)),
  created_ms INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, trace_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
";

/// The statements that begin to count objects.
pub(crate) fn objects() -> String {
    let triggers = OBJECTS.map(|each| triggers(&each, owner)).concat();
    let also = [&LATER[..], &OBJECTS[..]].concat();
    [OBJECT_TABLES, &triggers, &view(&also)].concat()
}

/// The statements that begin to count what came `at` its place since: its tables, their triggers, and all that is counted by then.
pub(crate) fn since(at: usize, tables: &str) -> String {
    let new = SINCE.iter().skip(at).take(1).copied().flatten();
    let triggers: String = new.map(|each| triggers(each, owner)).collect();
    let before = SINCE.iter().take(at + 1).copied();
    let also: Vec<&[Weighed]> = [&LATER[..], &OBJECTS].into_iter().chain(before).collect();
    [tables, &triggers, &view(&also.concat())].concat()
}

/// What is counted, with what came later.
fn view(also: &[Weighed]) -> String {
    let weights = [
        &OWNED.iter().map(Weighed::weight).collect::<Vec<_>>()[..],
        &children_weights(),
        &also.iter().map(Weighed::weight).collect::<Vec<_>>(),
    ];
    let weights = weights.concat().join(" UNION ALL ");
    format!("DROP VIEW weights;\nCREATE VIEW weights AS {weights};\n")
}

/// Documents that an IDE keeps.
const DOCUMENTS: &str = "
CREATE TABLE ide_documents (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  project    TEXT NOT NULL CHECK (length(project) BETWEEN 1 AND 200),
  path       TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 500),
  version    INTEGER NOT NULL CHECK (version > 0),
  body       TEXT NOT NULL CHECK (json_valid(body)),
  updated_ms INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, project, path),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT;
";

/// Published rows are found by their topic, and a topic goes with the last of them.
const TOPICS: &str = "
CREATE INDEX outbox_by_topic ON outbox (topic, pk) WHERE body IS NOT NULL;

CREATE TRIGGER topics_go_with_what_was_published AFTER DELETE ON outbox WHEN OLD.body IS NOT NULL
BEGIN
  DELETE FROM topics WHERE name = OLD.topic
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE topic = OLD.topic AND body IS NOT NULL);
END;
";

/// The statements that begin to count what came later.
pub(crate) fn later() -> String {
    let triggers = LATER.map(|each| triggers(&each, owner)).concat();
    [DOCUMENTS, TOPICS, &triggers, &view(&LATER)].concat()
}

/// The statements that begin to count.
pub(crate) fn migration() -> String {
    let mut sql = BEGIN.to_owned();
    let mut weights = Vec::new();
    for each in &OWNED {
        sql += &triggers(each, owner);
        weights.push(each.weight());
    }
    weights.extend(children_weights());
    for (parent, key, children) in PARENTS {
        // When a parent goes, its rows go after it, and nobody can tell any more whose they were: so
        // they are taken off before.
        let mut gone = String::new();
        for each in children {
            sql += &triggers(each, |row| {
                format!(
                    "(tenant_id, user_id) =
                       (SELECT tenant_id, user_id FROM {parent} WHERE pk = {row}.{key})"
                )
            });
            let Weighed { table, .. } = each;
            let size = each.size(table);
            let _ = write!(
                gone,
                " - (SELECT coalesce(sum({size}), 0) FROM {table} WHERE {key} = OLD.pk)"
            );
        }
        let _ = write!(
            sql,
            "CREATE TRIGGER {parent}_take_their_weight BEFORE DELETE ON {parent}
             BEGIN
               UPDATE kept_bytes SET bytes = bytes{gone}
               WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
             END;\n"
        );
    }
    let weights = weights.join(" UNION ALL ");
    sql + ROOM + &format!("CREATE VIEW weights AS {weights};\n") + COUNT
}

/// The triggers that count, for whomever `owner` says of a row.
fn triggers(each: &Weighed, owner: impl Fn(&str) -> String) -> String {
    let Weighed {
        table, changing, ..
    } = each;
    let (new, old) = (each.size("NEW"), each.size("OLD"));
    let trigger = |what: &str, when: &str, change: &str, row: &str| {
        let owner = owner(row);
        format!(
            "CREATE TRIGGER {table}_{what} AFTER {when} ON {table}
             BEGIN
               UPDATE kept_bytes SET bytes = bytes {change}
               WHERE {owner};
             END;\n"
        )
    };
    let mut sql = trigger("are_weighed", "INSERT", &format!("+ {new}"), "NEW");
    if !changing.is_empty() {
        let when = format!("UPDATE OF {changing}");
        let change = format!("+ {new} - ({old})");
        sql += &trigger("are_weighed_anew", &when, &change, "NEW");
    }
    sql + &trigger("weigh_no_more", "DELETE", &format!("- ({old})"), "OLD")
}

const BEGIN: &str = "
CREATE TABLE kept_bytes (
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  bytes     INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER people_begin_with_nothing AFTER INSERT ON users
BEGIN INSERT INTO kept_bytes (tenant_id, user_id, bytes) VALUES (NEW.tenant_id, NEW.id, 0); END;
";

/// Pictures are put in the place of others without a deletion being told.
const ROOM: &str = "
CREATE TRIGGER snapshots_make_room BEFORE INSERT ON snapshots
BEGIN
  DELETE FROM snapshots WHERE task_pk = NEW.task_pk AND step_index = NEW.step_index;
END;
";

/// What is there already.
const COUNT: &str = "
INSERT INTO kept_bytes (tenant_id, user_id, bytes) SELECT tenant_id, id, 0 FROM users;
UPDATE kept_bytes SET bytes = coalesce((SELECT sum(size) FROM weights
  WHERE weights.tenant_id = kept_bytes.tenant_id AND weights.user_id = kept_bytes.user_id), 0);
";
