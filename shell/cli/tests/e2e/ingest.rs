//! A server that is killed with SIGKILL while it takes in an upload: started again, it goes on with it, in the same trace.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::kit::{Client, DEADLINE, Machine, Running, until};

const EMAIL: &str = "ada@example.test";
const PASSWORD: &str = "a long enough password";

fn with_home(machine: &Machine, args: &[&str]) -> Command {
    let mut command = machine.command(args);
    let [data, config] = ["data", "settings.toml"].map(|name| machine.path(name));
    command.arg("--data").arg(data).arg("--config").arg(config);
    command
}

fn serve(machine: &Machine) -> (Running, String) {
    let mut running = Running::start(with_home(machine, &["serve", "--listen", "127.0.0.1:0"]));
    let base = running.base();
    (running, base)
}

/// How many events a trace has told.
fn told(client: &Client, trace: &str) -> Vec<Value> {
    let (status, answer) = client.get(&format!("/trace-status?trace_id={trace}"));
    assert_eq!(status, 200, "{answer}");
    answer["events"].as_array().unwrap().clone()
}

#[test]
fn an_upload_is_taken_in_though_the_server_is_killed() {
    let machine = Machine::new();
    // It is asked again and again.
    std::fs::write(machine.path("settings.toml"), "[limits]\ninteract = 6000\n").unwrap();
    let mut adding = with_home(&machine, &["user", "add", EMAIL]);
    adding.stdin(Stdio::piped());
    let mut adding = Running::start(adding);
    adding.tell(PASSWORD);
    adding.ended().with(0);
    let (mut server, base) = serve(&machine);
    let mut client = Client::sign_in(&base, EMAIL, PASSWORD);
    let words = "tea ".repeat(400);
    let screen: Vec<Value> = (0..4_900)
        .map(|id| json!({ "id": format!("n{id}"), "type": "text", "options": { "text": words } }))
        .collect();
    let path = "/storage/v1/object/figma/uploads/demo/large.json";
    let (status, answer) = client.post(path, &json!(screen));
    assert_eq!(status, 200, "{answer}");
    for events in [1, 5, 9] {
        let asked = json!({ "projectId": "demo", "storage_key": "uploads/demo/large.json" });
        let (status, begun) = client.post("/figma-compat/uui/ingest", &asked);
        assert_eq!(status, 200, "{begun}");
        let trace = begun["trace_id"].as_str().unwrap().to_owned();
        until("it is under way", DEADLINE, || {
            told(&client, &trace).len() >= events
        });
        server.signal("KILL");
        assert_eq!(server.ended().code, None);
        let again = serve(&machine);
        server = again.0;
        client = Client::with_token(&again.1, &client.token);
        let path = format!("/figma-compat/uui/ingest/result?traceId={trace}");
        until("it is taken in", DEADLINE, || {
            client.get(&path).1["status"] == "ready"
        });
        let told = told(&client, &trace);
        let seqs = told
            .iter()
            .rev()
            .map(|event| event["seq"].as_u64().unwrap());
        assert!(seqs.eq(1..=told.len() as u64), "{told:?}");
        assert_eq!(told[0]["event_type"], "done");
        let (_, kept) = client.get(&format!("/artifacts-list?trace_id={trace}"));
        assert_eq!(kept["count"], 1, "{kept}");
    }
    server.signal("KILL");
    server.ended();
}
