//! Turns, from a look to what is kept of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, ProposeFailure};
use screen_agent_action::step::Report;
use screen_agent_engine::turn::{TurnError, TurnRequest};
use screen_agent_engine::{Engine, EngineParts, Patience};
use screen_agent_page::{NodeId, Observation};
use screen_agent_ports::{Proposed, Proposer};
use screen_agent_store::session::{ActionError, MessageSender, MessageStatus};
use screen_agent_store::task::{StepPicture, StoredStep};
use screen_agent_store::{Owner, Store};
use screen_agent_turn::event::{Capabilities, Seen};
use screen_agent_turn::record::{ReplayReport, replay};
use tokio::sync::Notify;
use world::*;

#[tokio::test]
async fn a_turn_is_answered_kept_and_told() {
    let world = World::new(vec![Scripted::new(vec![hover("1")])]).await;
    let answer = world.answer(look("show the details")).await;
    assert_eq!(answer, "hover(1) / executing");
    let task = world.task().await;
    let rows = world.store.scoped(world.owner);
    let steps = rows.list::<StoredStep>(task).await.unwrap();
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].action, "hover(1)");
    let said: Vec<_> = world
        .said()
        .await
        .into_iter()
        .map(|m| (m.role, m.content, m.action, m.status))
        .collect();
    let expected = vec![
        (
            MessageSender::User,
            "show the details".to_owned(),
            None,
            None,
        ),
        (
            MessageSender::Assistant,
            "As asked.".to_owned(),
            Some("hover(1)".to_owned()),
            Some(MessageStatus::Pending),
        ),
    ];
    assert_eq!(said, expected);
    drop(rows);
    assert_eq!(
        world.told().await,
        [
            "0 show the details",
            "1 As asked.",
            "turn 0 \"hover(1) / executing\"",
        ]
    );
}

/// Looks into the store while it is being asked.
struct Witness {
    store: screen_agent_store_sqlite::SqliteStore,
    owner: Owner,
    seen: std::sync::Mutex<Vec<String>>,
}

#[async_trait]
impl Proposer for Witness {
    fn name(&self) -> &str {
        "witness"
    }

    async fn propose(&self, _ask: &Ask) -> Result<Proposed, ProposeFailure> {
        let filter = screen_agent_store::session::MessageFilter {
            limit: 9,
            ..Default::default()
        };
        let rows = self.store.scoped(self.owner);
        let page = rows.messages(session(), filter).await.unwrap().unwrap();
        let words = page.items.into_iter().map(|message| message.content);
        self.seen.lock().unwrap().extend(words);
        Err(ProposeFailure::Unavailable)
    }
}

#[tokio::test]
async fn the_words_are_kept_before_anybody_is_asked() {
    let world = World::new(Vec::new()).await;
    let witness = Arc::new(Witness {
        store: world.store.clone(),
        owner: world.owner,
        seen: std::sync::Mutex::default(),
    });
    let engine = Engine::new(EngineParts {
        proposers: vec![witness.clone()],
        ..parts(&world.store, &world.clock)
    });
    let answer = engine.turn(world.owner, look("go"), encode).await.unwrap();
    assert!(answer.response.body.starts_with(b"refused Unavailable"));
    assert_eq!(*witness.seen.lock().unwrap(), ["go"]);
}

#[tokio::test]
async fn a_second_look_judges_the_step_and_notes_what_the_client_said() {
    let world = World::new(vec![Scripted::new(vec![hover("1"), finish("Seen.")])]).await;
    world.answer(look("show the details")).await;
    let task = world.task().await;
    let again = TurnRequest {
        seen: Seen {
            screen: Arc::new(screen()),
            report: Report {
                success: Some(false),
                code: Some("ELEMENT_NOT_FOUND".to_owned()),
                ..Report::default()
            },
            ..Seen::default()
        },
        ..look_again(task, "show the details")
    };
    world.answer(again).await;
    let rows = world.store.scoped(world.owner);
    let steps = rows.list::<StoredStep>(task).await.unwrap();
    let verdict = steps[0].step.verdict.as_ref().unwrap();
    assert!(!verdict.met);
    assert_eq!(steps[0].verdict_ms, Some(NOW));
    let said = world.said().await;
    assert_eq!(said[1].status, Some(MessageStatus::Failure));
    let error = ActionError {
        code: Some("ELEMENT_NOT_FOUND".to_owned()),
        message: None,
    };
    assert_eq!(said[1].error, Some(error));
}

