//! What is backed up while a server goes on is restored elsewhere as docs/operations.md tells, and is whole there.

use std::path::Path;
use std::process::Command;

use screen_agent_testkit::Cluster;
use serde_json::Value;

use crate::kit::{Client, DEADLINE, Machine, Running, until};
use crate::server::{EMAIL, PASSWORD, add_user, interact, later, screen, serve_in};

const WORDS: &str = "Click One, then click Two";

/// Begins a task, backs up, and goes on with it: what was backed up is a moment of something that never stood still.
fn backed_up(machine: &Machine, back_up: impl FnOnce(&Path)) -> (String, Value) {
    add_user(machine);
    let server = serve_in("data", machine, &[]);
    let client = Client::sign_in(&server.base, EMAIL, PASSWORD);
    assert_eq!(client.upload("a.txt", "what it says").0, 200);
    let begun = interact(&client, &screen(WORDS, "nothing"));
    assert_eq!(begun["action"], "click(1)");
    back_up(&machine.path("data"));
    assert_eq!(
        interact(&client, &later(&begun, WORDS, "One"))["action"],
        "click(2)"
    );
    server.running.signal("TERM");
    server.running.ended().with(0);
    (client.token, begun)
}

/// The same people, the same task, at the same place; and the log hangs together.
fn is_whole(machine: &Machine, token: &str, begun: &Value) {
    let data = machine.path("elsewhere");
    let server = serve_in("elsewhere", machine, &[]);
    let client = Client::with_token(&server.base, token);
    let second = interact(&client, &later(begun, WORDS, "One"));
    assert_eq!(second["action"], "click(2)", "{second}");
    let last = interact(&client, &later(begun, WORDS, "One and Two"));
    assert_eq!(last["status"], "completed", "{last}");
    server.running.signal("TERM");
    server.running.ended().with(0);
    let verify = ["audit", "verify", "--data", data.to_str().unwrap()];
    let told = machine.run(&verify).with(0);
    assert!(told.out.contains("whole"), "{}", told.out);
    let doctor = ["doctor", "--without-browser", "--data", verify[3]];
    let told = machine.run(&doctor).with(0);
    assert!(told.out.contains("up to date"), "{}", told.out);
}

fn copied(from: &Path, to: &Path, names: &[&str]) {
    for name in names {
        let done = Command::new("cp")
            .arg("-a")
            .arg(from.join(name))
            .arg(to)
            .status();
        assert!(done.unwrap().success(), "{name}");
    }
}

#[test]
fn a_running_database_is_copied_whole_and_goes_on_elsewhere() {
    let machine = Machine::new();
    let elsewhere = machine.path("elsewhere");
    let (token, begun) = backed_up(&machine, |data| {
        std::fs::create_dir(&elsewhere).unwrap();
        // What is marked in the second place has to be in the database that is copied.
        let marks = "audit-checkpoints.jsonl";
        until("a mark", DEADLINE, || data.join(marks).exists());
        copied(data, &elsewhere, &[marks]);
        let running = rusqlite::Connection::open(data.join("screen-agent.db")).unwrap();
        let copy = elsewhere.join("screen-agent.db");
        let sql = "VACUUM INTO ?1";
        running.execute(sql, [copy.to_str().unwrap()]).unwrap();
        let names = ["files", "screen-agent.db.key", "account-key", "audit-key"];
        copied(data, &elsewhere, &names);
    });
    is_whole(&machine, &token, &begun);
    let kept = |folder: &str| walk(&machine.path(folder).join("files"));
    assert_eq!(kept("elsewhere"), kept("data"));
}

/// Every file below, by name, with its bytes.
fn walk(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(walk(&entry.path())),
            false => {
                let name = entry.file_name().to_string_lossy().into_owned();
                found.push((name, std::fs::read(entry.path()).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "there is something to lose");
    found
}

#[test]
fn a_dump_of_a_running_postgresql_goes_on_on_another() {
    let mut machine = Machine::on_postgresql();
    let elsewhere = machine.path("elsewhere");
    let dump = machine.path("dump");
    let from = machine.database().url();
    let (token, begun) = backed_up(&machine, |data| {
        std::fs::create_dir(&elsewhere).unwrap();
        let mut dumped = machine.database().program("pg_dump");
        dumped
            .args(["--format=custom", "--file"])
            .arg(&dump)
            .arg(&from);
        assert!(dumped.status().unwrap().success());
        copied(
            data,
            &elsewhere,
            &["files", "store-key", "account-key", "audit-key"],
        );
    });
    let other = Cluster::start();
    let mut restored = other.program("pg_restore");
    restored.args(["--exit-on-error", "--no-owner", "--dbname", &other.url()]);
    assert!(restored.arg(&dump).status().unwrap().success());
    machine.move_to(other);

    // Without the key nothing is changed, and doctor says why.
    let key = elsewhere.join("store-key");
    let hidden = machine.path("hidden");
    std::fs::rename(&key, &hidden).unwrap();
    let doctor = [
        "doctor",
        "--without-browser",
        "--data",
        elsewhere.to_str().unwrap(),
    ];
    let told = Running::start(machine.command(&doctor)).ended().with(1);
    assert!(told.out.contains("is not there"), "{}", told.out);
    assert!(!key.exists());
    std::fs::rename(&hidden, &key).unwrap();
    is_whole(&machine, &token, &begun);
}
