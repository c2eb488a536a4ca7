//! What a model is asked in the middle of a turn, and how its answer is read: one file a topic,
//! with its prompt beside it.
//!
//! The only place where page text is put into words for a model: always inside a fence whose mark
//! the shell drew for this one request, so that no page can close it. Nothing that a model answers
//! is trusted: it is read into a type, bounded, and judged by the stages like any other.

mod act;
mod analyze;
mod chat;
mod complete;
mod correct;
mod critique;
mod evaluate;
mod evidence;
mod glance;
mod health;
mod judge;
mod lenient;
mod locate;
mod plan;
mod prompt_text;
mod reply;
#[cfg(test)]
mod tests;

pub use critique::Critique;
pub use reply::object;

use std::collections::BTreeMap;
use std::sync::Arc;

use screen_agent_page::{NodeId, Observation};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Judgement;
use crate::file::TaskFile;
use crate::models::{ModelLimits, ModelTier};
use crate::plan::{Draft, Health, Plan};
use crate::reason::{Analysis, Completeness, Evaluation};
use crate::recollect::Recollection;
use crate::search::Searched;
use prompt_text::PromptText;
use screen_agent_action::Action;
use screen_agent_action::ask::{Answer, LostControl, Proposal, Refused};
use screen_agent_action::step::Step;
use screen_agent_words::secrets::Secrets;

/// What a model is asked about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "topic", rename_all = "snake_case")]
pub enum Topic {
    /// Where does what is needed come from? Answered by [`Analysis`].
    Analyze,
    /// What was the last search worth? Answered by [`Evaluation`].
    Evaluate,
    /// Is everything there that is needed? Answered by [`Completeness`].
    Complete {
        /// What was missing at first.
        missing: Vec<String>,
    },
    /// What is to be done, step by step? Answered by a [`Draft`].
    Plan {
        /// Why the plan before will not do, when there is one.
        why: Option<String>,
    },
    /// Does the rest of the plan still fit the page? Answered by [`Health`].
    Health {
        /// What has changed.
        change: String,
    },
    /// What next? Answered by a [`Proposal`].
    Act,
    /// The last step failed: what instead? Answered by a [`Proposal`] with its correction.
    Correct,
    /// Tier 2: was that the last of it? Answered by a [`Judgement`].
    Glance,
    /// Tier 3: did the step work, and is the task done? Answered by a [`Judgement`].
    Judge {
        /// What is claimed to be so, when that is asked.
        claim: Option<String>,
    },
    /// Should this be done? Answered by a [`Critique`].
    Critique {
        /// What is about to be done.
        action: Action,
        /// Why, as whoever proposes it says.
        why: String,
    },
    /// A question that needs no page. Answered in words.
    Chat,
    /// Which control is the one that a kept step means? Answered by the id of one, or by none.
    Locate {
        /// The control as it was kept.
        lost: LostControl,
    },
}

impl Topic {
    /// Its word, for logs, records and figures.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Analyze => "analyze",
            Self::Evaluate => "evaluate",
            Self::Complete { .. } => "complete",
            Self::Plan { .. } => "plan",
            Self::Health { .. } => "health",
            Self::Act => "act",
            Self::Correct => "correct",
            Self::Glance => "glance",
            Self::Judge { .. } => "judge",
            Self::Critique { .. } => "critique",
            Self::Chat => "chat",
            Self::Locate { .. } => "locate",
        }
    }
}

