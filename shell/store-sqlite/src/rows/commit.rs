//! Closes a turn.

use rusqlite::{Connection, named_params};
use screen_agent_kernel::TaskId;
use screen_agent_kernel::approval::AskReason;
use screen_agent_store::turn::{
    Committed, ConsumedApproval, IdempotencyKey, LeaseId, NewStep, NewVerdict, StoredResponse,
    TaskState, TurnCommit,
};
use screen_agent_store::{Owner, Packed, StoreError};

use super::{audit, change, corrections, find, key, messages, recollect, sessions, skills, usage};

/// Closes a turn. Steps come before the state, because a task that has ended takes no more.
pub(crate) fn commit(
    connection: &Connection,
    owner: Owner,
    commit: &TurnCommit,
) -> Result<Committed, StoreError> {
    let held = held(connection, owner, commit.task, commit.lease)?;
    let now_ms = commit.now_ms;
    keep_steps(connection, &held, commit)?;
    keep_snapshot(connection, held.pk, commit)?;
    keep_learned(connection, owner, &held, commit)?;
    for row in &commit.usage {
        usage::count(connection, owner, (commit.task, held.turn), row, now_ms)?;
    }
    if let Some((key, response)) = &commit.answer {
        answer(connection, owner, commit.lease, key, response)?;
    }
    let say =
        |message| messages::append(connection, (held.session_pk, commit.task), message, now_ms);
    let announced = commit.announcements.iter().map(say);
    let announced = announced.collect::<Result<_, _>>()?;
    let said = commit.said.as_ref().map(say).transpose()?;
    // Listeners are told in this order: first what was said, then what the turn came to.
    keep_record(connection, &held, commit)?;
    sessions::touch(connection, held.session_pk, now_ms)?;
    set_state(connection, held.pk, &commit.state, now_ms)?;
    audit::log_all(connection, &commit.audit)?;
    Ok(Committed {
        announced,
        said,
        turn: held.turn,
    })
}

/// Keeps steps and verdicts. A step of a chain may be judged in the turn that tells of it: it is
/// judged as soon as it is there, so that the next may be outstanding.
fn keep_steps(connection: &Connection, held: &Held, commit: &TurnCommit) -> Result<(), StoreError> {
    let now_ms = commit.now_ms;
    let is_new = |index| commit.steps.iter().any(|step| step.index == index);
    for verdict in commit.verdicts.iter().filter(|each| !is_new(each.index)) {
        judge(connection, held.pk, verdict, now_ms)?;
    }
    for step in &commit.steps {
        add_step(connection, held, step, now_ms)?;
        for verdict in commit
            .verdicts
            .iter()
            .filter(|each| each.index == step.index)
        {
            match step.outstanding {
                true => judge(connection, held.pk, verdict, now_ms)?,
                false => keep_verdict(connection, held.pk, verdict, now_ms)?,
            }
        }
    }
    for approval in &commit.approvals {
        consume(connection, held.pk, approval, now_ms)?;
    }
    for correction in &commit.corrections {
        corrections::keep(connection, held.pk, correction, now_ms)?;
    }
    Ok(())
}

/// Keeps what outlives the task.
fn keep_learned(
    connection: &Connection,
    owner: Owner,
    held: &Held,
    commit: &TurnCommit,
) -> Result<(), StoreError> {
    for lesson in &commit.lessons {
        skills::learn(connection, owner, lesson, commit.now_ms)?;
    }
    for value in &commit.exports {
        recollect::hand_on(connection, held.session_pk, value, commit.now_ms)?;
    }
    Ok(())
}

struct Held {
    pk: i64,
    session_pk: i64,
    turn: u32,
}

/// The task, while its lease is this turn's. The lease fences: a turn that lost it keeps nothing.
fn held(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
    lease: LeaseId,
) -> Result<Held, StoreError> {
    find(
        connection,
        "SELECT pk, session_pk, turn_count FROM tasks
         WHERE id = ?1 AND tenant_id = ?2 AND user_id = ?3 AND lease_id = ?4",
        (
            key(task.get()),
            key(owner.tenant.get()),
            key(owner.user.get()),
            key(lease.0),
        ),
        |row| {
            Ok(Held {
                pk: row.get(0)?,
                session_pk: row.get(1)?,
                turn: row.get(2)?,
            })
        },
    )?
    .ok_or(StoreError::LeaseLost)
}

fn judge(
    connection: &Connection,
    task_pk: i64,
    judged: &NewVerdict,
    now_ms: i64,
) -> Result<(), StoreError> {
    let found = change(
        connection,
        "UPDATE steps SET outstanding = 0, body = ?3 WHERE task_pk = ?1 AND step_index = ?2",
        (task_pk, judged.index, judged.body.as_stored()),
    )?;
    if found != 1 {
        return Err(StoreError::Refused(
            "a verdict on a step that is not there".into(),
        ));
    }
    keep_verdict(connection, task_pk, judged, now_ms)
}

