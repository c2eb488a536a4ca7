//! Who answers when the server asks the person.

use async_trait::async_trait;
use screen_agent_wire::extension::request::WireApprovalAnswer;
use screen_agent_wire::extension::response::WireApprovalRequest;

use super::line::{Echo, ask};

/// Who answers when the server asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answerer {
    /// Every approval is given in advance; questions end the run.
    YesToAll,
    /// Changes on the task's own sites are approved in advance, and nothing else; the rest ends the run.
    YesToChanges,
    /// The person, a line of standard input for each answer.
    Person {
        /// They can act on the page themselves.
        at_page: bool,
    },
    /// The run ends and says what was asked.
    Nobody,
}

impl Answerer {
    /// The answer, if there is somebody to give one. An approval comes with the code of why it is asked.
    pub(crate) async fn answer(self, question: &str, approval: Option<&str>) -> Option<String> {
        match self {
            Self::YesToAll if approval.is_some() => Some("yes".into()),
            Self::YesToChanges if approval.is_some_and(is_change) => Some("yes".into()),
            Self::Person { .. } => {
                let hint = if approval.is_some() { " [y/N] " } else { " " };
                ask(&format!("{question}{hint}"), Echo::Shown).await
            }
            Self::YesToAll | Self::YesToChanges | Self::Nobody => None,
        }
    }

    /// What is typed for one field, which may be nothing, if somebody is there to type it.
    pub(super) async fn field(self, label: &str, echo: Echo) -> Option<String> {
        match self {
            Self::Person { .. } => ask(&format!("{label} (Enter: leave it) "), echo).await,
            Self::YesToAll | Self::YesToChanges | Self::Nobody => None,
        }
    }

    /// True when somebody is there to answer questions.
    pub(super) const fn is_there(self) -> bool {
        matches!(self, Self::Person { .. })
    }

    /// True when somebody is there who can act on the page.
    pub(super) const fn is_at_page(self) -> bool {
        matches!(self, Self::Person { at_page: true })
    }
}

/// A person who is elsewhere.
#[async_trait]
pub trait Afar: std::fmt::Debug + Send + Sync {
    /// What they say, however long it takes; nothing when they cannot be asked. An approval comes with what exactly it
    /// is about.
    async fn ask(&self, question: &str, approval: Option<&WireApprovalRequest>) -> Option<String>;
}

/// How much `--yes` approves in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Yes {
    /// Changes on the sites of the task.
    Changes,
    /// Files, code, cookies, traffic, secrets and other sites, too.
    All,
}

impl From<Yes> for Answerer {
    fn from(yes: Yes) -> Self {
        match yes {
            Yes::Changes => Self::YesToChanges,
            Yes::All => Self::YesToAll,
        }
    }
}

/// True for the codes of a change on a site of the task: its forms, its buttons, its fields. A code that is
/// not known is something else.
fn is_change(code: &str) -> bool {
    matches!(
        code,
        "changes_state"
            | "submits_by_enter"
            | "change_requires_approval"
            | "submit_requires_approval"
            | "typing_requires_approval"
    )
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
        assert!(is_change("changes_state") && !is_change("leaves_site"));
        assert!(!is_change("secret_field") && !is_change("privileged"));
        assert!(!is_change("hands_over_files") && !is_change("posts_elsewhere"));
        assert!(!is_yes("") && !is_yes("yes, but the other one") && !is_yes("no"));
    }
}
