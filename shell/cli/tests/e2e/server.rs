//! `serve` and `user`: a server that is killed, started again, and told to stop.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::kit::{Client, Machine, Model, Running, Socket, bookshop};

pub const EMAIL: &str = "ada@example.test";
pub const PASSWORD: &str = "a long enough password";

pub struct Server {
    pub running: Running,
    pub base: String,
}

/// Starts a server on the machine's data folder.
fn serve(machine: &Machine, more: &[&str]) -> Server {
    serve_in("data", machine, more)
}

/// Starts a server on one of its data folders.
pub fn serve_in(folder: &str, machine: &Machine, more: &[&str]) -> Server {
    let data = machine.path(folder);
    let mut args = vec!["serve", "--listen", "127.0.0.1:0", "--data"];
    args.push(data.to_str().unwrap());
    args.extend(more);
    let mut running = Running::start(machine.command(&args));
    let base = running.base();
    Server { running, base }
}

/// Adds a person whose password is read from standard input.
pub fn add_user(machine: &Machine) {
    let data = machine.path("data");
    let mut command = machine.command(&["user", "add", EMAIL, "--data", data.to_str().unwrap()]);
    command.stdin(Stdio::piped());
    let mut running = Running::start(command);
    running.tell(PASSWORD);
    let ended = running.ended().with(0);
    assert!(ended.out.contains(EMAIL) && !ended.out.contains(PASSWORD));
}

/// A page of two buttons, one of which may have been pressed.
pub fn screen(query: &str, pressed: &str) -> Value {
    json!({
        "query": query,
        "url": "https://lab.example/",
        "pageTitle": "Lab",
        "domMode": "semantic",
        "interactiveTree": [
            {"i": "1", "r": "btn", "n": "One", "xy": [40, 20], "box": [10, 10, 60, 20], "d": {"tag": "button", "form": null}},
            {"i": "2", "r": "btn", "n": "Two", "xy": [140, 20], "box": [110, 10, 60, 20], "d": {"tag": "button"}},
        ],
        "pageText": [{"k": "p", "c": [format!("pressed: {pressed}")]}],
        "viewport": {"width": 800, "height": 600},
        "scrollPosition": "100%",
    })
}

/// The same, going on with a task after an action that could be performed.
pub fn later(task: &Value, query: &str, pressed: &str) -> Value {
    let mut body = screen(query, pressed);
    body["taskId"] = task["taskId"].clone();
    body["sessionId"] = task["sessionId"].clone();
    body["lastActionStatus"] = json!("success");
    body
}

pub fn interact(client: &Client, body: &Value) -> Value {
    let (status, answer) = client.post("/api/agent/interact", body);
    assert_eq!(status, 200, "{answer}");
    answer["data"].clone()
}

fn path_of(task: &Value, rest: &str) -> String {
    let id = |name: &str| task[name].as_str().unwrap().to_owned();
    format!("/api/session/{}{rest}", id("sessionId")).replace("TASK", &id("taskId"))
}

#[test]
fn killed_in_mid_task_it_goes_on_where_it_was_with_nothing_lost_or_doubled() {
    goes_on_after_a_kill(&Machine::new());
}

#[test]
fn killed_in_mid_task_on_postgresql_it_goes_on_where_it_was_and_takes_its_data_elsewhere() {
    let machine = Machine::on_postgresql();
    goes_on_after_a_kill(&machine);
    let there = machine.path("data/there.db");
    let to = format!("sqlite:{}", there.display());
    let data = machine.path("data");
    let copy = [
        "data",
        "copy",
        "--to",
        &to,
        "--data",
        data.to_str().unwrap(),
    ];
    let copied = machine.run(&copy).with(0);
    assert!(
        copied.out.contains("are the same on both sides"),
        "{}",
        copied.out
    );
    let again = machine.run(&copy).with(1);
    assert!(again.err.contains("holds rows already"), "{}", again.err);
    let users = ["user", "list", "--data", data.to_str().unwrap()];
    let mut command = machine.command(&users);
    command.env("SCREEN_AGENT_STORE", &to);
    let listed = Running::start(command).ended().with(0);
    assert!(listed.out.contains(EMAIL), "{}", listed.out);
}

