//! An organisation's knowledge: what is given is read in the background, into chunks that can be found; what bears on a
//! page and a question is looked up for whoever asks.
//!
//! A source stands in storage before anything of it is read, so that whatever dies meanwhile, somebody reads it in the end;
//! and it is gone from every search before anything of it is deleted.

mod look_up;
mod read;

use std::time::Duration;

use screen_agent_ports::OutsideFailure;
use screen_agent_store::knowledge::{
    KNOWLEDGE_LEASE_MS, KnowledgeKind, KnowledgeSource, KnowledgeWork, NewKnowledge,
};
use screen_agent_store::{Owner, StoreError};
use url::Url;
use uuid::Uuid;

use crate::Engine;
use crate::work::{Broken, detached};

pub use crate::known::{KnowledgeMeans, Known};
pub use look_up::ordered;

/// A source that somebody gives.
#[derive(Clone, Debug)]
pub struct GivenKnowledge {
    /// Where it comes from.
    pub from: GivenFrom,
    /// What it is called; by its own title without.
    pub title: Option<String>,
    /// A pattern of the hosts that it is for, in its stored form. Without, a page and a site are for their own host, and a
    /// file for all that the organisation has listed.
    pub domain: Option<String>,
    /// How often it is read again.
    pub refresh: Option<Duration>,
}

