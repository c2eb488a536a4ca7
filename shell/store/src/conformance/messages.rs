use screen_agent_action::status::TaskStatus;

use super::world::*;
use crate::session::{
    ActionError, MessageFilter, MessageSender, MessageStatus, NewMessage, SessionRecord,
};
use crate::turn::{ActionOutcome, BeginTurn, TurnCommit};
use crate::{Owner, Store, StoreError};

/// Plays turns of one task, each with new words and a word of ours, all at the same instant.
async fn talk(store: &dyn Store, owner: Owner, turns: u128) {
    for turn in 0..turns {
        let words = format!("words {turn}");
        let begin = match turn {
            0 => first(1, 2, &words),
            turn => later(1, &words, turn),
        };
        open(store, owner, begin.clone()).await;
        let mut task = task(store, owner, 1).await;
        let closing = TurnCommit {
            said: Some(message(MessageSender::Assistant, &format!("reply {turn}"))),
            ..commit(&begin, &mut task)
        };
        store.scoped(owner).commit_turn(closing).await.unwrap();
    }
}

pub async fn messages_are_numbered_in_commit_order(store: &dyn Store) {
    let owner = owner(store, 1).await;
    talk(store, owner, 3).await;
    let numbered: Vec<_> = said(store, owner, 2)
        .await
        .into_iter()
        .map(|message| (message.sequence, message.role, message.content))
        .collect();
    let expected: Vec<_> = (0..3)
        .flat_map(|turn| {
            [
                (turn * 2, MessageSender::User, format!("words {turn}")),
                (
                    turn * 2 + 1,
                    MessageSender::Assistant,
                    format!("reply {turn}"),
                ),
            ]
        })
        .collect();
    assert_eq!(numbered, expected);
    let session = store
        .scoped(owner)
        .find::<SessionRecord>(session_id(2))
        .await
        .unwrap();
    assert_eq!(session.unwrap().message_count, 6);
}

pub async fn the_same_words_are_not_said_twice(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (turn, text) in ["a", "a", "b", "b", "a"].into_iter().enumerate() {
        let begin = match turn {
            0 => first(1, 2, text),
            turn => later(1, text, turn as u128),
        };
        play(store, owner, begin, TaskStatus::Executing).await;
    }
    assert_eq!(words(store, owner, 2).await, ["a", "b", "a"]);
}

pub async fn an_outcome_is_noted_on_our_latest_action(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = first(1, 2, "a");
    open(store, owner, begin.clone()).await;
    let mut state = task(store, owner, 1).await;
    let closing = TurnCommit {
        said: Some(NewMessage {
            action: Some("click(1)".to_owned()),
            status: Some(MessageStatus::Pending),
            ..message(MessageSender::Assistant, "Clicking.")
        }),
        ..commit(&begin, &mut state)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
    let error = ActionError {
        code: Some("TIMEOUT".to_owned()),
        message: None,
    };
    let told = BeginTurn {
        outcome: Some(ActionOutcome {
            status: MessageStatus::Failure,
            error: Some(error.clone()),
        }),
        ..later(1, "b", 1)
    };
    play(store, owner, told, TaskStatus::Executing).await;
    let noted: Vec<_> = said(store, owner, 2)
        .await
        .into_iter()
        .map(|message| (message.content, message.status, message.error))
        .collect();
    let expected = vec![
        ("a".to_owned(), None, None),
        (
            "Clicking.".to_owned(),
            Some(MessageStatus::Failure),
            Some(error),
        ),
        ("b".to_owned(), None, None),
    ];
    assert_eq!(noted, expected);
}

pub async fn paging_by_number_meets_each_message_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    talk(store, owner, 4).await;
    let rows = store.scoped(owner);
    let mut met = Vec::new();
    loop {
        let filter = MessageFilter {
            after: met.last().copied(),
            since_ms: None,
            limit: 3,
        };
        let page = rows.messages(session_id(2), filter).await.unwrap().unwrap();
        assert_eq!(page.total, 8);
        if page.items.is_empty() {
            break;
        }
        met.extend(page.items.iter().map(|message| message.sequence));
    }
    assert_eq!(met, (0..8).collect::<Vec<_>>());
}

pub async fn paging_by_time_meets_each_message_once(store: &dyn Store) {
    let owner = owner(store, 1).await;
    talk(store, owner, 4).await;
    let rows = store.scoped(owner);
    let mut met = Vec::new();
    let mut since_ms = None;
    loop {
        let filter = MessageFilter {
            since_ms,
            after: None,
            limit: 3,
        };
        let page = rows.messages(session_id(2), filter).await.unwrap().unwrap();
        let Some(last) = page.items.last() else {
            break;
        };
        since_ms = Some(last.at_ms + 1);
        met.extend(page.items.iter().map(|message| message.sequence));
    }
    assert_eq!(met, (0..8).collect::<Vec<_>>());
}

pub async fn a_summary_is_short(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let begin = BeginTurn {
        words: NewMessage {
            dom_summary: Some("é".repeat(201)),
            ..message(MessageSender::User, "a")
        },
        ..first(1, 2, "a")
    };
    let outcome = store.scoped(owner).begin_turn(begin).await;
    assert!(
        matches!(outcome, Err(StoreError::Refused(_))),
        "{outcome:?}"
    );
    let begin = BeginTurn {
        words: NewMessage {
            dom_summary: Some("é".repeat(200)),
            ..message(MessageSender::User, "a")
        },
        ..first(1, 2, "a")
    };
    open(store, owner, begin).await;
}
