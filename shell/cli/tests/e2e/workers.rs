//! A server, workers, and runs that are submitted from a shell.

use std::process::Command;

use serde_json::{Value, json};

use crate::kit::{DEADLINE, Ended, Machine, Running, Site, signal, until};

const KEY: &str = "a key of workers that is long enough";
const EMAIL: &str = "ada@example.test";

/// A form that is sent to a page which counts, and leads on to one that answers when the test says so.
const FORM: &str =
    "<title>Tea</title><h1>Tea</h1><form action=/order method=post><button>Order</button></form>";
const ORDERED: &str = "<title>Ordered</title><h1>Thank you</h1><p>Your tea is on its way.</p><a href=/signal>Details</a>";

/// A server and those who work with it, on one machine.
struct Works {
    machine: Machine,
    _server: Running,
    base: String,
    password: String,
    site: Site,
}

impl Works {
    /// With a page that says that it was ordered.
    fn with(ordered: &str) -> Self {
        let machine = Machine::new();
        let site = Site::new(&[("/", FORM), ("/order", ordered)]);
        let data = machine.path("data").display().to_string();
        let added = machine
            .run(&["user", "add", EMAIL, "--data", &data])
            .with(0);
        let mut command = machine.command(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
        command.env("SCREEN_AGENT_WORKER_KEY", KEY);
        let mut server = Running::start(command);
        let base = server.base();
        let url = site.url();
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        std::fs::write(
            machine.path("worker.toml"),
            format!("[fetch]\nprivate_hosts = [{host:?}]\n"),
        )
        .unwrap();
        Self {
            password: added.password().to_owned(),
            machine,
            _server: server,
            base,
            site,
        }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.machine.command(args);
        command
            .env("SCREEN_AGENT_SERVER", &self.base)
            .env("SCREEN_AGENT_EMAIL", EMAIL)
            .env("SCREEN_AGENT_PASSWORD", &self.password)
            .env("SCREEN_AGENT_WORKER_KEY", KEY);
        command
    }

    fn say(&self, args: &[&str]) -> Ended {
        Running::start(self.command(args)).ended()
    }

    fn worker(&self, more: &[&str]) -> Running {
        let config = self.machine.path("worker.toml").display().to_string();
        let own = [
            "worker", "--json", "--poll", "1", "--lease", "3", "--config", &config,
        ];
        Running::start(self.command(&[&own[..], more].concat()))
    }

    fn submit(&self, words: &str, more: &[&str]) -> Running {
        let url = self.site.url();
        let own = ["submit", words, "--url", &url, "--json"];
        Running::start(self.command(&[&own[..], more].concat()))
    }

    /// Submits, and tells the id.
    fn submitted(&self, words: &str, more: &[&str]) -> String {
        let out = self.submit(words, more).ended().with(0).out;
        let run: Value = serde_json::from_str(&out).unwrap();
        run["id"].as_str().unwrap().to_owned()
    }

    fn run(&self, id: &str) -> Value {
        let shown = self.say(&["runs", "show", id, "--json"]).with(0);
        serde_json::from_str(&shown.out).unwrap()
    }

    /// How often something was ordered.
    fn orders(&self) -> usize {
        self.site.asked("POST /order")
    }
}

#[test]
fn a_run_is_submitted_done_by_a_worker_verified_and_told() {
    let works = Works::with(ORDERED);
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let ended = works
        .submit("Click Order", &["--approve", "--wait"])
        .ended()
        .with(0);
    let last: Value = serde_json::from_str(ended.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["status"], "done", "{last}");
    assert_eq!(
        last["outcome"]["ledger"][0]["standing"], "verified",
        "{last}"
    );
    assert_eq!(works.orders(), 1);
    let id = last["id"].as_str().unwrap();
    let logs = works.say(&["logs", id]).with(0).out;
    assert!(logs.contains("click("), "{logs}");
    let listed = works.say(&["runs", "list", "--status", "done"]).with(0).out;
    assert!(listed.contains(id), "{listed}");
    worker.signal("TERM");
    worker.ended().with(0);
    works.machine.assert_no_browser_left();
}

#[test]
fn a_worker_that_is_killed_loses_its_run_to_another_and_nothing_is_done_twice() {
    let works = Works::with(ORDERED);
    let id = works.submitted("Click Order, then click Details", &[]);
    let mut first = works.worker(&["--name", "first"]);
    first.line_with("taken");
    // The order is placed, and the page after it does not come.
    until("the page after it is asked for", DEADLINE, || {
        works.site.asked("GET /signal") > 0
    });
    signal(first.pid(), "KILL");
    assert_eq!(works.orders(), 1);
    let mut second = works.worker(&["--name", "second"]);
    second.line_with("ready");
    until("the run waits for the person", DEADLINE, || {
        let run = works.run(&id);
        run["worker"] == "second" && run["status"] == "waiting"
    });
    let run = works.run(&id);
    assert_eq!(
        (&run["status"], works.orders()),
        (&json!("waiting"), 1),
        "{run}"
    );
    let question = run["question"].as_str().unwrap();
    assert!(question.contains("may have been done or not"), "{question}");
    // Only a person begins it again.
    works.say(&["runs", "cancel", &id]).with(0);
    works.say(&["runs", "cancel", &id]).with(1);
}

#[test]
fn what_a_worker_gives_back_another_takes_up() {
    let works = Works::with(ORDERED);
    let id = works.submitted("Click Order", &[]);
    let mut first = works.worker(&["--name", "first"]);
    first.line_with("taken");
    first.signal("TERM");
    first.line_with("given_back");
    first.ended().with(0);
    works.machine.assert_no_browser_left();
    assert_eq!(
        (&works.run(&id)["status"], works.orders()),
        (&json!("queued"), 0)
    );
    let mut second = works.worker(&["--name", "second"]);
    second.line_with("left");
    let run = works.run(&id);
    assert_eq!(
        (&run["worker"], &run["status"], works.orders()),
        (&json!("second"), &json!("done"), 1),
        "{run}"
    );
}

#[test]
fn what_lies_inside_is_not_reached_for_whoever_submits_it() {
    let works = Works::with(ORDERED);
    std::fs::write(works.machine.path("worker.toml"), "").unwrap();
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let ended = works.submit("Click Order", &["--wait"]).ended().with(1);
    assert!(ended.out.contains("cannot open"), "{}", ended.out);
    assert_eq!(works.site.asked("GET /"), 0);
}

#[test]
fn a_worker_without_the_key_is_not_let_in() {
    let works = Works::with(ORDERED);
    let mut command = works.command(&["worker", "--drain"]);
    command.env("SCREEN_AGENT_WORKER_KEY", "another key that is long enough");
    let refused = Running::start(command).ended().with(1);
    assert!(refused.err.contains("lets no worker in"), "{}", refused.err);
}
