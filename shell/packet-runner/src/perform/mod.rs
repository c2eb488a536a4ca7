//! Performs effects, one file for each that needs more than a line.

mod keep;
mod load;
mod think;

use std::time::Duration;

use screen_agent_kernel::mind::ThinkFailure;
use screen_agent_packet::run::{Effect, Event, Run};
use screen_agent_wire::packet::ResponsePacket;
use tracing::Instrument;

use crate::AskError;
use crate::ask::{Asking, Progress};
use crate::audit;
use crate::tools::{self, Desk};

/// What follows once an effect is performed.
pub(crate) enum Next {
    /// The next effect.
    Nothing,
    /// Advance again, with this, which came at this time. It is written down.
    Event(Box<Event>, i64),
    /// The request has its answer.
    Reply(Box<ResponsePacket>),
    /// There is none.
    Fail(ThinkFailure),
}

/// Performs one effect.
pub(crate) async fn one(
    asking: &mut Asking<'_>,
    run: &Run,
    effect: Effect,
) -> Result<Next, AskError> {
    let mut told = None;
    let mut entry = None;
    let event = match effect {
        Effect::KeepRequest(packet) => {
            keep::request(asking, &packet).await?;
            return Ok(Next::Nothing);
        }
        Effect::KeepResponse { packet, model } => {
            keep::response(asking, &packet, model).await?;
            return Ok(Next::Nothing);
        }
        Effect::Tell(text) => {
            // Nobody has to listen.
            let step = run.step;
            let _ = asking.tell.send(Progress { step, text });
            return Ok(Next::Nothing);
        }
        Effect::Reply(mut packet) => {
            tools::search::address(asking.runner, &mut packet);
            return Ok(Next::Reply(packet));
        }
        Effect::Fail(failure) => return Ok(Next::Fail(failure)),
        Effect::Load { collection_id } => load::load(asking, &collection_id).await?,
        Effect::Think(prompt) => {
            let span = tracing::info_span!("think", topic = prompt.topic);
            think::think(asking, run, &prompt).instrument(span).await?
        }
        Effect::UseApproval { fingerprint } => {
            let now_ms = asking.runner.now_ms();
            let entry = audit::approved(asking.owner, run, &fingerprint);
            let using = asking.history.use_approval(fingerprint, now_ms, entry);
            let used = using.await?;
            return Ok(Next::Event(Box::new(used), now_ms));
        }
        Effect::Perform { call_id, call } => {
            let tool = call.into_inner();
            let known =
                !tools::cannot_be_repeated(&tool) || asking.history.about_to(&call_id).await?;
            let span = tracing::info_span!("tool", name = tool.name());
            let name = tool.name();
            let desk = Desk {
                runner: asking.runner,
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
            let done = waiting(asking, work).instrument(span).await?;
            told = Some(done.as_told(&call_id, name));
            entry = Some(audit::performed(asking.owner, run, &call_id, &done.outcome));
            Event::Performed {
                call_id,
                outcome: done.outcome,
            }
        }
    };
    let now_ms = asking.runner.now_ms();
    let came = asking.history.came(&event, now_ms, told.as_ref(), entry);
    came.await?;
    asking.tool_results.extend(told);
    Ok(Next::Event(Box::new(event), now_ms))
}

/// How often the claim on a run is renewed while somebody slow works: well before it runs out.
const RENEWAL: Duration = Duration::from_secs(45);

/// Waits for somebody slow, and keeps the run meanwhile.
async fn waiting<T>(
    asking: &Asking<'_>,
    work: impl Future<Output = Result<T, AskError>>,
) -> Result<T, AskError> {
    tokio::select! {
        biased;
        done = work => done,
        lost = lose_claim(asking) => Err(lost),
    }
}

/// Renews the claim again and again; resolves only when it is lost.
async fn lose_claim(asking: &Asking<'_>) -> AskError {
    let Some((id, claim)) = &asking.claim else {
        return std::future::pending().await;
    };
    loop {
        tokio::time::sleep(RENEWAL).await;
        let rows = asking.runner.rows(asking.owner);
        let now_ms = asking.runner.now_ms();
        if let Err(cause) = rows.renew_run(id.clone(), *claim, now_ms).await {
            return cause.into();
        }
    }
}
