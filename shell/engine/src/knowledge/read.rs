//! Reads one source: its documents, their chunks, the terms and vectors that these are found by. What did not change since
//! is left as it is.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use screen_agent_knowledge::{ExtractedDocument, IndexedChunk, Sitemap, index, sitemap};
use screen_agent_page::reading;
use screen_agent_ports::{Fetch, FetchFailure};
use screen_agent_store::knowledge::{
    ChunkBatch, KnowledgeClaim, KnowledgeKind, KnowledgeSource, NewChunk, NewDocument, pack_vector,
};
use screen_agent_store::{Owner, StoreError};
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;

use super::{KnowledgeMeans, TITLE, short};
use crate::Engine;
use crate::work::{Broken, renewing};

/// How often it is told how far it is, which renews the right to the source as well.
const TOLD: Duration = Duration::from_secs(2);
/// Chunks that are written, and made vectors of, at a time.
const WRITTEN: usize = 100;
const EMBEDDED: usize = 64;
/// Most sitemaps that one leads to.
const SITEMAPS: usize = 50;
/// Longest reason, in characters.
const REASON: usize = 400;

/// Why a reading came to nothing.
#[derive(Debug)]
enum Fault {
    /// In a sentence that is safe to show.
    Said(String),
    /// The address leads nowhere any more.
    Gone(String),
    /// What is at the address cannot be had or read, this time.
    Unread(String),
    Store(StoreError),
}

impl From<StoreError> for Fault {
    fn from(cause: StoreError) -> Self {
        match cause {
            StoreError::OverQuota { .. } => {
                said("The organisation's room for knowledge is used up.")
            }
            StoreError::TooMany { most, .. } => {
                said(&format!("There are more than {most} documents."))
            }
            StoreError::Full(_) => said("The server's storage is full."),
            cause => Self::Store(cause),
        }
    }
}

fn said(why: &str) -> Fault {
    Fault::Said(short(why, REASON))
}

/// Reads a source if it waits for that, and deletes what is left over of it in any case.
pub(super) async fn read(engine: &Engine, owner: Owner, id: Uuid) -> Result<(), StoreError> {
    let Some(means) = &engine.parts.knowledge else {
        return Ok(());
    };
    let rows = engine.rows(owner);
    if let Some((source, claim)) = rows.take_knowledge(id, engine.now_ms()).await? {
        let reader = Reader {
            engine,
            means,
            owner,
            claim,
            done: AtomicU32::new(0),
            total: AtomicU32::new(0),
        };
        let read = renewing(TOLD, || reader.tell(), reader.source(&source)).await;
        let result = match read {
            Ok(()) => Ok(()),
            Err(Fault::Said(why) | Fault::Gone(why) | Fault::Unread(why)) => Err(why),
            // Somebody else has it by now, or nobody wants it any more.
            Err(Fault::Store(StoreError::LeaseLost)) => return Ok(()),
            Err(Fault::Store(cause)) => return Err(cause),
        };
        match reader.end(result).await {
            Ok(()) | Err(StoreError::LeaseLost) => {}
            Err(cause) => return Err(cause),
        }
    }
    while rows.purge_knowledge(id).await? {}
    Ok(())
}

struct Reader<'a> {
    engine: &'a Engine,
    means: &'a KnowledgeMeans,
    owner: Owner,
    claim: KnowledgeClaim,
    done: AtomicU32,
    total: AtomicU32,
}

