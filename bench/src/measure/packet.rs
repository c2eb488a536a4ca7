//! The packet surface without a model: what is read, packed, checked and shown of one question.

use anyhow::{Context, Result};
use screen_agent_answer as answer;
use screen_agent_answer::model;
use screen_agent_cli::ask::painter;
use screen_agent_packet::read;
use screen_agent_packet::run::{
    Call, Earlier, Effect, Event, Lasting, Means, Moment, advance, open,
};
use screen_agent_think::models::ModelLimits;
use screen_agent_wire::packet::RequestPacket;
use serde_json::{Value, json};
use uuid::Uuid;

use super::tokens;
use crate::figure::{Figure, median_ms};

/// Sections of the page that is asked about: some 26 kB of text, and ten times as much.
const SECTIONS: [usize; 2] = [40, 400];
/// Blocks of the answer.
const BLOCKS: usize = 60;

/// Measures questions about a page of two sizes, and an answer in all its forms.
///
/// # Errors
/// When what is measured does not work at all.
pub fn measure() -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for sections in SECTIONS {
        figures.extend(question(sections)?);
    }
    figures.extend(answer()?);
    Ok(figures)
}

/// Reading a request against parsing its JSON alone; and from the request to the prompt.
fn question(sections: usize) -> Result<Vec<Figure>> {
    let html = article(sections);
    let request = request(&html);
    let body = serde_json::to_vec(&request)?;
    let kilobytes = html.len() as f64 / 1e3;
    let parsed = micros(|| serde_json::from_slice::<Value>(&body));
    let read = micros(|| read::request(&body));
    let packet = read::request(&body)?;
    let asked = micros(|| prompt(&packet));
    let prompt = prompt(&packet).context("a model is asked")?;
    let count = |text: &str| tokens(text) as f64;
    Ok(vec![
        Figure::plain(
            format!("a request with {kilobytes:.0} kB of a page, read"),
            read,
            "µs",
        )
        .beside(parsed),
        Figure::plain(
            format!("{kilobytes:.0} kB of a page, from request to prompt"),
            asked / 1e3,
            "ms",
        ),
        Figure::plain(
            format!("{kilobytes:.0} kB of a page, prompt beside the page's HTML"),
            count(&prompt),
            "tokens",
        )
        .beside(count(&html)),
    ])
}

/// Reading an answer against parsing its JSON alone; and showing it.
fn answer() -> Result<Vec<Figure>> {
    let text = response().to_string();
    let parsed = micros(|| serde_json::from_str::<Value>(&text));
    let read = micros(|| model::response(&text, "req-1"));
    let doc = model::response(&text, "req-1")?.packet.assistant.render;
    let cleaned = micros(|| answer::clean(doc.clone()));
    let html = micros(|| answer::html(&doc));
    let markdown = micros(|| answer::markdown(&doc));
    let terminal = micros(|| painter::answer(&doc, 100, true));
    let size = text.len() as f64 / 1e3;
    let figure = |what: &str, value| {
        Figure::plain(format!("an answer of {size:.0} kB, {what}"), value, "µs")
    };
    Ok(vec![
        figure("read", read).beside(parsed),
        figure("cleaned and checked", cleaned),
        figure("as HTML", html),
        figure("as Markdown", markdown),
        figure("for a terminal", terminal),
    ])
}

/// What a model is sent: all of it up to the first call.
fn prompt(packet: &RequestPacket) -> Option<String> {
    let moment = Moment {
        now_ms: 1_700_000_000_000,
        seed: Uuid::nil(),
    };
    let run = open(packet, Earlier::default(), &moment);
    let event = Event::Asked(Box::new(packet.clone()));
    let (_, effects) = advance(run, event, &moment, &means());
    effects.into_iter().find_map(|effect| match effect {
        Effect::Call(Call::Think(prompt)) => Some(prompt.user),
        _ => None,
    })
}

