//! Makes one artifact: asks a model, and once more where the form of its answer is wrong.

use screen_agent_kernel::mind::ThinkFailure;
use screen_agent_packet::prompt::{Finished, TransformJob, finish_transform, transform};
use screen_agent_packet::transform::{self as types, Config};
use screen_agent_store::artifact::{Artifact, ArtifactChange, ArtifactChanged};
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::collection::ArtifactStatus;
use tokio_util::sync::CancellationToken;

use super::change;
use crate::PacketRunner;
use crate::content::Said;
use crate::source::documents;
use crate::think::{self, Patient};

/// How often a model is asked for one artifact.
const TRIES: usize = 2;

/// What came of making it.
enum Made {
    Done(Box<Finished>),
    /// Why not, in one sentence that is safe to show.
    Failed(String),
    /// Somebody stopped it, and has said so in storage.
    Stopped,
}

/// Makes an artifact that waits; nothing happens when somebody else was first, or when it was
/// stopped before there was room: who begins it anew makes it.
pub(super) async fn make(
    runner: &PacketRunner,
    owner: Owner,
    id: &str,
    stopped: CancellationToken,
) -> Result<(), StoreError> {
    if stopped.is_cancelled() {
        return Ok(());
    }
    let rows = runner.rows(owner);
    let running = change(runner, ArtifactStatus::Running);
    let begun = rows.update_artifact(id.to_owned(), running).await?;
    if !matches!(begun, ArtifactChanged::Changed(_)) {
        return Ok(());
    }
    let Some(artifact) = rows.artifact(id.to_owned()).await? else {
        return Ok(());
    };
    drop(rows);
    let said = Said::of(&artifact.content)?;
    let change = match made(runner, owner, &artifact, &said, stopped).await? {
        Made::Done(finished) => ArtifactChange {
            status: ArtifactStatus::Completed,
            error: None,
            content: Some(Packed::json(&Said {
                doc: Some(finished.doc),
                citations: finished.citations,
                ..said
            })?),
            now_ms: runner.now_ms(),
        },
        Made::Failed(why) => ArtifactChange {
            status: ArtifactStatus::Failed,
            error: Some(why),
            content: None,
            now_ms: runner.now_ms(),
        },
        Made::Stopped => return Ok(()),
    };
    // Removed or stopped meanwhile: then nobody wants it any more.
    let rows = runner.rows(owner);
    rows.update_artifact(id.to_owned(), change).await.map(drop)
}

async fn made(
    runner: &PacketRunner,
    owner: Owner,
    artifact: &Artifact,
    said: &Said,
    stopped: CancellationToken,
) -> Result<Made, StoreError> {
    let (Some(means), Some(thinker)) = (runner.means(), runner.parts.thinker.clone()) else {
        return Ok(failed("No model is configured."));
    };
    let Some(kind) = types::find(&artifact.record.kind) else {
        return Ok(failed("There is no such transform any more."));
    };
    let Ok(config) = Config::read(kind, &said.config) else {
        return Ok(failed("It cannot be made in this way any more."));
    };
    let collection = artifact.record.collection_id.as_deref().unwrap_or_default();
    let Some(documents) = documents::collection(runner, owner, collection).await? else {
        return Ok(failed("The collection is gone."));
    };
    let mut job = TransformJob {
        id: artifact.record.id.clone(),
        transform: kind,
        config: &config,
        documents,
        mind: means.mind,
        today: means.today,
        repair: None,
    };
    let patient = Patient {
        thinker: &*thinker,
        wait: runner.parts.patience.call,
        gone: stopped,
    };
    for _ in 0..TRIES {
        if think::over_budget(runner, owner).await? {
            return Ok(failed(sentence(ThinkFailure::OverBudget)));
        }
        let moment = runner.moment();
        let (prompt, asking) = transform(&job, &moment);
        let thought = patient.think(&prompt).await;
        think::count(runner, owner, &job.id, thought.usage).await?;
        match thought.answer {
            None => return Ok(Made::Stopped),
            Some(Err(failure)) => return Ok(failed(sentence(failure))),
            Some(Ok(answer)) => match finish_transform(&job, &asking, &answer, &moment) {
                Ok(finished) => return Ok(Made::Done(Box::new(finished))),
                Err(wrong) => job.repair = Some(wrong),
            },
        }
    }
    let wrong = job.repair.unwrap_or_default();
    tracing::warn!(
        artifact = job.id,
        wrong,
        "a model did not make what was wanted"
    );
    Ok(failed(
        "The model's answer did not have the form that is wanted.",
    ))
}

fn failed(why: &str) -> Made {
    Made::Failed(why.to_owned())
}

const fn sentence(failure: ThinkFailure) -> &'static str {
    match failure {
        ThinkFailure::TimedOut => "The model took too long.",
        ThinkFailure::Unavailable => "The model could not be reached.",
        ThinkFailure::OverBudget => "What may be spent on models is spent.",
    }
}
