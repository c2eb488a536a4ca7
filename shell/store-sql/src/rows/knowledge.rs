//! What an organisation knows: sources, documents, chunks.

use async_trait::async_trait;
use screen_agent_audit::Kind;
use screen_agent_store::knowledge::{
    ChunkBatch, KNOWLEDGE_LEASE_MS, Knowledge, KnowledgeAdded, KnowledgeClaim, KnowledgeDocument,
    KnowledgeFound, KnowledgeQuery, KnowledgeScope, KnowledgeSource, KnowledgeState, KnowledgeWork,
    MOST_DOCUMENTS, MOST_KNOWLEDGE, NewChunk, NewKnowledge,
};
use screen_agent_store::{StoreError, Stored};
use uuid::Uuid;

use super::owned::{Owned, ScopedStore};
use super::records::{self, Unowned, found, listed, table};
use super::{audit, knowledge_search as search};
use crate::db::Freshness;
use crate::sql::Sql as _;

/// Chunks that are deleted at a time, so that nobody waits for long.
const PURGED: u32 = 200;
/// Bits of a chunk's number that are its own; what stands before them is its tenant's.
pub(crate) const OWN_BITS: u32 = 32;

#[async_trait]
impl Knowledge for ScopedStore<'_> {
    async fn add_knowledge(&self, new: NewKnowledge, now_ms: i64) -> Stored<KnowledgeAdded> {
        let most = self.store.keeping.knowledge_bytes;
        self.write_knowledge(move |rows| {
            let added = rows.add_knowledge(&new, now_ms)?;
            rows.within_knowledge_quota(most)?;
            Ok(added)
        })
        .await
    }

    async fn renew_knowledge(&self, id: Uuid, now_ms: i64) -> Stored<Option<KnowledgeSource>> {
        self.write_knowledge(move |rows| {
            rows.make(
                "UPDATE knowledge_sources SET state = 'pending', error = NULL, updated_ms = max(updated_ms, ?4)
                 WHERE tenant_id = ?1 AND id = ?3 AND state IN ('ready', 'failed')",
                &[&id, &now_ms],
            )?;
            records::find(rows, &id)
        })
        .await
    }

    async fn take_knowledge(
        &self,
        id: Uuid,
        now_ms: i64,
    ) -> Stored<Option<(KnowledgeSource, KnowledgeClaim)>> {
        self.write_knowledge(move |rows| rows.take_knowledge(id, now_ms))
            .await
    }

    async fn knowledge_progress(
        &self,
        claim: KnowledgeClaim,
        (done, total): (u32, u32),
        now_ms: i64,
    ) -> Stored<()> {
        self.write_knowledge(move |rows| {
            let pk = rows.held_knowledge(claim)?;
            rows.db.make(
                "UPDATE knowledge_sources SET done = ?2, total = ?3, updated_ms = max(updated_ms, ?4) WHERE pk = ?1",
                &[&pk, &done, &total, &now_ms],
            )
        })
        .await
    }

    async fn keep_document(
        &self,
        claim: KnowledgeClaim,
        location: String,
    ) -> Stored<Option<KnowledgeDocument>> {
        self.write_knowledge(move |rows| {
            let pk = rows.held_knowledge(claim)?;
            rows.db.find(
                "UPDATE knowledge_documents SET reading = ?3
                 WHERE source_pk = ?1 AND location = ?2 AND version > 0
                 RETURNING pk, location, title, mime, language, digest, version, chunks, indexed_ms",
                &[&pk, &location, &claim.claim],
            )
        })
        .await
    }

    async fn add_chunks(
        &self,
        claim: KnowledgeClaim,
        batch: ChunkBatch,
        now_ms: i64,
    ) -> Stored<()> {
        let most = self.store.keeping.knowledge_bytes;
        self.write_knowledge(move |rows| {
            rows.add_chunks(claim, &batch, now_ms)?;
            rows.within_knowledge_quota(most)
        })
        .await
    }

    async fn finish_knowledge(
        &self,
        claim: KnowledgeClaim,
        result: Result<(), String>,
        now_ms: i64,
    ) -> Stored<()> {
        self.write_knowledge(move |rows| {
            rows.finish_knowledge(claim, result.as_ref().err(), now_ms)
        })
        .await
    }

    async fn remove_knowledge(&self, id: Uuid, now_ms: i64) -> Stored<Option<KnowledgeSource>> {
        self.write_knowledge(move |rows| rows.remove_knowledge(id, now_ms))
            .await
    }

    async fn purge_knowledge(&self, id: Uuid) -> Stored<bool> {
        self.write_knowledge(move |rows| rows.purge_knowledge(id))
            .await
    }

    async fn knowledge_scope(&self, host: String) -> Stored<KnowledgeScope> {
        self.read_as(Freshness::Lagging, move |rows| search::scope(rows, &host))
            .await
    }

    async fn search_knowledge(&self, query: KnowledgeQuery) -> Stored<KnowledgeFound> {
        self.read_as(Freshness::Lagging, move |rows| search::search(rows, &query))
            .await
    }
}

