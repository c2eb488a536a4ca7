//! One question: asked, its tools performed or refused, until it is answered.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use screen_agent_adapters::sse::StreamEvent;
use screen_agent_tools::Tool;
use screen_agent_wire::packet::document::{Content, ToolError, ToolResultDocument, ToolStatus};
use screen_agent_wire::packet::envelope::{Conversation, Protocol, Sender, SenderRole, Trace};
use screen_agent_wire::packet::problem::ProblemBody;
use screen_agent_wire::packet::request::{
    Context, Input, Output, PacketTask, RequestType, ToolApprovalAnswer, ToolMode, UserMessage,
};
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::tool::{PolicyDecision, ToolApprovalRequest};
use screen_agent_wire::packet::{Document, RequestPacket, ResponsePacket, ToolCall, Trust};
use serde::Deserialize;
use uuid::Uuid;

use super::given::{Opened, TAB, document, page};
use super::perform::{PERFORMED_HERE, perform};
use super::show;
use crate::Ending;
use crate::drive::{Answerer, Door, is_yes};
use crate::terminal::progress;

/// Most times that tools are performed before giving up; the server has its own limit on steps.
const ROUNDS: u32 = 20;

/// What is asked.
pub(super) struct Question {
    pub(super) words: String,
    pub(super) task: PacketTask,
    pub(super) mode: ToolMode,
    /// The conversation to go on with, at its next turn.
    pub(super) conversation: Option<Conversation>,
}

/// Who asks whom.
pub(super) struct Asking<'a> {
    pub(super) door: &'a Door,
    pub(super) consent: Answerer,
    pub(super) question: Question,
}

/// What came of the calls of one response.
struct Done {
    approvals: Vec<ToolApprovalAnswer>,
    results: Vec<Document>,
    /// Something was asked that nobody was there to answer.
    unanswered: bool,
}

