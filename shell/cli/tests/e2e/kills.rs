//! A server that is killed with SIGKILL whenever it asks somebody for something, and once it has its
//! answer. Started again on the same folder and sent the same packets, it does nothing twice.

use std::process::Stdio;
use std::sync::{Arc, Mutex, Weak};

use serde_json::{Value, json};

use crate::kit::{
    Client, DEADLINE, Machine, Reply, Request, Running, Scribe, Site, Watch, signal, until,
};

const EMAIL: &str = "ada@example.test";
const PASSWORD: &str = "a long enough password";
const PAGE: &str = "<title>Tea</title><main><h1>Leaves</h1><p>Tea is made of the leaves of one shrub, which are \
    plucked by hand, left to wilt, rolled, and dried; how long decides what it is called.</main>";
/// What one conversation asks of others: three turns of a model with a page between them, then a
/// service, and a turn after it.
const REQUESTS: usize = 6;

/// When a server is killed: at the nth request that it makes, before its answer or after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    request: usize,
    answered: bool,
}

/// Counts what the server asks of others, and kills it at one moment.
#[derive(Default)]
struct Trap(Mutex<State>);

#[derive(Default)]
struct State {
    server: u32,
    at: Option<Moment>,
    seen: usize,
    killed: bool,
}

impl Trap {
    fn set(&self, server: u32, at: Option<Moment>) {
        *self.0.lock().unwrap() = State {
            server,
            at,
            ..State::default()
        };
    }

    /// A request came in: the how manyth.
    fn comes(&self) -> usize {
        let mut state = self.0.lock().unwrap();
        state.seen += 1;
        let request = state.seen;
        state.kill_at(Moment {
            request,
            answered: false,
        });
        request
    }

    fn is_answered(&self, request: usize) {
        self.0.lock().unwrap().kill_at(Moment {
            request,
            answered: true,
        });
    }

    /// Waits for a kill that is under way. True where there was one.
    fn has_killed(&self) -> bool {
        let due = {
            let state = self.0.lock().unwrap();
            state.at.is_some_and(|at| state.seen >= at.request)
        };
        if due {
            until("the server is killed", DEADLINE, || {
                self.0.lock().unwrap().killed
            });
        }
        due
    }
}

impl State {
    fn kill_at(&mut self, now: Moment) {
        if self.at == Some(now) && !self.killed {
            signal(self.server, "KILL");
            self.killed = true;
        }
    }
}

impl Watch for Trap {
    fn asked(&self, _: &str) {
        self.comes();
    }

    fn answered(&self, _: &str) {
        let seen = self.0.lock().unwrap().seen;
        self.is_answered(seen);
    }
}

/// A model without a memory: it goes by the results that it is told of.
fn next(request: &Request, page: &str) -> Reply {
    let title = request.conversation();
    let Some(created) = request.result("collection.create") else {
        return Reply::saying("Both first.")
            .calling("collection.create", json!({"title": title, "tags": null}))
            .calling(
                "artifact.save",
                json!({"title": title, "text": "Leaves.", "mime": null, "tags": null}),
            );
    };
    if request.result("source.capture").is_none() {
        let id = &created["result"]["collectionId"];
        let note = json!([{"type": "note", "text": "A note.", "title": null}]);
        return Reply::saying("Then what to keep.")
            .calling(
                "collection.add_sources",
                json!({"collectionId": id, "sources": note}),
            )
            .calling(
                "source.capture",
                json!({"collectionId": id, "url": page, "maxChars": null, "mode": null}),
            );
    }
    if request.result("integration.invoke").is_none() {
        let payload = json!({"text": title}).to_string();
        return Reply::saying("I tell them.").calling(
            "integration.invoke",
            json!({"integration": "notes", "operation": "create", "payload": payload, "idempotencyKey": null}),
        );
    }
    Reply::saying("Done.")
}

struct World {
    machine: Machine,
    trap: Arc<Trap>,
    site: Site,
    model: Scribe,
    server: Option<Running>,
    client: Client,
    kills: usize,
}

