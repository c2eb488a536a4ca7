//! What answers cost in the form in which models are asked for them, beside the whole packet that they wrote before, in one
//! run: tokens, time, and how many come out right. The model is scripted and always knows the answer; it says the line or
//! the table that holds it, and quotes it. Beside it stands what is answered without a model.

#![allow(clippy::disallowed_methods, reason = "what reading takes is measured")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use screen_agent_answer::model::response;
use screen_agent_answer::{clean, from_markdown, plain};
use screen_agent_wire::packet::tree::Doc;
use serde_json::{Value, json};
use tiktoken_rs::o200k_base_singleton;

use crate::cite::check_answer;
use crate::pack::{SentDocument, pack};
use crate::run::QuestionRun;
use crate::testing::{capture, means, moment, request, run};
use crate::{prompt, quoted};

/// Most tokens of an answer before, with the window that is usual.
const ROOM_BEFORE: usize = 819;
const WINDOW: u32 = 8_192;
const REQUEST: &str = "7c4ff1f2-3d0b-4c53-9a39-6f5b4a8f2d11";

/// An answer that a model knows: its words in our part of Markdown, what it quotes, and what has to be in it.
struct Known {
    words: String,
    quotes: Vec<String>,
    expected: Vec<String>,
}

fn page(name: &str) -> Value {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let files =
        ["questions", "reading"].map(|folder| fixtures.join(folder).join(format!("{name}.html")));
    let file = files.iter().find(|file| file.exists()).unwrap();
    let html = fs::read_to_string(file).unwrap();
    capture("doc:p", &format!("https://{name}.test/"), &html)
}

fn asked(name: &str, question: &str) -> QuestionRun {
    run(&request(
        "web.answer",
        question,
        json!({}),
        json!([page(name)]),
    ))
}

/// The line that holds what is expected, quoted in at most 20 words.
fn of_line(sent: &[SentDocument], expected: &str) -> Option<Known> {
    let lines = sent.iter().flat_map(|one| &one.lines);
    let mut holding = lines.filter_map(|line| {
        let one = expected.split('|').find(|one| line.text.contains(one))?;
        Some((line.text.as_str(), one))
    });
    let (line, expected) = holding.next()?;
    let words: Vec<&str> = line.split(' ').collect();
    let quote = words
        .windows(words.len().min(20))
        .map(|words| words.join(" "));
    let quote = quote.into_iter().find(|quote| quote.contains(expected))?;
    Some(Known {
        words: format!("{} [1]", quote.replace(" | ", ", ")),
        quotes: vec![quote],
        expected: vec![expected.to_owned()],
    })
}

/// Each table of a page, every row of it quoted.
fn of_tables(sent: &[SentDocument]) -> Vec<Known> {
    let lines: Vec<&str> = sent
        .iter()
        .flat_map(|one| &one.lines)
        .map(|line| line.text.as_str())
        .collect();
    let tables = lines
        .split(|line| !line.contains(" | "))
        .filter(|rows| rows.len() > 2);
    let known = |rows: &[&str]| Known {
        words: rows.join("\n"),
        quotes: rows[1..].iter().map(|row| (*row).to_owned()).collect(),
        expected: rows
            .iter()
            .flat_map(|row| row.split(" | "))
            .map(str::to_owned)
            .collect(),
    };
    tables.map(known).collect()
}

impl Known {
    fn now(&self) -> String {
        let quotes: Vec<Value> = self
            .quotes
            .iter()
            .map(|quote| json!({ "doc": 1, "quote": quote }))
            .collect();
        json!({ "answer": self.words, "quotes": quotes, "tool_calls": [] }).to_string()
    }

    /// In the order of the keys that the prompt showed: what is cited came last.
    fn before(&self) -> String {
        let render = serde_json::to_string(&clean(from_markdown(&self.words))).unwrap();
        let cited: Vec<Value> = self
            .quotes
            .iter()
            .map(|quote| json!({ "doc_id": "doc:p:summary", "quote": quote }))
            .collect();
        let cited = serde_json::to_string(&cited).unwrap();
        format!(
            r#"{{"protocol":{{"name":"laika.llmcp","version":1}},"id":"0b1f6a3e-2f64-4a37-8d5e-1c2b7f90aa42","type":"response","created_at":"2026-01-30T10:00:05.000Z","conversation":{{"id":"c-1","turn":1}},"sender":{{"role":"assistant"}},"in_reply_to":{{"request_id":"{REQUEST}"}},"assistant":{{"title":"Answer","render":{render},"citations":{cited}}},"tool_calls":[]}}"#
        )
    }

