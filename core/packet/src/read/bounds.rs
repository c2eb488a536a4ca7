//! How much a request may hold, and what has to hold between its parts.

use std::collections::BTreeSet;

use screen_agent_tools::Tool;
use screen_agent_wire::invalid::{Invalid, chars, count, given, texts};
use screen_agent_wire::limits;
use screen_agent_wire::moment::is_iso;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::{
    CaptureDocument, ChunkDocument, Content, Document, IndexDocument, LinksDocument,
    SearchResultsDocument, SourceDocument, SummaryDocument, ToolResultDocument,
};
use screen_agent_wire::packet::envelope::SenderRole;
use screen_agent_wire::packet::request::Input;

/// Longest id, in characters.
const ID: usize = 128;
/// Longest moment, in characters.
const MOMENT: usize = 40;
/// Most documents.
const DOCUMENTS: usize = 256;
/// Longest piece of a list: a snippet, a comment, a heading, in characters.
const PIECE: usize = 20_000;
/// Most entries of one list of a document.
const ENTRIES: usize = 1_000;
/// Largest arguments of a task, and largest result of a tool, as JSON, in bytes.
const JSON: usize = 64 * 1024;
/// Most answers of a person in one packet.
const APPROVALS: usize = 16;
/// Most tools that a client can name.
const TOOLS: usize = 64;
/// Most pieces of a text.
const CHUNKS: u32 = 10_000;

type Checked = Result<(), Invalid>;

pub(super) fn check(packet: &RequestPacket) -> Checked {
    id("id", &packet.id)?;
    moment("created_at", &packet.created_at)?;
    id("conversation.id", &packet.conversation.id)?;
    if packet.sender.role == SenderRole::Assistant {
        return Err(Invalid::new("sender.role", "expected who asks"));
    }
    if let Some(trace) = &packet.trace {
        id("trace.run_id", &trace.run_id)?;
    }
    input(&packet.input)?;
    documents(&packet.context.documents)
}

fn input(input: &Input) -> Checked {
    id("input.user_message.id", &input.user_message.id)?;
    let words = &input.user_message.text;
    given("input.user_message.text", words, limits::QUERY)?;
    json("input.task.args", &input.task.args)?;
    texts("input.tools", &input.tools, TOOLS, limits::WORD)?;
    count("input.approvals", input.approvals.len(), APPROVALS)?;
    for (index, answer) in input.approvals.iter().enumerate() {
        let place = format!("input.approvals[{index}]");
        id(&format!("{place}.call_id"), &answer.call_id)?;
        chars(
            &format!("{place}.fingerprint"),
            &answer.fingerprint,
            limits::HASH,
        )?;
    }
    Ok(())
}

fn documents(documents: &[Document]) -> Checked {
    count("context.documents", documents.len(), DOCUMENTS)?;
    let mut known = BTreeSet::new();
    for (index, document) in documents.iter().enumerate() {
        let place = format!("context.documents[{index}]");
        one(document).map_err(|invalid| invalid.inside(&place))?;
        if !known.insert(document.doc_id.as_str()) {
            return Err(Invalid::new(
                format!("{place}.doc_id"),
                "names two documents",
            ));
        }
    }
    for (index, document) in documents.iter().enumerate() {
        if let Content::ToolResult(result) = &document.content
            && let Some(at) = result
                .documents
                .iter()
                .position(|named| !known.contains(named.as_str()))
        {
            let field = format!("context.documents[{index}].content.documents[{at}]");
            return Err(Invalid::new(field, "names no document of this packet"));
        }
    }
    Ok(())
}

fn one(document: &Document) -> Checked {
    id("doc_id", &document.doc_id)?;
    if document.kind != document.content.kind() {
        return Err(Invalid::new("kind", "is not what content.doc_type says"));
    }
    if let Some(source) = &document.source {
        chars("source.browser", &source.browser, limits::WORD)?;
        chars("source.tab_id", &source.tab_id, ID)?;
    }
    let content = match &document.content {
        Content::Summary(content) => summary(content),
        Content::Chunk(content) => chunk(content),
        Content::Capture(content) => capture(content),
        Content::Index(content) => index(content),
        Content::Source(content) => source(content),
        Content::ToolResult(content) => result(content),
        Content::SearchResults(content) => found(content),
        Content::Links(content) => links(content),
    };
    content.map_err(|invalid| invalid.inside("content"))
}

