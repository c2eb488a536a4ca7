//! `ask` and `extract`: what is read, here and on a server alike. Nothing is acted on.

use std::collections::BTreeMap;

use anyhow::Result;
use screen_agent_answer::markdown;
use screen_agent_mcp::{
    AskArgs, AskResult, CallFault, Caller, CitedSource, ExtractArgs, Extracted, Given,
    MissingValue, ToolOutcome, fenced,
};
use screen_agent_wire::extension::outputs::{MissingOutput, RunFound, output_fields};
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::request::{PacketTask, TaskName};
use screen_agent_wire::packet::response::ReplyPacket;
use serde_json::{Map, Value, json};

use super::desk::{At, BrowserDesk};
use crate::ask::{about, page};
use crate::compose::fence_mark;
use crate::drive::Door;
use crate::terminal::word;
use crate::worker::brought;

/// What is read.
#[derive(Default)]
pub(crate) struct Source {
    pub(crate) documents: Vec<Document>,
    pub(crate) collection: Option<String>,
}

pub(super) async fn ask(desk: &BrowserDesk, at: &mut At, args: AskArgs, caller: &Caller) -> Given {
    let AskArgs {
        question,
        collection,
        url,
    } = args;
    let source = source(desk, at, (url, collection), caller).await?;
    answer(&desk.door, source, &question).await
}

pub(super) async fn extract(
    desk: &BrowserDesk,
    at: &mut At,
    args: ExtractArgs,
    caller: &Caller,
) -> Given {
    let source = source(desk, at, (args.url, args.collection), caller).await?;
    records(&desk.door, source, (args.fields, args.schema), args.what).await
}

async fn source(
    desk: &BrowserDesk,
    at: &mut At,
    (url, collection): (Option<String>, Option<String>),
    caller: &Caller,
) -> Result<Source, CallFault> {
    let mut documents = Vec::new();
    if collection.is_none() {
        match &url {
            Some(url) => desk.go(at, url, &*caller.person).await?,
            None => desk.here(at, &*caller.person).await?,
        }
        let captured = desk.hands(at).await?.capture().await;
        documents.push(page(captured.map_err(|error| {
            CallFault::new(
                "PAGE_UNREADABLE",
                format!("the page cannot be read: {error}"),
            )
        })?));
    }
    Ok(Source {
        documents,
        collection,
    })
}

/// A question, answered.
pub(crate) async fn answer(door: &Door, source: Source, question: &str) -> Given {
    let reply = told(door, source, question, TaskName::Answer, Map::new()).await?;
    let answer = markdown(&reply.packet.assistant.render);
    let citations = cited(&reply);
    // An answer quotes pages, and may be nothing but a quote.
    let mut text = fenced(
        "the answer, with words of its sources",
        answer.trim(),
        &fence_mark(),
    );
    for citation in &citations {
        let found = if citation.verified {
            "found there"
        } else {
            "NOT found there"
        };
        let at = citation
            .url
            .as_deref()
            .or(citation.title.as_deref())
            .unwrap_or("the source");
        text.push_str(&format!("\n- {at}: {found}"));
    }
    Ok(ToolOutcome::new(text, &AskResult { answer, citations }))
}

/// Records, taken out: each value as what it was asked for, or said to be missing.
pub(super) async fn records(
    door: &Door,
    source: Source,
    (fields, schema): (Vec<String>, Option<Map<String, Value>>),
    what: Option<String>,
) -> Given {
    let spec = schema.map_or_else(|| json!(fields), Value::Object);
    let fields = output_fields(&spec).map_err(|invalid| {
        // There it is what a run brings.
        let at = invalid.field.replacen("outputs", "schema", 1);
        CallFault::new("INVALID_ARGUMENTS", format!("{at} {}", invalid.reason))
    })?;
    let args = Map::from_iter([("schema".to_owned(), spec)]);
    let words = what.unwrap_or_else(|| "Every record.".to_owned());
    let reply = told(door, source, &words, TaskName::Extract, args).await?;
    let mut found = RunFound::default();
    let read = brought::records(&reply);
    if !read.is_empty() {
        found.read(fields, &read, Vec::new());
    }
    let extracted = Extracted {
        records: found.records,
        missing: found.missing.into_iter().map(missing).collect(),
        cited: found.cited.into_iter().map(numbers).collect(),
        sources: cited(&reply),
    };
    let shown = json!({ "records": extracted.records, "missing": extracted.missing });
    let text = fenced("what was extracted", &shown.to_string(), &fence_mark());
    Ok(ToolOutcome::new(text, &extracted))
}

fn missing(one: MissingOutput) -> MissingValue {
    MissingValue {
        record: one.record,
        field: one.field,
        why: word(&one.why),
        text: one.text,
    }
}

fn numbers(cited: BTreeMap<String, Vec<u32>>) -> Map<String, Value> {
    let cited = cited.into_iter();
    cited
        .map(|(field, numbers)| (field, json!(numbers)))
        .collect()
}

async fn told(
    door: &Door,
    source: Source,
    words: &str,
    name: TaskName,
    mut args: Map<String, Value>,
) -> Result<ReplyPacket, CallFault> {
    args.extend(
        source
            .collection
            .map(|id| ("collection_id".to_owned(), json!(id))),
    );
    let reply = about(door, source.documents, words, PacketTask { name, args }).await;
    reply.map_err(|error| CallFault::new("NOT_ANSWERED", format!("{error:#}")))
}

fn cited(reply: &ReplyPacket) -> Vec<CitedSource> {
    let citations = reply.packet.assistant.citations.iter();
    citations
        .map(|citation| {
            let check = citation.check.as_ref();
            CitedSource {
                quote: citation.quote.clone(),
                url: check.and_then(|check| check.url.clone()),
                title: check.and_then(|check| check.title.clone()),
                verified: check.is_some_and(|check| check.verified),
            }
        })
        .collect()
}
