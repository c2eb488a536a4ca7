//! From an action to the verb that performs it.

use std::time::Duration;

use screen_agent_action::{Action, ActionFamily, EffectClass};
use screen_agent_page::NodeId;
use serde_json::json;

use super::Hands;
use crate::input::Button;
use crate::outcome::{ActionFile, Observations, PerformRefusal, Performed, Trouble};
use crate::page::Patience;
use crate::target::Target;
use crate::verbs::{self, Done, Shot};

/// Longest pause between two characters, in milliseconds.
const LONGEST_DELAY: u32 = 1000;

/// Longest wait for something on the page.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Whether an action may change the page, which then has to settle. What goes elsewhere or waits
/// does so by itself.
pub(super) fn changes_page(action: &Action) -> bool {
    match action.effect() {
        EffectClass::Works | EffectClass::Types | EffectClass::Moves | EffectClass::Answers => true,
        EffectClass::Privileged => matches!(action, Action::Evaluate { .. }),
        EffectClass::Reads
        | EffectClass::Captures
        | EffectClass::ReadsStored
        | EffectClass::Waits
        | EffectClass::Goes
        | EffectClass::Ends
        | EffectClass::Serves => false,
    }
}

/// True for what puts something into the page that it may save by itself.
pub(super) fn enters(action: &Action) -> bool {
    use ActionFamily::{Fill, Tick, Write};
    matches!(action.family(), Fill | Tick | Write)
        || matches!(
            action,
            Action::UploadFile { .. } | Action::DragAndDrop { .. }
        )
}

/// How long to wait for what an action began.
pub(super) fn settling(action: &Action) -> Patience {
    if action.scrolls() {
        Patience::SCROLL
    } else {
        Patience::ACTION
    }
}

fn done(state: Option<String>, artifact: Option<ActionFile>) -> Performed {
    let observations = Observations::default();
    Performed {
        success: true,
        state,
        error: None,
        observations,
        artifact,
        received: Vec::new(),
    }
}

impl Hands {
    /// Does what an action says, without waiting for the page to answer.
    pub(super) async fn act(&mut self, action: &Action) -> Result<Performed, Trouble> {
        let artifact = if let Action::Screenshot {
            full,
            id,
            format,
            quality,
        } = action
        {
            let shot = self.shot(*full, id.as_ref()).await?;
            let format = verbs::format(format.as_deref(), *quality)?;
            self.page.picture(&shot, format).await?
        } else if matches!(action, Action::GeneratePdf) {
            self.page.pdf().await?
        } else if matches!(action, Action::StopTracing) {
            self.page.stop_tracing().await?
        } else {
            return Ok(done(self.act_on_page(action).await?, None));
        };
        let state = format!("{}, {} bytes", artifact.mime, artifact.bytes.len());
        Ok(done(Some(state), Some(artifact)))
    }

    /// What needs no element, or only asks about one.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the document does the rest")]
    async fn act_on_page(&mut self, action: &Action) -> Done {
        self.still_here(action).await?;
        let page = &self.page;
        match action {
            Action::AcceptDialog { text } => page.accept_dialog(text.as_deref()).await,
            Action::DismissDialog => page.dismiss_dialog().await,
            Action::WaitForDialog { timeout_ms, accept } => {
                page.wait_for_dialog(millis(*timeout_ms), *accept).await
            }
            Action::Navigate {
                url,
                new_tab: false,
            } => page.navigate(url).await,
            Action::Navigate { url, new_tab: true } => self.create_tab(Some(url), true).await,
            Action::Search { query, engine } => {
                page.navigate(&verbs::search_address(query, engine.as_deref())?)
                    .await
            }
            Action::GoBack => page.go(-1).await,
            Action::GoForward => page.go(1).await,
            Action::Wait { seconds } => verbs::wait(*seconds).await,
            Action::CreateTab { url, active } => self.create_tab(url.as_deref(), *active).await,
            Action::SwitchTab { index } => self.switch_tab(*index).await,
            Action::CloseTab { index } => self.close_tab(*index).await,
            Action::GetTabs => self.list_tabs().await,
            Action::InterceptRequest {
                pattern,
                how,
                change,
            } => page.intercept(pattern, *how, change.as_deref()).await,
            Action::MockResponse { pattern, response } => page.mock(pattern, response).await,
            Action::GetCookies => page.cookies(self.basis.as_deref()).await,
            Action::SetCookie { cookie } => page.set_cookie(cookie, self.basis.as_deref()).await,
            Action::ClearCookies => page.clear_cookies(self.basis.as_deref()).await,
            Action::StartTracing => page.start_tracing().await,
            Action::GetMetrics => page.metrics().await,
            _ => self.act_in_document(action).await,
        }
    }

