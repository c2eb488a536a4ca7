#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use uuid::Uuid;

use crate::{
    Entry, Fault, Hash, Kind, LogRow, LogSummary, Mark, PublicKey, SigningKey, Verifier, ocsf,
    trusted,
};

fn key(number: u8) -> SigningKey {
    SigningKey::of_seed(&[number; 32]).unwrap()
}

fn chain(rows: usize) -> Vec<LogRow> {
    let mut log: Vec<LogRow> = Vec::new();
    for number in 0..rows {
        let kind = Kind::ALL[number % Kind::ALL.len()];
        let tenant = Uuid::from_u128(7);
        let entry = match number % 3 {
            0 => Entry::new(kind),
            _ => Entry::of(kind, tenant, Uuid::from_u128(number as u128)),
        };
        let entry = entry
            .with("z", number)
            .with("a", format!("words \"{number}\"\n"));
        let last = log.last().map(|row| (row.seq, row.hash));
        log.push(LogRow::after(last, &entry, 1_000 + number as i64));
    }
    log
}

/// Marks on these rows, and always on the last.
fn marked(log: &[LogRow], on: &[usize]) -> Vec<Mark> {
    let on = on
        .iter()
        .copied()
        .filter(|at| *at < log.len())
        .chain([log.len() - 1]);
    on.map(|at| Mark::sign(&key(1), (log[at].seq, log[at].hash), 5_000))
        .collect()
}

fn verify(log: &[LogRow], marks: &[Mark]) -> Result<LogSummary, Fault> {
    let keys = trusted(&[key(1).first(0)], &[]);
    let mut verifier = Verifier::new(marks.iter().cloned(), &keys);
    for row in log {
        verifier.take(row);
    }
    verifier.finish()
}

/// What somebody does to one row, with or without making its hash anew.
fn edit(row: &mut LogRow, what: u8, rehash: bool) {
    match what % 7 {
        0 => row.at_ms += 1,
        1 => row.tenant = Some(Uuid::from_u128(99)),
        2 => row.user = Some(Uuid::from_u128(99)),
        3 => row.kind = "other".into(),
        4 => row.details = row.details.replacen('{', "{\"x\":1,", 1),
        5 => row.previous.0[3] ^= 1,
        _ => row.hash.0[9] ^= 1,
    }
    if rehash && what % 7 != 6 {
        row.hash = row.computed();
    }
}

proptest! {
    #[test]
    fn a_log_that_nobody_touched_is_whole(rows in 1_usize..60, on in prop::collection::vec(0_usize..60, 0..5)) {
        let log = chain(rows);
        let report = verify(&log, &marked(&log, &on)).unwrap();
        prop_assert_eq!((report.rows, report.signed), (rows as u64, rows as u64));
    }

    #[test]
    fn a_changed_row_is_named(rows in 1_usize..40, at in 0_usize..40, what: u8, rehash: bool, on in prop::collection::vec(0_usize..40, 0..5)) {
        let mut log = chain(rows);
        let marks = marked(&log, &on);
        let at = at % rows;
        edit(&mut log[at], what, rehash);
        let fault = verify(&log, &marks).unwrap_err();
        let named = fault.rows();
        prop_assert!(named.contains(&(at as u64 + 1)), "{fault}, not {}", at + 1);
        // Only for the last row of all there is no next one that would tell it from those before.
        prop_assert!(named.clone().count() == 1 || at + 1 == rows, "{fault}");
    }

    #[test]
    fn removed_rows_are_named(rows in 2_usize..40, from in 0_usize..40, count in 1_usize..5, on in prop::collection::vec(0_usize..40, 0..5)) {
        let mut log = chain(rows);
        let marks = marked(&log, &on);
        let from = from % rows;
        let to = (from + count).min(rows);
        log.drain(from..to);
        let (first, last) = (from as u64 + 1, to as u64);
        let expected = if to == rows {
            Fault::CutOff { from: first, to: last }
        } else {
            Fault::Removed { from: first, to: last }
        };
        prop_assert_eq!(verify(&log, &marks), Err(expected));
    }

    #[test]
    fn swapped_rows_are_named(rows in 2_usize..40, a in 0_usize..40, b in 0_usize..40, renumbered: bool) {
        let mut log = chain(rows);
        let marks = marked(&log, &[]);
        let (a, b) = (a % rows, b % rows);
        prop_assume!(a != b);
        log.swap(a, b);
        if renumbered {
            let seq = log[a].seq;
            log[a].seq = log[b].seq;
            log[b].seq = seq;
        }
        let (first, second) = (a.min(b) as u64 + 1, a.max(b) as u64 + 1);
        let expected = Fault::Reordered { stands: first, written: second };
        prop_assert_eq!(verify(&log, &marks), Err(expected));
    }

    #[test]
    fn a_log_that_was_written_anew_breaks_the_next_mark(rows in 3_usize..40, at in 0_usize..40, on in prop::collection::vec(0_usize..40, 0..5)) {
        let mut log = chain(rows);
        let marks = marked(&log, &on);
        let at = at % (rows - 1);
        log[at].at_ms += 1;
        for next in at..rows {
            log[next].previous = if next == 0 { Hash::NONE } else { log[next - 1].hash };
            log[next].hash = log[next].computed();
        }
        let fault = verify(&log, &marks).unwrap_err();
        prop_assert!(matches!(fault, Fault::Rewritten { .. }), "{fault}");
        prop_assert!(fault.rows().contains(&(at as u64 + 1)), "{fault}");
    }

    #[test]
    fn a_row_comes_back_from_its_line(rows in 1_usize..30) {
        for row in chain(rows) {
            prop_assert_eq!(&LogRow::from_line(&row.to_line()).unwrap(), &row);
        }
    }
}

