//! From a model's draft to a plan that can be followed.

use screen_agent_page::Observation;

use super::{Contingency, Draft, Looks, Plan, PlannedStep, StepStatus, atomic, sub_task, verify};
use screen_agent_words::quote::{cut, plain};

/// Most steps of a plan, the last look among them: what was drafted, with what it is split into and what was done
/// before it was made anew.
pub(super) const MOST_STEPS: usize = 40;
/// Most contingencies that are kept.
const MOST_CONTINGENCIES: usize = 6;
/// Longest description, in characters.
pub(super) const LONGEST: usize = 300;

impl Plan {
    /// A plan out of a draft: every step one action, the last one a look at what came of it.
    /// Nothing where too little is left of it.
    pub fn new(draft: Draft, now_ms: i64, screen: &Observation) -> Option<Self> {
        let steps = in_order(draft.steps, MOST_STEPS);
        if steps.len() < 2 {
            return None;
        }
        Some(Self::of(Vec::new(), steps, draft.contingencies).begun(now_ms, screen))
    }

    /// The steps that are done, and what a draft wants done from here.
    pub fn renewed(&self, draft: Draft, now_ms: i64, screen: &Observation) -> Option<Self> {
        let done: Vec<PlannedStep> = self.steps.iter().take(self.current).cloned().collect();
        let steps = in_order(draft.steps, MOST_STEPS.saturating_sub(done.len()));
        if steps.len() < 2 {
            return None;
        }
        let plan = Self::of(done, steps, draft.contingencies).begun(now_ms, screen);
        Some(Self {
            revision: self.revision.saturating_add(1),
            ..plan
        })
    }

    fn of(
        done: Vec<PlannedStep>,
        to_come: Vec<PlannedStep>,
        contingencies: Vec<Contingency>,
    ) -> Self {
        let current = done.len();
        let steps = done.into_iter().chain(to_come).collect();
        Self {
            steps,
            current,
            contingencies: contingencies
                .into_iter()
                .take(MOST_CONTINGENCIES)
                .map(Contingency::fresh)
                .collect(),
            ..Self::default()
        }
    }

    fn begun(mut self, now_ms: i64, screen: &Observation) -> Self {
        self.created_ms = now_ms;
        self.looks = Some(Looks::of(screen));
        self.activate();
        self.divide();
        self
    }

    /// Marks the present step.
    pub(super) fn activate(&mut self) {
        if let Some(step) = self.steps.get_mut(self.current) {
            step.status = StepStatus::Active;
        }
    }

    /// Cuts it into parts anew.
    pub(super) fn divide(&mut self) {
        self.sub_tasks = sub_task::divide(&self.steps);
        self.sub_task_at = self
            .sub_tasks
            .iter()
            .position(|part| self.current < part.to)
            .unwrap_or(self.sub_tasks.len());
    }
}

/// Steps of one action each, at most so many, with a look at the end and nowhere else: each step
/// is looked at by itself.
fn in_order(drafted: Vec<PlannedStep>, most: usize) -> Vec<PlannedStep> {
    let mut steps: Vec<PlannedStep> = Vec::new();
    let mut look = None;
    for step in drafted.into_iter().flat_map(apart) {
        look = None;
        if !verify::verifies(&step.description) {
            steps.push(step);
            continue;
        }
        if let Some(before) = steps.last_mut().filter(|before| before.expected.is_none()) {
            before.expected = Some(step.description.clone());
        }
        look = Some(step);
    }
    // What is told to the person at the end is told by whoever looks there.
    let tells = |step: &PlannedStep| verify::tells(&step.description);
    while steps.len() > 1 && steps.last().is_some_and(tells) {
        let telling = steps.pop();
        look = look.or(telling);
    }
    if steps.is_empty() || most == 0 {
        return Vec::new();
    }
    steps.truncate(most - 1);
    steps.push(look.unwrap_or_else(verify::last));
    steps
}

/// One step as steps of one action each. What is expected is expected of the last of them.
pub(super) fn apart(step: PlannedStep) -> Vec<PlannedStep> {
    let parts = atomic::split(&cut(&plain(&step.description), LONGEST));
    let last = parts.len().saturating_sub(1);
    parts
        .into_iter()
        .enumerate()
        .map(|(index, description)| PlannedStep {
            description,
            reasoning: step.reasoning.clone(),
            tool: step.tool,
            expected: step.expected.clone().filter(|_| index == last),
            status: StepStatus::Pending,
            required: step.required && index == 0,
        })
        .collect()
}
