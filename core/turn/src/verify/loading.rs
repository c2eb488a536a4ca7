//! Does the page itself say that it is not ready?

use screen_agent_page::{Line, LineKind, Observation};
use screen_agent_words::WordList;

/// First words of a line that tells of something under way.
static UNDER_WAY: WordList = WordList::named("loading under way");
/// Longest line that tells of nothing else, in words.
const LONGEST: usize = 4;

/// True when a line in view says no more than that something is under way.
pub(crate) fn is_loading(screen: &Observation) -> bool {
    screen
        .lines
        .iter()
        .any(|line| !line.covered && line.nodes().next().is_none() && tells_of_loading(line))
}

/// With an ellipsis, or as a status of that word alone: "Loading results…" is under way, "Loading
/// dock" is a place.
fn tells_of_loading(line: &Line) -> bool {
    let words = line.words().trim().to_lowercase();
    let bare = words.trim_end_matches(['.', '…', ' ']);
    let open = words.ends_with('…') || words.ends_with("...");
    let status = line.kind == LineKind::Status;
    UNDER_WAY.iter().any(|word| {
        bare.strip_prefix(word).is_some_and(|rest| {
            let whole = rest.is_empty();
            let goes_on = whole || rest.starts_with(' ');
            goes_on && bare.split_whitespace().count() <= LONGEST && (open || status && whole)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{saying, screen};

    #[test]
    fn only_a_line_that_says_so_and_no_more_is_loading() {
        let plain = LineKind::Plain;
        for (kind, words, expected) in [
            (plain, "Loading…", true),
            (plain, "Loading...", true),
            (plain, "Loading your results…", true),
            (plain, "Please wait …", true),
            (LineKind::Status, "Loading", true),
            (plain, "Loading", false),
            (plain, "Loading dock", false),
            (LineKind::Status, "Saving accounts", false),
            (LineKind::Status, "Saved", false),
            (plain, "Loadings…", false),
            (plain, "Loading the page takes longer today…", false),
            (plain, "Read on…", false),
        ] {
            let mut page = saying(screen(vec![]), words);
            page.lines[0].kind = kind;
            assert_eq!(is_loading(&page), expected, "{words:?}");
            page.lines[0].covered = true;
            assert!(!is_loading(&page), "{words:?}, covered");
        }
        assert!(!is_loading(&screen(vec![])));
    }
}
