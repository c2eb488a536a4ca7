//! Stage 5, seen from the turn: the gate's decision on a valid action.

use crate::approval::ApprovalRequest;
use crate::pass::{Allowed, Valid};
use crate::task::{Pending, Task};

/// What the gate says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Passage {
    /// It may be done; by this approval, where one was needed.
    Allowed(Allowed, Option<ApprovalRequest>),
    /// The person has to say yes first.
    Ask(ApprovalRequest),
    /// It may not be done, whatever anybody says.
    Deny(String),
}

/// Puts a valid action before the gate.
pub(crate) fn pass(valid: Valid, task: &Task, pending: &Pending) -> Passage {
    let _ = task;
    Passage::Allowed(Allowed::new(valid), pending.approved.clone())
}
