//! A second order after the first.

use super::{Cut, is_enter_key, verb};
use crate::plan::words::Token;

/// Where a second order begins.
pub(super) fn second(step: &str, said: &[Token]) -> Option<Cut> {
    (1..said.len()).find_map(|at| tied(step, said, at).or_else(|| key(step, said, at)))
}

/// An order after `and`, `then`, `followed by`, a comma or a full stop.
fn tied(step: &str, said: &[Token], at: usize) -> Option<Cut> {
    let word = said.get(at)?;
    let order = order_at(said, at)?;
    let tie = tie_before(said, at)?;
    let main = main_clause(&said[..tie.from])?;
    if tie.only_pause && !begins_order(said.get(main)?) {
        return None;
    }
    let rest = &step[word.end..];
    let right = if is_enter_key(&said[at..]) {
        "Press Enter".to_owned()
    } else if word.text == order {
        step[word.start..].to_owned()
    } else {
        format!("{order}{rest}")
    };
    Some(Cut {
        left: step[..said.get(tie.from.checked_sub(1)?)?.end].to_owned(),
        right,
        main: said.get(main)?.start,
        bare: is_bare(&said[main..tie.from]),
    })
}

/// A key that is pressed after something was typed, without a word between.
fn key(step: &str, said: &[Token], at: usize) -> Option<Cut> {
    let word = said.get(at)?;
    let before = said.get(at.checked_sub(1)?)?;
    let typed = said[..at]
        .iter()
        .any(|token| token.is_one_of(&verb::ENTERING));
    let presses = word.is_one_of(&verb::PRESSING)
        && said[at + 1..]
            .iter()
            .find(|token| !token.is_one_of(&verb::ARTICLES))
            .is_some_and(|token| token.is_one_of(&verb::ENTER_KEY));
    if !typed || !presses || before.is_one_of(&verb::MANNER) || at == 1 {
        return None;
    }
    Some(Cut {
        left: step[..before.end].to_owned(),
        right: step[word.start..].to_owned(),
        main: 0,
        bare: false,
    })
}

/// The order that stands at a place.
fn order_at(said: &[Token], at: usize) -> Option<&'static str> {
    let word = said.get(at).filter(|word| !word.quoted)?;
    if word.is_one_of(&["return"]) && is_enter_key(&said[at..]) {
        return Some("press");
    }
    let order = verb::base(&word.text)?;
    let next = said.get(at + 1).map_or("", |next| next.text.as_str());
    let key = is_enter_key(&said[at..]);
    if verb::only_names(order, next) && !key {
        return None;
    }
    // "Click Save and Close": a name, where the word before it is one as well.
    let named = word.capital && !word.pause && !verb::SURE.contains(order);
    (!named).then_some(order)
}

/// What ties an order to the one before it.
struct Tie {
    /// The first token of the tie; the order's own place, where only a pause ties it.
    from: usize,
    only_pause: bool,
}

fn tie_before(said: &[Token], at: usize) -> Option<Tie> {
    let mut from = at;
    let mut words = false;
    let mut pause = said.get(at)?.pause;
    while let Some(token) = from.checked_sub(1).and_then(|before| said.get(before)) {
        let joins = token.is_one_of(&["and", "then", "&"]);
        if !joins && !token.is_one_of(&verb::BETWEEN) {
            break;
        }
        words |= joins;
        pause |= token.pause;
        from -= 1;
    }
    if !words
        && from >= 2
        && said[from - 2].is_one_of(&["followed"])
        && said[from - 1].is_one_of(&["by"])
    {
        from -= 2;
        words = true;
    }
    (from > 0 && (words || pause)).then_some(Tie {
        from,
        only_pause: !words,
    })
}

/// Where the clause begins that holds the order, after "if ..., " or "in the menu, ".
fn main_clause(said: &[Token]) -> Option<usize> {
    let mut at = said
        .iter()
        .take_while(|token| token.is_one_of(&verb::ADVERBS) || token.is_one_of(&verb::TIES))
        .count();
    while said.get(at)?.is_one_of(&verb::LEADING) {
        let pause = said[at + 1..].iter().position(|token| token.pause)?;
        at += 1 + pause;
    }
    Some(at)
}

fn begins_order(token: &Token) -> bool {
    !token.quoted && verb::begins(&token.text)
}

/// An order with nothing that it is done to. One that needs nothing is never so.
fn is_bare(clause: &[Token]) -> bool {
    let Some((first, rest)) = clause.split_first() else {
        return false;
    };
    let needs = !first.is_one_of(&["submit", "scroll", "search", "wait"]);
    needs && rest.iter().all(|token| token.is_one_of(&verb::PARTICLES))
}
