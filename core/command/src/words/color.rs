//! Words for colours.

use screen_agent_words::WordList;

static COLORS: WordList = WordList::named("color families");

/// The basic colour that a word names.
pub(crate) fn base(word: &str) -> Option<&'static str> {
    COLORS.meaning(word)
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
