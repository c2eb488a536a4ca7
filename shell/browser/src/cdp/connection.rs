//! One connection, many sessions: each call gets its answer or a reason why there is none.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use super::{SessionId, Wires};
use crate::BrowserError;

/// How long a call may take when the caller does not say.
const PATIENCE: Duration = Duration::from_secs(30);

type Answer = Result<Box<RawValue>, BrowserError>;

/// A way to call the browser. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Connection {
    shared: Arc<Shared>,
}

struct Shared {
    out: mpsc::UnboundedSender<String>,
    next: AtomicU64,
    waiting: Mutex<Waiting>,
}

/// Calls without an answer so far.
#[derive(Default)]
struct Waiting {
    closed: bool,
    calls: HashMap<u64, Call>,
}

struct Call {
    session: Option<SessionId>,
    answer: oneshot::Sender<Answer>,
}

/// Something that happened, in the order in which the browser told it.
pub(crate) struct Event<'a> {
    pub session: Option<&'a str>,
    pub method: &'a str,
    params: &'a RawValue,
}

impl Event<'_> {
    /// The event's fields; `None` when they are not what we expect, which is then ignored.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.params.get()).ok()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outgoing<'a, P: Serialize> {
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    method: &'a str,
    params: P,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Incoming<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    session_id: Option<&'a str>,
    #[serde(borrow)]
    method: Option<&'a str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<PerformRefusal>,
}

#[derive(Deserialize)]
struct PerformRefusal {
    message: String,
}

