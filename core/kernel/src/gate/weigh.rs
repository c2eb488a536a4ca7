//! What an action would bring about, action by action.

use screen_agent_page::Node;

use super::consequence::Consequence;
use super::{Denial, GateCase};
use crate::action::Action;
use crate::approval::AskReason;
use crate::consent::Consent;
use crate::origin::{host_of, is_among, origin_of};
use crate::quote::quote;
use crate::words::Words;

/// One case, with what is worked out of it once.
pub(crate) struct Weighing<'a> {
    pub(super) case: &'a GateCase<'a>,
    /// The person's words.
    pub(super) consent: Consent,
    /// Origin of the page; empty where it has none.
    pub(super) origin: String,
    /// The page is one that the task is on or that the person names, so their words count there.
    pub(super) on_site: bool,
}

pub(super) type Found = Result<Vec<Consequence>, Denial>;

impl<'a> Weighing<'a> {
    pub(crate) fn new(case: &'a GateCase<'a>) -> Self {
        let origin = origin_of(case.url).unwrap_or_default();
        let consent = Consent::of(case.words.iter().map(Words::as_str));
        let named = host_of(&origin).is_some_and(|host| consent.name_host(&host));
        let on_site = is_among(&origin, case.origins) || named;
        Self {
            case,
            consent,
            origin,
            on_site,
        }
    }

    /// Everything consequential about the case. A denial where nobody could allow it.
    pub(crate) fn consequences(&self) -> Found {
        match self.case.action {
            Action::Click { id }
            | Action::DoubleClick { id }
            | Action::Check { id }
            | Action::Uncheck { id } => self.on(id, |node| self.activate(node)),
            Action::DragAndDrop { to, .. } => self.on(to, |node| Ok(self.drop_on(node))),
            Action::SetValue { id, text } => self.on(id, |node| self.write(node, text)),
            Action::SelectDropdown { id, .. } => self.on(id, |node| self.sends_elsewhere(node)),
            Action::UploadFile { id, files } => self.on(id, |node| self.hand_over(node, files)),
            Action::Type { text, .. } => self.type_text(text),
            Action::Press { key, modifiers } => self.press(key, modifiers),
            Action::Navigate { url, .. } => self.go(url),
            Action::CreateTab { url, .. } => {
                url.as_deref().map_or(Ok(Vec::new()), |url| self.go(url))
            }
            Action::Search { engine, .. } => Ok(self.search(engine.as_deref())),
            Action::GoogleSearch { .. } => Ok(self.search(Some("google"))),
            Action::Screenshot { .. } | Action::GeneratePdf => Ok(self.capture()),
            Action::CloseTab { .. } => Ok(self.close_tab()),
            Action::AcceptDialog { .. }
            | Action::WaitForDialog {
                accept: Some(true), ..
            } => Ok(self.accept_dialog()),
            Action::Evaluate { code } => {
                Ok(self.privileged("Run code in the page", self.consent.hold_value(code)))
            }
            Action::InterceptRequest { pattern, .. } | Action::MockResponse { pattern, .. } => {
                let ordered = self.consent.hold_value(pattern);
                Ok(self.privileged("Change the traffic of the page", ordered))
            }
            Action::GetCookies | Action::SetCookie { .. } | Action::ClearCookies => {
                Ok(self.privileged("Work with the cookies", self.orders_any(COOKIES)))
            }
            Action::GetLocalStorage { .. }
            | Action::SetLocalStorage { .. }
            | Action::ClearStorage { .. } => {
                Ok(self.privileged("Work with the stored data", self.orders_any(STORAGE)))
            }
            Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::Focus { .. }
            | Action::Blur { .. }
            | Action::DropdownOptions { .. }
            | Action::Scroll { .. }
            | Action::ScrollContainer { .. }
            | Action::FindText { .. }
            | Action::GetText { .. }
            | Action::GetAttribute { .. }
            | Action::GetBoundingBox { .. }
            | Action::IsVisible { .. }
            | Action::IsEnabled { .. }
            | Action::GoBack
            | Action::GoForward
            | Action::Wait { .. }
            | Action::WaitForElement { .. }
            | Action::WaitFor { .. }
            | Action::SwitchTab { .. }
            | Action::GetTabs
            | Action::DismissDialog
            | Action::WaitForDialog { .. }
            | Action::StartTracing
            | Action::StopTracing
            | Action::GetMetrics
            | Action::Finish { .. }
            | Action::Fail { .. }
            | Action::VerifySuccess { .. }
            | Action::Remember { .. }
            | Action::Recall { .. }
            | Action::ExportToSession { .. } => Ok(Vec::new()),
        }
    }

    /// Looks at the control with this id. That it is there has been checked.
    fn on(&self, id: &screen_agent_page::NodeId, look: impl FnOnce(&'a Node) -> Found) -> Found {
        self.case.node(id).map_or(Ok(Vec::new()), look)
    }

    pub(super) fn consequence(
        &self,
        reason: AskReason,
        text: String,
        ordered: bool,
    ) -> Consequence {
        Consequence {
            reason,
            origin: self.origin.clone(),
            text,
            ordered: ordered && self.on_site,
        }
    }

    /// The page's origin, as it is shown.
    pub(super) fn here(&self) -> &str {
        if self.origin.is_empty() {
            "this page"
        } else {
            &self.origin
        }
    }

    fn orders_any(&self, phrases: &[&str]) -> bool {
        self.consent.orders_phrase(phrases)
    }

    fn privileged(&self, what: &str, ordered: bool) -> Vec<Consequence> {
        let text = format!("{what} on {}?", self.here());
        vec![self.consequence(AskReason::Privileged, text, ordered)]
    }

    fn close_tab(&self) -> Vec<Consequence> {
        let ordered = self.consent.mention(&["close"]) && self.consent.mention(&["tab", "tabs"]);
        let text = "Close a tab of the browser?".to_owned();
        vec![self.consequence(AskReason::ChangesState, text, ordered)]
    }

    fn accept_dialog(&self) -> Vec<Consequence> {
        let named = self.consent.orders_phrase(&["ok", "accept", "yes"]);
        let ordered = named || self.consent.orders_anything();
        let mut text = format!("Accept the dialog that {} shows?", self.here());
        if let Some(said) = self.case.dialog() {
            text = format!("{text} It says {}.", quote(&said));
        }
        vec![self.consequence(AskReason::ChangesState, text, ordered)]
    }

    fn hand_over(&self, node: &Node, files: &[String]) -> Found {
        let mut found = self.sends_elsewhere(node)?;
        let base = |file: &String| {
            file.rsplit(['/', '\\'])
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let ordered = files
            .iter()
            .all(|file| self.consent.hold_value(file) || self.consent.hold_value(&base(file)));
        let names: Vec<String> = files.iter().map(|file| quote(&base(file))).collect();
        let text = format!("Hand {} to {}?", names.join(", "), self.here());
        found.push(self.consequence(AskReason::HandsOverFiles, text, ordered));
        Ok(found)
    }
}

/// Orders that concern cookies.
const COOKIES: &[&str] = &[
    "clear cookies",
    "delete cookies",
    "remove cookies",
    "read cookies",
    "get cookies",
    "show cookies",
    "list cookies",
    "set cookie",
    "clear cookie",
];

/// Orders that concern stored data.
const STORAGE: &[&str] = &[
    "clear storage",
    "clear local storage",
    "clear session storage",
    "read local storage",
    "set local storage",
    "show local storage",
    "clear localstorage",
    "read localstorage",
];
