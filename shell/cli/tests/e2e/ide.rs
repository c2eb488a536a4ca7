//! `ide`: from a prompt to applied files against a real server, and what is refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{self, Client, Ended, Machine, Running};

const EMAIL: &str = "ada@example.test";

/// A workspace on a machine, and what it is worked on with.
pub struct Desk {
    pub machine: Machine,
    pub root: PathBuf,
    env: Vec<(&'static str, String)>,
}

impl Desk {
    pub fn new() -> Self {
        let machine = Machine::for_servers();
        let root = machine.path("desk");
        let desk = Self {
            machine,
            root,
            env: Vec::new(),
        };
        desk.ide(&["init", "--project", "demo"]).with(0);
        desk
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let root = self.root.to_str().unwrap();
        let all: Vec<&str> = ["ide", "--workspace", root]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let mut command = self.machine.command(&all);
        command.envs(self.env.iter().map(|(name, value)| (*name, value)));
        command
    }

    pub fn ide(&self, args: &[&str]) -> Ended {
        Running::start(self.command(args)).ended()
    }

    /// The same, with something to read.
    fn ide_reading(&self, args: &[&str], input: &str) -> Ended {
        let file = self.machine.path("input");
        fs::write(&file, input).unwrap();
        let mut command = self.command(args);
        command.stdin(fs::File::open(file).unwrap());
        Running::start(command).ended()
    }

    pub fn json(&self, args: &[&str]) -> Value {
        let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        let ended = self.ide(&args).with(0);
        serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.out))
    }

    pub fn put(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn text(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.root.join(file)).ok()
    }

    fn read(&self, file: &str) -> Value {
        serde_json::from_str(&self.text(file).unwrap_or_else(|| panic!("no {file}"))).unwrap()
    }

    /// Plans files as they are to be.
    pub fn plan(&self, edits: &Value) -> Ended {
        let reply = self.machine.path("reply.json");
        fs::write(&reply, json!({ "edits": edits }).to_string()).unwrap();
        self.ide(&["plan", "--reply", reply.to_str().unwrap()])
    }
}

/// A workspace, and a server that somebody is signed in at.
pub struct Served {
    pub desk: Desk,
    served: kit::Served,
    client: Client,
}

impl Served {
    pub fn new() -> Self {
        let mut desk = Desk::new();
        let password = add(&desk, EMAIL);
        let served = desk.machine.serve(&[], &[]);
        let base = &served.base;
        desk.ide(&["whoami"]).with(2);
        desk.env.push(("SCREEN_AGENT_PASSWORD", password.clone()));
        desk.ide(&["init", "--server", base, "--email", EMAIL])
            .with(0);
        let client = Client::sign_in(base, EMAIL, &password);
        Self {
            desk,
            served,
            client,
        }
    }

    /// What a trace has told, the oldest first.
    fn told(&self, trace: &str) -> Vec<Value> {
        let (_, told) = self.client.get(&format!("/trace-status?trace_id={trace}"));
        assert_eq!(told["status"], "done");
        told["events"]
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .cloned()
            .collect()
    }
}

/// Adds somebody; gives their password.
fn add(desk: &Desk, email: &str) -> String {
    let data = desk.machine.path("data");
    let args = ["user", "add", email, "--data", data.to_str().unwrap()];
    desk.machine.run(&args).with(0).password().to_owned()
}

const PAGE: &str = "app/pages/loginPage.json";
const VARIABLES: &str = "app/variables/7.json";

/// Plans a login page; gives the plan.
fn login_page(desk: &Desk) -> Value {
    let words = "a login page with email and password";
    desk.json(&["plan", words, "--page", "loginPage"])
}