impl Reader<'_> {
    async fn tell(&self) -> Result<(), StoreError> {
        let far = (self.done.load(Relaxed), self.total.load(Relaxed));
        let rows = self.engine.rows(self.owner);
        rows.knowledge_progress(self.claim, far, self.engine.now_ms())
            .await
    }

    async fn end(&self, result: Result<(), String>) -> Result<(), StoreError> {
        self.tell().await?;
        let rows = self.engine.rows(self.owner);
        rows.finish_knowledge(self.claim, result, self.engine.now_ms())
            .await
    }

    fn expect(&self, documents: usize) {
        self.total
            .store(u32::try_from(documents).unwrap_or(u32::MAX), Relaxed);
    }

    async fn source(&self, source: &KnowledgeSource) -> Result<(), Fault> {
        match source.kind {
            KnowledgeKind::File => self.file(source).await,
            KnowledgeKind::Page => {
                self.expect(1);
                let documents = self.at(&source.location).await?;
                self.expect(documents.len());
                self.keep(&source.location, documents, given(source)).await
            }
            KnowledgeKind::Sitemap => self.site(&source.location).await,
        }
    }

    async fn file(&self, source: &KnowledgeSource) -> Result<(), Fault> {
        let blobs = &self.engine.parts.blobs;
        let size = usize::try_from(source.size).unwrap_or(usize::MAX);
        let bytes = match source.blob {
            Some(blob) => blobs.get(blob, 0, size).await,
            None => Ok(None),
        };
        let bytes = bytes.map_err(|cause| Fault::Store(StoreError::Unavailable(cause.into())))?;
        let bytes = bytes.ok_or_else(|| said("The file is not there any more. Add it again."))?;
        let documents = self.documents(&source.location, bytes).await?;
        self.expect(documents.len());
        self.keep(&source.location, documents, given(source)).await
    }

    async fn documents(&self, name: &str, bytes: Vec<u8>) -> Result<Vec<ExtractedDocument>, Fault> {
        let read = self.means.reader.read_documents(name, &bytes).await;
        read.map_err(|why| Fault::Unread(format!("The file could not be read: {why}.")))
    }

    /// What a file holds; of an archive, each file in it, under a title of its own.
    async fn keep(
        &self,
        from: &str,
        documents: Vec<ExtractedDocument>,
        title: Option<&str>,
    ) -> Result<(), Fault> {
        for document in documents {
            let location = match document.name.as_str() {
                "" => from.to_owned(),
                path => format!("{from}/{path}"),
            };
            let given = title.filter(|_| document.name.is_empty());
            let title = given.map(str::to_owned).or_else(|| document.title.clone());
            let title = title.unwrap_or_else(|| last_part(&location));
            self.document(location, title, document).await?;
        }
        Ok(())
    }

    /// Every page that the site names. A page that is gone goes; one that just cannot be reached stays as it was.
    async fn site(&self, address: &str) -> Result<(), Fault> {
        let pages = self.pages(address).await?;
        self.expect(pages.len());
        let mut reason = None;
        let mut read = 0_usize;
        for page in pages {
            match self.at(&page).await {
                Ok(documents) => {
                    // An archive is more than the one that was expected.
                    let more = u32::try_from(documents.len().saturating_sub(1)).unwrap_or(0);
                    self.total.fetch_add(more, Relaxed);
                    self.keep(&page, documents, None).await?;
                    read += 1;
                }
                Err(Fault::Gone(_)) => {
                    self.done.fetch_add(1, Relaxed);
                }
                Err(Fault::Unread(why)) => {
                    let rows = self.engine.rows(self.owner);
                    rows.keep_document(self.claim, page).await?;
                    self.done.fetch_add(1, Relaxed);
                    reason = Some(why);
                }
                Err(fault) => return Err(fault),
            }
            tokio::time::sleep(self.means.pause).await;
        }
        match reason {
            Some(reason) if read == 0 => {
                Err(said(&format!("None of the pages could be read. {reason}")))
            }
            Some(_) | None => Ok(()),
        }
    }

    async fn pages(&self, address: &str) -> Result<Vec<String>, Fault> {
        let mut waiting = vec![address.to_owned()];
        let mut pages = Vec::new();
        let mut seen = 0;
        while let Some(next) = waiting.pop() {
            seen += 1;
            let fetched = self.fetcher()?.fetch(&next).await.map_err(missing)?;
            let Some(Sitemap {
                pages: some,
                sitemaps,
            }) = sitemap(&fetched.text, &fetched.url)
            else {
                return Err(said("The address does not lead to a sitemap."));
            };
            pages.extend(some);
            waiting.extend(
                sitemaps
                    .into_iter()
                    .take(SITEMAPS.saturating_sub(seen + waiting.len())),
            );
            if pages.len() >= self.means.pages {
                break;
            }
        }
        pages.truncate(self.means.pages);
        match pages.is_empty() {
            true => Err(said("The sitemap names no page of its own site.")),
            false => Ok(pages),
        }
    }

    fn fetcher(&self) -> Result<&dyn Fetch, Fault> {
        let fetch = self.engine.parts.fetch.as_deref();
        fetch.ok_or_else(|| missing(FetchFailure::Unreachable))
    }

    /// What is at an address: a page, or a file that is read like one that was given.
    async fn at(&self, url: &str) -> Result<Vec<ExtractedDocument>, Fault> {
        let page = match self.fetcher()?.fetch(url).await {
            Ok(page) => page,
            Err(FetchFailure::NotText) => {
                let file = self.fetcher()?.download(url).await.map_err(missing)?;
                return self.documents(&last_part(&file.url), file.bytes).await;
            }
            Err(failure) => return Err(missing(failure)),
        };
        let read = tokio::task::spawn_blocking(move || match page.mime.contains("html") {
            true => ExtractedDocument::of_page(&reading::read(&page.text, &page.url)),
            false => ExtractedDocument::of_text(&page.text, &page.mime),
        });
        Ok(vec![read.await.map_err(broken)?])
    }

    /// Writes a document's chunks, unless they are there as they are.
    async fn document(
        &self,
        location: String,
        title: String,
        document: ExtractedDocument,
    ) -> Result<(), Fault> {
        let title = short(&title, TITLE);
        let digest = digest(&title, &document);
        let rows = self.engine.rows(self.owner);
        let known = rows.keep_document(self.claim, location.clone()).await?;
        if known.is_none_or(|known| known.digest != digest) {
            let new = NewDocument {
                location,
                title,
                mime: short(&document.mime, 100),
                language: None,
                digest,
            };
            let written = tokio::task::spawn_blocking(move || written(new, &document));
            let (new, chunks) = written.await.map_err(broken)?;
            let chunks = self.with_vectors(chunks).await?;
            let many = chunks.len();
            let mut from = 0;
            let mut chunks = chunks.into_iter();
            loop {
                let some: Vec<NewChunk> = chunks.by_ref().take(WRITTEN).collect();
                let next = from + some.len();
                let batch = ChunkBatch {
                    document: new.clone(),
                    from: u32::try_from(from).unwrap_or(u32::MAX),
                    chunks: some,
                    last: next == many,
                };
                rows.add_chunks(self.claim, batch, self.engine.now_ms())
                    .await?;
                from = next;
                if from == many {
                    break;
                }
            }
        }
        self.done.fetch_add(1, Relaxed);
        Ok(())
    }

    async fn with_vectors(&self, mut chunks: Vec<NewChunk>) -> Result<Vec<NewChunk>, Fault> {
        let Some(embedder) = &self.means.embedder else {
            return Ok(chunks);
        };
        for some in chunks.chunks_mut(EMBEDDED) {
            let texts: Vec<String> = some
                .iter()
                .map(|chunk| format!("{}\n{}", chunk.section, chunk.text))
                .collect();
            let made = embedder.embed(&texts).await;
            let vectors =
                made.map_err(|failure| said(&format!("The model for vectors failed: {failure}.")))?;
            for (chunk, vector) in some.iter_mut().zip(vectors) {
                chunk.vector = Some(pack_vector(&vector));
            }
        }
        Ok(chunks)
    }
}

