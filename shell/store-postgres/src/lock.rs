//! The numbers of what is held: the same in every process, of every version.

use screen_agent_store::{Duty, Peer};
use screen_agent_store_sql::Lock;

/// Held together by all who write to the outbox, for a moment alone by whoever reads it; the schema names it, too.
pub(crate) const OUTBOX: i64 = 5_993_987_230_152_491_008;
/// Held together by every process that uses the database.
pub(crate) const PRESENCE: i64 = OUTBOX + 1;
/// Held by whoever makes the schema.
pub(crate) const SCHEMA: i64 = OUTBOX + 2;

/// The number of what is held. Two that share one wait for each other without need, which is seldom and harmless.
pub(crate) fn number(what: Lock) -> i64 {
    let (class, of) = match what {
        Lock::Owner(owner) => {
            let both = [owner.tenant.get(), owner.user.get()];
            (1, both.iter().flat_map(|id| *id.as_bytes()).collect())
        }
        Lock::Quota(tenant) => (2, tenant.as_bytes().to_vec()),
        Lock::Knowledge(tenant) => (3, tenant.as_bytes().to_vec()),
        Lock::Window(key) => (4, key.to_le_bytes().to_vec()),
        Lock::Audit => (5, Vec::new()),
        Lock::Upkeep => (6, Vec::new()),
        Lock::Sweep => (7, Vec::new()),
        // 8 and 9 are duties, which a process holds for as long as it has them, and 11 is its name.
        Lock::Queue => (10, Vec::new()),
    };
    numbered(class, &of)
}

/// The same of a duty, which is held for as long as a process has it.
pub(crate) fn duty(duty: Duty) -> i64 {
    match duty {
        Duty::Background => numbered(8, &[]),
        Duty::Job(trace) => numbered(9, trace.as_bytes()),
    }
}

/// The number of a name, which is held for as long as its process uses the database.
pub(crate) fn peer(Peer(name): Peer) -> i64 {
    numbered(11, &name)
}

fn numbered(class: u64, of: &[u8]) -> i64 {
    // FNV-1a, which the library's own hash need not stay.
    let hash = of.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    ((class << 56) | (hash >> 8)).cast_signed()
}
