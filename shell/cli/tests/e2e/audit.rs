//! The audit log of a real server: signed, told to a second place, and checked after somebody wrote to
//! the database itself.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use rusqlite::Connection;
use screen_agent_audit::{LogRow, Mark};
use serde_json::json;

use crate::kit::{Client, DEADLINE, Ended, Machine, Running, until};

const EMAIL: &str = "ada@example.test";
const PASSWORD: &str = "a long enough password";

struct World {
    machine: Machine,
    data: PathBuf,
    second: PathBuf,
    config: PathBuf,
}

impl World {
    fn new() -> Self {
        let machine = Machine::new();
        let [data, second, config] =
            ["data", "marks.jsonl", "settings.toml"].map(|name| machine.path(name));
        std::fs::write(&config, format!("[audit]\ncheckpoints = {second:?}\n")).unwrap();
        Self {
            machine,
            data,
            second,
            config,
        }
    }

    fn with_home<'a>(&'a self, args: &[&'a str]) -> Vec<&'a str> {
        let home = [
            "--data",
            self.data.to_str().unwrap(),
            "--config",
            self.config.to_str().unwrap(),
        ];
        args.iter().copied().chain(home).collect()
    }

    fn run(&self, args: &[&str]) -> Ended {
        self.machine.run(&self.with_home(args))
    }

    fn add_user(&self, email: &str) {
        let mut command = self
            .machine
            .command(&self.with_home(&["user", "add", email]));
        command.stdin(Stdio::piped());
        let mut running = Running::start(command);
        running.tell(PASSWORD);
        running.ended().with(0);
    }

    fn serve(&self) -> (Running, String) {
        let args = self.with_home(&["serve", "--listen", "127.0.0.1:0"]);
        let mut running = Running::start(self.machine.command(&args));
        let base = running.base();
        (running, base)
    }

    /// The last row that the second place was told of.
    fn told(&self) -> u64 {
        let text = std::fs::read_to_string(&self.second).unwrap_or_default();
        let marks = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Mark>(line).ok());
        marks.map(|mark| mark.seq).max().unwrap_or(0)
    }

    fn rows(&self) -> Vec<LogRow> {
        let out = self.run(&["audit", "export"]).with(0).out;
        out.lines()
            .map(|line| LogRow::from_line(line).unwrap())
            .collect()
    }

    /// What somebody does who writes to the file itself, and what `verify` says of it. Everything is
    /// put back.
    fn tampered(&self, sql: &str) -> Ended {
        let database = self.data.join("screen-agent.db");
        let kept = self.machine.path("kept.db");
        let connection = Connection::open(&database).unwrap();
        connection
            .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
            .unwrap();
        std::fs::copy(&database, &kept).unwrap();
        let triggers = "DROP TRIGGER audit_stays; DROP TRIGGER audit_is_kept; DROP TRIGGER audit_marks_are_kept;";
        connection
            .execute_batch(&format!("{triggers} {sql}"))
            .unwrap();
        drop(connection);
        let ended = self.run(&["audit", "verify"]);
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(self.data.join(format!("screen-agent.db{ending}")));
        }
        std::fs::copy(&kept, &database).unwrap();
        ended
    }
}

/// What somebody does to the file, and what they are told to have done.
const TAMPERING: [(&str, &str); 5] = [
    (
        "UPDATE audit SET details = '{}' WHERE seq = 2",
        "row 2 was changed",
    ),
    (
        "UPDATE audit SET user_id = NULL WHERE seq = 3",
        "row 3 was changed",
    ),
    ("DELETE FROM audit WHERE seq = 2", "row 2 was removed"),
    (
        "UPDATE audit SET seq = -2 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = -2",
        "row 3 stands as row 2",
    ),
    // The marks in the database go with the rows; the second place still has them.
    (
        "DELETE FROM audit WHERE seq >= 2; DELETE FROM audit_marks",
        "the log was cut off: rows 2 to ",
    ),
];

#[test]
fn whoever_writes_to_the_database_itself_is_found_out() {
    let world = World::new();
    world.add_user(EMAIL);
    let (running, base) = world.serve();
    let client = Client::at(&base);
    let wrong = json!({"email": EMAIL, "password": "not this one at all"});
    assert_eq!(client.post("/api/v1/auth/login", &wrong).0, 401);
    let client = Client::sign_in(&base, EMAIL, PASSWORD);
    until("the second place is told", DEADLINE, || world.told() >= 3);
    // Written, and not signed: the server dies before.
    assert_eq!(
        client
            .post("/api/v1/auth/sign-out-everywhere", &json!({}))
            .0,
        204
    );
    let keys = client.get("/.well-known/screen-agent-audit.json").1;
    running.signal("KILL");
    drop(running);
    let pinned = world.machine.path("keys.json");
    std::fs::write(&pinned, keys.to_string()).unwrap();

    let rows = world.rows();
    let kinds: Vec<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "user_added",
            "sign_in_failed",
            "signed_in",
            "signed_out_everywhere"
        ]
    );
    let whole = world
        .run(&["audit", "verify", "--key", pinned.to_str().unwrap()])
        .with(0);
    // Where the machine was so slow that the next signing came before the end, the last row is signed.
    let signed = whole.out.contains("signed up to row 4");
    let open = whole.out.contains("signed up to row 3") && whole.out.contains("not signed yet");
    assert!(signed || open, "{}", whole.out);

    for (sql, told) in TAMPERING {
        let ended = world.tampered(sql).with(3);
        assert!(ended.err.contains(told), "{sql}: {}", ended.err);
    }

    goes_on_after_that(&world, &pinned);
}

/// Started again it signs what was left, and goes on under another key.
fn goes_on_after_that(world: &World, pinned: &Path) {
    let (running, _) = world.serve();
    until("what was left is signed", DEADLINE, || world.told() >= 4);
    let rotated = world.run(&["audit", "rotate"]).with(0);
    assert!(rotated.out.contains("endorsed by"), "{}", rotated.out);
    world.add_user("bob@example.test");
    until("the new key signs", DEADLINE, || world.told() >= 7);
    running.signal("TERM");
    running.ended().with(0);
    world
        .run(&["audit", "verify", "--key", pinned.to_str().unwrap()])
        .with(0);
    let file = world.machine.path("audit.jsonl");
    std::fs::write(&file, world.run(&["audit", "export"]).with(0).out).unwrap();
    world
        .run(&["audit", "verify", "--file", file.to_str().unwrap()])
        .with(0);
    let ocsf = world
        .run(&["audit", "export", "--format", "ocsf"])
        .with(0)
        .out;
    assert!(
        ocsf.lines().next().unwrap().contains("\"class_uid\":3001"),
        "{ocsf}"
    );
}
