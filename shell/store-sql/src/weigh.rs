//! How many bytes are kept for each person is counted in the transaction that changes them, by triggers on every
//! table whose rows grow with what people do. Here is which tables these are, and what their rows weigh.

/// A table whose rows weigh something.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The table.
    pub table: &'static str,
    /// What a row weighs: the lengths of these columns. Those marked `?` may be missing, and `=` is a
    /// number that counts by itself.
    columns: &'static [&'static str],
    /// The columns that may change.
    pub changing: &'static str,
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
pub const OWNED: [Weighed; 12] = [
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
pub const LATER: [Weighed; 2] = [
    weighed("outbox", &["?body"], ""),
    weighed("ide_documents", &["path", "body"], "body"),
];

/// What came after that.
pub const OBJECTS: [Weighed; 2] = [
    weighed("objects", &["key", "=size"], "size"),
    weighed("ide_jobs", &["body"], ""),
];

/// Runs that wait for a worker.
const RUNS: [Weighed; 2] = [
    weighed("queued_runs", &["title", "url", "?outcome"], "outcome"),
    weighed("queued_run_orders", &["body", "?answer"], "answer"),
];

/// What is told of runs.
const CALLBACKS: [Weighed; 1] = [weighed("run_callbacks", &["?question", "?outcome"], "")];

/// Runs that are begun by the clock.
const SCHEDULES: [Weighed; 1] = [weighed("schedules", &["title", "url", "sealed"], "")];

/// Kept workflows.
const WORKFLOWS: [Weighed; 2] = [
    weighed("workflows", &["name"], "name"),
    weighed("workflow_versions", &["what", "body"], ""),
];
/// Leases on tabs.
const LEASES: [Weighed; 1] = [weighed("tab_leases", &["sealed"], "sealed")];

/// What came since, one migration after the other, in both databases.
pub const SINCE: [&[Weighed]; 8] = [
    &RUNS, &CALLBACKS, &SCHEDULES, &WORKFLOWS, &LEASES, &SECRETS, &FOUND, &PROFILES,
];

/// Secrets that are kept for runs.
const SECRETS: [Weighed; 1] = [weighed(
    "secrets",
    &["id", "sites", "sealed"],
    "sites, sealed",
)];

/// What runs brought.
const FOUND: [Weighed; 1] = [weighed("run_found", &["sealed"], "")];

/// What runs are signed in with.
const PROFILES: [Weighed; 1] = [weighed("profiles", &["id", "?sealed"], "sealed")];

/// What has children that weigh something, and the key by which they name it.
pub const PARENTS: [(&str, &str, &[Weighed]); 2] = [
    ("sessions", "session_pk", &OF_SESSIONS),
    ("tasks", "task_pk", &OF_TASKS),
];

/// What every child weighs, with its parent's owner.
pub fn children_weights() -> Vec<String> {
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
pub fn owner(row: &str) -> String {
    format!("tenant_id = {row}.tenant_id AND user_id = {row}.user_id")
}

impl Weighed {
    /// What every row weighs, with its owner.
    pub fn weight(&self) -> String {
        let Self { table, .. } = self;
        let size = self.size(table);
        format!("SELECT tenant_id, user_id, {size} AS size FROM {table}")
    }

    /// What a row weighs.
    pub fn size(&self, row: &str) -> String {
        let of = |column: &&str| match (column.strip_prefix('='), column.strip_prefix('?')) {
            (Some(number), _) => format!("{row}.{number}"),
            (_, Some(optional)) => format!("coalesce(length({row}.{optional}), 0)"),
            _ => format!("length({row}.{column})"),
        };
        let columns: Vec<String> = self.columns.iter().map(of).collect();
        columns.join(" + ")
    }
}
