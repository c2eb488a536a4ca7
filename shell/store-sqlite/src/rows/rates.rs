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
    let (count, reset_ms) = open.unwrap_or((0, now_ms + window.length_ms));
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

/// Forgets a window.
pub(crate) fn forget(connection: &Connection, key: &str) -> Result<(), StoreError> {
    change(connection, "DELETE FROM rate_windows WHERE key = ?1", [key]).map(drop)
}