#[tokio::test]
async fn a_task_that_has_ended_takes_no_look() {
    let world = World::new(vec![Scripted::new(vec![finish("There.")])]).await;
    let answer = world.answer(look("is it there?")).await;
    assert!(answer.ends_with("/ completed"), "{answer}");
    let said = world.said().await;
    assert_eq!(said[1].content, "There.");
    assert_eq!(said[1].status, Some(MessageStatus::Success));
    let again = look_again(world.task().await, "is it there?");
    let again = world.turn(again).await;
    assert!(matches!(again, Err(TurnError::Ended)), "{again:?}");
}

#[tokio::test]
async fn a_foreign_task_is_unknown() {
    let world = World::new(vec![Scripted::new(vec![hover("1")])]).await;
    world.answer(look("show the details")).await;
    let task = world.task().await;
    let other = owner(&world.store, 2).await;
    let turn = world
        .engine
        .turn(other, look_again(task, "mine"), encode)
        .await;
    assert!(matches!(turn, Err(TurnError::UnknownTask)), "{turn:?}");
    let stop = world.engine.stop(other, task).await;
    assert!(matches!(stop, Err(TurnError::UnknownTask)), "{stop:?}");
    let export = world.engine.export(other, task).await;
    assert!(matches!(export, Err(TurnError::UnknownTask)), "{export:?}");
}

#[tokio::test]
async fn the_same_key_gets_the_same_answer_without_asking_again() {
    let scripted = Scripted::new(vec![hover("1")]);
    let world = World::new(vec![scripted.clone()]).await;
    let keyed = |body| TurnRequest {
        key: Some(key(body)),
        ..look("show the details")
    };
    let first = world.turn(keyed(1)).await.unwrap();
    let second = world.turn(keyed(1)).await.unwrap();
    assert_eq!(second.response, first.response);
    assert_eq!((first.repeated, second.repeated), (false, true));
    assert_eq!(scripted.calls.load(Ordering::SeqCst), 1);
    assert_eq!(world.said().await.len(), 2);
    let other = world.turn(keyed(2)).await;
    assert!(matches!(other, Err(TurnError::IdempotencyMismatch)));
}

#[tokio::test]
async fn a_client_that_goes_away_finds_its_answer_later() {
    let go = Arc::new(Notify::new());
    let wait = Cue::Wait(go.clone(), hover_decision());
    let scripted = Scripted::new(vec![wait]);
    let world = World::new(vec![scripted.clone()]).await;
    let keyed = TurnRequest {
        key: Some(key(1)),
        ..look("show the details")
    };
    let mut commits = world.engine.commits();
    let first = tokio::spawn({
        let (engine, owner, request) = (world.engine.clone(), world.owner, keyed.clone());
        async move { engine.turn(owner, request, encode).await }
    });
    scripted.called.notified().await;
    let meanwhile = world.turn(keyed.clone()).await;
    assert!(
        matches!(meanwhile, Err(TurnError::InFlight)),
        "{meanwhile:?}"
    );
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    go.notify_one();
    while world.told().await.len() < 3 {
        commits.changed().await.unwrap();
    }
    let later = world.turn(keyed).await.unwrap();
    assert!(later.repeated);
    assert_eq!(later.response.body, b"hover(1) / executing");
}

fn hover_decision() -> Decision {
    Decision::Act {
        action: Action::Hover {
            id: NodeId::new("1"),
        },
    }
}

