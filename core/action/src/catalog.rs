//! The table of all actions.
//!
//! Adding an action is a variant of [`Action`](super::Action) and one entry here. Reading,
//! printing, checking, generated names and the list that a model sees all follow from the entry.

use super::ToolType;

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
pub struct Entry {
    /// Name in the JSON form.
    pub tag: &'static str,
    /// Name that is printed: the one that published clients know.
    pub name: &'static str,
    /// Other names that are read. Underscores and capitals never matter.
    pub aliases: &'static [&'static str],
    /// Who performs it.
    pub tool: ToolType,
    /// How the arguments are written.
    pub form: Form,
    /// Its arguments.
    pub params: &'static [Param],
    /// What it does, in one line.
    pub doc: &'static str,
}

/// A name that stands for another action with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shorthand {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub means: &'static str,
}

/// Names that stand for another action. No published client knows `dismissOverlay`; Escape closes
/// most overlays, and the turn knows better where it sees a button that closes one.
pub const SHORTHANDS: &[Shorthand] = &[Shorthand {
    name: "dismissOverlay",
    means: "press(\"Escape\")",
}];

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

const fn dom(
    tag: &'static str,
    aliases: &'static [&'static str],
    params: &'static [Param],
    doc: &'static str,
) -> Entry {
    Entry {
        tag,
        name: tag,
        aliases,
        tool: ToolType::Dom,
        form: Form::Call,
        params,
        doc,
    }
}

const fn named(entry: Entry, name: &'static str) -> Entry {
    Entry { name, ..entry }
}

const fn written(entry: Entry, form: Form) -> Entry {
    Entry { form, ..entry }
}

const fn server(tag: &'static str, params: &'static [Param], doc: &'static str) -> Entry {
    Entry {
        tool: ToolType::Server,
        ..dom(tag, &[], params, doc)
    }
}

const ID: &[Param] = &[must("id", Kind::Id)];
const NONE: &[Param] = &[];

