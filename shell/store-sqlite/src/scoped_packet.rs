//! The door to one owner's rows: what the packet surface keeps.

use async_trait::async_trait;
use screen_agent_audit::Entry;
use screen_agent_store::artifact::{
    Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord,
};
use screen_agent_store::collection::{
    Capture, CaptureBegun, CollectionRecord, NewCollection, NewSourceRecord, SourceRecord,
};
use screen_agent_store::conversation::{
    ConversationFilter, ConversationRecord, NewConversation, PacketRecord, PacketsAdded,
};
use screen_agent_store::run::{
    Asked, FinishRequest, RequestPlace, RunClaim, SaveRun, Taken, UseApproval,
};
use screen_agent_store::session::Page;
use screen_agent_store::{Artifacts, Collections, Conversations, Packed, Runs, Stored};

use crate::rows::{
    answered, artifacts, audit, captures, collections, conversations, histories, packets, runs,
    sources,
};
use crate::scoped::OwnedRows;

#[async_trait]
impl Conversations for OwnedRows<'_> {
    async fn add_packets(
        &self,
        conversation: NewConversation,
        sent: Vec<PacketRecord>,
        now_ms: i64,
    ) -> Stored<PacketsAdded> {
        let owner = self.owner;
        let write = move |connection: &_| {
            conversations::add(connection, owner, &conversation, &sent, now_ms)
        };
        self.write(write).await
    }

    async fn conversations(&self, filter: ConversationFilter) -> Stored<Page<ConversationRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| conversations::page(connection, owner, &filter);
        self.store.readers.read(read).await
    }

    async fn conversation(&self, id: String) -> Stored<Option<ConversationRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| conversations::one(connection, owner, &id);
        self.store.readers.read(read).await
    }

    async fn packets(&self, id: String) -> Stored<Option<Vec<PacketRecord>>> {
        let owner = self.owner;
        let read = move |connection: &_| packets::of_conversation(connection, owner, &id);
        self.store.readers.read(read).await
    }

    async fn forget_conversation(&self, id: String) -> Stored<bool> {
        let owner = self.owner;
        let write = move |connection: &_| conversations::forget(connection, owner, &id);
        self.write(write).await
    }
}

#[async_trait]
impl Runs for OwnedRows<'_> {
    async fn save_run(&self, run: SaveRun) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| runs::save(connection, owner, &run);
        self.write(write).await
    }

    async fn take_run(&self, id: String, now_ms: i64) -> Stored<Taken> {
        let owner = self.owner;
        let write = move |connection: &_| runs::take(connection, owner, &id, now_ms);
        self.write(write).await
    }

    async fn renew_run(&self, id: String, claim: RunClaim, now_ms: i64) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| runs::renew(connection, owner, &id, claim, now_ms);
        self.write(write).await
    }

    async fn release_run(&self, id: String, claim: RunClaim) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| runs::release(connection, owner, &id, claim);
        self.write(write).await
    }

    async fn end_run(&self, id: String, claim: RunClaim) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| runs::end(connection, owner, &id, claim);
        self.write(write).await
    }

    async fn use_approval(&self, fingerprint: String, now_ms: i64) -> Stored<bool> {
        let owner = self.owner;
        let write =
            move |connection: &_| runs::use_approval(connection, owner, &fingerprint, now_ms);
        self.write(write).await
    }

    async fn ask_once(
        &self,
        conversation: String,
        request: String,
        digest: [u8; 32],
        now_ms: i64,
    ) -> Stored<Asked> {
        let owner = self.owner;
        let write = move |connection: &_| {
            answered::ask(
                connection,
                owner,
                (&conversation, &request),
                &digest,
                now_ms,
            )
        };
        self.write(write).await
    }

    async fn keep_answer(
        &self,
        conversation: String,
        request: String,
        answer: Packed,
        now_ms: i64,
    ) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| {
            answered::keep(
                connection,
                owner,
                (&conversation, &request),
                &answer,
                now_ms,
            )
        };
        self.write(write).await
    }

    async fn history(&self, place: RequestPlace) -> Stored<Vec<Packed>> {
        let owner = self.owner;
        let read = move |connection: &_| histories::all(connection, owner, &place);
        self.store.readers.read(read).await
    }

    async fn add_history(
        &self,
        place: RequestPlace,
        (seq, body): (u32, Packed),
        audit: Vec<Entry>,
    ) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| {
            histories::add(connection, owner, &place, (seq, &body))?;
            audit::log_all(connection, &audit)
        };
        self.write(write).await
    }

    async fn use_approval_in(
        &self,
        place: RequestPlace,
        seq: u32,
        using: UseApproval,
    ) -> Stored<bool> {
        let owner = self.owner;
        let write = move |connection: &_| {
            let first = runs::use_approval(connection, owner, &using.fingerprint, using.now_ms)?;
            let body = if first { &using.first } else { &using.again };
            histories::add(connection, owner, &place, (seq, body))?;
            if first {
                audit::log_all(connection, &using.audit)?;
            }
            Ok(first)
        };
        self.write(write).await
    }

    async fn finish_request(&self, finish: FinishRequest) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| histories::finish(connection, owner, &finish);
        self.write(write).await
    }

    async fn drop_question(&self, conversation: String, request: String) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| {
            answered::drop_question(connection, owner, (&conversation, &request))
        };
        self.write(write).await
    }
}

