//! A server, workers, and runs that are submitted from a shell.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::kit::{Client, DEADLINE, Ended, Machine, Running, Served, Site, signal, until};

const KEY: &str = "a key of workers that is long enough";
pub const EMAIL: &str = "ada@example.test";

/// A form that is sent to a page which counts, and leads on to one that answers when the test says so.
const FORM: &str =
    "<title>Tea</title><h1>Tea</h1><form action=/order method=post><button>Order</button></form>";
pub const ORDERED: &str = "<title>Ordered</title><h1>Thank you</h1><p>Your tea is on its way.</p><a href=/signal>Details</a>";

/// A server and those who work with it, on one machine.
pub struct Works {
    machine: Machine,
    pub served: Served,
    password: String,
    pub site: Site,
}

impl Works {
    /// With a page that says that it was ordered.
    pub fn with(ordered: &str) -> Self {
        Self::on(Site::new(&[("/", FORM), ("/order", ordered)]))
    }

    pub fn on(site: Site) -> Self {
        let machine = Machine::for_servers();
        let data = machine.path("data").display().to_string();
        let added = machine
            .run(&["user", "add", EMAIL, "--data", &data])
            .with(0);
        let url = site.url();
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        std::fs::write(
            machine.path("worker.toml"),
            format!("[fetch]\nprivate_hosts = [{host:?}]\n"),
        )
        .unwrap();
        let config = machine.path("worker.toml").display().to_string();
        let key = [("SCREEN_AGENT_WORKER_KEY", KEY)];
        Self {
            served: machine.serve(&["--config", &config], &key),
            password: added.password().to_owned(),
            machine,
            site,
        }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.machine.command(args);
        command
            .env("SCREEN_AGENT_SERVER", &self.served.base)
            .env("SCREEN_AGENT_EMAIL", EMAIL)
            .env("SCREEN_AGENT_PASSWORD", &self.password)
            .env("SCREEN_AGENT_WORKER_KEY", KEY);
        command
    }

    fn say(&self, args: &[&str]) -> Ended {
        Running::start(self.command(args)).ended()
    }

    pub fn worker(&self, more: &[&str]) -> Running {
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

    pub fn run(&self, id: &str) -> Value {
        let shown = self.say(&["runs", "show", id, "--json"]).with(0);
        serde_json::from_str(&shown.out).unwrap()
    }

    pub fn password(&self) -> &str {
        &self.password
    }

    /// Somebody who is signed in.
    pub fn client(&self) -> Client {
        Client::sign_in(&self.served.base, EMAIL, &self.password)
    }

    /// Keeps a secret for runs, to be entered on a site.
    fn keep(&self, name: &str, value: &str, site: &str) {
        let mut command = self.command(&["secrets", "set", name, "--site", site]);
        command.stdin(Stdio::piped());
        let mut setting = Running::start(command);
        setting.tell(value);
        let told = setting.ended().with(0);
        assert!(!told.out.contains(value), "{}", told.out);
    }

    /// Everything that is kept on the server's side, as it lies there, and what a person is shown of a run.
    pub fn everything_of(&self, id: &str) -> String {
        let shown = [
            &["logs", id][..],
            &["logs", id, "--json"],
            &["runs", "show", id, "--json"],
            &["secrets", "list", "--json"],
        ];
        let told = shown.map(|args| self.say(args).out).concat();
        let data = std::fs::read_dir(self.machine.path("data")).unwrap();
        let files = data
            .map(|file| file.unwrap().path())
            .filter(|path| path.is_file());
        let kept =
            files.map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned());
        told + &kept.collect::<String>() + &self.machine.dumped()
    }

