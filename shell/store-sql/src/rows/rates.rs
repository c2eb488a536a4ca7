//! Rate windows, which outlive a restart.

use ring::digest::{SHA256, digest};
use screen_agent_store::Stored;
use screen_agent_store::upkeep::{Admission, RateWindow};

use crate::db::{Db, Lock};
use crate::sql::Sql as _;

/// What is held while a window is counted.
pub(crate) fn lock(key: &str) -> Lock {
    let digest = digest(&SHA256, key.as_bytes());
    let start = digest.as_ref().first_chunk().copied();
    Lock::Window(u64::from_le_bytes(start.unwrap_or_default()))
}

/// Counts one request against a window; a refused one is not counted.
pub(crate) fn admit(db: &dyn Db, key: &str, window: RateWindow, now_ms: i64) -> Stored<Admission> {
    let open = "SELECT count, reset_ms FROM rate_windows WHERE key = ?1 AND reset_ms > ?2";
    let open: Option<(u32, i64)> = db.find(open, &[&key, &now_ms])?;
    let latest_ms = now_ms.saturating_add(window.length_ms);
    let (count, reset_ms) = open.unwrap_or((0, latest_ms));
    let reset_ms = clamped(db, key, reset_ms, latest_ms)?;
    let admitted = count < window.limit;
    if admitted {
        db.make(
            "INSERT INTO rate_windows (key, count, reset_ms) VALUES (?1, ?2, ?3)
             ON CONFLICT (key) DO UPDATE SET count = excluded.count, reset_ms = excluded.reset_ms",
            &[&key, &(count + 1), &reset_ms],
        )?;
    }
    Ok(Admission {
        admitted,
        remaining: window.limit.saturating_sub(count + 1),
        reset_ms,
    })
}

/// When a window ends. One that ends later than any that begins now began before the clock was set
/// back: it begins anew, once, or whoever used it up would wait for as long as the clock went back.
fn clamped(db: &dyn Db, key: &str, reset_ms: i64, latest_ms: i64) -> Stored<i64> {
    if reset_ms > latest_ms {
        let sql = "UPDATE rate_windows SET reset_ms = ?2 WHERE key = ?1";
        db.make(sql, &[&key, &latest_ms])?;
    }
    Ok(reset_ms.min(latest_ms))
}

/// Takes back one request; a window without any is none.
pub(crate) fn give_back(db: &dyn Db, key: &str) -> Stored<()> {
    let alone = "DELETE FROM rate_windows WHERE key = ?1 AND count = 1";
    if db.change(alone, &[&key])? == 0 {
        let one_less = "UPDATE rate_windows SET count = count - 1 WHERE key = ?1";
        db.make(one_less, &[&key])?;
    }
    Ok(())
}

/// Writes something of no meaning.
pub(crate) fn touch(db: &dyn Db) -> Stored<()> {
    db.make(
        "INSERT INTO rate_windows (key, count, reset_ms) VALUES ('touch', 1, 0)
         ON CONFLICT (key) DO UPDATE SET count = 1 + rate_windows.count % 1000",
        &[],
    )
}
