//! The trace is told what becomes of its actions: what is planned, each action as it runs and ends, and what came of all.

use screen_agent_wire::ide::plan::{ApplySummary, FileChange, IdePlan, PlanAction};
use serde_json::{Value, json};

use super::server::IdeServer;
use super::workspace::Workspace;
use super::{Done, PlaceArgs};

/// Characters of a diff that are told.
const DIFF: usize = 16_000;

/// Tells a plan's trace, where it has one that may be told.
pub(super) struct Teller<'a> {
    server: Option<(IdeServer, &'a str)>,
    /// What tells one attempt from another: what is told twice of the same is told once.
    attempt: String,
    dry_run: bool,
}

impl<'a> Teller<'a> {
    pub(super) fn of(
        workspace: &Workspace,
        place: &PlaceArgs,
        plan: &'a IdePlan,
        (attempt, dry_run): (&str, bool),
    ) -> Done<Self> {
        let server = match (&plan.trace_id, place.offline) {
            (Some(trace), false) => Some((IdeServer::of(workspace, place)?, trace.as_str())),
            _ => None,
        };
        let tried = if dry_run { "dry" } else { "real" };
        Ok(Self {
            server,
            attempt: format!("{}:{attempt}:{tried}", plan.fingerprint),
            dry_run,
        })
    }

    /// What is planned.
    pub(super) async fn planned(&self, plan: &IdePlan) -> Done<()> {
        let action = |one: &PlanAction| json!({ "id": one.id, "action_id": one.id, "command": one.command, "args": one.args });
        let actions: Vec<Value> = plan.actions.iter().map(action).collect();
        let fields = json!({ "actions": actions, "fingerprint": plan.fingerprint, "operations": plan.operations.len() });
        self.tell(vec![self.event("cli.plan", "plan", fields)])
            .await
    }

    /// Every action begins.
    pub(super) async fn running(&self, plan: &IdePlan) -> Done<()> {
        let each = plan
            .actions
            .iter()
            .map(|one| self.step(&one.id, "running", json!({})));
        self.tell(each.collect()).await
    }

    /// Every action ended, as did all.
    pub(super) async fn ended(
        &self,
        plan: &IdePlan,
        outcome: Result<&ApplySummary, &str>,
    ) -> Done<()> {
        let total = plan.actions.len();
        let (status, success, fields) = match outcome {
            Ok(_) => ("success", total, json!({})),
            Err(message) => ("error", 0, json!({ "message": message })),
        };
        let each = plan.actions.iter().map(|one| {
            let mut fields = fields.clone();
            if let Ok(summary) = outcome {
                fields["diff"] = json!(diff(plan, one, &summary.files));
            }
            self.step(&one.id, status, fields)
        });
        let mut events: Vec<Value> = each.collect();
        let mut summary = json!({ "total": total, "success": success, "failed": total - success,
            "dry_run": self.dry_run, "fingerprint": plan.fingerprint });
        if let Ok(outcome) = outcome {
            summary["changes"] = json!(outcome.changes);
        }

        events.push(self.event("cli.done", status, json!({ "summary": summary })));
        self.tell(events).await
    }

    fn step(&self, id: &str, status: &str, mut fields: Value) -> Value {
        fields["action_id"] = json!(id);
        fields["status"] = json!(status);
        fields["dry_run"] = json!(self.dry_run);
        self.event("cli.apply", &format!("{id}:{status}"), fields)
    }

    fn event(&self, name: &str, which: &str, payload: Value) -> Value {
        use sha2::Digest as _;
        let id = hex::encode(sha2::Sha256::digest(format!(
            "{}:{name}:{which}",
            self.attempt
        )));
        json!({ "event_type": name, "event_id": id, "payload": payload })
    }

    async fn tell(&self, events: Vec<Value>) -> Done<()> {
        let Some((server, trace)) = self.server.as_ref().filter(|_| !events.is_empty()) else {
            return Ok(());
        };
        let body = json!({ "trace_id": trace, "events": events });
        server
            .post("/functions/v1/metrics-ingest", &body)
            .await
            .map(drop)
    }
}

/// What is different by one action.
fn diff(plan: &IdePlan, action: &PlanAction, files: &[FileChange]) -> String {
    let concerns = |file: &&FileChange| {
        let mut operations = plan.operations.iter();
        operations.any(|one| one.file == file.file && one.action_id.as_ref() == Some(&action.id))
    };
    let whole: String = files
        .iter()
        .filter(concerns)
        .map(|file| file.diff.as_str())
        .collect();
    whole.chars().take(DIFF).collect()
}
