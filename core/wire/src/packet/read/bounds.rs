//! How much a request may hold, and what has to hold between its parts.

use std::collections::BTreeSet;

use crate::invalid::{Invalid, chars, chars_if, count, texts};
use crate::limits;
use crate::packet::document::{
    CaptureDocument, ChunkDocument, Content, Document, IndexDocument, LinksDocument,
    SearchResultsDocument, SourceDocument, SummaryDocument, ToolResultDocument,
};
use crate::packet::envelope::{Conversation, SenderRole, Trace};
use crate::packet::request::{Input, Task};
use crate::packet::{RequestPacket, Tool};

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
    conversation(&packet.conversation)?;
    if packet.sender.role == SenderRole::Assistant {
        return Err(Invalid::new("sender.role", "expected who asks"));
    }
    packet.trace.as_ref().map_or(Ok(()), trace)?;
    input(&packet.input)?;
    documents(&packet.context.documents)
}

fn conversation(conversation: &Conversation) -> Checked {
    id("conversation.id", &conversation.id)
}

fn trace(trace: &Trace) -> Checked {
    id("trace.run_id", &trace.run_id)
}

fn input(input: &Input) -> Checked {
    id("input.user_message.id", &input.user_message.id)?;
    let words = &input.user_message.text;
    if words.trim().is_empty() {
        return Err(Invalid::new("input.user_message.text", "is empty"));
    }
    chars("input.user_message.text", words, limits::QUERY)?;
    task(&input.task)?;
    texts("input.tools", Some(&input.tools), TOOLS, limits::WORD)?;
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

fn task(task: &Task) -> Checked {
    json("input.task.args", &task.args)
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
        chars_if("source.browser", source.browser.as_deref(), limits::WORD)?;
        chars_if("source.tab_id", source.tab_id.as_deref(), ID)?;
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
        pieces(
            "primary",
            0,
            &[&primary.tag, &primary.role],
            &primary.handle_id,
        )?;
    }
    let lists = [
        ("items", content.items.len()),
        ("comments", content.comments.len()),
        ("outline", content.outline.len()),
        ("elements", content.elements.len()),
        ("top_discussions", content.top_discussions.len()),
    ];
    lists
        .iter()
        .try_for_each(|(field, found)| count(field, *found, ENTRIES))?;
    texts(
        "signals",
        Some(&content.signals),
        limits::WORD,
        limits::WORD,
    )?;
    for (at, item) in content.items.iter().enumerate() {
        pieces(
            "items",
            at,
            &[&item.title, &item.url, &item.snippet],
            &item.handle_id,
        )?;
    }
    for (at, comment) in content.comments.iter().enumerate() {
        let said = [&comment.author, &comment.age, &comment.score];
        pieces("comments", at, &[&comment.text], &comment.handle_id)?;
        for text in said.into_iter().flatten() {
            pieces("comments", at, &[text], &None)?;
        }
    }
    for (at, entry) in content.outline.iter().enumerate() {
        pieces(
            "outline",
            at,
            &[&entry.tag, &entry.role, &entry.text],
            &None,
        )?;
    }
    for (at, element) in content.elements.iter().enumerate() {
        let handle = Some(element.handle_id.clone());
        pieces("elements", at, &[&element.role, &element.text], &handle)?;
        for text in [&element.href, &element.input_type].into_iter().flatten() {
            pieces("elements", at, &[text], &None)?;
        }
    }
    for (at, item) in content.top_discussions.iter().enumerate() {
        pieces("top_discussions", at, &[&item.title, &item.url], &None)?;
    }
    Ok(())
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
    count("sources", content.sources.len(), ENTRIES)?;
    for (at, source) in content.sources.iter().enumerate() {
        let said = [&source.url, &source.title, &source.outlet];
        pieces("sources", at, &said, &Some(source.source_id.clone()))?;
        for text in [&source.captured_at, &source.published_at]
            .into_iter()
            .flatten()
        {
            chars(&format!("sources[{at}]"), text, limits::WORD)?;
        }
    }
    Ok(())
}

