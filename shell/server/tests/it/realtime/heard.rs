use screen_agent_action::ask::Decision;
use screen_agent_realtime::Hub;
use screen_agent_server::{Realtime, ServerConfig};
use screen_agent_store::account::AccountChange;
use serde_json::{Value, json};

use super::socket::{Heard, ID, Socket, ids, init};
use crate::kit::{Kit, hub, page, page_of};
use crate::serve::start;

/// One turn of a token in the session that tests talk in.
async fn say(kit: &Kit, token: &str, words: &str) -> Value {
    let mut body = page(words);
    body["sessionId"] = json!(ID);
    let reply = kit.post("/api/agent/interact", token, &body).await;
    assert_eq!(reply.status, 200, "{}", reply.json());
    reply.data()
}

async fn messages(kit: &Kit, token: &str, query: &str) -> Vec<Value> {
    let path = format!("/api/session/{ID}/messages{query}");
    let data = kit.get(&path, token).await.data();
    data["messages"].as_array().unwrap().clone()
}

#[tokio::test]
async fn every_place_hears_the_same_in_order_and_finds_its_rows() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut laptop = Socket::join(&kit, running.address, &kit.alice).await;
    let mut desk = Socket::join(&kit, running.address, &kit.alice).await;
    kit.script.act("click(7)");
    let told = say(&kit, &kit.alice, "click Help").await;
    let events = laptop.events(3).await;
    let rows = messages(&kit, &kit.alice, "").await;
    assert_eq!(events[0]["message"], rows[0]);
    assert_eq!(events[1]["message"], rows[1]);
    assert_eq!(events[0]["message"]["content"], "click Help");
    assert_eq!(events[2]["type"], "interact_response");
    for field in ["action", "taskId", "thought", "status"] {
        assert_eq!(events[2]["data"][field], told[field], "{field}");
    }
    let task = told["taskId"].as_str().unwrap();
    let id = |at: usize| rows[at]["messageId"].as_str().unwrap().to_owned();
    assert_eq!(ids(&events), [id(0), id(1), format!("{task}-0")]);
    assert_eq!(desk.events(3).await, events);
    let next = page_of(&told, "click Help");
    kit.interact(&next).await;
    let second = laptop.events(2).await;
    assert_eq!(second[1]["eventId"], format!("{task}-1"));
    assert_eq!(desk.events(2).await, second);
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
}

#[tokio::test]
async fn many_turns_at_once_are_heard_in_the_order_of_their_rows() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    let words: Vec<String> = (0..12).map(|number| format!("say {number}")).collect();
    let turns = words.iter().map(|words| say(&kit, &kit.alice, words));
    futures_util::future::join_all(turns).await;
    let events = socket.events(36).await;
    let heard: Vec<&Value> = events
        .iter()
        .filter(|event| event["type"] == "new_message")
        .map(|event| &event["message"])
        .collect();
    let rows = messages(&kit, &kit.alice, "?limit=200").await;
    assert_eq!(heard, rows.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn nobody_hears_of_others_whatever_id_they_chose() {
    let kit = Kit::new().await;
    for token in [&kit.alice, &kit.bob, &kit.carol] {
        init(&kit, token).await;
    }
    let running = start(&kit).await;
    let mut hers = Socket::join(&kit, running.address, &kit.alice).await;
    say(&kit, &kit.bob, "of bob").await;
    say(&kit, &kit.carol, "of carol").await;
    say(&kit, &kit.alice, "of alice").await;
    let events = hers.events(3).await;
    assert_eq!(events[0]["message"]["content"], "of alice");
}

#[tokio::test]
async fn a_stop_is_heard() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    kit.script.act("click(7)");
    let told = say(&kit, &kit.alice, "click Help").await;
    socket.events(3).await;
    let task = told["taskId"].as_str().unwrap();
    let path = format!("/api/session/{ID}/task/{task}/stop");
    let stopped = kit.post(&path, &kit.alice, &json!({})).await;
    assert_eq!(stopped.status, 200);
    let event = socket.events(1).await.remove(0);
    assert_eq!(event["eventId"], format!("{task}-1"));
    assert_eq!(event["data"]["status"], "interrupted");
    assert_eq!(event["data"]["taskId"], told["taskId"]);
}

