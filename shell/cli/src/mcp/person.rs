//! Who says yes while a client works: the operator by what they named in advance, else the person behind the client.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use screen_agent_action as action;
use screen_agent_action::Action;
use screen_agent_mcp::{Person, PersonQuestion, PersonReply};
use screen_agent_wire::extension::response::WireApprovalRequest;

use super::sites::Sites;
use crate::drive::Afar;

/// Asks the person behind a client.
#[derive(Debug)]
pub(super) struct Behind {
    pub(super) person: Arc<dyn Person>,
    pub(super) sites: Arc<Mutex<Sites>>,
    /// What could not be asked, and whether it was for a yes.
    pub(super) unasked: Mutex<Option<bool>>,
}

impl Behind {
    pub(super) fn new(person: Arc<dyn Person>, sites: Arc<Mutex<Sites>>) -> Arc<Self> {
        Arc::new(Self {
            person,
            sites,
            unasked: Mutex::new(None),
        })
    }

    /// True where a yes was needed that nobody could give.
    pub(super) fn lacked_yes(&self) -> bool {
        let unasked = self.unasked.lock().unwrap_or_else(PoisonError::into_inner);
        unasked.is_some_and(|approval| approval)
    }

    /// A site that they let the task go to may be looked at, too.
    fn remember(&self, said: &str, approval: Option<&WireApprovalRequest>) {
        let place = approval.filter(|approval| said == "yes" && approval.reason == "leaves_site");
        if let Some(approval) = place {
            let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
            sites.agree(&approval.origin);
        }
    }

    /// Going to a site that may be opened, and nothing besides.
    fn is_named(&self, approval: &WireApprovalRequest) -> bool {
        let Ok(Action::Navigate { url, .. }) = action::parse(&approval.action) else {
            return false;
        };
        let sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        approval.reason == "leaves_site" && sites.allow(&url)
    }
}

#[async_trait]
impl Afar for Behind {
    async fn ask(&self, question: &str, approval: Option<&WireApprovalRequest>) -> Option<String> {
        if approval.is_some_and(|approval| self.is_named(approval)) {
            return Some("yes".to_owned());
        }
        let question = PersonQuestion {
            text: question.to_owned(),
            approval: approval.is_some(),
        };
        match self.person.ask(question).await {
            PersonReply::Said(said) => {
                self.remember(&said, approval);
                Some(said)
            }
            PersonReply::Dismissed | PersonReply::CannotBeAsked => {
                let mut unasked = self.unasked.lock().unwrap_or_else(PoisonError::into_inner);
                *unasked = Some(approval.is_some());
                None
            }
        }
    }
}