#[async_trait]
impl Collections for OwnedRows<'_> {
    async fn add_collection(
        &self,
        collection: NewCollection,
        now_ms: i64,
    ) -> Stored<CollectionRecord> {
        let owner = self.owner;
        let write = move |connection: &_| collections::add(connection, owner, &collection, now_ms);
        self.write(write).await
    }

    async fn rename_collection(
        &self,
        id: String,
        title: String,
        tags: Vec<String>,
        now_ms: i64,
    ) -> Stored<Option<CollectionRecord>> {
        let owner = self.owner;
        let write = move |connection: &_| {
            collections::rename(connection, owner, &id, (&title, &tags), now_ms)
        };
        self.write(write).await
    }

    async fn collection(&self, id: String) -> Stored<Option<CollectionRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| collections::one(connection, owner, &id);
        self.store.readers.read(read).await
    }

    async fn collections(&self) -> Stored<Vec<CollectionRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| collections::all(connection, owner);
        self.store.readers.read(read).await
    }

    async fn remove_collection(&self, id: String) -> Stored<bool> {
        let owner = self.owner;
        let write = move |connection: &_| collections::remove(connection, owner, &id);
        self.write(write).await
    }

    async fn add_sources(
        &self,
        collection: String,
        new: Vec<NewSourceRecord>,
        now_ms: i64,
    ) -> Stored<Option<Vec<SourceRecord>>> {
        let owner = self.owner;
        let write =
            move |connection: &_| sources::add(connection, owner, &collection, &new, now_ms);
        self.write(write).await
    }

    async fn sources(&self, collection: String) -> Stored<Option<Vec<SourceRecord>>> {
        let owner = self.owner;
        let read = move |connection: &_| sources::of_collection(connection, owner, &collection);
        self.store.readers.read(read).await
    }

    async fn source(&self, id: String) -> Stored<Option<SourceRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| sources::one(connection, owner, &id);
        self.store.readers.read(read).await
    }

    async fn begin_capture(&self, source: String, now_ms: i64) -> Stored<CaptureBegun> {
        let owner = self.owner;
        let write = move |connection: &_| captures::begin(connection, owner, &source, now_ms);
        self.write(write).await
    }

    async fn captured(
        &self,
        source: String,
        capture: Result<Capture, String>,
        now_ms: i64,
    ) -> Stored<Option<SourceRecord>> {
        let owner = self.owner;
        let write =
            move |connection: &_| captures::note(connection, owner, &source, &capture, now_ms);
        self.write(write).await
    }

    async fn capture(&self, source: String) -> Stored<Option<Capture>> {
        let owner = self.owner;
        let read = move |connection: &_| captures::one(connection, owner, &source);
        self.store.readers.read(read).await
    }

    async fn remove_source(&self, id: String, now_ms: i64) -> Stored<bool> {
        let owner = self.owner;
        let write = move |connection: &_| sources::remove(connection, owner, &id, now_ms);
        self.write(write).await
    }
}

#[async_trait]
impl Artifacts for OwnedRows<'_> {
    async fn add_artifact(&self, artifact: Artifact) -> Stored<ArtifactAdded> {
        let owner = self.owner;
        let write = move |connection: &_| artifacts::add(connection, owner, &artifact);
        self.write(write).await
    }

    async fn artifact(&self, id: String) -> Stored<Option<Artifact>> {
        let owner = self.owner;
        let read = move |connection: &_| artifacts::one(connection, owner, &id);
        self.store.readers.read(read).await
    }

    async fn artifacts(&self, collection: Option<String>) -> Stored<Vec<ArtifactRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| artifacts::all(connection, owner, collection.as_deref());
        self.store.readers.read(read).await
    }

    async fn update_artifact(&self, id: String, change: ArtifactChange) -> Stored<ArtifactChanged> {
        let owner = self.owner;
        let write = move |connection: &_| artifacts::update(connection, owner, &id, &change);
        self.write(write).await
    }

    async fn artifact_by_key(&self, dedupe_key: String) -> Stored<Option<ArtifactRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| artifacts::by_key(connection, owner, &dedupe_key);
        self.store.readers.read(read).await
    }

    async fn remove_artifact(&self, id: String) -> Stored<bool> {
        let owner = self.owner;
        let write = move |connection: &_| artifacts::remove(connection, owner, &id);
        self.write(write).await
    }
}
