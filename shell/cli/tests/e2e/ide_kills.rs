//! The IDE surface killed with SIGKILL: a server in mid-stream and while it takes in an upload, `ide apply` between two files.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use screen_agent_testkit::{ScriptedModel, Turn};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use crate::ide::Desk;
use crate::kit::power::strace;
use crate::kit::{Client, DEADLINE, Machine, Running, by, until};

const EMAIL: &str = "ada@example.test";
const PASSWORD: &str = "a long enough password";

/// Events: their names and their fields.
type Told = Vec<(String, Value)>;

/// A server that is killed and started again, and somebody who is signed in there.
struct Served {
    machine: Machine,
    server: Running,
    client: Client,
}

impl Served {
    fn new(switches: &[String]) -> Self {
        let machine = Machine::new();
        // It is asked again and again.
        fs::write(machine.path("settings.toml"), "[limits]\ninteract = 6000\n").unwrap();
        let mut adding = with_home(&machine, &["user", "add", EMAIL]);
        adding.stdin(Stdio::piped());
        let mut adding = Running::start(adding);
        adding.tell(PASSWORD);
        adding.ended().with(0);
        let (server, base) = serve(&machine, switches);
        let client = Client::sign_in(&base, EMAIL, PASSWORD);
        Self {
            machine,
            server,
            client,
        }
    }

    fn killed(self) -> Machine {
        self.server.signal("KILL");
        assert_eq!(self.server.ended().code, None);
        self.machine
    }

    fn killed_and_started_again(self, switches: &[String]) -> Self {
        let token = self.client.token.clone();
        let machine = self.killed();
        let (server, base) = serve(&machine, switches);
        Self {
            machine,
            server,
            client: Client::with_token(&base, &token),
        }
    }

    /// How a trace stands.
    fn status(&self, trace: &str) -> Value {
        let (status, answer) = self.client.get(&format!("/trace-status?trace_id={trace}"));
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// What a trace has told, the oldest first.
    fn told(&self, trace: &str) -> Told {
        let mut events = self.status(trace)["events"].as_array().unwrap().clone();
        events.reverse();
        let told = |event: &Value| {
            let name = event["event_type"].as_str().unwrap();
            (name.to_owned(), event["payload"].clone())
        };
        events.iter().map(told).collect()
    }

    /// The same as a stream.
    fn followed(&self, trace: &str) -> Told {
        let path = format!("GET /trace-status?trace_id={trace}");
        Stream::open(&self.client, &path, "", "").collect()
    }

    /// The same as somebody hears it who joins late.
    fn joined(&self, trace: &str) -> Told {
        Late::join(&self.client, trace).heard_to_the_end()
    }
}

fn with_home(machine: &Machine, args: &[&str]) -> Command {
    let mut command = machine.command(args);
    let [data, config] = ["data", "settings.toml"].map(|name| machine.path(name));
    command.arg("--data").arg(data).arg("--config").arg(config);
    command
}

fn serve(machine: &Machine, switches: &[String]) -> (Running, String) {
    let mut command = with_home(machine, &["serve", "--listen", "127.0.0.1:0"]);
    command.args(switches);
    let mut running = Running::start(command);
    let base = running.base();
    (running, base)
}

/// Events as they come over HTTP, to the end of the stream or of the server.
struct Stream(Lines<BufReader<TcpStream>>);

impl Stream {
    fn open(client: &Client, start: &str, headers: &str, body: &str) -> Self {
        let mut stream = TcpStream::connect(client.address()).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        write!(
            stream,
            "{start} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nAccept: text/event-stream\r\n{headers}\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            client.address(),
            client.token,
            body.len()
        )
        .unwrap();
        Self(BufReader::new(stream).lines())
    }
}

impl Iterator for Stream {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        loop {
            let line = self.0.next()?.ok()?;
            let Some(name) = line.strip_prefix("event: ") else {
                continue;
            };
            let data = self.0.next()?.ok()?;
            let data = serde_json::from_str(data.strip_prefix("data: ")?).ok()?;
            if name != "keepalive" {
                return Some((name.to_owned(), data));
            }
        }
    }
}

