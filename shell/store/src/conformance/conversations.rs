use screen_agent_tools::redact::Redacted;
use screen_agent_wire::packet::SenderRole;

use super::world::*;
use crate::conversation::{
    ConversationFilter, ConversationRecord, NewConversation, PREVIEW_CHARS, PacketRecord,
    PacketsAdded, TITLE_CHARS,
};
use crate::{Owner, Store};

pub fn conversation(id: &str) -> NewConversation {
    NewConversation {
        id: id.to_owned(),
        title: format!("Title of {id}"),
        origin: Some("https://shop.example".to_owned()),
    }
}

pub fn asked(id: &str, turn: u32, preview: &str) -> PacketRecord {
    PacketRecord {
        id: id.to_owned(),
        turn,
        created_ms: NOW,
        sender: SenderRole::User,
        packet_type: "request".to_owned(),
        in_reply_to: None,
        model: None,
        packet: Redacted::from_stored(format!(r#"{{"id":"{id}"}}"#)),
        preview: preview.to_owned(),
    }
}

pub fn answered(id: &str, turn: u32, preview: &str) -> PacketRecord {
    PacketRecord {
        sender: SenderRole::Assistant,
        packet_type: "response".to_owned(),
        in_reply_to: Some("the question".to_owned()),
        model: Some("small-model".to_owned()),
        ..asked(id, turn, preview)
    }
}

async fn add(
    store: &dyn Store,
    owner: Owner,
    id: &str,
    packets: Vec<PacketRecord>,
    now_ms: i64,
) -> PacketsAdded {
    let added = store
        .scoped(owner)
        .add_packets(conversation(id), packets, now_ms)
        .await;
    added.unwrap()
}

async fn packets(store: &dyn Store, owner: Owner, id: &str) -> Option<Vec<PacketRecord>> {
    let rows = store.scoped(owner);
    let known = rows.find::<ConversationRecord>(id.to_owned()).await;
    known.unwrap()?;
    Some(rows.list::<PacketRecord>(id.to_owned()).await.unwrap())
}

async fn found(store: &dyn Store, owner: Owner, search: &str) -> Vec<String> {
    let filter = ConversationFilter {
        limit: 50,
        offset: 0,
        search: Some(search.to_owned()),
    };
    let page = store
        .scoped(owner)
        .page::<ConversationRecord>(filter)
        .await
        .unwrap();
    assert_eq!(page.total as usize, page.items.len(), "{search:?}");
    page.items.into_iter().map(|one| one.id).collect()
}

pub async fn packets_come_back_as_they_were(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let large = format!(r#"{{"text":"{}"}}"#, "line after line, ".repeat(9_000));
    let sent = vec![
        asked("q1", 1, "what is this?"),
        PacketRecord {
            packet: Redacted::from_stored(large),
            ..answered("a1", 1, "a shop")
        },
        PacketRecord {
            sender: SenderRole::Tool,
            packet_type: "tool".to_owned(),
            ..answered("t1", 1, "a tool")
        },
        PacketRecord {
            sender: SenderRole::Agent,
            ..asked("q2", 2, "")
        },
    ];
    let added = add(store, owner, "c", sent.clone(), NOW).await;
    assert_eq!(added, PacketsAdded::Added { new: 4 });
    assert_eq!(packets(store, owner, "c").await, Some(sent));
    let record = store
        .scoped(owner)
        .find::<ConversationRecord>("c".to_owned())
        .await;
    let expected = ConversationRecord {
        id: "c".to_owned(),
        title: "Title of c".to_owned(),
        origin: Some("https://shop.example".to_owned()),
        created_ms: NOW,
        updated_ms: NOW,
        messages: 4,
    };
    assert_eq!(record.unwrap(), Some(expected));
}

pub async fn the_same_packet_is_kept_once_and_as_it_came_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let first = asked("q1", 1, "first");
    add(store, owner, "c", vec![first.clone()], NOW).await;
    let again = vec![
        asked("q1", 1, "second"),
        answered("a1", 1, "answer"),
        answered("a1", 1, "another"),
    ];
    let added = add(store, owner, "c", again.clone(), NOW + 5).await;
    assert_eq!(added, PacketsAdded::Added { new: 1 });
    let repeated = add(store, owner, "c", again, NOW + 9).await;
    assert_eq!(repeated, PacketsAdded::Added { new: 0 });
    let kept = packets(store, owner, "c").await.unwrap();
    assert_eq!(kept, [first, answered("a1", 1, "answer")]);
    let record = store
        .scoped(owner)
        .find::<ConversationRecord>("c".to_owned())
        .await;
    let record = record.unwrap().unwrap();
    assert_eq!((record.messages, record.updated_ms), (2, NOW + 5));
}

pub async fn a_packet_id_is_unique_in_its_conversation_only(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["c", "d"] {
        let added = add(store, owner, id, vec![asked("q1", 1, id)], NOW).await;
        assert_eq!(added, PacketsAdded::Added { new: 1 }, "{id}");
    }
}

pub async fn title_and_origin_stay_as_they_came_first(store: &dyn Store) {
    let owner = owner(store, 1).await;
    add(store, owner, "c", vec![asked("q1", 1, "a")], NOW).await;
    let other = NewConversation {
        title: "Another".to_owned(),
        origin: None,
        ..conversation("c")
    };
    let rows = store.scoped(owner);
    let added = rows.add_packets(other, vec![asked("q2", 2, "b")], NOW + 1);
    added.await.unwrap();
    let record = rows
        .find::<ConversationRecord>("c".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(record.title, "Title of c");
    assert_eq!(record.origin.as_deref(), Some("https://shop.example"));
    assert_eq!((record.created_ms, record.updated_ms), (NOW, NOW + 1));
}

pub async fn a_request_never_runs_back_and_nothing_of_it_is_kept(store: &dyn Store) {
    let owner = owner(store, 1).await;
    add(store, owner, "c", vec![asked("q3", 3, "a")], NOW).await;
    let backwards = vec![
        vec![asked("q2", 2, "b")],
        vec![asked("q4", 4, "b"), asked("q2", 3, "b")],
        // An answer of a turn that is not there.
        vec![asked("q4", 4, "b"), answered("a2", 2, "b")],
    ];
    for packets in backwards {
        let added = add(store, owner, "c", packets, NOW + 1).await;
        assert!(
            matches!(added, PacketsAdded::TurnRanBack { latest: 3 | 4 }),
            "{added:?}"
        );
    }
    let kept = packets(store, owner, "c").await.unwrap();
    assert_eq!(kept, [asked("q3", 3, "a")]);
    let record = store
        .scoped(owner)
        .find::<ConversationRecord>("c".to_owned())
        .await;
    assert_eq!(record.unwrap().unwrap().updated_ms, NOW);
}

/// Who asks again before the answer is there gets both answers, each with its turn.
pub async fn an_answer_that_comes_late_stands_with_its_turn(store: &dyn Store) {
    let owner = owner(store, 1).await;
    add(store, owner, "c", vec![asked("q1", 1, "a")], NOW).await;
    add(store, owner, "c", vec![asked("q2", 2, "b")], NOW + 1).await;
    let late = add(store, owner, "c", vec![answered("a1", 1, "c")], NOW + 2).await;
    assert_eq!(late, PacketsAdded::Added { new: 1 });
    let kept = packets(store, owner, "c").await.unwrap();
    let ids: Vec<_> = kept.iter().map(|packet| packet.id.as_str()).collect();
    assert_eq!(ids, ["q1", "a1", "q2"]);
}

pub async fn packets_that_come_at_once_are_all_kept(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let rows = store.scoped(owner);
    let ids = (0..20).map(|number| format!("q{}", number % 15));
    let adding = ids.map(|id| rows.add_packets(conversation("c"), vec![asked(&id, 1, "a")], NOW));
    let mut kept = 0;
    for added in all_at_once(adding.collect()).await {
        match added.unwrap() {
            PacketsAdded::Added { new } => kept += new,
            PacketsAdded::TurnRanBack { .. } => panic!("all are of one turn"),
        }
    }
    assert_eq!(kept, 15);
    let record = rows
        .find::<ConversationRecord>("c".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(record.messages, 15);
}

pub async fn conversations_are_listed_by_their_latest_change(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (at, id) in ["a", "b", "c", "d"].into_iter().enumerate() {
        let now = NOW + i64::try_from(at).unwrap();
        add(store, owner, id, vec![asked("q1", 1, "x")], now).await;
    }
    add(store, owner, "b", vec![asked("q2", 2, "x")], NOW + 9).await;
    let rows = store.scoped(owner);
    let page = async |limit, offset| {
        let filter = ConversationFilter {
            limit,
            offset,
            search: None,
        };
        let page = rows.page::<ConversationRecord>(filter).await.unwrap();
        let ids: Vec<_> = page.items.into_iter().map(|one| one.id).collect();
        (ids.join(" "), page.total)
    };
    assert_eq!(page(3, 0).await, ("b d c".to_owned(), 4));
    assert_eq!(page(3, 3).await, ("a".to_owned(), 4));
    assert_eq!(page(3, 9).await, (String::new(), 4));
}

pub async fn a_conversation_is_found_by_its_words(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let jackets = vec![
        asked("q1", 1, "Which jacket is the cheapest?"),
        answered("a1", 1, "The blue one, café style, for 35 €."),
    ];
    add(store, owner, "jackets", jackets, NOW).await;
    let news = vec![asked("q1", 1, "Summarise the news: über-important")];
    add(store, owner, "news", news, NOW + 1).await;
    for (search, expected) in [
        ("jacket", &["jackets"][..]),
        ("JACKET cheap", &["jackets"]),
        ("cafe", &["jackets"]),
        ("uber", &["news"]),
        ("blue 35", &["jackets"]),
        ("the", &["news", "jackets"]),
        ("title of news", &["news"]),
        ("title", &["news", "jackets"]),
        ("jacket news", &[]),
        ("acket", &[]),
        ("  ", &["news", "jackets"]),
        ("\"", &[]),
        ("-*()", &[]),
        ("owner:x", &[]),
        ("jacket\" OR \"news", &[]),
        ("NEAR(blue", &[]),
        ("preview : blue", &[]),
    ] {
        assert_eq!(found(store, owner, search).await, expected, "{search:?}");
    }
}

pub async fn what_is_found_is_paged_too(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for (at, id) in ["a", "b", "c"].into_iter().enumerate() {
        let now = NOW + i64::try_from(at).unwrap();
        let packets = vec![asked("q1", 1, "blue"), answered("a1", 1, "blue")];
        add(store, owner, id, packets, now).await;
    }
    let filter = ConversationFilter {
        limit: 1,
        offset: 1,
        search: Some("blue".to_owned()),
    };
    let page = store
        .scoped(owner)
        .page::<ConversationRecord>(filter)
        .await
        .unwrap();
    assert_eq!((page.items[0].id.as_str(), page.total), ("b", 3));
}

pub async fn a_forgotten_conversation_is_gone_with_its_words(store: &dyn Store) {
    let owner = owner(store, 1).await;
    for id in ["c", "d"] {
        add(store, owner, id, vec![asked("q1", 1, "blue")], NOW).await;
    }
    let rows = store.scoped(owner);
    assert!(
        rows.remove::<ConversationRecord>("c".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert!(
        !rows
            .remove::<ConversationRecord>("c".to_owned(), NOW)
            .await
            .unwrap()
    );
    assert_eq!(packets(store, owner, "c").await, None);
    assert_eq!(
        rows.find::<ConversationRecord>("c".to_owned())
            .await
            .unwrap(),
        None
    );
    assert_eq!(found(store, owner, "blue").await, ["d"]);
    add(store, owner, "c", vec![asked("q0", 0, "green")], NOW).await;
    assert_eq!(found(store, owner, "green").await, ["c"]);
}

/// Forgotten while an answer is on its way, it does not come back.
pub async fn an_answer_makes_no_conversation(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let added = add(store, owner, "c", vec![answered("a1", 1, "blue")], NOW).await;
    assert_eq!(added, PacketsAdded::Added { new: 0 });
    assert_eq!(packets(store, owner, "c").await, None);
}

pub async fn long_words_are_cut_and_packets_are_not(store: &dyn Store) {
    let owner = owner(store, 1).await;
    let long = "ä".repeat(5_000);
    let new = NewConversation {
        title: long.clone(),
        ..conversation("c")
    };
    let packet = PacketRecord {
        packet: Redacted::from_stored(long.clone()),
        ..asked("q1", 1, &long)
    };
    let rows = store.scoped(owner);
    rows.add_packets(new, vec![packet], NOW).await.unwrap();
    let record = rows
        .find::<ConversationRecord>("c".to_owned())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(record.title.chars().count(), TITLE_CHARS);
    let kept = packets(store, owner, "c").await.unwrap();
    assert_eq!(kept[0].preview.chars().count(), PREVIEW_CHARS);
    assert_eq!(kept[0].packet.as_str(), long);
}

/// Ids are their clients' choice: another's may turn up by chance or by guessing.
pub async fn a_foreign_conversation_is_one_that_never_was(store: &dyn Store) {
    let one = owner(store, 1).await;
    add(store, one, "c", vec![asked("q1", 5, "blue")], NOW).await;
    for other in [owner(store, 2).await, colleague(store).await] {
        let rows = store.scoped(other);
        assert_eq!(
            rows.find::<ConversationRecord>("c".to_owned())
                .await
                .unwrap(),
            None
        );
        assert_eq!(packets(store, other, "c").await, None);
        assert!(
            !rows
                .remove::<ConversationRecord>("c".to_owned(), NOW)
                .await
                .unwrap()
        );
        assert!(found(store, other, "blue").await.is_empty());
        let filter = ConversationFilter {
            limit: 9,
            ..ConversationFilter::default()
        };
        assert_eq!(
            rows.page::<ConversationRecord>(filter).await.unwrap().total,
            0
        );
        let added = add(store, other, "c", vec![asked("q1", 1, "red")], NOW).await;
        assert_eq!(added, PacketsAdded::Added { new: 1 });
        assert_eq!(found(store, other, "red").await, ["c"]);
    }
    assert!(found(store, one, "red").await.is_empty());
    let kept = packets(store, one, "c").await.unwrap();
    assert_eq!(kept, [asked("q1", 5, "blue")]);
}
