//! When something happens, and the ids and dates that are worked out of it alone, so that a run can be
//! replayed.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

/// When it is, and what ids are drawn from: the shell's, one for each event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Milliseconds since the epoch.
    pub now_ms: i64,
    /// Ids that are needed are worked out of it.
    pub seed: Uuid,
}

/// The id of the `nth` thing of a kind that comes of an event.
pub(crate) fn mint(moment: &Moment, kind: &str, nth: usize) -> Uuid {
    let mut hash = Sha256::new();
    hash.update(moment.seed.as_bytes());
    hash.update(kind.as_bytes());
    hash.update(nth.to_le_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    Builder::from_random_bytes(bytes).into_uuid()
}

/// The same with a word before it: `run_…`, `call_…`.
pub(crate) fn named(moment: &Moment, kind: &str, nth: usize) -> String {
    format!("{kind}_{}", mint(moment, kind, nth).simple())
}

/// ISO 8601 in UTC, to the millisecond. Moments beyond any calendar come out as its beginning.
pub(crate) fn iso(ms: i64) -> String {
    let moment = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{moment:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_by_moment_kind_and_number() {
        let one = Moment {
            now_ms: 0,
            seed: Uuid::from_u128(1),
        };
        let other = Moment {
            seed: Uuid::from_u128(2),
            ..one
        };
        let ids = [
            mint(&one, "a", 0),
            mint(&one, "a", 1),
            mint(&one, "b", 0),
            mint(&other, "a", 0),
        ];
        let distinct: std::collections::HashSet<_> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len());
        assert_eq!(mint(&one, "a", 0), ids[0]);
    }

    #[test]
    fn dates_are_written_to_the_millisecond() {
        for (ms, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_769_767_200_123, "2026-01-30T10:00:00.123Z"),
            (i64::MAX, "1970-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(iso(ms), expected);
        }
    }
}
