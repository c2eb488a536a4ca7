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

/// How well a control is of a kind: 3 surely, 2 nearly, 1 perhaps, 0 not.
pub(crate) fn fit(kind: Kind, node: &Node) -> u8 {
    let role = &node.role;
    let of_type = |wanted: &[&str]| {
        node.facts
            .input_type
            .as_deref()
            .is_some_and(|kind| wanted.contains(&kind))
    };
    let table: &[(Role, u8)] = match kind {
        Kind::Button => &[
            (Role::Button, 3),
            (Role::Generic, 2),
            (Role::Summary, 2),
            (Role::Link, 1),
            (Role::Image, 1),
            (Role::MenuItem, 1),
            (Role::Tab, 1),
            (Role::Switch, 1),
        ],
        Kind::Link => &[
            (Role::Link, 3),
            (Role::Generic, 2),
            (Role::Button, 1),
            (Role::MenuItem, 1),
            (Role::Tab, 1),
            (Role::TreeItem, 1),
        ],
        Kind::Field => &[(Role::Input, 3), (Role::TextArea, 2), (Role::Select, 1)],
        Kind::Area => &[(Role::TextArea, 3), (Role::Input, 1)],
        Kind::Password if of_type(&["password"]) => return 3,
        Kind::Password => &[(Role::Input, 1)],
        Kind::Date if of_type(&["date", "datetime-local", "month", "week"]) => return 3,
        Kind::Time if of_type(&["time"]) => return 3,
        Kind::Date | Kind::Time => &[(Role::Input, 2), (Role::Select, 1), (Role::Button, 1)],
        Kind::Checkbox => &[(Role::Checkbox, 3), (Role::Switch, 2), (Role::Radio, 1)],
        Kind::Radio => &[(Role::Radio, 3), (Role::Checkbox, 1)],
        Kind::Switch => &[(Role::Switch, 3), (Role::Checkbox, 2), (Role::Button, 1)],
        Kind::List => &[
            (Role::Select, 3),
            (Role::Menu, 2),
            (Role::Scroll, 1),
            (Role::Input, 1),
            (Role::Button, 1),
        ],
        Kind::Choice => &[
            (Role::Radio, 3),
            (Role::Option, 3),
            (Role::Checkbox, 3),
            (Role::MenuItem, 2),
            (Role::Select, 2),
            (Role::Generic, 2),
            (Role::Button, 1),
            (Role::Link, 1),
        ],
        Kind::Tab => &[
            (Role::Tab, 3),
            (Role::Link, 2),
            (Role::Button, 2),
            (Role::Generic, 2),
        ],
        Kind::Menu => &[
            (Role::Menu, 3),
            (Role::MenuItem, 3),
            (Role::Button, 2),
            (Role::Link, 1),
            (Role::Generic, 2),
            (Role::Select, 2),
        ],
        Kind::MenuItem => &[
            (Role::MenuItem, 3),
            (Role::Option, 2),
            (Role::Link, 2),
            (Role::Generic, 2),
            (Role::Button, 1),
        ],
        Kind::Slider => &[(Role::Slider, 3), (Role::Generic, 1)],
        Kind::Spinner if of_type(&["number"]) => return 3,
        Kind::Spinner => &[(Role::Input, 2), (Role::Slider, 1)],
        Kind::Folder | Kind::TreeItem => &[
            (Role::TreeItem, 3),
            (Role::Generic, 3),
            (Role::Link, 2),
            (Role::Row, 2),
            (Role::Option, 1),
            (Role::Button, 1),
            (Role::Summary, 2),
        ],
        Kind::Picture => &[
            (Role::Image, 3),
            (Role::Generic, 2),
            (Role::Link, 1),
            (Role::Button, 1),
        ],
        Kind::Icon => &[
            (Role::Button, 3),
            (Role::Image, 3),
            (Role::Generic, 3),
            (Role::Link, 2),
        ],
        Kind::Row => &[
            (Role::Row, 3),
            (Role::Generic, 2),
            (Role::Option, 1),
            (Role::Link, 1),
        ],
        Kind::Cell => &[
            (Role::Cell, 3),
            (Role::Generic, 2),
            (Role::Button, 1),
            (Role::Link, 1),
        ],
        Kind::Section => &[
            (Role::Summary, 3),
            (Role::Button, 2),
            (Role::Tab, 2),
            (Role::Generic, 2),
            (Role::Link, 1),
            (Role::TreeItem, 2),
        ],
        Kind::Finding => &[
            (Role::Link, 3),
            (Role::Generic, 2),
            (Role::Row, 2),
            (Role::Option, 2),
        ],
        Kind::Item => &[
            (Role::Row, 3),
            (Role::Option, 3),
            (Role::TreeItem, 3),
            (Role::Generic, 3),
            (Role::Link, 3),
            (Role::MenuItem, 2),
            (Role::Checkbox, 2),
            (Role::Radio, 2),
            (Role::Button, 1),
            (Role::Cell, 2),
        ],
        Kind::Shape | Kind::Number | Kind::Text => &[
            (Role::Generic, 3),
            (Role::Button, 2),
            (Role::Image, 3),
            (Role::Link, 2),
            (Role::Cell, 2),
            (Role::Checkbox, 1),
            (Role::Radio, 1),
            (Role::Option, 2),
            (Role::Input, 1),
            (Role::TextArea, 1),
        ],
        Kind::Dialog => return 0,
        Kind::Thing => return if matches!(role, Role::Scroll) { 1 } else { 2 },
    };
    let base = table
        .iter()
        .find(|(wanted, _)| wanted == role)
        .map_or(0, |(_, fit)| *fit);
    by_state(kind, node, base)
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
