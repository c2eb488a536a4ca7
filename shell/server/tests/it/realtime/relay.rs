use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_realtime::Credentials;
use screen_agent_server::{
    Announcement, Elsewhere, PublishFailure, Publisher, Realtime, RealtimePlace,
};
use screen_agent_store::outbox::Announced;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::socket::{ID, ids, init};
use crate::kit::{Kit, page};
use crate::place::Place;
use crate::serve::{Running, start};

/// What a server elsewhere does with a batch.
#[derive(Clone, Copy)]
enum Line {
    /// Takes it, and its answer is lost.
    TakeAndFail,
    Fail,
    /// Takes it and never answers.
    TakeAndHang,
    /// Never takes what holds these words.
    Refuse(&'static str),
}

/// A server elsewhere that follows a script, and then takes everything.
struct Scripted {
    script: Mutex<VecDeque<Line>>,
    refused: Mutex<Option<&'static str>>,
    taken: watch::Sender<Vec<Value>>,
    patience: Duration,
}

impl Scripted {
    fn new(script: impl IntoIterator<Item = Line>) -> Arc<Self> {
        Arc::new(Self {
            script: Mutex::new(script.into_iter().collect()),
            refused: Mutex::default(),
            taken: watch::Sender::new(Vec::new()),
            patience: Duration::from_secs(3_600),
        })
    }

    fn take(&self, events: &[Announcement]) {
        self.taken.send_modify(|taken| {
            for event in events {
                assert_eq!(event.channel, format!("private-session-{ID}"));
                let data: Value = serde_json::from_str(&event.data).unwrap();
                assert_eq!(data["type"], event.event);
                taken.push(data);
            }
        });
    }