    /// What the document itself must do, which an open dialog keeps it from.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "what only looks around is next"
    )]
    async fn act_in_document(&self, action: &Action) -> Done {
        let page = &self.page;
        if let Some(dialog) = page.open_dialog() {
            let message = format!(
                "a dialog is open, accept or dismiss it first: {}",
                dialog.line()
            );
            return Err(Trouble::Failed(message));
        }
        match action {
            Action::Click { id } => page.click(&self.target(id), Button::Left, 1).await,
            Action::DoubleClick { id } => page.click(&self.target(id), Button::Left, 2).await,
            Action::RightClick { id } => page.click(&self.target(id), Button::Right, 1).await,
            Action::Hover { id } => page.hover(&self.target(id)).await,
            Action::DragAndDrop { from, to } => {
                page.drag_and_drop(&self.target(from), &self.other(to))
                    .await
            }
            Action::SetValue { id, text } => page.set_value(&self.target(id), text).await,
            Action::AppendText { id, text } => page.append(&self.target(id), text).await,
            Action::Type { text, delay_ms } => {
                let delay = millis(delay_ms.unwrap_or(0).min(LONGEST_DELAY));
                page.type_text(self.basis.as_deref(), text, delay).await
            }
            Action::Press { key, modifiers } => {
                page.press(self.basis.as_deref(), key, modifiers).await
            }
            Action::Focus { id } => page.set_focus(&self.target(id)).await,
            Action::SelectText { id, text } => page.select_text(&self.target(id), text).await,
            Action::Blur { id } => page.ask(&self.target(id), "blur", &[]).await,
            Action::Check { id } => page.set_checked(&self.target(id), true).await,
            Action::Uncheck { id } => page.set_checked(&self.target(id), false).await,
            Action::SelectDropdown { id, choice } => page.choose(&self.target(id), choice).await,
            Action::UploadFile { id, files } => {
                let files = self.readable(files)?;
                page.upload(&self.target(id), &files).await
            }
            Action::Evaluate { code } => page.evaluate_code(code, self.basis.as_deref()).await,
            Action::WaitForElement {
                text,
                role,
                timeout_ms,
            } => {
                page.wait_for_element(text.as_deref(), role.as_deref(), patience(*timeout_ms))
                    .await
            }
            Action::WaitFor {
                awaited,
                timeout_ms,
                poll_ms,
            } => {
                page.wait_for(awaited, patience(*timeout_ms), millis(*poll_ms))
                    .await
            }
            Action::GetLocalStorage { key } => {
                self.ask_stored("getLocalStorage", &[json!(key)]).await
            }
            Action::SetLocalStorage { key, value } => {
                self.ask_stored("setLocalStorage", &[json!(key), json!(value)])
                    .await
            }
            Action::ClearStorage { storage } => {
                page.clear_storage(*storage, self.basis.as_deref()).await
            }
            _ => self.ask_document(action).await,
        }
    }

    /// Looking around in the document: scrolling, searching, reading.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is not performed in a browser"
    )]
    async fn ask_document(&self, action: &Action) -> Done {
        let page = &self.page;
        match action {
            Action::Scroll {
                down,
                pages,
                id: None,
            } => page.ask_top("scroll", &[json!(down), json!(pages)]).await,
            // An element takes part in its own scrolling, so it comes last in the wire's order.
            Action::Scroll {
                down,
                pages,
                id: Some(id),
            } => page.scroll_around(&self.target(id), *down, *pages).await,
            Action::ScrollContainer { id, direction } => {
                page.ask(&self.target(id), "scrollContainer", &[json!(direction)])
                    .await
            }
            Action::FindText { text } => page.ask_top("findText", &[json!(text)]).await,
            Action::DropdownOptions { id } => {
                page.ask(&self.target(id), "dropdownOptions", &[]).await
            }
            Action::GetText { id } => page.ask(&self.target(id), "getText", &[]).await,
            Action::GetAttribute { id, attribute } => {
                page.ask(&self.target(id), "getAttribute", &[json!(attribute)])
                    .await
            }
            Action::GetBoundingBox { id } => page.bounding_box(&self.target(id)).await,
            Action::IsVisible { id } => page.ask(&self.target(id), "isVisible", &[]).await,
            Action::IsEnabled { id } => page.ask(&self.target(id), "isEnabled", &[]).await,
            _ => {
                let message = "this action is not performed in a browser";
                Err(Trouble::Refused(
                    PerformRefusal::Unsupported,
                    message.into(),
                ))
            }
        }
    }

    /// What is neither a document's nor a control's is held to both all the same.
    async fn still_here(&self, action: &Action) -> Result<(), Trouble> {
        let Some(basis) = &self.basis else {
            return Ok(());
        };
        match action.effect() {
            EffectClass::Answers if !matches!(action, Action::WaitForDialog { .. }) => {
                self.page.same_dialog(basis)
            }
            EffectClass::Privileged | EffectClass::ReadsStored
                if action.family() == ActionFamily::Storage =>
            {
                Ok(())
            }
            EffectClass::Answers | EffectClass::ReadsStored | EffectClass::Privileged => {
                self.page.same_document(basis).await
            }
            EffectClass::Reads
            | EffectClass::Captures
            | EffectClass::Moves
            | EffectClass::Waits
            | EffectClass::Works
            | EffectClass::Types
            | EffectClass::Goes
            | EffectClass::Ends
            | EffectClass::Serves => Ok(()),
        }
    }

    async fn ask_stored(&self, name: &str, arguments: &[serde_json::Value]) -> Done {
        let basis = self.basis.as_deref();
        self.page.ask_top_of(basis, name, arguments).await
    }

    fn target(&self, id: &NodeId) -> Target {
        Target {
            id: id.as_str().to_owned(),
            basis: self.basis.clone(),
        }
    }

    /// Another element than the one that was decided about: it is held to the document, and to what
    /// the last look showed of it.
    fn other(&self, id: &NodeId) -> Target {
        let basis = self.basis.as_deref();
        let basis = basis.map(|basis| self.seen.about(basis, id.as_str()));
        Target {
            id: id.as_str().to_owned(),
            basis: basis.map(std::sync::Arc::new),
        }
    }

    /// The files where the browser can read them. What the person did not give is never handed over.
    fn readable(&self, files: &[String]) -> Result<Vec<String>, Trouble> {
        let each = files.iter().map(|file| {
            let lent = self.lent.get(file);
            let path = lent.ok_or_else(|| {
                Trouble::invalid(format!("the person gave no file that is called {file}"))
            })?;
            let absent = |_| Trouble::invalid(format!("the file {file} cannot be read"));
            let readable = self.browser.readable(path).map_err(absent)?;
            Ok(readable.to_string_lossy().into_owned())
        });
        each.collect()
    }

    async fn shot(&self, full: bool, id: Option<&NodeId>) -> Result<Shot, Trouble> {
        match id {
            Some(id) => {
                let options = json!({ "force": true });
                let target = self.target(id);
                let found = self.page().locate(&target, options).await?;
                Ok(Shot::Box(found.area))
            }
            None if full => Ok(Shot::Page),
            None => Ok(Shot::View),
        }
    }
}

fn millis(count: u32) -> Duration {
    Duration::from_millis(count.into())
}

fn patience(timeout_ms: u32) -> Duration {
    millis(timeout_ms).min(LONGEST_WAIT)
}
