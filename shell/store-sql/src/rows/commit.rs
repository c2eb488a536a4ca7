//! Closes a turn.

use screen_agent_action::id::TaskId;
use screen_agent_store::turn::{
    Committed, ConsumedApproval, LeaseId, NewCorrection, NewStep, NewVerdict, TaskState, TurnCommit,
};
use screen_agent_store::{StoreError, Stored};
use screen_agent_think::skill::Lesson;

use super::owned::Owned;
use super::{audit, messages, recollect};
use crate::sql::{Sql as _, ToColumn};

/// The task, while its lease is this turn's.
struct Held<'a> {
    rows: &'a Owned<'a>,
    pk: i64,
    session_pk: i64,
    turn: u32,
    now_ms: i64,
}

impl Owned<'_> {
    /// Closes a turn. Steps come before the state, because a task that has ended takes no more.
    pub(crate) fn commit_turn(&self, commit: &TurnCommit) -> Stored<Committed> {
        let held = self.held(commit.task, commit.lease, commit.now_ms)?;
        held.keep_steps(commit)?;
        held.keep_snapshot(commit)?;
        for lesson in &commit.lessons {
            self.learn(lesson, commit.now_ms)?;
        }
        for value in &commit.exports {
            recollect::hand_on(self.db, held.session_pk, value, commit.now_ms)?;
        }
        for call in &commit.usage {
            self.count_usage(commit.task, held.turn, call, commit.now_ms)?;
        }
        match &commit.answer {
            None => self.drop_question_of(commit.lease)?,
            Some((key, response)) => {
                if !self.keep_answer(key, commit.lease, response, commit.now_ms)? {
                    return Err(StoreError::LeaseLost);
                }
            }
        }
        let place = (held.session_pk, commit.task);
        let say = |message| messages::append(self.db, place, message, commit.now_ms);
        let announced = commit.announcements.iter().map(say);
        let announced = announced.collect::<Result<_, _>>()?;
        let said = commit.said.as_ref().map(say).transpose()?;
        // Listeners are told in this order: first what was said, then what the turn came to.
        held.keep_record(commit)?;
        self.touch("sessions", held.session_pk, commit.now_ms)?;
        held.set_state(&commit.state)?;
        audit::log_all(self.db, &commit.audit)?;
        Ok(Committed {
            announced,
            said,
            turn: held.turn,
        })
    }

    /// The lease fences: a turn that lost it keeps nothing.
    fn held(&self, task: TaskId, lease: LeaseId, now_ms: i64) -> Stored<Held<'_>> {
        let found = self.find(
            "SELECT pk, session_pk, turn_count FROM tasks
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND lease_id = ?4",
            &[&task, &lease],
        )?;
        let (pk, session_pk, turn) = found.ok_or(StoreError::LeaseLost)?;
        Ok(Held {
            rows: self,
            pk,
            session_pk,
            turn,
            now_ms,
        })
    }

    /// Keeps a fix that was tried. One is replaced by another only when that one worked.
    fn learn(&self, lesson: &Lesson, now_ms: i64) -> Stored<()> {
        let Lesson {
            domain,
            goal,
            failed,
            fix,
            worked,
        } = lesson;
        self.make(
            "INSERT INTO skills (tenant_id, user_id, domain, goal, failed, fix, tries, wins, used_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8)
             ON CONFLICT (tenant_id, domain, goal, failed) DO UPDATE SET
               tries = skills.tries + 1, wins = skills.wins + excluded.wins,
               fix = iif(excluded.wins > 0, excluded.fix, skills.fix),
               used_ms = max(skills.used_ms, excluded.used_ms)",
            &[domain, goal, failed, fix, &u32::from(*worked), &now_ms],
        )
    }
}