/// Somebody who joins the topic of a trace late, by Phoenix' protocol.
struct Late(WebSocket<MaybeTlsStream<TcpStream>>);

impl Late {
    fn join(client: &Client, trace: &str) -> Self {
        let (address, token) = (client.address(), &client.token);
        let url = format!("ws://{address}/realtime/v1/websocket?apikey={token}&vsn=1.0.0");
        let (stream, _) = connect(url).unwrap();
        if let MaybeTlsStream::Plain(tcp) = stream.get_ref() {
            tcp.set_read_timeout(Some(DEADLINE)).unwrap();
        }
        let mut late = Self(stream);
        late.say(&format!("realtime:trace:{trace}"), "phx_join");
        late
    }

    fn say(&mut self, topic: &str, event: &str) {
        let frame =
            json!({ "topic": topic, "event": event, "payload": {}, "ref": event, "join_ref": "1" });
        self.0.send(Message::text(frame.to_string())).unwrap();
    }

    fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Everything that is told up to the last event; what comes behind that, before a sign of life, would be one too many.
    fn heard_to_the_end(mut self) -> Told {
        let mut told = Told::new();
        loop {
            let frame = self.next();
            match frame["event"].as_str().unwrap() {
                "broadcast" => {
                    let event = frame["payload"]["event"].as_str().unwrap().to_owned();
                    let is_last = ["done", "error", "aborted"].contains(&event.as_str());
                    told.push((event, frame["payload"]["payload"].clone()));
                    if is_last {
                        self.say("phoenix", "heartbeat");
                    }
                }
                "phx_reply" if frame["ref"] == "heartbeat" => return told,
                "phx_reply" => assert_eq!(frame["payload"]["status"], "ok", "{frame}"),
                other => panic!("{other}"),
            }
        }
    }
}

/// Each event once, in order.
#[track_caller]
fn assert_by_sequence(told: &[(String, Value)]) {
    let seqs = told.iter().map(|(_, data)| data["seq"].as_u64().unwrap());
    assert!(seqs.eq(1..=told.len() as u64), "{told:#?}");
}

#[test]
fn a_stream_that_a_kill_cut_off_ends_for_whoever_comes_late_and_its_key_begins_anew() {
    let runtime = Runtime::new().unwrap();
    let model = runtime.block_on(ScriptedModel::start()).unwrap();
    model.always("design_generate", Turn::Stall("{\"components\":".into()));
    let asks = ["--model", "scripted", "--model-url", &model.url()].map(String::from);
    let mut served = Served::new(&asks);
    let body = json!({ "text": "a login page", "projectId": "demo" }).to_string();
    // Before anything is computed, between two steps, and while a model speaks.
    let ways = [Served::told, Served::followed, Served::joined];
    for (moment, asks_first) in ["ready", "rag.done", "llm.delta"].into_iter().zip(ways) {
        let key = format!("Idempotency-Key: {moment}\r\n");
        let design = |client: &Client| Stream::open(client, "POST /design-generate", &key, &body);
        let mut stream = design(&served.client);
        let mut heard: Vec<_> = Vec::new();
        while heard.last().is_none_or(|(name, _)| name != moment) {
            heard.extend(Some(stream.next().unwrap()));
        }
        let trace = heard[0].1["trace_id"].as_str().unwrap().to_owned();
        served = served.killed_and_started_again(&[]);
        heard.extend(stream);

        // It ends, once and for good, whoever asks for it first, and keeps all that was heard of it.
        let told = asks_first(&served, &trace);
        assert_by_sequence(&told);
        assert_eq!(told[..heard.len()], heard, "{moment}");
        let (name, end) = told.last().unwrap();
        assert_eq!((name.as_str(), &end["retryable"]), ("error", &json!(true)));
        assert_eq!(served.status(&trace)["status"], "error");
        for way in ways {
            assert_eq!(way(&served, &trace), told, "{moment}");
        }

        // Under the same key it is carried out now, and from then on told again.
        let anew: Vec<_> = design(&served.client).collect();
        assert_by_sequence(&anew);
        assert_eq!(anew.last().unwrap().0, "done", "{moment}");
        assert_ne!(anew[0].1["trace_id"], trace.as_str());
        assert_eq!(design(&served.client).collect::<Vec<_>>(), anew);
        served = served.killed_and_started_again(&asks);
        assert_eq!(design(&served.client).collect::<Vec<_>>(), anew);
    }
    served.killed();
    runtime.shutdown_background();
}