    /// How often something was ordered.
    pub fn orders(&self) -> usize {
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
fn where_a_site_wants_no_programs_no_run_begins_if_the_worker_keeps_to_that() {
    let rules = "User-agent: *\nDisallow: /\nAllow: /tea\n";
    let pages = [("/", FORM), ("/tea", FORM), ("/order", ORDERED)];
    let works = Works::on(Site::new(&[&pages[..], &[("/robots.txt", rules)]].concat()));
    let mut worker = works.worker(&["--robots"]);
    worker.line_with("ready");
    let refused = works.submit("Click Order", &["--wait"]).ended().with(1);
    assert!(refused.out.contains("robots.txt"), "{}", refused.out);
    assert_eq!(works.site.asked("GET /"), 0);
    let tea = format!("{}tea", works.site.url());
    let own = [
        "submit",
        "Click Order",
        "--url",
        &tea,
        "--approve",
        "--wait",
    ];
    Running::start(works.command(&own)).ended().with(0);
    assert_eq!(works.orders(), 1);
}

/// The person names another site, which is left alone: it is not asked for, and the run says why.
#[test]
fn a_run_that_comes_to_a_site_which_wants_no_programs_ends_there() {
    let rules = ("/robots.txt", "User-agent: *\nDisallow: /\n");
    let closed = Site::new(&[("/", FORM), rules]);
    let works = Works::with(ORDERED);
    let hosts = [works.site.url(), closed.url()];
    let hosts = hosts.map(|url| url["http://".len()..].trim_end_matches('/').to_owned());
    let settings = format!("[fetch]\nprivate_hosts = {hosts:?}\n");
    std::fs::write(works.machine.path("worker.toml"), settings).unwrap();
    let mut worker = works.worker(&["--robots"]);
    worker.line_with("ready");
    let order = format!("Go to {}", closed.url());
    let refused = works.submit(&order, &["--wait"]).ended().with(1);
    assert!(
        refused.out.contains("keeps programs from this page"),
        "{}",
        refused.out
    );
    assert_eq!(closed.asked("GET /robots.txt"), 1);
    assert_eq!(closed.asked("GET /"), 0);
}

/// The same words as above, which no person has said.
#[test]
fn a_run_that_a_program_submits_orders_nothing() {
    let works = Works::with(ORDERED);
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let client = Client::sign_in(&works.served.base, EMAIL, &works.password);
    let url = works.site.url();
    let order = json!({ "instruction": "Click Order", "url": url, "byProgram": true });
    let (_, made) = client.post("/api/runs", &order);
    let id = made["data"]["id"].as_str().unwrap();
    until("the run waits for the person", DEADLINE, || {
        works.run(id)["status"] == "waiting"
    });
    assert_eq!(works.orders(), 0);
    works.say(&["runs", "cancel", id]).with(0);
    until("the worker has let it go", DEADLINE, || {
        works.machine.browsers().is_empty()
    });
}

#[test]
fn a_worker_without_the_key_is_not_let_in() {
    let works = Works::with(ORDERED);
    let mut command = works.command(&["worker", "--drain"]);
    command.env("SCREEN_AGENT_WORKER_KEY", "another key that is long enough");
    let refused = Running::start(command).ended().with(1);
    assert!(refused.err.contains("lets no worker in"), "{}", refused.err);
}

#[test]
fn what_a_run_comes_to_is_posted_to_where_its_owner_said() {
    let works = Works::with(ORDERED);
    let callback = format!("{}order", works.site.url());
    let id = works.submitted("Click Order", &["--callback", &callback]);
    works.say(&["runs", "cancel", &id]).with(0);
    until("the callback is heard", DEADLINE, || {
        works.run(&id)["callback"]["standing"] == "told"
    });
    assert_eq!(works.orders(), 1);
    let secret = works.say(&["runs", "secret"]).with(0).out;
    assert_eq!(secret.trim().len(), 64, "{secret}");
}

#[test]
fn a_table_is_submitted_row_by_row_once_and_reported() {
    let works = Works::with(ORDERED);
    let table = works.machine.path("teas.csv");
    std::fs::write(&table, "tea\nSencha\n\"Oolong, dark\"\n").unwrap();
    let table = table.display().to_string();
    let submit = || {
        let ended = works
            .submit("Order {tea}", &["--rows", &table])
            .ended()
            .with(0);
        serde_json::from_str::<Value>(&ended.out).unwrap()
    };
    let batch = submit();
    assert_eq!(batch["rows"], 2);
    assert_eq!(submit(), batch);
    let name = batch["batch"].as_str().unwrap();
    let report = works.say(&["runs", "report", name]).with(0).out;
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), 3, "{report}");
    assert!(
        lines[1].starts_with("1,\"Order \"\"Sencha\"\"\",queued,"),
        "{report}"
    );
    assert!(lines[2].starts_with("2,"), "{report}");
    works.say(&["runs", "report", "another"]).with(1);
}