/// Every action, in the order in which a model reads them.
pub const CATALOG: &[Entry] = &[
    dom("click", &[], ID, "Click a control."),
    dom("doubleClick", &["dblclick"], ID, "Click a control twice."),
    dom(
        "rightClick",
        &["contextMenu"],
        ID,
        "Open a control's context menu.",
    ),
    dom("hover", &[], ID, "Move the pointer over a control."),
    dom(
        "dragAndDrop",
        &[],
        &[must("from", Kind::Id), must("to", Kind::Id)],
        "Drag one control onto another.",
    ),
    dom(
        "setValue",
        &[],
        &[
            must("id", Kind::Id),
            must("text", Kind::Text(TEXT)),
            at(may("clear", Kind::OneOf(&["true"]), "null"), ""),
        ],
        "Replace what a field holds.",
    ),
    dom(
        "type",
        &["typeText"],
        &[
            must("text", Kind::Words(TEXT)),
            at(may("delay", Kind::Whole(0, 1_000), "null"), "delayMs"),
        ],
        "Type into whatever has the keyboard.",
    ),
    dom(
        "press",
        &["pressKey"],
        &[
            must("key", Kind::Key),
            may("modifiers", Kind::Modifiers, "[]"),
        ],
        "Press one key.",
    ),
    dom("focus", &[], ID, "Give a control the keyboard."),
    dom("blur", &[], ID, "Take the keyboard from a control."),
    dom("check", &[], ID, "Tick a box."),
    dom("uncheck", &[], ID, "Clear a box."),
    dom("dropdownOptions", &[], ID, "Read the options of a list."),
    dom(
        "selectDropdown",
        &["selectOption"],
        &[
            must("id", Kind::Id),
            at(may("value", Kind::Text(NAME), "null"), "choice.value"),
            at(may("text", Kind::Text(NAME), "null"), "choice.text"),
            at(may("multi", Kind::Texts, "[]"), "choice.several"),
        ],
        "Choose from a list.",
    ),
    written(
        dom(
            "uploadFile",
            &[],
            &[must("id", Kind::Id), must("files", Kind::Texts)],
            "Hand files to a file chooser.",
        ),
        Form::Repeated,
    ),
    dom(
        "scroll",
        &[],
        &[
            shown("down", Kind::Either("down", "up"), "true"),
            shown("pages", Kind::Real(0.01, 100.0), "1.0"),
            may("id", Kind::Id, "null"),
        ],
        "Scroll the page, or a region of it.",
    ),
    named(
        dom(
            "scrollContainer",
            &[],
            &[
                must("id", Kind::Id),
                shown(
                    "direction",
                    Kind::OneOf(&["up", "down", "left", "right"]),
                    "\"down\"",
                ),
            ],
            "Scroll a region.",
        ),
        "scroll_container",
    ),
    dom(
        "findText",
        &[],
        &[must("text", Kind::Words(TEXT))],
        "Scroll to a text.",
    ),
    dom("getText", &[], ID, "Read a control's text."),
    dom(
        "getAttribute",
        &[],
        &[must("id", Kind::Id), must("attribute", Kind::Words(NAME))],
        "Read an attribute of a control.",
    ),
    dom("getBoundingBox", &[], ID, "Read where a control stands."),
    dom("isVisible", &[], ID, "Read whether a control can be seen."),
    dom("isEnabled", &[], ID, "Read whether a control can be used."),
    dom(
        "navigate",
        &[],
        &[
            must("url", Kind::Words(URL)),
            may("newTab", Kind::Flag, "false"),
        ],
        "Go to an address.",
    ),
    dom(
        "search",
        &[],
        &[
            must("query", Kind::Words(TEXT)),
            may("engine", Kind::Text(NAME), "null"),
        ],
        "Search the web.",
    ),
    dom("goBack", &[], NONE, "Go back in the tab's history."),
    dom("goForward", &[], NONE, "Go forward in the tab's history."),
    dom(
        "wait",
        &[],
        &[shown("seconds", Kind::Real(0.0, 30.0), "3.0")],
        "Wait.",
    ),
    dom(
        "waitForElement",
        &[],
        &[
            may("text", Kind::Text(NAME), "null"),
            may("role", Kind::Text(NAME), "null"),
            at(may("timeout", Kind::Whole(0, 30_000), "5000"), "timeoutMs"),
        ],
        "Wait until a control appears.",
    ),
    named(
        written(
            dom(
                "waitFor",
                &[],
                &[
                    at(
                        must(
                            "type",
                            Kind::OneOf(&["text", "selector", "element_count", "url_change"]),
                        ),
                        "awaited.type",
                    ),
                    at(shown("value", Kind::Text(NAME), "\"\""), "awaited.value"),
                    at(
                        shown("timeout", Kind::Whole(0, 60_000), "60000"),
                        "timeoutMs",
                    ),
                    at(
                        shown("pollInterval", Kind::Whole(50, 10_000), "500"),
                        "pollMs",
                    ),
                ],
                "Wait until something is so.",
            ),
            Form::Object,
        ),
        "wait_for",
    ),
    dom(
        "createTab",
        &[],
        &[
            may("url", Kind::Text(URL), "null"),
            may("active", Kind::Flag, "true"),
        ],
        "Open a tab.",
    ),
    named(
        dom(
            "switchTab",
            &[],
            &[must("index", Kind::Whole(0, 10_000))],
            "Go to another tab.",
        ),
        "switch",
    ),
    named(
        dom(
            "closeTab",
            &[],
            &[must("index", Kind::Whole(0, 10_000))],
            "Close a tab.",
        ),
        "close",
    ),
    dom("getTabs", &["listTabs"], NONE, "List the tabs."),
    dom(
        "evaluate",
        &[],
        &[must("code", Kind::Code)],
        "Run code in the page.",
    ),
    dom(
        "screenshot",
        &[],
        &[
            may("full", Kind::Flag, "false"),
            may("id", Kind::Id, "null"),
            may("format", Kind::OneOf(&["png", "jpeg", "webp"]), "null"),
            may("quality", Kind::Whole(0, 100), "null"),
        ],
        "Take a picture.",
    ),
    dom("generatePdf", &[], NONE, "Print the page to PDF."),
    dom(
        "acceptDialog",
        &[],
        &[may("text", Kind::Text(TEXT), "null")],
        "Accept the browser's dialog.",
    ),
    dom("dismissDialog", &[], NONE, "Dismiss the browser's dialog."),
    dom(
        "waitForDialog",
        &[],
        &[
            at(may("timeout", Kind::Whole(0, 60_000), "30000"), "timeoutMs"),
            may("accept", Kind::Either("accept", "dismiss"), "null"),
        ],
        "Wait for the browser's dialog, and answer it.",
    ),
    dom(
        "interceptRequest",
        &[],
        &[
            must("pattern", Kind::Words(URL)),
            at(
                must("action", Kind::OneOf(&["block", "modify", "continue"])),
                "how",
            ),
            may("change", Kind::Json(TEXT), "null"),
        ],
        "Hold matching requests.",
    ),
    dom(
        "mockResponse",
        &[],
        &[
            must("pattern", Kind::Words(URL)),
            must("response", Kind::Json(TEXT)),
        ],
        "Answer matching requests.",
    ),
    dom("getCookies", &[], NONE, "Read cookies."),
    dom(
        "setCookie",
        &[],
        &[must("cookie", Kind::Json(TEXT))],
        "Write a cookie.",
    ),
    dom("clearCookies", &[], NONE, "Delete cookies."),
    dom(
        "getLocalStorage",
        &[],
        &[may("key", Kind::Text(NAME), "null")],
        "Read the page's storage.",
    ),
    dom(
        "setLocalStorage",
        &[],
        &[
            must("key", Kind::Words(NAME)),
            must("value", Kind::Text(TEXT)),
        ],
        "Write the page's storage.",
    ),
    dom(
        "clearStorage",
        &[],
        &[must(
            "storage",
            Kind::OneOf(&["localStorage", "sessionStorage", "indexedDB"]),
        )],
        "Empty the page's storage.",
    ),
    dom("startTracing", &[], NONE, "Begin to record performance."),
    dom("stopTracing", &[], NONE, "Stop recording performance."),
    dom("getMetrics", &[], NONE, "Read performance figures."),
    dom(
        "finish",
        &["done"],
        &[
            may("text", Kind::Text(TEXT), "null"),
            may("success", Kind::Flag, "true"),
        ],
        "End the task; the text answers the person.",
    ),
    dom(
        "fail",
        &[],
        &[may("reason", Kind::Text(TEXT), "null")],
        "Give the task up.",
    ),
    server(
        "googleSearch",
        &[must("query", Kind::Words(TEXT))],
        "Search the web, inside the server.",
    ),
    server(
        "verifySuccess",
        &[must("description", Kind::Words(TEXT))],
        "Check that something is so.",
    ),
    server(
        "remember",
        &[
            must("key", Kind::Words(NAME)),
            must("value", Kind::JsonOrText(TEXT)),
        ],
        "Keep a value.",
    ),
    server(
        "recall",
        &[
            must("key", Kind::Words(NAME)),
            may("scope", Kind::OneOf(&["task", "session"]), "\"task\""),
        ],
        "Read a kept value; * for all.",
    ),
    server(
        "exportToSession",
        &[
            must("key", Kind::Words(NAME)),
            may("sessionKey", Kind::Text(NAME), "null"),
        ],
        "Keep a value for the whole conversation.",
    ),
];