fn summary(content: &SummaryDocument) -> Checked {
    page(&content.url, &content.title)?;
    chars("text", &content.text, limits::TEXT)?;
    if let Some(primary) = &content.primary {
        chars("primary.text", &primary.text, limits::TEXT)?;
        let said = [Some(&primary.tag), Some(&primary.role)];
        piece("primary", 0, said, primary.handle_id.as_ref())?;
    }
    texts("signals", &content.signals, limits::WORD, limits::WORD)?;
    pieces("items", &content.items, |item| {
        let said = [Some(&item.title), Some(&item.url), Some(&item.snippet)];
        (said, item.handle_id.as_ref())
    })?;
    pieces("comments", &content.comments, |comment| {
        let (author, age) = (comment.author.as_ref(), comment.age.as_ref());
        let said = [Some(&comment.text), author, age, comment.score.as_ref()];
        (said, comment.handle_id.as_ref())
    })?;
    pieces("outline", &content.outline, |entry| {
        let said = [Some(&entry.tag), Some(&entry.role), Some(&entry.text)];
        (said, None)
    })?;
    pieces("elements", &content.elements, |element| {
        let (href, input) = (element.href.as_ref(), element.input_type.as_ref());
        let said = [Some(&element.role), Some(&element.text), href, input];
        (said, Some(&element.handle_id))
    })?;
    pieces("top_discussions", &content.top_discussions, |item| {
        ([Some(&item.title), Some(&item.url)], None)
    })
}

fn chunk(content: &ChunkDocument) -> Checked {
    page(&content.url, &content.title)?;
    chars("text", &content.text, limits::TEXT)?;
    numbered(content.chunk_index, content.chunk_count)
}

fn numbered(index: u32, of: u32) -> Checked {
    if !(1..=CHUNKS).contains(&of) {
        return Err(Invalid::new(
            "chunk_count",
            format!("expected 1 to {CHUNKS}"),
        ));
    }
    if !(1..=of).contains(&index) {
        return Err(Invalid::new("chunk_index", "expected 1 to chunk_count"));
    }
    Ok(())
}

fn capture(content: &CaptureDocument) -> Checked {
    page(&content.url, &content.title)?;
    if content.html.len() > limits::HTML {
        return Err(Invalid::new(
            "html",
            format!("larger than {} bytes", limits::HTML),
        ));
    }
    Ok(())
}

fn index(content: &IndexDocument) -> Checked {
    chars("collection_id", &content.collection_id, ID)?;
    chars("title", &content.title, PIECE)?;
    pieces("sources", &content.sources, |source| {
        let said = [&source.url, &source.title, &source.outlet];
        (said.map(Some), Some(&source.source_id))
    })?;
    for (at, source) in content.sources.iter().enumerate() {
        chars(&format!("sources[{at}]"), &source.captured_at, limits::WORD)?;
        chars(
            &format!("sources[{at}]"),
            &source.published_at,
            limits::WORD,
        )?;
    }
    Ok(())
}

fn source(content: &SourceDocument) -> Checked {
    chars("collection_id", &content.collection_id, ID)?;
    chars("source_id", &content.source_id, ID)?;
    page(&content.url, &content.title)?;
    chars("outlet", &content.outlet, limits::TITLE)?;
    chars("captured_at", &content.captured_at, limits::WORD)?;
    chars("published_at", &content.published_at, limits::WORD)?;
    let (index, count) = (content.chunk_index, content.chunk_count);
    if index.is_some() || count.is_some() {
        numbered(index.unwrap_or(1), count.unwrap_or(1))?;
    }
    chars("text", &content.text, limits::TEXT)?;
    pieces("outline", &content.outline, |entry| {
        ([Some(&entry.text)], None)
    })?;
    pieces("extracted_links", &content.extracted_links, |link| {
        ([&link.url, &link.text, &link.context].map(Some), None)
    })
}