impl World {
    fn new() -> Self {
        let machine = Machine::new();
        let trap = Arc::new(Trap::default());
        let site = Site::watched(&[("/page", PAGE), ("/notes", "{}")], trap.clone());
        let (page, watch) = (format!("{}page", site.url()), Arc::downgrade(&trap));
        let model = Scribe::saying(move |request| {
            let trap = Weak::upgrade(&watch);
            let nth = trap.as_ref().map(|trap| trap.comes());
            // The answer is on its way, or has come in, when this thread gets to it.
            std::thread::spawn(move || trap.zip(nth).inspect(|(trap, nth)| trap.is_answered(*nth)));
            next(request, &page).to(request).into()
        });
        let host = site.url().replace("http://", "").replace('/', "");
        let settings = format!(
            "[limits]\ninteract = 6000\n[model]\nwindow = 32000\n[fetch]\nprivate_hosts = [{host:?}]\n[[integrations]]\nname = \"notes\"\n\
             url = \"{}notes\"\nsecret_env = \"NOTES_SECRET\"\noperations = [\"create\"]\n",
            site.url()
        );
        std::fs::write(machine.path("settings.toml"), settings).unwrap();
        let mut world = Self {
            machine,
            trap,
            site,
            model,
            server: None,
            client: Client::at(""),
            kills: 0,
        };
        world.add_user();
        let base = world.serve();
        world.client = Client::sign_in(&base, EMAIL, PASSWORD);
        world
    }

    fn with_home(&self, args: &[&str]) -> std::process::Command {
        let [data, config] = ["data", "settings.toml"].map(|name| self.machine.path(name));
        let mut command = self.machine.command(args);
        command.arg("--data").arg(data).arg("--config").arg(config);
        command.env("NOTES_SECRET", "sixteen letters and more");
        command
    }

    fn add_user(&self) {
        let mut command = self.with_home(&["user", "add", EMAIL]);
        command.stdin(Stdio::piped());
        let mut running = Running::start(command);
        running.tell(PASSWORD);
        running.ended().with(0);
    }

    /// Starts the server; where it is.
    fn serve(&mut self) -> String {
        let mut command = self.with_home(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(self.model.switches());
        let mut running = Running::start(command);
        let base = running.base();
        self.server = Some(running);
        base
    }

    /// Starts it again after its end.
    fn serve_again(&mut self) {
        let killed = self.server.take().unwrap().ended();
        assert_eq!(killed.code, None, "{}", killed.err);
        let base = self.serve();
        self.client = Client::with_token(&base, &self.client.token);
    }

    fn arm(&self, at: Option<Moment>) {
        self.trap.set(self.server.as_ref().unwrap().pid(), at);
    }

    /// Sends a packet as often as it takes, killed at these moments in turn.
    fn ask(&mut self, packet: &Value, moments: &mut impl Iterator<Item = Moment>) -> Value {
        loop {
            let answer = self.client.try_post("/api/llmcp", packet);
            if !self.trap.has_killed() {
                let (status, answer) = answer.unwrap();
                assert_eq!(status, 200, "{answer}");
                return answer;
            }
            self.kills += 1;
            self.serve_again();
            self.arm(moments.next());
        }
    }

    /// A whole conversation: a request, and the yes that it asks for.
    fn converse(&mut self, id: &str, moments: &[Moment]) -> Told {
        let page = format!("{}page", self.site.url());
        let mut moments = moments.iter().copied();
        self.arm(moments.next());
        let before = ["GET /page", "POST /notes"].map(|what| self.site.asked(what));
        let first = request(id, &page);
        let asks = self.ask(&first, &mut moments);
        let mut yes = first.clone();
        let call = &asks["tool_calls"][0];
        yes["id"] = json!("r-2");
        yes["conversation"]["turn"] = json!(2);
        yes["trace"] = asks["trace"].clone();
        yes["input"]["approvals"] = json!([{"call_id": call["id"],
            "fingerprint": call["policy"]["approval"]["fingerprint"], "allow": true}]);
        let last = self.ask(&yes, &mut moments);
        self.arm(None);
        // Sent once more, both are answered the same.
        assert_eq!(self.ask(&first, &mut moments), asks, "{id}");
        assert_eq!(self.ask(&yes, &mut moments), last, "{id}");
        let [fetched, notified] = ["GET /page", "POST /notes"].map(|what| self.site.asked(what));
        Told {
            fetched: fetched - before[0],
            notified: notified - before[1],
            told: last["tool_results"][0]["status"]
                .as_str()
                .unwrap()
                .to_owned(),
            kept: self.kept(id),
        }
    }

    /// What is there of a conversation, without ids and times.
    fn kept(&self, id: &str) -> Vec<String> {
        let get = |path: &str| {
            let (status, body) = self.client.get(path);
            assert_eq!(status, 200, "{body}");
            body
        };
        let titled = |path: &str, list: &str| -> Vec<Value> {
            let all = get(path)[list].as_array().unwrap().clone();
            all.into_iter().filter(|one| one["title"] == id).collect()
        };
        let artifacts = titled("/api/artifacts", "artifacts");
        let mut kept = vec![format!("{} artifacts", artifacts.len())];
        for collection in titled("/api/collections", "collections") {
            let path = format!("/api/collections/{}", collection["id"].as_str().unwrap());
            let sources = get(&path)["sources"].as_array().unwrap().clone();
            kept.extend(sources.iter().map(|source| {
                format!(
                    "{} {} {}",
                    source["kind"], source["status"], source["characters"]
                )
            }));
        }
        let conversation = get(&format!("/api/conversations/{id}"));
        let messages = conversation["messages"].as_array().unwrap();
        kept.extend(
            messages
                .iter()
                .map(|one| format!("{} {} {}", one["turn"], one["packetType"], one["preview"])),
        );
        kept
    }
}

/// What a conversation came to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    fetched: usize,
    notified: usize,
    /// What is said of the service.
    told: String,
    kept: Vec<String>,
}

