//! How an answer is printed.

use std::io::IsTerminal as _;

use clap::ValueEnum;
use screen_agent_answer as answer;
use screen_agent_wire::packet::document::{Content, ToolResultDocument, ToolStatus};
use screen_agent_wire::packet::request::TaskName;
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::{Document, ToolCall};

use super::{painter, record};
use crate::terminal::{Style, complain, say, say_json, say_rendered, width};

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person at a terminal.
    Terminal,
    /// Markdown.
    Markdown,
    /// Text without any marks.
    Plain,
    /// HTML, without a page around it.
    Html,
    /// The tables of the answer, as CSV: what is extracted, without its sources.
    Csv,
    /// The response packet; of what is extracted the records and their sources.
    Json,
}

impl Format {
    /// What is usual here.
    pub(super) fn usual() -> Self {
        match std::io::stdout().is_terminal() {
            true => Self::Terminal,
            false => Self::Markdown,
        }
    }
}

/// Prints an answer with its citations.
pub(super) fn answer(reply: &ReplyPacket, task: TaskName, format: Format) {
    let packet = &reply.packet;
    let doc = &packet.assistant.render;
    let citations = &packet.assistant.citations;
    let (width, colour) = (width(), Style::for_stdout().is_on());
    let (told, sources) = match format {
        Format::Csv => {
            match answer::csv(doc) {
                Some(csv) => say_rendered(csv.trim_end()),
                None => complain("there is no table in this answer"),
            }
            return;
        }
        Format::Json => {
            let records = record::records(reply).filter(|_| task == TaskName::Extract);
            let _ = match records {
                Some(records) => say_json(&records, true),
                None => say_json(reply, true),
            };
            return;
        }
        Format::Terminal => (
            painter::answer(doc, width, colour),
            painter::citations(citations, width, colour),
        ),
        Format::Markdown => (answer::markdown(doc), answer::markdown_citations(citations)),
        Format::Plain => (answer::plain(doc), answer::plain_citations(citations)),
        Format::Html => (answer::html(doc), answer::html_citations(citations)),
    };
    say_rendered(told.trim_end());
    if !citations.is_empty() {
        say("");
        say_rendered(sources.trim_end());
    }
    let done: Vec<String> = reply.tool_results.iter().filter_map(done).collect();
    if !done.is_empty() && format != Format::Html {
        say("");
        done.iter().for_each(|line| say(line));
    }
}

/// What waits for a yes: what it is, and where.
pub(super) fn waiting(reply: &ReplyPacket) {
    for call in &reply.packet.tool_calls {
        let Some(policy) = &call.policy else { continue };
        let Some(approval) = &policy.approval else {
            continue;
        };
        let exact = answer::shown(&call.arguments.to_string());
        complain(&format!(
            "waits: {} ({} {exact}{})",
            policy.text,
            call.name,
            place(&approval.origin)
        ));
    }
}

/// What was done in the browser, in the words in which the person was asked, where they were.
pub(super) fn performed(call: &ToolCall, result: &Document, asked: Option<&String>) {
    let Content::ToolResult(result) = &result.content else {
        return;
    };
    let exact = || {
        format!(
            "{} {}",
            call.name,
            answer::shown(&call.arguments.to_string())
        )
    };
    let what = asked.map_or_else(exact, |asked| asked.trim_end_matches('?').to_owned());
    match &result.error {
        None => complain(&format!("done: {what}")),
        Some(error) => complain(&format!(
            "not done: {what}: {} ({})",
            error.message, error.code
        )),
    }
}

/// Where something takes effect.
pub(super) fn place(origin: &str) -> String {
    match origin.is_empty() {
        true => String::new(),
        false => format!(" on {origin}"),
    }
}

/// What the server did that there is something left of: a link, a file, something kept.
fn done(result: &ToolResultDocument) -> Option<String> {
    let fields = result
        .result
        .as_ref()
        .filter(|_| result.status == ToolStatus::Ok)?;
    let kept = [
        "told",
        "title",
        "artifactId",
        "collectionId",
        "url",
        "expiresAt",
    ];
    let kept: Vec<String> = kept
        .iter()
        .filter_map(|name| fields.get(name)?.as_str())
        .map(answer::shown)
        .collect();
    let content = fields.get("content").and_then(|content| content.as_str());
    // There is no clipboard here: what was meant for it is printed.
    let content = content.map(|content| {
        let lines: Vec<String> = content.lines().map(answer::shown).collect();
        format!("\n{}", lines.join("\n"))
    });
    (!kept.is_empty() || content.is_some()).then(|| {
        let content = content.unwrap_or_default();
        format!("{}: {}{content}", result.name, kept.join(" · "))
    })
}
