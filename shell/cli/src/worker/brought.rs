//! What a run brings: read off the page that it ends on, by what extracts and answers on the server for everybody.

use std::time::Duration;

use anyhow::{Context as _, Result};
use screen_agent_answer::plain;
use screen_agent_browser::Hands;
use screen_agent_packet::cite::is_marked;
use screen_agent_wire::extension::outputs::{
    FoundAnswer, FoundSource, ReadRecord, ReadText, RunFound,
};
use screen_agent_wire::extension::run::NewRun;
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::request::{PacketTask, TaskName};
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_words::quote::cut;
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::held::with_inputs;
use crate::ask::{about, extracted, page};
use crate::drive::{Door, Entered};

/// Longest time for reading a page.
const READING: Duration = Duration::from_secs(180);
/// Longest reason that is kept, in characters.
const REASON: usize = 300;

/// Reads what the order asks for. Where that cannot be, this is said.
pub(super) async fn brought(
    hands: &mut Hands,
    door: &Door,
    order: &NewRun,
    entered: &Entered,
) -> RunFound {
    let unread = |why: &str| RunFound::unread(order, &cut(why, REASON));
    match timeout(READING, read(hands, door, order, entered)).await {
        Ok(Ok(found)) => found.fitting(order),
        Ok(Err(error)) => unread(&format!("{error:#}")),
        Err(_) => unread("it took too long"),
    }
}

async fn read(
    hands: &mut Hands,
    door: &Door,
    order: &NewRun,
    entered: &Entered,
) -> Result<RunFound> {
    let captured = hands.capture().await.context("it cannot be captured")?;
    let document = page(entered.kept_out_of_page(&captured, &order.instruction));
    let mut found = RunFound::default();
    for question in &order.questions {
        let asked = with_inputs(question, &order.inputs)?;
        let reply = ask(door, &document, &asked, TaskName::Answer, Map::new()).await?;
        found.answered(FoundAnswer {
            question: asked,
            answer: plain(&reply.packet.assistant.render).trim().to_owned(),
            sources: sources(&reply),
        });
    }
    if let Some(spec) = &order.outputs {
        let args = Map::from_iter([("schema".to_owned(), spec.clone())]);
        let words = "Every record.";
        let reply = ask(door, &document, words, TaskName::Extract, args).await?;
        found.read(order.fields(), &records(&reply), sources(&reply));
    }
    Ok(found)
}

async fn ask(
    door: &Door,
    document: &Document,
    words: &str,
    name: TaskName,
    args: Map<String, Value>,
) -> Result<ReplyPacket> {
    let task = PacketTask { name, args };
    about(door, vec![document.clone()], words, task).await
}

/// The records of an answer. What does not stand in what was read is marked there, and no value.
pub(crate) fn records(reply: &ReplyPacket) -> Vec<ReadRecord> {
    let found = extracted(reply).unwrap_or_default();
    let list = |name: &str| -> Vec<Map<String, Value>> {
        serde_json::from_value(found[name].clone()).unwrap_or_default()
    };
    let cited = list("cited");
    let record = |(at, record): (usize, Map<String, Value>)| {
        let numbers = |field: &str| {
            let numbers = cited.get(at).and_then(|cited| cited.get(field));
            let numbers = numbers.and_then(|numbers| serde_json::from_value(numbers.clone()).ok());
            numbers.unwrap_or_default()
        };
        let value = |(field, value): (String, Value)| {
            let text = value.as_str()?;
            let text = match is_marked(text) {
                true => ReadText::Unfounded,
                false => ReadText::Found(text.to_owned()),
            };
            let numbers = numbers(&field);
            Some((field, text, numbers))
        };
        ReadRecord {
            values: record.into_iter().filter_map(value).collect(),
        }
    };
    list("records")
        .into_iter()
        .enumerate()
        .map(record)
        .collect()
}

fn sources(reply: &ReplyPacket) -> Vec<FoundSource> {
    let citations = reply.packet.assistant.citations.iter();
    let source = citations.map(|citation| {
        let check = citation.check.as_ref();
        FoundSource {
            quote: citation.quote.clone(),
            url: check.and_then(|check| check.url.clone()),
            title: check.and_then(|check| check.title.clone()),
            verified: check.is_some_and(|check| check.verified),
        }
    });
    source.collect()
}