#[test]
fn a_collection_is_submitted_page_by_page_and_notes_are_none() {
    let works = Works::with(ORDERED);
    let client = works.client();
    let (_, made) = client.post("/api/collections", &json!({ "title": "Teas", "tags": [] }));
    let sources = json!({ "sources": [
        { "type": "url", "url": "https://shop.example/sencha", "title": "Sencha" },
        { "type": "note", "text": "Ask about the harvest." },
        { "type": "url", "url": "https://shop.example/oolong", "title": "Oolong" },
    ] });
    let path = format!("/api/collections/{}/sources", made["id"].as_str().unwrap());
    let (status, told) = client.post(&path, &sources);
    assert!(status < 300, "{told}");
    let submit =
        |title: &str| works.say(&["submit", "Order {title}", "--collection", title, "--json"]);
    let batch: Value = serde_json::from_str(&submit("Teas").with(0).out).unwrap();
    assert_eq!(batch["rows"], 2);
    let name = batch["batch"].as_str().unwrap();
    let listed = works
        .say(&["runs", "list", "--batch", name, "--json"])
        .with(0)
        .out;
    for (order, url) in [
        ("Order \\\"Sencha\\\"", "https://shop.example/sencha"),
        ("Order \\\"Oolong\\\"", "https://shop.example/oolong"),
    ] {
        assert!(listed.contains(order) && listed.contains(url), "{listed}");
    }
    let unknown = submit("Coffees").with(64);
    assert!(unknown.err.contains("no collection"), "{}", unknown.err);
    let nowhere = works.say(&["submit", "Order tea"]).with(64);
    assert!(nowhere.err.contains("--url"), "{}", nowhere.err);
}

#[test]
fn a_schedule_is_added_paused_resumed_and_removed() {
    let works = Works::with(ORDERED);
    let url = works.site.url();
    let add = |cron: &str| {
        let words = [
            "schedules",
            "add",
            "Click Order",
            "--url",
            &url,
            "--json",
            "--cron",
            cron,
        ];
        works.say(&[&words[..], &["--zone", "Europe/Berlin"]].concat())
    };
    add("soon").with(1);
    let added: Value = serde_json::from_str(&add("0 9 * * MON-FRI").with(0).out).unwrap();
    let id = added["id"].as_str().unwrap();
    let listed = works.say(&["schedules", "list"]).with(0).out;
    assert!(listed.contains(id) && listed.contains("next "), "{listed}");
    let paused = works.say(&["schedules", "pause", id]).with(0).out;
    assert!(paused.contains("paused"), "{paused}");
    works.say(&["schedules", "resume", id]).with(0);
    works.say(&["schedules", "remove", id]).with(0);
    works.say(&["schedules", "remove", id]).with(1);
    let listed = works.say(&["schedules", "list"]).with(0).out;
    assert!(listed.contains("no schedules"), "{listed}");
}

