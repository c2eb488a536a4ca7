//! Three servers behind a balancer, two workers, a PostgreSQL and a bucket, of which one thing after another fails while people
//! work: what was acknowledged stays, nothing is done twice, and who reads again has everything in its order.
//! `SCREEN_AGENT_FAULT_SECONDS` says how long it goes on.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{park_timeout, scope};
use std::time::{Duration, Instant};

use screen_agent_testkit::{S3Fault, S3Server, Wire};
use serde_json::{Value, json};

use crate::kit::{Balancer, Client, Machine, Running, Site, until};
use crate::server::{EMAIL, PASSWORD, add_user, later, screen};

const WORDS: &str = "Click One, then click Two";
const KEY: &str = "a key of workers that is long enough";
const SERVERS: [&str; 3] = ["data", "two", "three"];
/// What the servers' clocks are off by, where Debian's package `faketime` is installed.
const CLOCKS: [&str; 3] = ["+0", "+60s", "-60s"];
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
/// Which server stops hearing the database now and then, while the database goes on hearing it.
const HALVED: usize = 2;
const PEOPLE: usize = 4;
/// Most runs that are submitted, each with a page of its own that counts.
const RUNS: usize = 60;
/// Between two faults.
const PACE: Duration = Duration::from_secs(1);
/// How long anything may take when all is well again: what a dead server held is free after a minute.
const SETTLED: Duration = Duration::from_secs(240);
/// What a client is told when it should come again.
const AGAIN: [u16; 3] = [409, 429, 503];

/// A page with a form of its own, and what comes of it.
fn pages() -> Vec<(String, String)> {
    let pages = (0..RUNS).flat_map(|nth| {
        let form = format!("<title>Tea</title><h1>Tea</h1><form action=/ordered-{nth} method=post><button>Order</button></form>");
        let ordered = "<title>Ordered</title><h1>Thank you</h1><p>Your tea is on its way.</p>";
        [(format!("/form-{nth}"), form), (format!("/ordered-{nth}"), ordered.to_owned())]
    });
    pages.collect()
}

/// Everything that runs, and what happened to it.
struct Fleet {
    machine: Machine,
    site: Site,
    bucket: S3Server,
    /// The way of the last server to the database.
    wire: Wire,
    balancer: Balancer,
    servers: Vec<(Running, String)>,
    workers: Vec<Running>,
    faults: BTreeMap<&'static str, usize>,
}

impl Fleet {
    fn new(bucket: S3Server) -> Self {
        let machine = Machine::on_postgresql();
        let wire = Wire::to(machine.database().folder());
        let pages = pages();
        let pages: Vec<(&str, &str)> = pages
            .iter()
            .map(|(path, page)| (&**path, &**page))
            .collect();
        let site = Site::new(&pages);
        let url = site.url();
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        let settings = format!(
            "[limits]\ninteract = 60000\nsession = 60000\nconsole = 60000\n[fetch]\nprivate_hosts = [{host:?}]\n[files]\nurl = 's3://{}/files'\nendpoint = '{}'\n",
            S3Server::BUCKET,
            bucket.address()
        );
        std::fs::write(machine.path("settings.toml"), settings).unwrap();
        add_user(&machine);
        let mut fleet = Self {
            machine,
            site,
            bucket,
            wire,
            balancer: Balancer::start(),
            servers: Vec::new(),
            workers: Vec::new(),
            faults: BTreeMap::new(),
        };
        for (nth, name) in SERVERS.into_iter().enumerate() {
            if nth > 0 {
                fleet.machine.folder_with_keys(name);
            }
            let server = fleet.serve(name);
            fleet.servers.push(server);
        }
        fleet.balance();
        fleet.workers = ["first", "second"].map(|name| fleet.work(name)).into();
        fleet
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.machine.command(args);
        command
            .env("AWS_ACCESS_KEY_ID", S3Server::KEY_ID)
            .env("AWS_SECRET_ACCESS_KEY", S3Server::KEY)
            .env("SCREEN_AGENT_WORKER_KEY", KEY);
        command
    }

