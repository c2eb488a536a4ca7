//! How an answer is printed.

use std::io::IsTerminal as _;

use clap::ValueEnum;
use screen_agent_wire::packet::response::{Citation, CitationFault};
use screen_agent_wire::packet::{ResponsePacket, render};

use crate::terminal::{Style, say, width};

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
pub(super) fn answer(packet: &ResponsePacket, format: Format) {
    let doc = &packet.assistant.render;
    let citations = &packet.assistant.citations;
    let style = Style::for_stdout();
    match format {
        Format::Json => {
            say(&serde_json::to_string_pretty(packet).unwrap_or_default());
            return;
        }
        Format::Html => {
            say(&render::html(doc));
            return;
        }
        Format::Terminal => say(render::terminal(doc, width(), style.is_on()).trim_end()),
        Format::Markdown => say(render::markdown(doc).trim_end()),
        Format::Plain => say(render::plain(doc).trim_end()),
    }
    if citations.is_empty() {
        return;
    }
    say("");
    say(&style.strong("Sources"));
    for (index, citation) in citations.iter().enumerate() {
        let line = match format {
            Format::Markdown => markdown_line(citation),
            _ => line(citation),
        };
        say(&style.soft(&format!("[{}] {line}", index + 1)));
    }
}

/// A citation in one line: where, what it says, and whether that holds.
fn line(citation: &Citation) -> String {
    let mut parts = vec![place(citation)];
    if let Some(quote) = &citation.quote {
        parts.push(format!("\"{}\"", render::shown(quote)));
    }
    parts.extend(doubt(citation).map(str::to_owned));
    parts.join(" · ")
}

fn markdown_line(citation: &Citation) -> String {
    let doc = render::Doc::new(vec![render::Block::paragraph(line(citation))]);
    render::markdown(&doc).trim_end().to_owned()
}

fn place(citation: &Citation) -> String {
    let check = citation.check.as_ref();
    let title = check.and_then(|check| check.title.as_deref());
    let url = check.and_then(|check| check.url.as_deref());
    match (
        title.filter(|title| !title.is_empty()),
        url.filter(|url| !url.is_empty()),
    ) {
        (Some(title), Some(url)) => format!("{} ({})", render::shown(title), render::shown(url)),
        (Some(one), None) | (None, Some(one)) => render::shown(one),
        (None, None) => render::shown(&citation.doc_id),
    }
}

/// What is wrong with a citation, in words.
fn doubt(citation: &Citation) -> Option<&'static str> {
    let check = citation.check.as_ref()?;
    if check.verified {
        return None;
    }
    Some(match check.fault {
        Some(CitationFault::UnknownDocument) => "NOT VERIFIED: there is no such document",
        Some(CitationFault::UnknownPlace) => "NOT VERIFIED: the document has no such place",
        Some(CitationFault::QuoteNotFound) => "NOT VERIFIED: the document does not say this",
        Some(CitationFault::Unquoted) | None => "not verified: nothing is quoted",
    })
}
