//! What a person is told at the end, and what they are asked, leads only to addresses that were read or said.

use crate::phase::Progress;
use crate::task::Task;
use screen_agent_action::Action;
use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_words::address::{only_those, stands_in};

/// The proposal, and in what it tells or asks no address that was neither read nor said.
pub(super) fn without_made_up(proposal: Proposal, task: &Task, progress: &Progress) -> Proposal {
    let known = Known::of(task, progress);
    let decision = match proposal.decision {
        Decision::Act {
            action: Action::Finish { text, success },
        } => Decision::Act {
            action: Action::Finish {
                text: text.map(|text| known.only(&text)),
                success,
            },
        },
        Decision::Act {
            action: Action::Fail { reason },
        } => Decision::Act {
            action: Action::Fail {
                reason: reason.map(|reason| known.only(&reason)),
            },
        },
        Decision::Question { question, missing } => Decision::Question {
            question: known.only(&question),
            missing: missing.iter().map(|field| known.only(field)).collect(),
        },
        Decision::GiveUp { reason } => Decision::GiveUp {
            reason: known.only(&reason),
        },
        other @ Decision::Act { .. } => other,
    };
    Proposal {
        decision,
        ..proposal
    }
}

/// A question of a model's, and no address in it that was neither read nor said.
pub(super) fn asked(question: &str, task: &Task, progress: &Progress) -> String {
    Known::of(task, progress).only(question)
}

/// Everything in which an address may stand that was read or said.
struct Known {
    text: String,
}

impl Known {
    fn of(task: &Task, progress: &Progress) -> Self {
        let screen = &progress.seen.screen;
        let mut text = String::new();
        let mut add = |part: &str| {
            text.push_str(part);
            text.push('\n');
        };
        add(&task.query);
        task.answers.iter().for_each(|said| add(&said.answer));
        for step in &task.steps {
            add(&step.url);
            step.report.state.iter().for_each(|read| add(read));
        }
        add(&screen.url);
        screen.lines.iter().for_each(|line| add(&line.words()));
        for node in &screen.nodes {
            add(&node.name);
            node.value
                .iter()
                .chain(&node.facts.href)
                .for_each(|part| add(part));
        }
        // What was found was read, too; what was looked for is a model's.
        let thinking = &task.thinking;
        for searched in thinking
            .looked_up
            .iter()
            .chain(&thinking.reasoning.searches)
        {
            add(&serde_json::to_string(&searched.result).unwrap_or_default());
        }
        add(&serde_json::to_string(&task.file).unwrap_or_default());
        Self { text }
    }

    fn only(&self, told: &str) -> String {
        only_those(told, |address| stands_in(&self.text, address))
    }
}
