//! Leases on tabs: a sealed value each, and beside it what the database itself keeps to: one lease a tab.

use async_trait::async_trait;
use screen_agent_audit::Kind;
use screen_agent_store::outbox::{Publication, TopicName};
use screen_agent_store::tab_lease::{
    KEEP_LEASES_MS, LeaseRefusal, MOST_LEASES, TabLease, TabLeases,
};
use screen_agent_store::{Packed, StoreError, Stored};
use screen_agent_wire::extension::lease::{LeaseState, LeaseStep};
use uuid::Uuid;

use super::owned::{Owned, ScopedStore};
use super::{audit, outbox};
use crate::sql::Sql as _;

const OPEN: &str = "tenant_id = ?1 AND user_id = ?2 AND state <> 'ended'";

#[async_trait]
impl TabLeases for ScopedStore<'_> {
    async fn ask_for_tab(&self, lease: TabLease, now_ms: i64) -> Stored<()> {
        self.write(move |rows| {
            if rows.find_tab_lease(lease.id)?.is_some() {
                return Ok(());
            }
            for left in rows.open_tab_leases()? {
                let left = left.at(now_ms);
                if left.is_over() {
                    rows.keep_tab_lease(&left, now_ms)?;
                }
            }
            rows.make(
                "DELETE FROM tab_leases WHERE tenant_id = ?1 AND user_id = ?2 AND state = 'ended' AND created_ms < ?3",
                &[&now_ms.saturating_sub(KEEP_LEASES_MS)],
            )?;
            let open: u32 = rows.get(&format!("SELECT count(*) FROM tab_leases WHERE {OPEN}"), &[])?;
            if open >= MOST_LEASES {
                return Err(StoreError::TooMany {
                    what: "leases that are not over",
                    most: MOST_LEASES,
                });
            }
            let sealed = rows.sealed(&Packed::json(&lease)?)?;
            rows.insert(
                "tab_leases",
                &[
                    ("id", &lease.id),
                    ("state", &lease.state),
                    ("created_ms", &lease.created_ms),
                    ("sealed", &sealed),
                ],
            )?;
            rows.tell_of_tab_lease(&lease, now_ms)
        })
        .await
    }

    async fn tab_lease(&self, id: Uuid, now_ms: i64) -> Stored<Option<TabLease>> {
        self.read(move |rows| Ok(rows.find_tab_lease(id)?.map(|lease| lease.at(now_ms))))
            .await
    }

    async fn tab_leases(&self, now_ms: i64) -> Stored<Vec<TabLease>> {
        self.read(move |rows| {
            let all = rows.open_tab_leases()?.into_iter();
            let standing = all.map(|lease| lease.at(now_ms));
            Ok(standing.filter(|lease| !lease.is_over()).collect())
        })
        .await
    }

    async fn step_tab_lease(
        &self,
        id: Uuid,
        step: LeaseStep,
        now_ms: i64,
    ) -> Stored<Result<TabLease, LeaseRefusal>> {
        // How something ended is kept on a full disk, too.
        self.write_beyond_quota(move |rows| {
            let Some(lease) = rows.find_tab_lease(id)? else {
                return Ok(Err(LeaseRefusal::Unknown));
            };
            let mut lease = lease.at(now_ms);
            if let Err(refusal) = lease.step(step.clone(), now_ms) {
                return Ok(Err(refusal));
            }
            if let LeaseStep::Allow { holder, tab } = &step
                && rows.is_leased(id, *holder, *tab, now_ms)?
            {
                return Ok(Err(LeaseRefusal::TabTaken));
            }
            rows.keep_tab_lease(&lease, now_ms)?;
            Ok(Ok(lease))
        })
        .await
    }
}

impl Owned<'_> {
    fn find_tab_lease(&self, id: Uuid) -> Stored<Option<TabLease>> {
        let sql = "SELECT sealed FROM tab_leases WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3";
        let sealed: Option<Packed> = self.find(sql, &[&id])?;
        sealed
            .map(|sealed| self.db.opened(&sealed)?.read())
            .transpose()
    }

    fn open_tab_leases(&self) -> Stored<Vec<TabLease>> {
        let sql = format!("SELECT sealed FROM tab_leases WHERE {OPEN} ORDER BY created_ms, pk");
        let all: Vec<Packed> = self.list(&sql, &[])?;
        let opened = all
            .into_iter()
            .map(|sealed| self.db.opened(&sealed)?.read());
        opened.collect()
    }

    /// Whether another lease has the tab. One whose time is over has none.
    fn is_leased(&self, but: Uuid, holder: Uuid, tab: i64, now_ms: i64) -> Stored<bool> {
        let mut taken = false;
        for lease in self.open_tab_leases()? {
            let has_it = lease.id != but && lease.held == Some((holder, tab));
            let lease = lease.at(now_ms);
            match lease.is_over() {
                true if has_it => self.keep_tab_lease(&lease, now_ms)?,
                _ => taken |= has_it,
            }
        }
        Ok(taken)
    }

    fn keep_tab_lease(&self, lease: &TabLease, now_ms: i64) -> Stored<()> {
        let sealed = self.sealed(&Packed::json(lease)?)?;
        // What is over holds nothing.
        let held = lease.held.filter(|_| !lease.is_over());
        let (holder, tab) = held.unzip();
        self.make(
            "UPDATE tab_leases SET state = ?4, holder = ?5, tab = ?6, sealed = ?7
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
            &[&lease.id, &lease.state, &holder, &tab, &sealed],
        )?;
        self.tell_of_tab_lease(lease, now_ms)
    }

    /// Tells the owner's browsers, and the audit log where it stands otherwise.
    fn tell_of_tab_lease(&self, lease: &TabLease, now_ms: i64) -> Stored<()> {
        let state = serde_json::to_value(lease.state).unwrap_or_default();
        let order = lease.order.as_ref();
        let mut entry = self
            .entry(Kind::Lease)
            .with("lease", lease.id.to_string())
            .with("client", lease.asked.client.clone())
            .with("state", state);
        if lease.state == LeaseState::Asked {
            entry = entry
                .with("purpose", lease.asked.purpose.clone())
                .with("sites", lease.asked.sites.clone())
                .with(
                    "mode",
                    serde_json::to_value(lease.asked.mode).unwrap_or_default(),
                );
        }
        if let Some(order) = order {
            let report = order.report.as_ref();
            let word = |value| serde_json::to_value(value).unwrap_or_default();
            entry = entry
                .with("order", order.no)
                .with("order_state", word(order.state))
                .with(
                    "task",
                    report
                        .and_then(|report| report.task_id)
                        .map(|id| id.to_string()),
                )
                .with(
                    "fault",
                    report
                        .and_then(|report| report.fault.clone())
                        .map(|fault| fault.code),
                );
        }
        if let Some(by) = lease.ended_by {
            entry = entry.with("by", serde_json::to_value(by).unwrap_or_default());
        }
        audit::log(self.db, &entry)?;
        let publication = Publication {
            topic: TopicName::of_leases(self.owner.user.get()),
            kind: "lease_changed".to_owned(),
            body: format!("{{\"leaseId\":\"{}\"}}", lease.id),
        };
        outbox::publish(self, &publication, now_ms)
    }
}
