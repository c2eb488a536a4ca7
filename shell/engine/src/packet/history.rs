//! What has happened to a request, written down before anything follows from it. Whoever is sent the
//! same packet after a crash plays it again: what was said is not asked again, what was done is not
//! done again, and ids come out the same.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};

use screen_agent_packet::run::{Call, Earlier, Event, Moment};
use screen_agent_store::answer::RequestKey;
use screen_agent_store::run::UseApproval;
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::document::ToolResultDocument;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::AskError;
use crate::Engine;
use crate::work::Broken;

/// One thing that happened.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    /// The request was taken up.
    Began(Began),
    /// An event came in, the `at`th of the request.
    Came {
        at: u32,
        now_ms: i64,
        event: Box<Event>,
        /// What the client is told of a tool.
        told: Option<Box<ToolResultDocument>>,
    },
    /// Something is about to be done elsewhere that cannot be taken back or looked up.
    About { call_id: String },
    /// What a call has in hand, before it does anything with it.
    InHand { call_id: String, what: Value },
}

/// How a request began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Began {
    /// When.
    now_ms: i64,
    /// What ids are drawn from.
    seed: Uuid,
    /// What was said before in the conversation, where a run was opened.
    pub(crate) earlier: Option<Earlier>,
}

/// An event that came before the crash, and what the client is told of it.
pub(crate) type Came = (Event, i64, Option<ToolResultDocument>);

/// What has happened to a request.
pub(crate) struct History<'a> {
    engine: &'a Engine,
    owner: Owner,
    request: RequestKey,
    /// How many entries there are. A tool writes, too, while it is performed.
    written: AtomicU32,
    /// How many events of the request have come.
    at: u32,
    began: Option<Began>,
    past: HashMap<u32, Came>,
    about: HashSet<String>,
    in_hand: HashMap<String, Value>,
}

impl<'a> History<'a> {
    /// Of a request of which nothing is known yet.
    pub(super) fn new(engine: &'a Engine, owner: Owner, request: RequestKey) -> Self {
        Self {
            engine,
            owner,
            request,
            written: AtomicU32::new(0),
            at: 0,
            began: None,
            past: HashMap::new(),
            about: HashSet::new(),
            in_hand: HashMap::new(),
        }
    }

    /// Reads what was written down before a crash.
    pub(super) async fn read(&mut self) -> Result<(), AskError> {
        let rows = self.engine.rows(self.owner);
        let kept = rows.history(self.request.clone()).await?;
        self.written = AtomicU32::new(u32::try_from(kept.len()).unwrap_or(u32::MAX));
        for entry in kept {
            match entry.read()? {
                Entry::Began(began) => self.began = Some(began),
                Entry::Came {
                    at,
                    now_ms,
                    event,
                    told,
                } => {
                    let came = (*event, now_ms, told.map(|told| *told));
                    self.past.insert(at, came);
                }
                Entry::About { call_id } => {
                    self.about.insert(call_id);
                }
                Entry::InHand { call_id, what } => {
                    self.in_hand.insert(call_id, what);
                }
            }
        }
        Ok(())
    }

    /// How it began, where it did.
    pub(crate) fn began(&self) -> Option<&Began> {
        self.began.as_ref()
    }

    /// Takes the request up.
    pub(crate) async fn begin(&mut self, earlier: Option<Earlier>) -> Result<(), AskError> {
        let began = Began {
            now_ms: self.engine.now_ms(),
            seed: self.engine.parts.ids.fresh(),
            earlier,
        };
        self.write(&Entry::Began(began.clone())).await?;
        self.began = Some(began);
        Ok(())
    }

    /// The moment at which it began.
    pub(crate) fn first_moment(&self) -> Moment {
        let began = self.began.as_ref();
        Moment {
            now_ms: began.map_or(0, |began| began.now_ms),
            seed: began.map_or(Uuid::nil(), |began| began.seed),
        }
    }

    /// The moment of the next event. Ids are the same whenever it is played.
    pub(crate) fn moment(&mut self, now_ms: Option<i64>) -> Moment {
        let at = self.at;
        self.at += 1;
        let began = self.began.as_ref();
        let seed = began.map_or(Uuid::nil(), |began| began.seed);
        let began_ms = began.filter(|_| at == 0).map(|began| began.now_ms);
        Moment {
            now_ms: now_ms.or(began_ms).unwrap_or_else(|| self.engine.now_ms()),
            seed: Uuid::from_u128(seed.as_u128().wrapping_add(u128::from(at) + 1)),
        }
    }

