//! Tasks, read.

use async_trait::async_trait;
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::task::{StepPicture, StoredStep, StoredTask, TaskSummary};
use screen_agent_store::upkeep::IDLE_MS;
use screen_agent_store::{Packed, Stored, Tasks};
use screen_agent_think::recollect::{OtherConversations, PastSearch, Recollection};

use super::outbox;
use super::owned::{Owned, ScopedStore};
use super::records::{found, listed, select, table};
use crate::db::{Db, Freshness};
use crate::sql::Sql as _;

#[async_trait]
impl Tasks for ScopedStore<'_> {
    async fn task(&self, id: TaskId) -> Stored<Option<(TaskSummary, StoredTask)>> {
        self.read(move |rows| {
            let Some(pk) = rows.pk("tasks", &id)? else {
                return Ok(None);
            };
            let summary = rows.db.get(&select::<TaskSummary>("own.pk = ?1"), &[&pk])?;
            Ok(Some((summary, stored(rows.db, pk)?)))
        })
        .await
    }

    async fn turn_records(&self, id: TaskId) -> Stored<Option<Vec<Packed>>> {
        let sql = "SELECT body FROM turn_records WHERE task_pk = ?1 ORDER BY turn";
        self.read(move |rows| {
            let pk = rows.pk("tasks", &id)?;
            pk.map(|pk| rows.db.list(sql, &[&pk])).transpose()
        })
        .await
    }

    async fn active_task(
        &self,
        session: SessionId,
        url: Option<String>,
        now_ms: i64,
    ) -> Stored<Option<TaskSummary>> {
        self.write(move |rows| rows.active_task(session, url.as_deref(), now_ms))
            .await
    }

    async fn recollect(
        &self,
        session: SessionId,
        except: TaskId,
        domain: String,
    ) -> Stored<Recollection> {
        self.read(move |rows| rows.recollect(session, except, &domain))
            .await
    }

    async fn elsewhere(&self, than: SessionId, search: PastSearch) -> Stored<OtherConversations> {
        self.read_as(Freshness::Lagging, move |rows| {
            rows.elsewhere(than, &search)
        })
        .await
    }
}

/// A task as it is stored.
pub(crate) fn stored(db: &dyn Db, pk: i64) -> Stored<StoredTask> {
    let state = "SELECT status, body FROM tasks JOIN task_states ON task_pk = pk
                 WHERE pk = ?1";
    let (status, body): (_, Packed) = db.get(state, &[&pk])?;
    let body = db.opened(&body)?;
    let steps = "SELECT body FROM steps WHERE task_pk = ?1 ORDER BY step_index";
    let steps = db.list(steps, &[&pk])?;
    Ok(StoredTask {
        status,
        body,
        steps,
    })
}

impl Owned<'_> {
    /// The task to go on with in a conversation.
    fn active_task(
        &self,
        session: SessionId,
        url: Option<&str>,
        now_ms: i64,
    ) -> Stored<Option<TaskSummary>> {
        let Some(session_pk) = self.pk("sessions", &session)? else {
            return Ok(None);
        };
        interrupt_idle(self.db, session_pk, now_ms)?;
        let sql = select::<TaskSummary>(
            "session_pk = ?1 AND own.status NOT IN ('completed', 'failed', 'interrupted')
             ORDER BY own.url = ?2 DESC, substr(own.url, 1, length(?3)) = ?3 DESC,
                      own.updated_ms DESC, own.pk DESC
             LIMIT 1",
        );
        let origin = url.map(origin_prefix).unwrap_or_default();
        self.db
            .find(&sql, &[&session_pk, &url.unwrap_or_default(), &origin])
    }
}

/// Marks what was left lying. A task that waits for the person may wait: people go to lunch.
fn interrupt_idle(db: &dyn Db, session_pk: i64, now_ms: i64) -> Stored<()> {
    let interrupted = db.list(
        "UPDATE tasks SET status = 'interrupted', lease_id = NULL, lease_until_ms = NULL
         WHERE session_pk = ?1 AND updated_ms < ?2 AND coalesce(lease_until_ms, 0) <= ?3
           AND status IN ('active', 'planning', 'executing', 'verifying', 'correcting')
         RETURNING pk",
        &[&session_pk, &(now_ms - IDLE_MS), &now_ms],
    )?;
    outbox::announce_interrupted(db, &interrupted, now_ms)
}

/// How every address of the same origin begins: scheme, host and the slash after them.
fn origin_prefix(url: &str) -> String {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..]
        .find(['/', '?', '#'])
        .map_or(url.len(), |at| host + at);
    format!("{}/", &url[..end])
}

table!(TaskSummary, "tasks own JOIN sessions s ON s.pk = own.session_pk" =>
    id "own.id", session "s.id", query, status "own.status", url "own.url", step_count, result,
    verified "own.verified",
    created_ms "own.created_ms", updated_ms "own.updated_ms");

listed!(TaskSummary, "s.tenant_id = ?1 AND s.user_id = ?2 AND s.id = ?3" by "own.created_ms, own.pk");

table!(StoredStep, "steps JOIN tasks own ON own.pk = steps.task_pk
                    LEFT JOIN verification_records seen
                      ON seen.task_pk = steps.task_pk AND seen.step_index = steps.step_index" =>
    step "steps.body", action,
    has_snapshot "EXISTS (SELECT 1 FROM snapshots WHERE snapshots.task_pk = steps.task_pk
                          AND snapshots.step_index = steps.step_index)",
    at_ms "steps.at_ms", verdict_ms "seen.at_ms", turn "steps.turn");

listed!(StoredStep, "own.id = ?3" by "steps.step_index");

table!(StepPicture, "snapshots JOIN tasks own ON own.pk = task_pk" => mime, image);

found!(StepPicture, "own.id = ?3 AND step_index = ?4");

#[cfg(test)]
mod tests {
    use super::origin_prefix;

    #[test]
    fn an_origin_is_scheme_and_host_and_never_the_start_of_another_host() {
        for (url, origin) in [
            ("https://a.example/x/y?q#h", "https://a.example/"),
            ("https://a.example", "https://a.example/"),
            ("https://a.example:8443?x=/", "https://a.example:8443/"),
            ("", "/"),
        ] {
            assert_eq!(origin_prefix(url), origin, "{url:?}");
        }
    }
}
