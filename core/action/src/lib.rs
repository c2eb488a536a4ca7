//! The one action grammar.
//!
//! [`Action`] is the complete catalogue. Text becomes an action in [`parse`] and nowhere else, and
//! an action becomes text in [`print`]: the narrow form that every published client understands.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod ask;
pub mod expect;
pub mod id;
pub mod mask;
pub mod named;
pub mod origin;
pub mod query;
pub mod site;
pub mod status;
pub mod step;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

mod accept;
mod build;
pub mod catalog;
pub mod code;
mod error;
pub mod key;
pub mod ledger;
mod parse;
mod print;
mod schema;
mod token;

#[cfg(test)]
mod tests;

pub use catalog::{ActionFamily, CATALOG, EffectClass};
pub use error::{ParseError, ParseErrorKind};
pub use parse::{MAX_BYTES, is_well_formed, parse};
pub use print::print;
pub use schema::schema;

use screen_agent_page::NodeId;
use serde::{Deserialize, Serialize};

/// Held while a key is pressed. Bits as the browser protocol has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Modifier {
    /// Alt or Option: 1.
    Alt,
    /// Control: 2.
    Control,
    /// Command or Windows: 4.
    Meta,
    /// Shift: 8.
    Shift,
}

/// Which way a region is scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards the start.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// What to choose in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Choice {
    /// By the option's value.
    pub value: Option<String>,
    /// By the option's text.
    pub text: Option<String>,
    /// Several options, where the list takes several.
    pub several: Vec<String>,
}

/// What to wait for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Awaited {
    /// Words somewhere on the page.
    Text {
        /// The words.
        value: String,
    },
    /// An element that matches a selector.
    Selector {
        /// The selector.
        value: String,
    },
    /// At least so many elements that match a selector.
    ElementCount {
        /// The selector.
        selector: String,
        /// How many.
        count: u32,
    },
    /// An address that contains these characters; any change where they are empty.
    UrlChange {
        /// The characters.
        value: String,
    },
}

/// Where a storage lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Storage {
    /// `localStorage`.
    LocalStorage,
    /// `sessionStorage`.
    SessionStorage,
    /// IndexedDB.
    #[serde(rename = "indexedDB")]
    IndexedDb,
}

/// What to do with a request that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interception {
    /// Refuse it.
    Block,
    /// Change it.
    Modify,
    /// Let it go on.
    Continue,
}

/// Which memory is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryScope {
    /// Of this task.
    #[default]
    Task,
    /// Of the whole conversation.
    Session,
}

/// Everything that can be done, one variant per action.
///
/// The doc line gives the wire form. Times are in the unit that the wire uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "name",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[allow(missing_docs, reason = "each variant's wire form names its fields")]
pub enum Action {
    /// `click(id)`
    Click { id: NodeId },
    /// `doubleClick(id)`
    DoubleClick { id: NodeId },
    /// `rightClick(id)`
    RightClick { id: NodeId },
    /// `hover(id)`
    Hover { id: NodeId },
    /// `dragAndDrop(from, to)`
    DragAndDrop { from: NodeId, to: NodeId },
    /// `setValue(id, "text")`: replaces what the field holds.
    SetValue { id: NodeId, text: String },
    /// `appendText(id, "text")`: adds it at the end of what the field holds.
    AppendText { id: NodeId, text: String },
    /// `type("text", delayMs?)`: into whatever has the keyboard.
    Type { text: String, delay_ms: Option<u32> },
    /// `press("Enter", "ctrl+shift"?)`
    Press {
        key: String,
        modifiers: Vec<Modifier>,
    },
    /// `focus(id)`
    Focus { id: NodeId },
    /// `selectText(id, "phrase")`: the cursor behind all of it where the phrase is empty.
    SelectText { id: NodeId, text: String },
    /// `blur(id)`
    Blur { id: NodeId },
    /// `check(id)`
    Check { id: NodeId },
    /// `uncheck(id)`
    Uncheck { id: NodeId },
    /// `dropdownOptions(id)`
    DropdownOptions { id: NodeId },
    /// `selectDropdown(id, value?, text?, multi?)`
    SelectDropdown { id: NodeId, choice: Choice },
    /// `uploadFile(id, "path", ...)`: names of files that the client was given, never chosen by a page.
    UploadFile { id: NodeId, files: Vec<String> },
    /// `scroll(down?, pages?, id?)`
    Scroll {
        down: bool,
        pages: f64,
        id: Option<NodeId>,
    },
    /// `scroll_container(id, "down")`
    ScrollContainer { id: NodeId, direction: Direction },
    /// `findText("text")`: scrolls to it.
    FindText { text: String },
    /// `getText(id)`
    GetText { id: NodeId },
    /// `getAttribute(id, "name")`
    GetAttribute { id: NodeId, attribute: String },
    /// `getBoundingBox(id)`
    GetBoundingBox { id: NodeId },
    /// `isVisible(id)`
    IsVisible { id: NodeId },
    /// `isEnabled(id)`
    IsEnabled { id: NodeId },
    /// `navigate("url", newTab?)`
    Navigate { url: String, new_tab: bool },
    /// `search("query", "engine"?)`: opens a search engine's result page.
    Search {
        query: String,
        engine: Option<String>,
    },
    /// `goBack()`
    GoBack,
    /// `goForward()`
    GoForward,
    /// `wait(seconds)`
    Wait { seconds: f64 },
    /// `waitForElement(text?, role?, timeoutMs)`
    WaitForElement {
        text: Option<String>,
        role: Option<String>,
        timeout_ms: u32,
    },
    /// `wait_for({json})`
    WaitFor {
        awaited: Awaited,
        timeout_ms: u32,
        poll_ms: u32,
    },
    /// `createTab("url"?, active?)`
    CreateTab { url: Option<String>, active: bool },
    /// `switch(index)`
    SwitchTab { index: u32 },
    /// `close(index)`
    CloseTab { index: u32 },
    /// `getTabs()`
    GetTabs,
    /// `evaluate("code")`
    Evaluate { code: String },
    /// `screenshot(full?, id?, "format"?, quality?)`
    Screenshot {
        full: bool,
        id: Option<NodeId>,
        format: Option<String>,
        quality: Option<u8>,
    },
    /// `generatePdf()`
    GeneratePdf,
    /// `acceptDialog("text"?)`
    AcceptDialog { text: Option<String> },
    /// `dismissDialog()`
    DismissDialog,
    /// `waitForDialog(ms, "accept|dismiss"?)`
    WaitForDialog {
        timeout_ms: u32,
        accept: Option<bool>,
    },
    /// `interceptRequest("pattern", "block|modify|continue", {json}?)`
    InterceptRequest {
        pattern: String,
        how: Interception,
        change: Option<String>,
    },
    /// `mockResponse("pattern", {json})`
    MockResponse { pattern: String, response: String },
    /// `getCookies()`
    GetCookies,
    /// `setCookie({json})`
    SetCookie { cookie: String },
    /// `clearCookies()`
    ClearCookies,
    /// `getLocalStorage("key"?)`
    GetLocalStorage { key: Option<String> },
    /// `setLocalStorage("key", "value")`
    SetLocalStorage { key: String, value: String },
    /// `clearStorage("localStorage|sessionStorage|indexedDB")`
    ClearStorage { storage: Storage },
    /// `startTracing()`
    StartTracing,
    /// `stopTracing()`
    StopTracing,
    /// `getMetrics()`
    GetMetrics,
    /// `finish("text"?, success?)`
    Finish { text: Option<String>, success: bool },
    /// `fail("reason"?)`
    Fail { reason: Option<String> },

