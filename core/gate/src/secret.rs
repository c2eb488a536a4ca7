//! Secrets that the person told, on their way to where they do not count.

use screen_agent_page::{Node, is_secret};

use super::consequence::Consequence;
use super::weigh::Weighing;
use crate::approval::AskReason;
use screen_agent_action::origin::origin_of;
use screen_agent_action::{Action, ToolType, print};
use screen_agent_words::quote::quote;
use screen_agent_words::secret::is_in;
use screen_agent_words::secrets::KnownSecret;

impl Weighing<'_> {
    /// What putting a secret where it does not count comes to. Where that is, is said; what it is is not.
    pub(super) fn misplaced(&self) -> Option<Consequence> {
        let action = self.case.action;
        let stays = action.is_terminal() || action.tool_type() == ToolType::Server;
        if self.case.secrets.is_empty() || stays {
            return None;
        }
        let node = match action.target() {
            Some(id) => self.case.node(id),
            None => self.case.at_keyboard(),
        };
        let text = print(action);
        let fits = takes_secrets(action, node);
        let mut told = self.case.secrets.iter();
        let strays = told.any(|told| is_in(&text, &told.value) && !(fits && self.counts(told)));
        strays.then(|| self.disclosure(node.filter(|_| action.target().is_some())))
    }

    /// What was asked for counts on the origin that asked; what was said, on the origin that its clause names,
    /// else where the task began.
    fn counts(&self, told: &KnownSecret) -> bool {
        let start = &self.case.course.start;
        told.asked_by.as_deref() == Some(self.origin.as_str())
            || told.said && self.consent.hold_secret(&told.value, &self.origin, start)
    }

    fn disclosure(&self, node: Option<&Node>) -> Consequence {
        let framed = node.and_then(|node| node.frame_origin.as_deref());
        let to = match (self.case.action, framed) {
            (Action::Navigate { url, .. } | Action::CreateTab { url: Some(url), .. }, _) => {
                origin_of(url)
            }
            (_, Some("")) => Some("a frame whose site is not known".to_owned()),
            (_, Some(frame)) => Some(frame.to_owned()),
            (_, None) => origin_of(self.case.url),
        };
        let to = to.unwrap_or_else(|| "this page".to_owned());
        let into = node.map_or_else(String::new, |node| format!(" into {}", quote(&node.name)));
        let text = format!("Give a secret of yours{into} to {to}?");
        Consequence::there(AskReason::SecretField, &to, text, false)
    }
}

/// True where what is typed goes into a field that is secret by facts, in the page itself.
fn takes_secrets(action: &Action, node: Option<&Node>) -> bool {
    action.enters_value() && node.is_some_and(|node| is_secret(node) && node.frame_origin.is_none())
}
