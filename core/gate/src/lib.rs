//! Stage 5: may the action be done? Allow, ask the person, or deny.
//!
//! A pure function of the person's words, the origins that the task is on, the state of the task,
//! DOM facts of the screen, approvals, and the action. By its type it sees no thought, no plan, no
//! prose of the page and nothing that a client claims of success. Whatever it cannot decide it
//! denies.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod approval;
pub mod chain;
pub mod consent;
pub mod stage;
pub mod validate;

mod acts;
mod case;
mod click;
mod consequence;
mod decision;
mod drag;
mod field;
mod fingerprint;
mod focus;
mod handle;
mod history;
mod keys;
mod may_act;
mod nested_address;
mod place;
mod reach;
mod secret;
#[cfg(test)]
mod tests;
pub mod tool;
mod weigh;
mod wording;

use serde::Serialize;

use crate::approval::ApprovalRequest;
use crate::stage::{AllowedAction, Ground, ValidAction};
use screen_agent_action::origin::origin_of;
use screen_agent_words::worded;

pub use case::{GateCase, TaskFacts};
pub use fingerprint::{arrival_print, changed, fingerprint, parts};
pub use history::{Filled, Made, TaskHistory};

/// What the gate decides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum GateDecision {
    /// It may be done.
    Allow(Allowance),
    /// The person has to say yes to exactly this first.
    Ask(ApprovalRequest),
    /// It may not be done, whatever anybody says.
    Deny(Denial),
}

impl GateDecision {
    /// `allow`, `ask` or `deny`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Allow(_) => "allow",
            Self::Ask(_) => "ask",
            Self::Deny(_) => "deny",
        }
    }

    /// Why, as a stable code.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Allow(allowance) => allowance.basis.word(),
            Self::Ask(request) => request.reason.word(),
            Self::Deny(denial) => denial.reason.word(),
        }
    }

    /// Why, in one sentence that is safe to show.
    pub fn why(&self) -> &str {
        match self {
            Self::Allow(allowance) => allowance.basis.sentence(),
            Self::Ask(request) => &request.text,
            Self::Deny(denial) => &denial.why,
        }
    }
}

worded! {
    /// Why something may be done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Basis {
        /// It changes nothing that matters.
        Harmless = "harmless",
        /// The person's own words order it.
        OwnWords = "own_words",
        /// A lasting yes covers it.
        Grant = "grant",
        /// The person said yes to exactly this.
        Approval = "approval",
    }
}

impl Basis {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Harmless => "It changes nothing of consequence.",
            Self::OwnWords => "The person's own words order it.",
            Self::Grant => "A lasting approval covers it.",
            Self::Approval => "The person approved exactly this.",
        }
    }
}

/// Something may be done, and by what right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Allowance {
    /// By what right.
    pub basis: Basis,
    /// What would have been asked, for the record. Absent where nothing is consequential.
    pub request: Option<ApprovalRequest>,
}

worded! {
    /// Why something may not be done. Stable codes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DenyReason {
        /// The task has ended, rests, or waits for the person.
        WrongStatus = "wrong_status",
        /// The task has had all its steps.
        OutOfSteps = "out_of_steps",
        /// The same action again and again, and nothing came of it.
        Repeated = "repeated",
        /// Another action is still with the client.
        Outstanding = "outstanding",
        /// It is not exactly one well-formed action.
        Malformed = "malformed",
        /// The handle is not in the snapshot, or stands there twice.
        UnknownHandle = "unknown_handle",
        /// The handle means another control now.
        Stale = "stale",
        /// Something lies over the control.
        Covered = "covered",
        /// The control takes up no room.
        Invisible = "invisible",
        /// The control cannot be used now.
        Disabled = "disabled",
        /// The control cannot be used so.
        WrongKind = "wrong_kind",
        /// The address is no plain public web address.
        BadAddress = "bad_address",
        /// The address leads into this machine or a private network.
        PrivateAddress = "private_address",
        /// A new line in a field of one line.
        NewLine = "new_line",
        /// A key that is not on the list.
        UnlistedKey = "unlisted_key",
        /// The chain is empty or too long.
        ChainLength = "chain_length",
        /// Two links of the chain have the same index.
        DuplicateIndex = "duplicate_index",
    }
}

/// Something may not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Denial {
    /// Why, as a stable code.
    pub reason: DenyReason,
    /// Why, in one sentence that is safe to show.
    pub why: String,
}

impl Denial {
    /// A denial.
    pub fn new(reason: DenyReason, why: impl Into<String>) -> Self {
        Self {
            reason,
            why: why.into(),
        }
    }
}

/// Decides one case.
pub fn decide(case: &GateCase<'_>) -> GateDecision {
    match checked(case) {
        Ok(decision) => decision,
        Err(denial) => GateDecision::Deny(denial),
    }
}

fn checked(case: &GateCase<'_>) -> Result<GateDecision, Denial> {
    let consequences = consequences(case)?;
    Ok(decision::decide(case, consequences))
}

/// Everything consequential about a case; a denial where nobody could allow it.
fn consequences(case: &GateCase<'_>) -> Result<Vec<consequence::Consequence>, Denial> {
    may_act::check(case)?;
    handle::check(case)?;
    weigh::Weighing::new(case).consequences()
}

/// An action that has passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Passed {
    /// The action. Only the gate makes this.
    pub allowed: AllowedAction,
    /// By what right.
    pub allowance: Allowance,
}

/// An action that has not passed.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// The person has to say yes to exactly this first.
    Ask(Box<ApprovalRequest>),
    /// It may not be done, whatever anybody says.
    Deny(Denial),
}

fn ground(case: &GateCase<'_>, allowance: &Allowance) -> Ground {
    Ground {
        document: case.document.to_owned(),
        origin: origin_of(case.url).unwrap_or_default(),
        harmless: allowance.basis == Basis::Harmless,
    }
}

/// Puts a valid action through the gate: the only way to an [`AllowedAction`]. The case is taken as that
/// of this action and of the control that was validated, whatever it says of either.
pub fn allow(valid: ValidAction, case: &GateCase<'_>) -> Result<Passed, Stopped> {
    let own = GateCase {
        action: valid.action(),
        aimed_at: valid.target(),
        ..case.clone()
    };
    match decide(&own) {
        GateDecision::Allow(allowance) => Ok(Passed {
            allowed: AllowedAction::new(valid, ground(case, &allowance)),
            allowance,
        }),
        GateDecision::Ask(request) => Err(Stopped::Ask(Box::new(request))),
        GateDecision::Deny(denial) => Err(Stopped::Deny(denial)),
    }
}
