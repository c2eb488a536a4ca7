//! A run within one event, and what is to be done about it so far.

use screen_agent_wire::packet::document::{Content, Document};
use screen_agent_wire::packet::envelope::SenderRole;
use screen_agent_wire::packet::{Assistant, RequestPacket, ToolCall};

use crate::{prompt, quoted};

use super::effect::{Call, Effect, Note};
use super::state::{Asking, QuestionRun, WaitingCall, WaitsFor};
use super::{limits, reply};
use crate::inquiry::{Means, STEPS};
use crate::moment::{self, Moment};

/// A run within one event.
pub(super) struct Turn<'a> {
    pub(super) run: QuestionRun,
    pub(super) moment: &'a Moment,
    pub(super) means: &'a Means,
    pub(super) effects: Vec<Effect>,
}

impl Turn<'_> {
    /// What comes next: nothing while something is under way, else the client where something waits
    /// for it, else the model.
    pub(super) fn proceed(&mut self) {
        let under_way = |waiting: &WaitingCall| {
            matches!(
                waiting.waits_for,
                WaitsFor::Server | WaitsFor::Approval { .. }
            )
        };
        if self.run.waiting.iter().any(under_way) {
            return;
        }
        if self.run.waiting.is_empty() {
            self.think();
        } else {
            let said = self.run.said.clone();
            let said = said.unwrap_or_else(|| reply::sentence("This is to be done next."));
            self.reply(said);
        }
    }

    /// Asks a model, once everything that it shall read is there.
    pub(super) fn think(&mut self) {
        if let Some(collection_id) = self.collection() {
            self.run.loading = true;
            self.effects
                .push(Effect::Call(Call::Load { collection_id }));
            return;
        }
        self.run.said = None;
        let Some(limits) = self.means.limits else {
            let (assistant, packed) = quoted::answer(&self.run.inquiry());
            self.run.model = None;
            return self.reply(limits::told(assistant, &packed));
        };
        if self.run.repair.is_none() {
            self.run.step += 1;
            let told = if self.run.step == 1 {
                "Reading."
            } else {
                "Going on with what came of it."
            };
            self.effects.push(Effect::Note(Note::Tell(told.to_owned())));
        }
        let asked = prompt::ask(&self.run.inquiry(), self.moment, self.means, &limits);
        self.run.asked = Some(Asking {
            request_id: asked.request_id,
            room: asked.room,
        });
        self.run.packed = Some(asked.packed);
        self.effects
            .push(Effect::Call(Call::Think(Box::new(asked.prompt))));
    }

    /// The collection that is still to be brought.
    fn collection(&self) -> Option<String> {
        let id = self.run.task.args.get("collection_id")?.as_str()?;
        (!self.run.has_loaded).then(|| id.to_owned())
    }

    /// Answers the client. The run is over where nothing waits.
    pub(super) fn reply(&mut self, assistant: Assistant) {
        let mut calls = std::mem::take(&mut self.run.denied);
        calls.extend(self.run.waiting.iter().map(|waiting| waiting.call.clone()));
        self.run.ended = self.run.waiting.is_empty();
        let packet = reply::packet(&self.run, self.moment, assistant, calls);
        self.effects.push(Effect::Note(Note::Response {
            packet: Box::new(packet.clone()),
            model: self.run.model.clone(),
        }));
        let packet = self.means.engines.addressed(packet);
        self.effects.push(Effect::Reply(Box::new(packet)));
    }

    /// Ends the run with one sentence of ours.
    pub(super) fn refuse(&mut self, words: &str) {
        self.run.waiting.clear();
        self.run.asked = None;
        self.run.model = None;
        self.reply(reply::sentence(words));
    }

    /// Keeps the model's words of a step in which the server goes on by itself.
    pub(super) fn keep_step(&mut self, assistant: Assistant, calls: Vec<ToolCall>) {
        let packet = reply::packet(&self.run, self.moment, assistant, calls);
        self.effects.push(Effect::Note(Note::Response {
            packet: Box::new(packet),
            model: self.run.model.clone(),
        }));
    }

    /// Takes in what a call came to; the history gets it as a packet of the tool's own.
    pub(super) fn came_to(&mut self, documents: Vec<Document>) {
        let packet = self.of_tool(documents.clone());
        self.effects
            .push(Effect::Note(Note::Request(Box::new(packet))));
        for document in documents {
            super::take::put_result(&mut self.run, document);
        }
    }

    fn of_tool(&self, documents: Vec<Document>) -> RequestPacket {
        let name = documents
            .iter()
            .find_map(|document| match &document.content {
                Content::ToolResult(result) => Some(result.call_id.as_str()),
                _ => None,
            });
        let kind = format!("tool {}", name.unwrap_or_default());
        let id = moment::mint(self.moment, &kind, 0).to_string();
        let mut packet = prompt::packet(&self.run.inquiry(), id, self.moment);
        packet.sender.role = SenderRole::Tool;
        packet.context.documents = documents;
        packet
    }

    /// No more tools: this was the last step.
    pub(super) fn is_last_step(&self) -> bool {
        self.run.step >= STEPS
    }
}
