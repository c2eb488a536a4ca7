//! Brings back what is remembered outside of a task.

use screen_agent_kernel::event::Event;

use crate::TurnError;
use crate::held::Held;

/// Reads the conversation, earlier tasks, and what has worked on the site.
pub(super) async fn recall(held: &Held, domain: String) -> Result<Event, TurnError> {
    let rows = held.rows();
    let recollection = rows.recollect(held.session, held.task, domain).await?;
    Ok(Event::Recalled {
        recollection: Box::new(recollection),
    })
}
