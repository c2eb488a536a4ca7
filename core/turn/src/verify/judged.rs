//! What a model says of a step, merged with what the rules say. Facts §3, "Tiers".

use super::depth::{Depth, Position, moved};
use screen_agent_action::step::{Proof, Verdict};
use screen_agent_think::Judgement;
use screen_agent_words::quote::{cut, plain};

/// From here on a success counts.
const SUCCESS: f32 = 0.7;
/// The same where a lesser model answered for the one that was meant. Spec 002 §4.10.1.
const SUCCESS_DEGRADED: f32 = 0.6;
/// From here on the task, or a part of it, counts as done; no less for a lesser model.
const GOAL: f32 = 0.7;
/// Longest reason that is kept, in characters.
const REASON: usize = 300;

/// What came of a judgement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    /// The verdict on the step.
    pub(crate) verdict: Verdict,
    /// The person has what they asked for.
    pub(crate) goal: bool,
    /// The present part of the plan is done.
    pub(crate) sub_task_done: bool,
    /// A glance does not settle it; a judgement has to follow.
    pub(crate) deeper: bool,
}

impl Judged {
    /// A verdict, and nothing more than that.
    pub(crate) fn only(verdict: Verdict) -> Self {
        Self {
            verdict,
            goal: false,
            sub_task_done: false,
            deeper: false,
        }
    }
}

/// Merges what a model says with the verdict so far. A model takes a success away; it never makes
/// one of what the rules saw fail.
pub(crate) fn judged(
    verdict: Verdict,
    said: &Judgement,
    depth: Depth,
    degraded: bool,
    position: &Position,
) -> Judged {
    match depth {
        Depth::Glance => glanced(verdict, said, degraded, position),
        Depth::Rules | Depth::Judge => decided(verdict, said, degraded),
    }
}

/// The verdict where a model had to be asked and could not: not shown, so not done.
pub(crate) fn undecided(mut verdict: Verdict) -> Verdict {
    verdict.met = false;
    verdict.confidence = 0.0;
    verdict.proof = Proof::Nothing;
    "it could not be verified, since no model answered".clone_into(&mut verdict.reason);
    verdict
}

/// True when a model says that what is claimed can be seen.
pub(crate) fn confirmed(said: &Judgement, degraded: bool) -> bool {
    succeeded(said, degraded)
}

/// "Completed" at a glance counts only where little can be overlooked; doubt goes to a judgement.
fn glanced(verdict: Verdict, said: &Judgement, degraded: bool, position: &Position) -> Judged {
    let plain_sight = position.simple || moved(&verdict);
    let verdict = merged(verdict, said, degraded, 2);
    let goal = verdict.met && plain_sight && reached(said);
    let deeper = !verdict.met || (said.task_completed && !goal);
    Judged {
        goal,
        sub_task_done: verdict.met && part_done(said),
        deeper,
        verdict,
    }
}

fn decided(verdict: Verdict, said: &Judgement, degraded: bool) -> Judged {
    let verdict = merged(verdict, said, degraded, 3);
    Judged {
        goal: verdict.met && reached(said),
        sub_task_done: verdict.met && part_done(said),
        deeper: false,
        verdict,
    }
}

/// What the rules missed, and a model that looked afterwards says did work.
pub(crate) fn said_to_have_worked(verdict: Verdict, why: &str) -> Verdict {
    noted(Verdict {
        met: true,
        confidence: SUCCESS,
        reason: cut(&plain(why), REASON),
        tier: 3,
        proof: Proof::Nothing,
        ..verdict
    })
}

/// The model's verdict. What rules missed stays missed; what a glance doubted a judgement may clear.
fn merged(verdict: Verdict, said: &Judgement, degraded: bool, tier: u8) -> Verdict {
    let open = verdict.met || verdict.tier == 2;
    let met = open && succeeded(said, degraded);
    let reason = match plain(&said.reason) {
        reason if !open || reason.is_empty() => verdict.reason,
        reason => cut(&reason, REASON),
    };
    noted(Verdict {
        met,
        confidence: figure(said.confidence),
        reason,
        tier,
        evidence: verdict.evidence,
        proof: match (met, open) {
            (true, _) => Proof::Expected,
            (false, true) => Proof::Nothing,
            (false, false) => verdict.proof,
        },
    })
}

fn noted(mut verdict: Verdict) -> Verdict {
    let tier = verdict.tier;
    // Compared with a full judgement.
    let saved = if tier == 2 { 300 } else { 0 };
    let note = format!("tier {tier} decided, {saved} tokens saved");
    verdict.evidence.retain(|note| !note.starts_with("tier "));
    verdict.evidence.push(note);
    verdict
}

fn succeeded(said: &Judgement, degraded: bool) -> bool {
    let enough = if degraded { SUCCESS_DEGRADED } else { SUCCESS };
    said.action_succeeded && figure(said.confidence) >= enough
}

fn reached(said: &Judgement) -> bool {
    said.task_completed && figure(said.confidence) >= GOAL
}

fn part_done(said: &Judgement) -> bool {
    said.sub_task_completed == Some(true) && figure(said.confidence) >= GOAL
}

/// A figure that is none says nothing.
fn figure(confidence: f32) -> f32 {
    if (0.0..=1.0).contains(&confidence) {
        confidence
    } else {
        0.0
    }
}