#[tokio::test]
async fn a_question_and_its_answer_are_heard() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    kit.script.say(Decision::Question {
        question: "Which size?".to_owned(),
        missing: vec!["size".to_owned()],
    });
    let told = say(&kit, &kit.alice, "buy the shirt").await;
    let events = socket.events(3).await;
    assert_eq!(events[1]["message"]["content"], "Which size?");
    assert_eq!(events[2]["data"]["status"], "needs_user_input");
    let task = told["taskId"].as_str().unwrap();
    let path = format!("/api/session/{ID}/task/{task}/resume");
    let answer = json!({"resolutionMethod": "provide_in_chat", "resolutionData": {"size": "M"}});
    assert_eq!(kit.post(&path, &kit.alice, &answer).await.status, 200);
    let rows = messages(&kit, &kit.alice, "").await;
    let mut events = socket.events(rows.len() - 1).await;
    let resumed = events.pop().unwrap();
    assert_eq!(resumed["eventId"], format!("{task}-1"));
    assert_eq!(resumed["data"]["status"], "executing");
    let said: Vec<&Value> = events.iter().map(|event| &event["message"]).collect();
    assert_eq!(said, rows[2..].iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_task_that_was_left_lying_is_heard_of() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    kit.script.act("click(7)");
    let told = say(&kit, &kit.alice, "click Help").await;
    socket.events(3).await;
    kit.clock.advance(31 * 60 * 1_000);
    let path = format!("/api/session/{ID}/task/active");
    assert_eq!(kit.get(&path, &kit.alice).await.status, 404);
    let event = socket.events(1).await.remove(0);
    assert_eq!(event["data"]["status"], "interrupted");
    let task = told["taskId"].as_str().unwrap();
    assert_eq!(event["eventId"], format!("{task}-1-interrupted"));
}

#[tokio::test]
async fn who_comes_back_reads_what_was_missed() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    say(&kit, &kit.alice, "one").await;
    let mut seen = socket.events(3).await;
    drop(socket);
    say(&kit, &kit.alice, "two").await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    let missed = messages(&kit, &kit.alice, "?after=1").await;
    say(&kit, &kit.alice, "three").await;
    seen.extend(socket.events(3).await);
    let mut known: Vec<Value> = seen
        .iter()
        .filter_map(|event| event.get("message").cloned())
        .collect();
    known.extend(missed);
    known.sort_by_key(|message| message["sequenceNumber"].as_u64());
    assert_eq!(known, messages(&kit, &kit.alice, "").await);
}

/// Each has a hub of its own, and marks what it sent for both.
#[tokio::test]
async fn two_servers_on_one_database_both_tell_their_listeners() {
    let one = Kit::new().await;
    let other = Kit::live(one.dir.clone(), 1, Realtime::Embedded(hub())).await;
    init(&one, &one.alice).await;
    let (here, there) = (start(&one).await, start(&other).await);
    let mut mine = Socket::join(&one, here.address, &one.alice).await;
    let mut theirs = Socket::join(&other, there.address, &other.alice).await;
    say(&one, &one.alice, "from here").await;
    let heard = mine.events(3).await;
    assert_eq!(theirs.events(3).await, heard);
    say(&other, &other.alice, "from there").await;
    let heard = theirs.events(3).await;
    assert_eq!(mine.events(3).await, heard);
}

#[tokio::test]
async fn a_sign_out_sends_its_sockets_away_and_no_others() {
    // Whoever let a socket in knows it.
    let kit = Kit::alone(ServerConfig::default()).await;
    let running = start(&kit).await;
    init(&kit, &kit.alice).await;
    let mut first = Socket::join(&kit, running.address, &kit.alice).await;
    let mut second = Socket::join(&kit, running.address, &kit.alice).await;
    let mut strangers = Socket::connect(running.address).await;
    let out = kit
        .post("/api/v1/auth/logout", &kit.alice, &json!({}))
        .await;
    assert_eq!(out.status, 204);
    assert_eq!(first.next().await, Heard::Closed(4009));
    assert_eq!(second.next().await, Heard::Closed(4009));
    strangers.say("pusher:ping", &json!({})).await;
    strangers.next().await.event("pusher:pong");
}