/// Where knowledge comes from.
#[derive(Clone, Debug)]
pub enum GivenFrom {
    /// A file, or an archive of files.
    File {
        /// Its name. One of the same name takes its place.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// A page of the web, or the sitemap of a site.
    Web {
        /// Its address.
        url: String,
        /// It is a sitemap.
        sitemap: bool,
    },
}

/// Why something was not done with knowledge.
#[derive(Debug, thiserror::Error)]
pub enum KnowledgeFault {
    /// This server reads none.
    #[error("knowledge is not set up on this server")]
    Off,
    /// It is no address of the web.
    #[error("this is no address of the web")]
    NoAddress,
    /// The service that keeps it did not tell.
    #[error("the knowledge service did not tell what it knows")]
    Service(#[source] OutsideFailure),
    /// The folder for files did not take or give bytes.
    #[error("a file could not be kept")]
    Blobs(#[source] std::io::Error),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A fault of ours.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// Longest name, title and address, in characters.
const TITLE: usize = 300;
const LOCATION: usize = 2_000;
/// Shortest time between two readings.
const LEAST_REFRESH: Duration = Duration::from_secs(60 * 60);

impl Engine {
    /// Adds a source, or has one that is known read anew, and begins to read it.
    pub async fn add_knowledge(
        &self,
        owner: Owner,
        given: GivenKnowledge,
    ) -> Result<KnowledgeSource, KnowledgeFault> {
        let source = self.keep_knowledge(owner, given).await?;
        self.read_aside(owner, source.id);
        Ok(source)
    }

    /// Reads a source that waits, and says what became of it.
    pub async fn read_now(
        &self,
        owner: Owner,
        id: Uuid,
    ) -> Result<Option<KnowledgeSource>, KnowledgeFault> {
        read::read(self, owner, id).await?;
        Ok(self.rows(owner).find::<KnowledgeSource>(id).await?)
    }

    /// Adds a source, or has one that is known wait to be read anew.
    pub async fn keep_knowledge(
        &self,
        owner: Owner,
        given: GivenKnowledge,
    ) -> Result<KnowledgeSource, KnowledgeFault> {
        self.parts.knowledge.as_ref().ok_or(KnowledgeFault::Off)?;
        let refresh = given
            .refresh
            .map(|refresh| refresh.max(LEAST_REFRESH).as_millis());
        let new = NewKnowledge {
            id: self.parts.ids.fresh(),
            kind: KnowledgeKind::File,
            location: String::new(),
            title: short(given.title.as_deref().unwrap_or_default(), TITLE),
            domain: given.domain,
            blob: None,
            size: 0,
            refresh_ms: refresh.and_then(|refresh| i64::try_from(refresh).ok()),
        };
        let new = match given.from {
            GivenFrom::Web { url, sitemap } => of_the_web(new, &url, sitemap)?,
            GivenFrom::File { name, bytes } => {
                // The bytes first: a row without them would be a file that is not there.
                let blob = self.parts.ids.fresh();
                let kept = self.parts.blobs.put(blob, &bytes).await;
                kept.map_err(KnowledgeFault::Blobs)?;
                NewKnowledge {
                    location: short(&name, LOCATION),
                    blob: Some(blob),
                    size: bytes.len() as u64,
                    // It does not change by itself.
                    refresh_ms: None,
                    ..new
                }
            }
        };
        let blob = new.blob;
        let added = self.rows(owner).add_knowledge(new, self.now_ms()).await;
        let nobodys = match &added {
            Ok(added) => added.replaced,
            Err(_) => blob,
        };
        self.forget_bytes(nobodys).await;
        Ok(added?.source)
    }

    /// Has a source read again. `None` when there is none.
    pub async fn renew_knowledge(
        &self,
        owner: Owner,
        id: Uuid,
    ) -> Result<Option<KnowledgeSource>, KnowledgeFault> {
        self.parts.knowledge.as_ref().ok_or(KnowledgeFault::Off)?;
        let renewed = self.rows(owner).renew_knowledge(id, self.now_ms()).await?;
        if renewed.is_some() {
            self.read_aside(owner, id);
        }
        Ok(renewed)
    }

    /// Removes a source with everything of it; false when there is none. When this returns, nothing of it is left.
    pub async fn remove_knowledge(&self, owner: Owner, id: Uuid) -> Result<bool, KnowledgeFault> {
        let engine = self.clone();
        detached(|_| async move {
            let rows = engine.rows(owner);
            let Some(source) = rows.remove_knowledge(id, engine.now_ms()).await? else {
                return Ok(false);
            };
            engine.reading.stop(owner, &id.to_string());
            engine.forget_bytes(source.blob).await;
            while rows.purge_knowledge(id).await? {}
            Ok(true)
        })
        .await
    }

    /// Takes up what waits, what is due, and what somebody left who is gone. At the start, and now and then.
    pub async fn resume_knowledge(&self) -> Result<usize, StoreError> {
        if self.parts.knowledge.is_none() {
            return Ok(0);
        }
        let now_ms = self.now_ms();
        let upkeep = self.parts.store.upkeep();
        let work = upkeep.list::<KnowledgeWork>((now_ms, now_ms - KNOWLEDGE_LEASE_MS));
        let work = work.await?;
        let many = work.len();
        for KnowledgeWork { owner, id } in work {
            self.read_aside(owner, id);
        }
        Ok(many)
    }

    fn read_aside(&self, owner: Owner, id: Uuid) {
        let engine = self.clone();
        self.reading
            .begin(owner, id.to_string(), |stopped| async move {
                let reading = read::read(&engine, owner, id);
                tokio::select! {
                    biased;
                    () = stopped.cancelled() => {}
                    read = reading => if let Err(error) = read {
                        // It stays as it is, and is taken up again later.
                        tracing::error!(%error, source = %id, "knowledge was not read");
                    },
                }
            });
    }

    async fn forget_bytes(&self, blob: Option<Uuid>) {
        let Some(blob) = blob else { return };
        if let Err(error) = self.parts.blobs.remove(blob).await {
            // Nobody's now, so they are swept in the end.
            tracing::warn!(%error, "bytes of a file could not be removed yet");
        }
    }
}

fn of_the_web(new: NewKnowledge, url: &str, sitemap: bool) -> Result<NewKnowledge, KnowledgeFault> {
    let mut url = Url::parse(url.trim()).map_err(|_| KnowledgeFault::NoAddress)?;
    url.set_fragment(None);
    let bare = url.username().is_empty() && url.password().is_none();
    let web = matches!(url.scheme(), "http" | "https") && url.as_str().len() <= LOCATION;
    let host = url.host_str().filter(|_| web && bare);
    let own = host.and_then(screen_agent_knowledge::domain_pattern);
    host.ok_or(KnowledgeFault::NoAddress)?;
    Ok(NewKnowledge {
        kind: match sitemap {
            true => KnowledgeKind::Sitemap,
            false => KnowledgeKind::Page,
        },
        location: url.to_string(),
        domain: new.domain.or(own),
        ..new
    })
}

fn short(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}
