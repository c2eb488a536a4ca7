//! Several actions in a row: sending them, and taking up what became of them.

use crate::event::Seen;
use crate::next::Reply;
use crate::phase::Progress;
use crate::task::Task;
use crate::{correct, verify};
use screen_agent_action::Action;
use screen_agent_action::ask::Proposal;
use screen_agent_action::status::MAX_STEPS;
use screen_agent_action::step::{Maker, Report, Step, TargetPrint, Verdict};
use screen_agent_gate::Passed;
use screen_agent_gate::chain::{self, Chain, ChainReport, Link, SentLink};
use screen_agent_gate::stage::ProposedAction;
use screen_agent_gate::validate::validate;

use super::act::{stands_for_nothing, through_gate};
use super::ending::{Ending, Turn};
use super::judge;
use super::send::{self, Intent};

/// The proposal as a chain, where the client can perform one and every link of it is safe, valid
/// and allowed without a question. Otherwise its first action goes alone.
pub(super) fn of(
    turn: &Turn,
    progress: &Progress,
    proposal: &Proposal,
    first: &Action,
) -> Option<Chain> {
    if !progress.seen.client.chain || proposal.chain.is_empty() || one_at_a_time(&turn.task) {
        return None;
    }
    let room = MAX_STEPS.saturating_sub(turn.task.steps.len());
    let mut wanted = vec![(first.clone(), proposal.thought.clone())];
    wanted.extend(
        proposal
            .chain
            .iter()
            .map(|link| (link.action.clone(), link.description.clone())),
    );
    if wanted.len() > room {
        return None;
    }
    let screen = &progress.seen.screen;
    let safe = chain::safe(&wanted, screen).ok()?;
    let links: Option<Vec<Link>> = wanted
        .into_iter()
        .map(|(action, description)| link(turn, progress, action, description))
        .collect();
    Some(Chain::new(links?, safe))
}

/// The last step failed in a way that another row of actions would run into again.
fn one_at_a_time(task: &Task) -> bool {
    let failed = task.steps.last().filter(|step| step.missed());
    let code = failed.and_then(|step| step.report.code.as_deref());
    code.is_some_and(|code| chain::recovery(code) == chain::Recovery::SingleAction)
}

fn link(turn: &Turn, progress: &Progress, action: Action, description: String) -> Option<Link> {
    if stands_for_nothing(&turn.task, &action).is_some() {
        return None;
    }
    let valid = validate(ProposedAction(action.clone()), &progress.seen.screen).ok()?;
    let Passed { allowed, allowance } = through_gate(turn, progress, valid).ok()?;
    if allowance.request.is_some() {
        return None;
    }
    let (level, checks) = chain::checks(&action, allowed.target());
    Some(Link {
        action: allowed,
        description,
        level,
        checks,
    })
}

/// Records the first link as the outstanding step, keeps the others, and sends them all.
pub(super) fn send(turn: &mut Turn, progress: Progress, chain: Chain, intent: Intent) -> Ending {
    let thought = intent.thought.clone();
    let verdict = progress.verdict.clone();
    let url = progress.seen.screen.url.clone();
    let Some((first, rest)) = chain.links.split_first() else {
        return turn.again(progress, "the chain is empty");
    };
    let links = later_links(turn, rest, &intent, &url);
    let first = first.action.clone();
    send::record(turn, &progress, &first, intent);
    if let Some(sent) = &mut turn.task.sent {
        sent.links = links;
    }
    Ending::reply(Reply::Chain {
        thought,
        chain: Box::new(chain),
        verdict,
    })
}

