//! Words for kinds of controls, and for which one of a kind is meant.

use screen_agent_page::Role;

use super::label::is_number;
use super::list::lists;

/// What people call a control of this kind.
pub(super) fn kinds(role: &Role) -> &'static str {
    match role {
        Role::Button => "button, icon",
        Role::Link => "link, result, icon",
        Role::Tab => "tab",
        Role::MenuItem | Role::Menu => "item, entry, option, menu",
        Role::Checkbox | Role::Switch => "checkbox, box, switch, toggle",
        Role::Radio | Role::Option => "option, radio",
        Role::TreeItem | Role::Tree => "item, folder, file",
        Role::Row | Role::Cell => "row, cell, item, square",
        Role::Image => "image, picture, icon",
        Role::Generic | Role::Summary | Role::Other(_) => "element, icon, box, item, square, shape",
        Role::Input | Role::TextArea | Role::Select | Role::Slider | Role::Scroll | Role::File => {
            "field, box, list, slider"
        }
    }
}

const DESCRIPTIVE: &str = "the, a, an, any, on, one, this, that, first, second, third, fourth, \
    fifth, sixth, last, next, only, big, small, large, largest, smallest, left, right, top, \
    bottom, upper, lower, middle, center, red, green, blue, yellow, orange, purple, pink, black, \
    white, gray, grey, brown, cyan, magenta, colored, coloured, every, each, all, other, same";

/// True for words that say which one without naming it.
pub(super) fn is_descriptive(word: &str) -> bool {
    let ordinal = word.strip_suffix("th").is_some_and(is_number);
    lists(DESCRIPTIVE, word) || ordinal || is_number(word)
}

/// Words that may follow the kind without naming the control.
pub(super) const AFTER_A_KIND: &str = "and, then, in, on, at, below, above, next, beside, near, \
    under, to, of, from, again, once, twice, until, if, inside, after, before, please, now, widget";