#[test]
fn a_workflow_is_learned_of_a_run_done_again_by_a_worker_and_healed() {
    let works = Works::with(ORDERED);
    let form = |name: &str| {
        format!(
            "<title>Members</title><h1>Member</h1><form>\
             <label>{name} <input id=city></label><label>Note <input id=note></label></form>"
        )
    };
    let site = Site::new(&[("/", &form("City")), ("/next", &form("Town"))]);
    let url = site.url();
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    std::fs::write(
        works.machine.path("worker.toml"),
        format!("[fetch]\nprivate_hosts = [{host:?}]\n"),
    )
    .unwrap();
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let waited = |args: &[&str]| {
        let own = ["submit", "--json", "--wait"];
        let ended = works.say(&[&own[..], args].concat()).with(0);
        serde_json::from_str::<Value>(ended.out.lines().last().unwrap()).unwrap()
    };
    let words = "Enter \"Oslo\" into City. Enter \"hi\" into Note.";
    let first = waited(&[words, "--url", &url]);
    let client = Client::sign_in(&works.served.base, EMAIL, &works.password);
    let body = json!({ "taskId": first["outcome"]["taskId"], "name": "Fill in" });
    let (status, kept) = client.post("/api/workflows/from-task", &body);
    assert_eq!(status, 201, "{kept}");
    let values = [
        "--workflow",
        "Fill in",
        "--input",
        "city=Rome",
        "--input",
        "note=ho",
    ];
    let again = waited(&values);
    assert_eq!(
        again["instruction"], "Fill in city=Rome · note=ho",
        "{again}"
    );
    assert_eq!(again["status"], "done", "{again}");
    let next = format!("{}/next", url.trim_end_matches('/'));
    let healed = waited(&[&values[..], &["--url", &next]].concat());
    let told = healed["outcome"]["result"].as_str().unwrap();
    assert!(told.contains("\"Town\""), "{told}");
    let listed = works.say(&["workflow", "list", "--on-server"]).with(0).out;
    assert!(listed.contains("version 2, healed, "), "{listed}");
    let file = works.machine.path("kept.toml").display().to_string();
    works
        .say(&["workflow", "pull", "Fill in", "-o", &file])
        .with(0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("is \"Town\" now"), "{text}");
    std::fs::write(
        &file,
        text.replace("made_by", "# by\nmade_by")
            .replace("Member", "Person"),
    )
    .unwrap();
    let pushed = works.say(&["workflow", "push", &file]).with(0).out;
    assert!(pushed.contains("version 3"), "{pushed}");
    works.say(&["submit", "--workflow", "Another"]).with(1);
    worker.signal("TERM");
    worker.ended().with(0);
}

const PASSWORD: &str = "blue-kettle-41";
const SIGN_IN: &str = "Enter \"nora@brightwater.example\" into E-mail and {{secret:brightwater}} into Password \
    and click Sign in";

#[test]
fn a_kept_secret_is_entered_on_its_site_and_told_nowhere() {
    let works = Works::on(Site::twin("login"));
    works.keep("brightwater", PASSWORD, &works.site.url());
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let ended = works
        .submit(SIGN_IN, &["--approve", "--wait"])
        .ended()
        .with(0);
    assert_eq!(works.site.asked("GET /account.html"), 1, "{}", ended.out);
    let last: Value = serde_json::from_str(ended.out.lines().last().unwrap()).unwrap();
    let told = works.everything_of(last["id"].as_str().unwrap());
    assert!(told.contains("setValue("), "{told}");
    assert!(!told.contains(PASSWORD), "it is told somewhere");
    let listed = works.say(&["secrets", "list"]).with(0).out;
    assert!(listed.contains("last entered"), "{listed}");
    works.say(&["secrets", "remove", "brightwater"]).with(0);
    works.say(&["secrets", "remove", "brightwater"]).with(1);
    // An order that names what is not there is refused at once.
    works.submit(SIGN_IN, &[]).ended().with(1);
}

#[test]
fn a_kept_secret_is_not_entered_on_another_site() {
    let works = Works::on(Site::twin("login"));
    works.keep("brightwater", PASSWORD, "https://brightwater.example");
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let ended = works
        .submit(SIGN_IN, &["--approve", "--wait"])
        .ended()
        .with(1);
    assert!(ended.out.contains("SECRET_ELSEWHERE"), "{}", ended.out);
    assert_eq!(works.site.asked("POST /try"), 0, "{}", ended.out);
}

