//! Several servers on one PostgreSQL, with files in a bucket: whichever is asked, and whichever dies.

use std::time::Duration;

use screen_agent_testkit::{S3Fault, S3Server};
use serde_json::{Value, json};

use crate::kit::{Client, Machine, Running, Socket, until};
use crate::server::{EMAIL, PASSWORD, Server, add_user, interact, later, screen, serve_in};

const SESSION: &str = "3f0e9b1c-0000-4000-8000-000000000001";
const WORDS: &str = "Click One, then click Two";

/// Ids of the events that somebody hears, each once, up to the end of a turn.
fn heard_until(socket: &mut Socket, last: &str) -> Vec<String> {
    let mut heard: Vec<String> = Vec::new();
    while heard.last().is_none_or(|id| id != last) {
        let id = socket.heard().unwrap().1["eventId"].clone();
        let id = id.as_str().unwrap().to_owned();
        if !heard.contains(&id) {
            heard.push(id);
        }
    }
    heard
}

/// A task in three turns, each at another server.
fn task(at: [&Client; 3]) -> Value {
    let mut body = screen(WORDS, "nothing");
    body["sessionId"] = json!(SESSION);
    let first = interact(at[0], &body);
    assert_eq!(first["action"], "click(1)", "{first}");
    let second = interact(at[1], &later(&first, WORDS, "One"));
    assert_eq!(second["action"], "click(2)", "{second}");
    let last = interact(at[2], &later(&first, WORDS, "One and Two"));
    assert_eq!(last["status"], "completed", "{last}");
    last
}

fn end_of(task: &Value) -> String {
    format!("{}-2", task["taskId"].as_str().unwrap())
}

#[test]
fn whichever_server_is_asked_everybody_hears_all_in_order_also_when_one_is_killed() {
    let machine = Machine::on_postgresql();
    add_user(&machine);
    let one = serve_in("data", &machine, &[]);
    for name in ["two", "three"] {
        machine.folder_with_keys(name);
    }
    let others = ["two", "three"].map(|name| serve_in(name, &machine, &[]));
    let [two, three] = &others;
    let a = Client::sign_in(&one.base, EMAIL, PASSWORD);
    let at = |server: &Server| Client::with_token(&server.base, &a.token);
    let (b, c) = (at(two), at(three));
    let made = b.post("/api/session/init", &json!({"sessionId": SESSION}));
    assert_eq!(made.0, 200);
    let mut by_a = Socket::join(&a, SESSION);
    let mut by_b = Socket::join(&b, SESSION);
    // Let in by another server than the one that it listens to.
    let mut by_c = Socket::join_by(&c, &b, SESSION);

    let first = end_of(&task([&a, &b, &c]));
    let mut told = heard_until(&mut by_a, &first);
    assert_eq!(heard_until(&mut by_b, &first), told);
    assert_eq!(heard_until(&mut by_c, &first), told);

    // One dies in the middle of a task; its clients go on elsewhere, and nobody misses anything.
    let mut body = screen(WORDS, "nothing");
    body["sessionId"] = json!(SESSION);
    let begun = interact(&a, &body);
    one.running.signal("KILL");
    assert_eq!(one.running.ended().code, None);
    interact(&b, &later(&begun, WORDS, "One"));
    let second = end_of(&interact(&c, &later(&begun, WORDS, "One and Two")));
    let more = heard_until(&mut by_b, &second);
    assert_eq!(heard_until(&mut by_c, &second), more);
    told.extend(more);

    // It comes back; who joins late reads what was before and hears what comes.
    let one = serve_in("data", &machine, &[]);
    let a = at(&one);
    let mut late = Socket::join(&a, SESSION);
    let third = end_of(&task([&c, &a, &b]));
    let more = heard_until(&mut by_b, &third);
    assert_eq!(heard_until(&mut by_c, &third), more);
    let since = heard_until(&mut late, &third);
    assert!(since.ends_with(&more), "{since:?} {more:?}");
    told.extend(more);
    let (status, messages) = a.get(&format!("/api/session/{SESSION}/messages?limit=200"));
    assert_eq!(status, 200, "{messages}");
    let messages = messages["data"]["messages"].as_array().unwrap();
    let ids = messages.iter().filter_map(|one| {
        let id = one.get("messageId").or(one.get("id"))?;
        id.as_str().map(str::to_owned)
    });
    let ids: Vec<String> = ids.collect();
    let turns = |id: &String| !ids.contains(id);
    let (turns, heard): (Vec<String>, Vec<String>) = told.into_iter().partition(turns);
    assert_eq!(heard, ids, "messages");
    assert_eq!(turns.len(), 9, "{turns:?}");

    // Signed out at one, they are nobody at another within a moment.
    assert_eq!(b.post("/api/v1/auth/logout", &json!({})).0, 204);
    until("signed out everywhere", Duration::from_secs(20), || {
        c.get("/api/v1/auth/session").0 == 401
    });
    let [two, three] = others;
    for server in [one, two, three] {
        server.running.signal("TERM");
        server.running.ended().with(0);
    }
}

