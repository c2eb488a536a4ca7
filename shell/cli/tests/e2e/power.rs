//! The power goes at any moment, and the disk has kept of what was not synced whatever it likes: all
//! that a client was told is there.

use std::cell::{Cell, RefCell};
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::kit::power::{Kept, Written, files, traced};
use crate::kit::{Client, DEADLINE, Machine, Running, pids_with, until};

const LINK: &str = "/api/knowledge/generate-presigned-url?s3Key=";
const EMAIL: &str = "ada@example.test";

/// What a client was told, and how it is asked for again.
struct Fact {
    /// How many answers had come by then.
    answers: usize,
    path: String,
    token: String,
    field: &'static str,
    told: (u16, Value),
}

/// A client that remembers what it was told.
struct Witness {
    client: Client,
    answers: Cell<usize>,
    facts: RefCell<Vec<Fact>>,
}

impl Witness {
    fn post(&self, path: &str, body: &Value) -> Value {
        self.worked(self.client.post(path, body))
    }

    fn worked(&self, (status, answer): (u16, Value)) -> Value {
        assert!(matches!(status, 200..300), "{answer}");
        self.answers.set(self.answers.get() + 1);
        answer
    }

    /// What is there now is there from now on.
    fn remember(&self, client: &Client, path: &str, field: &'static str) {
        let answers = self.answers.get();
        let told = asked(client, path, field);
        assert!(
            told.0 != 200 || !told.1.is_null(),
            "{path} says nothing at {field}"
        );
        // What is refused is no answer that something worked; a link is one more.
        let worked = usize::from(told.0 == 200) + usize::from(path.starts_with(LINK));
        self.answers.set(answers + worked);
        self.facts.borrow_mut().push(Fact {
            answers,
            path: path.to_owned(),
            token: client.token.clone(),
            field,
            told,
        });
    }
}

fn asked(client: &Client, path: &str, field: &str) -> (u16, Value) {
    let (status, answer) = match client.get(path) {
        // A link ends with its server; its file does not.
        (200, link) if path.starts_with(LINK) => client.get(link["data"]["url"].as_str().unwrap()),
        answer => answer,
    };
    (status, answer.pointer(field).cloned().unwrap_or_default())
}

fn serve(machine: &Machine, data: &Path) -> std::process::Command {
    machine.command(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data.to_str().unwrap(),
    ])
}

/// Everything that is kept, once each.
fn work(base: &str, password: &str) -> Vec<Fact> {
    let witness = Witness {
        client: Client::sign_in(base, EMAIL, password),
        answers: Cell::new(1),
        facts: RefCell::default(),
    };
    let client = &witness.client;
    witness.remember(client, "/api/v1/auth/session", "/user/email");
    for theme in ["dark", "light"] {
        let words = format!("Click One, then see to what is {theme}");
        let screen = json!({
            "query": words, "url": "https://lab.example/", "domMode": "semantic",
            "interactiveTree": [{"i": "1", "r": "btn", "n": "One", "xy": [40, 20], "box": [10, 10, 60, 20], "d": {"tag": "button"}}],
            "viewport": {"width": 800, "height": 600},
        });
        let task = witness.post("/api/agent/interact", &screen);
        let session = task["data"]["sessionId"].as_str().unwrap();
        let messages = format!("/api/session/{session}/messages");
        witness.remember(client, &messages, "/data/messages/0/content");
    }
    let text = json!("all that is kept ".repeat(3_000));
    let file = witness.worked(client.upload("notes.txt", &text.to_string()));
    let key = file["data"]["s3Key"].as_str().unwrap();
    witness.remember(client, &format!("{LINK}{key}"), "");
    let list = witness.post("/api/collections", &json!({"title": "Read later"}));
    let id = list["id"].as_str().unwrap();
    witness.remember(
        client,
        &format!("/api/collections/{id}"),
        "/collection/title",
    );
    let theme = json!({"theme": "dark"});
    witness.post("/api/v1/user/preferences", &theme);
    witness.remember(
        client,
        "/api/v1/user/preferences",
        "/data/preferences/theme",
    );
    let other = Client::sign_in(base, EMAIL, password);
    witness.answers.set(witness.answers.get() + 1);
    witness.worked(other.post("/api/v1/auth/logout", &json!({})));
    witness.remember(&other, "/api/v1/auth/session", "");
    witness.facts.into_inner()
}

/// A machine that is switched on again, with what its disk has kept.
fn check(machine: &Machine, name: &str, facts: &[&Fact]) {
    let data = machine.path(name);
    let verify = ["audit", "verify", "--data", data.to_str().unwrap()];
    machine.run(&verify).with(0);
    let mut running = Running::start(serve(machine, &data));
    let base = running.base();
    for fact in facts {
        let client = Client::with_token(&base, &fact.token);
        let found = asked(&client, &fact.path, fact.field);
        assert_eq!(found, fact.told, "{name}: {}", fact.path);
    }
    drop(running);
    std::fs::remove_dir_all(data).unwrap();
}

/// A server at its work, and what was told of it.
fn worked(machine: &Machine) -> Option<(Written, Vec<Fact>)> {
    let (data, log) = (machine.path("data"), machine.path("log"));
    let command = traced(&serve(machine, &data), &log)?;
    let made = machine.run(&["user", "add", EMAIL, "--data", data.to_str().unwrap()]);
    let made = made.with(0);
    let before = files(&data);
    let mut running = Running::start(command);
    let base = running.base();
    let facts = work(&base, made.password());
    running.signal("TERM");
    running.ended().with(0);
    until("the log is whole", DEADLINE, || {
        pids_with(log.to_str().unwrap()).is_empty()
    });
    let log = std::fs::read_to_string(log).unwrap();
    Some((Written::read(&log, &data, before), facts))
}

#[test]
fn what_a_client_was_told_is_there_after_the_power_went() {
    let machine = Machine::new();
    let Some((written, facts)) = worked(&machine) else {
        return;
    };
    assert_eq!(facts.len(), 7);
    let mut rng = StdRng::seed_from_u64(4);
    let mut moments: Vec<_> = facts
        .iter()
        .map(|fact| (written.when_answered(fact.answers), Kept::Nothing))
        .collect();
    let by_chance = [Kept::All, Kept::Some, Kept::Sectors].into_iter().cycle();
    moments.extend(
        by_chance
            .take(60)
            .map(|kept| (rng.random_range(0..written.len()), kept)),
    );
    for (events, kept) in moments {
        let name = format!("after-{events}-{kept:?}");
        written.leave(&machine.path(&name), events, kept, &mut rng);
        let answered = written.answered_by(events);
        let told: Vec<_> = facts
            .iter()
            .filter(|fact| fact.answers <= answered)
            .collect();
        check(&machine, &name, &told);
    }
}
