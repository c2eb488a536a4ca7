//! One request: a run is opened or gone on with, and driven until it has its answer.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use screen_agent_audit::Entry;
use screen_agent_packet::run::{
    self, Call, Earlier, Effect, Event, KeptPacket, Means, Note, QuestionRun, advance,
};
use screen_agent_ports::Thinker;
use screen_agent_store::answer::{
    Claimed, HELD_LEASE_MS, KeyedRequest, RequestKey, StoredResponse,
};
use screen_agent_store::conversation::{ConversationRecord, PacketRecord};
use screen_agent_store::run::{FinishRequest, RunClaim, RunEnd, SaveRun, Taken};
use screen_agent_store::turn::{Lease, LeaseId};
use screen_agent_store::{Owner, Packed, Scoped};
use screen_agent_think::models::{Spent, ThinkFailure};
use screen_agent_wire::packet::document::{Content, ToolResultDocument};
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::{Document, RequestPacket, ResponsePacket};
use screen_agent_words::secret::hide_named;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::history::History;
use super::source::documents;
use super::{AskError, audit};
use crate::Engine;
use crate::machine::{Machine, Next, Step, drive};
use crate::progress::{ProgressSender, ProgressUpdate};
use crate::work::{Broken, caught, detached, renewing};

/// How long an open run waits for its client.
const OPEN_MS: i64 = 30 * 60 * 1000;
/// Most packets of a conversation: it is read whole, by us and by whoever exports it.
const LONGEST: u64 = 2_000;
/// What ids of runs begin with. Other clients number runs of their own.
const RUN: &str = "run_";
/// How often the claim on a run is renewed while somebody slow works: well before it runs out.
const RENEWAL: Duration = Duration::from_secs(45);

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// What the client is sent.
    pub reply: ReplyPacket,
    /// It was given before, for the same request.
    pub repeated: bool,
}

/// Address of the page that a document is of.
fn address(content: &Content) -> Option<&str> {
    match content {
        Content::Summary(page) => Some(&page.url),
        Content::Chunk(page) => Some(&page.url),
        Content::Capture(page) => Some(&page.url),
        Content::Index(_)
        | Content::Source(_)
        | Content::ToolResult(_)
        | Content::SearchResults(_)
        | Content::Links(_) => None,
    }
}

impl Engine {
    /// Answers a request packet. Everything that it rests on is kept before this returns.
    ///
    /// `digest` is of the request as it came: the same packet is answered the same for a day. A
    /// caller that goes away in the middle breaks the model's thought off.
    pub async fn ask(
        &self,
        owner: Owner,
        request: RequestPacket,
        digest: [u8; 32],
        told: ProgressSender,
    ) -> Result<Answered, AskError> {
        let engine = self.clone();
        detached(|gone| async move { engine.ask_once(owner, request, digest, (told, gone)).await })
            .await
    }

    /// Packets are told apart by their id in their conversation, and by what was in them.
    async fn ask_once(
        &self,
        owner: Owner,
        request: RequestPacket,
        digest: [u8; 32],
        (progress, gone): (ProgressSender, CancellationToken),
    ) -> Result<Answered, AskError> {
        let thinker = self.models(owner).await?.map(|models| models.thinker);
        let key = RequestKey {
            route: request.conversation.id.clone(),
            key: request.id.clone(),
            seal: None,
        };
        let asked = KeyedRequest {
            key: key.clone(),
            digest,
        };
        let lease = self.lease();
        match self
            .rows(owner)
            .ask_once(asked, (lease, HELD_LEASE_MS), self.now_ms())
            .await?
        {
            Claimed::First => {}
            Claimed::InFlight(_) => return Err(AskError::Busy),
            Claimed::KeyReused => return Err(AskError::Reused),
            Claimed::Answered(answer) => {
                let reply = serde_json::from_slice(&answer.body).map_err(Broken::because)?;
                return Ok(Answered {
                    reply,
                    repeated: true,
                });
            }
        }
        let _held = self.hold(owner, (key.clone(), lease));
        let mut asking = Asking {
            engine: self,
            owner,
            means: Arc::new(self.means(thinker.as_deref())),
            thinker,
            claim: None,
            lease,
            history: History::new(self, owner, key.clone()),
            progress,
            gone,
            began: Instant::now(),
            spent: Spent::default(),
            tool_results: Vec::new(),
            thoughts: Vec::new(),
            typed: Vec::new(),
            audit: Vec::new(),
            effects: VecDeque::new(),
        };
        let answered = caught(asking.answer(request, &key)).await;
        if answered.is_err() {
            asking.let_go(key).await;
        }
        let reply = answered?;
        Ok(Answered {
            reply,
            repeated: false,
        })
    }
}

