//! What was spent and what came of it, by day, site and model.

use screen_agent_store::usage::{ChecksDay, SpentDay, TasksDay, UsageSpan};

use super::records::{Bound, Listed, table};
use crate::db::Freshness;
use crate::sql::ToColumn;

impl Bound for UsageSpan {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        vec![
            Box::new(self.since_ms),
            Box::new(self.until_ms),
            Box::new(self.ahead_ms),
        ]
    }
}

table!(SpentDay, "model_usage own LEFT JOIN tasks t ON t.id = own.task_id
                  LEFT JOIN sessions s ON s.pk = t.session_pk" =>
    day "(own.at_ms + ?5) / 86400000", site "coalesce(s.domain, '')", model "own.proposer",
    calls "count(*)", failed "count(*) FILTER (WHERE NOT own.succeeded)", prompt_tokens "sum(own.prompt_tokens)",
    completion_tokens "sum(own.completion_tokens)", micros "sum(own.micros)",
    duration_ms "sum(own.duration_ms)");

impl Listed for SpentDay {
    const WHICH: &'static str = "own.at_ms >= ?3 AND own.at_ms < ?4 GROUP BY 1, 2, 3";
    const ORDER: &'static str = "1, 2, 3";
    const READING: Freshness = Freshness::Lagging;
}

table!(TasksDay, "tasks own JOIN sessions s ON s.pk = own.session_pk" =>
    day "(own.created_ms + ?5) / 86400000", site "s.domain", status "own.status",
    tasks "count(*)");

impl Listed for TasksDay {
    const WHICH: &'static str = "own.created_ms >= ?3 AND own.created_ms < ?4 GROUP BY 1, 2, 3";
    const ORDER: &'static str = "1, 2, 3";
    const READING: Freshness = Freshness::Lagging;
}

table!(ChecksDay, "verification_records v JOIN tasks own ON own.pk = v.task_pk
                   JOIN sessions s ON s.pk = own.session_pk" =>
    day "(v.at_ms + ?5) / 86400000", site "s.domain", met "count(*) FILTER (WHERE v.met)",
    refused "count(*) FILTER (WHERE NOT v.met)");

impl Listed for ChecksDay {
    const WHICH: &'static str = "v.at_ms >= ?3 AND v.at_ms < ?4 GROUP BY 1, 2";
    const ORDER: &'static str = "1, 2";
    const READING: Freshness = Freshness::Lagging;
}
