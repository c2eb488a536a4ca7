//! Choosing in lists and ticking boxes.

use super::clause::{Clause, Touch};
use super::idle::unread;
use super::lead::bare;
use super::touch;
use crate::words::normal::singular;
use crate::words::number::{amount, count_word, ordinal};
use crate::words::token::{begun_by, spaced, text_of, tokenise};
use crate::words::{Phrase, Token};
use screen_agent_words::{PhraseTable, WordList};
use serde::de::IgnoredAny;
use std::sync::LazyLock;

static LISTS: WordList = WordList::named("choose lists");
static BOXES: WordList = WordList::named("several boxes");
static BESIDE: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("words between boxes and what they are of"));

/// "Select A, B and C from LIST", "choose A as FIELD", "select A > B".
pub(crate) fn choose(tokens: &[Token], on: bool) -> Vec<Clause> {
    let path = path(tokens);
    if path.len() > 1 {
        return path
            .into_iter()
            .map(|part| touch(Touch::Click, part))
            .collect();
    }
    if let Some(named) = boxes_of(tokens) {
        return choose(&tokenise(&named), on);
    }
    // What stands behind a colon is another matter.
    if tokens.iter().any(|token| token.is_mark(":")) {
        return vec![unread(tokens)];
    }
    let turn = (1..tokens.len().saturating_sub(1))
        .rev()
        .find(|&at| leads_to_list(tokens, at));
    let (items, from) = match turn {
        Some(at) => (&tokens[..at], Some(Phrase::slice(&tokens[at + 1..]))),
        None => (tokens, None),
    };
    let each = |items: Vec<Token>| Clause::Choose {
        items: Phrase(spaced(items)),
        from: from.clone(),
        on,
    };
    match by_ordinals(items) {
        Some(parts) => parts.into_iter().map(each).collect(),
        None => vec![each(items.to_vec())],
    }
}

/// "The boxes in front of A and B": they are the boxes of A and of B.
fn boxes_of(tokens: &[Token]) -> Option<String> {
    let [boxes, rest @ ..] = bare(tokens) else {
        return None;
    };
    let (_, used) = begun_by(&BESIDE, &rest.first()?.low, rest)?;
    let named = &rest[used..];
    let several = named
        .iter()
        .any(|token| token.is("and") || token.is_mark(","));
    let rows = named.iter().any(|token| token.is("row"));
    // What is quoted is no control's name: the box is meant that stands beside it.
    (boxes.is_in(&BOXES) && several && !rows).then(|| text_of(named))
}

/// "Active in the first and in the fifth row": each with the noun that is said once, and with what it is of.
pub(super) fn by_ordinals(items: &[Token]) -> Option<Vec<Vec<Token>>> {
    // "Rows 2, 5 and 9".
    if let [rows, numbers @ ..] = items
        && rows.is("rows")
    {
        let mut parts = numbers.split(|token| token.is("and") || token.is_mark(","));
        let named: Option<Vec<_>> = parts
            .clone()
            .filter(|part| !part.is_empty())
            .map(|part| count_word(&part.first()?.low).map(|at| tokenise(&format!("row {at}"))))
            .collect();
        return named.filter(|named| parts.all(|part| part.len() < 2) && named.len() > 1);
    }
    let counts = |token: &Token| token.word() && ordinal(&token.low).is_some();
    let small = |token: &Token| token.is_any(&["in", "the", "of", "on"]);
    let (noun, rest) = items
        .split_last()
        .filter(|(noun, _)| noun.word() && !counts(noun))?;
    let lead = rest.iter().position(counts)?;
    let lead = lead
        - rest[..lead]
            .iter()
            .rev()
            .take_while(|token| small(token))
            .count();
    // A box of each row, where "the boxes" are of all of them.
    let of: Vec<Token> = items[..lead]
        .iter()
        .flat_map(|token| match token.is_in(&BOXES) {
            true => tokenise(&singular(&token.low)),
            false => vec![token.clone()],
        })
        .collect();
    let of = &of[..];
    let joins = |token: &Token| token.is("and") || token.is_mark(",");
    let parts: Vec<&[Token]> = rest[lead..]
        .split(joins)
        .filter(|part| !part.is_empty())
        .collect();
    let one = |part: &&[Token]| {
        let (which, before) = part.split_last()?;
        (counts(which) && before.iter().all(small)).then(|| {
            let place = rest[lead..].iter().take_while(|token| small(token));
            let place: Vec<Token> = place.cloned().collect();
            [
                of,
                &place,
                std::slice::from_ref(which),
                std::slice::from_ref(noun),
            ]
            .concat()
        })
    };
    let named = parts.iter().map(one).collect::<Option<Vec<_>>>()?;
    (named.len() > 1).then_some(named)
}