#[test]
fn a_mark_that_was_forged_is_named() {
    let log = chain(5);
    let marks = marked(&log, &[1]);
    let stranger = Mark::sign(&key(9), (3, log[2].hash), 5_000);
    let bent = Mark {
        at_ms: 6_000,
        ..marks[0].clone()
    };
    for (forged, seq) in [(stranger, 3), (bent, 2)] {
        let fault = verify(&log, &[marks[1].clone(), forged.clone()]).unwrap_err();
        assert_eq!(
            fault,
            Fault::BadMark {
                seq,
                key: forged.key
            }
        );
    }
}

#[test]
fn a_key_counts_that_a_trusted_one_endorses() {
    let keys = [
        key(1).first(0),
        key(1).endorse(&key(2), 10),
        key(2).endorse(&key(3), 20),
    ];
    let all: Vec<_> = [1, 2, 3].map(|number| key(number).id()).to_vec();
    let counted = |keys: &[PublicKey], pinned: &[PublicKey]| {
        let counted: BTreeMap<_, _> = trusted(keys, pinned);
        all.iter()
            .map(|id| counted.contains_key(id))
            .collect::<Vec<_>>()
    };
    assert_eq!(counted(&keys, &[]), [true, true, true]);
    assert_eq!(counted(&keys, &keys[1..2]), [false, true, true]);
    assert_eq!(counted(&keys, &[key(9).first(0)]), [false, false, false]);
    // Endorsed at another time, by nobody, or by a key that does not count.
    let moved = PublicKey {
        at_ms: 11,
        ..keys[1].clone()
    };
    let alone = key(2).first(10);
    assert_eq!(
        counted(&[keys[0].clone(), moved, keys[2].clone()], &[]),
        [true, false, false]
    );
    assert_eq!(
        counted(&[keys[0].clone(), alone, keys[2].clone()], &[]),
        [true, false, false]
    );
}

#[test]
fn details_are_one_text_for_one_value_and_never_endless() {
    let entry = Entry::new(Kind::Effect)
        .with("b", 1)
        .with("a", "x".repeat(5_000));
    let details = entry.details();
    assert!(details.starts_with("{\"a\":\"x") && details.ends_with("… (cut)\",\"b\":1}"));
    assert!(details.len() < 4_100);
}

#[test]
fn every_kind_is_an_event_of_the_schema() {
    for (number, row) in chain(Kind::ALL.len()).iter().enumerate() {
        assert_eq!(Kind::of(&row.kind), Some(Kind::ALL[number]));
        let event = ocsf(row);
        let (class, activity) = (event["class_uid"].as_u64(), event["activity_id"].as_u64());
        let kind = class.unwrap() * 100 + activity.unwrap();
        assert_eq!(event["type_uid"].as_u64(), Some(kind), "{}", row.kind);
        assert_eq!(event["metadata"]["sequence"].as_u64(), Some(row.seq));
    }
}

#[test]
fn the_formula_is_the_one_that_the_manual_gives() {
    let entry = Entry::of(Kind::SignedIn, Uuid::from_u128(1), Uuid::from_u128(2))
        .with("network", "127.0.0.0/24");
    let row = LogRow::after(None, &entry, 1_700_000_000_000);
    assert_eq!(row.details, "{\"network\":\"127.0.0.0/24\"}");
    assert_eq!(
        row.hash.to_string(),
        "da9fa795eda7df89c123ab2fd6eb4ced8914bb6520f10df454b2e0b26f64eb68"
    );
}
