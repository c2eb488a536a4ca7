use screen_agent_action::status::TaskStatus;

use super::world::*;
use crate::outbox::{Announced, Happened, OutboxPosition, Publication, Published, TopicName};
use crate::session::MessageSender;
use crate::turn::{LEASE_MS, TurnCommit};
use crate::upkeep::{IDLE_MS, KEEP_OUTBOX_MS};
use crate::{Owner, Store, StoreError};

async fn announced(store: &dyn Store, after: OutboxPosition) -> Vec<Announced> {
    store
        .upkeep()
        .list::<Announced>((after, 100))
        .await
        .unwrap()
}

async fn sent_up_to(store: &dyn Store) -> OutboxPosition {
    store.upkeep().sent_up_to().await.unwrap()
}

/// Each in a few words.
fn told(rows: &[Announced]) -> Vec<String> {
    let word = |row: &Announced| match &row.what {
        Happened::Published { kind, body } => format!("{kind} {body}"),
        Happened::Message(said) => format!("{} {}", said.sequence, said.content),
        Happened::Turn { task, turn, round } => {
            format!("task {} turn {turn} {round}", task.get().as_u128())
        }
        Happened::Interrupted {
            task,
            turn,
            step_count,
        } => {
            let task = task.get().as_u128();
            format!("task {task} left after {turn} turns, {step_count} steps")
        }
    };
    rows.iter().map(word).collect()
}

/// Opens a turn with words and closes it with an answer.
async fn talk(store: &dyn Store, owner: Owner, session: u128) {
    let begin = first(session, session, "go");
    open(store, owner, begin.clone()).await;
    let mut task = task(store, owner, session).await;
    let closing = TurnCommit {
        announcements: vec![message(MessageSender::System, "plan")],
        said: Some(message(MessageSender::Assistant, "did it")),
        round: r#"{"status":"executing"}"#.to_owned(),
        ..commit(&begin, &mut task)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
}

pub async fn each_message_and_turn_is_told_once_in_commit_order(store: &dyn Store) {
    let owner = owner(store, 1).await;
    talk(store, owner, 5).await;
    let rows = announced(store, OutboxPosition::default()).await;
    assert_eq!(
        told(&rows),
        [
            "0 go",
            "1 plan",
            "2 did it",
            r#"task 5 turn 0 {"status":"executing"}"#,
        ]
    );
    for row in &rows {
        assert_eq!(row.owner, owner);
        assert_eq!(row.topic.session(), Some(session_id(5)));
        assert!(row.is_first);
    }
    let said = said(store, owner, 5).await;
    let messages = rows.iter().filter_map(|row| match &row.what {
        Happened::Message(message) => Some((**message).clone()),
        Happened::Published { .. } | Happened::Turn { .. } | Happened::Interrupted { .. } => None,
    });
    assert_eq!(messages.collect::<Vec<_>>(), said);
}

pub async fn what_is_marked_as_sent_is_where_the_next_start_begins(store: &dyn Store) {
    let owner = owner(store, 1).await;
    assert_eq!(sent_up_to(store).await, OutboxPosition::default());
    talk(store, owner, 5).await;
    let rows = announced(store, OutboxPosition::default()).await;
    assert!(sent_up_to(store).await < rows[0].place);
    let upkeep = store.upkeep();
    upkeep.mark_sent(rows[1].place, NOW).await.unwrap();
    let left = announced(store, sent_up_to(store).await).await;
    assert_eq!(left, rows[2..]);
    upkeep.mark_sent(rows[3].place, NOW).await.unwrap();
    assert_eq!(sent_up_to(store).await, rows[3].place);
    upkeep.mark_sent(rows[0].place, NOW).await.unwrap();
    assert_eq!(sent_up_to(store).await, rows[3].place);
    talk(store, owner, 6).await;
    let later = announced(store, sent_up_to(store).await).await;
    assert_eq!(later.len(), 4);
    assert!(later.iter().all(|row| row.place > rows[3].place));
}

/// Another process has told its own listeners, and not ours.
pub async fn what_is_marked_as_sent_can_still_be_read(store: &dyn Store) {
    let owner = owner(store, 1).await;
    talk(store, owner, 5).await;
    let rows = announced(store, OutboxPosition::default()).await;
    let upkeep = store.upkeep();
    upkeep.mark_sent(rows[3].place, NOW).await.unwrap();
    assert_eq!(announced(store, rows[0].place).await, rows[1..]);
}

pub async fn the_oldest_come_first_and_no_more_than_asked_for(store: &dyn Store) {
    let owner = owner(store, 1).await;
    talk(store, owner, 5).await;
    let all = announced(store, OutboxPosition::default()).await;
    let some = store
        .upkeep()
        .list::<Announced>((OutboxPosition::default(), 3))
        .await
        .unwrap();
    assert_eq!(some, all[..3]);
}

pub async fn a_turn_that_is_refused_tells_nothing(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "a");
    open(store, owner, begin.clone()).await;
    let before = announced(store, OutboxPosition::default()).await;
    let mut state = task(store, owner, 1).await;
    let mut closing = commit(&begin, &mut state);
    closing.state.step_count = 7;
    let refused = store.scoped(owner).commit_turn(closing).await;
    assert!(refused.is_err());
    assert_eq!(announced(store, OutboxPosition::default()).await, before);
}

