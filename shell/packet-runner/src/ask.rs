//! One request: a run is opened or gone on with, and driven until it has its answer.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use screen_agent_audit::Entry;
use screen_agent_kernel::mind::Spent;
use screen_agent_packet::run::{self, Earlier, Effect, Event, Means, Moment, Run, advance};
use screen_agent_ports::Thinker;
use screen_agent_store::run::{FinishRequest, RequestPlace, RunClaim, RunEnd, SaveRun, Taken};
use screen_agent_store::{Owner, Packed};
use screen_agent_wire::packet::document::ToolResultDocument;
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::{RequestPacket, ResponsePacket};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::history::History;
use crate::perform::{self, Next};
use crate::repeat::{self, Before};
use crate::{AskError, PacketRunner, audit};

/// How long an open run waits for its client.
const OPEN_MS: i64 = 30 * 60 * 1000;
/// Most events of one request. A run ends long before; this is against a fault of ours.
const MOST_EVENTS: usize = 500;
/// Most packets of a conversation: it is read whole, by us and by whoever exports it.
const LONGEST: u64 = 2_000;
/// What ids of runs begin with. Other clients number runs of their own.
const RUN: &str = "run_";

/// How far a request is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Step of the run, from 1; 0 before the first.
    pub step: u32,
    /// One sentence that is safe to show.
    pub text: String,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// What the client is sent.
    pub reply: ReplyPacket,
    /// It was given before, for the same request.
    pub repeated: bool,
}

impl PacketRunner {
    /// Answers a request packet. Everything that it rests on is kept before this returns.
    ///
    /// `digest` is of the request as it came: the same packet is answered the same for a day. A
    /// caller that goes away in the middle breaks the model's thought off.
    pub async fn ask(
        &self,
        owner: Owner,
        request: RequestPacket,
        digest: [u8; 32],
        tell: UnboundedSender<Progress>,
    ) -> Result<Answered, AskError> {
        let runner = self.clone();
        let gone = CancellationToken::new();
        // Cancelled when this future is dropped: the caller has gone.
        let _here = gone.clone().drop_guard();
        let asking = async move { runner.ask_once(owner, request, digest, (tell, gone)).await };
        // Runs to its end, whatever becomes of the caller.
        tokio::spawn(asking.in_current_span())
            .await
            .map_err(|cause| AskError::Broken(cause.into()))?
    }

    async fn ask_once(
        &self,
        owner: Owner,
        request: RequestPacket,
        digest: [u8; 32],
        (tell, gone): (UnboundedSender<Progress>, CancellationToken),
    ) -> Result<Answered, AskError> {
        let (Some(means), Some(thinker)) = (self.means(), self.parts.thinker.clone()) else {
            return Err(AskError::NoModel);
        };
        let place = match repeat::before(self, owner, &request, digest).await? {
            Before::Open(place) => place,
            Before::Answered(reply) => {
                return Ok(Answered {
                    reply: *reply,
                    repeated: true,
                });
            }
        };
        let history = match History::read(self, owner, place.clone()).await {
            Ok(history) => history,
            Err(error) => {
                repeat::let_go(self, owner, place).await;
                return Err(error);
            }
        };
        let mut asking = Asking {
            runner: self,
            owner,
            means: Arc::new(means),
            thinker,
            claim: None,
            history,
            tell,
            gone,
            began: Instant::now(),
            spent: Spent::default(),
            tool_results: Vec::new(),
            audit: Vec::new(),
        };
        match asking.drive(request, &place).await {
            Ok(reply) => Ok(Answered {
                reply,
                repeated: false,
            }),
            Err(error) => {
                asking.let_go().await;
                repeat::let_go(self, owner, place).await;
                Err(error)
            }
        }
    }
}

/// What lasts for one request.
pub(crate) struct Asking<'a> {
    pub(crate) runner: &'a PacketRunner,
    pub(crate) owner: Owner,
    pub(crate) means: Arc<Means>,
    pub(crate) thinker: Arc<dyn Thinker>,
    /// The right to go on with a run that waited, and its id.
    pub(crate) claim: Option<(String, RunClaim)>,
    /// What has happened so far.
    pub(crate) history: History<'a>,
    pub(crate) tell: UnboundedSender<Progress>,
    pub(crate) gone: CancellationToken,
    pub(crate) began: Instant,
    pub(crate) spent: Spent,
    /// What came of the tools that were performed here, as the client is told.
    pub(crate) tool_results: Vec<ToolResultDocument>,
    /// What the audit log says once the request is answered.
    pub(crate) audit: Vec<Entry>,
}

