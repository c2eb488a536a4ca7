//! Names that are longer than what is told of them.

use super::normal::fold;

/// Longest name that a page script hands out.
const LONGEST: usize = 50;
/// Fewest letters that a page itself leaves of a name that it cuts.
const FEWEST: usize = 8;

/// True for a name that is the beginning of what was asked for, and was cut there: by the page, which
/// shows it by an ellipsis, or by the script that reads it, which cuts at a word and shows nothing.
pub(crate) fn is_cut(asked: &str, name: &str) -> bool {
    let (asked, name) = (fold(asked), fold(name));
    if is_marked(&name) {
        let shown = name.trim_end_matches(['…', '.', ' ']);
        return shown.chars().count() >= FEWEST && longer(&asked, shown).is_some();
    }
    longer(&asked, &name).is_some_and(|rest| is_full(&name, rest))
}

fn is_marked(name: &str) -> bool {
    name.ends_with('…') || name.ends_with("...")
}

/// What was asked for beyond the name, when it begins with the name.
fn longer<'a>(asked: &'a str, name: &str) -> Option<&'a str> {
    asked
        .strip_prefix(name)
        .filter(|rest| !rest.trim().is_empty())
}

/// One word more would have been too long, so the name ends where it had to.
fn is_full(name: &str, rest: &str) -> bool {
    let length = |text: &str| text.encode_utf16().count();
    let next = rest.split_whitespace().next().unwrap_or_default();
    if rest.starts_with(' ') {
        length(name) > LONGEST / 2 && length(name) + 1 + length(next) > LONGEST
    } else {
        // Within a word it is cut only where no word ends in the second half.
        let spaced = name.rfind(' ').is_some_and(|at| at > LONGEST / 2);
        !spaced && (LONGEST - 1..=LONGEST).contains(&length(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "The long way round the lake, with a stop at the old mill for lunch";

    #[test]
    fn a_name_is_cut_at_the_last_word_that_fits() {
        for (name, expected) in [
            ("The long way round the lake, with a stop at the", true),
            ("The long way round the lake, with a stop at the ol", false),
            ("The long way round the lake, with a stop", false),
            ("The long way round", false),
            ("The long way round…", true),
            ("The long way round...", true),
            ("The long way around…", false),
            ("The…", false),
        ] {
            assert_eq!(is_cut(LONG, name), expected, "{name}");
        }
    }

    #[test]
    fn a_name_without_spaces_is_cut_anywhere() {
        let asked = "a".repeat(80);
        assert!(is_cut(&asked, &"a".repeat(50)));
        assert!(!is_cut(&asked, &"a".repeat(30)));
        assert!(!is_cut("Save", "Save"));
    }
}
