//! Who answers when the server asks the person.

use screen_agent_wire::extension::request::WireApprovalAnswer;
use screen_agent_wire::extension::response::WireApprovalRequest;

use super::line::{Echo, ask};

/// Who answers when the server asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Approvals are given in advance; questions end the run.
    Yes,
    /// The person, a line of standard input for each answer.
    Ask {
        /// They can act on the page themselves.
        at_page: bool,
    },
    /// Nobody: the run ends and says what was asked.
    Stop,
}

impl Consent {
    /// The answer, if there is somebody to give one.
    pub(crate) async fn answer(self, question: &str, approval: bool) -> Option<String> {
        match self {
            Self::Yes if approval => Some("yes".into()),
            Self::Ask { .. } => {
                let hint = if approval { " [y/N] " } else { " " };
                ask(&format!("{question}{hint}"), Echo::Shown).await
            }
            Self::Yes | Self::Stop => None,
        }
    }

    /// What is typed for one field, which may be nothing, if somebody is there to type it.
    pub(super) async fn field(self, label: &str, echo: Echo) -> Option<String> {
        match self {
            Self::Ask { .. } => ask(&format!("{label} (Enter: leave it) "), echo).await,
            Self::Yes | Self::Stop => None,
        }
    }

    /// True when somebody is there to answer questions.
    pub(super) const fn is_there(self) -> bool {
        matches!(self, Self::Ask { .. })
    }

    /// True when somebody is there who can act on the page.
    pub(super) const fn is_at_page(self) -> bool {
        matches!(self, Self::Ask { at_page: true })
    }
}

/// True for a plain yes; anything else is a no.
pub(crate) fn is_yes(answer: &str) -> bool {
    matches!(
        answer.trim().to_ascii_lowercase().as_str(),
        "y" | "yes" | "ok" | "allow"
    )
}

/// The answer as the contract has it: this once.
pub(super) fn answer_to(request: &WireApprovalRequest, allow: bool) -> WireApprovalAnswer {
    WireApprovalAnswer {
        fingerprint: request.fingerprint.clone(),
        allow,
        scope: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_yes_is_one() {
        assert!(is_yes(" Yes\n") && is_yes("y"));
        assert!(!is_yes("") && !is_yes("yes, but the other one") && !is_yes("no"));
    }
}