/// What lasts for one request.
pub(super) struct Asking<'a> {
    pub(super) engine: &'a Engine,
    pub(super) owner: Owner,
    pub(super) means: Arc<Means>,
    /// Nothing where no model is configured: then answers are quoted.
    pub(super) thinker: Option<Arc<dyn Thinker>>,
    /// The right to go on with a run that waited, and its id.
    claim: Option<(String, RunClaim)>,
    /// The right to answer.
    lease: LeaseId,
    /// What has happened so far.
    pub(super) history: History<'a>,
    progress: ProgressSender,
    pub(super) gone: CancellationToken,
    pub(super) began: Instant,
    pub(super) spent: Spent,
    /// What came of the tools that were performed here, as the client is told.
    pub(super) tool_results: Vec<ToolResultDocument>,
    /// What models were sent and answered since the last packet that was kept, where packets are kept whole.
    pub(super) thoughts: Vec<Value>,
    /// What was to be typed into fields for something secret, and is kept nowhere.
    pub(super) typed: Vec<String>,
    /// What the audit log says once the request is answered.
    audit: Vec<Entry>,
    /// What the machine called for and is not yet under way.
    effects: VecDeque<Effect>,
}

#[async_trait]
impl Machine for Asking<'_> {
    type State = QuestionRun;
    /// With the time at which it came, where that is written down.
    type Event = (Event, Option<i64>);
    type Note = Note;
    type Call = Call;
    type Reply = Result<Box<ResponsePacket>, ThinkFailure>;
    type Error = AskError;

    /// Pages of megabytes are read here, so it is done aside, where it holds nobody up.
    async fn advance(
        &mut self,
        run: QuestionRun,
        (event, now_ms): (Event, Option<i64>),
    ) -> Result<Step<Self>, AskError> {
        let moment = self.history.moment(now_ms);
        let means = Arc::clone(&self.means);
        let span = tracing::Span::current();
        let deciding = move || span.in_scope(|| advance(run, event, &moment, &means));
        let decided = tokio::task::spawn_blocking(deciding).await;
        let (state, effects) = decided.map_err(Broken::from)?;
        self.effects.extend(effects);
        let mut notes = Vec::new();
        // Calls that belong to one event are all performed, in order, before what they led to.
        while let Some(effect) = self.effects.pop_front() {
            let next = match effect {
                Effect::Note(note) => {
                    notes.push(note);
                    continue;
                }
                Effect::Call(call) => Next::Call(call),
                Effect::Reply(packet) => Next::Reply(Ok(packet)),
                Effect::Fail(failure) => Next::Reply(Err(failure)),
            };
            return Ok(Step { state, notes, next });
        }
        Err(Broken::because("a run without an end").into())
    }

    fn progress(&self, run: &QuestionRun, note: &Note) -> Option<ProgressUpdate> {
        let Note::Tell(text) = note else {
            return None;
        };
        let (step, text) = (run.step, text.clone());
        Some(ProgressUpdate { step, text })
    }

    async fn keep(&mut self, _: &QuestionRun, note: Note) -> Result<(), AskError> {
        super::notes::keep(self, note).await
    }

    async fn perform(&mut self, run: &QuestionRun, call: Call) -> Result<Self::Event, AskError> {
        let (event, now_ms) = match self.history.past(&call)? {
            Some((event, now_ms, told)) => {
                self.tool_results.extend(told);
                (event, now_ms)
            }
            None => super::calls::perform(self, run, call).await?,
        };
        Ok((event, Some(now_ms)))
    }
}