pub async fn a_task_that_is_left_lying_is_told_of(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 5, "a")).await;
    let last = announced(store, OutboxPosition::default())
        .await
        .pop()
        .unwrap()
        .place;
    let now = NOW + IDLE_MS + 1;
    let stored = store.scoped(owner);
    let found = || stored.active_task(session_id(5), None, now);
    assert_eq!(found().await.unwrap(), None);
    let rows = announced(store, last).await;
    assert_eq!(told(&rows), ["task 1 left after 1 turns, 1 steps"]);
    assert_eq!(rows[0].at_ms, now);
    found().await.unwrap();
    assert_eq!(announced(store, last).await, rows);
}

pub async fn recovery_tells_of_what_it_interrupts(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play(store, owner, first(1, 5, "a"), TaskStatus::Executing).await;
    open(store, owner, later(1, "a", 1)).await;
    open(store, owner, first(2, 5, "b")).await;
    let last = announced(store, OutboxPosition::default())
        .await
        .pop()
        .unwrap()
        .place;
    store.upkeep().recover(NOW + LEASE_MS).await.unwrap();
    let rows = announced(store, last).await;
    assert_eq!(told(&rows), ["task 2 left after 0 turns, 0 steps"]);
}

pub async fn a_sweep_tells_of_what_it_interrupts(store: &dyn Store) {
    let owner = owner(store, 1).await;
    play_step(store, owner, first(1, 5, "a")).await;
    let last = announced(store, OutboxPosition::default())
        .await
        .pop()
        .unwrap()
        .place;
    store.upkeep().sweep(NOW + IDLE_MS + 1).await.unwrap();
    let rows = announced(store, last).await;
    assert_eq!(told(&rows), ["task 1 left after 1 turns, 1 steps"]);
}

/// Ids of conversations are their clients' choice: a second owner may choose the same.
pub async fn a_channel_is_of_whoever_had_the_id_first(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let upkeep = store.upkeep();
    let topic = TopicName::of_session(session_id(5));
    assert_eq!(upkeep.first_owner(topic.clone()).await.unwrap(), None);
    for (owner, task) in [(alice, 1), (bob, 2)] {
        open(store, owner, first(task, 5, "a")).await;
    }
    let first = upkeep.first_owner(topic.clone()).await.unwrap();
    assert_eq!(first, Some(alice));
    let rows = announced(store, OutboxPosition::default()).await;
    let whose: Vec<_> = rows.iter().map(|row| (row.owner, row.is_first)).collect();
    assert_eq!(whose, [(alice, true), (bob, false)]);
}

