//! Kinds of things, as people name them and as pages have them.

use screen_agent_page::{Node, Role, State};

use crate::words::Token;
use crate::words::normal::singular;

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
const NAMES: &[(&[&str], Kind)] = &[
    (&["text", "input", "field"], Kind::Field),
    (&["date", "input", "field"], Kind::Date),
    (&["drop", "down", "list"], Kind::List),
    (&["drop", "down", "menu"], Kind::List),
    (&["drop-down", "list"], Kind::List),
    (&["drop-down", "menu"], Kind::List),
    (&["dropdown", "list"], Kind::List),
    (&["dropdown", "menu"], Kind::List),
    (&["radio", "button"], Kind::Radio),
    (&["radio", "option"], Kind::Radio),
    (&["toggle", "button"], Kind::Switch),
    (&["toggle", "switch"], Kind::Switch),
    (&["check", "box"], Kind::Checkbox),
    (&["tick", "box"], Kind::Checkbox),
    (&["text", "field"], Kind::Field),
    (&["text", "box"], Kind::Field),
    (&["text", "area"], Kind::Area),
    (&["text", "input"], Kind::Field),
    (&["text", "editor"], Kind::Area),
    (&["input", "field"], Kind::Field),
    (&["input", "box"], Kind::Field),
    (&["input", "textbox"], Kind::Field),
    (&["input", "text"], Kind::Field),
    (&["search", "result"], Kind::Finding),
    (&["search", "bar"], Kind::Field),
    (&["search", "box"], Kind::Field),
    (&["search", "field"], Kind::Field),
    (&["search", "input"], Kind::Field),
    (&["password", "field"], Kind::Password),
    (&["password", "box"], Kind::Password),
    (&["password", "input"], Kind::Password),
    (&["date", "field"], Kind::Date),
    (&["date", "picker"], Kind::Date),
    (&["date", "input"], Kind::Date),
    (&["time", "field"], Kind::Time),
    (&["time", "input"], Kind::Time),
    (&["number", "field"], Kind::Spinner),
    (&["number", "input"], Kind::Spinner),
    (&["menu", "item"], Kind::MenuItem),
    (&["menu", "entry"], Kind::MenuItem),
    (&["menu", "option"], Kind::MenuItem),
    (&["list", "item"], Kind::Item),
    (&["drop", "down"], Kind::List),
    (&["select", "box"], Kind::List),
    (&["select", "list"], Kind::List),
    (&["scroll", "list"], Kind::List),
    (&["list", "box"], Kind::List),
    (&["combo", "box"], Kind::List),
    (&["pop", "up"], Kind::Dialog),
    (&["dialog", "box"], Kind::Dialog),
    (&["dialogue", "box"], Kind::Dialog),
    (&["dialog", "window"], Kind::Dialog),
    (&["tree", "node"], Kind::TreeItem),
    (&["tree", "item"], Kind::TreeItem),
    (&["button"], Kind::Button),
    (&["link"], Kind::Link),
    (&["hyperlink"], Kind::Link),
    (&["textbox"], Kind::Field),
    (&["textfield"], Kind::Field),
    (&["field"], Kind::Field),
    (&["input"], Kind::Field),
    (&["searchbox"], Kind::Field),
    (&["searchbar"], Kind::Field),
    (&["blank"], Kind::Field),
    (&["textarea"], Kind::Area),
    (&["editor"], Kind::Area),
    (&["checkbox"], Kind::Checkbox),
    (&["tickbox"], Kind::Checkbox),
    (&["radio"], Kind::Radio),
    (&["switch"], Kind::Switch),
    (&["toggle"], Kind::Switch),
    (&["dropdown"], Kind::List),
    (&["drop-down"], Kind::List),
    (&["combobox"], Kind::List),
    (&["listbox"], Kind::List),
    (&["list"], Kind::List),
    (&["option"], Kind::Choice),
    (&["choice"], Kind::Choice),
    (&["tab"], Kind::Tab),
    (&["menu"], Kind::Menu),
    (&["menuitem"], Kind::MenuItem),
    (&["slider"], Kind::Slider),
    (&["spinner"], Kind::Spinner),
    (&["datepicker"], Kind::Date),
    (&["calendar"], Kind::Date),
    (&["folder"], Kind::Folder),
    (&["directory"], Kind::Folder),
    (&["file"], Kind::TreeItem),
    (&["node"], Kind::TreeItem),
    (&["image"], Kind::Picture),
    (&["picture"], Kind::Picture),
    (&["photo"], Kind::Picture),
    (&["icon"], Kind::Icon),
    (&["logo"], Kind::Icon),
    (&["sign"], Kind::Icon),
    (&["symbol"], Kind::Icon),
    (&["arrow"], Kind::Icon),
    (&["row"], Kind::Row),
    (&["cell"], Kind::Cell),
    (&["dialog"], Kind::Dialog),
    (&["dialogue"], Kind::Dialog),
    (&["popup"], Kind::Dialog),
    (&["pop-up"], Kind::Dialog),
    (&["modal"], Kind::Dialog),
    (&["window"], Kind::Dialog),
    (&["section"], Kind::Section),
    (&["panel"], Kind::Section),
    (&["accordion"], Kind::Section),
    (&["result"], Kind::Finding),
    (&["email"], Kind::Item),
    (&["e-mail"], Kind::Item),
    (&["mail"], Kind::Item),
    (&["message"], Kind::Item),
    (&["post"], Kind::Item),
    (&["tweet"], Kind::Item),
    (&["product"], Kind::Item),
    (&["article"], Kind::Item),
    (&["story"], Kind::Item),
    (&["video"], Kind::Item),
    (&["user"], Kind::Item),
    (&["contact"], Kind::Item),
    (&["entry"], Kind::Item),
    (&["item"], Kind::Item),
    (&["card"], Kind::Item),
    (&["line"], Kind::Item),
    (&["shape"], Kind::Shape),
    (&["number"], Kind::Number),
    (&["digit"], Kind::Number),
    (&["word"], Kind::Text),
    (&["text"], Kind::Text),
    (&["element"], Kind::Thing),
    (&["widget"], Kind::Thing),
    (&["control"], Kind::Thing),
    (&["component"], Kind::Thing),
    (&["thing"], Kind::Thing),
    (&["object"], Kind::Thing),
    (&["one"], Kind::Thing),
    (&["box"], Kind::Field),
    (&["area"], Kind::Area),
];

/// The kind that these tokens name, and how many of them it takes.
pub(crate) fn kind_at(tokens: &[Token]) -> Option<(Kind, usize)> {
    NAMES.iter().find_map(|(words, kind)| {
        let fits = words.iter().enumerate().all(|(at, word)| {
            tokens.get(at).is_some_and(|token| {
                token.word()
                    && (token.low == *word
                        || (at + 1 == words.len() && singular(&token.low) == *word))
            })
        });
        fits.then_some((*kind, words.len()))
    })
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