#[test]
fn a_prompt_becomes_files_and_its_trace_knows() {
    let served = Served::new();
    let desk = &served.desk;
    let token = fs::metadata(desk.root.join(".cogo/token")).unwrap();
    assert_eq!(token.permissions().mode() & 0o777, 0o600);
    let who = desk.ide(&["whoami"]).with(0).out;
    assert_eq!(who, format!("{EMAIL} at {}", served.served.base));

    // The screen.
    let planned = login_page(desk);
    assert_eq!(planned["files"][0]["file"], PAGE);
    assert_eq!(desk.text(PAGE), None);
    let trace = planned["plan"]["trace_id"].as_str().unwrap();
    let random = Uuid::parse_str(trace).unwrap();
    assert_eq!(random.get_version_num(), 4);
    let tried = desk.json(&["apply", "--dry-run"]);
    assert_eq!(
        (&tried["dry_run"], &tried["changes"]["added"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(desk.text(PAGE), None);
    let refused = desk.ide(&["apply"]).with(4);
    assert!(refused.err.contains("nobody said yes"), "{}", refused.err);
    assert!(
        refused.out.contains("+++ b/app/pages/loginPage.json"),
        "{}",
        refused.out
    );
    let applied = desk.json(&["apply", "--yes"]);
    assert_eq!(
        (&applied["dry_run"], &applied["repeated"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(desk.read(PAGE)["page"]["name"], "loginPage");
    let after = planned["files"][0]["after"].as_str();
    assert_eq!(after, desk.text(PAGE).as_deref());

    // What became of it stands in the trace, in order.
    let events = served.told(trace);
    let ours = events
        .iter()
        .skip_while(|event| event["event_type"] != "done")
        .skip(1);
    let ours: Vec<_> = ours.collect();
    let words: Vec<String> = ours
        .iter()
        .map(|event| {
            format!(
                "{} {} {}",
                event["event_type"], event["payload"]["status"], event["payload"]["dry_run"]
            )
        })
        .collect();
    let expected = [
        "\"cli.plan\" null null",
        "\"cli.apply\" \"running\" true",
        "\"cli.apply\" \"success\" true",
        "\"cli.done\" null null",
        "\"cli.apply\" \"running\" false",
        "\"cli.apply\" \"success\" false",
        "\"cli.done\" null null",
    ];
    assert_eq!(words, expected);
    let success = &ours[5]["payload"];
    assert_eq!(
        (&success["id"], &success["action_id"]),
        (&json!("edits"), &json!("edits"))
    );
    assert!(success["diff"].as_str().unwrap().contains("loginPage"));
    assert_eq!(ours[6]["payload"]["summary"]["success"], 1);

    // Once more it is the same, and nobody is told twice.
    assert_eq!(desk.json(&["apply", "--yes"])["repeated"], true);
    assert_eq!(served.told(trace).len(), events.len());
}

#[test]
fn what_follows_from_a_screen_is_applied_and_without_its_server_nothing_is() {
    let served = Served::new();
    let trace = login_page(&served.desk)["plan"]["trace_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let Served {
        mut desk, served, ..
    } = served;
    desk.ide(&["apply", "--yes"]).with(0);

    // Its variables, by the action of the reply; what stands stays.
    desk.put(VARIABLES, "{\n    \"#email\": \"#_appData.mine\"\n}\n");
    let with = format!("ui_json={}", desk.root.join(PAGE).display());
    let derive = [
        "plan",
        "--task",
        "variables_derive",
        "--page-id",
        "7",
        "--with",
        &with,
    ];
    let planned = desk.json(&derive);
    let variables = desk.machine.path("variables.plan");
    fs::copy(desk.root.join(".cogo/plan.json"), &variables).unwrap();
    let variables = variables.to_str().unwrap();
    let action = &planned["plan"]["actions"][0];
    assert_eq!(action["command"], "variables upsert");
    let applied = desk.json(&["apply", "--yes"]);
    let kept = desk.read(VARIABLES);
    assert_eq!(kept["#email"], "#_appData.mine");
    assert!(kept.as_object().unwrap().len() > 1, "{kept} {applied}");
    let again = desk
        .ide(&[
            "plan",
            "--trace",
            planned["plan"]["trace_id"].as_str().unwrap(),
        ])
        .with(0);
    assert!(
        again.out.contains("Nothing would be changed."),
        "{}",
        again.out
    );

    // A trace of nobody's, and one of somebody else's.
    desk.ide(&["plan", "--trace", "7b0f0f0e-0000-4000-8000-000000000000"])
        .with(3);
    desk.ide(&["plan", "x", "--task", "moon"]).with(3);
    let password = add(&desk, "bob@example.test");
    let bob = Client::sign_in(&served.base, "bob@example.test", &password);
    desk.env.push(("SCREEN_AGENT_TOKEN", bob.token.clone()));
    let foreign = desk.plan_of_trace(&trace);
    assert_eq!(desk.text("x.txt"), None, "{foreign:?}");
    desk.env.pop();

    // Without its server nothing is changed that the trace is to know.
    drop(served);
    desk.ide(&["restore", "--yes"]).with(0);
    assert_eq!(desk.read(VARIABLES), json!({ "#email": "#_appData.mine" }));
    let unreachable = desk.ide(&["apply", variables, "--yes"]).with(5);
    assert!(
        unreachable.err.contains("no server answers"),
        "{}",
        unreachable.err
    );
    assert_eq!(desk.read(VARIABLES), json!({ "#email": "#_appData.mine" }));
    desk.ide(&["apply", variables, "--yes", "--offline"])
        .with(0);
    assert_eq!(desk.read(VARIABLES), kept);
}

impl Desk {
    /// Applies something in the name of a trace, which has to be ours.
    fn plan_of_trace(&self, trace: &str) -> Ended {
        let reply = self.machine.path("reply.json");
        let edits = json!([{ "path": "x.txt", "content": "x" }]);
        fs::write(
            &reply,
            json!({ "trace_id": trace, "edits": edits }).to_string(),
        )
        .unwrap();
        let reply = reply.to_str().unwrap();
        self.ide(&["plan", "--reply", reply]).with(3);
        self.ide(&["plan", "--offline", "--reply", reply]).with(0);
        self.ide(&["apply", "--yes"]).with(3)
    }
}

#[test]
fn verbs_are_applied_to_what_comes_in() {
    let desk = Desk::new();
    let upsert = [
        "variables",
        "upsert",
        "--page-id",
        "7",
        "--from-stdin",
        "--yes",
    ];
    desk.ide_reading(&upsert, r##"{"#a":"#_appData.a"}"##)
        .with(0);
    let other = r##"{"#a":"#_appData.other","#b":"#_appData.b"}"##;
    let kept = desk.ide_reading(&upsert, other).with(0);
    assert!(
        kept.out.contains("app/variables/7.json#/#a stays"),
        "{}",
        kept.out
    );
    assert_eq!(
        desk.read("app/variables/7.json"),
        json!({ "#a": "#_appData.a", "#b": "#_appData.b" })
    );
    let theirs: Vec<&str> = upsert
        .into_iter()
        .chain(["--conflict-strategy", "theirs"])
        .collect();
    desk.ide_reading(&theirs, other).with(0);
    assert_eq!(desk.read("app/variables/7.json")["#a"], "#_appData.other");
    let bdd =
        "Scenario: Log in\nWhen #onLoginClicked occurs\nThen call #restAPI:Login and set #error";
    desk.ide_reading(&["actionflow", "generate", "--from-stdin", "--yes"], bdd)
        .with(0);
    let flows: Vec<_> = fs::read_dir(desk.root.join("app/flows"))
        .unwrap()
        .flatten()
        .collect();
    assert_eq!(flows.len(), 1);
    let echo = desk
        .ide_reading(&["echo", "--from-stdin"], "Given\u{1b}[2J")
        .with(0);
    assert!(echo.out.starts_with("Given"), "{}", echo.out);
    desk.ide_reading(&["variables", "upsert", "--from-stdin"], "[]")
        .with(3);
    desk.ide_reading(&["figma", "scan", "--from-stdin"], "{}")
        .with(3);
    desk.ide_reading(&["variables", "upsert"], "{}").with(64);
}

#[test]
fn actions_go_behind_what_they_depend_on_and_beside_what_stands() {
    let desk = Desk::new();
    let reply = desk.machine.path("reply.json");
    let plan = |variable: &str, text: &str, needs: &str| {
        let action = |id: &str, command: &str, input: &str, conflict: &str, needs: &[&str]| {
            let args = ["--project", "demo", "--page-id", "7", "--from-stdin"];
            json!({ "id": id, "tool": "cogo-cli", "command": command, "args": args, "target": {}, "dry_run": true,
                "input_artifact_ref": input, "idempotency_key": id, "apply_strategy": "merge",
                "conflict_strategy": conflict, "depends_on": needs })
        };
        let screen = json!([{ "id": "t", "type": "text", "options": { "text": text } }]);
        let told = json!({
            "cli_actions": [
                action("keep", "variables upsert", "artifacts.mapping", "create_new", &[needs]),
                action("find", "symbols identify", "artifacts.screen", "fail", &[]),
            ],
            "result": {},
            "artifacts": { "mapping": { "#a": variable }, "screen": screen },
        });
        fs::write(&reply, told.to_string()).unwrap();
        ["plan", "--reply", reply.to_str().unwrap(), "--json"].map(str::to_owned)
    };
    let planned = |args: [String; 4]| desk.ide(&args.each_ref().map(String::as_str));
    let first = planned(plan("#_appData.a", "Hi #name", "find")).with(0);
    let first: Value = serde_json::from_str(&first.out).unwrap();
    let ids = [0, 1].map(|at| first["plan"]["actions"][at]["id"].clone());
    assert_eq!(ids, ["find", "keep"]);
    desk.ide(&["apply", "--yes"]).with(0);
    // The other file is there beside the first, once, however often it is planned.
    for _ in 0..2 {
        planned(plan("#_appData.b", "Hi #name", "find")).with(0);
        desk.ide(&["apply", "--yes"]).with(0);
    }
    assert_eq!(desk.read("app/variables/7.json")["#a"], "#_appData.a");
    assert_eq!(desk.read("app/variables/7-2.json")["#a"], "#_appData.b");
    assert_eq!(desk.text("app/variables/7-3.json"), None);
    let refused = planned(plan("#_appData.a", "Hi #other", "find")).with(4);
    let refused: Value = serde_json::from_str(&refused.out).unwrap();
    assert_eq!(refused["conflicts"], json!(["app/symbols/7.json#/symbols"]));
    for needs in ["keep", "moon"] {
        planned(plan("#_appData.a", "Hi #name", needs)).with(3);
    }
}

#[test]
fn nothing_outside_of_the_workspace_is_touched() {
    let desk = Desk::new();
    let outside = desk.machine.path("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("a.txt"), "theirs").unwrap();
    symlink(&outside, desk.root.join("folder")).unwrap();
    symlink(outside.join("a.txt"), desk.root.join("file.txt")).unwrap();
    let absolute = outside.join("b.txt");
    for path in [
        "../outside/a.txt",
        "a/../../outside/a.txt",
        absolute.to_str().unwrap(),
        "folder/a.txt",
        "folder/new.txt",
        "file.txt",
        ".cogo/config.json",
        ".git/hooks/pre-commit",
        "",
    ] {
        desk.plan(&json!([{ "path": path, "content": "{}" }]))
            .with(3);
    }
    // Nor where the folder becomes a link once it was planned.
    desk.plan(&json!([{ "path": "app/a.txt", "content": "x" }]))
        .with(0);
    symlink(&outside, desk.root.join("app")).unwrap();
    desk.ide(&["apply", "--yes"]).with(3);
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(outside.join("a.txt")).unwrap(), "theirs");
    // A plan that somebody changed is not the one that was looked at.
    fs::remove_file(desk.root.join("app")).unwrap();
    let plan = desk.root.join(".cogo/plan.json");
    let text = fs::read_to_string(&plan).unwrap().replace("\"x\"", "\"y\"");
    fs::write(&plan, text).unwrap();
    desk.ide(&["apply", "--yes"]).with(3);
    assert_eq!(desk.text("app/a.txt"), None);
    let elsewhere = desk
        .machine
        .run(&["ide", "--workspace", outside.to_str().unwrap(), "apply"]);
    elsewhere.with(2);
}

#[test]
fn what_was_changed_meanwhile_is_joined_or_named() {
    let desk = Desk::new();
    let written = "{\n    \"z\": 1.50,\n    \"a\": [1, 2]\n}";
    desk.put("a.json", written);
    fs::set_permissions(desk.root.join("a.json"), fs::Permissions::from_mode(0o640)).unwrap();
    let coming = json!([{ "path": "a.json", "content": { "z": 1.50, "a": [1, 2], "new": true } }]);
    desk.plan(&coming).with(0);
    desk.put("a.json", &written.replace("[1, 2]", "[1, 2, 3]"));
    desk.ide(&["apply", "--yes"]).with(0);
    let joined = "{\n    \"z\": 1.50,\n    \"a\": [1, 2, 3],\n    \"new\": true\n}";
    assert_eq!(desk.text("a.json").unwrap(), joined);
    let mode = fs::metadata(desk.root.join("a.json"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    desk.ide(&["restore", "--yes"]).with(0);
    desk.put("a.json", &written.replace('}', "    ,\"new\": false\n}"));
    let conflict = desk.ide(&["apply", "--yes"]).with(4);
    assert!(conflict.err.contains("a.json: /new"), "{}", conflict.err);
    let told = desk.ide(&["apply", "--yes", "--json"]).with(4).out;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["code"], &told["conflicts"]),
        (&json!("apply"), &json!(["a.json: /new"]))
    );
    assert_eq!(desk.read("a.json")["new"], false);
    desk.ide(&["apply", "--yes", "--conflict-strategy", "ours"])
        .with(0);
    assert_eq!(desk.read("a.json")["new"], false);
    desk.ide(&["apply", "--yes", "--conflict-strategy", "theirs", "--force"])
        .with(0);
    assert_eq!(desk.read("a.json")["new"], true);
    // What was changed since stays, where it is not at the same place.
    desk.put("a.json", &desk.text("a.json").unwrap().replace("1.50", "2"));
    desk.ide(&["restore", "--yes"]).with(0);
    assert_eq!(
        desk.read("a.json"),
        json!({ "z": 2, "a": [1, 2], "new": false })
    );
    desk.put("a.json", "{");
    let broken = desk.ide(&["apply", "--yes"]).with(3);
    assert!(broken.err.contains("a.json: is no JSON"), "{}", broken.err);
    assert_eq!(desk.text("a.json").unwrap(), "{");
}

#[test]
fn a_server_that_is_not_for_tests_heeds_no_flags_for_tests() {
    let desk = Desk::new();
    let file = desk.machine.path("settings.toml");
    let serve = |settings: &str, listen: &str| {
        fs::write(&file, settings).unwrap();
        let file = file.to_str().unwrap();
        let data = desk.machine.path("data");
        let args = ["serve", "--listen", listen, "--config", file, "--data"];
        let mut command = desk.machine.command(&args);
        command.arg(data).env("DEV_QUEUE_SIM", "1");
        command
    };
    let off = Running::start(serve("", "127.0.0.1:0")).ended().with(64);
    assert!(off.err.contains("DEV_QUEUE_SIM"), "{}", off.err);
    let on = "[ide]\ndev_flags = true\n";
    let public = Running::start(serve(on, "0.0.0.0:0")).ended().with(64);
    assert!(public.err.contains("dev_flags"), "{}", public.err);
    Running::start(serve(on, "127.0.0.1:0")).base();
}

#[test]
fn a_person_at_a_terminal_is_asked() {
    let desk = Desk::new();
    desk.plan(&json!([{ "path": "a.txt", "content": "x\n" }]))
        .with(0);
    let no = desk
        .machine
        .at_terminal(desk.command(&["apply"]), &["n"])
        .with(4);
    assert!(
        no.err
            .contains("Change \"a.txt\" by \"apply-edits\"? [y/N]"),
        "{}",
        no.err
    );
    assert_eq!(desk.text("a.txt"), None);
    desk.machine
        .at_terminal(desk.command(&["apply"]), &["y"])
        .with(0);
    assert_eq!(desk.text("a.txt").unwrap(), "x\n");
}
