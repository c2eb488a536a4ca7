//! How many bytes are kept for each person, counted in the transaction that changes them: a table for
//! the counts, and triggers on every table whose rows grow with what people do. `tests/quota.rs` counts
//! again and compares.

use std::fmt::Write as _;

/// A table whose rows weigh something.
#[derive(Clone, Copy)]
struct Weighed {
    table: &'static str,
    /// What a row weighs: the lengths of these columns. Those marked `?` may be missing, and `=` is a
    /// number that counts by itself.
    columns: &'static [&'static str],
    /// The columns that may change.
    changing: &'static str,
}

const fn weighed(
    table: &'static str,
    columns: &'static [&'static str],
    changing: &'static str,
) -> Weighed {
    Weighed {
        table,
        columns,
        changing,
    }
}

/// What its owner stands on.
const OWNED: [Weighed; 12] = [
    weighed("files", &["=size", "reading"], ""),
    weighed("packets", &["packet_json"], ""),
    weighed("run_states", &["body"], "body"),
    weighed("answered", &["?body"], "body"),
    weighed("histories", &["body"], ""),
    weighed(
        "sources",
        &["url", "title", "preview"],
        "url, title, preview",
    ),
    weighed("captures", &["body"], "body"),
    weighed("artifacts", &["title", "tags"], "title, tags"),
    weighed("artifact_contents", &["body"], "body"),
    weighed("collections", &["title", "tags"], "title, tags"),
    weighed("preferences", &["body"], "body"),
    weighed("debug_logs", &["notes"], ""),
];

/// What hangs on a conversation.
const OF_SESSIONS: [Weighed; 2] = [
    weighed("messages", &["content", "?dom_summary", "?metadata"], ""),
    weighed("session_memory", &["key", "value"], "value"),
];

/// What hangs on a task.
const OF_TASKS: [Weighed; 6] = [
    weighed("task_states", &["body"], "body"),
    weighed("steps", &["action", "body"], "body"),
    weighed("verification_records", &["reason", "evidence"], ""),
    weighed("snapshots", &["image"], "image"),
    weighed("turn_records", &["body"], ""),
    weighed("correction_records", &["reason", "action"], ""),
];

/// What came later than the rest: what is published stands in the outbox alone.
const LATER: [Weighed; 2] = [
    weighed("outbox", &["?body"], ""),
    weighed("ide_documents", &["path", "body"], "body"),
];

/// What came after that.
const OBJECTS: [Weighed; 2] = [
    weighed("objects", &["key", "=size"], "size"),
    weighed("ide_jobs", &["body"], ""),
];

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
    let triggers = OBJECTS.map(|each| each.triggers(owner)).concat();
    let also = [&LATER[..], &OBJECTS[..]].concat();
    [OBJECT_TABLES, &triggers, &view(&also)].concat()
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
    let triggers = LATER.map(|each| each.triggers(owner)).concat();
    [DOCUMENTS, TOPICS, &triggers, &view(&LATER)].concat()
}

/// The statements that begin to count.
pub(crate) fn migration() -> String {
    let mut sql = BEGIN.to_owned();
    let mut weights = Vec::new();
    for each in &OWNED {
        sql += &each.triggers(owner);
        weights.push(each.weight());
    }
    weights.extend(children_weights());
    for (parent, key, children) in PARENTS {
        // When a parent goes, its rows go after it, and nobody can tell any more whose they were: so
        // they are taken off before.
        let mut gone = String::new();
        for each in children {
            sql += &each.triggers(|row| {
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

/// What has children that weigh something, and the key by which they name it.
const PARENTS: [(&str, &str, &[Weighed]); 2] = [
    ("sessions", "session_pk", &OF_SESSIONS),
    ("tasks", "task_pk", &OF_TASKS),
];

/// What every child weighs, with its parent's owner.
fn children_weights() -> Vec<String> {
    let of_parent = |(parent, key, children): (&str, &str, &[Weighed])| -> Vec<String> {
        let weight = |each: &Weighed| {
            let Weighed { table, .. } = each;
            let size = each.size(table);
            format!(
                "SELECT tenant_id, user_id, {size} FROM {table} JOIN {parent} ON {parent}.pk = {key}"
            )
        };
        children.iter().map(weight).collect()
    };
    PARENTS.into_iter().flat_map(of_parent).collect()
}

/// A row that names its owner.
fn owner(row: &str) -> String {
    format!("tenant_id = {row}.tenant_id AND user_id = {row}.user_id")
}

impl Weighed {
    /// What every row weighs, with its owner.
    fn weight(&self) -> String {
        let Self { table, .. } = self;
        let size = self.size(table);
        format!("SELECT tenant_id, user_id, {size} AS size FROM {table}")
    }

    /// What a row weighs.
    fn size(&self, row: &str) -> String {
        let of = |column: &&str| match (column.strip_prefix('='), column.strip_prefix('?')) {
            (Some(number), _) => format!("{row}.{number}"),
            (_, Some(optional)) => format!("coalesce(length({row}.{optional}), 0)"),
            _ => format!("length({row}.{column})"),
        };
        let columns: Vec<String> = self.columns.iter().map(of).collect();
        columns.join(" + ")
    }

    /// The triggers that count, for whomever `owner` says of a row.
    fn triggers(&self, owner: impl Fn(&str) -> String) -> String {
        let Weighed {
            table, changing, ..
        } = self;
        let (new, old) = (self.size("NEW"), self.size("OLD"));
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
