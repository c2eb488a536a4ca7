//! Makes something out of a collection, in the background: begun once, stopped when somebody says so,
//! taken up again after a restart.

mod make;

use screen_agent_packet::quoted;
use screen_agent_packet::transform::{self, Config, SourceMark, Transform, dedupe_key};
use screen_agent_store::artifact::{
    Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord,
};
use screen_agent_store::collection::{CollectionRecord, SourceRecord};
use screen_agent_store::upkeep::PendingArtifact;
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::collection::{ArtifactStatus, TransformRequest};

use crate::Engine;
use crate::packet::LibraryFault;
use crate::packet::content::Said;

/// Most artifacts that are taken up after a restart.
const RESUMED: u32 = 1_000;

impl Engine {
    /// What collections can be made into here: without a model only what their structure holds.
    pub fn transforms(&self) -> impl Iterator<Item = &'static Transform> {
        let has_model = self.has_models();
        let all = transform::types().iter();
        all.filter(move |one| has_model || quoted::can_make(one))
    }

    /// Begins to make something of a collection. What was made of the same sources in the same way
    /// is answered instead; what failed or was stopped is begun again.
    pub async fn transform(
        &self,
        owner: Owner,
        collection: &str,
        wanted: TransformRequest,
    ) -> Result<ArtifactRecord, LibraryFault> {
        let transform = transform::find(&wanted.transform).ok_or(LibraryFault::UnknownTransform)?;
        let config = Config::read(transform, &wanted.config).map_err(LibraryFault::Config)?;
        let rows = self.rows(owner);
        let found = rows.find::<CollectionRecord>(collection.to_owned()).await?;
        let found = found.ok_or(LibraryFault::Unknown("collection"))?;
        let sources = rows.list::<SourceRecord>(found.id.clone()).await?;
        if sources.iter().all(|source| source.content_hash.is_none()) {
            return Err(LibraryFault::NothingCaptured);
        }
        if !quoted::can_make(transform) && self.models(owner).await?.is_none() {
            return Err(LibraryFault::NoModel);
        }
        let now_ms = self.now_ms();
        let said = Said {
            source_ids: sources.iter().map(|source| source.id.clone()).collect(),
            config: wanted.config,
            ..Said::default()
        };
        let record = ArtifactRecord {
            id: self.fresh("art"),
            title: format!("{}: {}", transform.title, found.title),
            kind: transform.name.to_owned(),
            tags: found.tags,
            status: ArtifactStatus::Pending,
            error: None,
            dedupe_key: Some(dedupe_key(&found.id, transform, &config, &marks(&sources))),
            collection_id: Some(found.id),
            created_ms: now_ms,
            updated_ms: now_ms,
        };
        let artifact = Artifact {
            record,
            content: Packed::json(&said)?,
        };
        let begun = match rows.add_artifact(artifact).await? {
            ArtifactAdded::Added(record) => record,
            ArtifactAdded::Known(record) => match again(self, owner, record).await? {
                Begun::Again(record) => record,
                Begun::There(record) => return Ok(record),
            },
        };
        self.make_aside(owner, begun.id.clone());
        Ok(begun)
    }

    /// Stops an artifact that is in the making.
    pub async fn stop_making(&self, owner: Owner, id: &str) -> Result<ArtifactChanged, StoreError> {
        let change = change(self, ArtifactStatus::Cancelled);
        let rows = self.rows(owner);
        let changed = rows.update_artifact(id.to_owned(), change).await?;
        self.background.stop(owner, id);
        Ok(changed)
    }

    /// Takes up what a process that is gone had begun. Once, at the start, after recovery.
    pub async fn resume_making(&self) -> Result<usize, StoreError> {
        let upkeep = self.parts.store.upkeep();
        let waiting = upkeep.list::<PendingArtifact>(RESUMED).await?;
        let many = waiting.len();
        for PendingArtifact { owner, id } in waiting {
            self.make_aside(owner, id);
        }
        Ok(many)
    }

    /// Makes it when there is room.
    fn make_aside(&self, owner: Owner, id: String) {
        let (engine, own) = (self.clone(), id.clone());
        self.background.begin(owner, id, |stopped| async move {
            if let Err(error) = make::make(&engine, owner, &own, stopped).await {
                // It stays as it is, and is taken up again at the next start.
                tracing::error!(%error, artifact = own, "an artifact was not made");
            }
        });
    }
}

fn marks(sources: &[SourceRecord]) -> Vec<SourceMark<'_>> {
    let marks = sources.iter().map(|source| SourceMark {
        id: &source.id,
        hash: source.content_hash.as_deref(),
    });
    marks.collect()
}

enum Begun {
    Again(ArtifactRecord),
    There(ArtifactRecord),
}

/// Begins again what failed or was stopped; leaves what is there, or on its way.
async fn again(engine: &Engine, owner: Owner, record: ArtifactRecord) -> Result<Begun, StoreError> {
    if !matches!(
        record.status,
        ArtifactStatus::Failed | ArtifactStatus::Cancelled
    ) {
        return Ok(Begun::There(record));
    }
    let rows = engine.rows(owner);
    let change = change(engine, ArtifactStatus::Pending);
    Ok(
        match rows.update_artifact(record.id.clone(), change).await? {
            ArtifactChanged::Changed(record) => Begun::Again(record),
            ArtifactChanged::OutOfTurn(_) | ArtifactChanged::Unknown => Begun::There(record),
        },
    )
}

/// A step without anything new to say.
fn change(engine: &Engine, status: ArtifactStatus) -> ArtifactChange {
    ArtifactChange {
        status,
        error: None,
        content: None,
        now_ms: engine.now_ms(),
    }
}