impl Owned<'_> {
    fn add_knowledge(&self, new: &NewKnowledge, now_ms: i64) -> Stored<KnowledgeAdded> {
        let known: Option<(Uuid, Option<Uuid>)> = self.find(
            "SELECT id, blob FROM knowledge_sources WHERE tenant_id = ?1 AND kind = ?3 AND location = ?4",
            &[&new.kind, &new.location],
        )?;
        let (id, replaced) = match known {
            Some((id, blob)) => {
                // Whoever reads it now reads what it was: their claim ends.
                self.make(
                    "UPDATE knowledge_sources SET title = ?4, domain = ?5, blob = ?6, size = ?7, refresh_ms = ?8,
                       due_ms = NULL, state = 'pending', error = NULL, claim = claim + 1,
                       updated_ms = max(updated_ms, ?9)
                     WHERE tenant_id = ?1 AND id = ?3",
                    &[
                        &id, &new.title, &new.domain, &new.blob, &new.size, &new.refresh_ms, &now_ms,
                    ],
                )?;
                (id, blob.filter(|blob| Some(*blob) != new.blob))
            }
            None => {
                self.insert_knowledge(new, now_ms)?;
                (new.id, None)
            }
        };
        let entry = self.entry(Kind::SettingsChanged);
        let entry = entry.with("what", "knowledge").with("id", id.to_string());
        audit::log(self.db, &entry)?;
        let source = records::find(self, &id)?;
        let source =
            source.ok_or_else(|| StoreError::Refused("a source that was just added".into()))?;
        Ok(KnowledgeAdded { source, replaced })
    }

    fn insert_knowledge(&self, new: &NewKnowledge, now_ms: i64) -> Stored<()> {
        let sql =
            "SELECT count(*) FROM knowledge_sources WHERE tenant_id = ?1 AND state <> 'removing'";
        if self.get::<u32>(sql, &[])? >= MOST_KNOWLEDGE {
            let (what, most) = ("sources", MOST_KNOWLEDGE);
            return Err(StoreError::TooMany { what, most });
        }
        self.insert(
            "knowledge_sources",
            &[
                ("id", &new.id),
                ("kind", &new.kind),
                ("location", &new.location),
                ("title", &new.title),
                ("domain", &new.domain),
                ("state", &KnowledgeState::Pending),
                ("blob", &new.blob),
                ("size", &new.size),
                ("refresh_ms", &new.refresh_ms),
                ("created_ms", &now_ms),
                ("updated_ms", &now_ms),
            ],
        )
    }

    fn within_knowledge_quota(&self, most: u64) -> Stored<()> {
        let kept: u64 = self.get(
            "SELECT coalesce((SELECT bytes FROM knowledge_tenants WHERE tenant_id = ?1), 0)
               + coalesce((SELECT sum(size) FROM knowledge_sources WHERE tenant_id = ?1), 0)",
            &[],
        )?;
        let whose = "your organisation's knowledge";
        match kept > most {
            true => Err(StoreError::OverQuota { whose, most }),
            false => Ok(()),
        }
    }

    fn take_knowledge(
        &self,
        id: Uuid,
        now_ms: i64,
    ) -> Stored<Option<(KnowledgeSource, KnowledgeClaim)>> {
        let taken: Option<i64> = self.find(
            "UPDATE knowledge_sources SET state = 'running', claim = claim + 1, done = 0, total = 0, error = NULL,
               updated_ms = max(updated_ms, ?4)
             WHERE tenant_id = ?1 AND id = ?3
               AND (state = 'pending' OR (state IN ('ready', 'failed') AND due_ms <= ?4)
                    OR (state = 'running' AND updated_ms <= ?5))
             RETURNING claim",
            &[&id, &now_ms, &now_ms.saturating_sub(KNOWLEDGE_LEASE_MS)],
        )?;
        let Some(claim) = taken else {
            return Ok(None);
        };
        let source = records::find(self, &id)?;
        Ok(source.map(|source| (source, KnowledgeClaim { source: id, claim })))
    }

    /// The source that is held, by its short key.
    fn held_knowledge(&self, claim: KnowledgeClaim) -> Stored<i64> {
        let held: Option<i64> = self.find(
            "SELECT pk FROM knowledge_sources
             WHERE tenant_id = ?1 AND id = ?3 AND claim = ?4 AND state = 'running'",
            &[&claim.source, &claim.claim],
        )?;
        held.ok_or(StoreError::LeaseLost)
    }

    fn add_chunks(&self, claim: KnowledgeClaim, batch: &ChunkBatch, now_ms: i64) -> Stored<()> {
        let source = self.held_knowledge(claim)?;
        let new = &batch.document;
        let known: Option<(i64, u32)> = self.db.find(
            "SELECT pk, version FROM knowledge_documents WHERE source_pk = ?1 AND location = ?2",
            &[&source, &new.location],
        )?;
        let (document, version) = match known {
            Some(known) => known,
            None => (self.insert_document(source, claim, batch, now_ms)?, 0),
        };
        if batch.from == 0 {
            // What somebody left who did not come to its end.
            let sql = "DELETE FROM knowledge_chunks WHERE document_pk = ?1 AND version > ?2";
            self.db.make(sql, &[&document, &version])?;
        }
        let numbers = self.chunk_numbers(batch.chunks.len())?..;
        let scope = search::scope_term(source);
        for ((chunk, seq), number) in batch.chunks.iter().zip(batch.from..).zip(numbers) {
            self.insert_chunk(number, (document, version + 1, seq), &scope, chunk)?;
        }
        if batch.last {
            let chunks = batch
                .from
                .saturating_add(u32::try_from(batch.chunks.len()).unwrap_or(u32::MAX));
            self.db.make(
                "UPDATE knowledge_documents SET title = ?2, mime = ?3, language = ?4, digest = ?5, chunks = ?6,
                   version = version + 1, reading = ?7, indexed_ms = ?8 WHERE pk = ?1",
                &[
                    &document, &new.title, &new.mime, &new.language, &new.digest, &chunks, &claim.claim, &now_ms,
                ],
            )?;
        }
        self.touch("knowledge_sources", source, now_ms)
    }

    fn insert_document(
        &self,
        source: i64,
        claim: KnowledgeClaim,
        batch: &ChunkBatch,
        now_ms: i64,
    ) -> Stored<i64> {
        let sql = "SELECT count(*) FROM knowledge_documents WHERE source_pk = ?1";
        if self.db.get::<u32>(sql, &[&source])? >= MOST_DOCUMENTS {
            let (what, most) = ("documents", MOST_DOCUMENTS);
            return Err(StoreError::TooMany { what, most });
        }
        let new = &batch.document;
        self.db.insert_keyed(
            "knowledge_documents",
            &[
                ("source_pk", &source),
                ("location", &new.location),
                ("title", &new.title),
                ("mime", &new.mime),
                ("language", &new.language),
                ("digest", &new.digest),
                ("reading", &claim.claim),
                ("indexed_ms", &now_ms),
            ],
        )
    }

    /// The first of so many numbers that follow each other. None is given twice.
    fn chunk_numbers(&self, many: usize) -> Stored<i64> {
        self.make(
            "INSERT INTO knowledge_tenants (tenant_id) VALUES (?1) ON CONFLICT DO NOTHING",
            &[],
        )?;
        let many = u32::try_from(many).unwrap_or(u32::MAX);
        let (number, next): (i64, i64) = self.get(
            "UPDATE knowledge_tenants SET next_chunk = next_chunk + ?3 WHERE tenant_id = ?1
             RETURNING number, next_chunk",
            &[&many],
        )?;
        Ok((number << OWN_BITS) + next - i64::from(many))
    }

    fn insert_chunk(
        &self,
        number: i64,
        (document, version, seq): (i64, u32, u32),
        scope: &str,
        chunk: &NewChunk,
    ) -> Stored<()> {
        let terms = chunk.body_terms.split(' ').count();
        let terms = u32::try_from(terms).unwrap_or(u32::MAX);
        self.db.insert(
            "knowledge_chunks",
            &[
                ("pk", &number),
                ("document_pk", &document),
                ("version", &version),
                ("seq", &seq),
                ("section", &chunk.section),
                ("page", &chunk.page),
                ("text", &chunk.text),
                ("scope", &scope),
                ("heading_terms", &chunk.heading_terms),
                ("body_terms", &chunk.body_terms),
                ("term_count", &terms),
            ],
        )?;
        match &chunk.vector {
            Some(vector) => {
                let columns: [(&str, &dyn crate::sql::ToColumn); 2] =
                    [("chunk_pk", &number), ("vector", vector)];
                self.db.insert("knowledge_vectors", &columns)
            }
            None => Ok(()),
        }
    }

    fn finish_knowledge(
        &self,
        claim: KnowledgeClaim,
        error: Option<&String>,
        now_ms: i64,
    ) -> Stored<()> {
        let pk = self.held_knowledge(claim)?;
        if error.is_none() {
            let sql =
                "UPDATE knowledge_documents SET version = 0 WHERE source_pk = ?1 AND reading <> ?2";
            self.db.make(sql, &[&pk, &claim.claim])?;
        }
        let state = match error {
            None => KnowledgeState::Ready,
            Some(_) => KnowledgeState::Failed,
        };
        self.db.make(
            "UPDATE knowledge_sources SET state = ?2, error = ?3, due_ms = ?4 + refresh_ms,
               updated_ms = max(updated_ms, ?4),
               (documents, chunks) = (SELECT count(*), coalesce(sum(d.chunks), 0)
                                      FROM knowledge_documents d WHERE d.source_pk = ?1 AND d.version > 0)
             WHERE pk = ?1",
            &[&pk, &state, &error, &now_ms],
        )
    }

    fn remove_knowledge(&self, id: Uuid, now_ms: i64) -> Stored<Option<KnowledgeSource>> {
        let Some(source) = records::find::<KnowledgeSource>(self, &id)? else {
            return Ok(None);
        };
        // Its location is free at once for another; nothing of its words stays with what is left to do.
        self.make(
            "UPDATE knowledge_sources SET state = 'removing', claim = claim + 1, location = lower(hex(id)), title = '',
               error = NULL, blob = NULL, size = 0, updated_ms = max(updated_ms, ?4)
             WHERE tenant_id = ?1 AND id = ?3",
            &[&id, &now_ms],
        )?;
        self.log_deleted("knowledge", &id.to_string())?;
        Ok(Some(source))
    }

    fn purge_knowledge(&self, id: Uuid) -> Stored<bool> {
        let found: Option<(i64, KnowledgeState)> = self.find(
            "SELECT pk, state FROM knowledge_sources WHERE tenant_id = ?1 AND id = ?3",
            &[&id],
        )?;
        let (pk, all) = match found {
            None | Some((_, KnowledgeState::Running)) => return Ok(false),
            Some((pk, KnowledgeState::Removing)) => (pk, true),
            Some((
                pk,
                KnowledgeState::Pending | KnowledgeState::Ready | KnowledgeState::Failed,
            )) => (pk, false),
        };
        let gone = self.db.change(
            "DELETE FROM knowledge_chunks WHERE pk IN
               (SELECT c.pk FROM knowledge_documents d JOIN knowledge_chunks c ON c.document_pk = d.pk
                WHERE d.source_pk = ?1 AND (?2 OR c.version <> d.version) LIMIT ?3)",
            &[&pk, &all, &PURGED],
        )?;
        if gone > 0 {
            return Ok(true);
        }
        self.db.make(
            "DELETE FROM knowledge_documents WHERE source_pk = ?1 AND (?2 OR version = 0)",
            &[&pk, &all],
        )?;
        if all {
            self.db
                .make("DELETE FROM knowledge_sources WHERE pk = ?1", &[&pk])?;
        }
        Ok(false)
    }
}

