//! From a ruling to a decision: what exactly a yes is bound to.

use screen_agent_page::{Node, NodeId};
use sha2::{Digest, Sha256};

use super::code::Code;
use super::{Ruling, ToolCase, ToolDecision, ToolEffect, ToolRequest};
use crate::approval::ANSWER_WITHIN_MS;
use crate::fingerprint::{put, put_node};
use screen_agent_action::origin::origin_of;
use screen_agent_action::print;

/// Decides by a ruling. A yes counts for exactly the sentence that was shown, once, and in time.
pub(super) fn decide(case: &ToolCase<'_>, ruling: Ruling) -> ToolDecision {
    match ruling {
        Ruling::Allow(code) => allow(code),
        Ruling::Deny { code, text } => ToolDecision::Deny { code, text },
        Ruling::Ask { code, text, origin } => {
            let asked = Asked {
                code,
                text: &text,
                origin: &origin,
            };
            if asked.is_approved(case) {
                return allow(Code::Approved);
            }
            let expires_at_ms = case.now_ms.saturating_add(ANSWER_WITHIN_MS);
            let fingerprint = asked.fingerprint(case, expires_at_ms);
            ToolDecision::Ask {
                code,
                text,
                request: ToolRequest {
                    fingerprint,
                    origin,
                    expires_at_ms,
                },
            }
        }
    }
}

fn allow(code: Code) -> ToolDecision {
    ToolDecision::Allow {
        code: code.word(),
        text: code.sentence().to_owned(),
    }
}

/// What is asked.
struct Asked<'a> {
    code: &'static str,
    text: &'a str,
    origin: &'a str,
}

impl Asked<'_> {
    fn is_approved(&self, case: &ToolCase<'_>) -> bool {
        let (Some(approved), Some(expires_ms)) = (case.approved, case.approval_expires_ms) else {
            return false;
        };
        // One that would count for longer than any is asked for was not asked for by us.
        let in_time =
            case.now_ms <= expires_ms && expires_ms <= case.now_ms.saturating_add(ANSWER_WITHIN_MS);
        in_time && approved == self.fingerprint(case, expires_ms)
    }

    /// Prints run, call, tab, generation, site, action, control, question and expiry: every question has a
    /// print of its own, so that one yes is one yes although the same is asked again.
    fn fingerprint(&self, case: &ToolCase<'_>, expires_at_ms: i64) -> String {
        let mut hash = Sha256::new();
        let url = case.seen.map_or("", |seen| seen.url.as_str());
        for part in [
            "tool",
            case.run,
            case.call,
            case.tab,
            &case.generation.to_string(),
            url,
            &origin_of(url).unwrap_or_default(),
            self.origin,
            self.code,
            self.text,
            &expires_at_ms.to_string(),
        ] {
            put(&mut hash, part);
        }
        if let ToolEffect::Act { action } = case.deed {
            put(&mut hash, &print(action));
        }
        if let Some(node) = target(case) {
            put_node(&mut hash, node);
        }
        hex::encode(hash.finalize())
    }
}

/// The control that is meant, as it is now.
fn target<'a>(case: &ToolCase<'a>) -> Option<&'a Node> {
    let ToolEffect::Act { action } = case.deed else {
        return None;
    };
    let id: &NodeId = action.target()?;
    case.seen?.nodes.iter().find(|node| &node.id == id)
}