/// Nothing is lost or doubled.
fn goes_on_after_a_kill(machine: &Machine) {
    add_user(machine);
    let server = serve(machine, &[]);
    let client = Client::sign_in(&server.base, EMAIL, PASSWORD);
    let left = Client::sign_in(&server.base, EMAIL, PASSWORD);
    assert_eq!(left.post("/api/v1/auth/logout", &json!({})).0, 204);
    assert_eq!(left.get("/api/v1/auth/session").0, 401);

    let words = "Click One, then click Two";
    let first = interact(&client, &screen(words, "nothing"));
    assert_eq!(first["action"], "click(1)");
    server.running.signal("KILL");
    assert_eq!(server.running.ended().code, None);

    let server = serve(machine, &[]);
    let at = |token: &str| Client::with_token(&server.base, token);
    assert_eq!(
        at(&left.token).get("/api/v1/auth/session").0,
        401,
        "revoked"
    );
    let client = at(&client.token);
    let active = path_of(&first, "/task/active?url=https%3A%2F%2Flab.example%2F");
    let (status, found) = client.get(&active);
    assert_eq!(status, 200, "{found}");
    assert_eq!(found["data"]["taskId"], first["taskId"]);

    let second = interact(&client, &later(&first, words, "One"));
    assert_eq!(second["action"], "click(2)", "{second}");
    let last = interact(&client, &later(&first, words, "One and Two"));
    assert_eq!(last["status"], "completed", "{last}");

    let timeline = client.get(&path_of(&first, "/task/TASK")).1["data"].clone();
    let steps = timeline["steps"].as_array().unwrap().iter();
    let told: Vec<_> = steps
        .map(|step| {
            (
                step["action"].as_str().unwrap(),
                &step["verification"]["success"],
            )
        })
        .collect();
    assert_eq!(
        told[..2],
        [("click(1)", &json!(true)), ("click(2)", &json!(true))]
    );
    assert_eq!(told.len(), 3, "{told:?}");
    let messages = client.get(&path_of(&first, "/messages")).1;
    let messages = messages["data"]["messages"].as_array().unwrap();
    let said = messages.iter().filter(|message| message["role"] == "user");
    assert_eq!(said.count(), 1, "{messages:#?}");

    server.running.signal("TERM");
    server.running.ended().with(0);
}

