//! A small site that does what it is told, and tasks that go through the whole turn on it.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "each test file uses a part of it"
)]

#[path = "../../../command/tests/notation/mod.rs"]
pub mod notation;

use std::sync::Arc;

use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Proposal};
use screen_agent_action::id::TaskId;
use screen_agent_action::step::Report;
use screen_agent_gate::approval::{ApprovalAnswer, ApprovalScope};
use screen_agent_page::{Observation, State};
use screen_agent_think::models::{ModelLimits, ModelReply, Spent, ThinkFailure};
use screen_agent_think::{Prompt, prompt};
use screen_agent_turn::advance;
use screen_agent_turn::event::{Event, Seen};
use screen_agent_turn::next::{Call, Next, Reply};
use screen_agent_turn::record::{Recorder, TurnRecord};
use screen_agent_turn::task::Task;
use uuid::Uuid;

pub const PEOPLE: &str = r#"
# People
[5 btn "Help"]
|| Name | City | |
| Ann Lee | Oslo | [1 btn "Open"]
| Bo Clay | Rome | [2 btn "Open"]
| Cid Moss | Bern | [3 btn "Open"]
"#;

pub const EDIT: &str = r#"
# Record
City [11 inp "City"]
Note [12 inp "Note"]
Colour [13 sel "Colour" opts=Red;Green]
[14 chk "Member"]
[15 btn "Save"]
[16 btn "Cancel"]
"#;

pub const SAVED: &str = r#"
# Saved
The record 17 is kept now
[21 btn "Back to the list"]
"#;

const LIMITS: ModelLimits = ModelLimits {
    window: 8_192,
    pictures: false,
    task_tokens: 0,
    task_micros: 0,
};

pub const ORDER: &str = "Press Open in the row of \"Bo Clay\". Enter \"Bern\" into City. \
    Choose Green in Colour. Press Save.";

/// What a model answers to a prompt, if it answers at all.
pub type Answers = Arc<dyn Fn(&Prompt) -> Option<String>>;

/// Pages by path; a press of a control by its name leads to another. What is farther down a page follows it, under its address.
#[derive(Clone)]
pub struct World {
    pub pages: Vec<(&'static str, Observation)>,
    pub at: usize,
    /// What was done, as `verb name`.
    pub done: Vec<String>,
    /// The person says yes to what is asked.
    pub consents: bool,
    pub asked: usize,
    /// A model that may be asked where a control is.
    pub model: Option<Answers>,
    /// What it was asked.
    pub prompts: Vec<Prompt>,
    /// What the person says to whatever question they are asked; without it the run ends there.
    pub says: Option<&'static str>,
}

impl World {
    pub fn new() -> Self {
        let page = |path: &'static str, text| {
            let mut seen = notation::read(text);
            seen.url = format!("https://page.example{path}");
            for node in &mut seen.nodes {
                node.facts.selector = Some(format!("#c{}", node.id));
                node.facts.tag = Some("button".to_owned());
            }
            (path, seen)
        };
        Self {
            pages: vec![
                page("/people", PEOPLE),
                page("/edit", EDIT),
                page("/saved", SAVED),
            ],
            at: 0,
            done: Vec::new(),
            consents: true,
            asked: 0,
            model: None,
            prompts: Vec::new(),
            says: None,
        }
    }

    pub fn seen(&self) -> &Observation {
        &self.pages[self.at].1
    }

    pub fn seen_at(&self, at: usize) -> &Observation {
        &self.pages[at].1
    }

    pub fn page(&mut self, at: usize) -> &mut Observation {
        &mut self.pages[at].1
    }

