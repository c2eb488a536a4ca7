//! Words for kinds of controls, and for which one of a kind is meant.

use screen_agent_page::Role;
use screen_agent_words::WordList;

use super::label::is_number;

/// What people call a control of this kind.
pub(super) fn kinds(role: &Role) -> &'static [&'static str] {
    match role {
        Role::Button => &["button", "icon"],
        Role::Link => &["link", "result", "icon"],
        Role::Tab => &["tab"],
        Role::MenuItem | Role::Menu => &["item", "entry", "option", "menu"],
        Role::Checkbox | Role::Switch => &["checkbox", "box", "switch", "toggle"],
        Role::Radio | Role::Option => &["option", "radio"],
        Role::TreeItem | Role::Tree => &["item", "folder", "file"],
        Role::Row | Role::Cell => &["row", "cell", "item", "square"],
        Role::Image => &["image", "picture", "icon"],
        Role::Generic | Role::Summary | Role::Other(_) => {
            &["element", "icon", "box", "item", "square", "shape"]
        }
        Role::Input | Role::TextArea | Role::Select | Role::Slider | Role::Scroll | Role::File => {
            &["field", "box", "list", "slider"]
        }
    }
}

static DESCRIPTIVE: WordList = WordList::named("kind descriptive");

/// True for words that say which one without naming it.
pub(super) fn is_descriptive(word: &str) -> bool {
    let ordinal = word.strip_suffix("th").is_some_and(is_number);
    DESCRIPTIVE.contains(word) || ordinal || is_number(word)
}

/// Words that may follow the kind without naming the control.
pub(super) static AFTER_A_KIND: WordList = WordList::named("kind after a kind");
