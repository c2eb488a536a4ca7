//! How an answer is printed.

use std::io::IsTerminal as _;

use clap::ValueEnum;
use screen_agent_wire::packet::document::{ToolResultDocument, ToolStatus};
use screen_agent_wire::packet::render;
use screen_agent_wire::packet::response::ReplyPacket;

use crate::terminal::{Style, say, say_json, say_rendered, width};

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
    /// The response packet.
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
pub(super) fn answer(reply: &ReplyPacket, format: Format) {
    let packet = &reply.packet;
    let doc = &packet.assistant.render;
    let citations = &packet.assistant.citations;
    let (width, colour) = (width(), Style::for_stdout().is_on());
    let (answer, sources) = match format {
        Format::Json => {
            let _ = say_json(reply, true);
            return;
        }
        Format::Terminal => (
            render::terminal(doc, width, colour),
            render::terminal_citations(citations, width, colour),
        ),
        Format::Markdown => (render::markdown(doc), render::markdown_citations(citations)),
        Format::Plain => (render::plain(doc), render::plain_citations(citations)),
        Format::Html => (render::html(doc), render::html_citations(citations)),
    };
    say_rendered(answer.trim_end());
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

/// What the server did that there is something left of: a link, a file, something kept.
fn done(result: &ToolResultDocument) -> Option<String> {
    let fields = result
        .result
        .as_ref()
        .filter(|_| result.status == ToolStatus::Ok)?;
    let kept = ["title", "artifactId", "collectionId", "url", "expiresAt"];
    let kept: Vec<String> = kept
        .iter()
        .filter_map(|name| fields.get(name)?.as_str())
        .map(render::shown)
        .collect();
    (!kept.is_empty()).then(|| format!("{}: {}", result.name, kept.join(" · ")))
}
