//! What a model may be told: the question, what there is to read, and what can be done for it.

use screen_agent_page::reading::Reading;
use screen_agent_think::models::ModelLimits;
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::document::{Content, Source};
use screen_agent_wire::packet::envelope::Conversation;
use screen_agent_wire::packet::request::{PacketTask, UserMessage};
use serde::{Deserialize, Serialize};

use crate::engines::Engines;

/// Most steps of a run: how often a model is asked what to do.
pub const STEPS: u32 = 8;

/// One question, and all that is known for its answer.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// Id of the run.
    pub run_id: &'a str,
    /// How often a model was asked, this time included.
    pub step: u32,
    /// Which conversation, and which turn of it.
    pub conversation: &'a Conversation,
    /// What the person said.
    pub message: &'a UserMessage,
    /// What is to be done.
    pub task: &'a PacketTask,
    /// Tools that the client can perform.
    pub client_tools: &'a [String],
    /// What was said before in this conversation, oldest first.
    pub earlier: &'a [Exchange],
    /// Pages that were captured, whole.
    pub pages: &'a [CapturedPage],
    /// Ready-made documents of the client's.
    pub documents: &'a [Document],
    /// Documents of the collection.
    pub loaded: &'a [Document],
    /// What tools came to, oldest first.
    pub results: &'a [Document],
    /// What was wrong with the model's last answer.
    pub repair: Option<&'a str>,
}

impl Inquiry<'_> {
    /// A tab shows one of the pages, so that something can be done there.
    pub(crate) fn has_page_in_front(&self) -> bool {
        // Of ready pages only the one in front keeps its controls.
        let tells = |one: &Document| matches!(&one.content, Content::Summary(page) if !page.elements.is_empty());
        self.pages.iter().any(|page| page.in_front) || self.documents.iter().any(tells)
    }
}

/// A question and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The person's words.
    pub question: String,
    /// The answer, as plain text.
    pub answer: String,
}

/// A page that was captured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CapturedPage {
    /// What the ids of its documents begin with.
    pub base: String,
    /// Where it comes from.
    pub source: Option<Source>,
    /// What it says.
    pub reading: Reading,
    /// The tab has gone on to another page since.
    pub left: bool,
    /// It is what the client's tab shows. Handles of other pages mean nothing there: they are not told, and two pages may
    /// bear the same.
    #[serde(default)]
    pub in_front: bool,
}

/// What becomes of artifacts and collections that are kept during a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lasting {
    /// They go when the run is over: a command without a folder of its own.
    Gone,
    /// They stay, and nobody answers for them: a command with a folder.
    Kept,
    /// They stay, and a server hands them out and goes on working on them.
    #[default]
    Served,
}

/// What the server can do for a run. None of it changes in the middle of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Means {
    /// The models; none where nobody can be asked, so that answers are quotations.
    pub limits: Option<ModelLimits>,
    /// The web can be searched by the server itself.
    pub can_search: bool,
    /// What becomes of what is kept here.
    pub lasting: Lasting,
    /// Somebody has said what taxes are, not more than a year ago.
    pub taxes: bool,
    /// Somebody has said what shipping costs.
    pub ships: bool,
    /// The search engines that a client may be sent to.
    pub engines: Engines,
    /// Services that may be invoked.
    pub services: Vec<Service>,
    /// Today, as `YYYY-MM-DD`.
    pub today: String,
}

/// A service that may be invoked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// Its name.
    pub name: String,
    /// What it can do.
    pub operations: Vec<String>,
}