/// The page says what was entered; it goes no further than the worker.
#[test]
fn what_a_page_says_of_a_kept_secret_stays_with_the_worker() {
    let page = "<title>Tea</title><form action=/order method=post>\
        <label>Password <input type=password name=p></label><button>Order</button></form>";
    let echo = "<title>Thanks</title><h1>Thank you</h1><p>You said: blue-kettle-41</p><button>blue-kettle-41</button>";
    let works = Works::on(Site::new(&[("/", page), ("/order", echo)]));
    works.keep("tea", PASSWORD, &works.site.url());
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let words = "Enter {{secret:tea}} into Password and click Order";
    let more = ["--approve", "--wait", "--outputs", "You said?"];
    let ended = works.submit(words, &more).ended();
    assert_eq!(works.orders(), 1, "{}", ended.out);
    let last: Value = serde_json::from_str(ended.out.lines().last().unwrap()).unwrap();
    let told = works.everything_of(last["id"].as_str().unwrap());
    // What was read of it has its name in its place.
    let said = &last["outcome"]["found"]["records"][0]["You said"];
    assert_eq!(said, "{{tea}}", "{last}");
    assert!(
        told.contains("Thank you") || told.contains("setValue("),
        "{told}"
    );
    assert!(!told.contains(PASSWORD), "it is told somewhere");
}

/// What stands on it, in a frame, too.
const RECEIPT: &str = "<meta charset=utf-8><title>Receipt</title><h1>Thank you</h1>\
    <dl><dt>Price</dt><dd>€ 14.50</dd><dt>Number</dt><dd>4,711</dd></dl>\
    <iframe srcdoc='<dl><dt>Carrier</dt><dd>Postbus</dd></dl>'></iframe>";

#[test]
fn a_run_brings_what_its_page_says_or_says_what_is_missing() {
    let works = Works::with(RECEIPT);
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let ended = |fields: &str, code: i32| {
        let more = ["--approve", "--wait", "--outputs", fields];
        let out = works.submit("Click Order", &more).ended().with(code).out;
        serde_json::from_str::<Value>(out.lines().last().unwrap()).unwrap()
    };
    let last = ended("price:number,number:integer,carrier,colour?", 0);
    let found = &last["outcome"]["found"];
    let record = json!({ "price": 14.5, "number": 4711, "carrier": "Postbus", "colour": null });
    assert_eq!(
        (&last["status"], &found["records"]),
        (&json!("done"), &json!([record])),
        "{last}"
    );
    let missing = json!([{ "record": 0, "field": "colour", "why": "not_found" }]);
    assert_eq!(found["missing"], missing);
    let number = found["cited"][0]["price"][0].as_u64().unwrap() as usize;
    let source = &found["sources"][number - 1];
    assert_eq!(source["verified"], true, "{source}");
    assert!(
        source["quote"].as_str().unwrap().contains("14.50"),
        "{source}"
    );

    let last = ended("price:number,colour", 4);
    assert_eq!(last["status"], "done_unverified");
    let result = last["outcome"]["result"].as_str().unwrap();
    assert!(result.ends_with("Missing on the page: colour."), "{result}");
    let shown = works
        .say(&["runs", "show", last["id"].as_str().unwrap()])
        .with(0)
        .out;
    assert!(
        shown.contains("colour: missing: the page does not say it"),
        "{shown}"
    );
    works
        .submit("Click Order", &["--outputs", "price:money"])
        .ended()
        .with(64);
}

