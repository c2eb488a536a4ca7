//! What an action is, as modes tell actions apart.

use screen_agent_page::NodeId;

use screen_agent_action::Action;

/// What an action is, as modes tell actions apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    /// It goes to an address; or back, forward, to another tab, where none is given.
    Go(Option<&'a str>),
    /// It presses a control.
    Press(&'a NodeId),
    /// It answers a dialog of the browser, or presses a key wherever the keyboard is.
    Key,
    /// It writes into a field; into whatever has the keyboard where none is named.
    Write(Option<&'a NodeId>),
    /// It chooses an entry of a list.
    Choose(&'a NodeId),
    /// It hands files to a page.
    Upload(&'a NodeId),
    /// It scrolls or points.
    Move,
    /// No tool does it.
    Foreign,
}

impl<'a> Kind<'a> {
    pub(super) fn of(action: &'a Action) -> Self {
        match action {
            Action::Navigate { url, .. } => Self::Go(Some(url)),
            Action::CreateTab { url, .. } => Self::Go(url.as_deref()),
            Action::GoBack
            | Action::GoForward
            | Action::SwitchTab { .. }
            | Action::CloseTab { .. } => Self::Go(None),
            Action::Click { id }
            | Action::DoubleClick { id }
            | Action::RightClick { id }
            | Action::Check { id }
            | Action::Uncheck { id }
            | Action::DragAndDrop { to: id, .. } => Self::Press(id),
            Action::Press { .. }
            | Action::AcceptDialog { .. }
            | Action::DismissDialog
            | Action::WaitForDialog { .. } => Self::Key,
            Action::SetValue { id, .. } => Self::Write(Some(id)),
            Action::Type { .. } => Self::Write(None),
            Action::SelectDropdown { id, .. } => Self::Choose(id),
            Action::UploadFile { id, .. } => Self::Upload(id),
            Action::Scroll { .. }
            | Action::ScrollContainer { .. }
            | Action::FindText { .. }
            | Action::Hover { .. }
            | Action::Focus { .. }
            | Action::Blur { .. }
            | Action::Wait { .. }
            | Action::WaitForElement { .. }
            | Action::WaitFor { .. } => Self::Move,
            Action::DropdownOptions { .. }
            | Action::GetText { .. }
            | Action::GetAttribute { .. }
            | Action::GetBoundingBox { .. }
            | Action::IsVisible { .. }
            | Action::IsEnabled { .. }
            | Action::GetTabs
            | Action::Search { .. }
            | Action::GoogleSearch { .. }
            | Action::Screenshot { .. }
            | Action::GeneratePdf
            | Action::Evaluate { .. }
            | Action::InterceptRequest { .. }
            | Action::MockResponse { .. }
            | Action::GetCookies
            | Action::SetCookie { .. }
            | Action::ClearCookies
            | Action::GetLocalStorage { .. }
            | Action::SetLocalStorage { .. }
            | Action::ClearStorage { .. }
            | Action::StartTracing
            | Action::StopTracing
            | Action::GetMetrics
            | Action::Finish { .. }
            | Action::Fail { .. }
            | Action::VerifySuccess { .. }
            | Action::Remember { .. }
            | Action::Recall { .. }
            | Action::ExportToSession { .. } => Self::Foreign,
        }
    }

    /// Going, pressing and moving about, which sensitive sites are asked about; anything else is
    /// refused there.
    pub(super) const fn looks_around(self) -> bool {
        matches!(self, Self::Go(_) | Self::Press(_) | Self::Move)
    }
}
