//! A disk that is full: told, survived, and nothing half done.
//!
//! The commands run in a mount namespace of their own with a small disk in memory, which goes with them.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::kit::{Client, Machine, Model, Running, Site, by};

/// True where a process may mount in a namespace of its own; elsewhere there is no small disk to fill.
fn can_mount() -> bool {
    let can = Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
        .status()
        .is_ok_and(|status| status.success());
    if !can {
        println!("not tested: nothing can be mounted here");
    }
    can
}

/// Runs a command with a disk of 4 MB at `disk`.
fn with_small_disk(machine: &Machine, args: &[&str]) -> Running {
    const SCRIPT: &str = "mount -t tmpfs -o size=4m tmpfs \"$1\" && shift && exec \"$@\"";
    let plain = machine.command(args);
    let mut command = Command::new("unshare");
    let disk = machine.path("disk");
    std::fs::create_dir_all(&disk).unwrap();
    command.args(["-rm", "sh", "-c", SCRIPT, "sh"]).arg(disk);
    Running::start(by(command, &plain))
}

/// The file that fills the disk of a running command, seen from outside.
fn filler(machine: &Machine, running: &Running) -> PathBuf {
    let disk = machine.path("disk");
    let inside = disk.strip_prefix("/").unwrap();
    PathBuf::from(format!("/proc/{}/root", running.pid()))
        .join(inside)
        .join("filler")
}

/// Writes until nothing fits any more.
fn fill(path: &PathBuf) {
    use std::io::Write;
    let mut file = std::fs::File::create(path).unwrap();
    let full = loop {
        if let Err(error) = file.write_all(&[0; 512]) {
            break error;
        }
    };
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
}

#[test]
fn a_run_on_a_full_disk_fails_with_its_reason() {
    if !can_mount() {
        return;
    }
    let (machine, model) = (Machine::new(), Model::new());
    let site = Site::of(
        "<title>Lab</title><button onclick='said.textContent=\"pressed\"'>One</button><p id=said>",
    );
    let (data, record) = (machine.path("disk/data"), machine.path("disk/record"));
    let url = site.url();
    let words = "Click One, then see to the rest";
    let mut args = vec!["run", words, "--url", &url, "--json"];
    args.extend(["--data", data.to_str().unwrap()]);
    args.extend(["--record", record.to_str().unwrap()]);
    let switches = model.switches();
    args.extend(switches.iter().map(String::as_str));
    let running = with_small_disk(&machine, &args);
    let question = model.asked();
    fill(&filler(&machine, &running));
    question.answer("click(1)");
    let ended = running.ended().with(1);
    assert!(ended.err.contains("STORAGE_FULL"), "{}", ended.err);
    assert!(
        ended.err.contains("the record is not complete"),
        "{}",
        ended.err
    );
    assert_eq!(
        ended.actions(),
        ["click(1)"],
        "what is not recorded is not done"
    );
    machine.assert_nothing_left();
}

#[test]
fn a_server_on_a_full_disk_says_so_and_goes_on_when_there_is_room() {
    if !can_mount() {
        return;
    }
    let machine = Machine::new();
    let data = machine.path("disk/data");
    let args = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data.to_str().unwrap(),
    ];
    let mut running = with_small_disk(&machine, &args);
    let base = running.base();
    let password = add_user(&machine, &running);
    let client = Client::sign_in(&base, "ada@example.test", &password);
    let screen = json!({
        "query": "Click One",
        "url": "https://lab.example/",
        "domMode": "semantic",
        "interactiveTree": [{"i": "1", "r": "btn", "n": "One", "xy": [40, 20], "box": [10, 10, 60, 20], "d": {"tag": "button"}}],
        "viewport": {"width": 800, "height": 600},
    });
    let filler = filler(&machine, &running);
    fill(&filler);
    let refused = until_refused(&client, &screen);
    assert_eq!(refused["code"], "STORAGE_FULL", "{refused}");
    let before = sessions(&client);
    std::fs::remove_file(filler).unwrap();
    let (status, answer) = client.post("/api/agent/interact", &screen);
    assert_eq!(
        (status, &answer["data"]["action"]),
        (200, &json!("click(1)")),
        "{answer}"
    );
    assert_eq!(
        sessions(&client),
        before + 1,
        "of what was refused nothing stayed"
    );
    running.signal("TERM");
    running.ended().with(0);
}

/// Pages that the database holds already may still take a few turns.
fn until_refused(client: &Client, screen: &Value) -> Value {
    for _ in 0..500 {
        let (status, answer) = client.post("/api/agent/interact", screen);
        if status != 200 {
            assert_eq!(status, 507, "{answer}");
            return answer;
        }
    }
    panic!("a full disk refused nothing");
}

fn sessions(client: &Client) -> u64 {
    let (status, list) = client.get("/api/session");
    assert_eq!(status, 200, "reading needs no room: {list}");
    list["data"]["pagination"]["total"].as_u64().unwrap()
}

/// Adds a person on the small disk of a running server.
fn add_user(machine: &Machine, server: &Running) -> String {
    let data = machine.path("disk/data");
    let plain = machine.command(&[
        "user",
        "add",
        "ada@example.test",
        "--data",
        data.to_str().unwrap(),
    ]);
    let mut command = Command::new("nsenter");
    command
        .args([
            "--preserve-credentials",
            "-U",
            "-m",
            "-t",
            &server.pid().to_string(),
        ])
        .arg(plain.get_program())
        .args(plain.get_args())
        .stdin(std::process::Stdio::null());
    let made = Running::start(command).ended().with(0);
    made.password().to_owned()
}