#[test]
fn questions_and_rows_of_a_table_are_answered_and_reported() {
    let works = Works::on(Site::new(&[("/", RECEIPT)]));
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let url = works.site.url();
    let ask = [
        "submit",
        "--url",
        &url,
        "--wait",
        "--question",
        "What is the price?",
    ];
    let told = works.say(&ask).with(0).out;
    assert!(told.contains("14.50") && told.contains("[1]"), "{told}");
    let ended = works.say(&[
        "submit",
        "--url",
        &url,
        "--wait",
        "--question",
        "Who is the captain of the ship?",
    ]);
    assert!(
        ended
            .with(4)
            .out
            .contains("Not found: answers to 1 of 1 questions.")
    );

    let table = works.machine.path("rows.csv");
    std::fs::write(&table, "what\nPrice\nCarrier\n").unwrap();
    let rows = table.display().to_string();
    let questions = [
        "--question",
        "What is the {what}?",
        "--outputs",
        "number:integer",
    ];
    let batch = [
        "submit", "--url", &url, "--rows", &rows, "--batch", "receipts",
    ];
    works.say(&[&batch[..], &questions].concat()).with(0);
    until("both rows are done", DEADLINE, || {
        let report = works.say(&["runs", "report", "receipts"]).with(0).out;
        report.matches(",done,").count() == 2
    });
    let report = works.say(&["runs", "report", "receipts"]).with(0).out;
    let mut lines = report.lines();
    let head = "row,order,outcome,result,at,run,number,answer 1";
    assert_eq!(lines.next(), Some(head));
    assert!(
        report.contains(",4711,") && report.contains("Postbus"),
        "{report}"
    );
}

/// A page that asks for a file, says which it got, and gives two: one that is read, and one that is not.
const DESK: &str = "<title>Desk</title><h1>Desk</h1>
  <label>Table <input type=file onchange='this.files[0].text().then(text => { said.textContent = `Got: ` + text; })'></label><p id=said></p>
  <button onclick='give([`day,visits`, `Monday,12`].join(`\\n`), `visits.csv`)'>Export</button>
  <button onclick='give(new Uint8Array([77, 90, 0, 1, 0, 255]), `setup.exe`)'>Install</button>
  <script>function give(content, download) {
    const href = URL.createObjectURL(new Blob([content]));
    Object.assign(document.createElement('a'), { href, download }).click();
  }</script>";

#[test]
fn files_go_into_a_run_and_come_out_of_it_and_stay_nowhere_else() {
    let works = Works::on(Site::of(DESK));
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    let table = works.machine.path("table.csv");
    std::fs::write(&table, "name,city\nAnn,Lima\n").unwrap();
    let table = table.display().to_string();
    let over = |words: &str, more: &[&str], code| -> Value {
        let ended = works.submit(words, &[more, &["--wait"]].concat()).ended();
        let ended = ended.with(code);
        serde_json::from_str(ended.out.lines().last().unwrap()).unwrap()
    };
    let given = over("Upload the file", &["--file", &table], 0);
    assert_eq!(given["status"], "done", "{given}");
    assert_eq!(given["files"][0]["name"], "table.csv", "{given}");
    let brought = over("Click Export", &[], 0);
    assert_eq!(brought["status"], "done", "{brought}");
    let file = &brought["files"][0];
    let known = (&file["name"], &file["mimeType"], &file["received"]);
    assert_eq!(
        known,
        (&json!("visits.csv"), &json!("text/csv"), &json!(true))
    );
    let id = brought["id"].as_str().unwrap();
    let logs = works.say(&["logs", id]).with(0).out;
    assert!(logs.contains("a page gave visits.csv"), "{logs}");
    let folder = works.machine.path("saved");
    let saved = ["runs", "show", id, "--files", folder.to_str().unwrap()];
    works.say(&saved).with(0);
    let kept = std::fs::read_to_string(folder.join("visits.csv")).unwrap();
    assert_eq!(kept, "day,visits\nMonday,12");
    // Nothing that is there is written over.
    works.say(&saved).with(1);
    let refused = over("Click Install", &[], 1);
    assert_eq!(refused["files"], Value::Null, "{refused}");
    let said = refused["outcome"].to_string();
    assert!(said.contains("setup.exe"), "{said}");
    worker.signal("TERM");
    worker.ended().with(0);
    works.machine.assert_no_browser_left();
}

