//! `ask`: a question about pages and files, answered with citations.

mod given;
pub mod painter;
mod perform;
mod record;
mod show;
mod turn;

use std::io::Read as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use screen_agent_browser::Hands;
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::document::CaptureDocument;
use screen_agent_wire::packet::envelope::Conversation;
use screen_agent_wire::packet::request::{PacketTask, TaskName, ToolMode};
use screen_agent_wire::packet::response::ReplyPacket;
use serde_json::{Map, Value, json};

use crate::Ending;
use crate::args::address;
use crate::drive::{Answerer, Door};
use crate::exit::usage;
use crate::server::Settled;
use crate::terminal::complain;
use crate::work::{WorkArgs, Workplace, unless_stopped};
use given::{Given, Opened};
use show::Format;
use turn::{Asking, Question};

/// Ask about pages and files; the answer says where its facts come from.
///
/// Pages are opened in a browser of our own, so that what scripts show is read, too; without one, or with --fetch, they
/// are fetched. The model may propose to click, type or go elsewhere there: what acts is asked about first. Without a
/// model (--model, or `[model]` in the settings) what answers is quoted from what was read, or said not to be found.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What you want to know; `-` reads it from standard input.
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    question: String,
    /// A page to read; several are compared.
    #[arg(long, value_parser = address, value_name = "URL")]
    url: Vec<String>,
    /// A file to read: text, Markdown, HTML, CSV, JSON, XML, DOCX, PDF.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// A collection to read, by its id; see the panel, or GET /api/collections.
    #[arg(long, value_name = "ID")]
    collection: Option<String>,
    /// What to do with them [default: answer, or extract with --fields]
    #[arg(long, value_enum, value_name = "TASK")]
    task: Option<TaskChoice>,
    /// What to extract: names with a comma between, or a file with a JSON Schema.
    #[arg(long, value_name = "NAMES|FILE")]
    fields: Option<String>,
    /// How the answer is printed [default: terminal at a terminal, else markdown]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Go on with this conversation, on the pages that were read last in it unless others are named; its id is printed with
    /// --format json.
    #[arg(long, value_name = "ID")]
    conversation: Option<String>,
    /// Fetch pages instead of opening them in a browser. Nothing is then acted on.
    #[arg(long)]
    fetch: bool,
    /// How much may be done without asking.
    #[arg(long, value_enum, default_value_t = Mode::Assist, value_name = "MODE")]
    mode: Mode,
    #[command(flatten)]
    work: WorkArgs,
}

const EXAMPLES: &str = "Examples:
  screen-agent ask 'What does it cost, and is it in stock?' --url https://shop.example/lamp
  screen-agent ask 'For somebody in a hurry' --task summarize --file report.pdf
  screen-agent ask 'Which of these is cheaper?' --url https://a.example/x --url https://b.example/y
  screen-agent ask 'From the page' --url https://shop.example/lamp --fields price,sku,availability --format json
  git log | screen-agent ask 'What changed for users?' --file -";

/// The tasks of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TaskChoice {
    Answer,
    Summarize,
    Extract,
}

/// How much may be done without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// Only read.
    Observe,
    /// Ask about everything that acts.
    Assist,
    /// Do what is harmless without asking.
    Autopilot,
}

/// Asks about the page in front of a browser and about a file beside it, and performs what may be
/// performed: nobody is there to say yes. The browser comes back.
///
/// # Errors
/// When the page cannot be read, or the server gives no answer.
pub async fn attend(
    door: &Door,
    mut hands: Hands,
    file: &str,
    words: &str,
    mode: ToolMode,
) -> (Option<Hands>, Result<ReplyPacket>) {
    let capture = match hands.capture().await {
        Ok(capture) => capture,
        Err(error) => return (Some(hands), Err(error.into())),
    };
    let mut opened = Opened::with_page(hands, capture, file);
    let question = Question {
        words: words.to_owned(),
        task: PacketTask {
            name: TaskName::Answer,
            args: Map::new(),
        },
        mode,
        conversation: None,
    };
    let asking = Asking {
        door,
        consent: Answerer::Nobody,
        question,
    };
    let answered = asking.run(&mut opened).await;
    (opened.hands, answered.map(|(_, reply)| reply))
}

/// A page that was captured, to ask about.
pub(crate) fn page(capture: CaptureDocument) -> Document {
    given::page(1, capture, 1, None)
}

/// A text that somebody gives along, to ask about.
pub(crate) fn text(number: usize, title: &str, text: &str) -> Document {
    given::text(number, title, text)
}

/// Asks about documents, or about what is kept, and acts on nothing: nobody is there to say yes.
pub(crate) async fn about(
    door: &Door,
    documents: Vec<Document>,
    words: &str,
    task: PacketTask,
) -> Result<ReplyPacket> {
    let mut opened = Opened::with_documents(documents);
    let question = Question {
        words: words.to_owned(),
        task,
        mode: ToolMode::Observe,
        conversation: None,
    };
    let asking = Asking {
        door,
        consent: Answerer::Nobody,
        question,
    };
    Ok(asking.run(&mut opened).await?.1)
}

/// What was extracted, and where it stands; nothing where the answer has no table.
pub(crate) fn extracted(reply: &ReplyPacket) -> Option<Value> {
    record::records(reply).and_then(|records| serde_json::to_value(records).ok())
}