fn result(content: &ToolResultDocument) -> Checked {
    id("call_id", &content.call_id)?;
    if !Tool::NAMES.contains(&content.name.as_str()) {
        return Err(Invalid::new("name", "expected the name of a tool"));
    }
    if let Some(error) = &content.error {
        let code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if error.code.is_empty() || !error.code.chars().all(code) {
            return Err(Invalid::new("error.code", "expected a code in capitals"));
        }
        chars("error.code", &error.code, limits::WORD)?;
        chars("error.message", &error.message, PIECE)?;
    }
    if let Some(result) = &content.result {
        if !result.is_object() {
            return Err(Invalid::new("result", "expected an object"));
        }
        json("result", result)?;
    }
    texts("documents", &content.documents, DOCUMENTS, ID)
}

fn found(content: &SearchResultsDocument) -> Checked {
    chars("query", &content.query, PIECE)?;
    chars("engine", &content.engine, limits::WORD)?;
    pieces("results", &content.results, |result| {
        ([&result.title, &result.url, &result.text].map(Some), None)
    })
}

fn links(content: &LinksDocument) -> Checked {
    texts("urls", &content.urls, ENTRIES, limits::URL)
}

fn page(url: &str, title: &str) -> Checked {
    chars("url", url, limits::URL)?;
    chars("title", title, PIECE)
}

/// The texts of each entry of a list, which are pieces of a page, and the id of what stands there. The
/// place is written only where something is wrong: lists are long.
fn pieces<'a, T, const N: usize>(
    list: &str,
    entries: &'a [T],
    of: impl Fn(&'a T) -> ([Option<&'a String>; N], Option<&'a String>),
) -> Checked {
    count(list, entries.len(), ENTRIES)?;
    entries.iter().enumerate().try_for_each(|(at, entry)| {
        let (said, handle) = of(entry);
        piece(list, at, said, handle)
    })
}

fn piece<const N: usize>(
    list: &str,
    at: usize,
    said: [Option<&String>; N],
    handle: Option<&String>,
) -> Checked {
    let is_long = |text: &String| text.len() > PIECE && text.chars().count() > PIECE;
    let why = if said.into_iter().flatten().any(is_long) {
        format!("longer than {PIECE} characters")
    } else if handle.is_some_and(|handle| handle.len() > ID) {
        format!("an id longer than {ID} characters")
    } else {
        return Ok(());
    };
    Err(Invalid::new(format!("{list}[{at}]"), why))
}

/// Ids are short and visible; published clients do not always send UUIDs.
fn id(field: &str, text: &str) -> Checked {
    if text.chars().any(char::is_control) && !text.trim().is_empty() {
        return Err(Invalid::new(field, "holds control characters"));
    }
    given(field, text, ID)
}

fn json(field: &str, value: &impl serde::Serialize) -> Checked {
    let fits = serde_json::to_vec(value).is_ok_and(|json| json.len() <= JSON);
    if fits {
        return Ok(());
    }
    Err(Invalid::new(field, format!("larger than {JSON} bytes")))
}

/// ISO 8601 with date, time and zone.
fn moment(field: &str, text: &str) -> Checked {
    if text.len() <= MOMENT && is_iso(text) {
        return Ok(());
    }
    Err(Invalid::new(field, "expected a moment in ISO 8601"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_known_by_their_form() {
        for (text, expected) in [
            ("2026-01-24T12:34:56.789Z", true),
            ("2026-01-24T12:34:56Z", true),
            ("2026-01-24T12:34:56+02:00", true),
            ("2026-01-24T12:34:56.", false),
            ("2026-01-24T12:34:56", false),
            ("2026-01-24 12:34:56Z", false),
            ("yesterday", false),
            ("", false),
        ] {
            assert_eq!(moment("created_at", text).is_ok(), expected, "{text:?}");
        }
    }
}