// They are the tenant's, whoever of it asks.
table!(KnowledgeSource, "(SELECT pk, tenant_id, ?2 AS user_id, id, kind, location, title, domain, state, error, done,
                           total, documents, chunks, blob, size, refresh_ms, due_ms, created_ms, updated_ms
                         FROM knowledge_sources) own" =>
    id, kind, location, title, domain, state, error, done, total, documents, chunks, blob, size, refresh_ms,
    due_ms, created_ms, updated_ms);

found!(KnowledgeSource, "own.id = ?3 AND own.state <> 'removing'");
listed!(KnowledgeSource, "own.state <> 'removing'" by "own.created_ms DESC, own.pk DESC");

table!(KnowledgeDocument, "knowledge_documents d JOIN (SELECT pk AS source, id AS source_id, tenant_id, ?2 AS user_id
                           FROM knowledge_sources WHERE state <> 'removing') own ON own.source = d.source_pk" =>
    id "d.pk", location "d.location", title "d.title", mime "d.mime", language "d.language", digest "d.digest",
    version "d.version", chunks "d.chunks", indexed_ms "d.indexed_ms");

// The first so many of a source.
listed!(KnowledgeDocument, "own.source_id = ?3 AND d.version > 0" by "d.location LIMIT ?4");

table!(KnowledgeWork, "knowledge_sources" => owner "tenant_id, user_id", id);

impl Unowned for KnowledgeWork {}

// What waits, is due, or has a silent holder; what was left longest comes first.
listed!(KnowledgeWork, "(state IN ('pending', 'removing')
        OR (state IN ('ready', 'failed') AND due_ms <= ?1) OR (state = 'running' AND updated_ms <= ?2))"
    by "updated_ms, pk LIMIT 100");
