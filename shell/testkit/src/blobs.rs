//! What every place for bytes does, whichever it is.

#![allow(
    clippy::unwrap_used,
    reason = "for tests, which say what was not as it should be"
)]

use std::time::Duration;

use screen_agent_ports::Blobs;
use uuid::Uuid;

/// More than one request carries.
const LARGE: usize = (20 << 20) + 3;
/// More than one page of a list holds.
const MANY: u128 = 1_005;

/// Checks an empty place.
///
/// # Panics
/// Where it is not as every place should be.
pub async fn conform(blobs: &dyn Blobs) {
    bytes_come_back_until_they_are_forgotten(blobs).await;
    nothing_is_something(blobs).await;
    large_ones_come_back_whole_and_in_parts(blobs).await;
    whoever_reads_meanwhile_sees_one_whole(blobs).await;
    all_are_listed_by_age(blobs).await;
}

async fn part(blobs: &dyn Blobs, id: Uuid, from: u64, most: usize) -> Option<Vec<u8>> {
    blobs.get(id, from, most).await.unwrap()
}

async fn bytes_come_back_until_they_are_forgotten(blobs: &dyn Blobs) {
    let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(0xab_02));
    assert_eq!(part(blobs, one, 0, 9).await, None);
    assert_eq!(part(blobs, one, 0, 0).await, None);
    assert_eq!(part(blobs, one, 5, 9).await, None);
    blobs.remove(one).await.unwrap();
    assert!(blobs.older_than(Duration::ZERO).await.unwrap().is_empty());
    for (id, bytes) in [(one, "first"), (two, "second"), (one, "again")] {
        blobs.put(id, bytes.as_bytes()).await.unwrap();
    }
    let parts = [
        (0, 9, "again"),
        (0, 5, "again"),
        (0, 2, "ag"),
        (2, 2, "ai"),
        (4, 9, "n"),
        (5, 9, ""),
        (9, 9, ""),
        (1 << 40, 9, ""),
        (0, 0, ""),
        (0, 1 << 40, "again"),
    ];
    for (from, most, expected) in parts {
        let found = part(blobs, one, from, most).await;
        assert_eq!(found.as_deref(), Some(expected.as_bytes()), "{from} {most}");
    }
    assert_eq!(part(blobs, two, 0, 9).await.unwrap(), b"second");
    blobs.remove(one).await.unwrap();
    blobs.remove(one).await.unwrap();
    assert_eq!(part(blobs, one, 0, 9).await, None);
    assert_eq!(blobs.older_than(Duration::ZERO).await.unwrap(), [two]);
    blobs.remove(two).await.unwrap();
}

async fn nothing_is_something(blobs: &dyn Blobs) {
    let id = Uuid::from_u128(3);
    blobs.put(id, b"").await.unwrap();
    for (from, most) in [(0, 9), (0, 0), (1, 1)] {
        assert_eq!(part(blobs, id, from, most).await, Some(Vec::new()));
    }
    assert_eq!(blobs.older_than(Duration::ZERO).await.unwrap(), [id]);
    blobs.remove(id).await.unwrap();
}

/// Bytes of which no part is as another.
fn large() -> Vec<u8> {
    (0..LARGE)
        .map(|at| (at ^ (at >> 8) ^ (at >> 16)) as u8)
        .collect()
}

async fn large_ones_come_back_whole_and_in_parts(blobs: &dyn Blobs) {
    let (id, bytes) = (Uuid::from_u128(4), large());
    blobs.put(id, &bytes).await.unwrap();
    assert!(part(blobs, id, 0, LARGE + 1).await.unwrap() == bytes);
    for (from, to) in [(0, 1), ((8 << 20) - 2, (8 << 20) + 2), (LARGE - 5, LARGE)] {
        let found = part(blobs, id, from as u64, to - from).await.unwrap();
        assert_eq!(found, bytes[from..to]);
    }
    assert_eq!(blobs.older_than(Duration::ZERO).await.unwrap(), [id]);
    blobs.remove(id).await.unwrap();
}

async fn whoever_reads_meanwhile_sees_one_whole(blobs: &dyn Blobs) {
    let id = Uuid::from_u128(5);
    let (one, two) = ([b'1'; 4_096], [b'2'; 4_096]);
    blobs.put(id, &one).await.unwrap();
    let write = async {
        for bytes in [&two, &one, &two, &one] {
            blobs.put(id, bytes).await.unwrap();
        }
    };
    let read = async {
        for _ in 0..8 {
            let found = part(blobs, id, 0, 8_192).await.unwrap();
            assert!(found == one || found == two);
        }
    };
    futures_util::future::join(write, read).await;
    assert!(part(blobs, id, 0, 8_192).await.unwrap() == one);
    blobs.remove(id).await.unwrap();
}

async fn all_are_listed_by_age(blobs: &dyn Blobs) {
    let ids: Vec<Uuid> = (0..MANY).map(|at| Uuid::from_u128(at << 64 | at)).collect();
    for ids in ids.chunks(50) {
        let puts = ids.iter().map(|id| blobs.put(*id, b"x"));
        futures_util::future::try_join_all(puts).await.unwrap();
    }
    let hour = Duration::from_secs(3_600);
    assert!(blobs.older_than(hour).await.unwrap().is_empty());
    let mut all = blobs.older_than(Duration::ZERO).await.unwrap();
    all.sort();
    assert_eq!(all, ids);
    for id in &ids {
        blobs.remove(*id).await.unwrap();
    }
    assert!(blobs.older_than(Duration::ZERO).await.unwrap().is_empty());
}