    /// What a person sees of it holds all that is expected, and every quote was verified.
    fn is_right(&self, said: &str, sent: &[SentDocument]) -> bool {
        let Ok(read) = response(said, REQUEST) else {
            return false;
        };
        let assistant = read.packet.assistant;
        let (doc, citations) = check_answer(clean(assistant.render), assistant.citations, sent);
        let verified = citations
            .iter()
            .filter(|one| one.check.as_ref().is_some_and(|check| check.verified));
        verified.count() == self.quotes.len() && self.is_held(&doc)
    }

    fn is_held(&self, doc: &Doc) -> bool {
        let shown = plain(doc);
        self.expected.iter().all(|one| shown.contains(one.as_str()))
    }
}

#[derive(Debug, Default)]
struct Cost {
    tokens: usize,
    most: usize,
    right: usize,
    time: Duration,
}

impl Cost {
    /// What a model with so much room gets out of it.
    fn add(&mut self, known: &Known, said: &str, room: usize, sent: &[SentDocument]) {
        let tokens = o200k_base_singleton().encode_ordinary(said);
        let written = &tokens[..tokens.len().min(room)];
        let written = o200k_base_singleton().decode_bytes(written).unwrap();
        let written = String::from_utf8_lossy(&written);
        let begun = Instant::now();
        self.right += usize::from(known.is_right(&written, sent));
        self.time += begun.elapsed();
        self.tokens += tokens.len();
        self.most = self.most.max(tokens.len());
    }

    #[allow(clippy::print_stdout, reason = "the figures of docs/benchmarks.md")]
    fn print(&self, name: &str, of: usize) {
        let (each, time) = (self.tokens / of, self.time.as_micros() / of as u128);
        println!(
            "{name}: {each} tokens each, {} at most; {time} µs each; {} right of {of}",
            self.most, self.right
        );
    }
}

#[test]
fn answers_before_and_now_in_one_run() {
    let questions =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/questions/questions.json");
    let questions: Vec<(String, String, Option<String>)> =
        serde_json::from_str(&fs::read_to_string(questions).unwrap()).unwrap();
    let questions: Vec<(String, String, String)> = questions
        .into_iter()
        .filter_map(|(page, asked, expected)| Some((page, asked, expected?)))
        .collect();
    let names: std::collections::BTreeSet<&String> =
        questions.iter().map(|(page, ..)| page).collect();
    let (mut now, mut before, mut large_now, mut large_before) = (
        Cost::default(),
        Cost::default(),
        Cost::default(),
        Cost::default(),
    );
    let (mut lines, mut tables) = (0, 0);
    for name in names {
        let run = asked(name, "?");
        let means = means(WINDOW);
        let room = prompt::ask(&run.inquiry(), &moment(1), &means, &means.limits.unwrap())
            .prompt
            .reply_tokens;
        let sent = pack(&run.inquiry(), usize::MAX).sent;
        let of_page = questions.iter().filter(|(page, ..)| page == name);
        for known in of_page.filter_map(|(.., expected)| of_line(&sent, expected)) {
            lines += 1;
            now.add(&known, &known.now(), room as usize, &sent);
            before.add(&known, &known.before(), ROOM_BEFORE, &sent);
        }
        for known in of_tables(&sent) {
            tables += 1;
            large_now.add(&known, &known.now(), room as usize, &sent);
            large_before.add(&known, &known.before(), ROOM_BEFORE, &sent);
        }
    }
    let mut quoting = Cost::default();
    for (page, question, expected) in &questions {
        let begun = Instant::now();
        let (assistant, _) = quoted::answer(&asked(page, question).inquiry());
        quoting.time += begun.elapsed();
        let shown = plain(&assistant.render);
        let first = shown.lines().next().unwrap_or_default();
        quoting.right += usize::from(expected.split('|').any(|one| first.contains(one)));
    }
    now.print("a fact, now", lines);
    before.print("a fact, before", lines);
    large_now.print("a table, now", tables);
    large_before.print("a table, before", tables);
    quoting.print("without a model, now", questions.len());
    assert!(lines >= 60 && tables >= 3, "{lines} {tables}");
    assert_eq!((now.right, large_now.right), (lines, tables));
    assert!(before.right <= now.right && large_before.right <= large_now.right);
    assert!(now.tokens * 2 < before.tokens && large_now.tokens * 2 < large_before.tokens);
    assert!(
        quoting.right * 10 >= questions.len() * 7,
        "{}",
        quoting.right
    );
}
