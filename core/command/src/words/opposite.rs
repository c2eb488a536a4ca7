//! Words of which one is the contrary of the other: what says one never means what says the other.

const OPPOSITES: [(&str, &str); 22] = [
    ("in", "out"),
    ("on", "off"),
    ("up", "down"),
    ("left", "right"),
    ("next", "previous"),
    ("next", "prev"),
    ("open", "close"),
    ("add", "remove"),
    ("add", "delete"),
    ("show", "hide"),
    ("start", "stop"),
    ("enable", "disable"),
    ("accept", "reject"),
    ("accept", "decline"),
    ("increase", "decrease"),
    ("expand", "collapse"),
    ("lock", "unlock"),
    ("follow", "unfollow"),
    ("subscribe", "unsubscribe"),
    ("select", "deselect"),
    ("like", "dislike"),
    ("like", "unlike"),
];

/// True when one says a word where the other says its contrary, and neither says both.
pub(crate) fn are_opposed(these: &[String], those: &[String]) -> bool {
    let says = |words: &[String], word: &str| words.iter().any(|said| said == word);
    let only = |words: &[String], word: &str, other: &str| says(words, word) && !says(words, other);
    OPPOSITES.iter().any(|&(one, other)| {
        (only(these, one, other) && only(those, other, one))
            || (only(these, other, one) && only(those, one, other))
    })
}
