//! Kinds of things, as people name them and as pages have them.

use std::sync::LazyLock;

use screen_agent_page::{Node, Role, State};
use screen_agent_words::PhraseTable;
use serde::Deserialize;

use crate::words::Token;
use crate::words::normal::singular;

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Button.
    Button,
    /// Link.
    Link,
    /// A field for text, of one line or several.
    Field,
    /// A field of several lines.
    Area,
    /// A field for a password.
    Password,
    /// A field for a date.
    Date,
    /// A field for a time.
    Time,
    /// Tick box.
    Checkbox,
    /// Radio button.
    Radio,
    /// On or off.
    Switch,
    /// A list to choose from.
    List,
    /// An entry of a list.
    Choice,
    /// One of several panes.
    Tab,
    /// Menu.
    Menu,
    /// Entry of a menu.
    MenuItem,
    /// Value within a range.
    Slider,
    /// A field for a number with arrows.
    Spinner,
    /// Something that holds others and opens.
    Folder,
    /// An entry of a tree.
    TreeItem,
    /// Picture.
    Picture,
    /// A sign that can be clicked.
    Icon,
    /// Row of a table.
    Row,
    /// Cell of a table.
    Cell,
    /// Something that lies over the page.
    Dialog,
    /// A part of the page that opens.
    Section,
    /// Something that a search found.
    Finding,
    /// One of many alike: a message, a product, a post.
    Item,
    /// A shape or a coloured thing.
    Shape,
    /// A number.
    Number,
    /// A word or line of text.
    Text,
    /// Whatever it is.
    Thing,
}

/// Longest first.
static NAMES: LazyLock<PhraseTable<Kind>> = LazyLock::new(|| PhraseTable::named("kinds of things"));

/// The kind that these tokens name, and how many of them it takes.
pub(crate) fn kind_at(tokens: &[Token]) -> Option<(Kind, usize)> {
    let first = tokens.first().filter(|token| token.word())?;
    let one = singular(&first.low);
    let fits = |words: &[&str]| {
        let last = words.len() - 1;
        words.iter().enumerate().all(|(at, word)| {
            tokens.get(at).is_some_and(|token| {
                token.is(word) || at == last && token.word() && singular(&token.low) == *word
            })
        })
    };
    let named = NAMES
        .beginning(&first.low)
        .iter()
        .chain(NAMES.beginning(&one));
    named
        .filter(|(words, _)| fits(words))
        .max_by_key(|(words, _)| words.len())
        .map(|(words, kind)| (*kind, words.len()))
}

/// How well roles fit kinds, by role code: 3 surely, 2 nearly, 1 perhaps. What is not listed does
/// not fit.
const FITS: &[(&[Kind], &str)] = &[
    (
        &[Kind::Button],
        "btn:3 generic:2 summary:2 link:1 img:1 menuitem:1 tab:1 switch:1",
    ),
    (
        &[Kind::Link],
        "link:3 generic:2 btn:1 menuitem:1 tab:1 treeitem:1",
    ),
    (&[Kind::Field], "inp:3 textarea:2 sel:1"),
    (&[Kind::Area], "textarea:3 inp:1"),
    (&[Kind::Password], "inp:1"),
    (&[Kind::Date, Kind::Time], "inp:2 sel:1 btn:1"),
    (&[Kind::Checkbox], "chk:3 switch:2 radio:1"),
    (&[Kind::Radio], "radio:3 chk:1"),
    (&[Kind::Switch], "switch:3 chk:2 btn:1"),
    (&[Kind::List], "sel:3 menu:2 scroll:1 inp:1 btn:1"),
    (
        &[Kind::Choice],
        "radio:3 opt:3 chk:3 menuitem:2 sel:2 generic:2 btn:1 link:1",
    ),
    (&[Kind::Tab], "tab:3 link:2 btn:2 generic:2"),
    (
        &[Kind::Menu],
        "menu:3 menuitem:3 btn:2 link:1 generic:2 sel:2",
    ),
    (&[Kind::MenuItem], "menuitem:3 opt:2 link:2 generic:2 btn:1"),
    (&[Kind::Slider], "slider:3 generic:1"),
    (&[Kind::Spinner], "inp:2 slider:1"),
    (
        &[Kind::Folder, Kind::TreeItem],
        "treeitem:3 generic:3 link:2 row:2 summary:2 opt:1 btn:1",
    ),
    (&[Kind::Picture], "img:3 generic:2 link:1 btn:1"),
    (&[Kind::Icon], "btn:3 img:3 generic:3 link:2"),
    (&[Kind::Row], "row:3 generic:2 opt:1 link:1"),
    (&[Kind::Cell], "cell:3 generic:2 btn:1 link:1"),
    (
        &[Kind::Section],
        "summary:3 btn:2 tab:2 generic:2 treeitem:2 link:1",
    ),
    (&[Kind::Finding], "link:3 generic:2 row:2 opt:2"),
    (
        &[Kind::Item],
        "row:3 opt:3 treeitem:3 generic:3 link:3 menuitem:2 chk:2 radio:2 cell:2 btn:1",
    ),
    (
        &[Kind::Shape, Kind::Number, Kind::Text],
        "generic:3 img:3 btn:2 link:2 cell:2 opt:2 chk:1 radio:1 inp:1 textarea:1",
    ),
];

/// Input types that are of a kind whatever the role.
const TYPES: &[(Kind, &[&str])] = &[
    (Kind::Password, &["password"]),
    (Kind::Date, &["date", "datetime-local", "month", "week"]),
    (Kind::Time, &["time"]),
    (Kind::Spinner, &["number"]),
];

/// How well a control is of a kind: 3 surely, 2 nearly, 1 perhaps, 0 not.
pub(crate) fn fit(kind: Kind, node: &Node) -> u8 {
    if kind == Kind::Thing {
        return if node.role == Role::Scroll { 1 } else { 2 };
    }
    let of_type = |types: &[&str]| {
        node.facts
            .input_type
            .as_deref()
            .is_some_and(|kind| types.contains(&kind))
    };
    if TYPES
        .iter()
        .any(|(typed, types)| *typed == kind && of_type(types))
    {
        return 3;
    }
    let row = FITS.iter().find(|(kinds, _)| kinds.contains(&kind));
    let base = row.and_then(|(_, fits)| fits.split(' ').find_map(|fit| fit_of(fit, &node.role)));
    by_state(kind, node, base.unwrap_or(0))
}

/// Reads `btn:3`, if it is of this role.
fn fit_of(fit: &str, role: &Role) -> Option<u8> {
    let (code, fit) = fit.split_once(':')?;
    (role.code() == code).then(|| fit.parse().ok()).flatten()
}

/// What opens is a section, a folder or a menu, whatever role it has.
fn by_state(kind: Kind, node: &Node, base: u8) -> u8 {
    let opens = node.is(State::Collapsed) || node.is(State::Expanded);
    match kind {
        Kind::Section | Kind::Folder if opens => 3,
        Kind::List | Kind::Menu if node.facts.popup.is_some() => 3,
        Kind::Tab if node.is(State::Selected) && base == 2 => 3,
        _ => base,
    }
}
