//! From consequences to a decision.

use super::consequence::Consequence;
use super::fingerprint::fingerprint;
use super::{Allowance, Basis, GateCase, GateDecision};
use crate::approval::{ANSWER_WITHIN_MS, ApprovalRequest, AskReason};
use screen_agent_action::origin::origin_of;
use screen_agent_action::print;

pub(super) fn decide(case: &GateCase<'_>, consequences: Vec<Consequence>) -> GateDecision {
    let granted = |found: &Consequence| {
        let covers =
            |grant: &crate::approval::Grant| grant.covers(found.reason, &found.origin, case.now_ms);
        // A lasting yes to one thing is none to a graver one.
        found.lasts && case.grants.iter().any(covers)
    };
    let consequences: Vec<Consequence> = consequences
        .into_iter()
        .map(|found| entrusted(case, found))
        .collect();
    let open: Vec<&Consequence> = consequences
        .iter()
        .filter(|found| !found.ordered && !granted(found))
        .collect();
    if let Some(request) = request(case, &open) {
        return if is_approved(case, &request) {
            allow(Basis::Approval, Some(request))
        } else {
            GateDecision::Ask(request)
        };
    }
    let all: Vec<&Consequence> = consequences.iter().collect();
    let basis = if all.is_empty() {
        Basis::Harmless
    } else if all.iter().all(|found| found.ordered) {
        Basis::OwnWords
    } else {
        Basis::Grant
    };
    allow(basis, request(case, &all))
}

/// A value that the person gave for this very control, and the one submit of its form, are as good as
/// ordered on the page that asked for it; whatever else it comes to is not.
fn entrusted(case: &GateCase<'_>, found: Consequence) -> Consequence {
    let of_form = match found.reason {
        AskReason::SecretField | AskReason::ChangesState | AskReason::SubmitsByEnter => true,
        AskReason::LeavesSite
        | AskReason::PostsElsewhere
        | AskReason::Privileged
        | AskReason::HandsOverFiles
        | AskReason::EachIsAsked => false,
    };
    let here = origin_of(case.url).is_some_and(|origin| origin == found.origin);
    Consequence {
        ordered: found.ordered || case.entrusted && of_form && here,
        ..found
    }
}

fn allow(basis: Basis, request: Option<ApprovalRequest>) -> GateDecision {
    GateDecision::Allow(Allowance { basis, request })
}

/// A yes counts for exactly this request, and in time.
fn is_approved(case: &GateCase<'_>, request: &ApprovalRequest) -> bool {
    case.approved.is_some_and(|approved| {
        approved.fingerprint == request.fingerprint && case.now_ms <= approved.expires_at_ms
    })
}

fn request(case: &GateCase<'_>, found: &[&Consequence]) -> Option<ApprovalRequest> {
    let first = found.first()?;
    let mut texts: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
    texts.dedup();
    Some(ApprovalRequest {
        fingerprint: fingerprint(case),
        reason: first.reason,
        text: texts.join(" "),
        action: print(case.action),
        origin: first.origin.clone(),
        element: case.action.target().cloned(),
        expires_at_ms: case.now_ms.saturating_add(ANSWER_WITHIN_MS),
    })
}