#[test]
fn an_upload_is_taken_in_though_the_server_is_killed() {
    let mut served = Served::new(&[]);
    let words = "tea ".repeat(400);
    let screen: Vec<Value> = (0..4_900)
        .map(|id| json!({ "id": format!("n{id}"), "type": "text", "options": { "text": words } }))
        .collect();
    let path = "/storage/v1/object/figma/uploads/demo/large.json";
    let (status, answer) = served.client.post(path, &json!(screen));
    assert_eq!(status, 200, "{answer}");
    for events in [1, 5, 9] {
        let asked = json!({ "projectId": "demo", "storage_key": "uploads/demo/large.json" });
        let (status, begun) = served.client.post("/figma-compat/uui/ingest", &asked);
        assert_eq!(status, 200, "{begun}");
        let trace = begun["trace_id"].as_str().unwrap().to_owned();
        until("it is under way", DEADLINE, || {
            served.told(&trace).len() >= events
        });
        served = served.killed_and_started_again(&[]);
        // Who joins now hears what was, and then what is; it ends though nobody asks for it.
        let heard = served.joined(&trace);
        assert_by_sequence(&heard);
        assert_eq!(heard.last().unwrap().0, "done");
        assert_eq!(served.told(&trace), heard);
        let path = format!("/figma-compat/uui/ingest/result?traceId={trace}");
        assert_eq!(served.client.get(&path).1["status"], "ready");
        let (_, kept) = served
            .client
            .get(&format!("/artifacts-list?trace_id={trace}"));
        assert_eq!(kept["count"], 1, "{kept}");
    }
    served.killed();
}

#[test]
fn an_apply_that_is_killed_between_two_files_is_finished_once_and_taken_back() {
    const FILES: usize = 60;
    let desk = Desk::new();
    let name = |at: usize| format!("app/{at:03}.txt");
    // Every second one is there, and has to be joined with a change of its own: twice would be seen.
    let edits: Vec<Value> = (0..FILES)
        .map(|at| {
            if at % 2 == 0 {
                desk.put(&name(at), "one\ntwo\n");
            }
            json!({ "path": name(at), "content": "one\ntwo\nthree\n" })
        })
        .collect();
    desk.plan(&json!(edits)).with(0);
    let mut before = BTreeMap::new();
    let mut after = BTreeMap::new();
    for at in 0..FILES {
        let own = (at % 2 == 0).then(|| "zero\none\ntwo\n".to_owned());
        if let Some(own) = &own {
            desk.put(&name(at), own);
        }
        let joined = own.as_ref().map(|own| format!("{own}three\n"));
        before.insert(name(at), own);
        after.insert(
            name(at),
            Some(joined.unwrap_or_else(|| "one\ntwo\nthree\n".into())),
        );
    }
    let files = || -> BTreeMap<String, Option<String>> {
        let all = (0..FILES).map(name);
        all.map(|name| (name.clone(), desk.text(&name))).collect()
    };
    let mut halfway = 0;
    // On a busy machine it may be done before it is killed; then it is tried again.
    for round in 0..20 {
        let mut applying = Running::start(desk.command(&["apply", "--yes"]));
        let file = name(round);
        // A file takes less time than waiting for it would.
        while desk.text(&file) != after[&file] && applying.runs() {
            std::hint::spin_loop();
        }
        applying.kill();
        applying.ended();
        let found = files();
        for (name, text) in &found {
            let is_whole = *text == before[name] || *text == after[name];
            assert!(is_whole, "{name} is {text:?}");
        }
        halfway += usize::from(found != before && found != after);
        desk.ide(&["apply", "--yes"]).with(0);
        assert_eq!(files(), after);
        assert_eq!(desk.json(&["apply", "--yes"])["repeated"], true);
        desk.ide(&["restore", "--yes"]).with(0);
        assert_eq!(files(), before);
        if halfway == 2 {
            return;
        }
    }
    panic!("it was killed between two files {halfway} times");
}