    fn perform(&mut self, action: &Action) {
        if let Action::Scroll { down, .. } = action {
            let other = if *down { self.at + 1 } else { self.at - 1 };
            assert_eq!(self.pages[other].1.url, self.seen().url);
            self.at = other;
        }
        let seen = &mut self.pages[self.at].1;
        let Some(id) = action.target() else { return };
        let node = seen.nodes.iter_mut().find(|node| node.id == *id).unwrap();
        match action {
            Action::SetValue { text, .. } => node.value = Some(text.clone()),
            Action::SelectDropdown { choice, .. } => node.value.clone_from(&choice.text),
            Action::Check { .. } => node.states.push(State::Checked),
            _ => {}
        }
        let verb = screen_agent_action::print(action);
        let verb = verb.split('(').next().unwrap();
        self.done.push(format!("{verb} {id}"));
        if matches!(action, Action::Click { .. }) {
            self.at = match self.at {
                0 if node.name != "Help" => 1,
                1 => 2,
                2 if node.name == "Back to the list" => 0,
                at => at,
            };
        }
    }

    fn think(&mut self, prompt: Prompt) -> Event {
        let spent = Spent::default();
        let answer = self.model.as_ref().and_then(|model| model(&prompt));
        self.prompts.push(prompt);
        match answer {
            Some(text) => Event::Thought {
                said: ModelReply {
                    text,
                    ..ModelReply::default()
                },
            },
            None => Event::ThinkFailed {
                failure: ThinkFailure::TimedOut,
                spent,
            },
        }
    }

    /// Goes through a whole task; its record, and how it ended.
    pub fn carry_out(&mut self, words: &str, proposer: &dyn Fn(&Ask) -> Proposal) -> Ended {
        let id = TaskId::new(Uuid::from_u128(7));
        let mut task = Task::new(id, words.to_owned());
        let mut turns: Vec<TurnRecord> = Vec::new();
        let (mut report, mut approval, mut said) = (Report::default(), None, None);
        for now_ms in 0..60 {
            let mut recorder = Recorder::new(task.clone());
            let mut event = Event::Observed {
                seen: Box::new(Seen {
                    screen: Arc::new(self.seen().clone()),
                    report: std::mem::take(&mut report),
                    approval: approval.take(),
                    words: said.take(),
                    locator: self.model.as_ref().map(|_| LIMITS),
                    today: "2026-03-04".to_owned(),
                    now_ms,
                    ..Seen::default()
                }),
            };
            let reply = loop {
                let (after, notes, next) = advance(task, event.clone());
                recorder.add(event, &notes, &next);
                task = after;
                event = match next {
                    Next::Reply(reply) => break *reply,
                    Next::Await(Call::Propose { ask }) => Event::Proposed {
                        proposal: Box::new(proposer(&ask)),
                    },
                    Next::Await(Call::Recall { .. }) => Event::Recalled {
                        recollection: Box::default(),
                    },
                    Next::Await(Call::Think { brief }) => self.think(prompt(&brief, "F00D")),
                    Next::Await(other) => panic!("{other:?}"),
                };
            };
            turns.push(recorder.finish(task.clone()).unwrap());
            match reply {
                Reply::Act { action, .. } => {
                    let action: &Action = action.action();
                    if action.is_terminal() {
                        break;
                    }
                    self.perform(action);
                    report.success = Some(true);
                }
                Reply::Approval { request, .. } => {
                    self.asked += 1;
                    approval = Some(ApprovalAnswer {
                        fingerprint: request.fingerprint,
                        allow: self.consents,
                        scope: ApprovalScope::Once,
                    });
                }
                Reply::Question { .. } if self.says.is_some() => {
                    self.asked += 1;
                    said = self.says.map(str::to_owned);
                }
                Reply::Question { question, .. } => {
                    return Ended {
                        task,
                        turns,
                        question: Some(question),
                    };
                }
                other => panic!("{other:?}"),
            }
        }
        Ended {
            task,
            turns,
            question: None,
        }
    }
}

pub struct Ended {
    pub task: Task,
    pub turns: Vec<TurnRecord>,
    pub question: Option<String>,
}

impl Ended {
    pub fn record(&self) -> String {
        let lines: Vec<String> = self.turns.iter().map(|turn| turn.line().unwrap()).collect();
        lines.join("\n")
    }

    pub fn result(&self) -> &str {
        self.task.result.as_deref().unwrap_or_default()
    }
}
