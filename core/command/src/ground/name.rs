//! Names that tell what a control does: leads to another page, or cannot be taken back.

use screen_agent_words::WordList;

use crate::words::normal::words;

static PAGERS: WordList = WordList::named("labels of a pager");
static ONWARD: WordList = WordList::named("labels that lead on");

/// True for what leads from one page of results to another.
pub(crate) fn is_pager(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let number =
        name.len() <= 3 && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    number || leads_on(&name) || PAGERS.contains(&name)
}

/// True for what leads to the next page of results.
pub(crate) fn leads_on(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    ONWARD.contains(&name)
}

/// A name that begins with a deed: "Add a person".
pub(crate) fn is_deed(name: &str) -> bool {
    static DEEDS: WordList = WordList::named("verb effects");
    let first = words(name).into_iter().next();
    first.is_some_and(|word| DEEDS.contains(word.as_str()))
}

/// A name that stands for something that cannot be taken back.
pub(crate) fn is_grave(name: &str) -> bool {
    static GRAVE: WordList = WordList::named("name grave");
    let name = name.to_lowercase();
    name.split(|c: char| !c.is_alphanumeric())
        .any(|word| GRAVE.contains(word))
}