/// A request whose tab shows the page that it names.
fn request(id: &str, page: &str) -> Value {
    json!({
        "protocol": {"name": "laika.llmcp", "version": 1},
        "id": "r-1",
        "type": "request",
        "created_at": "2026-03-04T12:00:00.000Z",
        "conversation": {"id": id, "turn": 1},
        "sender": {"role": "user"},
        "input": {
            "user_message": {"id": "u-1", "text": format!("Keep {page} and tell the others")},
            "task": {"name": "web.answer", "args": {}},
        },
        "context": {"documents": [{
            "doc_id": "doc:tab", "kind": "web.capture.v1", "trust": "untrusted", "source": {"tab_id": "7"},
            "content": {"doc_type": "web.capture.v1", "url": page, "title": "Tea", "html": PAGE, "generation": 1},
        }]},
        "output": {"format": "json"},
    })
}

/// Every request, before its answer and after.
fn moments() -> impl Iterator<Item = Moment> {
    let both = |request| [false, true].map(|answered| Moment { request, answered });
    (1..=REQUESTS).flat_map(both)
}

#[test]
fn killed_at_every_moment_it_does_nothing_twice_and_answers_whole() {
    let mut world = World::new();
    let whole = world.converse("c-whole", &[]);
    assert_eq!((whole.fetched, whole.notified), (1, 1), "{whole:#?}");
    // A file, a note, a page; two packets of the person, four answers, five results.
    assert_eq!((whole.told.as_str(), whole.kept.len()), ("ok", 14));

    for (nth, moment) in moments().enumerate() {
        let told = world.converse(&format!("c-{nth}"), &[moment]);
        assert_eq!(told.notified, 1, "{moment:?}");
        // Who stopped while the service was at it cannot know whether it was done.
        let unknown = moment.request == 5 && told.told == "error";
        assert!(unknown || told.told == "ok", "{moment:?}: {told:#?}");
        // A page that never came in is fetched again; it may be under way already when the request before it is answered.
        let fetching = moment.request == 3 || moment.request == 2 && moment.answered;
        let again = fetching && told.fetched == 2;
        assert!(again || told.fetched == 1, "{moment:?}: {told:#?}");
        assert_eq!(told.kept, whole.kept, "{moment:?}");
    }
    // One conversation that is killed again and again, each time a request further on.
    let second = Moment {
        request: 2,
        answered: false,
    };
    let told = world.converse("c-again", &[second; REQUESTS]);
    assert_eq!((told.notified, &told.kept), (1, &whole.kept), "{told:#?}");
    assert!(world.kills > 2 * REQUESTS, "{}", world.kills);
}
