//! Performs effects, in order. One file for each that needs more than a line.

mod approval;
mod propose;
mod step;
mod verdict;

use screen_agent_kernel::effect::{Effect, Reply};
use screen_agent_kernel::event::Event;
use screen_agent_kernel::task::Task;

use crate::TurnError;
use crate::draft::Draft;
use crate::held::Held;

/// What follows once the effects are performed.
pub(crate) enum Next {
    /// Advance again, with this.
    Event(Box<Event>),
    /// The turn has its answer.
    Reply(Box<Reply>),
}

/// Performs what an event called for.
pub(crate) async fn all(
    held: &Held,
    draft: &mut Draft,
    task: &Task,
    effects: Vec<Effect>,
) -> Result<Next, TurnError> {
    for effect in effects {
        match effect {
            Effect::RecordStep { step } => step::keep(draft, &step)?,
            Effect::RecordVerdict { index, verdict } => {
                verdict::keep(draft, task, index, verdict)?;
            }
            Effect::RecordApproval { index, request } => approval::keep(draft, index, request),
            Effect::Propose { ask } => {
                let event = propose::propose(held, draft, &ask).await?;
                return Ok(Next::Event(Box::new(event)));
            }
            Effect::Recall { .. }
            | Effect::Think { .. }
            | Effect::Search { .. }
            | Effect::AnnouncePlan { .. }
            | Effect::RecordCorrection { .. }
            | Effect::Learn { .. }
            | Effect::Export { .. } => {
                return Err(TurnError::Broken("an effect nobody performs yet".into()));
            }
            Effect::Reply { reply } => return Ok(Next::Reply(reply)),
        }
    }
    Err(TurnError::Broken("a turn without an end".into()))
}
