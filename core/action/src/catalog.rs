//! The table of all actions.
//!
//! Adding an action is a variant of [`Action`] and one entry here. Reading, printing, checking,
//! generated names, the list that a model sees, and what gate, plan, verification and browser do with actions of its effect
//! class all follow from the entry.

use ActionFamily as Family;
use EffectClass::*;
use Kind::*;

use screen_agent_page::NodeId;
use strsim::levenshtein;

use super::{Action, ToolType};

/// What performing an action comes to. Gate, plan, verification and browser tell actions apart by
/// it, and look at the single action only where those of a class differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectClass {
    /// It is done for what it returns, and changes nothing.
    Reads,
    /// It makes a picture or a record of the page.
    Captures,
    /// It moves the view, the pointer or the keyboard.
    Moves,
    /// It waits for the page.
    Waits,
    /// It presses a control or changes what it holds.
    Works,
    /// It goes to whatever has the keyboard.
    Types,
    /// It goes to another page or tab.
    Goes,
    /// It answers a dialog of the browser.
    Answers,
    /// It reads what the browser has stored for a site.
    ReadsStored,
    /// It runs code, or changes cookies, storage or traffic.
    Privileged,
    /// It ends the task.
    Ends,
    /// The server does it, inside the turn.
    Serves,
}

/// Actions that are one thing in several ways: how most rules name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionFamily {
    /// One or two clicks with the first button.
    Press,
    /// Ticking a box, or clearing it.
    Tick,
    /// Putting a value into a field: its text, or an entry of its list.
    Fill,
    /// Keys that write a text.
    Write,
    /// Moving the pointer.
    Point,
    /// Moving the keyboard.
    Focus,
    /// Scrolling the page, or a region of it.
    Scroll,
    /// Letting time go by.
    Pause,
    /// A picture of the page.
    Picture,
    /// Going to another page in this tab.
    Travel,
    /// Cookies.
    Cookies,
    /// What a page keeps in the browser.
    Storage,
    /// It is like no other.
    Single,
}

/// What an argument may be, with its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The id of a control.
    Id,
    /// Text of at most so many characters.
    Text(usize),
    /// Text that may not be empty.
    Words(usize),
    /// A whole number within bounds.
    Whole(u32, u32),
    /// Any number within bounds.
    Real(f64, f64),
    /// `true` or `false`.
    Flag,
    /// `true` for the first word, `false` for the second.
    Either(&'static str, &'static str),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A key.
    Key,
    /// Keys that are held, joined by `+`.
    Modifiers,
    /// JSON as text, of at most so many characters.
    Json(usize),
    /// Text, or JSON as text, of at most so many characters.
    JsonOrText(usize),
    /// Code that a page runs.
    Code,
    /// A list of texts.
    Texts,
}

/// Whether an argument must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must.
    Required,
    /// It need not; this JSON stands for it, and is left out in print.
    Default(&'static str),
    /// It need not; this JSON stands for it, and is printed all the same.
    Shown(&'static str),
}

/// One argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Its name, when it is named.
    pub name: &'static str,
    /// Where it stands in the JSON form of the action. Empty when it is read and dropped.
    pub field: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Whether it must be given.
    pub need: Need,
}

/// How the arguments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `name(a, b)`
    Call,
    /// `name(a, b, b, b)`: the last argument is repeated.
    Repeated,
    /// `name('{"a":1}')`
    Object,
}

/// One action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionEntry {
    /// Name in the JSON form.
    pub tag: &'static str,
    /// Name that is printed: the one that published clients know.
    pub name: &'static str,
    /// Other names that are read. Underscores and capitals never matter.
    pub aliases: &'static [&'static str],
    /// What it comes to.
    pub effect: EffectClass,
    /// What it is a way of.
    pub family: ActionFamily,
    /// How the arguments are written.
    pub form: Form,
    /// Its arguments.
    pub params: &'static [Param],
    /// What it does, in one line.
    pub doc: &'static str,
}

/// Names that stand for another action, and which. No published client knows `dismissOverlay`; Escape closes
/// most overlays, and the turn knows better where it sees a button that closes one.
const SHORTHANDS: &[(&str, &str)] = &[("dismissOverlay", "press(\"Escape\")")];

/// Longest text that is typed, searched or answered.
const TEXT: usize = 10_000;
/// Longest address.
const URL: usize = 8_192;
/// Longest name of a key, attribute or file.
const NAME: usize = 500;

const fn must(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        field: name,
        kind,
        need: Need::Required,
    }
}

const fn may(name: &'static str, kind: Kind, default: &'static str) -> Param {
    Param {
        name,
        field: name,
        kind,
        need: Need::Default(default),
    }
}