    /// What came of a call before the crash.
    pub(crate) fn past(&mut self, call: &Call) -> Result<Option<Came>, AskError> {
        if matches!(call, Call::Load { .. }) {
            return Ok(None);
        }
        let Some(came) = self.past.remove(&self.at) else {
            return Ok(None);
        };
        let fits = match (call, &came.0) {
            (Call::Think(_), Event::Answered { .. }) => true,
            (Call::UseApproval { fingerprint: used }, Event::ApprovalUsed { fingerprint, .. }) => {
                used == fingerprint
            }
            (Call::Perform { call_id: done, .. }, Event::Performed { call_id, .. }) => {
                done == call_id
            }
            _ => false,
        };
        match fits {
            true => Ok(Some(came)),
            false => Err(Broken::because("a history of something else").into()),
        }
    }

    /// Writes down what came of a call, before anything follows from it. Models that do not
    /// answer, and documents that are brought, are asked for again.
    pub(crate) async fn came(
        &self,
        event: &Event,
        now_ms: i64,
        told: Option<&ToolResultDocument>,
        audit: Option<screen_agent_audit::Entry>,
    ) -> Result<(), AskError> {
        match event {
            Event::Answered { said: Ok(_), .. } | Event::Performed { .. } => {
                let entry = self.entry(event, now_ms, told);
                Ok(self.write_with(&entry, audit).await?)
            }
            Event::Answered { said: Err(_), .. }
            | Event::Asked(_)
            | Event::Loaded(_)
            // Written together with its use.
            | Event::ApprovalUsed { .. } => Ok(()),
        }
    }

    /// Uses an approval up, and writes down whether that was the first time.
    pub(crate) async fn use_approval(
        &self,
        fingerprint: String,
        now_ms: i64,
        audit: screen_agent_audit::Entry,
    ) -> Result<Event, AskError> {
        let event = |first| Event::ApprovalUsed {
            fingerprint: fingerprint.clone(),
            first,
        };
        let using = UseApproval {
            fingerprint: fingerprint.clone(),
            first: Packed::json(&self.entry(&event(true), now_ms, None))?,
            again: Packed::json(&self.entry(&event(false), now_ms, None))?,
            audit: vec![audit],
            now_ms,
        };
        let rows = self.engine.rows(self.owner);
        let used = rows.use_approval(self.request.clone(), self.next(), using);
        let first = used.await?;
        self.written.fetch_add(1, Ordering::Relaxed);
        Ok(event(first))
    }

    /// Something is about to be done that must not be done twice. False when it was about to be done
    /// before: then it is not known whether it was.
    pub(crate) async fn about_to(&self, call_id: &str) -> Result<bool, AskError> {
        if self.about.contains(call_id) {
            return Ok(false);
        }
        let call_id = call_id.to_owned();
        self.write(&Entry::About { call_id }).await?;
        Ok(true)
    }

    /// What a call had in hand before the crash; of a form that is no longer known, nothing.
    pub(crate) fn in_hand<T: DeserializeOwned>(&self, call_id: &str) -> Option<T> {
        let what = self.in_hand.get(call_id)?.clone();
        serde_json::from_value(what).ok()
    }

    /// Writes down what a call has in hand, so that it need not get it again.
    pub(crate) async fn hold(
        &self,
        call_id: &str,
        what: &impl Serialize,
    ) -> Result<(), StoreError> {
        let what = serde_json::to_value(what).map_err(|cause| StoreError::Refused(cause.into()))?;
        let call_id = call_id.to_owned();
        self.write(&Entry::InHand { call_id, what }).await
    }

    fn next(&self) -> u32 {
        self.written.load(Ordering::Relaxed)
    }

    fn entry(&self, event: &Event, now_ms: i64, told: Option<&ToolResultDocument>) -> Entry {
        Entry::Came {
            at: self.at,
            now_ms,
            event: Box::new(event.clone()),
            told: told.cloned().map(Box::new),
        }
    }

    async fn write(&self, entry: &Entry) -> Result<(), StoreError> {
        self.write_with(entry, None).await
    }

    async fn write_with(
        &self,
        entry: &Entry,
        audit: Option<screen_agent_audit::Entry>,
    ) -> Result<(), StoreError> {
        let rows = self.engine.rows(self.owner);
        let body = Packed::json(entry)?;
        let audit = audit.into_iter().collect();
        rows.add_history(self.request.clone(), (self.next(), body), audit)
            .await?;
        self.written.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}
