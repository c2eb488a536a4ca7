//! `ask` and `extract`: what is read, here and on a server alike. Nothing is acted on.

use anyhow::Result;
use screen_agent_answer::markdown;
use screen_agent_mcp::{
    AskArgs, AskResult, CallFault, Caller, CitedSource, ExtractArgs, Extracted, Given, ToolOutcome,
    fenced,
};
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::request::{PacketTask, TaskName};
use screen_agent_wire::packet::response::ReplyPacket;
use serde_json::{Map, Value, json};

use super::desk::{At, BrowserDesk};
use crate::ask::{about, extracted, page};
use crate::compose::fence_mark;
use crate::drive::Door;

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
    records(&desk.door, source, args.fields, args.what).await
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

/// Records, taken out.
pub(super) async fn records(
    door: &Door,
    source: Source,
    fields: Vec<String>,
    what: Option<String>,
) -> Given {
    let args = Map::from_iter([("schema".to_owned(), json!(fields))]);
    let words = what.unwrap_or_else(|| "Every record.".to_owned());
    let reply = told(door, source, &words, TaskName::Extract, args).await?;
    let found = extracted(&reply).unwrap_or_default();
    let list = |name: &str| -> Vec<Map<String, Value>> {
        serde_json::from_value(found[name].clone()).unwrap_or_default()
    };
    let extracted = Extracted {
        records: list("records"),
        cited: list("cited"),
        sources: cited(&reply),
    };
    let shown = serde_json::to_string(&extracted.records).unwrap_or_default();
    let text = fenced("what was extracted", &shown, &fence_mark());
    Ok(ToolOutcome::new(text, &extracted))
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