pub(crate) async fn run(mut args: Args) -> Result<Ending> {
    let is_named = !args.url.is_empty() || !args.file.is_empty() || args.collection.is_some();
    if !is_named && args.conversation.is_none() {
        let why = "nothing to read: name a page with --url, a file with --file, or a --collection";
        return Err(usage(why));
    }
    let question = Question {
        words: words(&args)?,
        task: task(&args)?,
        mode: match args.mode {
            Mode::Observe => ToolMode::Observe,
            Mode::Assist => ToolMode::Assist,
            Mode::Autopilot => ToolMode::Autopilot,
        },
        conversation: None,
    };
    let at = args.work.open().await?;
    let mut question = question;
    if let Some((conversation, pages)) = going_on(&args, &at.server).await? {
        question.conversation = Some(conversation);
        if !is_named {
            args.url = pages;
        }
    }
    unless_stopped(answer(&args, question, &at)).await
}

/// The conversation to go on with, at its next turn: turns never run back. And the pages that were read last in it.
async fn going_on(args: &Args, server: &Settled) -> Result<Option<(Conversation, Vec<String>)>> {
    let Some(id) = args.conversation.clone() else {
        return Ok(None);
    };
    let Some(kept) = server.conversation(&id).await? else {
        let why = format!(
            "there is no conversation {id:?}; name its folder with --data, or its --server"
        );
        return Err(usage(why));
    };
    let turn = next_turn(kept.messages.iter().map(|message| message.turn));
    let read = kept
        .messages
        .iter()
        .rev()
        .map(|message| pages(&message.packet));
    let pages = read.into_iter().find(|pages| !pages.is_empty());
    Ok(Some((Conversation { id, turn }, pages.unwrap_or_default())))
}

/// Addresses of the pages that a kept request brought, each once.
fn pages(packet: &Value) -> Vec<String> {
    let documents = packet["context"]["documents"].as_array();
    let mut pages: Vec<String> = Vec::new();
    for document in documents.into_iter().flatten() {
        let kind = document["kind"].as_str().unwrap_or_default();
        let url = document["content"]["url"]
            .as_str()
            .and_then(|url| address(url).ok());
        if let Some(url) = url.filter(|url| kind.starts_with("web.") && !pages.contains(url)) {
            pages.push(url);
        }
    }
    pages
}

fn next_turn(turns: impl Iterator<Item = u32>) -> u32 {
    turns.max().unwrap_or(0).saturating_add(1)
}

async fn answer(args: &Args, question: Question, at: &Workplace) -> Result<Ending> {
    let given = Given {
        urls: &args.url,
        files: &args.file,
        fetch: args.fetch,
        settings: &at.settings,
    };
    let mut opened = given.open(&at.browser).await?;
    let task = question.task.name;
    let asking = Asking {
        door: &at.server.door,
        consent: args.work.answerer(false),
        question,
    };
    let answered = asking.run(&mut opened).await;
    if let Some(hands) = opened.hands {
        hands.close().await;
    }
    let (ending, response) = answered?;
    show::answer(&response, task, args.format.unwrap_or_else(Format::usual));
    if ending == Ending::NeedsUser {
        show::waiting(&response);
        complain("needs an answer: run again with --ask to be asked, or with --yes to approve");
    }
    // What breaks off is no whole answer, and scripts have to see it.
    let whole = !response.packet.assistant.broken_off || ending == Ending::NeedsUser;
    Ok(if whole { ending } else { Ending::Unverified })
}

fn words(args: &Args) -> Result<String> {
    if args.question != "-" {
        return Ok(args.question.clone());
    }
    if args.file.iter().any(|file| file.as_os_str() == "-") {
        let why = "standard input can be the question or a file, not both";
        return Err(usage(why));
    }
    let mut words = String::new();
    std::io::stdin().read_to_string(&mut words)?;
    let words = words.trim();
    match words.is_empty() {
        true => Err(usage("standard input holds no question")),
        false => Ok(words.to_owned()),
    }
}

fn task(args: &Args) -> Result<PacketTask> {
    let mut given = Map::new();
    if let Some(id) = &args.collection {
        given.insert("collection_id".into(), json!(id));
    }
    if let Some(fields) = &args.fields {
        given.insert("schema".into(), fields_schema(fields)?);
    }
    let name = match (args.task, &args.fields) {
        (Some(TaskChoice::Extract), None) => {
            let why = "--task extract needs --fields: names with a comma between, or a file with a JSON Schema";
            return Err(usage(why));
        }
        (Some(TaskChoice::Extract), Some(_)) | (None, Some(_)) => TaskName::Extract,
        (Some(TaskChoice::Summarize), None) => TaskName::Summarize,
        (Some(TaskChoice::Answer) | None, None) => TaskName::Answer,
        (Some(TaskChoice::Summarize | TaskChoice::Answer), Some(_)) => {
            return Err(usage("--fields goes with --task extract only"));
        }
    };
    Ok(PacketTask { name, args: given })
}

/// A JSON Schema out of a file, or one of names alone.
fn fields_schema(fields: &str) -> Result<Value> {
    let path = PathBuf::from(fields);
    if path.is_file() {
        let text = std::fs::read_to_string(&path)?;
        return serde_json::from_str(&text)
            .map_err(|error| usage(format!("{fields} holds no JSON: {error}")));
    }
    let names: Vec<&str> = fields.split(',').map(str::trim).collect();
    if names.iter().any(|name| name.is_empty()) {
        let why = "--fields wants names with a comma between, or a file with a JSON Schema";
        return Err(usage(why));
    }
    // A list keeps the order in which they were named.
    Ok(json!(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_goes_on_behind_its_latest_turn() {
        assert_eq!(next_turn([1, 3, 2, 3].into_iter()), 4);
        assert_eq!(next_turn([].into_iter()), 1);
    }
}