#[tokio::test]
async fn a_second_look_in_the_middle_of_the_first_is_busy() {
    let go = Arc::new(Notify::new());
    let wait = Cue::Wait(go.clone(), hover_decision());
    let scripted = Scripted::new(vec![hover("1"), wait]);
    let world = World::new(vec![scripted.clone()]).await;
    world.answer(look("show the details")).await;
    scripted.called.notified().await;
    let task = world.task().await;
    let again = look_again(task, "show the details");
    let first = world.turn(again.clone());
    let second = async {
        scripted.called.notified().await;
        let busy = world.turn(again.clone()).await;
        assert!(matches!(busy, Err(TurnError::Busy)), "{busy:?}");
        go.notify_one();
    };
    let (first, ()) = tokio::join!(first, second);
    first.unwrap();
}

#[tokio::test]
async fn who_does_not_answer_in_time_leaves_the_task_where_it_stands() {
    let patience = Patience {
        call: Duration::from_millis(1),
        request: Duration::from_secs(9),
    };
    let scripted = Scripted::new(vec![Cue::Hang, hover("1")]);
    let world = World::patient(vec![scripted], patience).await;
    let keyed = TurnRequest {
        key: Some(key(1)),
        ..look("show the details")
    };
    let late = world.answer(keyed.clone()).await;
    assert!(late.starts_with("refused TimedOut"), "{late}");
    // An outage is no answer to keep: the same key asks again, and is answered this time.
    let again = TurnRequest {
        task: Some(world.task().await),
        ..keyed
    };
    let again = world.turn(again).await.unwrap();
    assert!(!again.repeated);
    assert_eq!(again.response.body, b"hover(1) / executing");
}

#[tokio::test]
async fn a_panic_ends_typed_and_frees_the_task() {
    let scripted = Scripted::new(vec![hover("1"), Cue::Panic, hover("3")]);
    let world = World::new(vec![scripted]).await;
    world.answer(look("show the details")).await;
    let again = look_again(world.task().await, "show the details");
    let broken = world.turn(again.clone()).await;
    assert!(matches!(broken, Err(TurnError::Broken(_))), "{broken:?}");
    assert_eq!(world.answer(again).await, "hover(3) / executing");
}

/// Storage was away in the moment in which a turn broke off.
#[tokio::test]
async fn a_task_that_could_not_be_let_go_is_let_go_as_soon_as_it_can_be() {
    let scripted = Scripted::new(vec![hover("1"), Cue::Panic, hover("3")]);
    let world = World::new(vec![scripted]).await;
    world.answer(look("show the details")).await;
    let database = rusqlite::Connection::open(world.folder.path().join("test.db")).unwrap();
    database
        .execute_batch(
            "CREATE TRIGGER away BEFORE UPDATE ON tasks WHEN NEW.lease_id IS NULL
             BEGIN SELECT RAISE(ABORT, 'away'); END",
        )
        .unwrap();
    let again = look_again(world.task().await, "show the details");
    let broken = world.turn(again.clone()).await;
    assert!(matches!(broken, Err(TurnError::Broken(_))), "{broken:?}");
    let busy = world.turn(again.clone()).await;
    assert!(matches!(busy, Err(TurnError::Busy)), "{busy:?}");
    database.execute_batch("DROP TRIGGER away").unwrap();
    let freed = async {
        loop {
            match world.turn(again.clone()).await {
                Err(TurnError::Busy) => tokio::task::yield_now().await,
                done => return done.unwrap().response.body,
            }
        }
    };
    let freed = tokio::time::timeout(Duration::from_secs(60), freed);
    assert_eq!(freed.await.unwrap(), b"hover(3) / executing");
}