fn source(content: &SourceDocument) -> Checked {
    chars("collection_id", &content.collection_id, ID)?;
    chars("source_id", &content.source_id, ID)?;
    page(&content.url, &content.title)?;
    chars("outlet", &content.outlet, limits::TITLE)?;
    chars_if("captured_at", content.captured_at.as_deref(), limits::WORD)?;
    chars_if(
        "published_at",
        content.published_at.as_deref(),
        limits::WORD,
    )?;
    if content.chunk_index.is_some() || content.chunk_count.is_some() {
        numbered(
            content.chunk_index.unwrap_or(1),
            content.chunk_count.unwrap_or(1),
        )?;
    }
    chars("text", &content.text, limits::TEXT)?;
    count("outline", content.outline.len(), ENTRIES)?;
    count("extracted_links", content.extracted_links.len(), ENTRIES)?;
    for (at, entry) in content.outline.iter().enumerate() {
        pieces("outline", at, &[&entry.text], &None)?;
    }
    for (at, link) in content.extracted_links.iter().enumerate() {
        pieces(
            "extracted_links",
            at,
            &[&link.url, &link.text, &link.context],
            &None,
        )?;
    }
    Ok(())
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
    texts("documents", Some(&content.documents), DOCUMENTS, ID)
}

fn found(content: &SearchResultsDocument) -> Checked {
    chars("query", &content.query, PIECE)?;
    chars("engine", &content.engine, limits::WORD)?;
    count("results", content.results.len(), ENTRIES)?;
    for (at, result) in content.results.iter().enumerate() {
        pieces(
            "results",
            at,
            &[&result.title, &result.url, &result.text],
            &None,
        )?;
    }
    Ok(())
}

fn links(content: &LinksDocument) -> Checked {
    texts("urls", Some(&content.urls), ENTRIES, limits::URL)
}

fn page(url: &str, title: &str) -> Checked {
    chars("url", url, limits::URL)?;
    chars("title", title, PIECE)
}

/// The texts of one entry of a list, and the id of its element.
fn pieces(list: &str, at: usize, said: &[&String], handle: &Option<String>) -> Checked {
    let place = || format!("{list}[{at}]");
    if said
        .iter()
        .any(|text| text.len() > PIECE && text.chars().count() > PIECE)
    {
        return Err(Invalid::new(
            place(),
            format!("longer than {PIECE} characters"),
        ));
    }
    if handle.as_ref().is_some_and(|handle| handle.len() > ID) {
        return Err(Invalid::new(
            place(),
            format!("an id longer than {ID} characters"),
        ));
    }
    Ok(())
}

/// Ids are short and visible; published clients do not always send UUIDs.
fn id(field: &str, text: &str) -> Checked {
    if text.trim().is_empty() {
        return Err(Invalid::new(field, "is empty"));
    }
    if text.chars().any(char::is_control) {
        return Err(Invalid::new(field, "holds control characters"));
    }
    chars(field, text, ID)
}

fn json(field: &str, value: &impl serde::Serialize) -> Checked {
    let fits = serde_json::to_vec(value).is_ok_and(|json| json.len() <= JSON);
    if fits {
        return Ok(());
    }
    Err(Invalid::new(field, format!("larger than {JSON} bytes")))
}

/// ISO 8601 with date, time and zone, by its form.
fn moment(field: &str, text: &str) -> Checked {
    let form = "dddd-dd-ddTdd:dd:dd";
    let matches = text.len() <= MOMENT
        && text.is_ascii()
        && text.len() > form.len()
        && form.chars().zip(text.chars()).all(|(form, c)| match form {
            'd' => c.is_ascii_digit(),
            form => form == c,
        })
        && zone(&text[form.len()..]);
    if matches {
        return Ok(());
    }
    Err(Invalid::new(field, "expected a moment in ISO 8601"))
}

/// A fraction, if there is one, and a zone.
fn zone(rest: &str) -> bool {
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if after.len() == fraction.len() {
                return false;
            }
            after
        }
        None => rest,
    };
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    match rest.strip_prefix(['+', '-']) {
        Some(offset) => matches!(offset.split_once(':'), Some((hours, minutes))
            if hours.len() == 2 && minutes.len() == 2 && digits(hours) && digits(minutes)),
        None => rest == "Z",
    }
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
