//! A run and all that happens to it, played by a test.

use screen_agent_tools::Outcome;
use screen_agent_wire::packet::{RequestPacket, ResponsePacket};
use serde_json::{Value, json};

use super::super::*;
use crate::testing::moment;

pub(super) struct Stage {
    pub(super) run: QuestionRun,
    pub(super) means: Means,
    /// Every event, and the effects that it had.
    pub(super) acts: Vec<(Event, Vec<Effect>)>,
    request: RequestPacket,
}

impl Stage {
    /// A client asks.
    pub(super) fn open(request: RequestPacket, means: Means) -> Self {
        let mut stage = Self {
            run: open(&request, Earlier::default(), &moment(0)),
            means,
            acts: Vec::new(),
            request: request.clone(),
        };
        stage.feed(Event::Asked(Box::new(request)));
        stage
    }

    /// The client goes on: with these documents and approvals.
    pub(super) fn go_on(&mut self, documents: Value, approvals: Value) {
        let request = self.next_request(documents, approvals);
        self.take(request).unwrap();
    }

    pub(super) fn next_request(&self, documents: Value, approvals: Value) -> RequestPacket {
        let mut request = self.request.clone();
        request.id = format!("req-{}", self.acts.len());
        request.conversation.turn += u32::try_from(self.acts.len()).unwrap();
        request.trace =
            serde_json::from_value(json!({ "run_id": self.run.id, "step": self.run.step }))
                .unwrap();
        request.context.documents = serde_json::from_value(documents).unwrap();
        request.input.approvals = serde_json::from_value(approvals).unwrap();
        request
    }

    /// Between requests a run is kept as JSON.
    pub(super) fn take(&mut self, request: RequestPacket) -> Result<(), ResumeFault> {
        let kept = serde_json::to_string(&self.run).unwrap();
        let run: QuestionRun = serde_json::from_str(&kept).unwrap();
        self.run = resume(run, &request)?;
        self.feed(Event::Asked(Box::new(request)));
        Ok(())
    }

    pub(super) fn feed(&mut self, event: Event) {
        let at = moment(u32::try_from(self.acts.len()).unwrap());
        let (run, effects) = advance(self.run.clone(), event.clone(), &at, &self.means);
        self.run = run;
        self.acts.push((event, effects));
    }

    /// The model answers with words, citations and calls, in the right form.
    pub(super) fn say(&mut self, words: &str, citations: Value, calls: Value) {
        let render = json!({ "type": "doc", "children": [
            { "type": "paragraph", "children": [{ "type": "text", "text": words }] }] });
        self.say_tree(render, citations, calls);
    }

    pub(super) fn say_tree(&mut self, render: Value, citations: Value, calls: Value) {
        let packet = self.answer(render, citations, calls);
        self.say_text(&packet.to_string());
    }

    pub(super) fn answer(&self, render: Value, citations: Value, calls: Value) -> Value {
        let asked = self
            .run
            .asked
            .as_ref()
            .map(|asked| asked.request_id.clone());
        json!({
            "protocol": { "name": "laika.llmcp", "version": 1 }, "id": "res-1", "type": "response",
            "created_at": "2026-01-30T10:00:01.000Z",
            "conversation": { "id": self.run.conversation.id, "turn": self.run.conversation.turn },
            "sender": { "role": "assistant" }, "in_reply_to": { "request_id": asked.unwrap_or_default() },
            "assistant": { "title": "Answer", "render": render, "citations": citations },
            "tool_calls": calls,
        })
    }

    pub(super) fn say_text(&mut self, text: &str) {
        self.say_at_most(text, false);
    }

    /// The model says this, and may have had no room to say more.
    pub(super) fn say_at_most(&mut self, text: &str, broken_off: bool) {
        self.feed(Event::Answered {
            said: Ok(text.to_owned()),
            model: Some("scripted".to_owned()),
            broken_off,
        });
    }

    pub(super) fn effects(&self) -> &[Effect] {
        &self.acts.last().unwrap().1
    }

    pub(super) fn reply(&self) -> &ResponsePacket {
        match self.effects().last() {
            Some(Effect::Reply(packet)) => packet,
            other => panic!("no reply: {other:?}"),
        }
    }

    /// The packet that the model was asked with last.
    pub(super) fn asked(&self) -> Value {
        match self.effects().last() {
            Some(Effect::Call(Call::Think(prompt))) => serde_json::from_str(&prompt.user).unwrap(),
            other => panic!("no question: {other:?}"),
        }
    }

