//! Labels that only say no: to cookies, to an offer, to more than what is needed.

use screen_agent_words::WordList;

/// What a label that only says no leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decline {
    /// Nothing: its words alone tell that no more than an offer or a notice is put away.
    Plain,
    /// What it is that is refused: a notice, or something that somebody waits for.
    OfSomething,
}

/// Verbs that refuse.
pub(super) static REFUSES: WordList = WordList::named("decline refuses");
/// What is kept by whoever refuses the rest.
static NEEDED: WordList = WordList::named("decline needed");
/// What is refused on a notice.
static TRACKS: WordList = WordList::named("decline tracks");
/// Whole labels that put an offer away.
const THANKS: [&[&str]; 2] = [&["no", "thanks"], &["no", "thank", "you"]];
/// Words that take up what is offered.
static TAKES: WordList = WordList::named("decline takes");
/// Other words that may stand on a label that only says no.
static AROUND: WordList = WordList::named("decline around");

/// Reads a label. Every word of it must be known, so that nothing else hides behind the no.
pub fn decline(name: &str) -> Option<Decline> {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let words = words.as_slice();
    if THANKS.contains(&words) || keeps_needed(words) || goes_on_without(words) {
        return Some(Decline::Plain);
    }
    if !refuses(words) {
        return None;
    }
    let tracks = words.iter().any(|word| TRACKS.contains(word)) || words.contains(&"non");
    Some(if tracks {
        Decline::Plain
    } else {
        Decline::OfSomething
    })
}

/// "Only necessary", "Accept essential cookies only".
fn keeps_needed(words: &[&str]) -> bool {
    let needed = words.iter().any(|word| NEEDED.contains(word));
    let more = ["non", "all", "optional", "nonessential", "unnecessary"];
    needed
        && words.contains(&"only")
        && !words.iter().any(|word| more.contains(word))
        && words
            .iter()
            .all(|word| is_plain(word) || TAKES.contains(word))
}

/// "Continue without accepting".
fn goes_on_without(words: &[&str]) -> bool {
    let Some(without) = words.iter().position(|word| *word == "without") else {
        return false;
    };
    let (before, after) = words.split_at(without);
    before.iter().all(|word| is_plain(word))
        && after.get(1).is_some_and(|word| TAKES.contains(word))
        && after.iter().skip(2).all(|word| is_plain(word))
}

/// "Reject all", "I do not accept".
fn refuses(words: &[&str]) -> bool {
    let rest = match words {
        [verb, rest @ ..] if REFUSES.contains(verb) => rest,
        ["i", "do", "not", verb, rest @ ..]
        | ["do", "not", verb, rest @ ..]
        | ["i", "don", "t", verb, rest @ ..]
        | ["don", "t", verb, rest @ ..]
            if TAKES.contains(verb) =>
        {
            rest
        }
        _ => return false,
    };
    rest.iter().all(|word| is_plain(word))
}

fn is_plain(word: &str) -> bool {
    AROUND.contains(word) || NEEDED.contains(word) || TRACKS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_only_says_no_is_known() {
        for name in [
            "Only necessary",
            "Necessary only",
            "Essential cookies only",
            "Accept only strictly necessary cookies",
            "Continue without accepting",
            "No, thanks!",
            "Reject all cookies",
            "Decline optional cookies",
            "Refuse non-essential",
        ] {
            assert_eq!(decline(name), Some(Decline::Plain), "{name}");
        }
        for name in [
            "Reject all",
            "Decline",
            "Refuse",
            "Reject and close",
            "I don't accept",
            "Do not allow",
        ] {
            assert_eq!(decline(name), Some(Decline::OfSomething), "{name}");
        }
    }

    #[test]
    fn what_hides_something_else_is_not() {
        for name in [
            "",
            "Accept all",
            "Accept",
            "Accept necessary and optional cookies",
            "Accept only non-essential cookies",
            "Accept all, not only necessary",
            "Delete only necessary files",
            "Reject the application",
            "Decline and delete account",
            "Reject and accept all",
            "Continue without saving",
            "Continue without accepting and pay",
            "No",
            "Rejected",
        ] {
            assert_eq!(decline(name), None, "{name}");
        }
    }
}