/// A surface without sessions publishes on names of its own.
pub async fn any_surface_can_publish_and_a_name_is_its_first_owners(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let upkeep = store.upkeep();
    let publication = |word: &str| Publication {
        topic: TopicName("editor-1".to_owned()),
        kind: word.to_owned(),
        body: "{}".to_owned(),
    };
    talk(store, alice, 5).await;
    let before = announced(store, OutboxPosition::default()).await;
    for (owner, word) in [(alice, "saved"), (bob, "taken"), (alice, "closed")] {
        let published = upkeep.publish(owner, vec![publication(word)], NOW);
        published.await.unwrap();
    }
    let topic = publication("").topic;
    assert_eq!(
        upkeep.first_owner(topic.clone()).await.unwrap(),
        Some(alice)
    );
    let last = before.last().map(|row| row.place).unwrap();
    let rows = announced(store, last).await;
    assert_eq!(told(&rows), ["saved {}", "taken {}", "closed {}"]);
    let whose: Vec<_> = rows.iter().map(|row| (row.owner, row.is_first)).collect();
    assert_eq!(whose, [(alice, true), (bob, false), (alice, true)]);
    assert!(
        rows.iter()
            .all(|row| row.topic == topic && row.at_ms == NOW)
    );
}

/// What was published can be read again by whoever published it, until its term is over; a name that nothing is kept of
/// is free again.
pub async fn what_was_published_is_its_owners_to_read_until_it_goes(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let upkeep = store.upkeep();
    let topic = TopicName::of_trace(id(7));
    let publication = |word: &str| Publication {
        topic: topic.clone(),
        kind: word.to_owned(),
        body: format!("{{\"said\":\"{word}\"}}"),
    };
    let both = vec![publication("ready"), publication("done")];
    upkeep.publish(alice, both, NOW).await.unwrap();
    upkeep
        .publish(bob, vec![publication("forged")], NOW)
        .await
        .unwrap();
    let read = async |owner| {
        let rows = store.scoped(owner);
        rows.list::<Published>(topic.clone()).await.unwrap()
    };
    let kinds = |rows: &[Published]| -> Vec<String> {
        rows.iter()
            .map(|row| format!("{} {}", row.kind, row.body))
            .collect()
    };
    assert_eq!(
        kinds(&read(alice).await),
        [r#"ready {"said":"ready"}"#, r#"done {"said":"done"}"#]
    );
    assert_eq!(kinds(&read(bob).await), [r#"forged {"said":"forged"}"#]);
    assert_eq!(topic.trace(), Some(id(7)));
    upkeep.sweep(NOW + KEEP_OUTBOX_MS + 1).await.unwrap();
    assert_eq!(read(alice).await, []);
    assert_eq!(upkeep.first_owner(topic.clone()).await.unwrap(), None);
}

/// What is told on a topic of one's own stands in one order, whoever tells it: who knows less than was told tells nothing.
pub async fn what_is_published_next_stands_behind_what_its_owner_knows(store: &dyn Store) {
    let (alice, bob) = (owner(store, 1).await, owner(store, 2).await);
    let upkeep = store.upkeep();
    let topic = TopicName::of_trace(id(7));
    let next = |owner, published, words: &[&str]| {
        let said = |word: &&str| Publication {
            topic: topic.clone(),
            kind: (*word).to_owned(),
            body: "{}".to_owned(),
        };
        let all = words.iter().map(said).collect();
        upkeep.publish_next(owner, (topic.clone(), published), all, NOW)
    };
    next(alice, 0, &["one", "two"]).await.unwrap();
    for (owner, published, words) in [
        (alice, 0, vec!["early"]),
        (alice, 1, vec![]),
        (alice, 3, vec!["late"]),
        (bob, 2, vec!["forged"]),
    ] {
        let lost = next(owner, published, &words).await;
        assert!(matches!(lost, Err(StoreError::LeaseLost)), "{words:?}");
    }
    next(alice, 2, &[]).await.unwrap();
    let racing = all_at_once(vec![next(alice, 2, &["three"]), next(alice, 2, &["third"])]).await;
    let told = racing.iter().filter(|told| told.is_ok());
    assert_eq!(told.count(), 1);
    let rows = store.scoped(alice);
    let rows = rows.list::<Published>(topic.clone()).await.unwrap();
    assert_eq!((rows.len(), rows[1].kind.as_str()), (3, "two"));
}
