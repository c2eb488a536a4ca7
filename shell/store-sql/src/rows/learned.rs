//! What is remembered, as its owner sees and changes it.

use screen_agent_action::id::SessionId;
use screen_agent_store::Stored;
use screen_agent_store::learned::{Fact, LearnedFix, MemoryChange, SESSION_VALUE};

use super::cut;
use super::owned::Owned;
use super::records::{listed, table};
use crate::sql::Sql as _;

impl Owned<'_> {
    /// Changes a value that a conversation was handed on.
    pub(crate) fn change_fact(
        &self,
        session: SessionId,
        name: &str,
        change: &MemoryChange,
        now_ms: i64,
    ) -> Stored<bool> {
        let Some(pk) = self.pk("sessions", &session)? else {
            return Ok(false);
        };
        let changed = match change {
            MemoryChange::Correct(value) => self.db.change(
                "UPDATE session_memory SET value = ?3, at_ms = max(at_ms, ?4)
                 WHERE session_pk = ?1 AND key = ?2",
                &[&pk, &name, &cut(value, SESSION_VALUE), &now_ms],
            )?,
            MemoryChange::Forget => {
                let sql = "DELETE FROM session_memory WHERE session_pk = ?1 AND key = ?2";
                self.db.change(sql, &[&pk, &name])?
            }
        };
        if changed > 0 && *change == MemoryChange::Forget {
            self.log_deleted("fact", &session.to_string())?;
        }
        Ok(changed > 0)
    }

    /// Changes a fix of the tenant's.
    pub(crate) fn change_fix(&self, id: u32, change: &MemoryChange, now_ms: i64) -> Stored<bool> {
        let changed = match change {
            MemoryChange::Correct(fix) => self.change(
                "UPDATE skills SET fix = ?4, tries = 1, wins = 1, used_ms = max(used_ms, ?5)
                 WHERE tenant_id = ?1 AND ?2 IS NOT NULL AND pk = ?3",
                &[&id, fix, &now_ms],
            )?,
            MemoryChange::Forget => {
                let sql = "DELETE FROM skills WHERE tenant_id = ?1 AND ?2 IS NOT NULL AND pk = ?3";
                self.change(sql, &[&id])?
            }
        };
        if changed > 0 && *change == MemoryChange::Forget {
            self.log_deleted("fix", &id.to_string())?;
        }
        Ok(changed > 0)
    }
}

table!(Fact, "session_memory JOIN sessions own ON own.pk = session_pk" =>
    session "own.id", title "own.title", name "key", value, at_ms);

listed!(Fact, "own.status <> 'archived'" by "at_ms DESC, own.pk, key");

// Fixes are the tenant's: whoever looks counts as their owner.
table!(LearnedFix, "(SELECT pk, domain, goal, failed, fix, tries, wins, used_ms, tenant_id,
                            user_id AS learner, ?2 AS user_id FROM skills) own" =>
    id "pk", domain, skill "goal, failed, fix, tries, wins", used_ms,
    own "coalesce(learner = user_id, FALSE)");

listed!(LearnedFix by "domain, used_ms DESC, pk");
