//! Word lists, written as text so that they can be read.

/// The items of a list: words or phrases, told apart by commas.
pub(super) fn items(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

/// True when the list holds exactly this.
pub(super) fn lists(list: &'static str, word: &str) -> bool {
    items(list).any(|item| item == word)
}
