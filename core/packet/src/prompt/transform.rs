//! A piece of work made out of a collection: asked once, and once more where its form is wrong.

use screen_agent_answer::{clean, model};
use screen_agent_think::Prompt;
use screen_agent_think::models::ModelLimits;
use screen_agent_wire::packet::envelope::Conversation;
use screen_agent_wire::packet::request::{PacketTask, TaskName, UserMessage};
use screen_agent_wire::packet::{Citation, Doc, Document};
use screen_agent_words::quote::{cut, plain};
use serde_json::Map;

use super::{AGAIN, put, shared};
use crate::cite;
use crate::inquiry::Inquiry;
use crate::moment::{self, Moment};
use crate::pack::PackedDocuments;
use crate::transform::{Config, Transform};

const TRANSFORM: &str = include_str!("transform.md");

/// What is to be made, and of what.
#[derive(Clone, Debug)]
pub struct TransformJob<'a> {
    /// Its id: the artifact's.
    pub id: String,
    /// What to make.
    pub transform: &'a Transform,
    /// How.
    pub config: &'a Config,
    /// The collection's index and sources, whole.
    pub documents: Vec<Document>,
    /// The models.
    pub limits: ModelLimits,
    /// Today, as `YYYY-MM-DD`.
    pub today: String,
    /// What was wrong with the last answer.
    pub repair: Option<String>,
}

/// A piece of work that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Its title, where the model gave one.
    pub title: Option<String>,
    /// The work.
    pub doc: Doc,
    /// Where its facts come from, checked.
    pub citations: Vec<Citation>,
}

/// What a model was sent for it.
#[derive(Clone, Debug)]
pub struct TransformAsked {
    pub(super) request_id: String,
    packed: PackedDocuments,
}

/// Asks a model for it. What comes back goes to [`finish_transform`] with the same job.
pub fn transform(job: &TransformJob<'_>, moment: &Moment) -> (Prompt, TransformAsked) {
    let conversation = Conversation {
        id: job.id.clone(),
        turn: 1,
    };
    let message = UserMessage {
        id: job.id.clone(),
        text: format!(
            "{}\n{}",
            job.transform.guidance.trim(),
            job.config.told(job.transform)
        ),
    };
    let task = PacketTask {
        name: TaskName::Answer,
        args: Map::new(),
    };
    // Nothing but the collection, and the wish.
    let inquiry = Inquiry {
        run_id: &moment::named(moment, "run", 0),
        step: 1,
        conversation: &conversation,
        message: &message,
        task: &task,
        client_tools: &[],
        earlier: &[],
        pages: &[],
        documents: &[],
        loaded: &job.documents,
        results: &[],
        repair: job.repair.as_deref(),
    };
    let asked = put(&inquiry, moment, &job.limits, ("transform", &[]), || {
        system(job)
    });
    let sent = TransformAsked {
        request_id: asked.request_id,
        packed: asked.packed,
    };
    (asked.prompt, sent)
}

/// Reads the answer. The error is a sentence to ask once more with.
pub fn finish_transform(
    job: &TransformJob<'_>,
    asked: &TransformAsked,
    said: &str,
) -> Result<Finished, String> {
    let expected = &asked.request_id;
    let reading = model::response(said, expected).map_err(|fault| fault.for_model())?;
    if let Some(wrong) = reading.ask_again {
        return Err(wrong);
    }
    let packed = &asked.packed;
    let assistant = reading.packet.assistant;
    let addresses = cite::Addresses::of(&packed.documents, "");
    let doc = cite::without_strange_links(clean(assistant.render), &addresses);
    let (doc, citations) = cite::check_answer(doc, assistant.citations, &packed.sent);
    job.transform.check(&doc, &citations)?;
    let title = assistant.title.map(|title| cut(&plain(&title), 200));
    Ok(Finished {
        title: title.filter(|title| !title.is_empty()),
        doc,
        citations,
    })
}

fn system(job: &TransformJob<'_>) -> String {
    let mut system = format!(
        "{}\n{TRANSFORM}\n\nToday is {}.\n",
        shared(false),
        job.today
    );
    if job.repair.is_some() {
        system.push_str(AGAIN);
    }
    system
}