/// The files that are worked on.
fn files(root: &Path) -> BTreeMap<String, String> {
    let names = ["app/new.json", "app/old.json", "notes.txt"];
    let read = |name: &str| Some((name.to_owned(), fs::read_to_string(root.join(name)).ok()?));
    names.into_iter().filter_map(read).collect()
}

/// Whatever is left besides the files, the plan and what is kept.
fn left(root: &Path) -> Vec<String> {
    let tmp = root.join(".cogo/tmp");
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    };
    let known = [".cogo", "app", "notes.txt", "new.json", "old.json"];
    let found = names(root).into_iter().chain(names(&root.join("app")));
    let strange = found.filter(|name| !known.contains(&name.as_str()));
    strange.chain(names(&tmp)).collect()
}

/// The same command, killed at its nth call that changes a disk. None where `strace` cannot be used.
fn killed_at(plain: &Command, nth: usize) -> Option<Command> {
    const CALLS: &str = "rename,renameat,renameat2,fsync,unlink,unlinkat,mkdir,mkdirat,write";
    let mut command = strace()?;
    command
        .args(["-D", "-f", "-qq", "-o", "/dev/null"])
        .args(["-e", &format!("trace={CALLS}")])
        .args(["-e", &format!("inject={CALLS}:signal=KILL:when={nth}")]);
    Some(by(command, plain))
}

#[test]
fn killed_anywhere_files_are_whole_and_the_next_finishes_it_once() {
    let mut desk = Desk::new();
    desk.put("app/old.json", "{ \"a\": 1 }\n");
    desk.put("notes.txt", "one\ntwo\n");
    desk.plan(&json!([
        { "path": "app/new.json", "content": { "b": 1 } },
        { "path": "app/old.json", "content": { "a": 2 } },
        { "path": "notes.txt", "content": "one\ntwo\nthree\n" },
    ]))
    .with(0);
    // It has to be joined, so that twice would be seen.
    desk.put("notes.txt", "zero\none\ntwo\n");
    let fresh = desk.root.clone();
    let before = files(&fresh);
    let after = BTreeMap::from([
        ("app/new.json".to_owned(), "{\n  \"b\": 1\n}\n".to_owned()),
        ("app/old.json".to_owned(), "{\n  \"a\": 2\n}\n".to_owned()),
        ("notes.txt".to_owned(), "zero\none\ntwo\nthree\n".to_owned()),
    ]);
    let whole = |found: &BTreeMap<String, String>, nth: usize| {
        for (name, text) in found {
            let is_one = before.get(name) == Some(text) || after.get(name) == Some(text);
            assert!(is_one, "killed at {nth}: {name} is {text:?}");
        }
    };
    let mut halfway = 0;
    for nth in 1.. {
        desk.root = desk.machine.path(&format!("desk-{nth}"));
        let copied = Command::new("cp")
            .arg("-r")
            .args([&fresh, &desk.root])
            .status();
        assert!(copied.unwrap().success());
        let Some(killed) = killed_at(&desk.command(&["apply", "--yes"]), nth) else {
            return;
        };
        let ended = Running::start(killed).ended();
        let found = files(&desk.root);
        whole(&found, nth);
        halfway += usize::from(found != before && found != after);
        desk.ide(&["apply", "--yes"]).with(0);
        assert_eq!(files(&desk.root), after, "killed at {nth}");
        assert_eq!(left(&desk.root), [""; 0], "killed at {nth}");
        assert_eq!(desk.json(&["apply", "--yes"])["repeated"], true);
        // Taking it back, killed at the same place.
        if let Some(killed) = killed_at(&desk.command(&["restore", "--yes"]), nth) {
            Running::start(killed).ended();
            whole(&files(&desk.root), nth);
            let again = desk.ide(&["restore", "--yes"]);
            assert!(matches!(again.code, Some(0 | 3)), "{}", again.err);
            assert_eq!(files(&desk.root), before, "restore was killed at {nth}");
        }
        let is_over = ended.code == Some(0);
        fs::remove_dir_all(&desk.root).unwrap();
        if is_over {
            assert!(nth > 20, "{nth} calls are not all");
            break;
        }
    }
    assert!(halfway >= 2, "it was never killed between two files");
}