/// What runs elsewhere has folders of its own, in which there is nothing of ours.
#[test]
fn a_browser_that_runs_elsewhere_is_handed_no_files_and_keeps_none() {
    let works = Works::on(Site::of(DESK));
    let profile = works.machine.path("tmp").join("elsewhere");
    let mut chromium = Command::new("chromium");
    chromium
        .args(["--headless", "--no-sandbox", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", profile.display()));
    let mut browser = Running::start(chromium);
    let port = profile.join("DevToolsActivePort");
    until("the browser is there", DEADLINE, || {
        std::fs::read_to_string(&port).is_ok_and(|told| told.contains('\n'))
    });
    let told = std::fs::read_to_string(&port).unwrap();
    let cdp = format!("http://127.0.0.1:{}", told.lines().next().unwrap());
    let mut worker = works.worker(&["--cdp", &cdp]);
    worker.line_with("ready");
    let table = works.machine.path("table.csv");
    std::fs::write(&table, "name,city\nAnn,Lima\n").unwrap();
    let table = table.display().to_string();
    let over = |words: &str, more: &[&str]| -> Value {
        let ended = works.submit(words, &[more, &["--wait"]].concat()).ended();
        serde_json::from_str(ended.out.lines().last().unwrap()).unwrap()
    };
    let given = over("Upload the file", &["--file", &table]);
    assert_eq!(given["status"], "failed", "{given}");
    let said = given["outcome"].to_string();
    assert!(said.contains("(--cdp) can be handed no files"), "{said}");
    let brought = over("Click Export", &[]);
    assert_eq!(brought["files"], Value::Null, "{brought}");
    let said = brought["outcome"].to_string();
    assert!(said.contains("visits.csv"), "{said}");
    worker.signal("TERM");
    worker.ended().with(0);
    assert!(browser.runs(), "it is not ours to end");
}

/// A page that knows who signed in by a cookie and by what it keeps in the browser, and asks for another page for each.
const MEMBERS: &str = "<title>Members</title><h1>Members</h1><p id=said></p><button>Sign in</button><script>
  const known = document.cookie.includes('who=ann') && localStorage.token === 'kept';
  said.textContent = known ? 'Welcome back, ann' : 'Nobody is signed in';
  fetch(known ? '/known' : '/unknown');
  document.querySelector('button').onclick = () => {
    document.cookie = 'who=ann; path=/'; localStorage.token = 'kept'; said.textContent = 'Signed in';
  };</script>";

#[test]
fn who_signed_in_once_stays_signed_in_on_another_worker_and_nobody_else_is() {
    let works = Works::on(Site::of(MEMBERS));
    let seen = || ["GET /known", "GET /unknown"].map(|page| works.site.asked(page));
    let look = |more: &[&str]| {
        let own = ["--wait", "--approve"];
        let ended = works.submit("Click Sign in", &[&own[..], more].concat());
        let out = ended.ended().out;
        let run: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
        // That it was pressed is all there is to see.
        let status = run["status"].as_str().unwrap_or_default();
        assert!(status.starts_with("done"), "{run}");
        run
    };
    let mut first = works.worker(&["--name", "first"]);
    first.line_with("ready");
    let signed_in = look(&["--profile", "members"]);
    assert_eq!(
        (&signed_in["profile"], seen()),
        (&json!("members"), [0, 1]),
        "{signed_in}"
    );
    first.signal("TERM");
    first.ended().with(0);
    let mut second = works.worker(&["--name", "second"]);
    second.line_with("ready");
    look(&["--profile", "members"]);
    assert_eq!(seen(), [1, 1]);
    look(&[]);
    look(&["--profile", "others"]);
    assert_eq!(seen(), [1, 3]);
    let listed = works.say(&["profiles", "list"]).with(0).out;
    assert!(listed.contains("members · saved 20"), "{listed}");
    works.say(&["profiles", "remove", "members"]).with(0);
    works.say(&["profiles", "remove", "members"]).with(1);
    look(&["--profile", "members"]);
    assert_eq!(seen(), [1, 4]);
    second.signal("TERM");
    second.ended().with(0);
    works.machine.assert_no_browser_left();
}
