//! One request and its answer, over HTTP.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Method, Response};
use screen_agent_ports::Heard;
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};

use super::reply::{ANSWER, Reply};
use super::trouble::{Refusal, Trouble};
use crate::http::{BodyError, Server, read};
use crate::sse::Events;
use crate::{ModelConfig, SetupError};

/// Most bytes of a whole answer: what the answer may be, escaped, and what is around it.
const WHOLE: usize = 4 * ANSWER;
/// Most bytes of a stream, where every word comes in an envelope of its own.
const STREAM: usize = 64 * ANSWER;
/// Most bytes of a refusal.
const REFUSAL: usize = 16 * 1024;
/// How long the count of tokens may come after the last word.
const AFTERWARDS: Duration = Duration::from_secs(1);

/// Where a model is asked.
pub(crate) struct ModelServer {
    server: Server,
    first_byte: Duration,
}

/// What came of one request. What was said before trouble was paid for, too.
pub(crate) struct Tried {
    pub(crate) reply: Reply,
    pub(crate) answer: Result<String, Trouble>,
    pub(crate) took: Duration,
}

impl ModelServer {
    pub(crate) fn new(config: &ModelConfig) -> Result<Self, SetupError> {
        Ok(Self {
            server: Server::new(&config.base_url, config.key.clone())?,
            first_byte: config.first_byte,
        })
    }

    /// Asks once, until then.
    pub(crate) async fn once(&self, body: &Value, deadline: Instant, heard: Heard<'_>) -> Tried {
        let (began, mut reply) = (Instant::now(), Reply::default());
        let asked = timeout_at(deadline, self.ask(body, &mut reply, heard)).await;
        let asked = asked.unwrap_or(Err(Trouble::TimedOut));
        Tried {
            answer: asked.and_then(|()| reply.answer()),
            reply,
            took: began.elapsed(),
        }
    }

    /// Asks, and takes what comes. What was said before trouble stays in `reply`.
    async fn ask(&self, body: &Value, reply: &mut Reply, heard: Heard<'_>) -> Result<(), Trouble> {
        let request = self.server.request(Method::POST, "/chat/completions");
        let sent = request.json(body).send();
        // Only what comes in pieces begins before it is done.
        let response = match body["stream"] == Value::Bool(true) {
            true => timeout(self.first_byte, sent)
                .await
                .map_err(|_| Trouble::TimedOut)?,
            false => sent.await,
        };
        let mut response = accept(response.map_err(unsent)?).await?;
        match is_stream(&response) {
            true => read_stream(&mut response, reply, heard).await,
            false => {
                let bytes = read(&mut response, WHOLE).await.map_err(unread)?;
                reply.take(&bytes)?;
                heard(reply.news());
                Ok(())
            }
        }
    }

    /// What stands at another address of the same server.
    pub(crate) async fn get(&self, path: &str) -> Result<Value, Trouble> {
        let request = self.server.request(Method::GET, path);
        let response = timeout(self.first_byte, request.send()).await;
        let response = response.map_err(|_| Trouble::TimedOut)?.map_err(unsent)?;
        let mut response = accept(response).await?;
        let bytes = read(&mut response, STREAM).await.map_err(unread)?;
        serde_json::from_slice(&bytes).map_err(|_| Trouble::Unreadable("the answer is no JSON"))
    }
}

/// The answer, if the server gives one.
async fn accept(mut response: Response) -> Result<Response, Trouble> {
    let status = response.status().as_u16();
    match status {
        200..=299 => Ok(response),
        400 | 415 | 422 | 501 => {
            let refusal = refusal(&mut response).await;
            match refusal.is_too_much() {
                true => Err(Trouble::TooMuch),
                false => Err(Trouble::Refused(refusal)),
            }
        }
        401 | 403 => Err(Trouble::Denied),
        413 => Err(Trouble::TooMuch),
        408 | 425 | 429 | 500 | 502 | 503 | 504 | 529 => {
            let after = after(&response);
            // Some servers call it an error of theirs when they do not know a part of a request.
            let refusal = match status {
                500 => refusal(&mut response).await,
                _ => Refusal::default(),
            };
            match refusal.is_of_what_is_unknown() {
                true => Err(Trouble::Refused(refusal)),
                false => Err(Trouble::Busy {
                    status: Some(status),
                    after,
                }),
            }
        }
        _ => Err(Trouble::Status(status)),
    }
}

async fn refusal(response: &mut Response) -> Refusal {
    Refusal::read(&read(response, REFUSAL).await.unwrap_or_default())
}

/// When to come again, in seconds. A date is not read: clocks differ.
fn after(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    Some(Duration::from_secs(value.trim().parse().ok()?))
}

fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.trim_start().starts_with("text/event-stream"))
}

async fn read_stream(
    response: &mut Response,
    reply: &mut Reply,
    heard: Heard<'_>,
) -> Result<(), Trouble> {
    let mut events = Events::default();
    let mut size = 0;
    loop {
        let Some(chunk) = next(response, reply).await? else {
            if let Some(sent) = events.finish() {
                take_event(&sent.data, reply)?;
                heard(reply.news());
            }
            // An end without a word of it is a connection that broke off.
            return reply.finished.then_some(()).ok_or(Trouble::Cut);
        };
        size += chunk.len();
        if size > STREAM {
            return Err(Trouble::Unreadable("the answer is too long"));
        }
        for sent in events.feed(&chunk) {
            if take_event(&sent.data, reply)? == Stream::End {
                return Ok(());
            }
            heard(reply.news());
        }
        if reply.finished && reply.usage.is_some() {
            return Ok(());
        }
    }
}

/// The next bytes. After the last word only the count is waited for, and not for long.
async fn next(response: &mut Response, reply: &Reply) -> Result<Option<Vec<u8>>, Trouble> {
    let chunk = match reply.finished {
        false => response.chunk().await,
        true => match timeout(AFTERWARDS, response.chunk()).await {
            Ok(Ok(chunk)) => Ok(chunk),
            Ok(Err(_)) | Err(_) => Ok(None),
        },
    };
    let chunk = chunk.map_err(|_| Trouble::Cut)?;
    Ok(chunk.map(|bytes| bytes.to_vec()))
}

/// Whether more is to come.
#[derive(PartialEq, Eq)]
enum Stream {
    More,
    End,
}

fn take_event(data: &[u8], reply: &mut Reply) -> Result<Stream, Trouble> {
    if data.trim_ascii() == b"[DONE]" {
        reply.finished = true;
        return Ok(Stream::End);
    }
    reply.take(data)?;
    Ok(Stream::More)
}

fn unsent(error: reqwest::Error) -> Trouble {
    match error.is_timeout() && !error.is_connect() {
        true => Trouble::TimedOut,
        false => Trouble::Busy {
            status: None,
            after: None,
        },
    }
}

fn unread(error: BodyError) -> Trouble {
    match error {
        BodyError::TooLong => Trouble::Unreadable("the answer is too long"),
        BodyError::Cut => Trouble::Cut,
    }
}