#[tokio::test]
async fn a_token_that_was_revoked_elsewhere_sends_its_sockets_away() {
    let config = ServerConfig {
        socket_check: std::time::Duration::from_millis(5),
        ..ServerConfig::default()
    };
    let kit = Kit::alone(config).await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    // As `user add --reset` does, in a process of its own.
    let store = kit.dir.open();
    let (email, now) = ("alice@acme.test".to_owned(), crate::kit::NOON);
    let changed = store.upkeep().change_account(
        email,
        AccountChange::Password {
            hash: "!".to_owned(),
            kept: None,
        },
        now,
    );
    assert!(changed.await.unwrap());
    assert_eq!(socket.next().await, Heard::Closed(4009));
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_does_not_wait_for_sockets() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    let silent = Socket::join(&kit, running.address, &kit.alice).await;
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
    assert_eq!(socket.next().await, Heard::Closed(4200));
    drop(silent);
}

#[tokio::test]
async fn sockets_take_no_place_of_a_request() {
    let config = ServerConfig {
        max_connections: 2,
        ..ServerConfig::default()
    };
    let kit = Kit::with(config).await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut sockets = Vec::new();
    for _ in 0..8 {
        sockets.push(Socket::join(&kit, running.address, &kit.alice).await);
    }
    say(&kit, &kit.alice, "hello").await;
    for socket in &mut sockets {
        socket.events(3).await;
    }
}

/// The hub that the kit's server has.
fn hub_of(kit: &Kit) -> &Hub {
    kit.hub.as_ref().unwrap()
}

#[tokio::test]
async fn who_does_not_read_is_sent_away_and_holds_nobody_back() {
    let kit = Kit::alone(ServerConfig::default()).await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut quick = Socket::join(&kit, running.address, &kit.alice).await;
    let _slow = Socket::join(&kit, running.address, &kit.alice).await;
    let channel = format!("private-session-{ID}");
    let data = format!("{:?}", "x".repeat(9_000));
    while hub_of(&kit).stats().dropped == 0 {
        hub_of(&kit)
            .publish(&channel, "filler", &data, None)
            .unwrap();
        quick.next().await.event("filler");
    }
    say(&kit, &kit.alice, "still here").await;
    let events = quick.events(3).await;
    assert_eq!(events[0]["message"]["content"], "still here");
}

#[tokio::test]
async fn what_is_too_long_to_push_is_cut_and_read_whole() {
    let kit = Kit::new().await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    let words = "é".repeat(9_000);
    say(&kit, &kit.alice, &words).await;
    let event = socket.events(1).await.remove(0);
    assert_eq!(event["truncated"], true);
    let cut = event["message"]["content"].as_str().unwrap();
    assert!(cut.len() < words.len() && words.starts_with(cut));
    let rows = messages(&kit, &kit.alice, "").await;
    assert_eq!(rows[0]["content"], words);
    assert_eq!(rows[0]["messageId"], event["eventId"]);
}

#[tokio::test]
async fn figures_tell_of_sockets_and_deliveries() {
    let kit = Kit::alone(ServerConfig::default()).await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    let mut socket = Socket::join(&kit, running.address, &kit.alice).await;
    say(&kit, &kit.alice, "hello").await;
    socket.events(3).await;
    let text = crate::metrics::page_of_figures(&kit).await;
    for line in [
        "screen_agent_live_sockets 1\n",
        "# TYPE screen_agent_live_deliveries_total counter",
        "screen_agent_live_events_total{outcome=\"sent\"} ",
        "screen_agent_live_lag_duration_seconds_bucket{le=\"1\"} ",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}
