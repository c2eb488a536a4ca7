//! What a model is asked: rules and the form of the answer as system prompt, the packet as message.

mod fields;
pub mod grammar;
#[cfg(test)]
mod tests;
mod tools;
mod transform;

pub(crate) use fields::fields;
pub(crate) use tools::is_possible;
pub use transform::{Finished, TransformAsked, TransformJob, finish_transform, transform};

use screen_agent_page::render::estimate;
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ModelTier};
use screen_agent_tools::Descriptor;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::envelope::{Protocol, Sender, SenderRole, Trace};
use screen_agent_wire::packet::request::{Context, Input, Output, RequestType, TaskName};
use screen_agent_words::quote::{cut, plain};
use serde_json::{Value, json};

use crate::inquiry::{Exchange, Inquiry, Means, STEPS};
use crate::moment::{self, Moment};
use crate::pack::{PackedDocuments, pack};

const SHARED: &str = include_str!("shared.md");
const SUMMARIZE: &str = include_str!("summarize.md");
const EXTRACT: &str = include_str!("extract.md");
const ANSWER: &str = include_str!("answer.md");

/// Kept free: what templates of chat servers add, and what estimates miss.
const MARGIN: usize = 96;
/// Fewest and most tokens of an answer.
const LEAST_REPLY: u32 = 512;
const MOST_REPLY: u32 = 4_096;
/// Longest word on what was wrong with an answer, in characters.
const FAULT: usize = 400;

/// A question that is ready to be asked.
pub(crate) struct Asked {
    pub(crate) prompt: Prompt,
    /// Id of the packet: the answer must name it.
    pub(crate) request_id: String,
    /// Tokens that its documents were packed into.
    pub(crate) room: usize,
    /// Them, and where each line comes from.
    pub(crate) packed: PackedDocuments,
}

/// Asks the model for the next step of a run.
pub(crate) fn ask(
    inquiry: &Inquiry<'_>,
    moment: &Moment,
    means: &Means,
    limits: &ModelLimits,
) -> Asked {
    let offered = tools::offered(inquiry, means, limits);
    let names: Vec<&str> = offered.iter().map(|tool| tool.name).collect();
    let topic = topic(inquiry.task.name);
    put(inquiry, moment, limits, (topic, &names), || {
        system(inquiry, &offered, means)
    })
}

/// Puts a question, with as much of what is known as the rules leave room for.
fn put(
    inquiry: &Inquiry<'_>,
    moment: &Moment,
    limits: &ModelLimits,
    (topic, tools): (&'static str, &[&str]),
    system: impl FnOnce() -> String,
) -> Asked {
    let id = moment::mint(moment, "request", 0).to_string();
    let mut request = packet(inquiry, id, moment);
    let system = system();
    let message = |request: &RequestPacket| message(request, inquiry.earlier, inquiry.repair);
    let room = room(limits, topic, &system, &message(&request));
    let packed = pack(inquiry, room);
    request.context.documents.clone_from(&packed.documents);
    let grammar = grammar::grammar(&request, tools);
    let user = message(&request);
    // What the documents leave over is room for the answer.
    let left = window(limits).saturating_sub(estimate(&system) + estimate(&user) + MARGIN);
    let left = u32::try_from(left).unwrap_or(u32::MAX);
    Asked {
        prompt: Prompt {
            topic,
            role: ModelTier::Smart,
            system,
            user,
            schema: grammar::strict(grammar.clone()),
            grammar: Some(grammar),
            reply_tokens: left.clamp(least_reply(limits, topic), MOST_REPLY),
            temperature: Some(0.2),
            picture: None,
        },
        request_id: request.id,
        room,
        packed,
    }
}

/// The packet without its documents. What only concerns the client is not in it.
pub(crate) fn packet(inquiry: &Inquiry<'_>, id: String, moment: &Moment) -> RequestPacket {
    RequestPacket {
        protocol: Protocol::default(),
        id,
        packet_type: RequestType::Request,
        created_at: moment::iso(moment.now_ms),
        conversation: inquiry.conversation.clone(),
        sender: Sender {
            role: SenderRole::Agent,
        },
        trace: Some(Trace {
            run_id: inquiry.run_id.to_owned(),
            step: inquiry.step,
        }),
        input: Input {
            user_message: inquiry.message.clone(),
            task: inquiry.task.clone(),
            mode: None,
            tools: Vec::new(),
            approvals: Vec::new(),
        },
        context: Context::default(),
        output: Output::default(),
    }
}

/// Said where an answer has to be given once more. Why may name what the model wrote, which may be
/// what a page wrote: so it stands in the message, as data, and never among the rules.
const AGAIN: &str = "Your last answer was not usable; input.fault says what was wrong with its form. Answer anew.\n";

/// The packet as compact JSON, its documents numbered. What was said before stands beside the question, as data, and so
/// does what was wrong with the last answer.
fn message(request: &RequestPacket, earlier: &[Exchange], fault: Option<&str>) -> String {
    let mut value = serde_json::to_value(request).unwrap_or_default();
    // Ids are long, and quotes are many: what is quoted is named by its number.
    let documents = value["context"]["documents"].as_array_mut();
    for (document, number) in documents.into_iter().flatten().zip(1..) {
        document["doc"] = json!(number);
    }
    if !earlier.is_empty() {
        let told = earlier
            .iter()
            .map(|one| json!({ "question": one.question, "answer": one.answer }));
        value["input"]["earlier"] = told.collect::<Vec<Value>>().into();
    }
    if let Some(fault) = fault {
        value["input"]["fault"] = cut(&plain(fault), FAULT).into();
    }
    value.to_string()
}

/// The rules of every question, and the form of the answer: with calls where there are tools.
fn shared(has_tools: bool) -> String {
    let calls = if has_tools { ",\"tool_calls\":[]" } else { "" };
    SHARED.replace("CALLS", calls)
}

fn system(inquiry: &Inquiry<'_>, offered: &[&Descriptor], means: &Means) -> String {
    let task = match inquiry.task.name {
        TaskName::Summarize => SUMMARIZE,
        TaskName::Extract => EXTRACT,
        TaskName::Answer => ANSWER,
    };
    let tools = tools::told(offered, means);
    let shared = shared(!offered.is_empty());
    let mut system = format!("{shared}\n{task}\n{tools}\nToday is {}.\n", means.today);
    if inquiry.step >= STEPS {
        system.push_str("This is the last step: answer now with what you have.\n");
    }
    if inquiry.repair.is_some() {
        system.push_str(AGAIN);
    }
    system
}

/// Tokens that are left for documents.
fn room(limits: &ModelLimits, topic: &str, system: &str, message: &str) -> usize {
    let reply = usize::try_from(least_reply(limits, topic)).unwrap_or(usize::MAX);
    let taken = estimate(system) + estimate(message) + reply + MARGIN;
    window(limits).saturating_sub(taken)
}

fn window(limits: &ModelLimits) -> usize {
    usize::try_from(limits.window).unwrap_or(usize::MAX)
}

/// Room that an answer has in any case. Records, and what is made of collections, are long beside what they rest on.
fn least_reply(limits: &ModelLimits, topic: &str) -> u32 {
    let share = if matches!(topic, "answer" | "summarize") {
        10
    } else {
        5
    };
    (limits.window / share).clamp(LEAST_REPLY, MOST_REPLY)
}

const fn topic(task: TaskName) -> &'static str {
    match task {
        TaskName::Summarize => "summarize",
        TaskName::Extract => "extract",
        TaskName::Answer => "answer",
    }
}
