//! Traces: what becomes of a request, as numbered events. An event is kept before anybody hears of it; those who wait
//! for it in this process follow the trace, everybody else reads the outbox, where it stands as long as anything there.

use std::sync::Arc;
use std::time::Duration;

use screen_agent_store::answer::{
    ASKED_LEASE_MS, Claimed, KeyedRequest, RequestKey, StoredResponse,
};
use screen_agent_store::outbox::{Publication, Published, TopicName};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Owner, StoreError, Stored};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::Engine;
pub use crate::live_traces::{Follower, LiveTrace, TraceBody, TraceEvent};

/// What a request comes to before it is carried out.
pub enum ClaimedTrace {
    /// It is the first: this is its trace.
    New(TraceWriter),
    /// It came before: this is what was told then, or is being told.
    Old(Follower),
    /// Another request came under its key.
    KeyReused,
    /// It came before, is carried out elsewhere, and nothing is heard of it.
    Elsewhere,
}

/// What became of events that were told to a trace from outside.
#[derive(Debug, PartialEq, Eq)]
pub enum Appended {
    /// Those that are new stand in it.
    Told {
        /// How many.
        accepted: usize,
        /// The number of its last event.
        last_seq: u32,
    },
    /// The owner has no such trace.
    Unknown,
    /// It is not at its end.
    Open,
    /// It was told as much as a trace may be.
    Full,
}

/// Most events of a trace that are told from outside, with its own.
const MOST_EVENTS: usize = 1_000;

/// After so long without a word, a trace that nobody is at here was cut off, unless the process that began it is seen.
pub const CUT_OFF_MS: i64 = 60_000;
/// How often it is looked what another process tells.
const LOOK: Duration = Duration::from_millis(250);
/// So many times whether it has said a first word.
const LOOKS: u32 = 20;

/// Tells the events of a trace. When it is dropped the trace is over, whether it was ended or not.
pub struct TraceWriter {
    engine: Engine,
    trace: Arc<LiveTrace>,
}

impl TraceWriter {
    /// The trace.
    pub fn trace(&self) -> &Arc<LiveTrace> {
        &self.trace
    }

