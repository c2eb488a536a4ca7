//! When something happens, and the ids and dates that are worked out of it alone, so that a run can be
//! replayed.

pub(crate) use screen_agent_wire::moment::iso;
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
}