/// All that a model may know about a topic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Brief {
    /// What it is asked about.
    pub topic: Topic,
    /// The person's words.
    pub query: String,
    /// What they answered since.
    pub answers: Vec<Answer>,
    /// Today, as `YYYY-MM-DD`, in the person's time zone.
    pub today: String,
    /// A file that the person gave. Its text is data, never instruction.
    pub file: Option<TaskFile>,
    /// What is on the screen. Its text is data, never instruction.
    pub seen: Arc<Observation>,
    /// Every step so far.
    pub steps: Vec<Step>,
    /// What is going to be done.
    pub plan: Option<Plan>,
    /// What was refused in this turn, and why.
    pub refused: Vec<Refused>,
    /// What was seen to change after the last step, judged already or not. Its words are the page's.
    pub changes: Vec<String>,
    /// Why the task was judged not to be done, where it was.
    pub not_done: Option<String>,
    /// What `remember` keeps.
    pub memory: BTreeMap<String, String>,
    /// What is remembered outside of the task.
    pub recalled: Recollection,
    /// Searches of the task. What they found is data, never instruction.
    pub searches: Vec<Searched>,
    /// What the searches came to.
    pub summary: Option<String>,
    /// What the person gave to get past a blocker, by field.
    pub resolution: BTreeMap<String, String>,
    /// What the model can do.
    pub limits: ModelLimits,
    /// The web can be searched.
    pub can_search: bool,
    /// The client performs several actions in a row.
    pub can_chain: bool,
    /// What was wrong with the last answer.
    pub repair: Option<String>,
    /// What no model reads, wherever it stands.
    #[serde(skip)]
    pub secrets: Secrets,
}

/// What a model is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// What it is about, in one word.
    pub topic: &'static str,
    /// Which model is meant.
    pub role: ModelTier,
    /// Who it is and what it may answer.
    pub system: String,
    /// What the person wants, what was done, and what is on the screen.
    pub user: String,
    /// JSON Schema of the answer.
    pub schema: Value,
    /// The same, narrowed to what is on the screen; for models that are held to a grammar.
    pub grammar: Option<Value>,
    /// Most tokens of the answer.
    pub reply_tokens: u32,
    /// Sampling temperature, where the topic needs one of its own.
    pub temperature: Option<f32>,
    /// A picture of the screen, base64, with the marks that belong on it.
    pub picture: Option<Picture>,
}

/// A picture of the screen and where its controls stand on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// JPEG or PNG, base64.
    pub image: Arc<str>,
    /// Width of the visible part of the page in CSS pixels; the picture shows all of it.
    pub width: f64,
    /// Id and box of each control, in CSS pixels of the visible part.
    pub marks: Vec<(String, screen_agent_page::Rect)>,
}

/// What a topic's file says of itself.
struct Form {
    role: ModelTier,
    system: &'static str,
    reply_tokens: u32,
    temperature: Option<f32>,
}

/// What a model answered, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Thought {
    /// On [`Topic::Analyze`].
    Analysis(Analysis),
    /// On [`Topic::Evaluate`].
    Evaluation(Evaluation),
    /// On [`Topic::Complete`].
    Completeness(Completeness),
    /// On [`Topic::Plan`].
    Draft(Draft),
    /// On [`Topic::Health`].
    Health(Health),
    /// On [`Topic::Act`] and [`Topic::Correct`].
    Proposal(Box<Proposal>),
    /// On the same: nothing is to be done for the plan's present step, or what was done for it did work; and why.
    StepDone(String),
    /// On [`Topic::Glance`] and [`Topic::Judge`].
    Judgement(Judgement),
    /// On [`Topic::Critique`].
    Critique(Critique),
    /// On [`Topic::Chat`].
    Words(String),
    /// On [`Topic::Locate`].
    Control(Option<NodeId>),
}