impl Asking<'_> {
    pub(super) fn rows(&self) -> Box<dyn Scoped + '_> {
        self.engine.rows(self.owner)
    }

    async fn answer(
        &mut self,
        request: RequestPacket,
        key: &RequestKey,
    ) -> Result<ReplyPacket, AskError> {
        self.history.read().await?;
        let run = self.seat(&request).await?;
        self.audit = audit::refused(self.owner, &run, &request);
        let first = (Event::Asked(Box::new(request)), None);
        let progress = self.progress.clone();
        let (run, reply) = drive(self, run, first, &progress).await?;
        let packet = reply.map_err(AskError::Model)?;
        self.finish(&run, *packet, key).await
    }

    /// A new run, or the one that the request goes on with.
    /// From here on its beginning is written down.
    async fn seat(&mut self, request: &RequestPacket) -> Result<QuestionRun, AskError> {
        let named = request.trace.as_ref().map(|trace| trace.run_id.as_str());
        let Some(id) = named.filter(|id| id.starts_with(RUN)) else {
            return self.open(request).await;
        };
        let engine = self.engine;
        let rows = engine.rows(self.owner);
        match rows.take_run(id.to_owned(), engine.now_ms()).await? {
            Taken::Busy => Err(AskError::Busy),
            Taken::Unknown => Err(run::ResumeFault::NotOpen.into()),
            Taken::Open { state, claim } => {
                self.claim = Some((id.to_owned(), claim));
                let run: QuestionRun = state.read()?;
                let run = run::resume(run, request)?;
                if self.history.began().is_none() {
                    self.history.begin(None).await?;
                }
                Ok(run)
            }
        }
    }

    async fn open(&mut self, request: &RequestPacket) -> Result<QuestionRun, AskError> {
        if self.history.began().is_none() {
            let earlier = Earlier {
                knowledge: self.knowledge(request).await,
                ..self.earlier(request).await?
            };
            self.history.begin(Some(earlier)).await?;
        }
        let began = self.history.began();
        let earlier = began.and_then(|began| began.earlier.clone());
        let moment = self.history.first_moment();
        Ok(run::open(request, earlier.unwrap_or_default(), &moment))
    }

    /// What the person's organisation knows of the page that is asked about, as documents.
    async fn knowledge(&self, request: &RequestPacket) -> Vec<Document> {
        let mut documents = request.context.documents.iter();
        let Some(url) = documents.find_map(|document| address(&document.content)) else {
            return Vec::new();
        };
        let words = hide_named(&request.input.user_message.text);
        let known = self.engine.know_at_most(self.owner, url, &words).await;
        known
            .passages
            .into_iter()
            .map(documents::of_knowledge)
            .collect()
    }

    /// What was said before in the conversation.
    async fn earlier(&self, request: &RequestPacket) -> Result<Earlier, AskError> {
        let rows = self.rows();
        let id = &request.conversation.id;
        let known = rows.find::<ConversationRecord>(id.clone()).await?;
        if known.is_some_and(|known| known.messages >= LONGEST) {
            return Err(AskError::TooLong(LONGEST));
        }
        let kept = rows.list::<PacketRecord>(id.clone()).await?;
        let read = kept.iter().map(|record| {
            KeptPacket::read(record.packet.as_str()).unwrap_or_else(|error| {
                tracing::warn!(packet = record.id, %error, "a kept packet could not be read");
                KeptPacket::Unreadable
            })
        });
        let kept: Vec<KeptPacket> = read.collect();
        Ok(run::earlier(&kept))
    }

    /// Waits for somebody slow, and keeps the run meanwhile.
    pub(super) async fn waiting<T>(
        &self,
        work: impl Future<Output = Result<T, AskError>>,
    ) -> Result<T, AskError> {
        let Some((id, claim)) = &self.claim else {
            return work.await;
        };
        let renew = || async {
            let rows = self.rows();
            let now_ms = self.engine.now_ms();
            rows.renew(Lease::Run(id.clone(), *claim), now_ms).await
        };
        renewing(RENEWAL, renew, work).await
    }

    /// Keeps the answer, and with it what becomes of the run: one with calls that wait is kept, one
    /// that is over is forgotten.
    async fn finish(
        &mut self,
        run: &QuestionRun,
        packet: ResponsePacket,
        key: &RequestKey,
    ) -> Result<ReplyPacket, AskError> {
        let reply = ReplyPacket {
            packet,
            tool_results: std::mem::take(&mut self.tool_results),
        };
        let now_ms = self.engine.now_ms();
        let claim = self.claim.clone();
        let over = run.ended || run.waiting.is_empty();
        let end = match claim {
            Some((id, claim)) if over => RunEnd::End { id, claim },
            None if over => RunEnd::Nothing,
            claim => RunEnd::Save(SaveRun {
                id: run.id.clone(),
                conversation_id: run.conversation.id.clone(),
                state: Packed::json(run)?,
                claim: claim.map(|(_, claim)| claim),
                expires_ms: now_ms.saturating_add(OPEN_MS),
                now_ms,
            }),
        };
        let mut audit = std::mem::take(&mut self.audit);
        audit.extend(audit::proposed(self.owner, run, &reply.packet));
        let finish = FinishRequest {
            request: key.clone(),
            lease: self.lease,
            answer: StoredResponse {
                status: 200,
                body: serde_json::to_vec(&reply).map_err(Broken::because)?,
            },
            run: end,
            audit,
            now_ms,
        };
        self.rows().finish_request(finish).await?;
        Ok(reply)
    }

    /// There is no answer: whoever asks again finds the run as it was, and goes on where this was left.
    async fn let_go(&self, key: RequestKey) {
        let rows = self.rows();
        if let Some((id, claim)) = self.claim.clone()
            && let Err(error) = rows.release(Lease::Run(id, claim)).await
        {
            tracing::warn!(%error, "a run was not let go");
        }
        let dropped = rows.drop_question(key, self.lease);
        if let Err(error) = dropped.await {
            tracing::warn!(%error, "a question was not let go of");
        }
    }
}
