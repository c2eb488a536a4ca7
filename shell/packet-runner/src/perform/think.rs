//! Asks a model.

use screen_agent_kernel::mind::{Spent, ThinkFailure};
use screen_agent_kernel::think::Prompt;
use screen_agent_packet::run::{Event, Run};
use screen_agent_store::turn::UsageRow;

use super::waiting;
use crate::AskError;
use crate::ask::Asking;
use crate::think::{self, Patient};

/// Asks a model, unless the caller goes away meanwhile. Every call is counted, failed ones too.
pub(super) async fn think(
    asking: &mut Asking<'_>,
    run: &Run,
    prompt: &Prompt,
) -> Result<Event, AskError> {
    let runner = asking.runner;
    if asking.spent.exhausts(&asking.means.mind) || think::over_budget(runner, asking.owner).await?
    {
        return Ok(failed(ThinkFailure::OverBudget));
    }
    let patience = runner.parts.patience;
    let left = patience.request.saturating_sub(asking.began.elapsed());
    let thinker = asking.thinker.clone();
    let patient = Patient {
        thinker: &*thinker,
        wait: left.min(patience.call),
        gone: asking.gone.clone(),
    };
    let thinking = waiting(asking, async { Ok(patient.think(prompt).await) }).await?;
    for row in &thinking.usage {
        asking.spent.add(spent(row));
    }
    think::count(runner, asking.owner, &run.id, thinking.usage).await?;
    let Some(answer) = thinking.answer else {
        return Err(AskError::Gone);
    };
    Ok(Event::Answered {
        said: answer.inspect_err(|failure| {
            tracing::warn!(topic = prompt.topic, ?failure, "no answer");
        }),
        model: thinking.model,
    })
}

fn failed(failure: ThinkFailure) -> Event {
    Event::Answered {
        said: Err(failure),
        model: None,
    }
}

fn spent(row: &UsageRow) -> Spent {
    Spent {
        calls: 1,
        prompt_tokens: u64::from(row.prompt_tokens),
        completion_tokens: u64::from(row.completion_tokens),
        micros: row.micros,
    }
}