/// Sees every event, in order, and `None` when the browser is gone. It must not block.
pub(crate) type Listener = Box<dyn FnMut(Option<Event<'_>>) + Send>;

impl Connection {
    /// Speaks over wires to a listener that may itself call the browser.
    pub fn open(wires: Wires, listener: impl FnOnce(Self) -> Listener) -> Self {
        let shared = Arc::new(Shared {
            out: wires.out,
            next: AtomicU64::new(1),
            waiting: Mutex::default(),
        });
        let connection = Self { shared };
        let sink = listener(connection.clone());
        tokio::spawn(connection.clone().listen(wires.incoming, sink));
        connection
    }

    /// Sends a call now; the answer can be waited for later, or not at all.
    pub fn send(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: impl Serialize,
    ) -> Reply {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let (answer, receiver) = oneshot::channel();
        let reply = Reply {
            method,
            receiver,
            patience: PATIENCE,
        };
        let message = Outgoing {
            id,
            session_id: session.map(|id| &**id),
            method,
            params,
        };
        let Ok(message) = serde_json::to_string(&message) else {
            return reply;
        };
        {
            let mut waiting = self.waiting();
            if waiting.closed {
                let _ = answer.send(Err(BrowserError::Closed));
                return reply;
            }
            waiting.calls.insert(
                id,
                Call {
                    session: session.cloned(),
                    answer,
                },
            );
        }
        if self.shared.out.send(message).is_err() {
            self.end();
        }
        reply
    }

    /// Sends a call and reads its answer.
    pub async fn call<T: DeserializeOwned>(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: impl Serialize,
    ) -> Result<T, BrowserError> {
        self.send(session, method, params).read().await
    }

    /// Ends the calls of a session that is no more, so that nobody waits for them.
    pub fn abandon(&self, session: &str, reason: &BrowserError) {
        let mut waiting = self.waiting();
        let calls = waiting
            .calls
            .extract_if(|_, call| call.session.as_deref() == Some(session));
        for (_, call) in calls {
            let _ = call.answer.send(Err(reason.clone()));
        }
    }

    /// True when the browser is gone.
    pub fn is_closed(&self) -> bool {
        self.waiting().closed
    }

    async fn listen(self, mut incoming: mpsc::UnboundedReceiver<Vec<u8>>, mut sink: Listener) {
        while let Some(message) = incoming.recv().await {
            let Ok(message) = serde_json::from_slice::<Incoming<'_>>(&message) else {
                tracing::warn!("the browser sent a message that cannot be read");
                continue;
            };
            match (message.id, message.method, message.params) {
                (Some(id), ..) => self.answer(id, message),
                (None, Some(method), Some(params)) => {
                    sink(Some(Event {
                        session: message.session_id,
                        method,
                        params,
                    }));
                }
                _ => {}
            }
        }
        self.end();
        sink(None);
    }

    fn answer(&self, id: u64, message: Incoming<'_>) {
        let Some(call) = self.waiting().calls.remove(&id) else {
            return;
        };
        let answer = match (message.error, message.result) {
            (Some(refusal), _) => Err(BrowserError::refused("", &refusal.message)),
            (None, Some(result)) => Ok(result.to_owned()),
            (None, None) => Err(BrowserError::Unreadable {
                method: String::new(),
            }),
        };
        let _ = call.answer.send(answer);
    }

    fn end(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        for (_, call) in waiting.calls.drain() {
            let _ = call.answer.send(Err(BrowserError::Closed));
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.shared
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer on its way.
pub(crate) struct Reply {
    method: &'static str,
    receiver: oneshot::Receiver<Answer>,
    patience: Duration,
}

impl Reply {
    /// Waits no longer than this.
    pub fn within(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Waits for the answer and passes over what it holds.
    pub async fn done(self) -> Result<(), BrowserError> {
        self.raw().await.map(drop)
    }

    /// Waits for the answer and reads it.
    pub async fn read<T: DeserializeOwned>(self) -> Result<T, BrowserError> {
        let method = self.method;
        let raw = self.raw().await?;
        serde_json::from_str(raw.get()).map_err(|error| {
            tracing::debug!(method, %error, "unreadable answer");
            BrowserError::Unreadable {
                method: method.to_owned(),
            }
        })
    }

    async fn raw(self) -> Answer {
        let Self {
            method,
            receiver,
            patience,
        } = self;
        match tokio::time::timeout(patience, receiver).await {
            Ok(Ok(answer)) => answer.map_err(|error| named(error, method)),
            Ok(Err(_)) => Err(BrowserError::Closed),
            Err(_) => Err(BrowserError::TimedOut {
                what: method.to_owned(),
                after: patience,
            }),
        }
    }
}

/// Says which call an error is about.
fn named(error: BrowserError, call: &str) -> BrowserError {
    let mut error = error;
    if let BrowserError::Refused { method, .. } | BrowserError::Unreadable { method } = &mut error {
        call.clone_into(method);
    }
    error
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    struct Far {
        sent: mpsc::UnboundedReceiver<String>,
        arrived: mpsc::UnboundedSender<Vec<u8>>,
    }

    fn connection() -> (Connection, Far) {
        let (out, sent) = mpsc::unbounded_channel();
        let (arrived, incoming) = mpsc::unbounded_channel();
        let near = Connection::open(Wires { out, incoming }, |_| Box::new(|_| {}));
        (near, Far { sent, arrived })
    }

    async fn next_id(far: &mut Far) -> Value {
        let sent: Value = serde_json::from_str(&far.sent.recv().await.unwrap()).unwrap();
        sent["id"].clone()
    }

    #[tokio::test]
    async fn answers_find_their_calls_in_any_order() {
        let (near, mut far) = connection();
        let first = near.send(None, "A.a", json!({}));
        let second = near.send(None, "B.b", json!({}));
        let (a, b) = (next_id(&mut far).await, next_id(&mut far).await);
        far.arrived
            .send(
                json!({"id": b, "result": {"n": 2}})
                    .to_string()
                    .into_bytes(),
            )
            .unwrap();
        far.arrived
            .send(
                json!({"id": a, "error": {"message": "no"}})
                    .to_string()
                    .into_bytes(),
            )
            .unwrap();
        assert_eq!(
            first.done().await,
            Err(BrowserError::Refused {
                method: "A.a".into(),
                message: "no".into()
            })
        );
        assert_eq!(second.read::<Value>().await, Ok(json!({"n": 2})));
    }

    #[tokio::test]
    async fn a_lost_session_ends_its_own_calls_only() {
        let (near, mut far) = connection();
        let (gone, alive) = (SessionId::from("gone"), SessionId::from("alive"));
        let lost = near.send(Some(&gone), "A.a", json!({}));
        let kept = near.send(Some(&alive), "B.b", json!({}));
        let (_, id) = (next_id(&mut far).await, next_id(&mut far).await);
        near.abandon("gone", &BrowserError::TabClosed);
        far.arrived
            .send(json!({"id": id, "result": {}}).to_string().into_bytes())
            .unwrap();
        assert_eq!(lost.done().await, Err(BrowserError::TabClosed));
        assert_eq!(kept.done().await, Ok(()));
    }

    #[tokio::test]
    async fn a_closed_browser_ends_every_call_now_and_later() {
        let (near, far) = connection();
        let before = near.send(None, "A.a", json!({}));
        drop(far.arrived);
        assert_eq!(before.done().await, Err(BrowserError::Closed));
        assert_eq!(
            near.send(None, "A.a", json!({})).done().await,
            Err(BrowserError::Closed)
        );
        assert!(near.is_closed());
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_without_an_answer_times_out() {
        let (near, _far) = connection();
        let after = Duration::from_secs(2);
        let outcome = near.send(None, "A.a", json!({})).within(after).done().await;
        assert_eq!(
            outcome,
            Err(BrowserError::TimedOut {
                what: "A.a".into(),
                after
            })
        );
    }
}