    /// Keeps events and tells them, in this order, behind what was told of it elsewhere. [`StoreError::LeaseLost`] where it
    /// was ended there: nothing more is told then.
    pub async fn tell(&self, events: Vec<(&'static str, TraceBody)>) -> Stored<()> {
        let mut events = self.numbered(events, self.engine.now_ms());
        let whose = (self.trace.owner, self.trace.id);
        loop {
            let known = self.trace.told.borrow().len();
            let kept = self.engine.keep_events(whose, known, &events).await;
            if !matches!(kept, Err(StoreError::LeaseLost)) {
                kept?;
                self.trace.told.send_modify(|told| told.extend(events));
                self.engine.committed();
                return Ok(());
            }
            self.catch_up(known).await?;
            let again = events.iter().map(|told| (told.name.clone(), told.fields()));
            events = self.numbered(again.collect(), self.engine.now_ms());
        }
    }

    /// Hears what was told elsewhere behind what is known here, up to the end.
    async fn catch_up(&self, known: usize) -> Stored<()> {
        let (owner, id) = (self.trace.owner, self.trace.id);
        let told = self.engine.trace_events(owner, id).await?;
        let new = behind(told, known);
        let goes_on = new.last().is_some_and(|last| !last.is_last());
        self.trace.told.send_modify(|told| told.extend(new));
        match goes_on {
            true => Ok(()),
            false => Err(StoreError::LeaseLost),
        }
    }

    /// Tells events that are not kept, since nothing can be kept.
    pub fn tell_unkept(&self, events: Vec<(&'static str, TraceBody)>) {
        // It is told while this is dropped, too, when there may be no time any more.
        let last = self.trace.told.borrow().last().map(|last| last.at_ms);
        let events = self.numbered(events, last.unwrap_or_default());
        self.trace.told.send_modify(|told| told.extend(events));
    }

    /// Ends it where nobody goes on with it, unless somebody else did.
    pub async fn break_off(&self) -> Stored<()> {
        match self.tell(vec![broken_off()]).await {
            Err(StoreError::LeaseLost) => Ok(()),
            told => told,
        }
    }

    /// Ends what was asked for under a key: who asks again is told the same, or, where it was not `kept`, begins anew.
    pub async fn settle(&self, kept: bool) -> Stored<()> {
        let Some(key) = self.trace.key.clone() else {
            return Ok(());
        };
        let (rows, now_ms) = (self.engine.rows(self.trace.owner), self.engine.now_ms());
        let lease = LeaseId(self.trace.id);
        if !kept {
            return rows.drop_question(key, lease).await;
        }
        let answer = StoredResponse {
            status: 200,
            body: self.trace.id.as_bytes().to_vec(),
        };
        rows.keep_answer((key, lease), answer, now_ms).await
    }

    fn numbered<N: Into<String>>(
        &self,
        events: Vec<(N, TraceBody)>,
        at_ms: i64,
    ) -> Vec<Arc<TraceEvent>> {
        let before = self.trace.told.borrow().len();
        let numbered = numbered(self.trace.id, before, events, at_ms);
        numbered.map(Arc::new).collect()
    }
}

impl Drop for TraceWriter {
    fn drop(&mut self) {
        let is_other = |trace: &Arc<LiveTrace>| !Arc::ptr_eq(trace, &self.trace);
        self.engine.traces.lock().retain(is_other);
        let is_over = |told: &Vec<Arc<TraceEvent>>| told.last().is_some_and(|last| last.is_last());
        if !is_over(&self.trace.told.borrow()) {
            // Nobody may wait for ever: what could not be kept is at least said.
            self.tell_unkept(vec![broken_off()]);
        }
    }
}

/// The end of a trace that its process left.
fn broken_off() -> (&'static str, TraceBody) {
    let error = json!({ "ok": false, "code": "internal_error", "error": "internal_error",
        "message": "The trace broke off.", "retryable": true, "status": 500 });
    ("error", error.as_object().cloned().unwrap_or_default())
}

impl Engine {
    /// Begins a trace, unless its request, under its key, came before: here or in another process.
    pub async fn claim_trace(
        &self,
        owner: Owner,
        asked: Option<KeyedRequest>,
    ) -> Stored<ClaimedTrace> {
        let Some(asked) = asked else {
            let LeaseId(id) = self.trace_lease();
            return Ok(ClaimedTrace::New(self.begin_trace((owner, id), None)));
        };
        for _ in 0..LOOKS {
            if let Some(claimed) = self.claimed_trace(owner, asked.clone()).await? {
                return Ok(claimed);
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(ClaimedTrace::Elsewhere)
    }

    /// The same once: nothing while another process is at it and has not said a word. The right to answer is called what
    /// the trace is called.
    async fn claimed_trace(
        &self,
        owner: Owner,
        asked: KeyedRequest,
    ) -> Stored<Option<ClaimedTrace>> {
        let (key, lease) = (asked.key.clone(), self.trace_lease());
        let _one = self.traces.claiming.lock().await;
        let claimed = self
            .rows(owner)
            .ask_once(asked, (lease, ASKED_LEASE_MS), self.now_ms())
            .await?;
        Ok(Some(match claimed {
            Claimed::First => ClaimedTrace::New(self.begin_trace((owner, lease.0), Some(key))),
            Claimed::KeyReused => ClaimedTrace::KeyReused,
            Claimed::InFlight(None) => ClaimedTrace::Elsewhere,
            Claimed::InFlight(Some(LeaseId(id))) => {
                let follower = self.follow_trace(owner, id, true).await?;
                if !follower.trace().has_begun() && !self.is_traced(owner, id) {
                    return Ok(None);
                }
                ClaimedTrace::Old(follower)
            }
            Claimed::Answered(kept) => {
                let id = Uuid::from_slice(&kept.body).unwrap_or_default();
                let mut told = self.trace_events(owner, id).await?;
                let Some(end) = told.iter().position(TraceEvent::is_last) else {
                    return Ok(Some(ClaimedTrace::Elsewhere));
                };
                // What became of its actions was told later; who is told again hears the end last, as ever.
                told[end..].rotate_left(1);
                let trace = LiveTrace::of(owner, id, Some(key));
                trace
                    .told
                    .send_replace(told.into_iter().map(Arc::new).collect());
                ClaimedTrace::Old(Arc::new(trace).follow())
            }
        }))
    }

    /// The right to answer, which is what the trace is called: of random bits alone, as spec 004 has it, but where several
    /// processes share a database and have to know whose it is.
    fn trace_lease(&self) -> LeaseId {
        LeaseId::of(self.parts.store.upkeep().name(), self.parts.ids.random())
    }

    fn begin_trace(&self, (owner, id): (Owner, Uuid), key: Option<RequestKey>) -> TraceWriter {
        let trace = Arc::new(LiveTrace::of(owner, id, key));
        self.traces.lock().push(Arc::clone(&trace));
        TraceWriter {
            engine: self.clone(),
            trace,
        }
    }

    /// Tells a trace that is at its end what became of its actions. An event that has an `event_id` which was told before
    /// is not told again.
    pub async fn append_to_trace(
        &self,
        whose: (Owner, Uuid),
        events: Vec<(&'static str, TraceBody)>,
    ) -> Stored<Appended> {
        loop {
            let appended = self.append_once(whose, events.clone()).await;
            // Somebody else told something meanwhile: these are numbered behind it.
            if !matches!(appended, Err(StoreError::LeaseLost)) {
                return appended;
            }
        }
    }

    async fn append_once(
        &self,
        (owner, id): (Owner, Uuid),
        events: Vec<(&'static str, TraceBody)>,
    ) -> Stored<Appended> {
        let told = self.trace_events(owner, id).await?;
        if told.is_empty() {
            return Ok(Appended::Unknown);
        }
        if !told.iter().any(TraceEvent::is_last) {
            return Ok(Appended::Open);
        }
        let id_of = |fields: &TraceBody| fields.get("event_id").cloned();
        let mut known: Vec<Value> = told
            .iter()
            .filter_map(|event| id_of(&event.fields()))
            .collect();
        let is_new = |(_, fields): &(&'static str, TraceBody)| match id_of(fields) {
            Some(id) if known.contains(&id) => false,
            id => {
                known.extend(id);
                true
            }
        };
        let new: Vec<_> = events.into_iter().filter(is_new).collect();
        let (accepted, total) = (new.len(), told.len() + new.len());
        if total > MOST_EVENTS {
            return Ok(Appended::Full);
        }
        let known = told.len();
        let events: Vec<_> = numbered(id, known, new, self.now_ms())
            .map(Arc::new)
            .collect();
        self.keep_events((owner, id), known, &events).await?;
        self.committed();
        Ok(Appended::Told {
            accepted,
            last_seq: u32::try_from(total).unwrap_or(u32::MAX),
        })
    }

    /// Keeps events behind so many, if those are all.
    async fn keep_events(
        &self,
        (owner, id): (Owner, Uuid),
        known: usize,
        events: &[Arc<TraceEvent>],
    ) -> Stored<()> {
        let topic = TopicName::of_trace(id);
        let publication = |event: &Arc<TraceEvent>| Publication {
            topic: topic.clone(),
            kind: event.name.clone(),
            body: event.body.clone(),
        };
        let publications = events.iter().map(publication).collect();
        let place = (topic.clone(), u32::try_from(known).unwrap_or(u32::MAX));
        let upkeep = self.parts.store.upkeep();
        upkeep
            .publish_next(owner, place, publications, self.now_ms())
            .await
    }

    /// Goes on with a trace where a process that is gone left it, or begins it, unless it is under way here. Nobody has to
    /// follow it.
    pub async fn resume_trace(&self, owner: Owner, id: Uuid) -> Stored<Option<TraceWriter>> {
        let _one = self.traces.claiming.lock().await;
        if self.is_traced(owner, id) {
            return Ok(None);
        }
        let told = self.trace_events(owner, id).await?;
        let writer = self.begin_trace((owner, id), None);
        let told = told.into_iter().map(Arc::new).collect();
        writer.trace.told.send_replace(told);
        writer.trace.stay();
        Ok(Some(writer))
    }

    /// Breaks a trace off that is under way here; who follows it then hears its end.
    pub fn break_off_trace(&self, owner: Owner, id: Uuid) -> Option<Follower> {
        let here = |trace: &LiveTrace| trace.owner == owner && trace.id == id;
        let trace = self.traces.find(here)?;
        trace.stay();
        trace.left.cancel();
        Some(trace.follow())
    }

    /// Everything that a trace of the owner's has told, and tells while it is under way here, or `elsewhere`, in another
    /// process.
    pub async fn follow_trace(&self, owner: Owner, id: Uuid, elsewhere: bool) -> Stored<Follower> {
        let here = |trace: &LiveTrace| trace.owner == owner && trace.id == id;
        if let Some(trace) = self.traces.find(here) {
            return Ok(trace.follow());
        }
        let told = self.trace_events(owner, id).await?;
        let trace = LiveTrace::of(owner, id, None);
        let told = told.into_iter().map(Arc::new).collect();
        trace.told.send_replace(told);
        let trace = Arc::new(trace);
        if !elsewhere || trace.is_over() {
            return Ok(trace.follow().until_what_is_told());
        }
        let follower = trace.follow();
        tokio::spawn(self.clone().overhear(trace));
        Ok(follower)
    }

    /// Tells what another process tells of a trace, until its end, or until nobody follows it any more. Who is silent for
    /// too long is gone.
    async fn overhear(self, trace: Arc<LiveTrace>) {
        let before = trace.told.borrow().last().map(|last| last.at_ms);
        let mut heard_ms = before.unwrap_or_default();
        loop {
            tokio::select! {
                () = trace.left() => return,
                () = tokio::time::sleep(LOOK) => {}
            }
            let known = trace.told.borrow().len();
            let told = self.trace_events(trace.owner, trace.id).await;
            let mut new = match told {
                Ok(told) => behind(told, known),
                Err(error) => {
                    tracing::warn!(%error, "what another server tells of a trace is not heard");
                    Vec::new()
                }
            };
            heard_ms = new.last().map_or(heard_ms, |last| last.at_ms);
            let is_over = |new: &[Arc<TraceEvent>]| new.last().is_some_and(|last| last.is_last());
            if !is_over(&new) && self.is_cut_off(trace.id, heard_ms).await.unwrap_or(false) {
                let (at, now_ms) = (known + new.len(), self.now_ms());
                new.extend(numbered(trace.id, at, vec![broken_off()], now_ms).map(Arc::new));
            }
            let is_over = is_over(&new);
            if !new.is_empty() {
                trace.told.send_modify(|told| told.extend(new));
            }
            if is_over {
                return;
            }
        }
    }

    /// Whether nobody goes on with a trace that is not under way here, and of which the last was heard then. A process that is
    /// seen may be silent for as long as what it began may take.
    pub async fn is_cut_off(&self, id: Uuid, heard_ms: i64) -> Stored<bool> {
        let silent_ms = self.now_ms().saturating_sub(heard_ms);
        match LeaseId(id).peer() {
            _ if silent_ms <= CUT_OFF_MS => Ok(false),
            Some(peer) if silent_ms <= ASKED_LEASE_MS => {
                Ok(!self.parts.store.upkeep().is_here(peer).await?)
            }
            Some(_) | None => Ok(true),
        }
    }

    /// Does something in the background when there is room, a few at a time.
    pub fn aside(&self, owner: Owner, id: String, work: impl Future<Output = ()> + Send + 'static) {
        self.background.begin(owner, id, |_| work);
    }

    /// Whether a trace is under way here.
    pub fn is_traced(&self, owner: Owner, id: Uuid) -> bool {
        let here = |trace: &LiveTrace| trace.owner == owner && trace.id == id;
        self.traces.find(here).is_some()
    }

    /// What a trace of the owner's has told; nothing for one that never was.
    pub async fn trace_events(&self, owner: Owner, id: Uuid) -> Stored<Vec<TraceEvent>> {
        let rows = self.rows(owner);
        let told = rows.list::<Published>(TopicName::of_trace(id)).await?;
        let numbered = told.into_iter().zip(1..);
        let event = |(row, seq): (Published, u32)| TraceEvent {
            seq,
            name: row.kind,
            body: row.body,
            at_ms: row.at_ms,
        };
        Ok(numbered.map(event).collect())
    }
}

/// What was told behind so many, up to an end: what became of its actions is told behind that.
fn behind(told: Vec<TraceEvent>, known: usize) -> Vec<Arc<TraceEvent>> {
    let mut new: Vec<_> = told.into_iter().skip(known).map(Arc::new).collect();
    let end = new.iter().position(|event| event.is_last());
    new.truncate(end.map_or(new.len(), |end| end + 1));
    new
}

/// Events with their trace and their numbers, behind so many.
fn numbered<N: Into<String>>(
    id: Uuid,
    before: usize,
    events: Vec<(N, TraceBody)>,
    at_ms: i64,
) -> impl Iterator<Item = TraceEvent> {
    let id = json!(id.to_string());
    events
        .into_iter()
        .zip(before + 1..)
        .map(move |((name, mut body), seq)| {
            body.insert("trace_id".to_owned(), id.clone());
            body.insert("seq".to_owned(), json!(seq));
            TraceEvent {
                seq: u32::try_from(seq).unwrap_or(u32::MAX),
                name: name.into(),
                body: ascii(&Value::Object(body).to_string()),
                at_ms,
            }
        })
}

/// JSON without a letter beyond ASCII: some clients decode each piece of a stream by itself.
pub fn ascii(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            written.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            written.push_str(&format!("\\u{unit:04x}"));
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::ascii;

    #[test]
    fn json_stays_what_it_is_in_ascii() {
        let text = "{\"a\":\"é 앱 😀 \\u0007\"}";
        let written = ascii(text);
        assert!(written.is_ascii());
        assert_eq!(written, r#"{"a":"\u00e9 \uc571 \ud83d\ude00 \u0007"}"#);
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(read(&written), read(text));
    }
}