const fn shown(name: &'static str, kind: Kind, default: &'static str) -> Param {
    Param {
        name,
        field: name,
        kind,
        need: Need::Shown(default),
    }
}

const fn at(param: Param, field: &'static str) -> Param {
    Param { field, ..param }
}

const fn entry(
    tag: &'static str,
    effect: EffectClass,
    doc: &'static str,
    params: &'static [Param],
) -> ActionEntry {
    ActionEntry {
        tag,
        name: tag,
        aliases: &[],
        effect,
        family: ActionFamily::Single,
        form: Form::Call,
        params,
        doc,
    }
}

impl ActionEntry {
    const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    const fn family(self, family: ActionFamily) -> Self {
        Self { family, ..self }
    }

    const fn printed(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    const fn written(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Who performs it.
    pub const fn tool(&self) -> ToolType {
        match self.effect {
            Serves => ToolType::Server,
            Reads | Captures | Moves | Waits | Works | Types | Goes | Answers | ReadsStored
            | Privileged | Ends => ToolType::Dom,
        }
    }
}

const ID: &[Param] = &[must("id", Id)];
const NONE: &[Param] = &[];

/// A field that names the control which an action is aimed at.
trait TargetField {
    fn id(&self) -> Option<&NodeId>;
    fn id_mut(&mut self) -> Option<&mut NodeId>;
}

impl TargetField for NodeId {
    fn id(&self) -> Option<&NodeId> {
        Some(self)
    }

    fn id_mut(&mut self) -> Option<&mut NodeId> {
        Some(self)
    }
}

impl TargetField for Option<NodeId> {
    fn id(&self) -> Option<&NodeId> {
        self.as_ref()
    }

    fn id_mut(&mut self) -> Option<&mut NodeId> {
        self.as_mut()
    }
}

/// The table, and from it each action's entry and target: a variant without an entry does not compile. In
/// parentheses is the field with the control that the action is aimed at.
macro_rules! catalog {
    ($($variant:ident $(($target:ident))? => $entry:expr,)*) => {
        /// Every action, in the order in which a model reads them.
        pub const CATALOG: &[ActionEntry] = &[$($entry),*];

        impl Action {
            /// What is known of actions of this name.
            pub const fn entry(&self) -> &'static ActionEntry {
                match self {
                    $(Self::$variant { .. } => {
                        const ENTRY: ActionEntry = $entry;
                        &ENTRY
                    })*
                }
            }

            /// The control that the action is aimed at. The start, for a drag.
            pub fn target(&self) -> Option<&NodeId> {
                match self {
                    $(Self::$variant { $($target,)? .. } => None$(.or($target.id()))?,)*
                }
            }

            /// The same action, aimed at another control; `None` where it is aimed at none.
            pub fn with_target(&self, id: &NodeId) -> Option<Self> {
                let mut other = self.clone();
                let target = match &mut other {
                    $(Self::$variant { $($target,)? .. } => None$(.or($target.id_mut()))?,)*
                };
                id.clone_into(target?);
                Some(other)
            }
        }
    };
}

catalog! {
    Click(id) => entry("click", Works, "Click a control.", ID).family(Family::Press),
    DoubleClick(id) => entry("doubleClick", Works, "Click a control twice.", ID).family(Family::Press).aliases(&["dblclick"]),
    RightClick(id) => entry("rightClick", Works, "Open a control's context menu.", ID).aliases(&["contextMenu"]),
    Hover(id) => entry("hover", Moves, "Move the pointer over a control.", ID).family(Family::Point),
    DragAndDrop(from) => entry("dragAndDrop", Works, "Drag one control onto another.", &[
        must("from", Id), must("to", Id),
    ]),
    SetValue(id) => entry("setValue", Works, "Replace what a field holds.", &[
        must("id", Id), must("text", Text(TEXT)), at(may("clear", OneOf(&["true"]), "null"), ""),
    ]).family(Family::Fill),
    AppendText(id) => entry("appendText", Works, "Add to the end of what a field holds.", &[
        must("id", Id), must("text", Words(TEXT)),
    ]).family(Family::Fill),
    Type => entry("type", Types, "Type into whatever has the keyboard.", &[
        must("text", Words(TEXT)), at(may("delay", Whole(0, 1_000), "null"), "delayMs"),
    ]).family(Family::Write).aliases(&["typeText"]),
    Press => entry("press", Types, "Press one key.", &[
        must("key", Key), may("modifiers", Modifiers, "[]"),
    ]).aliases(&["pressKey"]),
    Focus(id) => entry("focus", Moves, "Give a control the keyboard.", ID).family(Family::Focus),
    SelectText(id) => entry("selectText", Moves, "Select a phrase in a field, or put the cursor at its end.", &[
        must("id", Id), must("text", Text(TEXT)),
    ]).family(Family::Focus),
    Blur(id) => entry("blur", Moves, "Take the keyboard from a control.", ID).family(Family::Focus),
    Check(id) => entry("check", Works, "Tick a box.", ID).family(Family::Tick),
    Uncheck(id) => entry("uncheck", Works, "Clear a box.", ID).family(Family::Tick),
    DropdownOptions(id) => entry("dropdownOptions", Reads, "Read the options of a list.", ID),
    SelectDropdown(id) => entry("selectDropdown", Works, "Choose from a list.", &[
        must("id", Id),
        at(may("value", Text(NAME), "null"), "choice.value"),
        at(may("text", Text(NAME), "null"), "choice.text"),
        at(may("multi", Texts, "[]"), "choice.several"),
    ]).family(Family::Fill).aliases(&["selectOption"]),
    UploadFile(id) => entry("uploadFile", Works, "Hand files to a file chooser.", &[
        must("id", Id), must("files", Texts),
    ]).written(Form::Repeated),
    Scroll(id) => entry("scroll", Moves, "Scroll the page, or a region of it.", &[
        shown("down", Either("down", "up"), "true"),
        shown("pages", Real(0.01, 100.0), "1.0"),
        may("id", Id, "null"),
    ]).family(Family::Scroll),
    ScrollContainer(id) => entry("scrollContainer", Moves, "Scroll a region.", &[
        must("id", Id), shown("direction", OneOf(&["up", "down", "left", "right"]), "\"down\""),
    ]).family(Family::Scroll).printed("scroll_container"),
    FindText => entry("findText", Moves, "Scroll to a text.", &[must("text", Words(TEXT))]),
    GetText(id) => entry("getText", Reads, "Read a control's text.", ID),
    GetAttribute(id) => entry("getAttribute", Reads, "Read an attribute of a control.", &[
        must("id", Id), must("attribute", Words(NAME)),
    ]),
    GetBoundingBox(id) => entry("getBoundingBox", Reads, "Read where a control stands.", ID),
    IsVisible(id) => entry("isVisible", Reads, "Read whether a control can be seen.", ID),
    IsEnabled(id) => entry("isEnabled", Reads, "Read whether a control can be used.", ID),
    Navigate => entry("navigate", Goes, "Go to an address.", &[
        must("url", Words(URL)), may("newTab", Flag, "false"),
    ]).family(Family::Travel),
    Search => entry("search", Goes, "Search the web.", &[
        must("query", Words(TEXT)), may("engine", Text(NAME), "null"),
    ]).family(Family::Travel),
    GoBack => entry("goBack", Goes, "Go back in the tab's history.", NONE).family(Family::Travel),
    GoForward => entry("goForward", Goes, "Go forward in the tab's history.", NONE).family(Family::Travel),
    Wait => entry("wait", Waits, "Wait.", &[shown("seconds", Real(0.0, 30.0), "3.0")]).family(Family::Pause),
    WaitForElement => entry("waitForElement", Waits, "Wait until a control appears.", &[
        may("text", Text(NAME), "null"),
        may("role", Text(NAME), "null"),
        at(may("timeout", Whole(0, 30_000), "5000"), "timeoutMs"),
    ]),
    WaitFor => entry("waitFor", Waits, "Wait until something is so.", &[
        at(must("type", OneOf(&["text", "selector", "element_count", "url_change"])), "awaited.type"),
        at(shown("value", Text(NAME), "\"\""), "awaited.value"),
        at(shown("timeout", Whole(0, 60_000), "60000"), "timeoutMs"),
        at(shown("pollInterval", Whole(50, 10_000), "500"), "pollMs"),
    ]).written(Form::Object).printed("wait_for"),
    CreateTab => entry("createTab", Goes, "Open a tab.", &[
        may("url", Text(URL), "null"), may("active", Flag, "true"),
    ]),
    SwitchTab => entry("switchTab", Goes, "Go to another tab.", &[
        must("index", Whole(0, 10_000)),
    ]).printed("switch"),
    CloseTab => entry("closeTab", Goes, "Close a tab.", &[
        must("index", Whole(0, 10_000)),
    ]).printed("close"),
    GetTabs => entry("getTabs", Reads, "List the tabs.", NONE).aliases(&["listTabs"]),
    Evaluate => entry("evaluate", Privileged, "Run code in the page.", &[must("code", Code)]),
    Screenshot(id) => entry("screenshot", Captures, "Take a picture.", &[
        may("full", Flag, "false"),
        may("id", Id, "null"),
        may("format", OneOf(&["png", "jpeg", "webp"]), "null"),
        may("quality", Whole(0, 100), "null"),
    ]).family(Family::Picture),
    GeneratePdf => entry("generatePdf", Captures, "Print the page to PDF.", NONE).family(Family::Picture),
    AcceptDialog => entry("acceptDialog", Answers, "Accept the browser's dialog.", &[
        may("text", Text(TEXT), "null"),
    ]),
    DismissDialog => entry("dismissDialog", Answers, "Dismiss the browser's dialog.", NONE),
    WaitForDialog => entry("waitForDialog", Answers, "Wait for the browser's dialog, and answer it.", &[
        at(may("timeout", Whole(0, 60_000), "30000"), "timeoutMs"),
        may("accept", Either("accept", "dismiss"), "null"),
    ]),
    InterceptRequest => entry("interceptRequest", Privileged, "Hold matching requests.", &[
        must("pattern", Words(URL)),
        at(must("action", OneOf(&["block", "modify", "continue"])), "how"),
        may("change", Json(TEXT), "null"),
    ]),
    MockResponse => entry("mockResponse", Privileged, "Answer matching requests.", &[
        must("pattern", Words(URL)), must("response", Json(TEXT)),
    ]),
    GetCookies => entry("getCookies", ReadsStored, "Read cookies.", NONE).family(Family::Cookies),
    SetCookie => entry("setCookie", Privileged, "Write a cookie.", &[must("cookie", Json(TEXT))]).family(Family::Cookies),
    ClearCookies => entry("clearCookies", Privileged, "Delete cookies.", NONE).family(Family::Cookies),
    GetLocalStorage => entry("getLocalStorage", ReadsStored, "Read the page's storage.", &[
        may("key", Text(NAME), "null"),
    ]).family(Family::Storage),
    SetLocalStorage => entry("setLocalStorage", Privileged, "Write the page's storage.", &[
        must("key", Words(NAME)), must("value", Text(TEXT)),
    ]).family(Family::Storage),
    ClearStorage => entry("clearStorage", Privileged, "Empty the page's storage.", &[
        must("storage", OneOf(&["localStorage", "sessionStorage", "indexedDB"])),
    ]).family(Family::Storage),
    StartTracing => entry("startTracing", Captures, "Begin to record performance.", NONE),
    StopTracing => entry("stopTracing", Captures, "Stop recording performance.", NONE),
    GetMetrics => entry("getMetrics", Reads, "Read performance figures.", NONE),
    Finish => entry("finish", Ends, "End the task; the text answers the person.", &[
        may("text", Text(TEXT), "null"), may("success", Flag, "true"),
    ]).aliases(&["done"]),
    Fail => entry("fail", Ends, "Give the task up.", &[may("reason", Text(TEXT), "null")]),
    GoogleSearch => entry("googleSearch", Serves, "Search the web, inside the server.", &[
        must("query", Words(TEXT)),
    ]),
    VerifySuccess => entry("verifySuccess", Serves, "Check that something is so.", &[
        must("description", Words(TEXT)),
    ]),
    Remember => entry("remember", Serves, "Keep a value.", &[
        must("key", Words(NAME)), must("value", JsonOrText(TEXT)),
    ]),
    Recall => entry("recall", Serves, "Read a kept value; * for all.", &[
        must("key", Words(NAME)), may("scope", OneOf(&["task", "session"]), "\"task\""),
    ]),
    ExportToSession => entry("exportToSession", Serves, "Keep a value for the whole conversation.", &[
        must("key", Words(NAME)), may("sessionKey", Text(NAME), "null"),
    ]),
}

/// The entry with this name or alias, however it is capitalised.
pub fn find(name: &str) -> Option<&'static ActionEntry> {
    let wanted = fold(name);
    CATALOG.iter().find(|entry| {
        fold(entry.name) == wanted
            || fold(entry.tag) == wanted
            || entry.aliases.iter().any(|alias| fold(alias) == wanted)
    })
}

/// The name of a shorthand, and what it means.
pub(crate) fn shorthand(name: &str) -> Option<&'static (&'static str, &'static str)> {
    let mut shorthands = SHORTHANDS.iter();
    shorthands.find(|(short, _)| fold(short) == fold(name))
}

/// The name nearest to a misspelt one, when one is near.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    let wanted: String = fold(name).chars().take(64).collect();
    let limit = if wanted.len() > 5 { 2 } else { 1 };
    let names = CATALOG.iter().flat_map(|entry| {
        std::iter::once(entry.name)
            .chain(entry.aliases.iter().copied())
            .map(|spelling| (levenshtein(&wanted, &fold(spelling)), entry.name))
    });
    names
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= limit)
        .map(|(_, name)| name)
}

/// Capitals and underscores do not tell names apart.
pub(crate) fn fold(name: &str) -> String {
    name.chars()
        .filter(|c| *c != '_')
        .map(|c| c.to_ascii_lowercase())
        .collect()
}