/// With the program of the version before at SCREEN_AGENT_PREVIOUS.
#[test]
#[ignore = "needs the program of the version before: cargo xtask test --previous REF"]
fn servers_are_brought_up_to_date_one_after_the_other_while_people_are_at_work() {
    let mut machine = Machine::on_postgresql();
    let previous = std::env::var_os("SCREEN_AGENT_PREVIOUS").unwrap();
    let ours = std::mem::replace(&mut machine.program, previous.into());
    add_user(&machine);
    let older = serve_in("data", &machine, &[]);
    let a = Client::sign_in(&older.base, EMAIL, PASSWORD);
    let made = a.post("/api/session/init", &json!({"sessionId": SESSION}));
    assert_eq!(made.0, 200);
    let mut by_a = Socket::join(&a, SESSION);
    let first = end_of(&task([&a, &a, &a]));
    let mut told = heard_until(&mut by_a, &first);

    // The newer one changes the schema under the older one, which goes on.
    machine.program = ours;
    machine.folder_with_keys("newer");
    let newer = serve_in("newer", &machine, &[]);
    let b = Client::with_token(&newer.base, &a.token);
    let mut by_b = Socket::join(&b, SESSION);
    for at in [[&a, &b, &a], [&b, &a, &b]] {
        let end = end_of(&task(at));
        told.extend(heard_until(&mut by_a, &end));
        let since = heard_until(&mut by_b, &end);
        assert!(told.ends_with(&since), "{told:?} {since:?}");
    }

    // The older one goes in the middle of a task, and the task goes on.
    let mut body = screen(WORDS, "nothing");
    body["sessionId"] = json!(SESSION);
    let begun = interact(&a, &body);
    older.running.signal("TERM");
    older.running.ended().with(0);
    interact(&b, &later(&begun, WORDS, "One"));
    let last = interact(&b, &later(&begun, WORDS, "One and Two"));
    assert_eq!(last["status"], "completed", "{last}");
    heard_until(&mut by_b, &end_of(&last));
    newer.running.signal("TERM");
    newer.running.ended().with(0);
}

#[test]
fn what_is_uploaded_lies_in_the_bucket_and_doctor_says_whether_it_can() {
    let machine = Machine::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bucket = runtime.block_on(S3Server::start());
    let settings = machine.path("settings.toml");
    let text = format!(
        "[files]\nurl = 's3://{}/ours'\nendpoint = '{}'\nlinks = true\n",
        S3Server::BUCKET,
        bucket.address()
    );
    std::fs::write(&settings, text).unwrap();
    let settings = settings.to_str().unwrap();
    let data = machine.path("data");
    let with_key = |args: &[&str], key: &str| {
        let more = ["--config", settings, "--data", data.to_str().unwrap()];
        let mut command = machine.command(&[args, &more].concat());
        command.env("AWS_ACCESS_KEY_ID", S3Server::KEY_ID);
        command.env("AWS_SECRET_ACCESS_KEY", key);
        Running::start(command)
    };
    add_user(&machine);
    let mut running = with_key(&["serve", "--listen", "127.0.0.1:0"], S3Server::KEY);
    let base = running.base();
    let client = Client::sign_in(&base, EMAIL, PASSWORD);
    let (status, uploaded) = client.upload("a.txt", "what it says");
    assert_eq!(status, 200, "{uploaded}");
    let objects = bucket.objects();
    assert_eq!(objects.len(), 1, "{objects:?}");
    assert!(objects[0].starts_with("ours/"), "{objects:?}");
    assert!(!data.join("files").exists());
    // Whoever has a link is given it by the bucket, as the file that it is.
    let link = uploaded["data"]["presignedUrl"].as_str().unwrap();
    let (there, given) = runtime.block_on(async {
        let follow = screen_agent_adapters::client(&base).unwrap();
        let sent_on = follow.get(format!("{base}{link}")).send().await.unwrap();
        let there = sent_on.headers()["location"].to_str().unwrap().to_owned();
        let answer = follow.get(&there).send().await.unwrap();
        (there, answer.text().await.unwrap())
    });
    assert!(there.starts_with(bucket.address()), "{there}");
    assert_eq!(given, "what it says");
    // A token of ours does not travel on, nor is a page's script sent where it is not answered.
    for (name, value) in [("authorization", "Bearer x"), ("sec-fetch-mode", "cors")] {
        let given = runtime.block_on(async {
            let own = screen_agent_adapters::client(&base).unwrap();
            let asked = own.get(format!("{base}{link}")).header(name, value);
            asked.send().await.unwrap().text().await.unwrap()
        });
        assert_eq!(given, "what it says", "{name}");
    }
    let health = |expected: &str| {
        until(expected, Duration::from_secs(20), || {
            client.get("/api/health").1["services"]["files"]["status"] == expected
        });
    };
    health("healthy");
    let doctor = with_key(&["doctor"], S3Server::KEY).ended();
    assert!(
        doctor.out.contains("in the bucket bucket at"),
        "{}",
        doctor.out
    );
    let refused = with_key(&["doctor"], "wrong").ended();
    let said = "does not allow it: SignatureDoesNotMatch";
    assert!(refused.out.contains(said), "{}", refused.out);
    bucket.always(Some(S3Fault::Says(404, "NoSuchBucket")));
    health("degraded");
    let (status, told) = client.upload("b.txt", "lost");
    assert_eq!(status, 503, "{told}");
    running.signal("TERM");
    let ended = running.ended().with(0);
    for said in [ended.err, ended.out, doctor.out, refused.out, refused.err] {
        assert!(!said.contains(S3Server::KEY), "the key is in the log");
    }
}
