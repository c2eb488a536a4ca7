//! Fixes that were tried on a site, shared in a tenant.

use rusqlite::{Connection, named_params};
use screen_agent_kernel::skill::{Lesson, Skill};
use screen_agent_store::learned::SKILLS;
use screen_agent_store::{Owner, StoreError};

use super::{change, key, list};

/// Keeps what was learned. A fix is replaced by another only when that one worked.
pub(crate) fn learn(
    connection: &Connection,
    owner: Owner,
    lesson: &Lesson,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO skills (tenant_id, domain, goal, failed, fix, tries, wins, used_ms)
         VALUES (:tenant, :domain, :goal, :failed, :fix, 1, :worked, :now)
         ON CONFLICT DO UPDATE SET
           tries = tries + 1, wins = wins + excluded.wins,
           fix = iif(excluded.wins, excluded.fix, fix),
           used_ms = max(used_ms, excluded.used_ms)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":domain": lesson.domain,
            ":goal": lesson.goal,
            ":failed": lesson.failed,
            ":fix": lesson.fix,
            ":worked": lesson.worked,
            ":now": now_ms,
        },
    )
    .map(drop)
}

/// What has worked on a domain at least every other time, best first.
pub(crate) fn of_domain(
    connection: &Connection,
    owner: Owner,
    domain: &str,
) -> Result<Vec<Skill>, StoreError> {
    list(
        connection,
        "SELECT goal, failed, fix, tries, wins FROM skills
         WHERE tenant_id = ?1 AND domain = ?2 AND wins * 2 >= tries
         ORDER BY CAST(wins AS REAL) / tries DESC, wins DESC, used_ms DESC, pk DESC LIMIT ?3",
        (key(owner.tenant.get()), domain, SKILLS),
        |row| {
            Ok(Skill {
                goal: row.get(0)?,
                failed: row.get(1)?,
                fix: row.get(2)?,
                tries: row.get(3)?,
                wins: row.get(4)?,
            })
        },
    )
}
