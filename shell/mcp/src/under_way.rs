//! A call under way: its work, what it tells, and what it asks of the person behind the client.

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, InputRequest,
    InputRequests, InputRequiredResult, InputResponses, ProgressNotificationParam, ProtocolVersion,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::json;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::AbortOnDropHandle;

use crate::desk::Given;
use crate::fault::CallFault;
use crate::person::{Behind, Person, PersonQuestion, PersonReply};

/// How a client puts a question to its person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By a request of ours, while the call goes on.
    Request,
    /// By the call's result: it calls again with the answer. From 2026-07-28 on.
    Rounds,
    /// It has none.
    None,
}

impl Way {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let capabilities = context.client_capabilities();
        let asks = capabilities.and_then(|can| can.elicitation);
        // One that names neither kind has forms.
        if asks.is_none_or(|kinds| kinds.form.is_none() && kinds.url.is_some()) {
            return Self::None;
        }
        let version = context.protocol_version();
        let rounds = ProtocolVersion::V_2026_07_28;
        match version.is_some_and(|version| version.as_str() >= rounds.as_str()) {
            true => Self::Rounds,
            false => Self::Request,
        }
    }
}

/// The one name under which an answer is looked for.
const ANSWER: &str = "answer";

/// What a call asks, and where its answer goes.
type Asked = (PersonQuestion, oneshot::Sender<PersonReply>);

/// Asks by way of whoever follows the call.
#[derive(Debug)]
struct ByWay(mpsc::Sender<Asked>);

#[async_trait]
impl Person for ByWay {
    async fn ask(&self, question: PersonQuestion) -> PersonReply {
        let (send, answer) = oneshot::channel();
        match self.0.send((question, send)).await {
            Ok(()) => answer.await.unwrap_or(PersonReply::Dismissed),
            Err(_) => PersonReply::CannotBeAsked,
        }
    }
}

/// A call under way. Dropped, its work ends.
pub(crate) struct UnderWay {
    work: AbortOnDropHandle<Given>,
    questions: mpsc::Receiver<Asked>,
    news: mpsc::UnboundedReceiver<String>,
    told: u32,
    /// What is asked while nobody follows.
    open: Option<(PersonQuestion, oneshot::Sender<PersonReply>)>,
}

/// What following came to.
pub(crate) enum Came {
    Ended(Given),
    Cancelled,
    Asks(Required),
}

/// What the client has to ask before it calls again.
pub(crate) struct Required(PersonQuestion);

impl Required {
    pub(crate) fn with_state(self, word: String) -> InputRequiredResult {
        let request = InputRequest::Elicitation(ElicitRequest::new(form(&self.0)));
        let requests = InputRequests::from([(ANSWER.to_owned(), request)]);
        InputRequiredResult::new(Some(requests), Some(word))
    }
}

impl UnderWay {
    pub(crate) fn begin<F>(work: impl FnOnce(Behind, mpsc::UnboundedSender<String>) -> F) -> Self
    where
        F: Future<Output = Given> + Send + 'static,
    {
        let (ask, questions) = mpsc::channel(1);
        let (tell, news) = mpsc::unbounded_channel();
        Self {
            work: AbortOnDropHandle::new(tokio::spawn(work(Arc::new(ByWay(ask)), tell))),
            questions,
            news,
            told: 0,
            open: None,
        }
    }

    /// Takes the answer that a client comes back with.
    pub(crate) fn answered(&mut self, responses: &InputResponses) {
        let said = responses.get(ANSWER).cloned();
        let said = said.and_then(|said| serde_json::from_value::<ElicitResult>(said).ok());
        if let Some((question, send)) = self.open.take() {
            let _ = send.send(said.map_or(PersonReply::Dismissed, |said| reply(&question, said)));
        }
    }