    fn serve(&self, name: &str) -> (Running, String) {
        let [data, config] = [name, "settings.toml"].map(|name| self.machine.path(name));
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.arg("--data").arg(data).arg("--config").arg(config);
        let which = SERVERS.iter().position(|server| *server == name).unwrap();
        if which == HALVED {
            command.env("SCREEN_AGENT_STORE", self.wire.url());
        }
        let off = CLOCKS[which];
        if Path::new(FAKETIME).exists() {
            command.env("LD_PRELOAD", FAKETIME).env("FAKETIME", off);
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        let mut running = Running::start(command);
        let base = running.base();
        (running, base)
    }

    fn balance(&self) {
        let bases = self.servers.iter().map(|(_, base)| base.clone());
        self.balancer.serve_by(bases);
    }

    fn work(&self, name: &str) -> Running {
        let config = self.machine.path("settings.toml");
        let mut command = self.command(&[
            "worker", "--json", "--poll", "1", "--lease", "5", "--name", name,
        ]);
        command.arg("--config").arg(config);
        command.env("SCREEN_AGENT_SERVER", self.balancer.base());
        Running::start(command)
    }

    /// The nth thing that goes wrong.
    fn fail(&mut self, nth: usize) {
        let what = match nth % 12 {
            1 | 5 => "connections to the database cut",
            3 | 8 => "answers lost",
            6 => "connections of clients cut",
            10 if nth % 24 == 10 => "database restarted",
            4 | 10 => "worker killed",
            7 if nth % 24 == 7 => "half of a network gone",
            11 => "bucket slow and failing",
            _ => "server killed",
        };
        // What stood still since the fault before moves on.
        self.wire.answers(true);
        self.bucket.always(None);
        match what {
            "half of a network gone" => self.wire.answers(false),
            "bucket slow and failing" => {
                self.bucket.next([S3Fault::LostAnswer, S3Fault::Silence]);
                self.bucket.always(Some(S3Fault::Says(503, "SlowDown")));
            }
            "server killed" => {
                let which = nth / 2 % SERVERS.len();
                // Gone altogether before the next has its folder.
                drop(self.servers.remove(which));
                let next = self.serve(SERVERS[which]);
                self.servers.insert(which, next);
                self.balance();
            }
            "worker killed" => {
                let which = nth / 2 % self.workers.len();
                drop(self.workers.remove(which));
                let next = self.work(["first", "second"][which]);
                self.workers.insert(which, next);
            }
            "answers lost" => self.balancer.lose(3),
            "connections of clients cut" => self.balancer.cut(),
            "database restarted" => self.machine.restart_database(),
            _ => {
                let own = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
                self.machine.database().ask(own);
            }
        }
        *self.faults.entry(what).or_default() += 1;
    }
}

/// Says that it is over when it goes.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How often something had to be said again.
static AGAINS: AtomicUsize = AtomicUsize::new(0);

/// Asks until there is an answer. Nothing but an answer, or to be told to come again, is right.
fn sure(what: &str, mut ask: impl FnMut() -> std::io::Result<(u16, Value)>) -> Value {
    let deadline = Instant::now() + SETTLED;
    loop {
        let told = match ask() {
            Ok((status, answer)) if (200..300).contains(&status) => return answer,
            Ok((status, answer)) => {
                assert!(AGAIN.contains(&status), "{what}: {status} {answer}");
                answer.to_string()
            }
            Err(error) => error.to_string(),
        };
        assert!(Instant::now() < deadline, "{what}: {told}");
        AGAINS.fetch_add(1, Ordering::Relaxed);
        park_timeout(Duration::from_millis(50));
    }
}

/// What a person was told: the turns of their tasks, each with the key under which it was asked for.
#[derive(Default)]
struct History {
    turns: Vec<(String, Value, Value)>,
}

/// Does one task after another until it is over.
fn work(client: &Client, session: &str, over: &AtomicBool) -> History {
    let mut history = History::default();
    while !over.load(Ordering::Relaxed) {
        let mut begun = Value::Null;
        for pressed in ["nothing", "One", "One and Two"] {
            let mut body = match begun.is_null() {
                true => screen(WORDS, pressed),
                false => later(&begun, WORDS, pressed),
            };
            body["sessionId"] = json!(session);
            let key = format!("{session}-{}", history.turns.len());
            let answer = sure(&key, || {
                client.try_post_once("/api/agent/interact", &key, &body)
            });
            let answer = answer["data"].clone();
            if begun.is_null() {
                begun = answer.clone();
            }
            history.turns.push((key, body, answer));
        }
    }
    history
}

/// Reads what is said in a conversation, as a client does that polls.
fn read(client: &Client, session: &str, over: &AtomicBool) -> Vec<Value> {
    let mut heard: Vec<Value> = Vec::new();
    loop {
        let was_over = over.load(Ordering::Relaxed);
        let after = heard.last().map_or_else(String::new, |last| {
            format!("&after={}", last["sequenceNumber"])
        });
        let path = format!("/api/session/{session}/messages?limit=200{after}");
        let page = sure("messages", || client.try_get(&path))["data"]["messages"].clone();
        let page = page.as_array().unwrap();
        heard.extend(page.iter().cloned());
        match page.is_empty() {
            true if was_over => return heard,
            true => park_timeout(Duration::from_millis(200)),
            false => {}
        }
    }
}

/// Submits runs until it is over: under which key, and which run it became.
fn submit(client: &Client, site: &str, over: &AtomicBool) -> Vec<(String, Value, String)> {
    let mut submitted = Vec::new();
    while !over.load(Ordering::Relaxed) && submitted.len() < RUNS {
        let nth = submitted.len();
        let (key, body) = (
            format!("run-{nth}"),
            json!({"instruction": "Click Order", "url": format!("{site}form-{nth}"), "approve": "changes"}),
        );
        let answer = sure(&key, || client.try_post_once("/api/runs", &key, &body));
        submitted.push((key, body, answer["id"].as_str().unwrap().to_owned()));
        park_timeout(Duration::from_secs(2));
    }
    submitted
}

/// Uploads files until it is over: what each says, and where it is.
fn upload(client: &Client, over: &AtomicBool) -> Vec<(Value, Value)> {
    let mut uploaded = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let says = json!({"note": uploaded.len()});
        let name = format!("{}.txt", uploaded.len());
        let answer = sure(&name, || client.try_upload(&name, &says.to_string()));
        uploaded.push((says, answer["data"]["s3Key"].clone()));
        park_timeout(Duration::from_millis(500));
    }
    uploaded
}

