//! "The last but one", "the third from the bottom": which of several, counted from either end, in one word.

use crate::words::Token;
use crate::words::number::{Ordinal, count_word, ordinal};
use crate::words::token::{spaced, tokenise};

/// The words, each such count as one ordinal in front of what it counts.
pub(super) fn counted(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let (mut at, mut found) = (0, false);
    while let Some(token) = tokens.get(at) {
        let Some((which, noun, used)) = at_count(&tokens[at..]) else {
            out.push(token.clone());
            at += 1;
            continue;
        };
        (at, found) = (at + used, true);
        out.extend(tokenise(&which));
        out.extend(noun.iter().cloned());
        // An ordinal alone counts nothing.
        let counts = noun.is_empty() && tokens.get(at).is_none_or(|next| !next.word());
        out.extend(counts.then(|| tokenise("one")).into_iter().flatten());
    }
    if found { spaced(out) } else { out }
}

/// The ordinal, the noun that stood inside, and how many tokens they took.
fn at_count(tokens: &[Token]) -> Option<(String, &[Token], usize)> {
    /// Most words between the ordinal and the end that it counts from.
    const LONGEST: usize = 3;
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_any(words));
    let back = |n: usize| format!("{n}th-last");
    if is(0, &["last"]) && is(1, &["but"]) {
        let n = count_word(&tokens.get(2)?.low)?;
        return Some((back(n + 1), &[], 3));
    }
    let first = tokens.first().filter(|token| token.word())?;
    // "Second-to-last".
    if first.low.contains("last") && first.low.contains('-') {
        let apart = tokenise(&first.low.replace('-', " "));
        let (which, _, used) = at_count(&apart)?;
        return (used == apart.len()).then_some((which, &[], 1));
    }
    if first.is("next") && is(1, &["to"]) && is(2, &["last"]) {
        return Some((back(2), &[], 3));
    }
    let Some(Ordinal::Nth(n)) = ordinal(&first.low) else {
        return None;
    };
    if is(1, &["last"]) && n > 1 {
        return Some((back(n), &[], 2));
    }
    if is(1, &["to"]) && is(2, &["last"]) {
        return Some((back(n), &[], 3));
    }
    let from = (1..=LONGEST + 1).find(|&at| is(at, &["from"]))?;
    let article = usize::from(is(from + 1, &["the"]));
    let noun = &tokens[1..from];
    let plain = noun
        .iter()
        .all(|token| token.word() && token.text == token.low);
    let end = from + 1 + article;
    let which = match tokens.get(end)? {
        last if last.is_any(&["end", "bottom", "last", "back"]) => back(n),
        top if top.is_any(&["top", "start", "front"]) && is(from, &["from"]) => first.low.clone(),
        _ => return None,
    };
    plain.then_some((which, noun, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::token::text_of;

    #[test]
    fn a_count_from_an_end_is_one_ordinal() {
        for (said, meant) in [
            ("open the last but one author", "open the 2th-last author"),
            ("open the last but two", "open the 3th-last one"),
            ("the second to last row", "the 2th-last row"),
            (
                "tick the third box from the bottom",
                "tick the 3th-last box",
            ),
            ("delete the second from the top", "delete the second one"),
            ("move the second to the end", "move the second to the end"),
            ("the next-to-last row", "the 2th-last row"),
            ("the second last note", "the 2th-last note"),
            (
                "move the first item to the top",
                "move the first item to the top",
            ),
            ("all but one", "all but one"),
        ] {
            assert_eq!(text_of(&counted(&tokenise(said))), meant, "{said}");
        }
    }
}
