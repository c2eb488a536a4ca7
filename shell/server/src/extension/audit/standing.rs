//! How the whole log stands: looked at from its first row, at most once a minute.

use screen_agent_audit::{LogRow, Mark, PublicKey, Verifier, trusted};
use screen_agent_store::audit::AuditFilter;
use screen_agent_wire::extension::audit::AuditStanding;
use tokio::sync::Mutex;

use crate::error::ApiError;
use crate::state::AppState;
use crate::time;

/// How long what was found is believed, in milliseconds.
const BELIEVED_MS: i64 = 60_000;
/// Rows that are read at once.
const BATCH: u32 = 1_000;

/// What was found last, and when.
#[derive(Default)]
pub(crate) struct Watched(Mutex<Option<(i64, AuditStanding)>>);

impl Watched {
    /// How the log stands. Of those who ask at once one looks, and all are told.
    pub(crate) async fn standing(&self, app: &AppState) -> Result<AuditStanding, ApiError> {
        let now_ms = app.now_ms();
        let mut last = self.0.lock().await;
        let fresh = last
            .as_ref()
            .filter(|(at_ms, _)| (now_ms - at_ms).abs() < BELIEVED_MS);
        if let Some((_, standing)) = fresh {
            return Ok(standing.clone());
        }
        let standing = looked(app, now_ms).await?;
        *last = Some((now_ms, standing.clone()));
        Ok(standing)
    }
}

async fn looked(app: &AppState, now_ms: i64) -> Result<AuditStanding, ApiError> {
    let upkeep = app.store().upkeep();
    let keys = trusted(&upkeep.list::<PublicKey>(()).await?, &[]);
    let mut verifier = Verifier::new(upkeep.list::<Mark>(()).await?, &keys);
    let mut last = 0;
    loop {
        let (seq, limit) = (last, BATCH);
        let next = AuditFilter::After { seq, limit };
        let rows = upkeep.list::<LogRow>(next).await?;
        let Some(end) = rows.last() else { break };
        last = end.seq;
        rows.iter().for_each(|row| verifier.take(row));
        // Others have their turn in between.
        tokio::task::yield_now().await;
    }
    let checked = verifier.finish();
    let report = checked.as_ref().copied().unwrap_or_default();
    Ok(AuditStanding {
        whole: checked.is_ok(),
        fault: checked.err().map(|fault| fault.to_string()),
        rows: last,
        signed_up_to: report.signed,
        signed_at: report.signed_at_ms.map(time::iso),
        checked_at: time::iso(now_ms),
    })
}