fn means() -> Means {
    Means {
        limits: Some(ModelLimits {
            window: 128_000,
            pictures: false,
            task_tokens: 0,
            task_micros: 0,
        }),
        lasting: Lasting::Gone,
        taxes: false,
        ships: false,
        can_search: false,
        engines: screen_agent_packet::engines::Engines::default(),
        services: Vec::new(),
        today: "2026-01-24".to_owned(),
    }
}

/// An article with a menu, as sites have it: half of the HTML is not text.
fn article(sections: usize) -> String {
    use std::fmt::Write as _;
    let mut page = String::from(
        "<!doctype html><html lang=en><head><title>Tides</title></head><body><nav><ul>",
    );
    for entry in 0..40 {
        let _ = write!(
            page,
            "<li class='menu item-{entry}'><a href='/menu/{entry}'>Menu {entry}</a>"
        );
    }
    page.push_str("</ul></nav><article class='post-body content'>");
    for section in 0..sections {
        let _ = write!(
            page,
            "<h2 id='s{section}' class='heading heading--large'>Part {section}</h2><p class='text text--body'>{}</p>\
             <p class='text text--body'>{}</p>",
            words(section, 50),
            words(section + 7, 50)
        );
    }
    page.push_str("</article><footer>About · Terms · Privacy</footer></body></html>");
    page
}

fn words(seed: usize, count: usize) -> String {
    const WORDS: [&str; 12] = [
        "water", "rises", "under", "the", "moon", "and", "falls", "along", "every", "coast",
        "twice", "daily",
    ];
    let word = |index: usize| WORDS[(seed * 5 + index * 7) % WORDS.len()];
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

fn request(html: &str) -> Value {
    json!({
        "protocol": {"name": "laika.llmcp", "version": 1},
        "id": "req-1", "type": "request", "created_at": "2026-01-24T12:34:56.789Z",
        "conversation": {"id": "c-1", "turn": 1},
        "sender": {"role": "user"},
        "input": {
            "user_message": {"id": "u-1", "text": "What do tides do?"},
            "task": {"name": "web.answer", "args": {}},
        },
        "context": {"documents": [{
            "doc_id": "doc:web:1", "kind": "web.capture.v1", "trust": "untrusted",
            "content": {"doc_type": "web.capture.v1", "url": "https://example.com/tides", "title": "Tides", "html": html},
        }]},
        "output": {"format": "json"},
    })
}

fn response() -> Value {
    let text = |words: String| json!({"type": "text", "text": words});
    let cell =
        |words: String| json!({"type": "table_cell", "header": false, "children": [text(words)]});
    let block = |index: usize| match index % 3 {
        0 => json!({"type": "heading", "level": 2, "children": [text(format!("Part {index}"))]}),
        1 => json!({"type": "paragraph", "children": [text(words(index, 40)),
            {"type": "link", "href": format!("https://example.com/{index}"), "children": [text("more".to_owned())]}]}),
        _ => json!({"type": "table", "rows": (0..4).map(|row| json!({"type": "table_row",
            "cells": [cell(words(row, 3)), cell(words(index, 2))]})).collect::<Vec<_>>()}),
    };
    json!({
        "protocol": {"name": "laika.llmcp", "version": 1},
        "id": "res-1", "type": "response", "created_at": "2026-01-24T12:34:57.123Z",
        "conversation": {"id": "c-1", "turn": 1},
        "sender": {"role": "assistant"},
        "in_reply_to": {"request_id": "req-1"},
        "assistant": {
            "title": "Tides",
            "render": {"type": "doc", "children": (0..BLOCKS).map(block).collect::<Vec<_>>()},
            "citations": [{"doc_id": "doc:web:1:summary", "quote": "water rises"}],
        },
        "tool_calls": [],
    })
}

/// The middle one of many times.
fn micros<T>(work: impl FnMut() -> T) -> f64 {
    median_ms(30, work) * 1000.0
}