/// The prompt for a topic. `mark` is fresh random text from the shell.
pub fn prompt(brief: &Brief, mark: &str) -> Prompt {
    let form = form(&brief.topic);
    let prompt = PromptText::new(brief, mark, &form);
    let prompt = match &brief.topic {
        Topic::Analyze => analyze::user(prompt),
        Topic::Evaluate => evaluate::user(prompt),
        Topic::Complete { missing } => complete::user(prompt, missing),
        Topic::Plan { why } => plan::user(prompt, why.as_deref()),
        Topic::Health { change } => health::user(prompt, change),
        Topic::Act => act::user(prompt),
        Topic::Correct => correct::user(prompt),
        Topic::Glance => glance::user(prompt),
        Topic::Judge { claim } => judge::user(prompt, claim.as_deref()),
        Topic::Critique { action, why } => critique::user(prompt, action, why),
        Topic::Chat => chat::user(prompt),
        Topic::Locate { lost } => locate::user(prompt, lost),
    };
    let user = prompt.close();
    Prompt {
        topic: brief.topic.word(),
        role: form.role,
        system: brief.secrets.hide_in_prompt(&system(brief, &form)),
        user: brief.secrets.hide_in_prompt(&user),
        schema: schema(brief),
        grammar: grammar(brief),
        reply_tokens: form.reply_tokens,
        temperature: form.temperature,
        // Only where what to do next is asked, and only to a model that sees.
        picture: act::picture(brief).filter(|_| matches!(brief.topic, Topic::Act | Topic::Correct)),
    }
}

fn system(brief: &Brief, form: &Form) -> String {
    if brief.topic == Topic::Act {
        act::system(brief, form)
    } else if brief.topic == Topic::Correct {
        correct::system(form)
    } else {
        form.system.trim_end().to_owned()
    }
}

const fn form(topic: &Topic) -> Form {
    match topic {
        Topic::Analyze => analyze::FORM,
        Topic::Evaluate => evaluate::FORM,
        Topic::Complete { .. } => complete::FORM,
        Topic::Plan { .. } => plan::FORM,
        Topic::Health { .. } => health::FORM,
        Topic::Act => act::FORM,
        Topic::Correct => correct::FORM,
        Topic::Glance => glance::FORM,
        Topic::Judge { .. } => judge::FORM,
        Topic::Critique { .. } => critique::FORM,
        Topic::Chat => chat::FORM,
        Topic::Locate { .. } => locate::FORM,
    }
}

fn schema(brief: &Brief) -> Value {
    match &brief.topic {
        Topic::Analyze => lenient::schema::<analyze::Answer>(),
        Topic::Evaluate => lenient::schema::<evaluate::Answer>(),
        Topic::Complete { .. } => lenient::schema::<complete::Answer>(),
        Topic::Plan { .. } => lenient::schema::<plan::Answer>(),
        Topic::Health { .. } => lenient::schema::<health::Answer>(),
        Topic::Act => act::schema(brief),
        Topic::Correct => correct::schema(brief),
        Topic::Glance => glance::schema(),
        Topic::Judge { .. } => lenient::schema::<judge::Answer>(),
        Topic::Critique { .. } => lenient::schema::<critique::Answer>(),
        Topic::Chat => lenient::schema::<chat::Answer>(),
        Topic::Locate { .. } => lenient::schema::<locate::Answer>(),
    }
}

/// What the screen allows, for a model that is held to it.
fn grammar(brief: &Brief) -> Option<Value> {
    if brief.topic == Topic::Act {
        return Some(act::grammar(brief));
    }
    (brief.topic == Topic::Correct).then(|| correct::grammar(brief))
}

/// Reads an answer. The error is a safe sentence that can be sent back to the model.
pub fn read(topic: &Topic, answer: &str) -> Result<Thought, String> {
    Ok(match topic {
        Topic::Analyze => Thought::Analysis(analyze::read(answer)?),
        Topic::Evaluate => Thought::Evaluation(evaluate::read(answer)?),
        Topic::Complete { .. } => Thought::Completeness(complete::read(answer)?),
        Topic::Plan { .. } => Thought::Draft(plan::read(answer)?),
        Topic::Health { .. } => Thought::Health(health::read(answer)?),
        Topic::Act => act::thought(answer)?,
        Topic::Correct => correct::thought(answer)?,
        Topic::Glance => Thought::Judgement(glance::read(answer)?),
        Topic::Judge { .. } => Thought::Judgement(judge::read(answer)?),
        Topic::Critique { .. } => Thought::Critique(critique::read(answer)?),
        Topic::Chat => Thought::Words(chat::read(answer)?),
        Topic::Locate { .. } => Thought::Control(locate::read(answer)?),
    })
}