fn keep_verdict(
    connection: &Connection,
    task_pk: i64,
    judged: &NewVerdict,
    now_ms: i64,
) -> Result<(), StoreError> {
    let verdict = &judged.verdict;
    change(
        connection,
        "INSERT INTO verification_records
           (task_pk, step_index, met, confidence, tier, reason, evidence, at_ms)
         VALUES (:task, :step, :met, :confidence, :tier, :reason, :evidence, :now)",
        named_params! {
            ":task": task_pk,
            ":step": judged.index,
            ":met": verdict.met,
            ":confidence": verdict.confidence,
            ":tier": verdict.tier,
            ":reason": verdict.reason,
            ":evidence": serde_json::json!(verdict.evidence).to_string(),
            ":now": now_ms,
        },
    )
    .map(drop)
}

fn add_step(
    connection: &Connection,
    held: &Held,
    step: &NewStep,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO steps (task_pk, step_index, action, outstanding, body, at_ms, turn)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (
            held.pk,
            step.index,
            &step.action,
            step.outstanding,
            step.body.as_stored(),
            now_ms,
            held.turn,
        ),
    )
    .map(drop)
}

fn consume(
    connection: &Connection,
    task_pk: i64,
    approval: &ConsumedApproval,
    now_ms: i64,
) -> Result<(), StoreError> {
    let request = &approval.request;
    change(
        connection,
        "INSERT INTO approvals
           (task_pk, fingerprint, step_index, reason, action, origin, text, at_ms)
         VALUES (:task, :fingerprint, :step, :reason, :action, :origin, :text, :now)",
        named_params! {
            ":task": task_pk,
            ":fingerprint": request.fingerprint,
            ":step": approval.index,
            ":reason": reason_word(request.reason)?,
            ":action": request.action,
            ":origin": request.origin,
            ":text": request.text,
            ":now": now_ms,
        },
    )
    .map(drop)
}

/// The kernel prints its reasons in one way only: as it serialises them.
fn reason_word(reason: AskReason) -> Result<String, StoreError> {
    match serde_json::to_value(reason) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(_) => Err(StoreError::Refused("a reason that is not a word".into())),
        Err(cause) => Err(StoreError::Refused(cause.into())),
    }
}

fn keep_snapshot(
    connection: &Connection,
    task_pk: i64,
    commit: &TurnCommit,
) -> Result<(), StoreError> {
    let Some((step, snapshot)) = &commit.snapshot else {
        return Ok(());
    };
    change(
        connection,
        "INSERT OR REPLACE INTO snapshots (task_pk, step_index, mime, image, at_ms)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        (
            task_pk,
            step,
            &snapshot.mime,
            &snapshot.image,
            commit.now_ms,
        ),
    )
    .map(drop)
}

fn keep_record(
    connection: &Connection,
    held: &Held,
    commit: &TurnCommit,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO turn_records (task_pk, turn, body, round, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        (
            held.pk,
            held.turn,
            commit.record.as_stored(),
            &commit.round,
            commit.now_ms,
        ),
    )
    .map(drop)
}

fn answer(
    connection: &Connection,
    owner: Owner,
    lease: LeaseId,
    asked: &IdempotencyKey,
    response: &StoredResponse,
) -> Result<(), StoreError> {
    let claimed = change(
        connection,
        "UPDATE idempotency SET status = ?6, body = ?7
         WHERE tenant_id = ?1 AND user_id = ?2 AND endpoint = ?3 AND key = ?4 AND lease_id = ?5
           AND status IS NULL",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            &asked.endpoint,
            &asked.key,
            key(lease.0),
            response.status,
            Packed::bytes(&response.body).as_stored(),
        ),
    )?;
    if claimed == 1 {
        Ok(())
    } else {
        Err(StoreError::LeaseLost)
    }
}

fn set_state(
    connection: &Connection,
    task_pk: i64,
    state: &TaskState,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE task_states SET body = sealed(?2) WHERE task_pk = ?1",
        (task_pk, state.body.as_stored()),
    )?;
    let agreed = change(
        connection,
        "UPDATE tasks SET status = :status, url = iif(:url = '', url, :url), result = :result,
           turn_count = turn_count + 1, lease_id = NULL, lease_until_ms = NULL,
           updated_ms = max(updated_ms, :now)
         WHERE pk = :pk AND step_count = :steps",
        named_params! {
            ":pk": task_pk,
            ":status": state.status.word(),
            ":url": state.url,
            ":result": state.result,
            ":steps": state.step_count,
            ":now": now_ms,
        },
    )?;
    if agreed == 1 {
        Ok(())
    } else {
        Err(StoreError::Refused(
            "the task and its step rows disagree".into(),
        ))
    }
}