#[tokio::test]
async fn the_next_one_is_asked_when_one_gives_up() {
    let engine = Scripted::named("engine", false, vec![give_up("not understood")]);
    let model = Scripted::named("model", true, vec![hover("1")]);
    let world = World::new(vec![engine.clone(), model.clone()]).await;
    let answer = world.answer(look("show the details")).await;
    assert_eq!(answer, "hover(1) / executing");
    assert_eq!(engine.calls.load(Ordering::SeqCst), 1);
    assert_eq!(model.calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn what_the_last_one_says_stands() {
    let world = World::new(vec![
        Scripted::named("engine", false, vec![give_up("not understood")]),
        Scripted::named("model", true, vec![give_up("me neither")]),
    ])
    .await;
    let answer = world.answer(look("frobnicate")).await;
    assert!(answer.ends_with("/ failed"), "{answer}");
    assert!(answer.contains("me neither"), "{answer}");
}

#[tokio::test]
async fn nobody_to_ask_is_an_outage() {
    let world = World::new(Vec::new()).await;
    let answer = world.answer(look("show the details")).await;
    assert!(answer.starts_with("refused Unavailable"), "{answer}");
}

#[tokio::test]
async fn a_password_is_sent_once_allowed_and_never_kept() {
    let typing = || {
        act(Action::SetValue {
            id: NodeId::new("2"),
            text: "Sesame-99".to_owned(),
        })
    };
    // The secret is not kept while the person thinks, so it is proposed again after the yes.
    let scripted = Scripted::new(vec![typing(), typing()]);
    let world = World::new(vec![scripted]).await;
    let asked = world.answer(look("sign in")).await;
    assert!(asked.starts_with("approve setValue(2"), "{asked}");
    assert!(!asked.contains("Sesame"), "{asked}");
    let task = world.task().await;
    let yes = look_again(task, "yes");
    let answer = world.answer(yes).await;
    assert_eq!(answer, "setValue(2, \"Sesame-99\") / executing");
    let rows = world.store.scoped(world.owner);
    let steps = rows.list::<StoredStep>(task).await.unwrap();
    let kept = format!("{steps:?} {:?}", world.said().await);
    assert!(!kept.contains("Sesame"), "{kept}");
    let record = world.engine.export(world.owner, task).await.unwrap();
    let turns: Vec<_> = record.lines().collect();
    assert!(!turns[1].contains("Sesame"), "{}", turns[1]);
}

#[tokio::test]
async fn a_picture_is_kept_with_the_step_that_it_was_taken_before() {
    let world = World::new(vec![Scripted::new(vec![hover("1")])]).await;
    let mut request = look("show the details");
    Arc::make_mut(&mut request.seen.screen).heavy.screenshot =
        Some("data:image/jpeg;base64,/9j/4A==".into());
    world.answer(request).await;
    let task = world.task().await;
    let rows = world.store.scoped(world.owner);
    let expected = StepPicture {
        mime: "image/jpeg".to_owned(),
        image: vec![0xff, 0xd8, 0xff, 0xe0],
    };
    assert_eq!(
        rows.find::<StepPicture>((task, 0)).await.unwrap(),
        Some(expected)
    );
    let record = world.engine.export(world.owner, task).await.unwrap();
    assert!(!record.contains("/9j/4A=="), "pictures are kept once");
}

#[tokio::test]
async fn what_happened_can_be_replayed() {
    let scripted = Scripted::new(vec![hover("1"), hover("9"), hover("3"), finish("Seen.")]);
    let world = World::new(vec![scripted]).await;
    world.answer(look("show the details")).await;
    let task = world.task().await;
    for _ in 0..2 {
        world.answer(look_again(task, "show the details")).await;
    }
    let record = world.engine.export(world.owner, task).await.unwrap();
    assert_eq!(
        replay(&record).unwrap(),
        ReplayReport {
            turns: 3,
            events: 7,
            difference: None,
        }
    );
}

#[tokio::test]
async fn a_look_without_a_page_asks_for_one_and_says_nothing() {
    let world = World::new(Vec::new()).await;
    let blank = TurnRequest {
        seen: Seen {
            screen: Arc::new(Observation {
                url: "https://shop.example/".to_owned(),
                ..Observation::default()
            }),
            client: Capabilities {
                negotiate: true,
                ..Capabilities::default()
            },
            ..Seen::default()
        },
        ..look("show the details")
    };
    let answer = world.answer(blank).await;
    assert_eq!(answer, "more / active");
    assert_eq!(world.said().await.len(), 1);
}