    /// What was taken, once it is this much.
    async fn taken(&self, count: usize) -> Vec<Value> {
        let mut taken = self.taken.subscribe();
        let enough = taken.wait_for(|taken| taken.len() >= count);
        enough.await.unwrap().clone()
    }
}

#[async_trait]
impl Publisher for Scripted {
    async fn publish(&self, events: &[Announcement]) -> Result<(), PublishFailure> {
        let line = self.script.lock().unwrap().pop_front();
        match line {
            None => {}
            Some(Line::Fail) => return Err(PublishFailure::Unavailable("down".into())),
            Some(Line::TakeAndFail) => {
                self.take(events);
                return Err(PublishFailure::Unavailable("cut off".into()));
            }
            Some(Line::TakeAndHang) => {
                self.take(events);
                std::future::pending::<()>().await;
            }
            Some(Line::Refuse(words)) => *self.refused.lock().unwrap() = Some(words),
        }
        let refused = *self.refused.lock().unwrap();
        let holds = |event: &Announcement| refused.is_some_and(|words| event.data.contains(words));
        if events.iter().any(holds) {
            return Err(PublishFailure::Refused("too odd".into()));
        }
        self.take(events);
        Ok(())
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn most(&self) -> u32 {
        10
    }

    fn patience(&self) -> Duration {
        self.patience
    }
}

async fn kit(dir: &Arc<Place>, run: u64, publisher: &Arc<Scripted>) -> Kit {
    let elsewhere = Elsewhere {
        publisher: publisher.clone(),
        credentials: Credentials {
            app_id: "7".to_owned(),
            key: "k".to_owned(),
            secret: "hidden".to_owned(),
        },
        place: RealtimePlace::Cluster("eu".to_owned()),
    };
    Kit::live(dir.clone(), run, Realtime::Elsewhere(elsewhere)).await
}

fn folder() -> Arc<Place> {
    Place::new()
}

async fn say(kit: &Kit, words: &str) {
    let mut body = page(words);
    body["sessionId"] = json!(ID);
    assert_eq!(kit.interact(&body).await.status, 200);
}

async fn end(running: Running) {
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
}

/// How many rows wait in the outbox.
async fn waiting(dir: &Place) -> usize {
    let store = dir.open();
    let sent = store.upkeep().sent_up_to().await.unwrap();
    let rows = store.upkeep().list::<Announced>((sent, 1_000)).await;
    rows.unwrap().len()
}

/// Each thing once, in the order in which it first came.
fn once(events: &[Value]) -> Vec<String> {
    let mut known = Vec::new();
    for id in ids(events) {
        if !known.contains(&id) {
            known.push(id);
        }
    }
    known
}

#[tokio::test]
async fn an_outage_holds_everything_back_and_loses_no_order() {
    let (dir, server) = (
        folder(),
        Scripted::new([Line::Fail, Line::TakeAndFail, Line::Fail]),
    );
    let kit = kit(&dir, 0, &server).await;
    init(&kit, &kit.alice).await;
    let running = start(&kit).await;
    for number in 0..6 {
        say(&kit, &format!("words {number}")).await;
    }
    let mut taken = server.taken.subscribe();
    let all = taken.wait_for(|taken| once(taken).len() == 18).await;
    let all = all.unwrap().clone();
    // What was taken in vain comes again, and everything after it.
    let last = &all[all.len() - 18..];
    assert_eq!(once(last), once(&all));
    let words: Vec<&str> = last
        .iter()
        .filter(|event| event["message"]["role"] == "user")
        .map(|event| event["message"]["content"].as_str().unwrap())
        .collect();
    let expected: Vec<String> = (0..6).map(|number| format!("words {number}")).collect();
    assert_eq!(words, expected);
    end(running).await;
}

#[tokio::test]
async fn what_was_sent_before_a_crash_and_not_marked_is_sent_again_under_its_id() {
    let (dir, dying) = (Place::alone(), Scripted::new([Line::TakeAndHang]));
    let first = kit(&dir, 0, &dying).await;
    init(&first, &first.alice).await;
    say(&first, "before").await;
    let running = start(&first).await;
    let before = dying.taken(3).await;
    running.done.abort();
    let _killed = running.done.await;
    drop(first);
    assert_eq!(waiting(&dir).await, 3);

    let server = Scripted::new([]);
    let second = kit(&dir, 1, &server).await;
    let running = start(&second).await;
    assert_eq!(server.taken(3).await, before);
    say(&second, "after").await;
    let all = server.taken(6).await;
    assert_eq!(all[3]["message"]["content"], "after");
    assert_eq!(once(&all).len(), 6);
    end(running).await;
    assert_eq!(waiting(&dir).await, 0);
}

#[tokio::test]
async fn what_nobody_took_before_a_restart_is_sent_after_it() {
    let (dir, down) = (
        folder(),
        Scripted::new(std::iter::repeat_n(Line::Fail, 100)),
    );
    let first = kit(&dir, 0, &down).await;
    init(&first, &first.alice).await;
    let running = start(&first).await;
    say(&first, "one").await;
    end(running).await;
    drop(first);
    let server = Scripted::new([]);
    let second = kit(&dir, 1, &server).await;
    let running = start(&second).await;
    let taken = server.taken(3).await;
    assert_eq!(taken[0]["message"]["content"], "one");
    end(running).await;
}

#[tokio::test]
async fn what_is_too_old_for_anybody_to_wait_for_is_passed_over() {
    let (dir, server) = (folder(), Scripted::new([]));
    let kit = kit(&dir, 0, &server).await;
    init(&kit, &kit.alice).await;
    say(&kit, "old").await;
    kit.clock.advance(3_700_000);
    say(&kit, "new").await;
    let running = start(&kit).await;
    let taken = server.taken(3).await;
    assert_eq!(taken[0]["message"]["content"], "new");
    end(running).await;
    assert_eq!(waiting(&dir).await, 0);
}

#[tokio::test]
async fn an_event_that_is_never_taken_does_not_hold_up_the_others() {
    let (dir, server) = (folder(), Scripted::new([Line::Refuse("odd one")]));
    let kit = kit(&dir, 0, &server).await;
    init(&kit, &kit.alice).await;
    say(&kit, "even one").await;
    say(&kit, "odd one").await;
    let running = start(&kit).await;
    let taken = server.taken(5).await;
    assert_eq!(once(&taken).len(), 5);
    assert!(
        !taken
            .iter()
            .any(|event| event["message"]["content"] == "odd one")
    );
    assert_eq!(taken[4]["type"], "interact_response");
    end(running).await;
    assert_eq!(waiting(&dir).await, 0);
}

#[tokio::test]
async fn a_long_backlog_is_sent_in_order() {
    let (dir, server) = (folder(), Scripted::new([]));
    let kit = kit(&dir, 0, &server).await;
    init(&kit, &kit.alice).await;
    for number in 0..20 {
        say(&kit, &format!("words {number}")).await;
    }
    let running = start(&kit).await;
    let taken = server.taken(60).await;
    let numbers: Vec<u64> = taken
        .iter()
        .filter_map(|event| event["message"]["sequenceNumber"].as_u64())
        .collect();
    assert_eq!(numbers, (0..40).collect::<Vec<_>>());
    assert_eq!(once(&taken).len(), 60);
    end(running).await;
}