/// Each file that was taken is there, and says what it said.
fn check_files(client: &Client, uploaded: &[(Value, Value)]) {
    for (says, key) in uploaded {
        let path = format!(
            "/api/knowledge/generate-presigned-url?s3Key={}",
            key.as_str().unwrap()
        );
        let link = sure("link", || client.try_get(&path))["data"]["url"].clone();
        let read = sure("file", || client.try_get(link.as_str().unwrap()));
        assert_eq!(read, *says);
    }
}

/// Asked again under the same key, the answer is the same; the task holds each turn once, in its order.
fn check_tasks(client: &Client, session: &str, history: &History) {
    for (key, body, answer) in &history.turns {
        let again = sure(key, || {
            client.try_post_once("/api/agent/interact", key, body)
        });
        assert_eq!(again["data"], *answer, "{key}");
    }
    let acknowledged: Vec<&Value> = history
        .turns
        .iter()
        .map(|(_, _, answer)| &answer["taskId"])
        .collect();
    until(
        "what a dead server had begun is told as that",
        SETTLED,
        || {
            let path = format!("/api/session/{session}/tasks");
            let told = sure("tasks", || client.try_get(&path));
            let tasks = told["data"]["tasks"].as_array().unwrap();
            let of = |task: &&Value| acknowledged.contains(&&task["taskId"]);
            let (own, others): (Vec<&Value>, Vec<&Value>) = tasks.iter().partition(of);
            assert_eq!(own.len() * 3, history.turns.len(), "{session}");
            others.iter().all(|task| task["status"] == "interrupted")
        },
    );
    for turns in history.turns.chunks(3) {
        let id = turns[0].2["taskId"].as_str().unwrap();
        let path = format!("/api/session/{session}/task/{id}");
        let timeline = sure("timeline", || client.try_get(&path));
        let did = |step: &Value| step["action"].clone();
        let kept: Vec<Value> = timeline["data"]["steps"]
            .as_array()
            .unwrap()
            .iter()
            .map(did)
            .collect();
        let acknowledged: Vec<Value> = turns
            .iter()
            .map(|(_, _, answer)| answer["action"].clone())
            .collect();
        assert_eq!(kept, acknowledged, "{timeline}");
    }
}