impl Held<'_> {
    /// Keeps steps and verdicts. A step of a chain may be judged in the turn that tells of it: it is
    /// judged as soon as it is there, so that the next may be outstanding.
    fn keep_steps(&self, commit: &TurnCommit) -> Stored<()> {
        let is_new = |index| commit.steps.iter().any(|step| step.index == index);
        for verdict in commit.verdicts.iter().filter(|each| !is_new(each.index)) {
            self.judge(verdict)?;
        }
        for step in &commit.steps {
            self.add_step(step)?;
            let of_it = |each: &&NewVerdict| each.index == step.index;
            for verdict in commit.verdicts.iter().filter(of_it) {
                match step.outstanding {
                    true => self.judge(verdict)?,
                    false => self.keep_verdict(verdict)?,
                }
            }
        }
        for approval in &commit.approvals {
            self.consume(approval)?;
        }
        for correction in &commit.corrections {
            self.keep_correction(correction)?;
        }
        Ok(())
    }

    /// Adds a row that is the task's, of this moment.
    fn insert(&self, table: &str, columns: &[(&str, &dyn ToColumn)]) -> Stored<()> {
        let own: &[(&str, &dyn ToColumn)] = &[("task_pk", &self.pk), ("at_ms", &self.now_ms)];
        self.rows.db.insert(table, &[own, columns].concat())
    }

    fn judge(&self, judged: &NewVerdict) -> Stored<()> {
        let sql = "UPDATE steps SET outstanding = FALSE, body = ?3
                   WHERE task_pk = ?1 AND step_index = ?2";
        let found = self
            .rows
            .db
            .change(sql, &[&self.pk, &judged.index, &judged.body])?;
        if found != 1 {
            let why = "a verdict on a step that is not there";
            return Err(StoreError::Refused(why.into()));
        }
        self.keep_verdict(judged)
    }

    fn keep_verdict(&self, judged: &NewVerdict) -> Stored<()> {
        let verdict = &judged.verdict;
        self.insert(
            "verification_records",
            &[
                ("step_index", &judged.index),
                ("met", &verdict.met),
                ("confidence", &verdict.confidence),
                ("tier", &verdict.tier),
                ("reason", &verdict.reason),
                ("evidence", &verdict.evidence),
            ],
        )
    }

    fn add_step(&self, step: &NewStep) -> Stored<()> {
        self.insert(
            "steps",
            &[
                ("step_index", &step.index),
                ("action", &step.action),
                ("outstanding", &step.outstanding),
                ("body", &step.body),
                ("turn", &self.turn),
            ],
        )
    }

    fn consume(&self, approval: &ConsumedApproval) -> Stored<()> {
        let request = &approval.request;
        self.insert(
            "approvals",
            &[
                ("fingerprint", &request.fingerprint),
                ("step_index", &approval.index),
                ("reason", &request.reason),
                ("action", &request.action),
                ("origin", &request.origin),
                ("text", &request.text),
            ],
        )
    }

    fn keep_correction(&self, new: &NewCorrection) -> Stored<()> {
        let correction = &new.correction;
        self.insert(
            "correction_records",
            &[
                ("step_index", &new.index),
                ("failed_step", &correction.failed_step),
                ("strategy", &correction.strategy),
                ("reason", &correction.reason),
                ("action", &new.action),
            ],
        )
    }

    fn keep_snapshot(&self, commit: &TurnCommit) -> Stored<()> {
        let Some((step, picture)) = &commit.snapshot else {
            return Ok(());
        };
        self.rows.db.make(
            "INSERT INTO snapshots (task_pk, step_index, mime, image, at_ms)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (task_pk, step_index) DO UPDATE SET
               mime = excluded.mime, image = excluded.image, at_ms = excluded.at_ms",
            &[&self.pk, step, &picture.mime, &picture.image, &self.now_ms],
        )
    }

    fn keep_record(&self, commit: &TurnCommit) -> Stored<()> {
        self.insert(
            "turn_records",
            &[
                ("turn", &self.turn),
                ("body", &commit.record),
                ("round", &commit.round),
            ],
        )
    }

    fn set_state(&self, state: &TaskState) -> Stored<()> {
        let sql = "UPDATE task_states SET body = ?2 WHERE task_pk = ?1";
        let body = self.rows.sealed(&state.body)?;
        self.rows.db.make(sql, &[&self.pk, &body])?;
        let TaskState {
            status,
            url,
            result,
            verified,
            step_count,
            ..
        } = state;
        let agreed = self.rows.db.change(
            "UPDATE tasks SET status = ?2, url = iif(?3 = '', url, ?3), result = ?4,
               turn_count = turn_count + 1, lease_id = NULL, lease_until_ms = NULL,
               updated_ms = max(updated_ms, ?6), verified = ?7
             WHERE pk = ?1 AND step_count = ?5",
            &[
                &self.pk,
                status,
                url,
                result,
                step_count,
                &self.now_ms,
                verified,
            ],
        )?;
        if agreed != 1 {
            let why = "the task and its step rows disagree";
            return Err(StoreError::Refused(why.into()));
        }
        Ok(())
    }
}