/// "Check A": as choosing; "check that ..." and "check whether ..." ask.
pub(crate) fn check(tokens: &[Token], on: bool) -> Vec<Clause> {
    if tokens.first().is_some_and(|token| {
        token.is_any(&["if", "whether", "that", "how", "what", "which", "who"])
    }) {
        return vec![Clause::Tell {
            question: Phrase::slice(&tokens[1..]),
        }];
    }
    // "Tick all": what is ticked is a box, and never a link of that name.
    let every = |token: &Token| token.is_any(&["all", "everything", "of", "it", "them"]);
    if tokens.iter().all(every)
        && tokens
            .iter()
            .any(|token| token.is_any(&["all", "everything"]))
    {
        return choose(&tokenise("all checkboxes"), on);
    }
    choose(tokens, on)
}

/// "Give it 4 stars", "rate the course with five stars", "make it one star": the star of that number.
pub(super) fn rated(tokens: &[Token]) -> Option<Clause> {
    let [give, between @ .., count, stars] = tokens else {
        return None;
    };
    let small = |token: &Token| token.is_any(&["it", "this", "that", "a", "with", "of", "rating"]);
    let led = between.iter().take_while(|token| small(token)).count();
    let end = between.len()
        - between[led..]
            .iter()
            .rev()
            .take_while(|token| small(token))
            .count();
    let what = &between[led..end];
    let plain = |token: &Token| token.word() && token.text == token.low;
    let named = what.is_empty() || what[0].is("the") && what.iter().all(plain);
    let rates = named && give.is_any(&["give", "rate", "award"])
        || give.is("make") && what.is_empty() && !between.is_empty();
    let count = count_word(&count.low).filter(|_| rates && stars.is_any(&["star", "stars"]))?;
    let star = tokenise(&format!("{count}th star"));
    let of = tokenise(if what.is_empty() { "" } else { "of" });
    Some(touch(Touch::Click, &spaced([&star, &of, what].concat())))
}

/// Words for persons, whom "from" tells where they are from.
fn people(tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|last| {
        last.is_any(&[
            "people",
            "persons",
            "everyone",
            "everybody",
            "anyone",
            "those",
            "all",
            "ones",
        ])
    })
}

fn leads_to_list(tokens: &[Token], at: usize) -> bool {
    let rest = &tokens[at + 1..];
    match tokens[at].low.as_str() {
        // "All trips apart from two".
        "from" if tokens[at - 1].is("apart") => false,
        // "The people from Oslo" are no entries of a list.
        "from" if people(&tokens[..at]) => false,
        // "The people under 30".
        "under"
            if rest
                .first()
                .is_some_and(|next| amount(&next.text).is_some()) =>
        {
            false
        }
        "from" | "as" | "using" | "under" if tokens[at].word() => true,
        "in" | "with" | "on" | "for" if tokens[at].word() => {
            rest.iter().any(|token| token.is_in(&LISTS))
        }
        _ => false,
    }
}

/// The parts of "File > Save as".
pub(crate) fn path(tokens: &[Token]) -> Vec<&[Token]> {
    tokens
        .split(|token| {
            !token.quoted() && matches!(token.text.as_str(), ">" | "→" | "›" | "->" | "»")
        })
        .filter(|part| !part.is_empty())
        .collect()
}
