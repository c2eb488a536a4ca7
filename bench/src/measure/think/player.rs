//! A model that plays a task by what it reads, in this process. It counts what it is asked and how
//! many tokens that took.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use screen_agent_ports::{ModelAnswer, ModelCall, Thinker, Thinking};
use screen_agent_think::Prompt;
use screen_agent_think::models::ModelLimits;
use serde_json::{Value, json};

use super::super::tokens;
use crate::screens::LIMITS;

/// How a task is played.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The next action, by what stands on the page.
    pub(super) acting: fn(&Told<'_>) -> String,
    /// The plan, where one is asked for.
    pub(super) plan: &'static [&'static str],
    /// What the page says once the task is done.
    pub(super) done_at: &'static str,
}

/// Asked of the model once.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) topic: &'static str,
    pub(super) tokens: usize,
}

/// The model.
pub(super) struct Player {
    part: Part,
    asked: Mutex<Vec<Asked>>,
}

impl Player {
    pub(super) fn new(part: Part) -> Self {
        Self {
            part,
            asked: Mutex::default(),
        }
    }

    /// What it was asked, in order.
    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn answer(&self, prompt: &Prompt) -> Value {
        let told = Told(&prompt.user);
        let done = told.shows(self.part.done_at);
        let evidence = json!({ "sources": ["the page"], "quality": "strong", "gaps": [] });
        match prompt.topic {
            "act" | "correct" => json!({
                "thought": "As the bench says.", "confidence": 0.95, "strategy": "ALTERNATIVE_SELECTOR",
                "reason": "It did not work.", "action": if done { "finish(\"Done.\")".to_owned() } else { (self.part.acting)(&told) },
            }),
            "analyze" => json!({
                "source": "PAGE", "requiredSources": ["PAGE"], "missingInfo": [], "searchQuery": null,
                "reasoning": "As the bench says.", "confidence": 0.95, "evidence": evidence,
            }),
            "plan" => {
                let steps: Vec<Value> = self
                    .part
                    .plan
                    .iter()
                    .map(|step| json!({ "description": step, "tool": "DOM" }))
                    .collect();
                json!({ "steps": steps, "contingencies": [] })
            }
            "glance" | "judge" => json!({
                "action_succeeded": true, "task_completed": done, "confidence": 0.95, "reason": "It is seen.",
            }),
            "critique" => {
                json!({ "approved": true, "confidence": 0.95, "reason": "It was asked for." })
            }
            "health" => {
                json!({ "valid": true, "reason": "It still fits.", "suggestedChanges": [], "needsFullReplan": false })
            }
            "complete" | "evaluate" => json!({
                "canProceed": true, "solved": true, "summary": "All is known.", "reasoning": "All is known.",
                "confidence": 0.95, "evidence": evidence,
            }),
            _ => json!({ "answer": "As the bench says." }),
        }
    }
}

#[async_trait]
impl Thinker for Player {
    fn limits(&self) -> ModelLimits {
        LIMITS
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        let tokens = tokens(&prompt.system) + tokens(&prompt.user);
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Asked {
                topic: prompt.topic,
                tokens,
            });
        let call = ModelCall {
            model: "player".into(),
            role: prompt.role,
            prompt_tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
            completion_tokens: 0,
            micros: 0,
            duration_ms: 0,
            succeeded: true,
        };
        let text = self.answer(prompt).to_string();
        Thinking {
            answer: Ok(ModelAnswer {
                broken_off: false,
                text,
                degraded: false,
            }),
            calls: vec![call],
        }
    }
}

/// What the model reads, found by name.
pub(super) struct Told<'a>(&'a str);

impl Told<'_> {
    fn page(&self) -> &str {
        self.0.rsplit_once("<<page ").map_or("", |(_, page)| page)
    }

    pub(super) fn page_lines(&self) -> impl Iterator<Item = &str> {
        self.page().lines()
    }

    /// True when the page shows a text that nothing lies over.
    pub(super) fn shows(&self, text: &str) -> bool {
        let mut lines = self.page().lines();
        lines.any(|line| !line.starts_with('~') && line.contains(text))
    }

    /// The id of the control whose name begins so.
    pub(super) fn id(&self, name: &str) -> Option<&str> {
        self.page().split('[').skip(1).find_map(|control| {
            let control = control.split(']').next()?;
            let (id, rest) = control.split_once(' ')?;
            let (_, called) = rest.split_once(' ')?;
            called.starts_with(name).then_some(id)
        })
    }

    pub(super) fn click(&self, name: &str) -> String {
        self.on(name, |id| format!("click({id})"))
    }

    pub(super) fn enter(&self, name: &str, text: &str) -> String {
        self.on(name, |id| format!("setValue({id}, \"{text}\")"))
    }

    pub(super) fn choose(&self, name: &str, option: &str) -> String {
        self.on(name, |id| format!("selectDropdown({id}, \"{option}\")"))
    }

    fn on(&self, name: &str, action: impl Fn(&str) -> String) -> String {
        self.id(name)
            .map_or_else(|| format!("fail(\"there is no {name}\")"), action)
    }
}
