//! JSON-RPC, one message a line: what comes in is read within bounds, and requests of ours wait for their answers.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};
use tokio::sync::{mpsc, oneshot};

/// Bytes of a line: an editor may give whole files along.
const LONGEST: usize = 16 * 1024 * 1024;

/// The codes of errors that we answer with.
pub(super) const UNREADABLE: i64 = -32700;
pub(super) const NO_REQUEST: i64 = -32600;
pub(super) const NO_METHOD: i64 = -32601;
pub(super) const NO_PARAMS: i64 = -32602;
pub(super) const NO_RESOURCE: i64 = -32002;

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) code: i64,
    pub(super) message: String,
}

impl Refused {
    pub(super) fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// What came in.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incoming {
    Request(Value, String, Value),
    Notification(String, Value),
    /// An answer to a request of ours: its result, or nothing where it is an error.
    Answer(u64, Option<Value>),
    /// What is none of these, with what to say to it.
    Wrong(Value, Refused),
}

impl Incoming {
    pub(super) fn read(line: &[u8]) -> Self {
        let wrong = |code, why: &str| Self::Wrong(Value::Null, Refused::new(code, why));
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            return wrong(UNREADABLE, "a line that is not JSON");
        };
        let Value::Object(mut message) = message else {
            return wrong(NO_REQUEST, "one message a line, each an object");
        };
        let id = message.remove("id").filter(|id| !id.is_null());
        let params = message.remove("params").unwrap_or_default();
        match (message.remove("method"), id) {
            (Some(Value::String(method)), Some(id)) => Self::Request(id, method, params),
            (Some(Value::String(method)), None) => Self::Notification(method, params),
            (None, Some(id)) => answer(&id, &mut message),
            (Some(_), id) => Self::Wrong(
                id.unwrap_or_default(),
                Refused::new(NO_REQUEST, "a method is a word"),
            ),
            (None, None) => wrong(NO_REQUEST, "neither a method nor an answer"),
        }
    }
}

fn answer(id: &Value, message: &mut Map<String, Value>) -> Incoming {
    match id.as_u64() {
        Some(id) => Incoming::Answer(id, message.remove("result")),
        None => Incoming::Wrong(
            Value::Null,
            Refused::new(NO_REQUEST, "an answer to nothing that was asked"),
        ),
    }
}

/// The next line, however long it takes; nothing at the end. A line that is too long is read over, and empty.
pub(super) async fn next_line(
    input: &mut (impl AsyncBufRead + Unpin),
) -> io::Result<Option<Vec<u8>>> {
    let (mut line, mut too_long) = (Vec::new(), false);
    loop {
        let chunk = input.fill_buf().await?;
        if chunk.is_empty() {
            return Ok(None);
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        too_long = too_long || line.len() + taken > LONGEST;
        match too_long {
            true => line.clear(),
            false => line.extend_from_slice(&chunk[..taken]),
        }
        input.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

/// The editor, as we speak to it.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    out: mpsc::UnboundedSender<Value>,
    asked: Arc<Asked>,
}

#[derive(Debug, Default)]
struct Asked {
    last: AtomicU64,
    waiting: Mutex<HashMap<u64, oneshot::Sender<Option<Value>>>>,
}

impl Asked {
    fn take(&self, id: u64) -> Option<oneshot::Sender<Option<Value>>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.remove(&id)
    }
}

/// A request of ours that is still open. Dropped, it is taken back.
struct Open<'a> {
    editor: &'a Editor,
    id: u64,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if self.editor.asked.take(self.id).is_some() {
            self.editor
                .notify("$/cancel_request", &json!({ "requestId": self.id }));
        }
    }
}

impl Editor {
    pub(super) fn new(out: mpsc::UnboundedSender<Value>) -> Self {
        Self {
            out,
            asked: Arc::default(),
        }
    }

    fn say(&self, message: Value) {
        // An editor that is gone is noticed by its end of the input.
        let _ = self.out.send(message);
    }

    pub(super) fn notify(&self, method: &str, params: &Value) {
        self.say(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    pub(super) fn reply(&self, id: &Value, done: Result<Value, Refused>) {
        self.say(match done {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refused { code, message }) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
            }
        });
    }

    /// Asks, and waits for as long as it takes; nothing where the answer is an error.
    pub(super) async fn request(&self, method: &str, params: &Value) -> Option<Value> {
        let id = self.asked.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (send, answer) = oneshot::channel();
        {
            let waiting = &self.asked.waiting;
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.insert(id, send);
        }
        let _open = Open { editor: self, id };
        self.say(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        answer.await.ok().flatten()
    }

    /// An answer that came in. One to nothing that is open is nobody's.
    pub(super) fn answered(&self, id: u64, result: Option<Value>) {
        if let Some(waits) = self.asked.take(id) {
            let _ = waits.send(result);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_is_told_apart() {
        let read = |text: &str| Incoming::read(text.as_bytes());
        assert_eq!(
            read(r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"x":1}}"#),
            Incoming::Request(json!("a"), "initialize".into(), json!({ "x": 1 }))
        );
        assert_eq!(
            read(r#"{"method":"session/cancel"}"#),
            Incoming::Notification("session/cancel".into(), Value::Null)
        );
        assert_eq!(
            read(r#"{"id":3,"result":{}}"#),
            Incoming::Answer(3, Some(json!({})))
        );
        assert_eq!(
            read(r#"{"id":3,"error":{"code":1,"message":"no"}}"#),
            Incoming::Answer(3, None)
        );
        for (text, code) in [
            ("", UNREADABLE),
            ("{", UNREADABLE),
            ("[]", NO_REQUEST),
            ("{}", NO_REQUEST),
            (r#"{"id":1,"method":2}"#, NO_REQUEST),
            (r#"{"id":"x","result":1}"#, NO_REQUEST),
        ] {
            let Incoming::Wrong(_, refused) = read(text) else {
                panic!("{text}");
            };
            assert_eq!(refused.code, code, "{text}");
        }
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_read_over() {
        let long = vec![b'x'; LONGEST + 1];
        let text = [b"one\n", long.as_slice(), b"\ntwo\nhalf"].concat();
        let mut input = tokio::io::BufReader::new(text.as_slice());
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).await.unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, [b"one".to_vec(), Vec::new(), b"two".to_vec()]);
    }

    #[tokio::test]
    async fn a_question_that_nobody_waits_for_is_taken_back() {
        let (out, mut said) = mpsc::unbounded_channel();
        let editor = Editor::new(out);
        {
            let params = json!({});
            let asking = editor.request("session/request_permission", &params);
            tokio::select! {
                biased;
                _ = asking => panic!("nobody answered"),
                first = said.recv() => assert_eq!(first.unwrap()["id"], 1),
            }
        }
        let back = said.recv().await.unwrap();
        assert_eq!(back["method"], "$/cancel_request");
        assert_eq!(back["params"], json!({ "requestId": 1 }));
        // A late answer is nobody's.
        editor.answered(1, Some(json!({})));
    }
}