/// A document with the language that it is in, and its chunks with their terms.
fn written(mut new: NewDocument, document: &ExtractedDocument) -> (NewDocument, Vec<NewChunk>) {
    let indexed = index(&new.title, document);
    new.language = indexed.language.map(|language| language.code().to_owned());
    let chunk = |one: IndexedChunk| NewChunk {
        section: one.chunk.section,
        page: one.chunk.page,
        text: one.chunk.text,
        heading_terms: one.heading_terms,
        body_terms: one.body_terms,
        vector: None,
    };
    let chunks = indexed.chunks.into_iter().map(chunk).collect();
    (new, chunks)
}

fn digest(title: &str, document: &ExtractedDocument) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(title);
    for block in &document.blocks {
        digest.update(format!("\0{:?}{:?}\0", block.kind, block.page));
        digest.update(&block.text);
    }
    digest.finalize().into()
}

fn broken(cause: tokio::task::JoinError) -> Fault {
    Fault::Store(StoreError::Unavailable(Box::new(Broken::from(cause))))
}

fn missing(failure: FetchFailure) -> Fault {
    let why = match &failure {
        FetchFailure::LeadsElsewhere(_) => {
            "The page leads on to another site, which is not followed.".to_owned()
        }
        other => format!("The page could not be read: {other}."),
    };
    match failure {
        FetchFailure::Status(404 | 410) => Fault::Gone(why),
        FetchFailure::Blocked
        | FetchFailure::LeadsElsewhere(_)
        | FetchFailure::TimedOut
        | FetchFailure::Unreachable
        | FetchFailure::Status(_)
        | FetchFailure::NotText
        | FetchFailure::TooLarge => Fault::Unread(why),
    }
}

/// The title that a person gave a source.
fn given(source: &KnowledgeSource) -> Option<&str> {
    Some(source.title.as_str()).filter(|title| !title.is_empty())
}

/// The last part of a path or an address.
fn last_part(location: &str) -> String {
    let path =
        Url::parse(location).map_or_else(|_| location.to_owned(), |url| url.path().to_owned());
    let last = path
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default();
    short(if last.is_empty() { location } else { last }, TITLE)
}