impl Asking<'_> {
    /// Asks until there is an answer with nothing left to do.
    pub(super) async fn run(&self, opened: &mut Opened) -> Result<(Ending, ReplyPacket)> {
        let conversation = self.question.conversation.clone();
        let conversation = conversation.unwrap_or_else(|| Conversation {
            id: fresh("conv"),
            turn: 1,
        });
        let mut request = self.first(opened, conversation);
        let mut results = Vec::new();
        // What the person was asked, by the call: what was done is told in the same words.
        let mut asked = BTreeMap::new();
        for _ in 0..ROUNDS {
            let mut reply = self.ask(&request).await?;
            // What the server did on the way is told with the answer.
            results.append(&mut reply.tool_results);
            let calls = reply.packet.tool_calls.clone();
            let waiting: Vec<&ToolCall> = calls.iter().filter(waits).collect();
            let done = match waiting.as_slice() {
                [] => None,
                waiting => Some(self.see_to(waiting, opened, &mut asked).await?),
            };
            let ending = match done {
                Some(done) if !done.unanswered => {
                    request = next(request, &reply.packet, done, opened).await?;
                    continue;
                }
                Some(_) => Ending::NeedsUser,
                None => Ending::Done,
            };
            reply.tool_results = results;
            return Ok((ending, reply));
        }
        bail!("the model goes on proposing tools; nothing more was done after {ROUNDS} rounds")
    }

    fn first(&self, opened: &Opened, conversation: Conversation) -> RequestPacket {
        let tools = match opened.hands {
            Some(_) => PERFORMED_HERE.iter().map(|&name| name.to_owned()).collect(),
            None => Vec::new(),
        };
        RequestPacket {
            protocol: Protocol::default(),
            id: fresh("req"),
            packet_type: RequestType::Request,
            created_at: now(),
            conversation,
            sender: Sender {
                role: SenderRole::User,
            },
            trace: None,
            input: Input {
                user_message: UserMessage {
                    id: fresh("msg"),
                    text: self.question.words.clone(),
                },
                task: self.question.task.clone(),
                mode: Some(self.question.mode),
                tools,
                approvals: Vec::new(),
            },
            context: Context {
                documents: opened.documents.clone(),
            },
            output: Output::default(),
        }
    }

    /// Asks the server, telling how far it is.
    async fn ask(&self, request: &RequestPacket) -> Result<ReplyPacket> {
        let mut packet = None;
        let mut problem = None;
        let mut heard = |sent: StreamEvent| match sent.name.as_slice() {
            b"progress" => {
                if let Ok(told) = serde_json::from_slice::<Told>(&sent.data) {
                    progress(&told.text);
                }
            }
            b"packet" => packet = Some(serde_json::from_slice(&sent.data)),
            b"error" => problem = serde_json::from_slice::<ProblemBody>(&sent.data).ok(),
            _ => {}
        };
        let refused = self.door.listen("/api/llmcp", request, &mut heard).await?;
        progress("");
        if let Some(ProblemBody { error }) = refused.or(problem) {
            bail!("{} ({})", error.message, error.code);
        }
        match packet {
            Some(packet) => Ok(packet?),
            None => bail!("the server broke off without an answer"),
        }
    }

    /// Performs what may be performed, and asks about what has to be asked about.
    async fn see_to(
        &self,
        waiting: &[&ToolCall],
        opened: &mut Opened,
        asked: &mut BTreeMap<String, String>,
    ) -> Result<Done> {
        let mut done = Done {
            approvals: Vec::new(),
            results: Vec::new(),
            unanswered: false,
        };
        for call in waiting {
            let policy = call.policy.as_ref();
            let request = policy.and_then(|policy| policy.approval.as_ref());
            match (decision(call), request) {
                (Some(PolicyDecision::Allow), _) => {
                    let result = self.perform(call, opened).await;
                    show::performed(
                        call,
                        &result,
                        asked.get(call.id.as_deref().unwrap_or_default()),
                    );
                    done.results.push(result);
                }
                // What has to be asked about is never done for want of the question.
                (_, Some(request)) => match self.ask_person(call, request, opened).await {
                    Some(answer) => {
                        let text = policy.map(|policy| policy.text.clone());
                        asked.extend(call.id.clone().zip(text));
                        done.approvals.push(answer);
                    }
                    None => done.unanswered = true,
                },
                (_, None) => done.unanswered = true,
            }
        }
        Ok(done)
    }

    async fn perform(&self, call: &ToolCall, opened: &mut Opened) -> Document {
        let read = Tool::read(&call.name, &call.arguments);
        let result = match (read, &mut opened.hands) {
            (Ok(tool), Some(hands)) => {
                opened.generation += 1;
                perform(hands, &tool).await
            }
            _ => Err(("UNSUPPORTED_TOOL", "This command cannot perform it.".into())),
        };
        let id = call.id.clone().unwrap_or_default();
        let content = Content::ToolResult(ToolResultDocument {
            status: match result {
                Ok(_) => ToolStatus::Ok,
                Err(_) => ToolStatus::Error,
            },
            error: result.as_ref().err().map(|(code, message)| ToolError {
                code: (*code).to_owned(),
                message: message.clone(),
            }),
            result: result.ok(),
            call_id: id.clone(),
            name: call.name.clone(),
            documents: Vec::new(),
        });
        document(format!("doc:tool:{id}"), Trust::Trusted, content)
    }

    async fn ask_person(
        &self,
        call: &ToolCall,
        request: &ToolApprovalRequest,
        opened: &Opened,
    ) -> Option<ToolApprovalAnswer> {
        let policy = call.policy.as_ref();
        let text = policy.map_or("", |policy| policy.text.as_str());
        // What leaves the machine is shown whole, not only as far as a sentence holds it.
        let exact = screen_agent_answer::shown(&call.arguments.to_string());
        let place = show::place(&request.origin);
        let question = format!("{text}\n  {} {exact}{place}\n", call.name);
        let code = policy.map_or("", |policy| policy.reason_code.as_str());
        // In assist everything is asked about under one code: what is done on the page in front is told
        // from what leads elsewhere.
        let on_page = call.name.starts_with("browser.") && call.name != "browser.navigate";
        let code = match code {
            "assist_requires_approval" if on_page && opened.is_on(&request.origin) => {
                "changes_state"
            }
            other => other,
        };
        let answer = self.consent.answer(&question, Some(code)).await?;
        Some(ToolApprovalAnswer {
            call_id: call.id.clone().unwrap_or_default(),
            fingerprint: request.fingerprint.clone(),
            allow: is_yes(&answer),
        })
    }
}

/// How far the server is.
#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    text: String,
}

fn decision(call: &ToolCall) -> Option<PolicyDecision> {
    call.policy.as_ref().map(|policy| policy.decision)
}

/// True for a call that is ours to perform or to ask about.
fn waits(call: &&ToolCall) -> bool {
    matches!(
        decision(call),
        Some(PolicyDecision::Allow | PolicyDecision::Ask)
    )
}

/// The request that goes on, on the page as it is now.
async fn next(
    request: RequestPacket,
    response: &ResponsePacket,
    done: Done,
    opened: &mut Opened,
) -> Result<RequestPacket> {
    let mut documents = done.results;
    if let Some(hands) = &mut opened.hands {
        let number = opened.documents.len().max(1);
        let capture = hands.capture().await?;
        let tab = Some(TAB.to_owned());
        documents.push(page(number, capture, opened.generation, tab));
    }
    let trace = response.trace.as_ref().map(|trace| Trace {
        run_id: trace.run_id.clone(),
        step: trace.step,
    });
    Ok(RequestPacket {
        id: fresh("req"),
        created_at: now(),
        conversation: Conversation {
            turn: request.conversation.turn + 1,
            ..request.conversation
        },
        trace,
        input: Input {
            approvals: done.approvals,
            ..request.input
        },
        context: Context { documents },
        ..request
    })
}

fn fresh(kind: &str) -> String {
    format!("{kind}_{}", Uuid::now_v7())
}

fn now() -> String {
    jiff::Timestamp::now().to_string()
}