    /// `googleSearch("query")`, inside the server.
    GoogleSearch { query: String },
    /// `verifySuccess("description")`, inside the server.
    VerifySuccess { description: String },
    /// `remember("key", json)`, inside the server.
    Remember { key: String, value: String },
    /// `recall("key" or "*", "task|session")`, inside the server.
    Recall { key: String, scope: MemoryScope },
    /// `exportToSession("key", "sessionKey"?)`, inside the server.
    ExportToSession {
        key: String,
        session_key: Option<String>,
    },
}

/// Who performs an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ToolType {
    /// The client, on the page.
    Dom,
    /// The server, inside the turn.
    Server,
}

impl Action {
    /// Every control that the action is aimed at: of a drag both ends.
    pub fn ends(&self) -> impl Iterator<Item = &NodeId> {
        self.target().into_iter().chain(self.dropped_on())
    }

    /// The control that a drag ends on.
    pub fn dropped_on(&self) -> Option<&NodeId> {
        if let Self::DragAndDrop { to, .. } = self {
            return Some(to);
        }
        None
    }

    /// The address that it goes to, where it names one.
    pub fn address(&self) -> Option<&str> {
        if let Self::Navigate { url, .. } | Self::CreateTab { url: Some(url), .. } = self {
            return Some(url);
        }
        None
    }

    /// What performing it comes to.
    pub const fn effect(&self) -> EffectClass {
        self.entry().effect
    }

    /// What it is a way of.
    pub const fn family(&self) -> ActionFamily {
        self.entry().family
    }

    /// True for what fills in a field, ticks it, or chooses in it.
    pub fn fills_in(&self) -> bool {
        matches!(self.family(), ActionFamily::Fill | ActionFamily::Tick)
    }

    /// True for what puts a text or a choice of the person's into a field, named or not.
    pub fn enters_value(&self) -> bool {
        matches!(self.family(), ActionFamily::Fill | ActionFamily::Write)
    }

    /// True for what writes a text into a field that it names.
    pub fn writes(&self) -> bool {
        matches!(self, Self::SetValue { .. } | Self::AppendText { .. })
    }

    /// The text that it types, letter by letter.
    pub fn typed(&self) -> Option<&str> {
        if let Self::SetValue { text, .. }
        | Self::AppendText { text, .. }
        | Self::Type { text, .. } = self
        {
            Some(text)
        } else {
            None
        }
    }

    /// True for one or two clicks with the first button.
    pub fn presses(&self) -> bool {
        self.family() == ActionFamily::Press
    }

    /// The control that it leaves the keyboard with, as far as that is sure.
    pub fn takes_keyboard(&self) -> Option<&NodeId> {
        let takes = matches!(
            self,
            Self::SetValue { .. }
                | Self::AppendText { .. }
                | Self::Focus { .. }
                | Self::SelectText { .. }
                | Self::Click { .. }
        );
        self.target().filter(|_| takes)
    }

    /// Who performs it.
    pub const fn tool_type(&self) -> ToolType {
        self.entry().tool()
    }

    /// True for what is done to a control with the pointer, or changes what it holds; reading,
    /// scrolling and moving the keyboard are not.
    pub fn works_control(&self) -> bool {
        self.effect() == EffectClass::Works || self.family() == ActionFamily::Point
    }

    /// True for what scrolls the page or a region of it.
    pub fn scrolls(&self) -> bool {
        self.family() == ActionFamily::Scroll
    }

    /// True for what ends the task.
    pub fn is_terminal(&self) -> bool {
        self.effect() == EffectClass::Ends
    }
}
