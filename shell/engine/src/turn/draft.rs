//! What a turn will keep, gathered while it is under way.

use std::sync::Arc;

use screen_agent_audit::Entry;
use screen_agent_page::Observation;
use screen_agent_store::session::NewMessage;
use screen_agent_store::turn::{ConsumedApproval, NewCorrection, NewStep, NewVerdict, UsageRow};
use screen_agent_think::skill::Lesson;
use screen_agent_turn::event::Seen;
use screen_agent_turn::record::Recorder;
use screen_agent_turn::task::Task;

use super::audit::Before;
use super::kept::Carried;
use screen_agent_ports::Usage;

/// What a turn will keep.
pub(super) struct Draft {
    pub(super) screen: Option<Arc<Observation>>,
    pub(super) steps: Vec<NewStep>,
    pub(super) verdicts: Vec<NewVerdict>,
    pub(super) approvals: Vec<ConsumedApproval>,
    pub(super) usage: Vec<UsageRow>,
    pub(super) corrections: Vec<NewCorrection>,
    pub(super) lessons: Vec<Lesson>,
    pub(super) exports: Vec<(String, String)>,
    pub(super) announcements: Vec<NewMessage>,
    pub(super) record: Recorder,
    /// The workflow that the task carries out.
    pub(super) kept: Option<Carried>,
    /// What the audit log is to say of the turn.
    pub(super) audit: Vec<Entry>,
    /// What the turn began with, as far as the log tells of what changed.
    pub(super) before: Before,
}

impl Draft {
    /// Nothing yet, for a turn that begins with a look.
    pub(super) fn new(task: &Task, seen: &Seen) -> Self {
        Self {
            screen: Some(Arc::clone(&seen.screen)),
            ..Self::without_look(task)
        }
    }

    /// Nothing yet, for a change without a look.
    pub(super) fn without_look(task: &Task) -> Self {
        Self {
            screen: None,
            steps: Vec::new(),
            verdicts: Vec::new(),
            approvals: Vec::new(),
            usage: Vec::new(),
            corrections: Vec::new(),
            lessons: Vec::new(),
            exports: Vec::new(),
            announcements: Vec::new(),
            record: Recorder::new(task.clone()),
            kept: None,
            audit: Vec::new(),
            before: Before::of(task),
        }
    }

    /// Address of the page that was looked at; empty when none was.
    pub(super) fn url(&self) -> String {
        let screen = self.screen.as_ref();
        screen.map(|screen| screen.url.clone()).unwrap_or_default()
    }

    /// How long the models took together; `None` when none was called.
    pub(super) fn model_ms(&self) -> Option<u32> {
        let sum = |sum: u32, row: &UsageRow| sum.saturating_add(row.duration_ms);
        (!self.usage.is_empty()).then(|| self.usage.iter().fold(0, sum))
    }

    /// What the models cost together; `None` when none was called.
    pub(super) fn cost(&self) -> Option<Usage> {
        if self.usage.is_empty() {
            return None;
        }
        let add = |sum: Usage, row: &UsageRow| Usage {
            prompt_tokens: sum.prompt_tokens.saturating_add(row.prompt_tokens),
            completion_tokens: sum.completion_tokens.saturating_add(row.completion_tokens),
        };
        Some(self.usage.iter().fold(Usage::default(), add))
    }
}