/// The links after the first, each with the step of the plan that it carries out: one after the
/// other, as long as each is known to. The engine was asked step by step; what a model strings
/// together carries out a step only if that names the control.
fn later_links(turn: &Turn, links: &[Link], intent: &Intent, url: &str) -> Vec<SentLink> {
    let plan = turn.task.thinking.plan.as_ref();
    let mut step = intent.plan_step;
    let mut sent = Vec::new();
    for link in links {
        let next = step.and_then(|index| index.checked_add(1)).filter(|index| {
            let planned = plan.and_then(|plan| plan.steps.get(usize::from(*index)));
            planned.is_some_and(|planned| {
                intent.by == Maker::Engine || names(&planned.description, link)
            })
        });
        step = next;
        sent.push(SentLink {
            plan_step: next,
            ..sent_link(link, url)
        });
    }
    sent
}

/// True when the words name the control that the link works.
fn names(words: &str, link: &Link) -> bool {
    let name = link
        .action
        .target()
        .map(|node| node.name.trim().to_lowercase());
    name.is_some_and(|name| !name.is_empty() && words.to_lowercase().contains(&name))
}

fn sent_link(link: &Link, url: &str) -> SentLink {
    let action = link.action.action();
    let target = link.action.target();
    SentLink {
        action: action.clone(),
        description: link.description.clone(),
        target: target.map(TargetPrint::of),
        expected: verify::expect(action, target, url),
        plan_step: None,
    }
}

/// What the client said of the first link: a chain that broke later has performed it.
pub(super) fn first_report(task: &Task, seen: &Seen) -> Report {
    let sent = task
        .sent
        .as_ref()
        .is_some_and(|sent| !sent.links.is_empty());
    let Some(chain) = seen.chain.as_ref().filter(|_| sent) else {
        return seen.report.clone();
    };
    if chain.failed == Some(0) || chain.executed == 0 {
        return judge::failed_report(chain.code.clone(), how_far(chain));
    }
    Report {
        success: Some(true),
        code: None,
        message: None,
        // It was read by the last link.
        state: None,
        ..seen.report.clone()
    }
}

/// Records the links that the client got to, each with a verdict of its own by what is seen now.
/// Links that it never got to were not done, and leave no step. The verdict is the first that
/// was missed, or the last.
pub(super) fn judge_links(turn: &mut Turn, seen: &Seen) -> Option<Verdict> {
    let first = turn.last_verdict()?.clone();
    let links = std::mem::take(&mut turn.task.sent.as_mut()?.links);
    if !first.met || links.is_empty() {
        return None;
    }
    let mut last = first;
    for (position, link) in (1_u32..).zip(links) {
        let Some(report) = link_report(seen, position) else {
            break;
        };
        if turn.task.steps.len() >= MAX_STEPS {
            break;
        }
        last = take_up(turn, seen, link, report);
        if !last.met {
            break;
        }
    }
    Some(last)
}

/// What the client says of the link that failed, with how far it had come.
fn how_far(chain: &ChainReport) -> Option<String> {
    let message = chain.message.as_ref()?;
    Some(match chain.total {
        Some(total) => format!(
            "{message} ({} of {total} actions were done)",
            chain.executed
        ),
        None => message.clone(),
    })
}

fn link_report(seen: &Seen, position: u32) -> Option<Report> {
    let Some(chain) = &seen.chain else {
        // It says nothing of the chain, so only what is seen counts.
        return Some(Report::default());
    };
    if chain.failed == Some(position) {
        return Some(judge::failed_report(chain.code.clone(), how_far(chain)));
    }
    (position < chain.executed).then(|| Report {
        success: Some(true),
        ..Report::default()
    })
}

fn take_up(turn: &mut Turn, seen: &Seen, link: SentLink, report: Report) -> Verdict {
    let before = turn.task.steps.last();
    let mut step = Step {
        index: turn.next_index(),
        thought: link.description,
        action: link.action,
        target: link.target,
        expected: link.expected,
        url: seen.screen.url.clone(),
        report,
        verdict: None,
        by: before.map(|step| step.by).unwrap_or_default(),
        plan_step: link.plan_step,
        correction: None,
    };
    let verdict = judge::by_look(&turn.task, &step, seen);
    step.verdict = Some(verdict.clone());
    turn.record(step);
    correct::count(&mut turn.task, &verdict);
    verdict
}