/// Each run is over, or asks a person; what it was to do was done at most once, and once where it says so.
fn check_runs(
    fleet: &Fleet,
    client: &Client,
    submitted: &[(String, Value, String)],
) -> BTreeMap<String, usize> {
    let mut came_to = BTreeMap::<String, usize>::new();
    for (nth, (key, body, id)) in submitted.iter().enumerate() {
        let again = sure(key, || client.try_post_once("/api/runs", key, body));
        assert_eq!(again["id"], json!(id), "{key}");
        let mut run = Value::Null;
        until("the run is over", SETTLED, || {
            run = sure("run", || client.try_get(&format!("/api/runs/{id}")));
            !["queued", "running"].contains(&run["status"].as_str().unwrap())
        });
        let orders = fleet.site.asked(&format!("POST /ordered-{nth}"));
        let status = run["status"].as_str().unwrap();
        let expected = match status {
            "done" => 1..=1,
            _ => 0..=1,
        };
        assert!(expected.contains(&orders), "{orders} orders: {run}");
        if status == "failed" {
            println!("failed: {}", run["outcome"]);
        }
        *came_to.entry(status.to_owned()).or_default() += 1;
    }
    let all = sure("runs", || client.try_get("/api/runs?limit=100"));
    assert_eq!(all["total"], json!(submitted.len()), "{all}");
    came_to
}

#[test]
#[ignore = "minutes: cargo test -p screen-agent-cli --test e2e fleet -- --ignored --nocapture"]
fn whatever_fails_nothing_is_lost_and_nothing_is_done_twice() {
    let given = std::env::var("SCREEN_AGENT_FAULT_SECONDS").ok();
    let seconds: u64 = given.map_or(30, |text| text.parse().unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut fleet = Fleet::new(runtime.block_on(S3Server::start()));
    let base = fleet.balancer.base();
    let token = Client::sign_in(&base, EMAIL, PASSWORD).token;
    let person = || Client::with_token(&base, &token);
    let sessions: Vec<String> = (0..PEOPLE)
        .map(|nth| format!("3f0e9b1c-0000-4000-8000-00000000000{nth}"))
        .collect();
    for session in &sessions {
        assert_eq!(
            person()
                .post("/api/session/init", &json!({"sessionId": session}))
                .0,
            200
        );
    }
    let [over, silent] = [false; 2].map(AtomicBool::new);
    let site = fleet.site.url();
    let began = Instant::now();
    let (histories, heard, submitted, uploaded) = scope(|all| {
        let (over, silent) = (&over, &silent);
        let working: Vec<_> = sessions
            .iter()
            .map(|session| all.spawn(move || work(&person(), session, over)))
            .collect();
        let submitting = all.spawn(|| submit(&person(), &site, over));
        let uploading = all.spawn(|| upload(&person(), over));
        let reading: Vec<_> = sessions
            .iter()
            .map(|session| all.spawn(move || read(&person(), session, silent)))
            .collect();
        // Nobody goes on when something broke here.
        let _ends = (Ends(over), Ends(silent));
        for nth in 0.. {
            park_timeout(PACE);
            if began.elapsed() > Duration::from_secs(seconds) {
                break;
            }
            fleet.fail(nth);
        }
        fleet.wire.answers(true);
        fleet.bucket.always(None);
        over.store(true, Ordering::Relaxed);
        let histories: Vec<History> = working.into_iter().map(|one| one.join().unwrap()).collect();
        silent.store(true, Ordering::Relaxed);
        let heard: Vec<Vec<Value>> = reading.into_iter().map(|one| one.join().unwrap()).collect();
        let uploaded = uploading.join().unwrap();
        (histories, heard, submitting.join().unwrap(), uploaded)
    });
    let client = person();
    for ((session, history), heard) in sessions.iter().zip(&histories).zip(&heard) {
        check_tasks(&client, session, history);
        let numbers: Vec<u64> = heard
            .iter()
            .map(|one| one["sequenceNumber"].as_u64().unwrap())
            .collect();
        assert_eq!(
            numbers,
            (0..numbers.len() as u64).collect::<Vec<_>>(),
            "{session}"
        );
        let whole = read(&client, session, &AtomicBool::new(true));
        let ids = |all: &[Value]| -> Vec<Value> {
            all.iter().map(|one| one["messageId"].clone()).collect()
        };
        assert_eq!(ids(heard), ids(&whole), "{session}");
    }
    check_files(&client, &uploaded);
    let runs = check_runs(&fleet, &client, &submitted);
    let turns: usize = histories.iter().map(|history| history.turns.len()).sum();
    let (faults, again) = (&fleet.faults, AGAINS.load(Ordering::Relaxed));
    let files = uploaded.len();
    println!(
        "{turns} turns and {files} files in {seconds} s, said again {again} times; runs {runs:?}; {faults:?}"
    );
}