#[test]
fn killed_while_a_model_thinks_it_keeps_the_words_and_takes_the_turn_again() {
    let machine = Machine::new();
    add_user(&machine);
    let model = Model::new();
    let switches = model.switches();
    let switches: Vec<&str> = switches.iter().map(String::as_str).collect();
    let server = serve(&machine, &switches);
    let client = Client::sign_in(&server.base, EMAIL, PASSWORD);
    let words = "Click One, then see to the rest";
    let first = interact(&client, &screen(words, "nothing"));
    assert_eq!(first["action"], "click(1)");
    let body = later(&first, words, "One");
    let (token, base) = (client.token.clone(), server.base.clone());
    let waiting = std::thread::spawn({
        let body = body.clone();
        move || client.try_post("/api/agent/interact", &body)
    });
    let question = model.asked();
    server.running.signal("KILL");
    assert_eq!(server.running.ended().code, None);
    assert!(waiting.join().unwrap().is_err(), "{base} is gone");
    question.answer("hover(2)");

    let server = serve(&machine, &switches);
    let client = Client::with_token(&server.base, &token);
    let again = std::thread::spawn(move || {
        let answer = interact(&client, &body);
        (client, answer)
    });
    model.asked().answer("hover(2)");
    let (client, second) = again.join().unwrap();
    assert_eq!(second["action"], "hover(2)");
    assert_eq!(second["taskId"], first["taskId"]);
    let timeline = client.get(&path_of(&first, "/task/TASK")).1["data"].clone();
    let steps = timeline["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2, "{timeline:#}");
    let messages = client.get(&path_of(&first, "/messages")).1;
    let messages = messages["data"]["messages"].as_array().unwrap();
    let said = messages.iter().filter(|message| message["role"] == "user");
    assert_eq!(said.count(), 1, "{messages:#?}");
}

#[test]
fn a_run_through_a_server_leaves_its_task_there() {
    let machine = Machine::new();
    add_user(&machine);
    let server = serve(&machine, &[]);
    let shop = bookshop();
    let to = ["--server", server.base.as_str(), "--email", EMAIL];
    let mut args = vec![
        "run",
        "Click \"Sea Room\"",
        "--url",
        shop.as_str(),
        "--json",
    ];
    args.extend(to);
    let mut command = machine.command(&args);
    command.env("SCREEN_AGENT_PASSWORD", PASSWORD);
    Running::start(command).ended().with(0);
    machine.assert_nothing_left();
    let client = Client::sign_in(&server.base, EMAIL, PASSWORD);
    let sessions = client.get("/api/session").1["data"]["sessions"].clone();
    assert_eq!(sessions.as_array().unwrap().len(), 1, "{sessions:#}");

    let mut command = machine.command(&args);
    command.env("SCREEN_AGENT_PASSWORD", "another password");
    let refused = Running::start(command).ended().with(1);
    assert!(refused.err.contains("cannot sign in"), "{}", refused.err);
    let without = machine.run(&args).with(64);
    assert!(without.err.contains("SCREEN_AGENT_PASSWORD"));
}

#[test]
fn people_are_added_once_listed_and_given_new_passwords() {
    let machine = Machine::new();
    add_user(&machine);
    let data = machine.path("data");
    let user = |args: &[&str]| {
        let mut all = vec!["user"];
        all.extend(args);
        all.extend(["--data", data.to_str().unwrap()]);
        machine.run(&all)
    };
    assert!(user(&["add", EMAIL]).with(1).err.contains("--reset"));
    assert!(user(&["add", "nobody"]).with(64).err.contains("nobody"));
    assert!(user(&["list"]).with(0).out.contains(EMAIL));
    let server = serve(&machine, &[]);
    let before = Client::sign_in(&server.base, EMAIL, PASSWORD);
    // While the server runs, too.
    let reset = user(&["add", EMAIL, "--reset"]).with(0);
    assert_eq!(before.get("/api/v1/auth/session").0, 401);
    let after = Client::sign_in(&server.base, EMAIL, reset.password());
    assert_eq!(after.get("/api/v1/auth/session").0, 200);
}

#[test]
fn accounts_are_closed_opened_reset_and_removed() {
    let machine = Machine::new();
    add_user(&machine);
    let data = machine.path("data");
    let user = |args: &[&str]| {
        let mut all = vec!["user"];
        all.extend(args);
        all.extend(["--data", data.to_str().unwrap()]);
        machine.run(&all)
    };
    for verb in ["disable", "enable", "remove", "reset"] {
        let ended = user(&[verb, "nobody@example.org"]).with(1);
        assert!(ended.err.contains("nobody@example.org"), "{}", ended.err);
    }
    user(&["disable", EMAIL]).with(0);
    assert!(user(&["list"]).with(0).out.contains("disabled"));
    user(&["enable", EMAIL]).with(0);
    assert!(!user(&["list"]).with(0).out.contains("disabled"));
    let reset = user(&["reset", EMAIL, "--no-totp"]).with(0);
    assert!(reset.out.contains("password: "), "{}", reset.out);
    user(&["remove", EMAIL]).with(0);
    assert!(!user(&["list"]).with(0).out.contains(EMAIL));
    add_user(&machine);
}

#[test]
fn a_port_that_is_taken_is_said() {
    let machine = Machine::new();
    let server = serve(&machine, &[]);
    let taken = server.base.trim_start_matches("http://").to_owned();
    let data = machine.path("other");
    let args = [
        "serve",
        "--listen",
        &taken,
        "--data",
        data.to_str().unwrap(),
    ];
    let ended = machine.run(&args).with(1);
    assert!(ended.err.contains(&taken), "{}", ended.err);
}

#[test]
fn what_happens_is_heard_before_and_after_a_kill_until_the_sign_out() {
    let machine = Machine::new();
    add_user(&machine);
    let server = serve(&machine, &[]);
    let client = Client::sign_in(&server.base, EMAIL, PASSWORD);
    let session = "3f0e9b1c-0000-4000-8000-000000000001";
    let made = client.post("/api/session/init", &json!({"sessionId": session}));
    assert_eq!(made.0, 200);
    let mut socket = Socket::join(&client, session);
    let words = "Click One, then click Two";
    let mut body = screen(words, "nothing");
    body["sessionId"] = json!(session);
    let first = interact(&client, &body);
    let mut hear = |name: &str| {
        let (heard, data) = socket.heard().unwrap();
        assert_eq!(heard, name, "{data}");
        data
    };
    assert_eq!(hear("new_message")["message"]["content"], words);
    hear("new_message");
    let round = hear("interact_response");
    assert_eq!(round["data"]["action"], first["action"]);
    server.running.signal("KILL");
    let killed = server.running.ended();
    assert_eq!(killed.code, None);

    let server = serve(&machine, &[]);
    let client = Client::with_token(&server.base, &client.token);
    let mut socket = Socket::join(&client, session);
    interact(&client, &later(&first, words, "One"));
    // What the kill left unmarked may come first, again.
    let turn = format!("{}-1", first["taskId"].as_str().unwrap());
    while socket.heard().unwrap().1["eventId"] != turn.as_str() {}
    assert_eq!(client.post("/api/v1/auth/logout", &json!({})).0, 204);
    assert_eq!(socket.heard(), Err(4009));
    server.running.signal("TERM");
    let ended = server.running.ended().with(0);
    let secret = std::fs::read_to_string(machine.path("data/realtime-secret")).unwrap();
    for said in [killed.out, killed.err, ended.out, ended.err] {
        assert!(!said.contains(&secret), "the secret is in the log");
    }
}

#[test]
fn each_request_is_one_line_of_the_log_without_its_secrets() {
    let machine = Machine::new();
    add_user(&machine);
    let settings = machine.path("settings.toml");
    std::fs::write(&settings, "[log]\nformat = 'json'\n").unwrap();
    let model = Model::new();
    let [name, named, place, placed] = model.switches();
    let switches = [&name, &named, &place, &placed].map(String::as_str);
    let config = ["--config", settings.to_str().unwrap()];
    let server = serve(&machine, &[&config[..], &switches].concat());
    let client = Client::sign_in(&server.base, EMAIL, PASSWORD);
    let words = "Click One, then see to the rest";
    let first = interact(&client, &screen(words, "nothing"));
    interact(
        &client,
        &screen("Click One, then enter \"hunter2\" into Password", "nothing"),
    );
    let asking = std::thread::spawn({
        let (token, base) = (client.token.clone(), server.base.clone());
        let body = later(&first, words, "One");
        move || interact(&Client::with_token(&base, &token), &body)
    });
    model.asked().answer("hover(2)");
    asking.join().unwrap();
    server.running.signal("TERM");
    let log = server.running.ended().with(0).err;
    let lines = log.lines().map(serde_json::from_str::<Value>);
    let answered: Vec<Value> = lines
        .map(Result::unwrap)
        .filter(|line| line["route"] == "/api/agent/interact")
        .collect();
    let [without, _, line] = answered.as_slice() else {
        panic!("{log}");
    };
    assert!(without.get("prompt_tokens").is_none(), "no model was asked");
    assert!(line["prompt_tokens"].as_u64() > Some(0), "{line}");
    assert!(line["completion_tokens"].as_u64() > Some(0), "{line}");
    assert_eq!(
        (&line["method"], &line["status"]),
        (&json!("POST"), &json!(200))
    );
    assert!(line["duration_ms"].is_number() && line["span"]["request_id"].is_string());
    for secret in [PASSWORD, "hunter2", &client.token] {
        assert!(!log.contains(secret), "{log}");
    }
}