    pub(crate) async fn follow(&mut self, context: &RequestContext<RoleServer>) -> Came {
        loop {
            tokio::select! {
                biased;
                () = context.ct.cancelled() => return Came::Cancelled,
                Some(news) = self.news.recv() => self.tell(news, context).await,
                Some((question, send)) = self.questions.recv() => match Way::of(context) {
                    Way::Rounds => {
                        self.open = Some((question.clone(), send));
                        return Came::Asks(Required(question));
                    }
                    Way::Request => {
                        let replied = tokio::select! {
                            () = context.ct.cancelled() => return Came::Cancelled,
                            replied = request(&question, context) => replied,
                        };
                        let _ = send.send(replied);
                    }
                    Way::None => drop(send.send(PersonReply::CannotBeAsked)),
                },
                ended = &mut self.work => return Came::Ended(ended.unwrap_or_else(|_| {
                    Err(CallFault::new("INTERNAL", "the call broke off; nothing is known of its end"))
                })),
            }
        }
    }

    async fn tell(&mut self, news: String, context: &RequestContext<RoleServer>) {
        let Some(token) = context.meta.get_progress_token() else {
            return;
        };
        self.told += 1;
        let mut progress = ProgressNotificationParam::new(token, f64::from(self.told));
        progress.message = Some(news);
        // A client that is gone is noticed by the call.
        let _ = context.peer.notify_progress(progress).await;
    }
}

async fn request(question: &PersonQuestion, context: &RequestContext<RoleServer>) -> PersonReply {
    match context.peer.create_elicitation(form(question)).await {
        Ok(said) => reply(question, said),
        Err(error) => {
            tracing::debug!(%error, "the client did not ask its person");
            PersonReply::CannotBeAsked
        }
    }
}

/// The form that a person sees. A yes takes a yes: that the form was sent off is none.
fn form(question: &PersonQuestion) -> ElicitRequestParams {
    let schema = match question.approval {
        true => json!({
            "type": "object",
            "properties": { "allow": { "type": "boolean", "title": "Allow exactly this, this once" } },
            "required": ["allow"],
        }),
        false => json!({
            "type": "object",
            "properties": { "answer": { "type": "string", "title": "Your answer" } },
            "required": ["answer"],
        }),
    };
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.text.clone(),
        requested_schema: serde_json::from_value(schema)
            .unwrap_or_else(|_| rmcp::model::ElicitationSchema::new(Default::default())),
    }
}

fn reply(question: &PersonQuestion, said: ElicitResult) -> PersonReply {
    let content = said.content.unwrap_or_default();
    match (said.action, question.approval) {
        (ElicitationAction::Accept, true) => {
            let allow = content["allow"] == json!(true);
            PersonReply::Said(if allow { "yes" } else { "no" }.to_owned())
        }
        (ElicitationAction::Accept, false) => match content["answer"].as_str().map(str::trim) {
            Some(answer) if !answer.is_empty() => PersonReply::Said(answer.to_owned()),
            _ => PersonReply::Dismissed,
        },
        (ElicitationAction::Decline, true) => PersonReply::Said("no".to_owned()),
        _ => PersonReply::Dismissed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(action: ElicitationAction, content: serde_json::Value) -> ElicitResult {
        ElicitResult::new(action).with_content(content)
    }

    #[test]
    fn only_a_yes_is_one() {
        let question = PersonQuestion {
            text: "Buy?".to_owned(),
            approval: true,
        };
        let is_yes = |said| reply(&question, said).is_yes();
        assert!(is_yes(said(
            ElicitationAction::Accept,
            json!({ "allow": true })
        )));
        for (action, content) in [
            (ElicitationAction::Accept, json!({ "allow": false })),
            (ElicitationAction::Accept, json!({ "allow": "true" })),
            (ElicitationAction::Accept, json!({ "answer": "yes" })),
            (ElicitationAction::Accept, json!(null)),
            (ElicitationAction::Decline, json!({ "allow": true })),
            (ElicitationAction::Cancel, json!({ "allow": true })),
        ] {
            assert!(!is_yes(said(action, content.clone())), "{content}");
        }
    }
}
