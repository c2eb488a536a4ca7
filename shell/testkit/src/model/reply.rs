//! Answers in the protocol's own words, whole or in pieces, and broken ones.

use std::io;

use axum::Json;
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde_json::{Value, json};

use super::{Asked, Knows};
use crate::log::Waiting;

/// Characters in one piece of a stream. A prime, so that words are cut at odd places.
const PIECE: usize = 7;

/// The whole answer.
pub(crate) fn whole(knows: &Knows, asked: &Asked, text: &str) -> Response {
    ended(knows, asked, text, "stop")
}

/// As much as may be written.
pub(crate) fn full(knows: &Knows, asked: &Asked, text: &str) -> Response {
    ended(knows, asked, text, "length")
}

fn ended(knows: &Knows, asked: &Asked, text: &str, why: &str) -> Response {
    if asked.streams() {
        return events(stream::iter(
            told(knows, asked, text, why).into_iter().map(Ok),
        ));
    }
    let message = match asked.form() {
        "tools" => {
            json!({ "role": "assistant", "content": null, "tool_calls": [call(asked, text)] })
        }
        _ => json!({ "role": "assistant", "content": aloud(knows, asked, text) }),
    };
    Json(json!({
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": message, "finish_reason": why }],
        "usage": knows.count(),
    }))
    .into_response()
}

/// Half of the answer; then the connection is gone.
pub(crate) fn cut(asked: &Asked, text: &str) -> Response {
    let half = halved(asked, text).into_iter().map(Ok);
    // What was said goes out before the connection does.
    let gone = stream::once(async {
        tokio::task::yield_now().await;
        Err(io::Error::from(io::ErrorKind::ConnectionReset))
    });
    events(stream::iter(half).chain(gone))
}

/// Half of the answer; then nothing more.
pub(crate) fn stalled(asked: &Asked, text: &str, waiting: Waiting<Asked>) -> Response {
    let half = halved(asked, text);
    let never = stream::unfold(waiting, |waiting| async move {
        let _held = waiting;
        std::future::pending().await
    });
    events(stream::iter(half.into_iter().map(Ok)).chain(never))
}

pub(crate) fn status(status: u16, after: Option<u64>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = status.into_response();
    if let Some(after) = after {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, after.into());
    }
    response
}

pub(crate) fn redirect(to: &str) -> Response {
    (
        StatusCode::TEMPORARY_REDIRECT,
        [(header::LOCATION, to.to_owned())],
    )
        .into_response()
}

pub(crate) fn garbage() -> Response {
    (
        [(header::CONTENT_TYPE, "text/html")],
        "<html>It works!</html>",
    )
        .into_response()
}

fn events(events: impl Stream<Item = io::Result<String>> + Send + 'static) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events)).into_response()
}

fn told(knows: &Knows, asked: &Asked, text: &str, why: &str) -> Vec<String> {
    let mut told = match asked.form() {
        "tools" => pieces(text)
            .map(|piece| event(&json!({ "tool_calls": [call(asked, &piece)] }), None))
            .collect(),
        _ => spoken(&aloud(knows, asked, text)),
    };
    told.push(event(&json!({}), Some(why)));
    if asked.body["stream_options"]["include_usage"] == Value::Bool(true) {
        told.push(line(&json!({ "choices": [], "usage": knows.count() })));
    }
    told.push("data: [DONE]\n\n".to_owned());
    told
}

fn halved(asked: &Asked, text: &str) -> Vec<String> {
    let half: String = text.chars().take(text.chars().count() / 2).collect();
    match asked.form() {
        "tools" => vec![event(&json!({ "tool_calls": [call(asked, &half)] }), None)],
        _ => spoken(&half),
    }
}

fn spoken(text: &str) -> Vec<String> {
    pieces(text)
        .map(|piece| event(&json!({ "content": piece }), None))
        .collect()
}

fn pieces(text: &str) -> impl Iterator<Item = String> {
    let chars: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = chars
        .chunks(PIECE)
        .map(|piece| piece.iter().collect())
        .collect();
    pieces.into_iter()
}

fn call(asked: &Asked, arguments: &str) -> Value {
    let name = asked.topic().unwrap_or_default();
    json!({
        "index": 0, "id": "call_1", "type": "function",
        "function": { "name": name, "arguments": arguments },
    })
}

fn aloud(knows: &Knows, asked: &Asked, text: &str) -> String {
    match knows.thinks_aloud(asked) {
        true => format!("<think>\nIs {{this}} it? It is.\n</think>\n\n{text}"),
        false => text.to_owned(),
    }
}

fn event(delta: &Value, finish: Option<&str>) -> String {
    line(&json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }))
}

fn line(chunk: &Value) -> String {
    format!("data: {chunk}\n\n")
}