/// The entry with this name or alias, however it is capitalised.
pub fn find(name: &str) -> Option<&'static Entry> {
    let wanted = fold(name);
    CATALOG.iter().find(|entry| {
        fold(entry.name) == wanted
            || fold(entry.tag) == wanted
            || entry.aliases.iter().any(|alias| fold(alias) == wanted)
    })
}

/// The entry with exactly this name in the JSON form.
pub(crate) fn by_tag(tag: &str) -> Option<&'static Entry> {
    CATALOG.iter().find(|entry| entry.tag == tag)
}

/// What a shorthand means.
pub(crate) fn shorthand(name: &str) -> Option<&'static Shorthand> {
    SHORTHANDS
        .iter()
        .find(|short| fold(short.name) == fold(name))
}

/// The name nearest to a misspelt one, when one is near.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    let wanted = fold(name);
    let limit = if wanted.len() > 5 { 2 } else { 1 };
    let names = CATALOG.iter().flat_map(|entry| {
        std::iter::once(entry.name)
            .chain(entry.aliases.iter().copied())
            .map(|spelling| (distance(&wanted, &fold(spelling)), entry.name))
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

/// How many letters must change. Misspelt names are short, so the plain table is enough.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().take(64).enumerate() {
        let mut corner = i;
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
        for (j, b) in right.iter().enumerate() {
            let changed = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(usize::MAX)
}
