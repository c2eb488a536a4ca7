//! The record of a turn, in its stored form.

use std::sync::Arc;

use screen_agent_kernel::event::Event;
use screen_agent_kernel::record::Recorder;
use screen_agent_kernel::task::Task;
use screen_agent_store::Packed;

use crate::TurnError;

/// Packs the record of a turn. The picture of the page is left out: it is kept beside the record,
/// and nothing that is decided by rules looks at it.
pub(crate) fn pack(recorder: Recorder, after: &Task) -> Result<Packed, TurnError> {
    let mut record = recorder
        .finish(after.clone())
        .map_err(|cause| TurnError::Broken(cause.into()))?;
    for event in &mut record.events {
        if let Event::Observed { seen } = event
            && seen.screen.heavy.screenshot.is_some()
        {
            Arc::make_mut(&mut seen.screen).heavy.screenshot = None;
        }
    }
    Ok(Packed::json(&record)?)
}
