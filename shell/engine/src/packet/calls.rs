//! How each call of a run is performed.

use screen_agent_packet::run::{Call, Event, QuestionRun};
use screen_agent_store::{Owner, StoreError};
use screen_agent_think::Prompt;
use screen_agent_think::models::ThinkFailure;
use screen_agent_tools::redact::{self, Keep};
use tracing::Instrument;
use uuid::Uuid;

use super::ask::Asking;
use super::source::documents;
use super::tools::{self, Desk};
use super::{AskError, audit};
use crate::{Engine, think};
use screen_agent_store::turn::UsageRow;

/// Performs one call. What came of it, and when, is written down before anything follows from it.
pub(super) async fn perform(
    asking: &mut Asking<'_>,
    run: &QuestionRun,
    call: Call,
) -> Result<(Event, i64), AskError> {
    let (mut told, mut entry) = (None, None);
    let event = match call {
        Call::Load { collection_id } => load(asking, &collection_id).await?,
        Call::Think(prompt) => {
            let span = tracing::info_span!("think", topic = prompt.topic);
            let prompt = asking.engine.addressed(asking.owner, *prompt).await?;
            think(asking, run, &prompt).instrument(span).await?
        }
        Call::UseApproval { fingerprint } => {
            let now_ms = asking.engine.now_ms();
            let entry = audit::approved(asking.owner, run, &fingerprint);
            let using = asking.history.use_approval(fingerprint, now_ms, entry);
            return Ok((using.await?, now_ms));
        }
        Call::Perform { call_id, call } => {
            let tool = call.into_inner();
            let name = tool.name();
            let known =
                !tools::cannot_be_repeated(&tool) || asking.history.about_to(&call_id).await?;
            let desk = Desk {
                engine: asking.engine,
                owner: asking.owner,
                history: &asking.history,
                run_id: &run.id,
                call_id: &call_id,
            };
            let work = async {
                match known {
                    true => tools::perform(&desk, tool).await,
                    false => Ok(tools::unknown_whether()),
                }
            };
            // What is begun is done: it may have an effect somewhere.
            let span = tracing::info_span!("tool", name);
            let done = asking.waiting(work).instrument(span).await?;
            told = Some(done.as_told(&call_id, name));
            entry = Some(audit::performed(asking.owner, run, &call_id, &done.outcome));
            Event::Performed {
                call_id,
                outcome: done.outcome,
            }
        }
    };
    let now_ms = asking.engine.now_ms();
    let came = asking.history.came(&event, now_ms, told.as_ref(), entry);
    came.await?;
    asking.tool_results.extend(told);
    Ok((event, now_ms))
}

/// Brings the index of a collection, and its sources.
async fn load(asking: &Asking<'_>, collection_id: &str) -> Result<Event, AskError> {
    let found = documents::collection(asking.engine, asking.owner, collection_id).await?;
    let found = found.ok_or_else(|| "No such collection.".to_owned());
    Ok(Event::Loaded(found))
}

/// Asks a model, unless the caller goes away meanwhile. Every call is counted, failed ones too.
async fn think(
    asking: &mut Asking<'_>,
    run: &QuestionRun,
    prompt: &Prompt,
) -> Result<Event, AskError> {
    let engine = asking.engine;
    let thinker = asking.thinker.clone();
    // Whoever has none is answered by quoting, and asks nobody.
    let (Some(thinker), Some(limits)) = (&thinker, &asking.means.limits) else {
        return Err(AskError::NoModel);
    };
    let spent = asking.spent.exhausts(limits);
    if spent || engine.over_budget(asking.owner, 0).await? {
        return Ok(Event::Answered {
            said: Err(ThinkFailure::OverBudget),
            model: None,
            broken_off: false,
        });
    }
    let wait = engine.parts.patience.left(asking.began);
    let asked = think::ask_unless(&asking.gone, &**thinker, prompt, wait);
    let thought = asking.waiting(async { Ok(asked.await) }).await?;
    asking.spent.add(think::spent(&thought.usage));
    engine.count(asking.owner, &run.id, thought.usage).await?;
    let answer = thought.answer.ok_or(AskError::Gone)?;
    if engine.parts.keep == Keep::Whole {
        let said = answer.as_ref().map_or("", |answer| answer.text.as_str());
        asking.thoughts.push(redact::thought(
            &prompt.system,
            &prompt.user,
            said,
            &asking.typed,
        ));
    }
    Ok(Event::Answered {
        broken_off: answer.as_ref().is_ok_and(|answer| answer.broken_off),
        said: answer.map(|answer| answer.text).inspect_err(|failure| {
            tracing::warn!(topic = prompt.topic, ?failure, "no answer");
        }),
        model: thought.model,
    })
}

impl Engine {
    /// Keeps what was spent on a run or an artifact: calls are counted by its id.
    pub(super) async fn count(
        &self,
        owner: Owner,
        id: &str,
        calls: Vec<UsageRow>,
    ) -> Result<(), StoreError> {
        let (_, number) = id.split_once('_').unwrap_or(("", id));
        let work = Uuid::parse_str(number).unwrap_or_else(|_| self.parts.ids.fresh());
        let rows = self.rows(owner);
        rows.add_usage(work, calls, self.now_ms()).await
    }
}
