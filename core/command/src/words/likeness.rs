//! How alike two names are.

use super::clipped::is_cut;
use super::normal::{fold, is_filler, singular, words};
use super::opposite::are_opposed;
use screen_agent_words::WordList;

/// How a name was matched; the later, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likeness {
    /// They share the telling words, in any order, or differ by a slip of the pen.
    Loose,
    /// The words asked for stand in the name.
    Within,
    /// The name begins with the words asked for.
    Start,
    /// Another word or sign for the same thing.
    Synonym,
    /// The same words, apart from endings, hyphens and small words, as far as the name is told.
    SameWords,
    /// The same, apart from case and punctuation.
    Folded,
    /// The same, letter for letter.
    Exact,
}

/// How alike they are; `None` when they are not.
pub(crate) fn likeness(asked: &str, name: &str) -> Option<Likeness> {
    let (asked, name) = (asked.trim(), name.trim());
    if asked.is_empty() || name.is_empty() {
        return None;
    }
    if asked == name {
        return Some(Likeness::Exact);
    }
    if fold(asked) == fold(name) {
        return Some(Likeness::Folded);
    }
    if are_opposed(&words(asked), &words(name)) {
        return None;
    }
    let (want, have) = joined(words(asked), words(name));
    if want.is_empty() || have.is_empty() {
        return synonym(&fold(asked), &fold(name)).then_some(Likeness::Synonym);
    }
    if want == have {
        let parted = words(asked) == words(name);
        return Some(if parted {
            Likeness::Folded
        } else {
            Likeness::SameWords
        });
    }
    if telling(&want) == telling(&have) || is_cut(asked, name) {
        return Some(Likeness::SameWords);
    }
    if synonym(&fold(asked), &fold(name)) {
        return Some(Likeness::Synonym);
    }
    partial(&want, &have)
}

fn partial(want: &[String], have: &[String]) -> Option<Likeness> {
    if have.starts_with(want) {
        return Some(Likeness::Start);
    }
    if have.windows(want.len()).any(|part| part == want) {
        return Some(Likeness::Within);
    }
    let (want, have) = (telling(want), telling(have));
    if !want.is_empty() && want.iter().all(|word| have.contains(word)) {
        return Some(Likeness::Loose);
    }
    (want.len() == have.len() && want.iter().zip(&have).all(|(a, b)| slip(a, b)))
        .then_some(Likeness::Loose)
}

/// "E-mail" is "email", and "sign-in" is "signin": two words that are one in the other text become
/// one.
fn joined(want: Vec<String>, have: Vec<String>) -> (Vec<String>, Vec<String>) {
    let joined = |words: &[String], other: &[String]| {
        let mut out: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            let both = out.last().map(|last| format!("{last}{word}"));
            match (both, out.last_mut()) {
                (Some(both), Some(last)) if other.contains(&both) => *last = both,
                _ => out.push(word.clone()),
            }
        }
        out
    };
    (joined(&want, &have), joined(&have, &want))
}

/// The words that tell a name from others.
fn telling(words: &[String]) -> Vec<String> {
    let kept: Vec<String> = words
        .iter()
        .filter(|word| !is_filler(word))
        .map(|word| singular(word))
        .collect();
    if kept.is_empty() {
        words.to_vec()
    } else {
        kept
    }
}

/// True when the words differ by a slip of the pen at most.
pub(crate) fn slip(a: &str, b: &str) -> bool {
    let allowed = match a.chars().count() {
        0..=4 => 0,
        5..=8 => 1,
        _ => 2,
    };
    a == b || (allowed > 0 && a.chars().all(char::is_alphabetic) && distance(a, b) <= allowed)
}

/// How many letters must change, or change places with the next, to make one word the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    rows[0] = (0..=b.len()).collect();
    for i in 0..a.len() {
        rows[i + 1][0] = i + 1;
        for j in 0..b.len() {
            let change = rows[i][j] + usize::from(a[i] != b[j]);
            let mut least = change.min(rows[i + 1][j] + 1).min(rows[i][j + 1] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            rows[i + 1][j + 1] = least;
        }
    }
    rows[a.len()][b.len()]
}

/// Words and signs that mean the same on a control.
static GROUPS: WordList = WordList::named("words that mean the same");

/// True when both mean the same on a control.
pub(crate) fn synonym(a: &str, b: &str) -> bool {
    GROUPS
        .groups()
        .any(|group| group.contains(&a) && group.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_do_not_part_names() {
        for (asked, name) in [
            ("email", "E-mail"),
            ("e-mail", "Email"),
            ("E mail", "Email"),
            ("your email", "Your e‑mail"),
            ("sign-in", "Signin"),
            ("zipcode", "ZIP-Code"),
        ] {
            let like = likeness(asked, name);
            assert!(like >= Some(Likeness::SameWords), "{asked} / {name}");
        }
        assert_eq!(
            likeness("email", "Email me the e-mail"),
            Some(Likeness::Start)
        );
        assert_eq!(likeness("e-mail", "Work email"), Some(Likeness::Within));
        assert_eq!(likeness("a part", "Apartment"), None);
    }

    #[test]
    fn names_are_ranked_by_how_alike_they_are() {
        for (asked, name, expected) in [
            ("OK", "OK", Some(Likeness::Exact)),
            ("ok", "OK", Some(Likeness::Folded)),
            ("tab #2", "Tab #2", Some(Likeness::Folded)),
            ("the articles", "Article", Some(Likeness::SameWords)),
            ("x", "Close", Some(Likeness::Synonym)),
            ("sign up", "Sign up for news", Some(Likeness::Start)),
            ("news", "Latest news today", Some(Likeness::Within)),
            ("paramaters", "Parameters", Some(Likeness::Loose)),
            ("yes", "no", None),
            ("sign in", "Sign out", None),
            ("next page", "Previous page", None),
            ("sign in", "Sign in or sign out", Some(Likeness::Start)),
        ] {
            assert_eq!(likeness(asked, name), expected, "{asked} / {name}");
        }
    }
}
