//! Rate windows, which outlive a restart.

use rusqlite::Connection;
use screen_agent_store::StoreError;
use screen_agent_store::upkeep::{Admission, RateWindow};

use super::{change, find};

/// Counts one request against a window; a refused one is not counted.
pub(crate) fn admit(
    connection: &Connection,
    key: &str,
    window: RateWindow,
    now_ms: i64,
) -> Result<Admission, StoreError> {
    let open: Option<(u32, i64)> = find(
        connection,
        "SELECT count, reset_ms FROM rate_windows WHERE key = ?1 AND reset_ms > ?2",
        (key, now_ms),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let latest_ms = now_ms.saturating_add(window.length_ms);
    let (count, reset_ms) = open.unwrap_or((0, latest_ms));
    let reset_ms = clamped(connection, key, reset_ms, latest_ms)?;
    if count >= window.limit {
        return Ok(Admission {
            admitted: false,
            remaining: 0,
            reset_ms,
        });
    }
    change(
        connection,
        "INSERT OR REPLACE INTO rate_windows (key, count, reset_ms) VALUES (?1, ?2, ?3)",
        (key, count + 1, reset_ms),
    )?;
    Ok(Admission {
        admitted: true,
        remaining: window.limit - count - 1,
        reset_ms,
    })
}

/// When a window ends. One that ends later than any that begins now began before the clock was set
/// back: it begins anew, once, or whoever used it up would wait for as long as the clock went back.
fn clamped(
    connection: &Connection,
    key: &str,
    reset_ms: i64,
    latest_ms: i64,
) -> Result<i64, StoreError> {
    if reset_ms > latest_ms {
        change(
            connection,
            "UPDATE rate_windows SET reset_ms = ?2 WHERE key = ?1",
            (key, latest_ms),
        )?;
    }
    Ok(reset_ms.min(latest_ms))
}

/// Takes back one request; a window without any is none.
pub(crate) fn give_back(connection: &Connection, key: &str) -> Result<(), StoreError> {
    let alone = "DELETE FROM rate_windows WHERE key = ?1 AND count = 1";
    if change(connection, alone, [key])? == 0 {
        let one_less = "UPDATE rate_windows SET count = count - 1 WHERE key = ?1";
        change(connection, one_less, [key])?;
    }
    Ok(())
}

/// Writes something of no meaning.
pub(crate) fn touch(connection: &Connection) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO rate_windows (key, count, reset_ms) VALUES ('touch', 1, 0)
         ON CONFLICT (key) DO UPDATE SET count = 1 + count % 1000",
        [],
    )
    .map(drop)
}

/// Forgets a window.
pub(crate) fn forget(connection: &Connection, key: &str) -> Result<(), StoreError> {
    change(connection, "DELETE FROM rate_windows WHERE key = ?1", [key]).map(drop)
}
