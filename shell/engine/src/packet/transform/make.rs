//! Makes one artifact: asks a model, and once more where the form of its answer is wrong.

use screen_agent_packet::prompt::{Finished, TransformJob, finish_transform, transform};
use screen_agent_packet::quoted;
use screen_agent_packet::transform::{self as types, Config};
use screen_agent_store::artifact::{Artifact, ArtifactChange, ArtifactChanged};
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_think::models::ThinkFailure;
use screen_agent_wire::packet::collection::ArtifactStatus;
use tokio_util::sync::CancellationToken;

use super::change;
use crate::packet::content::Said;
use crate::packet::source::documents;
use crate::{Engine, think};

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
    engine: &Engine,
    owner: Owner,
    id: &str,
    stopped: CancellationToken,
) -> Result<(), StoreError> {
    if stopped.is_cancelled() {
        return Ok(());
    }
    let rows = engine.rows(owner);
    let running = change(engine, ArtifactStatus::Running);
    let begun = rows.update_artifact(id.to_owned(), running).await?;
    if !matches!(begun, ArtifactChanged::Changed(_)) {
        return Ok(());
    }
    let Some(artifact) = rows.find::<Artifact>(id.to_owned()).await? else {
        return Ok(());
    };
    drop(rows);
    let said = Said::of(&artifact.content)?;
    let change = match made(engine, owner, &artifact, &said, stopped).await? {
        Made::Done(finished) => ArtifactChange {
            status: ArtifactStatus::Completed,
            error: None,
            content: Some(Packed::json(&Said {
                doc: Some(finished.doc),
                citations: finished.citations,
                ..said
            })?),
            now_ms: engine.now_ms(),
        },
        Made::Failed(why) => ArtifactChange {
            status: ArtifactStatus::Failed,
            error: Some(why),
            content: None,
            now_ms: engine.now_ms(),
        },
        Made::Stopped => return Ok(()),
    };
    // Removed or stopped meanwhile: then nobody wants it any more.
    let rows = engine.rows(owner);
    rows.update_artifact(id.to_owned(), change).await.map(drop)
}

/// Said where there is no model, and the sources have no structure that it could be made of.
const NO_STRUCTURE: &str =
    "No model is configured, and the sources hold nothing that this could be made of without one.";

async fn made(
    engine: &Engine,
    owner: Owner,
    artifact: &Artifact,
    said: &Said,
    stopped: CancellationToken,
) -> Result<Made, StoreError> {
    let thinker = engine.models(owner).await?.map(|models| models.thinker);
    let means = engine.means(thinker.as_deref());
    let Some(kind) = types::find(&artifact.record.kind) else {
        return Ok(failed("This transform no longer exists."));
    };
    let Ok(config) = Config::read(kind, &said.config) else {
        return Ok(failed("This configuration is no longer supported."));
    };
    let collection = artifact.record.collection_id.as_deref().unwrap_or_default();
    let Some(documents) = documents::collection(engine, owner, collection).await? else {
        return Ok(failed("The collection was deleted."));
    };
    let (Some(limits), Some(thinker)) = (means.limits, thinker) else {
        let made = quoted::make(kind, &config, &documents).map(|made| Made::Done(Box::new(made)));
        return Ok(made.unwrap_or_else(|| failed(NO_STRUCTURE)));
    };
    let mut job = TransformJob {
        id: artifact.record.id.clone(),
        transform: kind,
        config: &config,
        documents,
        limits,
        today: means.today,
        repair: None,
    };
    let wait = engine.parts.patience.call;
    for _ in 0..TRIES {
        if engine.over_budget(owner, 0).await? {
            return Ok(failed(sentence(ThinkFailure::OverBudget)));
        }
        let moment = engine.moment();
        let (prompt, asked) = transform(&job, &moment);
        let prompt = engine.addressed(owner, prompt).await?;
        let thought = think::ask_unless(&stopped, &*thinker, &prompt, wait).await;
        engine.count(owner, &job.id, thought.usage).await?;
        match thought.answer {
            None => return Ok(Made::Stopped),
            Some(Err(failure)) => return Ok(failed(sentence(failure))),
            Some(Ok(answer)) => match finish_transform(&job, &asked, &answer.text) {
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
    Ok(failed("The model's answer did not have the expected form."))
}

fn failed(why: &str) -> Made {
    Made::Failed(why.to_owned())
}

const fn sentence(failure: ThinkFailure) -> &'static str {
    match failure {
        ThinkFailure::TimedOut => "The model took too long.",
        ThinkFailure::Unavailable => "The model could not be reached.",
        ThinkFailure::Empty => "The model answered with nothing.",
        ThinkFailure::OverBudget => "The budget for models is used up.",
    }
}