impl Asking<'_> {
    async fn drive(
        &mut self,
        request: RequestPacket,
        place: &RequestPlace,
    ) -> Result<ReplyPacket, AskError> {
        let mut run = self.seat(&request).await?;
        self.audit = audit::refused(self.owner, &run, &request);
        let mut events = VecDeque::from([(Event::Asked(Box::new(request)), None)]);
        let mut effects = VecDeque::new();
        for _ in 0..MOST_EVENTS {
            let Some((event, now_ms)) = events.pop_front() else {
                return Err(AskError::Broken("a run without an end".into()));
            };
            let moment = self.history.moment(now_ms);
            let (next, more) = self.advance(run, event, moment).await?;
            run = next;
            effects.extend(more);
            // Effects that belong to one event are all performed, in order, before what they led to.
            while let Some(effect) = effects.pop_front() {
                if let Some((event, now_ms, told)) = self.history.past(&effect)? {
                    self.tool_results.extend(told);
                    events.push_back((event, Some(now_ms)));
                    break;
                }
                match perform::one(self, &run, effect).await? {
                    Next::Nothing => {}
                    Next::Event(event, now_ms) => {
                        events.push_back((*event, Some(now_ms)));
                        break;
                    }
                    Next::Reply(packet) => return self.finish(&run, *packet, place).await,
                    Next::Fail(failure) => return Err(AskError::Model(failure)),
                }
            }
        }
        Err(AskError::Broken("a run that does not end".into()))
    }

    /// Decides what follows. Pages of megabytes are read there, so it is done aside, where it holds
    /// nobody up.
    async fn advance(
        &self,
        run: Run,
        event: Event,
        moment: Moment,
    ) -> Result<(Run, Vec<Effect>), AskError> {
        let means = Arc::clone(&self.means);
        let span = tracing::Span::current();
        let deciding = move || span.in_scope(|| advance(run, event, &moment, &means));
        tokio::task::spawn_blocking(deciding)
            .await
            .map_err(|cause| AskError::Broken(cause.into()))
    }

    /// A new run, or the one that the request goes on with.
    /// From here on its beginning is written down.
    async fn seat(&mut self, request: &RequestPacket) -> Result<Run, AskError> {
        let named = request.trace.as_ref().map(|trace| trace.run_id.as_str());
        let Some(id) = named.filter(|id| id.starts_with(RUN)) else {
            return self.open(request).await;
        };
        let rows = self.runner.rows(self.owner);
        match rows.take_run(id.to_owned(), self.runner.now_ms()).await? {
            Taken::Busy => Err(AskError::Busy),
            Taken::Unknown => Err(run::ResumeFault::NotOpen.into()),
            Taken::Open { state, claim } => {
                self.claim = Some((id.to_owned(), claim));
                let run: Run = state.read()?;
                let run = run::resume(run, request)?;
                if self.history.began().is_none() {
                    self.history.begin(None).await?;
                }
                Ok(run)
            }
        }
    }

    async fn open(&mut self, request: &RequestPacket) -> Result<Run, AskError> {
        if self.history.began().is_none() {
            let earlier = self.earlier(request).await?;
            self.history.begin(Some(earlier)).await?;
        }
        let began = self.history.began();
        let earlier = began.and_then(|began| began.earlier.clone());
        let moment = self.history.first_moment();
        Ok(run::open(request, earlier.unwrap_or_default(), &moment))
    }

    /// What was said before in the conversation.
    async fn earlier(&self, request: &RequestPacket) -> Result<Earlier, AskError> {
        let rows = self.runner.rows(self.owner);
        let id = &request.conversation.id;
        let known = rows.conversation(id.clone()).await?;
        if known.is_some_and(|known| known.messages >= LONGEST) {
            return Err(AskError::TooLong(LONGEST));
        }
        let kept = rows.packets(id.clone()).await?;
        let kept: Vec<_> = kept
            .unwrap_or_default()
            .iter()
            .filter_map(|record| serde_json::from_str(record.packet.as_str()).ok())
            .collect();
        Ok(run::earlier(&kept))
    }

    /// Keeps the answer, and with it what becomes of the run: one with calls that wait is kept, one
    /// that is over is forgotten.
    async fn finish(
        &mut self,
        run: &Run,
        packet: ResponsePacket,
        place: &RequestPlace,
    ) -> Result<ReplyPacket, AskError> {
        let reply = ReplyPacket {
            packet,
            tool_results: std::mem::take(&mut self.tool_results),
        };
        let now_ms = self.runner.now_ms();
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
            place: place.clone(),
            answer: Packed::json(&reply)?,
            run: end,
            audit,
            now_ms,
        };
        self.runner.rows(self.owner).finish_request(finish).await?;
        self.claim = None;
        Ok(reply)
    }

    /// Whoever comes next finds the run as it was.
    async fn let_go(&mut self) {
        let Some((id, claim)) = self.claim.take() else {
            return;
        };
        let rows = self.runner.rows(self.owner);
        if let Err(error) = rows.release_run(id, claim).await {
            tracing::warn!(%error, "a run was not let go");
        }
    }
}
