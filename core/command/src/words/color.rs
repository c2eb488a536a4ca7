//! Words for colours.

const COLORS: &[(&str, &str)] = &[
    ("red", "red"),
    ("crimson", "red"),
    ("maroon", "red"),
    ("scarlet", "red"),
    ("orange", "orange"),
    ("yellow", "yellow"),
    ("gold", "yellow"),
    ("golden", "yellow"),
    ("green", "green"),
    ("lime", "green"),
    ("olive", "green"),
    ("blue", "blue"),
    ("navy", "blue"),
    ("aqua", "cyan"),
    ("cyan", "cyan"),
    ("teal", "cyan"),
    ("turquoise", "cyan"),
    ("purple", "purple"),
    ("violet", "purple"),
    ("magenta", "magenta"),
    ("fuchsia", "magenta"),
    ("pink", "pink"),
    ("brown", "brown"),
    ("black", "black"),
    ("white", "white"),
    ("gray", "gray"),
    ("grey", "gray"),
    ("silver", "gray"),
];

/// The basic colour that a word names.
pub(crate) fn base(word: &str) -> Option<&'static str> {
    COLORS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, base)| *base)
}

/// How well a control's colour fits the one asked for: 2 for the word itself, 1 for its family.
pub(crate) fn fit(asked: &str, seen: &str) -> u8 {
    let seen = seen.to_lowercase();
    if seen == asked || (asked == "grey" && seen == "gray") || (asked == "gray" && seen == "grey") {
        return 2;
    }
    let family = |word: &str| word.split([' ', '-']).rev().find_map(base);
    u8::from(family(asked).is_some() && family(asked) == family(&seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_beats_its_family() {
        assert_eq!(fit("navy", "navy"), 2);
        assert_eq!(fit("blue", "light blue"), 1);
        assert_eq!(fit("blue", "red"), 0);
    }
}