    /// Documents of a kind that the model was asked with last.
    pub(super) fn documents(&self, kind: &str) -> Vec<Value> {
        let asked = self.asked();
        let all = asked["context"]["documents"].as_array().unwrap();
        all.iter()
            .filter(|one| one["kind"] == kind)
            .cloned()
            .collect()
    }

    /// The call that is to be performed now.
    pub(super) fn performing(&self) -> (String, String) {
        let found = self.effects().iter().find_map(|effect| match effect {
            Effect::Call(Call::Perform { call_id, call }) => {
                Some((call_id.clone(), call.tool().name().to_owned()))
            }
            _ => None,
        });
        found.unwrap()
    }

    pub(super) fn performed(&mut self, outcome: Outcome) {
        let (call_id, _) = self.performing();
        self.feed(Event::Performed { call_id, outcome });
    }

    pub(super) fn call_id(&self, at: usize) -> String {
        self.reply().tool_calls[at].id.clone().unwrap()
    }

    /// A person's yes to a call of the last reply.
    pub(super) fn yes(&self, at: usize) -> Value {
        let call = &self.reply().tool_calls[at];
        let approval = call.policy.as_ref().unwrap().approval.as_ref().unwrap();
        json!([{ "call_id": call.id, "fingerprint": approval.fingerprint, "allow": true }])
    }
}

/// A result as a client brings it.
pub(super) fn result(call_id: &str, name: &str, status: &str, result: Value) -> Value {
    json!({ "doc_id": format!("doc:client:{call_id}"), "kind": "tool.result.v1", "trust": "trusted",
        "content": { "doc_type": "tool.result.v1", "call_id": call_id, "name": name, "status": status, "result": result } })
}

/// An effect in short, for a person to read.
pub(super) fn tell(effect: &Effect) -> String {
    match effect {
        Effect::Call(Call::Load { collection_id }) => format!("load {collection_id}"),
        Effect::Note(Note::Request(packet)) => {
            let role = serde_json::to_value(packet.sender.role).unwrap();
            let documents = packet
                .context
                .documents
                .iter()
                .map(|one| one.doc_id.as_str());
            format!(
                "keep request of {} [{}]",
                role.as_str().unwrap(),
                documents.collect::<Vec<_>>().join(", ")
            )
        }
        Effect::Note(Note::Response { packet, model }) => {
            format!(
                "keep response {} of {}",
                &packet.id[..8],
                model.as_deref().unwrap_or("us")
            )
        }
        Effect::Call(Call::Think(prompt)) => {
            let asked: Value = serde_json::from_str(&prompt.user).unwrap();
            let documents = asked["context"]["documents"].as_array().unwrap();
            let ids: Vec<&str> = documents
                .iter()
                .map(|one| one["doc_id"].as_str().unwrap())
                .collect();
            format!("think: {} with [{}]", prompt.topic, ids.join(", "))
        }
        Effect::Call(Call::UseApproval { .. }) => "use up an approval".to_owned(),
        Effect::Call(Call::Perform { call, .. }) => {
            format!("perform {} {}", call.tool().name(), call.tool().arguments())
        }
        Effect::Note(Note::Tell(words)) => format!("tell: {words}"),
        Effect::Reply(packet) => told_reply(packet),
        Effect::Fail(failure) => format!("fail: {failure:?}"),
    }
}

fn told_reply(packet: &ResponsePacket) -> String {
    let mut told = format!(
        "reply: {}",
        screen_agent_answer::plain(&packet.assistant.render).trim()
    );
    for citation in &packet.assistant.citations {
        let check = citation.check.as_ref().unwrap();
        let place = citation.node_id.as_deref().unwrap_or("-");
        told.push_str(&format!(
            "\n  cites {} {place}, verified {}",
            citation.doc_id, check.verified
        ));
    }
    for call in &packet.tool_calls {
        let policy = call.policy.as_ref().unwrap();
        let decision = serde_json::to_value(policy.decision).unwrap();
        told.push_str(&format!(
            "\n  {} {} {}: {} ({}) {}",
            call.name,
            call.arguments,
            call.id.as_ref().map_or("without id", |_| "with id"),
            decision.as_str().unwrap(),
            policy.reason_code,
            policy.text
        ));
    }
    told
}
