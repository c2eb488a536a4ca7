//! Runs that wait for their client, and approvals that were used.

use rusqlite::{Connection, named_params};
use screen_agent_store::run::{MOST_RUNS, RUN_LEASE_MS, RunClaim, SaveRun, Taken};
use screen_agent_store::{Owner, Packed, StoreError};

use super::{change, find, get, key};

/// Keeps a run and lets its claim go.
pub(crate) fn save(connection: &Connection, owner: Owner, run: &SaveRun) -> Result<(), StoreError> {
    match run.claim {
        None => insert(connection, owner, run),
        Some(claim) => put_back(connection, owner, run, claim),
    }
}

/// Of too many runs, the ones that expire first make room.
fn insert(connection: &Connection, owner: Owner, run: &SaveRun) -> Result<(), StoreError> {
    change(
        connection,
        "DELETE FROM runs WHERE pk IN
           (SELECT pk FROM runs
            WHERE tenant_id = ?1 AND user_id = ?2
              AND (claimed_until_ms IS NULL OR claimed_until_ms <= ?3)
            ORDER BY expires_ms DESC, pk DESC LIMIT -1 OFFSET ?4)",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            run.now_ms,
            MOST_RUNS - 1,
        ),
    )?;
    change(
        connection,
        "INSERT INTO runs (tenant_id, user_id, id, conversation_id, expires_ms)
         VALUES (:tenant, :user, :id, :conversation, :expires)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": run.id,
            ":conversation": run.conversation_id,
            ":expires": run.expires_ms,
        },
    )?;
    change(
        connection,
        "INSERT INTO run_states (run_pk, tenant_id, user_id, body)
         VALUES (last_insert_rowid(), ?1, ?2, sealed(?3))",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            run.state.as_stored(),
        ),
    )
    .map(drop)
}

fn put_back(
    connection: &Connection,
    owner: Owner,
    run: &SaveRun,
    claim: RunClaim,
) -> Result<(), StoreError> {
    let held: Option<i64> = find(
        connection,
        "UPDATE runs SET claimed_until_ms = NULL, expires_ms = ?5
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4
           AND claimed_until_ms IS NOT NULL
         RETURNING pk",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            &run.id,
            claim.0,
            run.expires_ms,
        ),
        |row| row.get(0),
    )?;
    let pk = held.ok_or(StoreError::LeaseLost)?;
    change(
        connection,
        "UPDATE run_states SET body = sealed(?2) WHERE run_pk = ?1",
        (pk, run.state.as_stored()),
    )
    .map(drop)
}

/// Takes a run, if nobody holds it.
pub(crate) fn take(
    connection: &Connection,
    owner: Owner,
    id: &str,
    now_ms: i64,
) -> Result<Taken, StoreError> {
    let found: Option<(i64, bool)> = find(
        connection,
        "SELECT pk, claimed_until_ms IS NOT NULL AND claimed_until_ms > ?4
                    AND claimed_until_ms <= ?4 + ?5 FROM runs
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3
           AND (expires_ms > ?4 OR claimed_until_ms > ?4)",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            id,
            now_ms,
            2 * RUN_LEASE_MS,
        ),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let pk = match found {
        None => return Ok(Taken::Unknown),
        Some((_, true)) => return Ok(Taken::Busy),
        Some((pk, false)) => pk,
    };
    let claim = get(
        connection,
        "UPDATE runs SET claim = claim + 1, claimed_until_ms = ?2 WHERE pk = ?1 RETURNING claim",
        (pk, now_ms.saturating_add(RUN_LEASE_MS)),
        |row| row.get(0).map(RunClaim),
    )?;
    let state = get(
        connection,
        "SELECT opened(body) FROM run_states WHERE run_pk = ?1",
        [pk],
        |row| row.get(0).map(Packed::stored),
    )?;
    Ok(Taken::Open { state, claim })
}

/// Holds a run for another lease.
pub(crate) fn renew(
    connection: &Connection,
    owner: Owner,
    id: &str,
    claim: RunClaim,
    now_ms: i64,
) -> Result<(), StoreError> {
    let held = change(
        connection,
        "UPDATE runs SET claimed_until_ms = max(claimed_until_ms, ?5)
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4
           AND claimed_until_ms IS NOT NULL",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            id,
            claim.0,
            now_ms.saturating_add(RUN_LEASE_MS),
        ),
    )?;
    if held == 1 {
        Ok(())
    } else {
        Err(StoreError::LeaseLost)
    }
}

/// Lets a run go as it was.
pub(crate) fn release(
    connection: &Connection,
    owner: Owner,
    id: &str,
    claim: RunClaim,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE runs SET claimed_until_ms = NULL
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4",
        (key(owner.tenant.get()), key(owner.user.get()), id, claim.0),
    )
    .map(drop)
}

/// Forgets a run that has ended.
pub(crate) fn end(
    connection: &Connection,
    owner: Owner,
    id: &str,
    claim: RunClaim,
) -> Result<(), StoreError> {
    change(
        connection,
        "DELETE FROM runs WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4
           AND claimed_until_ms IS NOT NULL",
        (key(owner.tenant.get()), key(owner.user.get()), id, claim.0),
    )
    .map(drop)
}

/// Forgets the runs of a conversation.
pub(crate) fn forget_of(
    connection: &Connection,
    owner: Owner,
    conversation: &str,
) -> Result<(), StoreError> {
    change(
        connection,
        "DELETE FROM runs WHERE tenant_id = ?1 AND user_id = ?2 AND conversation_id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), conversation),
    )
    .map(drop)
}

/// Uses an approval up; true the first time only.
pub(crate) fn use_approval(
    connection: &Connection,
    owner: Owner,
    fingerprint: &str,
    now_ms: i64,
) -> Result<bool, StoreError> {
    change(
        connection,
        "INSERT INTO used_approvals (tenant_id, user_id, fingerprint, used_ms)
         VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO NOTHING",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            fingerprint,
            now_ms,
        ),
    )
    .map(|used| used == 1)
}
